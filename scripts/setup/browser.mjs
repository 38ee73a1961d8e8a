// Chromium and its driver: those that are there, or Debian's packages.
import { install } from './apt.mjs';
import { SetupError, which } from './run.mjs';

/** CHROMIUM, CHROME or the usual names; null where there is none. */
export const findChromium = () =>
  which([
    process.env.CHROMIUM,
    process.env.CHROME,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]);

/** CHROMEDRIVER or the usual name; null where there is none. */
const findDriver = () => which([process.env.CHROMEDRIVER, 'chromedriver']);

/** The paths of Chromium and, if asked for, of its driver. */
export async function browser({ driver = false } = {}) {
  for (const name of ['CHROMIUM', 'CHROME', 'CHROMEDRIVER']) {
    const path = process.env[name];
    if (path && !which([path]))
      throw new SetupError(`${name} is set to '${path}', which is not there: please correct or unset it.`);
  }
  const missing = [];
  if (!findChromium()) missing.push('chromium');
  if (driver && !findDriver()) missing.push('chromium-driver');
  if (missing.length > 0)
    await install(missing, missing.includes('chromium') ? 'Chromium' : "Chromium's driver");
  return { chromium: findChromium(), chromedriver: findDriver() };
}
