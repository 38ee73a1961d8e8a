// For scripts that look at the project's own pages: sets up what is missing, serves them, opens headless Chromium, and
// closes all of it in the end.
import { buildSite, buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { root } from './setup/run.mjs';

/**
 * Calls `use` with the browser and the address that the pages have.
 *   quick    a module that is built faster and runs slower
 *   site     the built site, as a static host would give it, in place of the sources
 *   served   false where only pages of another host are opened
 *   args     more flags of the browser
 */
export async function inChromium({ quick = false, site = false, served = true, args = [] }, use) {
  await npmPackages();
  await buildWasm({ quick });
  if (site) await buildSite();
  const { chromium: executablePath } = await browser();
  const { chromium } = await import('@playwright/test');
  const vite = await import('vite');
  let server = null;
  if (site) {
    server = await vite.preview({ root, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
  } else if (served) {
    // a file that changes must not bring a page down
    server = await vite.createServer({ root, server: { port: 0, hmr: false }, logLevel: 'warn' });
    await server.listen();
  }
  const chrome = await chromium.launch({
    executablePath,
    args: [...flags, ...args],
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    await use(chrome, server && `http://127.0.0.1:${server.httpServer.address().port}/`);
  } finally {
    await chrome.close();
    await server?.close();
  }
}
