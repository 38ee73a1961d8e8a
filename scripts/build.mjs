// The wasm module and its JavaScript in www/wasm, made anew when anything it is made from has changed.
//   node scripts/build.mjs [--quick] [--site]
// --quick leaves out wasm-opt: half the time, a fifth more bytes. --site: then the whole site in dist/.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildLibrary } from './library.mjs';
import { wasmBindgen } from './setup/cargo-tools.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { cache, isMain, main, root, run } from './setup/run.mjs';
import { wasmEnvironment } from './setup/wasm-target.mjs';

const out = join(root, 'www', 'wasm');
/** A page loads one of them, by what it runs on and what its browser reads. */
const MODULES = [
  {
    words: 'Building the crate for wasm32',
    folder: out,
    options: [],
    // A page waits for bytes longer than for what this module computes: that is on the graphics device. Gzipped, the passes above -O1
    // make it larger. In kB: 's' and -O3 587, 'z' and -O3 541, 'z' and -O1 516; a scene of 100,000 beads is built in 360 ms and not in
    // 320, a step is sent as fast.
    level: 'z',
    passes: '-O1',
  },
  {
    words: "Building the module of the benchmark's page",
    folder: join(out, 'tables'),
    options: ['--no-default-features', '--features', 'tables'],
    level: 'z',
    passes: '-O1',
  },
  {
    words: 'Building its module for the CPU',
    folder: join(out, 'cpu'),
    options: ['--features', 'cpu'],
    level: '3',
    passes: '-O1',
  },
  {
    // chains by four (src/cpu/by_four.rs) take two fifths of the time; browsers since spring 2023 read it
    words: 'Building that with SIMD',
    folder: join(out, 'cpu'),
    options: ['--features', 'cpu'],
    level: '3',
    passes: '-O1',
    simd: true,
  },
];
const sources = ['src', 'shaders', 'build.rs', 'Cargo.toml', 'Cargo.lock', '.cargo', 'scripts/build.mjs'];

/** The version of wasm-opt. */
const optimised = () =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages['node_modules/binaryen'].version;

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

function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

function fingerprint() {
  const hash = createHash('sha256').update(optimised());
  for (const path of sources.flatMap((source) => files(join(root, source)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Environment for cargo where it builds for wasm32, which has a target folder of its own: see wasm-target.mjs. */
export async function wasmCargoEnvironment() {
  return { ...process.env, ...(await wasmEnvironment()), CARGO_TARGET_DIR: join(root, 'target', 'wasm') };
}

/** So many builds are kept for clones that come to the same sources. */
const KEPT = 4;
const kept = join(cache, 'wasm');

/** Modules of this fingerprint are copied from the cache, if they are there. */
function fromCache(mark, now) {
  const folder = join(kept, now);
  if (!existsSync(folder)) return false;
  rmSync(out, { recursive: true, force: true });
  cpSync(folder, out, { recursive: true });
  writeFileSync(mark, now);
  return true;
}

function intoCache(now) {
  const draft = join(kept, `${now}.${process.pid}`);
  cpSync(out, draft, { recursive: true });
  rmSync(join(kept, now), { recursive: true, force: true });
  renameSync(draft, join(kept, now));
  const age = (name) => statSync(join(kept, name)).mtimeMs;
  const oldest = readdirSync(kept).sort((a, b) => age(b) - age(a));
  for (const name of oldest.slice(KEPT)) rmSync(join(kept, name), { recursive: true, force: true });
}

export async function buildWasm({ quick = false } = {}) {
  const mark = join(out, '.fingerprint');
  const now = fingerprint();
  const module = join(out, 'beadwork_bg.wasm');
  const there = existsSync(module) && existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  if (there === now || (quick && there === `${now} quick`) || fromCache(mark, now)) return;
  const env = await wasmCargoEnvironment();
  const bindgen = await wasmBindgen();
  const make = (made) => compile(made, { env, bindgen, quick });
  // each is built by one thread for the most part; the last has a target folder of its own, so it goes beside the others
  const beside = make(MODULES.at(-1));
  beside.catch(() => {});
  for (const made of MODULES.slice(0, -1)) put(made, await make(made));
  put(MODULES.at(-1), await beside);
  writeFileSync(mark, quick ? `${now} quick` : now);
  if (!quick) intoCache(now);
}

/** Gives the folder that the module and its JavaScript are made in. */
async function compile({ words, options, level, passes, simd }, { env, bindgen, quick }) {
  // other flags are another build of every dependency, which is to be found again
  const target = simd ? join(env.CARGO_TARGET_DIR, 'simd') : env.CARGO_TARGET_DIR;
  await run(
    words,
    'cargo',
    ['build', '--release', '--lib', '--target', 'wasm32-unknown-unknown', ...options],
    {
      env: {
        ...env,
        CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
        CARGO_TARGET_DIR: target,
        ...(simd && { RUSTFLAGS: '-C target-feature=+simd128' }),
      },
    },
  );
  const built = join(target, 'wasm32-unknown-unknown', 'release');
  // one after the other share a target folder
  const draft = join(target, 'bindgen', words.replace(/\W+/g, '-'));
  rmSync(draft, { recursive: true, force: true });
  const raw = join(built, 'beadwork.wasm');
  await run('wasm-bindgen', bindgen, [raw, '--target', 'web', '--out-dir', draft, '--out-name', 'beadwork']);
  const module = join(draft, 'beadwork_bg.wasm');
  if (!quick) {
    const optimiser = join(root, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
    const read = simd ? [...features, '--enable-simd'] : features;
    await run('wasm-opt', process.execPath, [optimiser, module, passes, ...read, '-o', module]);
  }
  return draft;
}

/** Puts what was made into its place, whole and at once: a page may be served from here. */
function put({ words, folder, simd }, draft) {
  const module = join(draft, 'beadwork_bg.wasm');
  mkdirSync(folder, { recursive: true });
  if (simd) {
    const withoutComments = (where) =>
      readFileSync(join(where, 'beadwork.js'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
    if (withoutComments(draft) !== withoutComments(folder))
      throw new Error('The modules with and without SIMD no longer share their JavaScript.');
    cpSync(module, join(folder, 'beadwork_simd.wasm'));
  } else {
    cpSync(draft, folder, { recursive: true });
  }
  const bytes = readFileSync(module);
  const kilobytes = (data) => `${(data.length / 1000).toFixed(0)} kB`;
  console.log(`  ${words}: ${kilobytes(bytes)}, ${kilobytes(gzipSync(bytes, { level: 9 }))} gzipped`);
}

/** Vite's program, to be run by Node. */
export const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

export async function buildSite() {
  await run('Building the site', process.execPath, [vite, 'build']);
  await buildLibrary();
}

if (isMain(import.meta.url)) {
  main(async () => {
    await npmPackages();
    await buildWasm({ quick: process.argv.includes('--quick') });
    if (process.argv.includes('--site')) await buildSite();
  });
}
