// A Rust that can build for wasm32: the installed one if it has the target or rustup can add it, else a
// private toolchain from Debian's packages, with the standard library built once. The user's own toolchain
// stays as it is.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpack } from './apt.mjs';
import { cache, capture, run, SetupError, which } from './run.mjs';

const TARGET = 'wasm32-unknown-unknown';
const toolchain = join(cache, 'wasm-toolchain');

const hasStd = (libdir) =>
  Boolean(libdir) && existsSync(libdir) && readdirSync(libdir).some((file) => file.startsWith('libstd-'));

/** Environment for wasm builds: variables to set over the present ones. */
export async function wasmEnvironment() {
  if (!which(['cargo']) || !which(['rustc'])) {
    throw new SetupError('Rust is missing: please install it from rustup.rs and try again');
  }
  const libdir = capture('rustc', ['--print', 'target-libdir', '--target', TARGET]);
  if (hasStd(libdir)) return {};
  if (existsSync(join(toolchain, 'ready'))) return privateEnvironment();
  if (which(['rustup'])) {
    const added = capture('rustup', ['target', 'add', TARGET], {
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (added !== null && hasStd(capture('rustc', ['--print', 'target-libdir', '--target', TARGET]))) {
      console.log(`✓ rustup target add ${TARGET}`);
      return {};
    }
  }
  await makePrivateToolchain();
  return privateEnvironment();
}

/** Debian names its programs after their version; find them whatever it is. */
function program(pattern) {
  for (const folder of ['usr/bin', 'usr/lib/rust-web/bin', 'usr/libexec']) {
    const full = join(toolchain, folder);
    if (!existsSync(full)) continue;
    const found = readdirSync(full)
      .filter((file) => pattern.test(file))
      .sort()
      .pop();
    if (found) return join(full, found);
  }
  return null;
}

function libraries() {
  const folders = [
    join(toolchain, 'usr/lib'),
    join(toolchain, 'usr/lib/x86_64-linux-gnu'),
    join(toolchain, 'usr/lib/aarch64-linux-gnu'),
  ];
  const lib = join(toolchain, 'usr/lib');
  for (const name of existsSync(lib) ? readdirSync(lib) : []) {
    if (name.startsWith('llvm')) folders.push(join(lib, name, 'lib'));
  }
  return folders.filter(existsSync).join(':');
}

function privateEnvironment() {
  const bin = join(toolchain, 'bin');
  return {
    PATH: `${bin}:${process.env.PATH}`,
    RUSTC: join(bin, 'rustc'),
    RUSTUP_TOOLCHAIN: undefined,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(bin, 'wasm-ld'),
  };
}

async function makePrivateToolchain() {
  console.log('  rustup cannot add the wasm target here; making a private toolchain from Debian packages');
  rmSync(toolchain, { recursive: true, force: true });
  mkdirSync(toolchain, { recursive: true });
  await unpack(['rustc-web', 'cargo-web', 'rust-web-src', 'lld-22'], toolchain, 'The wasm32 target');
  const rustc = program(/^rustc(-web)?$/);
  const cargo = program(/^cargo(-web)?$/);
  const linker = program(/^wasm-ld(-\d+)?$/);
  if (!rustc || !cargo || !linker) {
    throw new SetupError(
      'The wasm32 target: the Debian packages rustc-web, cargo-web and lld hold no rustc, cargo or wasm-ld; please run "rustup target add wasm32-unknown-unknown" with network access and try again',
    );
  }
  // wrappers that find their own libraries and leave everybody else's alone
  const bin = join(toolchain, 'bin');
  mkdirSync(bin, { recursive: true });
  const sysroot = join(toolchain, 'usr');
  const wrap = (name, target, extra = '') =>
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nLD_LIBRARY_PATH="${libraries()}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "${target}" ${extra}"$@"\n`,
      { mode: 0o755 },
    );
  wrap('rustc', rustc, `--sysroot "${sysroot}" `);
  wrap('cargo', cargo);
  wrap('wasm-ld', linker);

  const crate = join(tmpdir(), `beadwork-std-${process.pid}`);
  mkdirSync(join(crate, 'src'), { recursive: true });
  writeFileSync(
    join(crate, 'Cargo.toml'),
    '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[lib]\n',
  );
  writeFileSync(join(crate, 'src', 'lib.rs'), '');
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
        ...privateEnvironment(),
        RUSTC_BOOTSTRAP: '1',
        CARGO_TARGET_DIR: join(crate, 'target'),
      },
    },
  );
  const built = join(crate, 'target', TARGET, 'release', 'deps');
  const lib = join(sysroot, 'lib', 'rustlib', TARGET, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const file of readdirSync(built)) {
    if (file.endsWith('.rlib') && !file.startsWith('libempty')) cpSync(join(built, file), join(lib, file));
  }
  rmSync(crate, { recursive: true, force: true });
  writeFileSync(join(toolchain, 'ready'), '');
}
