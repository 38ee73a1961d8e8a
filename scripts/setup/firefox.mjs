// Firefox, and on Linux the X server that it needs to draw: those that are there, or Debian's packages.
import { install } from './apt.mjs';
import { SetupError, which } from './run.mjs';

/** FIREFOX or the usual names; null where there is none. */
const findFirefox = () =>
  which([
    process.env.FIREFOX,
    'firefox',
    'firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ]);

/** Linux's Firefox has WebGL only where it reaches an X server, even without a window. */
const needsServer = () => process.platform === 'linux' && !process.env.DISPLAY;

/** The path of Firefox and, where it needs an X server and none runs, of Xvfb, whose package brings Mesa's GL along. */
export async function firefox() {
  const named = process.env.FIREFOX;
  if (named && !which([named]))
    throw new SetupError(`FIREFOX is set to '${named}', which is not there: please correct or unset it.`);
  const missing = [];
  if (!findFirefox()) missing.push('firefox-esr');
  if (needsServer() && !which(['Xvfb'])) missing.push('xvfb');
  if (missing.length > 0) await install(missing, missing[0] === 'xvfb' ? 'Xvfb, an X server,' : 'Firefox');
  return { firefox: findFirefox(), xvfb: needsServer() ? which(['Xvfb']) : null };
}
