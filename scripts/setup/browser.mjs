// Chromium: the one that is there, or Debian's package.
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

/** The path of Chromium. */
export async function browser() {
  for (const name of ['CHROMIUM', 'CHROME']) {
    const path = process.env[name];
    if (path && !which([path]))
      throw new SetupError(`${name} is set to '${path}', which is not there: please correct or unset it.`);
  }
  if (!findChromium()) await install(['chromium'], 'Chromium');
  return findChromium();
}
