// Debian's packages, where the system has apt: installed for all, or unpacked into a folder of one's own.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, capture, run, SetupError, which } from './run.mjs';

export const hasApt = () =>
  process.platform === 'linux' && which(['apt-get']) !== null && which(['dpkg']) !== null;
const isRoot = () => process.getuid?.() === 0;
const options = ['-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Status-Fd=1', '-q'];

let updated = false;

/** Fetches apt's lists once a run. Without root's rights, the ones that are there must do. */
export async function updateLists() {
  if (updated || !isRoot()) return;
  updated = true;
  await run('apt-get update', 'apt-get', [...options, 'update'], {
    advice:
      "Debian's package lists could not be fetched: please see to it that 'apt-get update' works and try again.",
  });
}

let before = Promise.resolve();

/** Installs `packages`, or says in one sentence what a person should install. One call waits for another's end. */
export function install(packages, purpose) {
  const done = before.then(() => installNow(packages, purpose));
  before = done.catch(() => {});
  return done;
}

async function installNow(packages, purpose) {
  const wanted = packages.join(' ');
  if (!hasApt()) {
    throw new SetupError(
      `${purpose} is missing: please install what your system calls '${wanted}' and try again.`,
    );
  }
  const advice = `${purpose} is missing: please run 'sudo apt-get install ${wanted}' and try again.`;
  if (!isRoot()) throw new SetupError(advice);
  await updateLists();
  await run(
    `apt-get install ${wanted}`,
    'apt-get',
    [...options, 'install', '-y', '--no-install-recommends', ...packages],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      advice,
    },
  );
}

/** The version of a package that apt would install, such as [1, 96], or null. */
export function candidate(name) {
  const version = capture('apt-cache', ['policy', name])?.match(/Candidate: (?:\d+:)?(\d+)\.(\d+)/);
  return version ? [Number(version[1]), Number(version[2])] : null;
}

/** Unpacks `packages`, and what they need that the system lacks, into `folder`, touching nothing else. */
export async function unpack(packages, folder, advice) {
  const debs = join(cache, 'debs');
  mkdirSync(debs, { recursive: true });
  // what apt would install is what the system lacks
  const plan = capture('apt-get', ['install', '-s', '--no-install-recommends', ...packages]) ?? '';
  const needed = new Set([...packages, ...[...plan.matchAll(/^Inst (\S+)/gm)].map((match) => match[1])]);
  await run(`Fetching ${needed.size} Debian packages`, 'apt-get', [...options, 'download', ...needed], {
    cwd: debs,
    advice,
  });
  const files = readdirSync(debs).filter((name) => name.endsWith('.deb'));
  for (const deb of files.map((name) => join(debs, name))) {
    if (existsSync(deb) && capture('dpkg', ['-x', deb, folder]) === null) throw new SetupError(advice);
  }
  rmSync(debs, { recursive: true, force: true });
}
