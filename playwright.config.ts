// End-to-end tests. A file's name says where it runs:
//   x.spec.ts        in a browser with WebGPU, on a software GPU
//   x.cpu.spec.ts    in a browser without WebGPU, where pages compute on the CPU: quick
//   x.both.spec.ts   in both; a test tagged @gpu needs WebGPU, and one tagged @cpu would only take longer there
//   x.site.spec.ts   against the built site, in a folder below its host's root, as a static host would give it
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { flags } from './scripts/chromium-flags.mjs';
import { findChromium } from './scripts/setup/browser.mjs';
import type { Options } from './tests/e2e/test';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// this file is read once more by each worker, which inherits what the first reading chose
process.env.BEADWORK_TEST_PORT ??= String(await freePort());
process.env.BEADWORK_SITE_PORT ??= String(await freePort());
const port = process.env.BEADWORK_TEST_PORT;
const sitePort = process.env.BEADWORK_SITE_PORT;
const sitePreview = `node node_modules/vite/bin/vite.js preview --base /below/ --port ${sitePort} --strictPort`;

/** The projects that the command line names, all where it names none. */
const named = process.argv.flatMap((word) => /^--project=(\w+)$/.exec(word)?.[1] ?? []);
const runs = (...projects: string[]) =>
  named.length === 0 || projects.some((project) => named.includes(project));

/** A software GPU on two cores is slow, and slower where others use them too; `npm run sharp` waits less for what is to fail. */
const patience = Number(process.env.BEADWORK_PATIENCE ?? 1);

const launchOptions = {
  executablePath: findChromium() ?? undefined,
  args: flags,
  ignoreDefaultArgs: ['--headless', '--disable-gpu'],
};

export default defineConfig<object, Options>({
  testDir: 'tests/e2e',
  timeout: 300_000 * patience,
  expect: { timeout: 60_000 * patience },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    reuseContext: true,
    viewport: { width: 1280, height: 800 },
    launchOptions,
  },
  projects: [
    {
      name: 'gpu',
      grepInvert: /@cpu/,
      testIgnore: ['**/*.site.spec.ts', '**/*.cpu.spec.ts'],
      use: { baseURL: `http://127.0.0.1:${port}` },
    },
    {
      name: 'cpu',
      // what is about kernels and devices
      grepInvert: /@gpu/,
      testMatch: ['**/*.cpu.spec.ts', '**/*.both.spec.ts'],
      // a page without WebGPU is put together quicker by the processor than by a software GPU
      use: {
        baseURL: `http://127.0.0.1:${port}`,
        webgpu: false,
        painted: false,
        launchOptions: { ...launchOptions, args: [...flags, '--disable-gpu-compositing'] },
      },
    },
    { name: 'site', testMatch: '**/*.site.spec.ts', use: { baseURL: `http://127.0.0.1:${sitePort}/below/` } },
  ],
  webServer: [
    ...(runs('gpu', 'cpu')
      ? [{ command: `node scripts/test-pages.mjs --port ${port}`, port: Number(port), timeout: 180_000 }]
      : []),
    ...(runs('site') ? [{ command: sitePreview, port: Number(sitePort), timeout: 60_000 }] : []),
  ],
});
