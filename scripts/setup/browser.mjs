// Chromium, its driver, and a Vulkan device for tests: what is there, or Debian's packages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './apt.mjs';
import { which } from './run.mjs';

const chromiums = () =>
  which([
    process.env.CHROMIUM,
    process.env.CHROME,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);
const drivers = () => which([process.env.CHROMEDRIVER, 'chromedriver']);

export async function browser({ driver = true } = {}) {
  const missing = [];
  if (!chromiums()) missing.push('chromium');
  if (driver && !drivers()) missing.push('chromium-driver');
  if (missing.length > 0) await install(missing, 'Chromium for the browser tests');
  return { chromium: chromiums(), chromedriver: drivers() };
}

const icdFolders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];
const icds = () =>
  icdFolders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((f) => f.endsWith('.json'))
      .map((f) => join(folder, f)),
  );

/** Environment for native GPU tests: lavapipe where the system has no driver of its own. */
export async function vulkan() {
  if (process.platform !== 'linux' || process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES) return {};
  if (icds().length === 0)
    await install(['mesa-vulkan-drivers', 'libvulkan1'], 'A Vulkan device for the native tests');
  const real = existsSync('/dev/dri') || existsSync('/dev/nvidiactl');
  const software = icds().find((path) => path.includes('lvp_icd'));
  return real || !software ? {} : { VK_ICD_FILENAMES: software };
}
