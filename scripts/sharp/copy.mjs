// The copy of the repository that faults are put into, and what is built there.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root, run, SetupError } from '../setup/run.mjs';

const build = (copy, label, ...options) =>
  run(label, process.execPath, [join(copy, 'scripts', 'build.mjs'), '--quick', ...options], { cwd: copy });

/** The copy in `folder`, made if it is not there, at `revision` if one is named, with what the tests need. */
export async function scratchCopy(folder, revision, faults) {
  const git = (...args) => capture('git', args, { cwd: folder });
  const made = !existsSync(join(folder, '.git'));
  if (made) await run('Copying the repository', 'git', ['clone', '--quiet', root, folder]);
  const changed = git('status', '--porcelain', '--untracked-files=no');
  if (changed)
    throw new SetupError(`${folder} has changes: please undo them (git checkout .) and try again.`);
  if (made || revision) {
    const commit = capture('git', ['rev-parse', `${revision || 'HEAD'}^{commit}`]);
    git('fetch', '--quiet', root, 'HEAD');
    if (commit === null || git('checkout', '--quiet', '--detach', commit) === null)
      throw new SetupError(`There is no revision '${revision}'.`);
  }
  const wanted = (kind) => faults.some(({ tests }) => tests.some((where) => where[kind]));
  if (['page', 'node', 'check'].some(wanted)) await buildAll(folder, git('rev-parse', 'HEAD'));
  return folder;
}

/** Packages, wasm and site, unless they are there for this commit. */
async function buildAll(copy, commit) {
  const mark = join(copy, 'target', 'sharp', 'built');
  if (existsSync(join(copy, 'dist')) && existsSync(mark) && readFileSync(mark, 'utf8') === commit) return;
  const wasm = ['www', 'wasm'];
  // it is built anew where its sources differ
  if (!existsSync(join(copy, ...wasm)) && existsSync(join(root, ...wasm)))
    cpSync(join(root, ...wasm), join(copy, ...wasm), { recursive: true });
  await build(copy, 'Building the copy', '--site');
  mkdirSync(join(mark, '..'), { recursive: true });
  writeFileSync(mark, commit);
}

/** Builds with a fault in place; `undo` puts what was there before back. */
async function built(copy, folders, ...options) {
  const kept = folders.map((folder) => [join(copy, folder), join(copy, 'target', 'sharp', folder)]);
  for (const [folder, aside] of kept) {
    rmSync(aside, { recursive: true, force: true });
    cpSync(folder, aside, { recursive: true });
  }
  const undo = () => {
    for (const [folder, aside] of kept) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    }
  };
  try {
    await build(copy, 'Building with the fault', ...options);
    return { undo };
  } catch (error) {
    return { undo, failed: error.message };
  }
}

export const builtWasm = (copy) => built(copy, ['www/wasm']);
export const builtSite = (copy) => built(copy, ['dist'], '--site');
