// Debian's packages, where the system has apt: installed when root, or unpacked into a private folder.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture, run, SetupError, which } from './run.mjs';

const available = () => process.platform === 'linux' && which(['apt-get']) !== null;
const isRoot = () => process.getuid?.() === 0;
const options = ['-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300'];
let updated = false;

async function update() {
  if (updated || !isRoot()) return;
  await run('apt-get update', 'apt-get', [...options, 'update', '-qq']);
  updated = true;
}

/** Installs `packages`, or says in one sentence what a person should install. */
export async function install(packages, purpose) {
  const wanted = packages.join(' ');
  if (!available()) {
    throw new SetupError(
      `${purpose} is missing: please install what your system calls '${wanted}' and try again`,
    );
  }
  if (!isRoot()) {
    throw new SetupError(`${purpose} is missing: please run 'sudo apt-get install ${wanted}' and try again`);
  }
  await update();
  await run(
    `apt-get install ${wanted}`,
    'apt-get',
    [...options, 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
}

/** Unpacks `packages` with all they need that the system lacks into `folder`, touching nothing else. */
export async function unpack(packages, folder, purpose) {
  if (!available() || !which(['dpkg'])) {
    throw new SetupError(
      `${purpose}: neither 'rustup target add wasm32-unknown-unknown' works nor is this a Debian system; please add the wasm32-unknown-unknown target to your Rust and try again`,
    );
  }
  await update();
  const debs = join(folder, 'debs');
  mkdirSync(debs, { recursive: true });
  const missing = new Set(packages);
  // what apt would install is what the system lacks
  const plan =
    capture('apt-get', [...options, 'install', '-s', '--no-install-recommends', ...packages]) ?? '';
  for (const line of plan.split('\n')) {
    const name = line.match(/^Inst (\S+)/)?.[1];
    if (name) missing.add(name);
  }
  await run(
    `Fetching ${[...missing].length} Debian packages`,
    'apt-get',
    [...options, 'download', ...missing],
    { cwd: debs },
  );
  for (const deb of readdirSync(debs)) {
    if (deb.endsWith('.deb') && capture('dpkg', ['-x', join(debs, deb), folder]) === null) {
      throw new SetupError(`${purpose}: '${deb}' could not be unpacked`);
    }
  }
}
