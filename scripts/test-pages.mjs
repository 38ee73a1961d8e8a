// Builds the pages for end-to-end tests (test-plugin.mjs) when something that they are made from has changed.
//   node scripts/test-pages.mjs [--port N]     with a port, serves them there
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMain, main, root } from './setup/run.mjs';
import { htmlIn, imported, OUT } from './test-plugin.mjs';

/** Everything that the pages are made from, but for what only a test file says. */
const SOURCES = [
  'www',
  'learn',
  'shaders',
  'src',
  'docs',
  'examples',
  'CHANGELOG.md',
  'package.json',
  'scripts',
  'tests/e2e/pages',
  'vite.config.ts',
  'package-lock.json',
];

function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => files(join(path, name)));
}

function fingerprint() {
  const hash = createHash('sha256').update(imported().join());
  for (const path of [...SOURCES, ...htmlIn('.')].flatMap((source) => files(join(root, source)))) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const mark = join(root, `${OUT}.mark`);
const lock = join(root, `${OUT}.lock`);
const isNew = (now) => existsSync(mark) && readFileSync(mark, 'utf8') === now;

export async function buildTestPages() {
  const now = fingerprint();
  if (isNew(now)) return;
  mkdirSync(dirname(lock), { recursive: true });
  // two runs beside each other must not build into the same folder; a lock that a killed run left is passed over
  for (let tries = 0; tries < 600 && !take(lock); tries++) await setTimeout(200);
  try {
    if (isNew(now)) return;
    const { build } = await import('vite');
    await build({ root, mode: 'test', logLevel: 'error' });
    writeFileSync(mark, now);
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(path) {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

async function serve(port) {
  const { preview } = await import('vite');
  await preview({
    root,
    mode: 'test',
    base: '/',
    build: { outDir: OUT },
    preview: { port, strictPort: true, host: '127.0.0.1' },
  });
}

if (isMain(import.meta.url)) {
  main(async () => {
    await buildTestPages();
    const at = process.argv.indexOf('--port');
    if (at > 0) await serve(Number(process.argv[at + 1]));
  });
}
