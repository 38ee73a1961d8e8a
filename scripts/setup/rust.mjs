// The installed Rust: found, new enough, with a linker and the parts that a check needs.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { install } from './apt.mjs';
import { capture, root, SetupError, which, windows } from './run.mjs';

/** The rust-version of Cargo.toml, such as [1, 95]. */
export function neededRust() {
  return readFileSync(join(root, 'Cargo.toml'), 'utf8')
    .match(/^rust-version = "(\d+)\.(\d+)/m)
    .slice(1)
    .map(Number);
}

export const atLeast = (version, needed) =>
  Boolean(version) && (version[0] > needed[0] || (version[0] === needed[0] && version[1] >= needed[1]));

let checked = false;

/** Sees to it that cargo can be called and can link. */
export async function rust() {
  if (checked) return;
  // fresh from rustup, in a shell that was started before
  const own = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'bin');
  if (!which(['cargo']) && which([join(own, windows ? 'cargo.exe' : 'cargo')]))
    process.env.PATH = `${own}${delimiter}${process.env.PATH}`;
  const needed = neededRust();
  const found = capture('rustc', ['--version'])?.match(/^rustc (\d+)\.(\d+)/);
  if (!found)
    throw new SetupError(
      `Rust is missing: please install Rust ${needed.join('.')} or newer from https://rustup.rs and try again.`,
    );
  if (!atLeast(found.slice(1).map(Number), needed)) {
    throw new SetupError(
      `${found[0]} is too old: please run 'rustup update' for Rust ${needed.join('.')} or newer and try again.`,
    );
  }
  if (process.platform === 'linux' && !which(['cc']))
    await install(['gcc', 'libc6-dev'], 'A C compiler, whose linker Rust uses,');
  checked = true;
}

/** rustfmt and clippy, which rustup's smallest profile leaves out. */
export async function rustComponent(program, component) {
  await rust();
  if (capture(program, ['--version']) !== null) return;
  capture('rustup', ['component', 'add', component], { timeout: 120_000 });
  if (capture(program, ['--version']) === null) {
    throw new SetupError(
      `${component} is missing: please run 'rustup component add ${component}' and try again.`,
    );
  }
}
