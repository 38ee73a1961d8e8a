// The pages' TypeScript for tests that need no page: bundled as it is read, since Node 20 reads none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/setup/run.mjs';

/** The exports of a module of the project, by its path from the root. */
export const load = (path) => bundled(join(root, path), { entryPoints: [join(root, path)] });

async function bundled(entry, what) {
  const { outputFiles } = await build({
    ...what,
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
export const library = async () => ready(await load('www/beadwork.ts'));

/** The same with its module for three.js, and three itself as `THREE`. */
export async function libraryWithThree() {
  const contents = `export * from './www/beadwork.ts';
    export { attach } from './www/three.ts';
    export * as THREE from 'three';`;
  const stdin = { contents, resolveDir: root, sourcefile: 'with-three.ts', loader: 'ts' };
  return ready(await bundled(join(root, 'www', 'with-three.ts'), { stdin }));
}

async function ready(beadwork) {
  const cpuWasm = readFileSync(join(root, 'www', 'wasm', 'cpu', 'beadwork_simd.wasm'));
  await beadwork.init({ cpuWasm, machine: 'cpu' });
  return beadwork;
}
