// npm's packages, installed when the lock file is not the one that they were installed by.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

export async function npmPackages() {
  const mark = join(root, 'node_modules', '.installed-lock.json');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  await run('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], {
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    advice: "npm's packages could not be installed: please see to it that 'npm ci' works here and try again.",
  });
  writeFileSync(mark, lock);
}
