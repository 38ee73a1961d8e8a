// The header of every page of the site, in place of its <site-header>: name, navigation, theme switch; and the foot at its
// end. The theme is set before the first paint by a script of its own, since a strict policy forbids one that stands in
// the page.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PLACE = '<site-header></site-header>';
const { version, repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Name, address, and the pages that belong to it besides. */
const LINKS = [
  ['Lab', '', 'index.html'],
  ['Learn', 'learn/', 'learn/index.html'],
  ['Benchmark', 'bench.html', 'bench.html'],
  ['API', 'api.html', 'api.html', 'source.html'],
  ['Embed', 'embedding.html', 'embedding.html'],
];

const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 0v32"/><circle cx="16" cy="8" r="6"/><circle cx="16" cy="23" r="7"/></svg>';
const MOON =
  '<svg class="moon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/></svg>';
const rays = [0, 45, 90, 135, 180, 225, 270, 315].map(
  (angle) => `<path d="M12 1.5v3" transform="rotate(${angle} 12 12)"/>`,
);
const SUN = `<svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.5"/>${rays.join('')}</svg>`;

/** Name and address of what a visitor looks for at the end of a page. */
const AT_THE_END = [
  ['Documentation', 'docs/'],
  ['API', 'api.html'],
  ['Install from npm', 'docs/start.html#install'],
  ['Source', repository?.url?.replace(/^git\+|\.git$/g, '') ?? 'source.html'],
  ['Changelog', 'docs/changelog.html'],
  ['Licence: MIT or Apache-2.0', 'docs/licence.html'],
  ['Credits', 'docs/credits.html'],
];

/** From a page to the site's folder. */
const upFrom = (page) => '../'.repeat(page.split('/').length - 1) || './';

function foot(page) {
  const up = upFrom(page);
  const links = AT_THE_END.map(
    ([name, address]) => `<li><a href="${/^https:/.test(address) ? '' : up}${address}">${name}</a></li>`,
  );
  return `<footer class="foot">
      <p>Beadwork ${version}: a physics engine whose joints do not stretch, with a course that shows why.</p>
      <ul>${links.join('')}</ul>
    </footer>
  `;
}

/** `page`: its path in the repository. */
function header(page) {
  const up = upFrom(page);
  const links = LINKS.map(([name, address, own, ...others]) => {
    const inside =
      others.includes(page) ||
      (name === 'Learn' && page.startsWith('learn/')) ||
      (name === 'API' && page.startsWith('docs/'));
    const current = page === own ? ' aria-current="page"' : inside ? ' aria-current="true"' : '';
    return `<a href="${up}${address}"${current}>${name}</a>`;
  });
  return `<nav class="site" aria-label="Beadwork">
      <a class="name" href="${up}">${MARK}<span>Beadwork</span></a>
      ${links.join('')}
      <button type="button" data-theme-switch aria-label="Dark or light">${MOON}${SUN}</button>
    </nav>`;
}

export function siteHeader() {
  return {
    name: 'beadwork-header',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { filename }) {
        if (!html.includes(PLACE)) return html;
        const page = relative(root, filename).split(sep).join('/');
        return {
          html: html
            .replace(PLACE, () => header(page))
            .replace(/(?=<\/body>(?![\s\S]*<\/body>))/, () => foot(page)),
          tags: [{ tag: 'script', attrs: { src: '/theme-first.js' }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}
