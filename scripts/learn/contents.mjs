// The index of the tutorial: two paths through the chapters, and a card for each with a picture of its own figure.
import { stagePoster } from './poster.mjs';

const PATHS = [
  ['physics', 'The physics', 'what a joint asks for, and what goes wrong in a step'],
  ['gpu', 'The GPU', 'who computes what, and what it costs'],
];

const page = ({ name }) => `./${name}.html`;

export function paths(chapters) {
  const rows = PATHS.map(([path, title, promise]) => {
    const own = chapters.filter((chapter) => chapter.path === path);
    const links = own.map(
      (chapter) => `<a href="${page(chapter)}" title="${chapter.title}">${chapter.number}</a>`,
    );
    const minutes = own.reduce((sum, chapter) => sum + chapter.minutes, 0);
    return `<li class="${path}"><b>${title}</b>: ${promise}. <span class="stops">${links.join(' ')}</span> <small>${Math.round(minutes / 10) * 10} minutes</small></li>`;
  });
  return `<ul class="paths">${rows.join('')}</ul>`;
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
