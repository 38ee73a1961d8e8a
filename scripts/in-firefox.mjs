// For what looks at the project's own pages in Firefox: sets up what is missing, serves them, opens headless Firefox,
// and closes all of it in the end. WebDriver BiDi drives it: Firefox as it is installed, no build of its own.
import { servePages } from './pages.mjs';
import { firefox } from './setup/firefox.mjs';
import { vulkan } from './setup/vulkan.mjs';
import { startXServer } from './x-server.mjs';

// On Linux Firefox has no WebGPU unless it is told to, and refuses software devices unless it is told not to.
const WITH_WEBGPU = { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true };

/** Opens Firefox and the pages; gives the browser, the pages' address and how to close both. */
export async function openFirefox({ webgpu = false, preferences = {}, ...pages } = {}) {
  const { address, close: closePages } = await servePages(pages);
  const { firefox: executablePath, xvfb } = await firefox();
  const device = webgpu ? await vulkan() : {};
  const screen = xvfb ? await startXServer(xvfb) : null;
  const { default: puppeteer } = await import('puppeteer-core');
  const close = async () => {
    screen?.close();
    await closePages();
  };
  const browser = await puppeteer
    .launch({
      browser: 'firefox',
      executablePath,
      extraPrefsFirefox: { ...(webgpu ? WITH_WEBGPU : {}), ...preferences },
      env: { ...process.env, ...device, ...(screen ? { DISPLAY: screen.display } : {}) },
    })
    .catch(async (error) => {
      await close();
      throw error;
    });
  return {
    browser,
    address,
    close: async () => {
      await browser.close();
      await close();
    },
  };
}

/**
 * Calls `use` with the browser and the address that the pages have. Further options are those of `servePages`.
 *   webgpu        whether Firefox has WebGPU, by a software device where the machine has no other
 *   preferences   of Firefox, as about:config has them
 */
export async function inFirefox(options, use) {
  const { browser, address, close } = await openFirefox(options);
  try {
    await use(browser, address);
  } finally {
    await close();
  }
}
