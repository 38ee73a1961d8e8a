// What the built site and the package weigh, gzipped, from their files: this runs once they are built.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { allPages } from '../../scripts/docs/list.mjs';
import { astray, fetchable, gzipped } from './built.mjs';

const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
/** A thousand of it is for the foot that every page ends with, and its looks. */
const LIMIT = 923_500;
/** The chapter in which kernels are edited brings an editor and the texts of all kernels. */
const WITH_EDITOR = 977_500;
const chapters = JSON.parse(readFileSync('www/learn/chapters.json', 'utf8'))
  .map(({ name }) => name)
  .filter((name) => existsSync(`learn/${name}.html`));
// the index shows one card a chapter, and they come as they are scrolled to
const isCard = (path) => /-card-/.test(path);

for (const name of ['index', 'puzzles', 'repairs', ...chapters]) {
  const limit = name === '06-edit-the-shader' ? WITH_EDITOR : LIMIT;
  test(`learn/${name}.html stays under ${limit / 1000} kB gzipped, all on this host`, () => {
    for (const theme of ['light', 'dark']) {
      const all = [...fetchable(`learn/${name}.html`, theme)];
      // learn.site.spec.ts sees to it that a browser finds no more than this
      const total = sum(all.filter((path) => !isCard(path)).map(gzipped));
      assert(total > 20_000 && total < limit, `${total} bytes, ${theme}`);
      for (const path of all) assert.deepEqual(astray(path), [], path);
    }
  });
}

test('a page of the documentation is text, its looks and its pictures, and little of the first two', () => {
  for (const page of allPages().keys()) {
    const all = [...fetchable(page)];
    const words = all.filter((path) => /\.(html|css|js)$/.test(path));
    const total = sum(words.map(gzipped));
    assert(total > 3000 && total < 30_000, `${page}: ${total} bytes`);
    for (const path of all) assert.deepEqual(astray(path), [], path);
  }
});

test('the cards of the index are light too', () => {
  const cards = [...fetchable('learn/index.html')].filter(isCard);
  assert(cards.length > 10);
  assert(sum(cards.map(gzipped)) < 300_000);
});

// one compiler's module is some 4 kB larger than another's
test('the package and the lab stay within their weight', () => {
  const size = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000;
  const lib = 'dist/lib';
  const scripts = readdirSync(lib)
    .filter((name) => name.endsWith('.js') && !/script|embed|\.cpu/.test(name))
    .map((name) => ({ name, kB: size(`${lib}/${name}`), text: readFileSync(`${lib}/${name}`, 'utf8') }));
  // what a module brings with it at once
  const bringing = (name, found = new Set()) => {
    if (found.has(name)) return found;
    found.add(name);
    const { text } = scripts.find((script) => script.name === name);
    for (const [, next] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) bringing(next, found);
    return found;
  };
  // each machine has its bindings, and only the CPU's pictures take WebGL
  const bindings = scripts.filter(({ text }) => /__wbg|wasm_bindgen/.test(text));
  const [forGpu, forCpu] = [true, false].map((gpu) =>
    bindings.filter(({ text }) => /requestAdapter/.test(text) === gpu).map(({ name }) => name),
  );
  assert.equal(forGpu.length, 1);
  const drawing = scripts.filter(({ name }) => /^painter-/.test(name)).map(({ name }) => name);
  assert.equal(drawing.length, 1);
  const road = (...names) => {
    const all = new Set(names.flatMap((name) => [...bringing(name)]));
    return sum(scripts.filter(({ name }) => all.has(name)).map(({ kB }) => kB));
  };
  const below = (kB, limit, what) => assert(kB < limit, `${what}: ${kB.toFixed(1)} kB, not below ${limit}`);
  const wasm = size(`${lib}/wasm/beadwork_bg.wasm`);
  const [cpu, simd] = ['bg', 'simd'].map((kind) => size(`${lib}/wasm/cpu/beadwork_${kind}.wasm`));
  below(road('element.js', ...forGpu) + wasm, 712, 'the element');
  // three itself is its user's, and who does not import it loads nothing of it
  below(road('three.js'), 14, 'the module for three.js');
  const forThree = scripts.filter(({ text }) => /from"three"/.test(text)).map(({ name }) => name);
  assert.deepEqual(forThree, ['three.js']);
  for (const entry of ['beadwork.js', 'element.js', 'worker.js'])
    assert(!bringing(entry).has('three.js'), entry);
  // with the texts of the kernels
  below(road('beadwork.js', ...forGpu) + wasm, 759, 'the library');
  const withoutGpu = road('element.js', ...forCpu, ...drawing);
  below(withoutGpu + cpu, 919, 'the element on the CPU');
  // the kernels of chains, of trees and of contacts once more, by four
  below(withoutGpu + simd, 994, 'the element on the CPU with SIMD');
  // what the front page asks for before anybody has chosen anything
  const page = readFileSync('dist/index.html', 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  // 77 kB more than it was: hulls, compounds, what is fast, two solvers, the choice of the faster machine, the truth in a race
  below(sum(first.map((path) => size(`dist/${path}`))) + wasm, 868, 'the lab');
});
