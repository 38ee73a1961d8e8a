// The words of the tutorial (terms.json): in each chapter the first of each gets its meaning, shown while it is
// pointed at or focused. On paper the meanings stand at the chapter's end. <term-list></term-list> is all of them.
import { readFileSync } from 'node:fs';

const all = JSON.parse(readFileSync(new URL('terms.json', import.meta.url), 'utf8'));
const anchor = ({ name }) => `term-${name.toLowerCase().replaceAll(' ', '-')}`;

/** Paragraphs of the text; inside them tags, formulas, and what some tags hold stay as they are. */
const PARAGRAPH = /<p>([\s\S]*?)<\/p>/g;
const KEPT = /(<(a|code|dfn|strong|small|span)\b[\s\S]*?<\/\2>|<[^>]*>|\$\$?[^$]+\$\$?)/;

function marked(term, word) {
  const id = `meaning-${anchor(term)}`;
  return `<a class="term" href="./glossary.html#${anchor(term)}" aria-describedby="${id}">${word}<span class="meaning" role="tooltip" id="${id}">${term.means}</span></a>`;
}

/** Replaces the first word outside of tags and formulas. */
function markFirst(text, term) {
  const pieces = text.split(KEPT);
  const word = new RegExp(`(?<![\\w-])(?:${term.find})(?![\\w-])`);
  // split gives text, what is kept, its tag's name, text …
  for (let i = 0; i < pieces.length; i += 3) {
    if (!word.test(pieces[i])) continue;
    pieces[i] = pieces[i].replace(word, (found) => marked(term, found));
    return pieces.map((piece, k) => (k % 3 === 2 ? '' : piece)).join('');
  }
  return null;
}

/** A chapter with its words marked, and the list of them for paper. */
export function terms(html, number) {
  const used = [];
  let page = html;
  for (const term of all) {
    // a chapter that defines a word does so by itself
    if (!term.find || new RegExp(`<dfn>[^<]*${term.find}`, 'i').test(html)) continue;
    let done = false;
    page = page.replace(PARAGRAPH, (paragraph, text) => {
      const now = done ? null : markFirst(text, term);
      if (now === null) return paragraph;
      done = true;
      return `<p>${now}</p>`;
    });
    if (done) used.push(term);
  }
  const entries = used.map((term) => `<dt>${term.name}</dt><dd>${term.means}</dd>`).join('');
  return used.length > 0 && number ? `${page}<dl class="words">${entries}</dl>` : page;
}

export const termList = (chapters) =>
  `<dl class="glossary">${all
    .map((term) => {
      const { name, number } = chapters.find((chapter) => chapter.number === term.chapter);
      return `<dt id="${anchor(term)}">${term.name}</dt><dd>${term.means} <a href="./${name}.html">Chapter&nbsp;${number}</a></dd>`;
    })
    .join('')}</dl>`;
