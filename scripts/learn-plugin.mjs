// The tutorial's pages. A file in learn/ holds what only its chapter has; this puts the rest around it: head, the
// place of the site's header, formulas (learn/math.mjs), code (learn/code.mjs). The list of chapters is www/learn/chapters.json.
//
// KaTeX and Shiki write inline styles, which a strict content security policy forbids. Each becomes a class of
// learn/typeset.css, which also holds KaTeX's own sheet with the fonts that chapters use.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showCode } from './learn/code.mjs';
import { cards, inWords, kinds, readers } from './learn/contents.mjs';
import { diagrams } from './learn/diagram.mjs';
import { countExercises, exercises } from './learn/exercises.mjs';
import { typesetPage } from './learn/math.mjs';
import { posters } from './learn/poster.mjs';
import { termList, terms } from './learn/terms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const katexFolder = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
const FONTS = [
  'Main-Regular',
  'Main-Bold',
  'Main-Italic',
  'Math-Italic',
  'Size1-Regular',
  'Size2-Regular',
].concat(['Size3-Regular', 'Size4-Regular', 'AMS-Regular']);

/** Chapters that are written. */
export function chapters() {
  const all = JSON.parse(readFileSync(join(root, 'www/learn/chapters.json'), 'utf8'));
  return all.filter(({ name }) => existsSync(join(root, 'learn', `${name}.html`)));
}

const readChapter = (name) => readFileSync(join(root, 'learn', `${name}.html`), 'utf8');

const fontFile = (name) => join(katexFolder, 'fonts', `KaTeX_${name}.woff2`);

function katexSheet() {
  const sheet = readFileSync(join(katexFolder, 'katex.min.css'), 'utf8');
  return sheet.replace(/@font-face\{[^}]*\}/g, (face) => {
    const name = face.match(/KaTeX_([\w-]+)\.woff2/)?.[1];
    if (!FONTS.includes(name)) return '';
    return face.replace(/src:[^;}]*/, `src:url(fonts/KaTeX_${name}.woff2) format("woff2")`);
  });
}

/** Inline styles by the class that stands for them. */
const styles = new Map();

function styleClass(style) {
  if (!styles.has(style)) {
    styles.set(style, `t${createHash('sha256').update(style).digest('hex').slice(0, 8)}`);
  }
  return styles.get(style);
}

