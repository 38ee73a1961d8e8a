// npm's packages, installed when the lock file is newer than what is there.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

export async function npmPackages() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await run('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], {
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    advice: "npm's packages could not be installed: please see to it that 'npm ci' works here and try again.",
  });
}
