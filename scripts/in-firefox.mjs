// For tests that look at the project's own pages in Firefox: sets up what is missing, serves them, opens headless
// Firefox, and closes all of it in the end. Puppeteer drives it over WebDriver BiDi, as it is installed; Playwright
// wants a build of its own.
import { servePages } from './pages.mjs';
import { firefox } from './setup/firefox.mjs';
import { vulkan } from './setup/vulkan.mjs';
import { startXServer } from './x-server.mjs';

// On Linux Firefox has no WebGPU unless it is told to, and refuses software devices unless it is told not to.
const WITH_WEBGPU = { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true };

/**
 * Calls `use` with the browser and the address that the pages have. `pages` are options of `servePages`.
 *   webgpu        whether Firefox has WebGPU, on a software device where the machine has no other
 *   preferences   more of Firefox's preferences, as about:config names them
 */
export async function inFirefox({ webgpu = false, preferences = {}, ...pages }, use) {
  const { firefox: executablePath, xvfb } = await firefox();
  const device = webgpu ? await vulkan() : {};
  const { address, close } = await servePages(pages);
  const { default: puppeteer } = await import('puppeteer-core');
  const server = xvfb && (await startXServer(xvfb));
  try {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      extraPrefsFirefox: { ...(webgpu && WITH_WEBGPU), ...preferences },
      env: { ...process.env, ...device, ...(server && { DISPLAY: server.display }) },
    });
    try {
      await use(browser, address);
    } finally {
      await browser.close();
    }
  } finally {
    server?.close();
    await close();
  }
}
