// The API reference and the source that it links to, as the insides of api.html and source.html.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examples } from './examples.mjs';
import { inline, lines, prose, signature } from './markup.mjs';
import { files, readApi } from './read.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const slug = (text) => text.toLowerCase().replace(/[^a-z]+/g, '-');
const lineAnchor = (file, line) => `${file.replace(/^www\//, '').replace(/\.ts$/, '')}-${line}`;

/** Where a name in a text or a signature leads: `Simulation`, `View.camera`, or a neighbour such as `step`. */
function linker(groups) {
  const anchors = new Map();
  for (const { exports } of groups) {
    for (const one of exports) {
      anchors.set(one.name, `#${one.name}`);
      for (const member of one.members ?? [])
        anchors.set(`${one.name}.${member.name}`, `#${one.name}.${member.name}`);
    }
  }
  return (owner) => (name) => {
    const plain = name.replace(/\(.*\)$/, '');
    if (plain === owner) return undefined;
    return anchors.get(`${owner}.${plain}`) ?? anchors.get(plain);
  };
}

const sourceLink = ({ file, line }) =>
  `<a href="./source.html#${lineAnchor(file, line)}">${file.replace(/^www\//, '')}:${line}</a>`;

const KINDS = { interface: 'shape' };

const firstSentence = (doc) => doc.split(/(?<=[.?])\s/)[0].replaceAll('\n', ' ');

/** A line to unfold: the name and its first sentence; then its signature and its whole description. */
function card(one, id, heading, link, more = '') {
  const [owner] = id.split('.');
  const own = [one.name, owner];
  const types = link(undefined);
  const says = (text) => inline(text, link(owner));
  const parameters = one.parameters
    .filter(({ doc }) => doc)
    .map(({ name, doc }) => `<dt><code>${name}</code></dt><dd>${says(doc)}</dd>`);
  if (one.returns) parameters.push(`<dt>returns</dt><dd>${says(one.returns)}</dd>`);
  const code = signature(one.signature, (name) => (own.includes(name) ? undefined : types(name)));
  const kind = one.kind ? ` <small>${KINDS[one.kind] ?? one.kind}</small>` : '';
  const exported = one.kind ? ` data-export="${one.name}"` : '';
  return `<details class="${one.kind ? 'entry' : 'member'}" id="${id}"${exported}>
    <summary><${heading}>${one.name}${one.isCall || one.kind === 'function' ? '()' : ''}${kind}</${heading}> <span>${inline(firstSentence(one.doc), () => undefined)}</span></summary>
    ${one.kind === 'interface' ? '' : `<pre tabindex="0" role="region" aria-label="Signature of ${id}"><code>${code}</code></pre>`}
    ${prose(one.doc, link(owner))}
    ${parameters.length > 0 ? `<dl>${parameters.join('')}</dl>` : ''}
    <p class="where"><a href="#${id}">Link to this</a> ${sourceLink(one)}</p>
    ${more}
  </details>`;
}

/** The fields of a shape, a row each; what can be called gets a card of its own. */
function fields(owner, link) {
  const types = link(undefined);
  const rows = owner.members.map(
    (member) => `<tr id="${owner.name}.${member.name}">
      <th scope="row"><code>${signature(member.signature, (name) => (name === member.name ? undefined : types(name)))}</code></th>
      <td>${inline(member.doc, link(owner.name))}</td></tr>`,
  );
  return `<div class="wide" tabindex="0" role="region" aria-label="Fields of ${owner.name}"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function entry(one, link) {
  const members =
    one.kind === 'class'
      ? one.members.map((member) => card(member, `${one.name}.${member.name}`, 'h4', link)).join('')
      : one.members && fields(one, link);
  return card(one, one.name, 'h3', link, members);
}

function contents(groups) {
  const list = ({ title, exports }) =>
    `<li><a href="#${slug(title)}">${title}</a><ul>${exports
      .map((one) => `<li><a href="#${one.name}">${one.name}</a></li>`)
      .join('')}</ul></li>`;
  const first = '<li><a href="#examples">Examples</a></li>';
  return `<nav class="contents" aria-label="On this page"><ul>${first}${groups.map(list).join('')}</ul></nav>`;
}

/** Shown by the page's script, without which it could do nothing. */
const FILTER = `<search class="filter" hidden>
  <label for="filter">Filter</label>
  <input type="search" id="filter" placeholder="A name, such as cut (press /)" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-describedby="found" />
  <button type="button" id="unfold" aria-pressed="false">Unfold all</button>
  <p id="found" role="status"></p>
</search>`;

export function apiPage() {
  const groups = readApi();
  const link = linker(groups);
  const chapters = groups.map(
    ({ title, lede, exports }) => `<section class="group" aria-labelledby="${slug(title)}">
      <h2 id="${slug(title)}">${title}</h2><p class="lede">${inline(lede, link(undefined))}</p>
      ${exports.map((one) => entry(one, link)).join('')}
    </section>`,
  );
  return `${contents(groups)}<div class="reference">${FILTER}${examples(link(undefined))}${chapters.join('')}</div>`;
}

export function sourcePage() {
  const all = files();
  const sections = all.map(
    (file) =>
      `<details class="file" id="${lineAnchor(file, 0)}"><summary><h2>${file.replace(/^www\//, '')}</h2></summary><pre tabindex="0" role="region" aria-label="${file}"><code class="lines">${lines(
        readFileSync(join(root, file), 'utf8'),
        (line) => lineAnchor(file, line),
      )}</code></pre></details>`,
  );
  return sections.join('');
}
