// Running programs for the set-up scripts: quiet when it works, one sentence when it does not.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where tools go, so that a second clone finds them again. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'beadwork');

/** A step that cannot be done. Its message is the one sentence a person sees. */
export class SetupError extends Error {}

/** The output of a quick command, or null when it is missing or fails. */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: root, ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** Runs a long command with a line of progress; its output is shown only if it fails (or live on request). */
export function run(label, command, args, { live = false, ...options } = {}) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  return new Promise((resolve, reject) => {
    console.log(`· ${label} …`);
    const child = spawn(command, args, { cwd: root, stdio: live ? 'inherit' : 'pipe', ...options });
    let tail = '';
    const keep = (chunk) => {
      tail = (tail + chunk).slice(-6000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const ticker = live ? null : setInterval(() => console.log(`  … ${label}, ${seconds()}`), 30_000);
    const end = (problem) => {
      clearInterval(ticker);
      if (problem) {
        if (tail) console.error(tail);
        reject(new SetupError(`${label}: ${problem}.`));
      } else {
        console.log(`✓ ${label} (${seconds()})`);
        resolve();
      }
    };
    child.on('error', (error) =>
      end(error.code === 'ENOENT' ? `'${command}' is not installed` : error.message),
    );
    child.on('close', (code) => end(code === 0 ? null : `'${command}' ended with code ${code}`));
  });
}

/** The first of `names` that is on the PATH or an existing absolute path. */
export function which(names, path = process.env.PATH ?? '') {
  for (const name of names) {
    if (!name) continue;
    if (name.includes('/')) {
      if (existsSync(name)) return name;
      continue;
    }
    for (const folder of path.split(delimiter)) {
      const full = join(folder, name);
      if (folder && existsSync(full)) return full;
    }
  }
  return null;
}

/** Prints the one sentence of a set-up step that failed and ends; anything else is a bug and keeps its trace. */
export function main(task) {
  task().catch((error) => {
    console.error(error instanceof SetupError ? `\n✗ ${error.message}` : error);
    process.exit(1);
  });
}
