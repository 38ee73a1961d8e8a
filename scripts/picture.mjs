// The pictures that the repository holds of its own page: npm run picture. docs/page.png for the README, and the
// posters that stand where WebGPU does not. Taken with reduced motion, so that every run shows the same moment.
import { join } from 'node:path';
import { buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root } from './setup/run.mjs';

main(async () => {
  await npmPackages();
  await buildWasm({ quick: true });
  const { chromium: executablePath } = await browser();
  const { chromium } = await import('@playwright/test');
  const { createServer } = await import('vite');
  const server = await createServer({ root, server: { port: 0 }, logLevel: 'warn' });
  await server.listen();
  const chrome = await chromium.launch({
    executablePath,
    args: flags,
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    for (const theme of ['dark', 'light']) {
      const page = await chrome.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/?theme=${theme}`);
      await page.waitForFunction(() => window.lab?.runners()[0]?.measures);
      await page.evaluate(() => window.lab.idle());
      // what invites to touch the page is no part of its picture
      await page.addStyleTag({ content: '#start, #hint, #slow { visibility: hidden }' });
      if (theme === 'dark') await page.screenshot({ path: join(root, 'docs/page.png') });
      await page.addStyleTag({ content: '#transport, main > header, .site { visibility: hidden }' });
      const poster = join(root, `www/public/poster-${theme}.jpg`);
      await page.locator('#stage').screenshot({ path: poster, type: 'jpeg', quality: 80 });
      await page.close();
    }
  } finally {
    await chrome.close();
    await server.close();
  }
});
