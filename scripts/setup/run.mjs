// Running programs for the scripts: progress while they run, quiet when they work, one sentence when they do not.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where tools go, so that a second clone finds them again. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'beadwork');

export const windows = process.platform === 'win32';

/** A step that cannot be done. Its message is the one sentence a person sees. */
export class SetupError extends Error {}

/** The output of a quick command, or null when it is missing or fails. */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: root, ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** The first of `names` that is on the PATH or is an existing path. */
export function which(names, path = process.env.PATH ?? '') {
  for (const name of names.filter(Boolean)) {
    if (/[\\/]/.test(name)) {
      if (existsSync(name)) return name;
      continue;
    }
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const full = join(folder, windows ? `${name}.exe` : name);
      if (existsSync(full)) return full;
    }
  }
  return null;
}

// How far a command is, by its own words: cargo's 'Building [==> ] 12/34', apt's status lines.
function progressIn(text) {
  const cargo = [...text.matchAll(/\] (\d+)\/(\d+)/g)].pop();
  if (cargo) return `${cargo[1]} of ${cargo[2]}`;
  const apt = [...text.matchAll(/^(dl|pm)status:[^:]*:([\d.]+):/gm)].pop();
  if (apt) return `${apt[1] === 'dl' ? 'fetching' : 'installing'}, ${Number(apt[2]).toFixed(0)} %`;
  return null;
}

/**
 * Runs a long command with a line of progress. What it printed is shown only if it fails, and then `advice`, a
 * sentence that says what a person can do, follows it.
 */
export function run(label, command, args, { advice, env = process.env, ...options } = {}) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const terminal = process.stdout.isTTY;
  let printed = '';
  let done = null;
  const line = () => `  ${label}${done ? `: ${done}` : ''}, ${seconds()}`;
  console.log(`· ${label}`);
  const ticker = setInterval(
    () => process.stdout.write(terminal ? `\r\x1b[K${line()}` : `${line()}\n`),
    terminal ? 500 : 15_000,
  );

  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm and npx are scripts on Windows
      shell: windows && /^np[mx]$/.test(command),
      env: { ...env, CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '100' },
      ...options,
    });
    const read = (chunk) => {
      const text = String(chunk);
      printed = (printed + text).slice(-100_000);
      done = progressIn(text) ?? done;
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const end = (problem) => {
      clearInterval(ticker);
      if (terminal) process.stdout.write('\r\x1b[K');
      if (problem === null) {
        console.log(`✓ ${label} (${seconds()})`);
        resolve();
        return;
      }
      // each line as it stood at last, without the progress that was drawn over it
      const lines = printed.split('\n').map((text) => text.replace(/.*\r(?=.)/, '').trimEnd());
      const kept = lines.filter((text) => text && !/^\s*Building \[|^(dl|pm)status:/.test(text));
      console.error(`${kept.slice(-60).join('\n')}\n`);
      reject(new SetupError(advice ?? `${label}: ${problem}.`));
    };
    child.on('error', (error) =>
      end(error.code === 'ENOENT' ? `'${command}' is not installed` : error.message),
    );
    child.on('close', (code, signal) =>
      end(code === 0 ? null : `'${command}' ended with ${signal ?? `code ${code}`}`),
    );
  });
}

/** Is `url`, an import.meta.url, the script that Node was started with? */
export const isMain = (url) => Boolean(process.argv[1]) && url === pathToFileURL(process.argv[1]).href;

/** Runs a script: a step that cannot be done ends in its one sentence; anything else is a bug and keeps its trace. */
export async function main(task) {
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12) || major === 21) {
      throw new SetupError(
        `Node ${process.versions.node} is too old: please install Node 20.19, 22.12 or newer and try again.`,
      );
    }
    await task();
  } catch (error) {
    console.error(error instanceof SetupError ? `✗ ${error.message}` : error);
    process.exit(1);
  }
}
