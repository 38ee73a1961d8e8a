// The documents as pages of the site: every link and picture of theirs leads to something that is there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { allPages } from '../../scripts/docs/list.mjs';
import { docPage } from '../../scripts/docs-plugin.mjs';
import { root } from '../../scripts/setup/run.mjs';

const all = [...allPages().values()];
const texts = new Map(all.map(({ page }) => [page, docPage(page)]));
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const idsOf = (page) => new Set(matches(texts.get(page), /\sid="([^"]+)"/g));

test('scene format, joints, contacts, limits and solvers are pages, beside what a visitor asks for first', () => {
  for (const name of [
    'start',
    'scenes',
    'joints',
    'contacts',
    'limits',
    'solvers',
    'changelog',
    'credits',
    'licence',
  ])
    assert(texts.has(`docs/${name}.html`), name);
  assert.equal(docPage('docs/nothing.html'), undefined);
});

for (const { page, about } of all) {
  test(`${page}: links and pictures lead somewhere`, () => {
    const text = texts.get(page);
    assert(about.length > 10, 'what it tells');
    assert.equal(matches(text, /<h1[ >]()/g).length, 1, 'one title');
    const ids = matches(text, /\sid="([^"]+)"/g);
    assert.deepEqual(
      ids.filter((id, k) => ids.indexOf(id) < k),
      [],
      'ids that stand twice',
    );
    const astray = matches(text, /<a href="([^"]+)"/g).filter((href) => {
      if (href.startsWith('https://')) return false;
      const [path, hash] = href.split('#');
      const target = path ? posix.join(posix.dirname(page), path).replace(/\/$/, '/index.html') : page;
      if (texts.has(target)) return hash !== undefined && !idsOf(target).has(hash);
      return !existsSync(join(root, target));
    });
    assert.deepEqual(astray, []);
    const missing = matches(text, /<img src="([^"]+)"/g).filter(
      (path) => !existsSync(join(root, posix.dirname(page), path)),
    );
    assert.deepEqual(missing, []);
    // Markdown that was not understood would stand there as it is written
    assert.deepEqual(
      matches(text.replace(/<pre[\s\S]*?<\/pre>/g, ''), /((?:<p>|\n)\|.*|\*\*.*|\]\(.*)/g),
      [],
    );
  });
}

test('the licence page holds both licences, whole', () => {
  const text = texts.get('docs/licence.html').replaceAll('&quot;', '"');
  for (const path of ['LICENSE-MIT', 'LICENSE-APACHE'])
    for (const line of readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => /^[\w ]+$/.test(line)))
      assert(text.includes(line.trim()), line);
});

test('the examples of the API reference compile, strictly', () => {
  const path = join(root, 'examples/api/tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'examples/api'));
  assert.equal(fileNames.length, 6);
  const program = ts.createProgram(fileNames, options);
  const said = fileNames.flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)));
  assert.deepEqual(
    said.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    [],
  );
});

test('the README is short', () => {
  const words = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).length;
  assert(words <= 900, `${words} words`);
});
