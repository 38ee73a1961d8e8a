// The pages' TypeScript for tests that need no page: bundled as it is read, since Node 20 reads none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/setup/run.mjs';

/** The exports of a module of the project, by its path from the root. */
export async function load(path) {
  const entry = join(root, path);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // as Vite has it in a built page
    define: { 'import.meta.env.DEV': 'false', 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
    logLevel: 'error',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** The library with its module for the CPU: simulations run in Node as in a browser without WebGPU. */
export async function library() {
  const beadwork = await load('www/beadwork.ts');
  const cpuWasm = readFileSync(join(root, 'www', 'wasm', 'cpu', 'beadwork_simd.wasm'));
  await beadwork.init({ cpuWasm, machine: 'cpu' });
  return beadwork;
}
