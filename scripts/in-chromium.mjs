// For scripts that look at the project's own pages: sets up what is missing, serves them, opens headless Chromium, and
// closes all of it in the end.
import { flags } from './chromium-flags.mjs';
import { servePages } from './pages.mjs';
import { browser } from './setup/browser.mjs';

/**
 * Calls `use` with the browser and the address that the pages have. `pages` are options of `servePages`.
 *   args     more flags of the browser
 */
export async function inChromium({ args = [], ...pages }, use) {
  const { address, close } = await servePages(pages);
  const executablePath = await browser();
  const { chromium } = await import('@playwright/test');
  const chrome = await chromium.launch({
    executablePath,
    args: [...flags, ...args],
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    await use(chrome, address);
  } finally {
    await chrome.close();
    await close();
  }
}

/** For a page that is to have no workers: all that it computes is on its own thread. */
export const withoutWorkers = () => {
  window.Worker = class {
    constructor() {
      throw new DOMException('None here.', 'SecurityError');
    }
  };
};
