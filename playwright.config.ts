import { defineConfig } from '@playwright/test';
import { flags } from './scripts/chromium-flags.mjs';
import { which } from './scripts/setup/run.mjs';

const port = Number(process.env.BEADWORK_TEST_PORT ?? 4817);

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 120_000,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath:
        which([
          process.env.CHROMIUM ?? '',
          process.env.CHROME ?? '',
          'chromium',
          'chromium-browser',
          'google-chrome',
        ]) ?? undefined,
      args: flags,
      ignoreDefaultArgs: ['--headless', '--disable-gpu'],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/tests/e2e/pages/api.html`,
    reuseExistingServer: !process.env.CI,
    timeout: 60_000,
  },
});
