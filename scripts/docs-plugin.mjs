// The documents as pages of the site: docs/scenes.md is docs/scenes.html there. No file holds such a page; it is made
// when Vite asks for it.
import { posix, relative, sep } from 'node:path';
import { escaped } from './api/markup.mjs';
import { allPages, groups, readDocument, root } from './docs/list.mjs';
import { toHtml } from './docs/markdown.mjs';

/** A module's place in the repository, where it may be one of these pages. */
const addressOf = (path) =>
  /[\\/]docs[\\/].*\.html$/.test(path) ? relative(root, path).split(sep).join('/') : '';

function contents(page) {
  const items = groups().map(
    ({ title, pages }) =>
      `<section><h2>${title}</h2><dl>${pages
        .map(
          (one) =>
            `<div><dt><a href="${posix.relative(posix.dirname(page), one.page)}">${one.title}</a></dt><dd>${escaped(one.about)}</dd></div>`,
        )
        .join('')}</dl></section>`,
  );
  return `<h1 id="documentation">Documentation</h1>
    <p class="lede">How to write a scene, what joints and contacts do, which solver does what, and what you can rely on. Every class and function is in the <a href="../api.html">API reference</a>; the <a href="../learn/">tutorial</a> explains why it works.</p>
    <div class="groups">${items.join('')}</div>`;
}

const back = (page) =>
  `<p class="up"><a href="${posix.relative(posix.dirname(page), 'docs/index.html')}">Documentation</a></p>`;

/** The list of all pages, with the headings of this one. */
function beside(page, headings) {
  const link = (one) => {
    const here = one.page === page;
    const inside = here
      ? `<ul>${headings.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>`
      : '';
    return `<li><a href="${posix.relative(posix.dirname(page), one.page)}"${here ? ' aria-current="page"' : ''}>${one.title}</a>${inside}</li>`;
  };
  return `<nav class="manual" aria-label="Documentation"><ul>${groups()
    .map(({ title, pages }) => `<li><span>${title}</span><ul>${pages.map(link).join('')}</ul></li>`)
    .join('')}</ul></nav>`;
}

/** A whole page by its address, such as `docs/scenes.html`; none for another address. */
export function docPage(address) {
  if (!address.startsWith('docs/')) return undefined;
  const known = allPages();
  const where = known.get(address);
  if (!where) return undefined;
  const pages = new Map([...known.values()].map((one) => [one.source, one]));
  const text = where.source ? readDocument(where.source) : '';
  const { html, headings } = where.source
    ? toHtml(text, where, pages)
    : { html: contents(address), headings: [] };
  const up = '../'.repeat(address.split('/').length - 1);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(where.title)} · Beadwork</title>
    <meta name="description" content="${escaped(where.about)}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}www/theme.css" />
    <link rel="stylesheet" href="${up}www/docs/docs.css" />
    <script type="module" src="${up}www/docs/docs.ts"></script>
  </head>
  <body class="docs">
    <a class="skip" href="#text">To the text</a>
    <site-header></site-header>
    <main>
      <article id="text">${where.source ? back(address) : ''}${html}</article>
      ${where.source ? beside(address, headings) : ''}
    </main>
  </body>
</html>
`;
}

export function docs() {
  return {
    name: 'beadwork-docs',
    enforce: 'pre',
    resolveId: (id) => (docPage(addressOf(id)) ? id : undefined),
    load: (id) => docPage(addressOf(id)),
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const address = path.replace(/^\//, '').replace(/\/$/, '/index.html');
        const page = docPage(address);
        if (!page) return next();
        response.setHeader('Content-Type', 'text/html');
        response.end(await server.transformIndexHtml(`/${address}`, page, request.originalUrl));
      });
    },
  };
}
