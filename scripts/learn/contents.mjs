// The index of the tutorial: a path for each kind of reader, the two kinds of chapters, and a card for each with a picture of its own figure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagePoster } from './poster.mjs';

const KINDS = [
  ['physics', 'The physics', 'what a joint asks for, and what goes wrong in a step'],
  ['gpu', 'The GPU', 'who computes what, and what it costs'],
];
/** Pages that a path may end with. */
const ENDS = { repairs: 'then five repairs', puzzles: 'then eighteen puzzles' };
const WORDS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two';

/** As people write it in a sentence. */
export const inWords = (number) => WORDS.split(' ')[number] ?? String(number);

const page = ({ name }) => `./${name}.html`;

function path(name, title, promise, own, end = '') {
  const links = own.map(
    (chapter) => `<a href="${page(chapter)}" title="${chapter.title}">${chapter.number}</a>`,
  );
  const minutes = own.reduce((sum, chapter) => sum + chapter.minutes, 0);
  const last = end ? ` <a class="then" href="./${end}.html">${ENDS[end]}</a>` : '';
  return `<li class="${name}"><b>${title}</b>: ${promise}. <span class="way"><span class="stops">${links.join(' ')}</span>${last} <small>${Math.round(minutes / 10) * 10} minutes</small></span></li>`;
}

/** www/learn/readers.json says who goes where. */
export function readers(chapters, root) {
  const list = JSON.parse(readFileSync(join(root, 'www/learn/readers.json'), 'utf8'));
  const rows = list.map(({ reader, title, promise, chapters: names, then }) => {
    const own = names.map((name) => chapters.find((chapter) => chapter.name === name));
    if (own.includes(undefined))
      throw new Error(`readers.json: ${reader} wants a chapter that there is not.`);
    return path(reader, title, promise, own, then);
  });
  return `<ul class="paths readers">${rows.join('')}</ul>`;
}

export function kinds(chapters) {
  const rows = KINDS.map(([kind, title, promise]) =>
    path(
      kind,
      title,
      promise,
      chapters.filter((chapter) => chapter.path === kind),
    ),
  );
  return `<ul class="paths kinds">${rows.join('')}</ul>`;
}

/** `exercisesOf` gives how many exercises a chapter has. */
export function cards(chapters, exercisesOf, root, where) {
  const items = chapters.map((chapter) => {
    const { name, number, title, promise, path, minutes, needs } = chapter;
    const start = number === 1 ? '<span class="start">Start here</span>' : '';
    return `<li value="${number}" class="${path}" data-chapter="${name}" data-exercises="${exercisesOf(name)}">${stagePoster(`${name}-card`, '', root, where)}<h2><span class="number">${number}</span> <a href="${page(chapter)}">${title}</a></h2>${start}<p>${promise}</p><p class="facts">${minutes} min · ${needs}</p><p class="ticks"></p></li>`;
  });
  return `<ol class="contents wide">${items.join('')}</ol>`;
}
