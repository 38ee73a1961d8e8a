// wasm-bindgen-cli, of the very version in Cargo.lock: that on the PATH, or built into the cache.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, capture, root, run, which, windows } from './run.mjs';
import { rust } from './rust.mjs';

function lockedVersion(crate) {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  return lock.match(new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`))[1];
}

async function tool(crate, program, version) {
  const found = which([program]);
  if (found && capture(found, ['--version'])?.split(/\s/).includes(version)) return found;
  await rust();
  const folder = join(cache, `${crate}-${version}`);
  const path = join(folder, 'bin', windows ? `${program}.exe` : program);
  if (existsSync(path)) return path;
  const target = join(cache, `building-${crate}`);
  // no --locked: a lock file can name a crate newer than a registry has
  await run(
    `cargo install ${crate} ${version}`,
    'cargo',
    ['install', crate, '--version', version, '--root', folder, '--force'],
    {
      env: { ...process.env, CARGO_TARGET_DIR: target },
      advice: `${crate} is missing: please run 'cargo install ${crate} --version ${version}' and try again.`,
    },
  );
  rmSync(target, { recursive: true, force: true });
  return path;
}

/** Where the wasm-bindgen program is; the runner of its tests lies beside it. */
export const wasmBindgen = () => tool('wasm-bindgen-cli', 'wasm-bindgen', lockedVersion('wasm-bindgen'));
