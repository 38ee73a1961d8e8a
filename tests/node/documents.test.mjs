// Documents name files that are there, and link to what is there: above all docs/limits.md, whose every promise names its test.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import test from 'node:test';
import { toHtml } from '../../scripts/docs/markdown.mjs';
import { root } from '../../scripts/setup/run.mjs';

const inFolder = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name));

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['docs', 'docs/inside', 'www', 'tests'].flatMap(inFolder),
];

/** Names of which every part stands for one of several. */
const ANY = /\*|NAME|FOLDER|\bNN\b|\bX\b|\bx\./;

for (const document of documents) {
  test(`${document} names files that are there`, () => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [
      ...text.matchAll(/`((?:tests|src|shaders|scripts|www|examples|fuzz|learn)\/[\w./-]*\w)`/g),
    ].map(([, path]) => path);
    const missing = named.filter((path) => !ANY.test(path) && !existsSync(join(root, path)));
    assert.deepEqual(missing, []);
  });
}

const texts = new Map();

/** The ids of a document's headings, as GitHub and the site make them. */
function headings(path) {
  if (!texts.has(path)) {
    const { html } = toHtml(readFileSync(join(root, path), 'utf8'), { source: path, page: path }, new Map());
    texts.set(
      path,
      [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id),
    );
  }
  return texts.get(path);
}

for (const document of [
  ...documents,
  'CHANGELOG.md',
  ...['docs/benchmarks', 'examples/web'].flatMap(inFolder),
]) {
  test(`${document} links to files and headings that are there`, () => {
    const text = readFileSync(join(root, document), 'utf8').replace(/```.*?```|`[^`\n]*`/gs, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href);
    const astray = links.filter((href) => {
      if (/^(https?|mailto):/.test(href)) return false;
      const [path, hash] = href.split('#');
      const target = path ? posix.join(posix.dirname(document), path) : document;
      if (!existsSync(join(root, target))) return true;
      return hash !== undefined && target.endsWith('.md') && !headings(target).includes(hash);
    });
    assert.deepEqual(astray, []);
  });
}

test('ARCHITECTURE.md is one page', () => {
  const words = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\s+/).length;
  assert(words <= 1300, `${words} words`);
});

test('docs/limits.md names a test in every row of its tables of promises', () => {
  const text = readFileSync(join(root, 'docs/limits.md'), 'utf8');
  const tables = text.split('\n\n').filter((part) => /^\|.*\btest \|$/m.test(part.split('\n')[0]));
  assert(tables.length >= 2, 'its tables');
  for (const table of tables) {
    let before = false;
    for (const row of table.split('\n').slice(2)) {
      const last = row.split('|').at(-2).trim();
      before = /`[\w/.-]+\.(rs|ts|mjs)`/.test(last) || (last === 'the same' && before);
      assert(before, row.slice(0, 100));
    }
  }
});
