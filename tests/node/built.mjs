// The built site as files: what a reader's browser may fetch for one of its pages, found by names, not by loading it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/setup/run.mjs';

const dist = join(root, 'dist');
/** Every file of the site by its path in dist/, the package's left out. */
const files = new Map(
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => [relative(dist, path), readFileSync(path)])
    .filter(([path]) => !path.startsWith('lib')),
);
const textOf = (path) => (/\.(html|js|css)$/.test(path) ? files.get(path).toString() : '');

const kept = (compute) => {
  const known = new Map();
  return (path) => {
    if (!known.has(path)) known.set(path, compute(path));
    return known.get(path);
  };
};
export const gzipped = kept((path) => gzipSync(files.get(path), { level: 9 }).length);
/** Built names are unique: a text that contains one refers to that file. A page that is named is a link. */
const named = kept((path) => {
  const text = textOf(path);
  return [...files.keys()].filter((other) => extname(other) !== '.html' && text.includes(basename(other)));
});

const modules = ['cpu/beadwork_bg.wasm', 'cpu/beadwork_simd.wasm'].map((name) =>
  readFileSync(join(root, 'www', 'wasm', name)),
);
/** What only a browser without WebGPU fetches. */
const forCpu = kept(
  (path) => /painter-/.test(path) || modules.some((bytes) => bytes.equals(files.get(path))),
);

/** Faces of the formulas, and the classes that they are for. */
const FACES = [
  [/AMS/, /class="[^"]*(mathbb|amsrm|textbb)/],
  [/Main-Bold/, /class="[^"]*(mathbf|textbf)/],
];

/**
 * All that a browser with WebGPU may fetch for a page in one of the two themes, however far its reader goes: what the
 * page names, and what these name.
 */
export function fetchable(page, theme = 'light') {
  const html = textOf(page);
  const other = theme === 'light' ? 'dark' : 'light';
  const needless = (path) =>
    forCpu(path) ||
    new RegExp(`-${other}[-.][^/]*$`).test(path) ||
    FACES.some(([face, needs]) => face.test(path) && !needs.test(html));
  const found = new Set([page]);
  for (const path of found) for (const next of named(path)) if (!needless(next)) found.add(next);
  return found;
}

/** Addresses in a file that a browser fetches by itself, as they are written. */
function addresses(path) {
  const text = textOf(path);
  const all = (pattern) => [...text.matchAll(pattern)].map(([, address]) => address);
  if (path.endsWith('.css')) return all(/url\(["']?([^"')]+)/g);
  if (path.endsWith('.js'))
    return [
      ...all(/(?:from|import)\(?["'`](\.[^"'`]+)/g),
      ...all(/new URL\([`"']([^`"'$]+)[`"'],\s*import\.meta/g),
    ];
  const loads = all(/<(?:script|img|source|iframe|video)\b[^>]*?\s(?:src|srcset|poster)="([^"]+)"/g);
  return [...loads, ...all(/<link\b[^>]*?\shref="([^"]+)"/g)];
}

/** Those of a file that lead to another host, or to nothing. */
export const astray = kept((path) =>
  addresses(path).filter(
    (address) =>
      !/^(data:|#)/.test(address) && !files.has(join(dirname(path), address.replace(/[?#].*/, ''))),
  ),
);
