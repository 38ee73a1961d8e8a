// Plain words in documents and pages: sentences of at most 25 words, and none of the phrases that readers had to puzzle over.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../scripts/setup/run.mjs';
import { ofHtml, ofMarkdown, sentences, words } from './sentences.mjs';

const MOST = 25;

/** Each has a plainer twin: "with any number of passes" for "however many passes", "the residual" for "what is left of the equations". */
const RIDDLES = [
  'whoever',
  'what nobody',
  'nobody looked',
  'what is passed over',
  'who is near whom',
  'say the same twice',
  'what cannot be',
  'what goes by',
  'unless told otherwise',
  'unless somebody',
  "a hair's breadth",
  'what is left of the equation',
  'what it leaves behind',
];

const inFolder = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const documents = ['.', 'docs', 'docs/benchmarks', 'docs/inside', 'www', 'tests', 'examples/web'].flatMap(
  (folder) => inFolder(folder, '.md'),
);
const pages = ['.', 'learn'].flatMap((folder) => inFolder(folder, '.html'));

const plain = (path) => (path.endsWith('.md') ? ofMarkdown : ofHtml)(readFileSync(join(root, path), 'utf8'));

test('there is something to read', () => {
  assert(documents.length > 30 && pages.length > 25, `${documents.length} documents, ${pages.length} pages`);
});

for (const path of [...documents, ...pages]) {
  test(`${path} is in short sentences without riddles`, () => {
    const all = sentences(plain(path));
    assert.deepEqual(
      all.filter((sentence) => words(sentence) > MOST),
      [],
      `${path} has sentences of more than ${MOST} words`,
    );
    const found = all.filter((sentence) => RIDDLES.some((riddle) => sentence.toLowerCase().includes(riddle)));
    assert.deepEqual(found, [], `${path} has riddles`);
  });
}

test('a sentence of 26 words is found, one of 25 is not', () => {
  const of = (count) => `${Array(count).fill('word').join(' ')}.`;
  const long = (text) => sentences(text).filter((sentence) => words(sentence) > MOST);
  assert.deepEqual(long(`${of(25)} ${of(26)}`), [of(26)]);
  assert.deepEqual(long(`${of(20).replace('.', ':')} ${of(20)}`), []);
});

test('what is no sentence is left out: code, tables, formulas, addresses', () => {
  const markdown = [
    '# A head',
    'Look at `a b c`, at [the page](https://a.b/c "d e") and at $x + y$.',
    '',
    '| a | b |',
    '',
    '```',
    'let x = 1;',
    '```',
    '- One.',
    '- Two',
    '  lines.',
  ].join('\n');
  assert.deepEqual(sentences(ofMarkdown(markdown)), [
    '# A head',
    'Look at CODE, at the page and at CODE.',
    'One.',
    'Two lines.',
  ]);
  const html =
    '<h1>A head</h1><p>A <em>word</em>,\n <code>a b</code> &amp; $$x$$.</p><pre>let x;</pre><table><td>a</td></table>';
  assert.deepEqual(sentences(ofHtml(html)), ['A head', 'A word, CODE & CODE.']);
});