function stylesToClasses(html) {
  return html.replace(/<[a-z][^>]*\sstyle="([^"]*)"[^>]*>/gi, (tag, style) => {
    const name = styleClass(style);
    const bare = tag.replace(/\sstyle="[^"]*"/, '');
    return /\sclass="/.test(bare)
      ? bare.replace(/\sclass="/, ` class="${name} `)
      : bare.replace(/^<[a-z]+/i, (start) => `${start} class="${name}"`);
  });
}

const sheet = () =>
  `${katexSheet()}\n${[...styles].map(([style, name]) => `.${name}{${style}}`).join('\n')}\n`;

const link = ({ name, number, title }, words) =>
  `<a href="./${name}.html"${words ? ` rel="${words}"` : ''}><small>${words === 'prev' ? 'Before' : 'Next'}: chapter ${number}</small> ${title}</a>`;

function around(before, after) {
  return `<nav class="chapters" aria-label="Chapters">
    ${before ? link(before, 'prev') : '<span></span>'}
    <span class="all"><a href="./">All chapters</a> · <a href="./glossary.html">Glossary</a></span>
    ${after ? link(after, 'next') : '<span></span>'}
  </nav>`;
}

/** At the start of a sentence. */
const howMany = (list) => inWords(list.length).replace(/^./, (letter) => letter.toUpperCase());

/** Pages beside the chapters: their titles, and what a search engine shows of them. */
const OTHERS = {
  index: [
    'Learn how constraints are solved on a GPU',
    `${howMany(chapters())} chapters whose equations show the numbers of the simulation beside them.`,
  ],
  glossary: ['Glossary', 'What the words of the tutorial mean, and where they come from.'],
  'whole-solver': [
    'The whole solver',
    'A chain that hangs exactly: about a hundred lines to copy into one file.',
  ],
  repairs: [
    'Mend what is broken',
    'Five scenes that are broken the way people’s are, from a rope like rubber to a ragdoll that jitters; the page knows when each is mended.',
  ],
  puzzles: [
    'Kernels that you write',
    'Eighteen small pieces of a GPU solver in WGSL, each with a gap to fill; your GPU runs them, and the page checks every number.',
  ],
};

function wrap(body, name) {
  const list = chapters();
  const at = list.findIndex((chapter) => chapter.name === name);
  const chapter = list[at];
  const [own, promise] = chapter
    ? [`${chapter.number} · ${chapter.title}`, chapter.promise]
    : (OTHERS[name] ?? [name, '']);
  const title = `${own} · Beadwork`;
  const script = existsSync(join(root, `www/learn/${name}.ts`)) ? name : 'page';
  const style = existsSync(join(root, `www/learn/${name}.css`))
    ? `<link rel="stylesheet" href="../www/learn/${name}.css" />`
    : '';
  const head = chapter
    ? `<header><p class="number">Chapter ${chapter.number} <small>${chapter.minutes} min · ${chapter.needs}</small></p><h1>${chapter.title}</h1><p class="promise">${promise}</p></header>`
    : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${promise}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="../www/theme.css" />
    <link rel="stylesheet" href="../www/learn/learn.css" />
    ${style}
    <script type="module" src="../www/learn/${script}.ts"></script>
  </head>
  <body class="learn" data-chapter="${name}">
    <a class="skip" href="#text">To the text</a>
    <site-header></site-header>
    <main id="text">
      ${head}
      ${body
        .replace('<term-list></term-list>', () => termList(list))
        .replace('<reader-paths></reader-paths>', () => readers(list, root))
        .replace('<chapter-kinds></chapter-kinds>', () => kinds(list))
        .replace('<chapter-count></chapter-count>', () => howMany(list))
        .replace('<chapter-list></chapter-list>', () =>
          cards(list, (each) => countExercises(readChapter(each)), root, `learn/${name}.html`),
        )}
      ${chapter ? around(list[at - 1], list[at + 1]) : ''}
    </main>
  </body>
</html>
`;
}

const isLearn = (filename) => dirname(filename) === join(root, 'learn');

export function learn() {
  const pages = {
    name: 'beadwork-learn',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const font = path.match(/\/learn\/fonts\/KaTeX_([\w-]+)\.woff2$/)?.[1];
        if (path.endsWith('/learn/typeset.css')) {
          response.setHeader('Content-Type', 'text/css');
          response.end(sheet());
        } else if (font && FONTS.includes(font)) {
          response.setHeader('Content-Type', 'font/woff2');
          response.end(readFileSync(fontFile(font)));
        } else next();
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'learn/typeset.css', source: sheet() });
      for (const name of FONTS) {
        this.emitFile({
          type: 'asset',
          fileName: `learn/fonts/KaTeX_${name}.woff2`,
          source: readFileSync(fontFile(name)),
        });
      }
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (!isLearn(filename)) return html;
        const name = basename(filename, '.html');
        const where = `learn/${name}.html`;
        const { number } = chapters().find((chapter) => chapter.name === name) ?? {};
        const marked = terms(exercises(html), number);
        const drawn = diagrams(marked, number, where);
        const body = posters(await showCode(drawn, root, where), root, where);
        return stylesToClasses(wrap(typesetPage(body, where), name));
      },
    },
  };
  // after Vite's own look at the page: it would search for a sheet that is made here
  const sheetLink = {
    name: 'beadwork-learn-sheet',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename }) {
        if (!isLearn(filename)) return [];
        return [
          { tag: 'link', attrs: { rel: 'stylesheet', href: './typeset.css' }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
  return [pages, sheetLink];
}
