// A picture of a page of the site: node scripts/screenshot.mjs ADDRESS OUT.png [--width 1280] [--height 800]
// [--wait 3000] [--scale 1] [--full]; ADDRESS is a path on a server started here, or a whole URL.
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { main, root } from './setup/run.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};

main(async () => {
  const [address = '/', out = 'screenshot.png'] = process.argv.slice(2);
  const { chromium: executablePath } = await browser({ driver: false });
  const server = address.startsWith('http')
    ? null
    : await createServer({ root, server: { port: 0 }, logLevel: 'warn' });
  await server?.listen();
  const url = server
    ? new URL(address, `http://127.0.0.1:${server.httpServer.address().port}`).href
    : address;
  const args = [...flags, `--force-device-scale-factor=${option('scale', 1)}`];
  const chrome = await chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  const page = await chrome.newPage({
    viewport: { width: option('width', 1280), height: option('height', 800) },
  });
  page.on('console', (message) => console.log(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => console.log(`[page error] ${error}`));
  await page.goto(url);
  await page.waitForTimeout(option('wait', 3000));
  await page.screenshot({ path: out, fullPage: process.argv.includes('--full') });
  await chrome.close();
  await server?.close();
});
