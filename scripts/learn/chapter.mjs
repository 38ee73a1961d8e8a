// npm run chapter -- falling-bead "A falling bead"
// Begins a chapter of the tutorial: a page that works, with a figure, a formula that shows its number, a piece of code, an exercise and
// a test. It is made from scripts/learn/template/, and then yours to fill. docs/chapters.md tells how.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main, root, SetupError } from '../setup/run.mjs';

const HELP = `npm run chapter -- NAME TITLE [--into FOLDER]
  NAME     small letters and hyphens, as in falling-bead: the page is learn/NN-falling-bead.html
  TITLE    what stands above it
  --into   the folder of the project; this one unless said otherwise`;

const TEMPLATE = join(root, 'scripts/learn/template');
const LIST = 'www/learn/chapters.json';

/** Where each file of the template goes. */
const places = (name) => ({
  'chapter.html': `learn/${name}.html`,
  'chapter.ts': `www/learn/${name}.ts`,
  'chapter.spec.ts': `tests/e2e/learn-${name}.cpu.spec.ts`,
});

const fill = (text, words) => text.replace(/\{\{(\w+)\}\}/g, (_, word) => words[word]);

/** Pictures stand in for those of the new chapter until posters.mjs has made them: those of the chapter before. */
function borrowPictures(into, before, name) {
  const posters = join(into, 'www/learn/posters');
  for (const theme of ['dark', 'light']) {
    copyFileSync(join(posters, `index-${theme}.jpg`), join(posters, `${name}-${theme}.jpg`));
    copyFileSync(join(posters, `${before}-card-${theme}.jpg`), join(posters, `${name}-card-${theme}.jpg`));
  }
}

function begin(into, word, title) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word))
    throw new SetupError(
      `A chapter's name has small letters, digits and hyphens, as falling-bead has; not "${word}".`,
    );
  const list = JSON.parse(readFileSync(join(into, LIST), 'utf8'));
  const number = list.length + 1;
  const name = `${String(number).padStart(2, '0')}-${word}`;
  const files = Object.entries(places(name)).map(([from, to]) => [join(TEMPLATE, from), to]);
  const there = files.find(([, to]) => existsSync(join(into, to)));
  if (there) throw new SetupError(`There is a ${there[1]} already.`);
  for (const [from, to] of files)
    writeFileSync(join(into, to), fill(readFileSync(from, 'utf8'), { number, name }));
  borrowPictures(into, list.at(-1).name, name);
  list.push({
    number,
    name,
    title,
    promise: 'What the reader will have seen, in one sentence.',
    path: 'physics',
    minutes: 10,
    needs: `chapter ${number - 1}`,
  });
  writeFileSync(join(into, LIST), `${JSON.stringify(list, null, 2)}\n`);
  return { number, name, files: files.map(([, to]) => to) };
}

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, into: { type: 'string', default: root } },
  });
  if (values.help) return console.log(HELP);
  if (positionals.length !== 2) throw new SetupError(`A chapter wants a name and a title.\n${HELP}`);
  const { number, name, files } = begin(resolve(values.into), ...positionals);
  console.log(`Chapter ${number} has begun: ${[...files, LIST].join(', ')}.
Its pictures are borrowed until you make them: node scripts/learn/posters.mjs ${name}
See it at /learn/${name}.html (npm start). docs/chapters.md tells what comes next.`);
});
