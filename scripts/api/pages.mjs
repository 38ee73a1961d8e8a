// The API reference and the source that it links to, as the insides of api.html and source.html.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  `<a class="where" href="./source.html#${lineAnchor(file, line)}">${file.replace(/^www\//, '')}:${line}</a>`;

/** A heading, what it looks like in code, and what it is for. */
function card(one, id, heading, link) {
  const [owner] = id.split('.');
  const own = [one.name, owner];
  const types = link(undefined);
  const says = (text) => inline(text, link(owner));
  const parameters = one.parameters
    .filter(({ doc }) => doc)
    .map(({ name, doc }) => `<dt><code>${name}</code></dt><dd>${says(doc)}</dd>`);
  if (one.returns) parameters.push(`<dt>gives</dt><dd>${says(one.returns)}</dd>`);
  const code = signature(one.signature, (name) => (own.includes(name) ? undefined : types(name)));
  const kind = one.kind ? ` <small>${one.kind === 'interface' ? 'shape' : one.kind}</small>` : '';
  return `<${heading} id="${id}"><a href="#${id}">${one.name}</a>${kind} ${sourceLink(one)}</${heading}>
    ${one.kind === 'interface' ? '' : `<pre tabindex="0" role="region" aria-label="Signature of ${id}"><code>${code}</code></pre>`}
    ${prose(one.doc, link(owner))}
    ${parameters.length > 0 ? `<dl>${parameters.join('')}</dl>` : ''}`;
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
      ? one.members
          .map(
            (member) => `<div class="member">${card(member, `${one.name}.${member.name}`, 'h4', link)}</div>`,
          )
          .join('')
      : one.members
        ? fields(one, link)
        : '';
  return `<section class="entry" data-export="${one.name}" data-kind="${one.kind}">${card(one, one.name, 'h3', link)}${members}</section>`;
}

function contents(groups) {
  const inside = (one) =>
    one.kind === 'class'
      ? `<ul>${one.members.map(({ name }) => `<li><a href="#${one.name}.${name}">${name}</a></li>`).join('')}</ul>`
      : '';
  const list = ({ title, exports }) =>
    `<li><a href="#${slug(title)}">${title}</a><ul>${exports
      .map((one) => `<li><a href="#${one.name}">${one.name}</a>${inside(one)}</li>`)
      .join('')}</ul></li>`;
  return `<nav class="contents" aria-label="On this page"><ul>${groups.map(list).join('')}</ul></nav>`;
}

export function apiPage() {
  const groups = readApi();
  const link = linker(groups);
  const chapters = groups.map(
    ({ title, lede, exports }) => `<section aria-labelledby="${slug(title)}">
      <h2 id="${slug(title)}">${title}</h2><p class="lede">${inline(lede, link(undefined))}</p>
      ${exports.map((one) => entry(one, link)).join('')}
    </section>`,
  );
  return `${contents(groups)}<div class="reference">${chapters.join('')}</div>`;
}

export function sourcePage() {
  const all = files();
  const list = all.map((file) => `<li><a href="#${lineAnchor(file, 1)}">${file}</a></li>`);
  const sections = all.map(
    (file) =>
      `<section><h2>${file}</h2><pre tabindex="0" role="region" aria-label="${file}"><code class="lines">${lines(
        readFileSync(join(root, file), 'utf8'),
        (line) => lineAnchor(file, line),
      )}</code></pre></section>`,
  );
  return `<ul class="files">${list.join('')}</ul>${sections.join('')}`;
}
