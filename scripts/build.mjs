// The wasm module beside its JavaScript in www/wasm, rebuilt when anything it is made from has changed.
//   node scripts/build.mjs [--site]      --site: also dist/ by Vite
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { wasmBindgen } from './setup/cargo-tools.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, run } from './setup/run.mjs';
import { wasmEnvironment } from './setup/wasm-target.mjs';

const out = join(root, 'www', 'wasm');
const module = join(out, 'beadwork_bg.wasm');

// What rustc emits and every browser with WebGPU reads; wasm-opt's own --all-features writes what none reads yet.
const features = [
  'bulk-memory',
  'bulk-memory-opt',
  'nontrapping-float-to-int',
  'sign-ext',
  'mutable-globals',
  'reference-types',
  'multivalue',
].map((name) => `--enable-${name}`);

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = [
    ...files(join(root, 'src')),
    ...files(join(root, 'shaders')),
    join(root, 'Cargo.toml'),
    join(root, 'Cargo.lock'),
    join(root, 'scripts', 'build.mjs'),
  ];
  for (const path of sources.sort()) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

export async function buildWasm() {
  const mark = join(out, '.fingerprint');
  const now = fingerprint();
  if (existsSync(module) && existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  const environment = {
    ...process.env,
    ...(await wasmEnvironment()),
    CARGO_TARGET_DIR: join(root, 'target', 'wasm'),
  };
  const bindgen = await wasmBindgen();
  await run(
    'Building the crate for wasm32',
    environment.RUSTC ? join(environment.RUSTC, '..', 'cargo') : 'cargo',
    ['build', '--release', '--lib', '--target', 'wasm32-unknown-unknown', '--quiet'],
    { env: environment },
  );
  mkdirSync(out, { recursive: true });
  const raw = join(root, 'target', 'wasm', 'wasm32-unknown-unknown', 'release', 'beadwork.wasm');
  await run('wasm-bindgen', bindgen, [raw, '--target', 'web', '--out-dir', out, '--out-name', 'beadwork']);
  const optimiser = join(root, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
  await run('wasm-opt', process.execPath, [optimiser, module, '-Os', ...features, '-o', module]);
  writeFileSync(mark, now);
  const bytes = readFileSync(module);
  console.log(
    `  beadwork_bg.wasm: ${(bytes.length / 1e3).toFixed(0)} kB, ${(gzipSync(bytes).length / 1e3).toFixed(0)} kB gzipped`,
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  main(async () => {
    await npmPackages();
    await buildWasm();
    if (process.argv.includes('--site'))
      await run('Building the site', 'npx', ['vite', 'build'], { live: true });
  });
}
