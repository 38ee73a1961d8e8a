// wasm-bindgen-cli, of the very version in Cargo.lock, and wasm-pack; in the cache, by version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, capture, root, run, which } from './run.mjs';

const WASM_PACK = '0.15.1';

export function wasmBindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  return lock.match(/name = "wasm-bindgen"\nversion = "([^"]+)"/)[1];
}

async function tool(crate, program, version) {
  const own = which([program]);
  if (own && capture(own, ['--version'])?.includes(version)) return own;
  const folder = join(cache, `${crate}-${version}`);
  const path = join(folder, 'bin', program);
  if (!existsSync(path)) {
    // no --locked: a lock file can name a crate newer than a mirror has
    await run(
      `cargo install ${crate} ${version}`,
      'cargo',
      ['install', crate, '--version', version, '--root', folder, '--quiet'],
      {
        env: { ...process.env, CARGO_TARGET_DIR: join(cache, 'cargo-install') },
      },
    );
  }
  return path;
}

export const wasmBindgen = () => tool('wasm-bindgen-cli', 'wasm-bindgen', wasmBindgenVersion());
export const wasmPack = () => tool('wasm-pack', 'wasm-pack', WASM_PACK);
