// A document of the repository as HTML. Links between documents lead to their pages; a link to a file that the site does
// not have keeps its words alone. Code is coloured as in the API reference, by classes.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { escaped, signature } from '../api/markup.mjs';
import { root } from './list.mjs';

const COLOURED = ['ts', 'js', 'json'];

/** As GitHub makes them, so that links work in both places. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z]+;/g, '')
    .trim()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const plain = (html) => html.replace(/<[^>]*>/g, '');

/**
 * Where a link of `where` leads from its page, and the other page's title; nothing where the site has no such page.
 * `pages`: all of them, by their documents.
 */
function leads(href, { source, page }, pages) {
  if (/^(https?:|#)/.test(href)) return { to: href };
  const [path, hash = ''] = href.split(/(?=#)/);
  const target = posix.normalize(posix.join(posix.dirname(source), path));
  const other = pages.get(target);
  const isPage = /^[\w-]+\.html$/.test(target) && existsSync(join(root, target));
  if (!other && !isPage) return {};
  return {
    to: `${posix.relative(posix.dirname(page), other?.page ?? target)}${hash}`,
    title: other && (hash ? `${other.title}: ${hash.slice(1).replaceAll('-', ' ')}` : other.title),
  };
}

/** The inside of a page, its title apart, and its headings of the second level. */
export function toHtml(text, where, pages) {
  const headings = [];
  const used = new Map();
  let here = '';
  const count = { Code: 0, Table: 0 };
  /** What scrolls by itself is a landmark, and none has another's name. */
  const region = (what) =>
    `tabindex="0" role="region" aria-label="${what} ${++count[what]}: ${escaped(here)}"`;
  const renderer = new Renderer();
  Object.assign(renderer, {
    heading(html, level) {
      const slug = slugOf(html);
      const times = used.get(slug) ?? 0;
      used.set(slug, times + 1);
      here = plain(html).replace(/&[a-z]+;/g, ' ');
      const id = times > 0 ? `${slug}-${times}` : slug;
      if (level === 2) headings.push({ id, title: plain(html) });
      return `<h${level} id="${id}">${html}</h${level}>\n`;
    },
    code(code, language) {
      const html = COLOURED.includes(language) ? signature(code, () => undefined) : escaped(code);
      return `<pre ${region('Code')}><code>${html}</code></pre>\n`;
    },
    table(head, body) {
      const empty = plain(head).trim() === '';
      const names = empty ? '' : `<thead>${head.replace(/<th>\s*<\/th>/g, '<td></td>')}</thead>`;
      return `<div class="wide" ${region('Table')}><table>${names}<tbody>${body}</tbody></table></div>\n`;
    },
    link(href, _title, html) {
      const { to, title } = leads(href, where, pages);
      // a file's name says little to those who do not have the file
      const words = title && /^[\w.-]+\.md$/.test(html) ? title : html;
      return to ? `<a href="${escaped(to)}">${words}</a>` : html;
    },
    image(href, _title, alt) {
      const target = posix.join(posix.dirname(where.source), href);
      return `<img src="./${posix.relative(posix.dirname(where.page), target)}" alt="${escaped(alt)}" />`;
    },
  });
  const html = new Marked({ gfm: true, renderer }).parse(text);
  return { html, headings };
}
