// api.html and source.html hold only what is theirs alone; this fills in what the public TypeScript says of itself.
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleFiles } from './api/examples.mjs';
import { apiPage, sourcePage } from './api/pages.mjs';
import { files } from './api/read.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGES = {
  'api.html': ['<api-reference></api-reference>', apiPage],
  'source.html': ['<source-files></source-files>', sourcePage],
};

/** The insides by page, as long as no file is newer: reading takes two seconds. */
const made = new Map();

function inside(page, make) {
  const newest = Math.max(
    ...[...files().map((file) => join(root, file)), ...exampleFiles()].map((path) => statSync(path).mtimeMs),
  );
  if (made.get(page)?.newest !== newest) made.set(page, { newest, html: make() });
  return made.get(page).html;
}

export function api() {
  return {
    name: 'beadwork-api',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { filename }) {
        const page = basename(filename);
        if (!(page in PAGES) || join(dirname(filename), '/') !== root) return html;
        const [place, make] = PAGES[page];
        return html.replace(place, () => inside(page, make));
      },
    },
  };
}
