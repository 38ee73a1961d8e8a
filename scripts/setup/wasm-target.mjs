// A Rust that can build for wasm32: the installed one if it has the target or rustup can add it; else, on Debian,
// a toolchain of our own in the cache, unpacked from its packages, with the standard library built once. That one
// is used for wasm builds only; the system and the installed Rust stay as they are.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { candidate, hasApt, unpack, updateLists } from './apt.mjs';
import { cache, capture, run, SetupError, which } from './run.mjs';
import { atLeast, neededRust, rust } from './rust.mjs';

const TARGET = 'wasm32-unknown-unknown';
const toolchain = join(cache, 'wasm-toolchain-2');

/**
 * Environment for wasm builds: what to set over the present one. BEADWORK_WASM_TOOLCHAIN=private asks for the
 * toolchain of our own even where the installed Rust has the target.
 */
export async function wasmEnvironment() {
  await rust();
  const own = process.env.BEADWORK_WASM_TOOLCHAIN === 'private';
  if (!own && installedHasTarget()) return {};
  if (!existsSync(toolchain)) {
    if (!own && which(['rustup'])) {
      console.log(`· rustup target add ${TARGET}`);
      capture('rustup', ['target', 'add', TARGET], { timeout: 120_000, stdio: ['ignore', 'pipe', 'ignore'] });
      if (installedHasTarget()) return {};
      console.log('  not to be had from here; trying Debian packages');
    }
    await makeToolchain();
  }
  const bin = join(toolchain, 'bin');
  return {
    PATH: `${bin}:${process.env.PATH}`,
    RUSTC: join(bin, 'rustc'),
    RUSTUP_TOOLCHAIN: undefined,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(bin, 'wasm-ld'),
  };
}

function installedHasTarget() {
  const folder = capture('rustc', ['--print', 'target-libdir', '--target', TARGET]);
  return (
    Boolean(folder) &&
    existsSync(folder) &&
    readdirSync(folder).some((file) => /^libstd-.*\.rlib$/.test(file))
  );
}

const advice = `The ${TARGET} target is missing: please run 'rustup target add ${TARGET}' where the network allows it, and try again.`;

async function makeToolchain() {
  if (!hasApt()) throw new SetupError(advice);
  await updateLists();
  const version = candidate('rustc-web');
  if (!atLeast(version, neededRust())) throw new SetupError(advice);
  // the linker of the same LLVM as the compiler's
  const llvm = capture('apt-cache', ['depends', `libstd-rust-web-${version.join('.')}`])?.match(
    /libllvm(\d+)/,
  )?.[1];
  if (!llvm) throw new SetupError(advice);

  const draft = `${toolchain}.${process.pid}`;
  try {
    mkdirSync(join(draft, 'bin'), { recursive: true });
    const packages = [
      'rustc-web',
      'libstd-rust-web-dev',
      'cargo-web',
      'rust-web-clippy',
      'rust-web-src',
      `lld-${llvm}`,
    ];
    await unpack(packages, draft, advice);
    const lib = join(draft, 'usr', 'lib');
    const folders = [
      '',
      ...readdirSync(lib).filter((name) => name.endsWith('-linux-gnu')),
      `llvm-${llvm}/lib`,
    ];
    const libraries = folders.map((name) => `$here/usr/lib/${name}`).join(':');
    // wrappers that find their own libraries, wherever the folder is moved to
    const wrap = (name, program, extra = '') =>
      writeFileSync(
        join(draft, 'bin', name),
        `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
LD_LIBRARY_PATH="${libraries}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/usr/${program}" ${extra}"$@"
`,
        { mode: 0o755 },
      );
    wrap('rustc', 'bin/rustc', '--sysroot "$here/usr" ');
    for (const name of ['cargo', 'cargo-clippy', 'clippy-driver']) wrap(name, `bin/${name}`);
    wrap('wasm-ld', `lib/llvm-${llvm}/bin/wasm-ld`);
    await buildStandardLibrary(draft);
    renameSync(draft, toolchain);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // another clone may have been quicker
    if (!existsSync(toolchain)) throw error;
  }
}

async function buildStandardLibrary(draft) {
  const crate = join(draft, 'empty');
  mkdirSync(join(crate, 'src'), { recursive: true });
  writeFileSync(join(crate, 'Cargo.toml'), '[package]\nname = "empty"\nedition = "2021"\n[workspace]\n');
  writeFileSync(join(crate, 'src', 'lib.rs'), '');
  const bin = join(draft, 'bin');
  await run(
    'Building the standard library for wasm32',
    join(bin, 'cargo'),
    [
      'build',
      '--release',
      '--target',
      TARGET,
      '-Zbuild-std=std,panic_abort,proc_macro,test',
      '--config',
      'profile.release.panic="unwind"',
    ],
    {
      cwd: crate,
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        RUSTC: join(bin, 'rustc'),
        RUSTC_BOOTSTRAP: '1',
        CARGO_TARGET_DIR: join(crate, 'target'),
        RUSTUP_TOOLCHAIN: undefined,
      },
      advice,
    },
  );
  const built = join(crate, 'target', TARGET, 'release', 'deps');
  const lib = join(draft, 'usr', 'lib', 'rustlib', TARGET, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const file of readdirSync(built)) {
    if (file.endsWith('.rlib') && !file.startsWith('libempty')) cpSync(join(built, file), join(lib, file));
  }
  rmSync(crate, { recursive: true, force: true });
}
