// Documents name files that are there: above all docs/limits.md, whose every promise names its test.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../scripts/setup/run.mjs';

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
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
