// <show-code file="shaders/…" from="text of its first line" lines="12" title="…"></show-code> becomes a fold with
// those lines of the real file, highlighted. `to="text of its last line"` may stand in place of `lines`. `to="}"` is the
// brace that closes what the first line opens. Without `from` it is the whole file. With `open` it is unfolded from the
// start. The build fails where the text is not found, so that a page cannot show code that is no longer there.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createHighlighter } from 'shiki';

const LANGUAGES = { '.wgsl': 'wgsl', '.rs': 'rust', '.ts': 'typescript', '.js': 'javascript' };

let highlighter;

function attribute(tag, name) {
  const found = tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
  return found
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The lines asked for, without the indent that all of them share, and the number of the first. */
function cut(root, tag, where) {
  const file = attribute(tag, 'file');
  const from = attribute(tag, 'from') ?? '';
  const to = attribute(tag, 'to');
  if (!file) throw new Error(`${where}: show-code wants a file: ${tag}`);
  const all = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
  const count = Number(attribute(tag, 'lines') ?? (from ? 1 : all.length));
  const first = all.findIndex((line) => line.includes(from));
  if (first < 0) throw new Error(`${where}: ${file} has no line with "${from}"`);
  const closing = `${all[first].match(/^ */)[0]}}`;
  const ends = (line) => (to === '}' ? line === closing : line.includes(to));
  const end = to === undefined ? first + count : all.findIndex((line, i) => i >= first && ends(line)) + 1;
  if (end <= first || end > all.length)
    throw new Error(`${where}: ${file} has no "${to ?? `${count} lines`}" after "${from}"`);
  const lines = all.slice(first, end);
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.match(/^ */)[0].length));
  return { file, first: first + 1, last: end, code: lines.map((line) => line.slice(indent)).join('\n') };
}

async function fold(root, tag, where) {
  const { file, first, last, code } = cut(root, tag, where);
  const lang = LANGUAGES[extname(file)];
  if (!lang) throw new Error(`${where}: no colours for ${file}`);
  const themes = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };
  highlighter ??= createHighlighter({ themes: Object.values(themes), langs: Object.values(LANGUAGES) });
  const html = (await highlighter).codeToHtml(code, { lang, themes, defaultColor: false });
  const title = attribute(tag, 'title') ?? 'Show the code';
  return `<details class="code"${/\sopen\b/.test(tag) ? ' open' : ''}><summary>${escaped(title)} <small class="source">${escaped(file)}, ${
    first === last ? `line ${first}` : `lines ${first} to ${last}`
  }</small></summary>${html}</details>`;
}

export async function showCode(html, root, where) {
  const tags = [...html.matchAll(/<show-code\b[^>]*>\s*<\/show-code>/g)].map(([tag]) => tag);
  const folds = await Promise.all(tags.map((tag) => fold(root, tag, where)));
  const page = tags.reduce((page, tag, i) => page.replace(tag, () => folds[i]), html);
  const left = page.match(/<show-code\b.*/)?.[0];
  if (left) throw new Error(`${where}: not read, since there is a bare > in it: ${left}`);
  return page;
}

/** Files that a page shows, so that a change of one shows on the page. */
export const filesShown = (html) =>
  [...html.matchAll(/<show-code\b[^>]*\sfile="([^"]*)"/g)].map(([, file]) => file);
