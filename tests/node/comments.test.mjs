// Comments of Rust and WGSL are in plain words: sentences of at most 25 words, and no riddles.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../scripts/setup/run.mjs';

const MOST_WORDS = 25;

/** Phrases that make a reader guess: who acts, or on what, has to be said. */
const RIDDLES = [
  /\b([Nn]o|[Ss]ome|[Ee]very)body\b/,
  /\bwhoever\b/i,
  /\bwhat is passed\b/i,
  /\bwhat goes by\b/i,
  /\bis told\b/i,
  /^those that\b/i,
  /^(what there is|who|whose)\b/i,
  /^what (is|are|was|were|has|have|had|does|goes|comes|stands|it|they)\b[^?]*$/i,
];

const ENDS = /(?<!\b(e\.g|i\.e|etc|vs))[.?!][)”"`]*$/;

/** A word in small letters goes on with the sentence; the name of a quantity or a file begins one. */
const GOES_ON = /^([a-z]{2,}[,:;.)]*|a)$/;

/** Of a line: its comment with its mark, without a `//` in quotes. */
function commentOf(line) {
  const code = line.replace(/"(\\.|[^"\\])*"/g, (text) => ' '.repeat(text.length));
  const at = /^\s*\/\//.test(line) ? line.indexOf('//') : code.indexOf('//');
  if (at < 0) return undefined;
  const [, mark, words] = line.slice(at).match(/^(\/\/[/!]?)(.*)$/);
  return { mark, words, alone: line.slice(0, at).trim() === '' };
}

/** Sentences of comments with the line on which each begins. Lines of one comment are joined; formulas, lists, code and
 * blank lines part them. */
function sentences(text) {
  const found = [];
  let block = [];
  let mark;
  let fenced = false;
  const close = () => {
    const words = block.flatMap(({ words, line }) => words.split(' ').map((word) => ({ word, line })));
    let sentence = [];
    words.forEach(({ word, line }, i) => {
      if (word) sentence.push({ word, line });
      const next = words.slice(i + 1).find((later) => later.word)?.word ?? '';
      if (i === words.length - 1 || (ENDS.test(word) && !GOES_ON.test(next))) {
        if (sentence.length)
          found.push({ line: sentence[0].line, text: sentence.map((part) => part.word).join(' ') });
        sentence = [];
      }
    });
    block = [];
  };
  text.split('\n').forEach((line, i) => {
    const comment = commentOf(line);
    if (!comment?.alone || comment.mark !== mark) close();
    mark = comment?.alone ? comment.mark : undefined;
    if (!comment) return;
    if (/^\s*```/.test(comment.words)) fenced = !fenced;
    const apart = fenced || /^\s*```|^\s{4}|^\s*$|^ uses: |^\s{2,}cargo /.test(comment.words);
    if (apart || /^\s*([-*]|\d+\.) /.test(comment.words)) close();
    if (!apart) block.push({ words: comment.words.trim(), line: i + 1 });
    if (!comment.alone) close();
  });
  close();
  return found;
}

/** Code counts as one word, symbols of a formula as none. */
const wordCount = (sentence) =>
  sentence
    .replace(/`[^`]*`/g, 'code')
    .split(' ')
    .filter((word) => /[a-z]{2}|^a$/i.test(word)).length;

const faults = (text) =>
  sentences(text).filter(
    (sentence) =>
      wordCount(sentence.text) > MOST_WORDS || RIDDLES.some((riddle) => riddle.test(sentence.text)),
  );

/** Their comments are texts of pages and types. */
const TEXTS = ['src/parameters.rs', 'src/simulation/measures.rs'];

const files = ['src', 'shaders', 'tests', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(rs|wgsl)$/.test(path) && !TEXTS.includes(path)),
);

test('comments of Rust and WGSL are in sentences of at most 25 words, without riddles', () => {
  assert(files.length > 700, `${files.length} files`);
  const found = files.flatMap((path) =>
    faults(readFileSync(join(root, path), 'utf8')).map(({ line, text }) => `${path}:${line} ${text}`),
  );
  assert.deepEqual(found, []);
});

test('sentences of comments are told apart', () => {
  const text = [
    '/// One sentence over',
    '/// two lines, e.g. this; q = 1. It ends',
    '/// here: ',
    '///     a formula. That counts for nothing',
    '// uses: step, body',
    'let url = "https://example.org"; // q is a speed. Nobody reads it',
  ].join('\n');
  assert.deepEqual(sentences(text), [
    { line: 1, text: 'One sentence over two lines, e.g. this; q = 1.' },
    { line: 2, text: 'It ends here:' },
    { line: 6, text: 'q is a speed.' },
    { line: 6, text: 'Nobody reads it' },
  ]);
  assert.deepEqual(faults(text), [{ line: 6, text: 'Nobody reads it' }]);
  const words = (count) => `// ${'word '.repeat(count)}x + \`a b c\``;
  assert.deepEqual(faults(words(MOST_WORDS - 1)), []);
  assert.equal(faults(words(MOST_WORDS)).length, 1);
});
