// The npm package's part of dist/: modules, types, the wasm beside them, and scripts that carry it in themselves.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, run } from './setup/run.mjs';

const www = join(root, 'www');
const out = join(root, 'dist', 'lib');
const wasm = join(www, 'wasm', 'beadwork_bg.wasm');

/**
 * The bindings would fetch the wasm from an address of their own if they were given none. They always are, and a
 * bundler that saw the address would look for a file that is not there.
 */
const bindings = {
  name: 'bindings',
  setup({ onLoad }) {
    onLoad({ filter: /wasm[\\/](cpu[\\/])?beadwork\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace("new URL('beadwork_bg.wasm', import.meta.url)", 'undefined');
      if (contents === text) throw new Error('The bindings no longer name the wasm as they did.');
      return { contents, loader: 'js' };
    });
  },
};

/** A worker is found by its address, which is that of a file beside those that are made here. */
const worker = {
  name: 'worker',
  setup({ onLoad }) {
    onLoad({ filter: /www[\\/]away\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace("new URL('./worker.ts'", "new URL('./worker.js'");
      if (contents === text) throw new Error('The worker is no longer asked for as it was.');
      return { contents, loader: 'ts' };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  plugins: [bindings, worker],
  logLevel: 'warning',
};

/** esbuild comes with npm's packages, which may not be there when this file is read. */
async function bundle(options) {
  const { build } = await import('esbuild');
  await build({ ...common, ...options });
}

async function modules() {
  await bundle({
    entryPoints: ['beadwork.ts', 'element.ts', 'three.ts', 'worker.ts'].map((name) => join(www, name)),
    // three is a peer dependency: the page has its own copy
    external: ['three'],
    outdir: out,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  for (const module of ['beadwork_bg.wasm', 'cpu/beadwork_bg.wasm', 'cpu/beadwork_simd.wasm'])
    cpSync(join(www, 'wasm', module), join(out, 'wasm', module));
}

/** For pages that can take one script and nothing else, and for frames without an origin. */
async function scripts() {
  const packed = gzipSync(readFileSync(wasm), { level: 9 }).toString('base64');
  await bundle({
    entryPoints: { 'beadwork.script': join(www, 'script.ts'), embed: join(www, 'element', 'embed.ts') },
    outdir: out,
    format: 'iife',
    globalName: 'beadwork',
    define: { PACKED_WASM: JSON.stringify(packed), 'import.meta.url': '""' },
  });
  // www/element/packed.ts asks for one of them where there is no WebGPU
  for (const [module, script] of [
    ['beadwork_bg.wasm', 'beadwork.cpu.js'],
    ['beadwork_simd.wasm', 'beadwork.cpu.simd.js'],
  ]) {
    const cpu = gzipSync(readFileSync(join(www, 'wasm', 'cpu', module)), { level: 9 }).toString('base64');
    writeFileSync(join(out, script), `globalThis.beadworkPackedCpu = '${cpu}';\n`);
  }
}

async function types() {
  const folder = join(out, 'types');
  await run('Types of the library', process.execPath, [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    join(root, 'tsconfig.library.json'),
  ]);
  mkdirSync(join(folder, 'wasm', 'cpu'), { recursive: true });
  for (const name of [join('wasm', 'beadwork.d.ts'), join('wasm', 'cpu', 'beadwork.d.ts')]) {
    // Symbol.dispose is newer than the libraries that others check against
    const bindings = readFileSync(join(www, name), 'utf8');
    writeFileSync(join(folder, name), bindings.replace(/^.*\[Symbol\.dispose\].*\n/gm, ''));
  }
  // Node's rules for modules want whole names
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.d.ts') || name.startsWith('wasm')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const whole = text.replace(/((?:from |import\()')(\.[^']*?)(?:\.js)?'/g, "$1$2.js'");
    writeFileSync(join(folder, name), whole);
  }
}

/** A frame without an origin may load classic scripts only, and style sheets without asking whose they are. */
function embedPage() {
  const path = join(root, 'dist', 'embed.html');
  const page = readFileSync(path, 'utf8')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(' crossorigin', '')
    .replace('</body>', '  <script src="./lib/embed.js"></script>\n  </body>');
  writeFileSync(path, page);
}

export async function buildLibrary() {
  rmSync(out, { recursive: true, force: true });
  await modules();
  await scripts();
  await types();
  embedPage();
}
