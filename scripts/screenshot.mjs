// A picture of a page. What the page says on its console is printed.
import { buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { commandLine } from './setup/command-line.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';

const usage = `npm run screenshot -- ADDRESS OUT.png [--width 1280] [--height 800] [--scale 1] [--wait 3000] [--full]
ADDRESS is a path on a server started here, or a whole URL; --wait is in milliseconds; --full takes the page to its end.`;

main(async () => {
  const asked = commandLine('screenshot', usage, {
    width: 1280,
    height: 800,
    scale: 1,
    wait: 3000,
    full: false,
  });
  const [address, out] = asked.words;
  if (!address || !out)
    throw new SetupError(`Please give a path or URL and the PNG to write, such as / page.png.\n\n${usage}`);
  const { width, height, wait, full } = asked;
  const viewport = { width, height };
  const args = [...flags, `--force-device-scale-factor=${asked.scale}`];

  await npmPackages();
  await buildWasm({ quick: true });
  const { chromium: executablePath } = await browser();
  const { chromium } = await import('@playwright/test');
  const { createServer } = await import('vite');

  const server = /^https?:/.test(address)
    ? null
    : await createServer({ root, server: { port: 0 }, logLevel: 'warn' });
  await server?.listen();
  const url = server
    ? new URL(address, `http://127.0.0.1:${server.httpServer.address().port}`).href
    : address;
  const chrome = await chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    const page = await chrome.newPage({ viewport });
    page.on('console', (message) => console.log(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', (error) => console.log(`[page error] ${error}`));
    await page.goto(url);
    await page.waitForTimeout(wait);
    await page.screenshot({ path: out, fullPage: full });
  } finally {
    await chrome.close();
    await server?.close();
  }
});
