// TypeScript as HTML: coloured by classes, so that no inline style is needed, and names as links.
import ts from 'typescript';

const { SyntaxKind } = ts;

export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function classOf(kind) {
  if (kind >= SyntaxKind.FirstKeyword && kind <= SyntaxKind.LastKeyword) return 'keyword';
  if (kind === SyntaxKind.NumericLiteral) return 'number';
  if (kind === SyntaxKind.StringLiteral || kind === SyntaxKind.RegularExpressionLiteral) return 'string';
  if (kind >= SyntaxKind.FirstTemplateToken && kind <= SyntaxKind.LastTemplateToken) return 'string';
  if (kind === SyntaxKind.Identifier) return 'name';
  return '';
}

/** Pieces of text with their classes, in order; together they are the whole text. */
function pieces(text) {
  const source = ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (from, to, name) => {
    if (to > from) found.push({ text: text.slice(from, to), name });
  };
  const walk = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      for (const child of children) walk(child);
      return;
    }
    // a keyword can stand for a name: 'type', 'of'
    const start = node.getStart(source, false);
    const before = text.slice(node.pos, start);
    add(node.pos, start, before.trim() ? 'comment' : '');
    add(start, node.end, classOf(node.kind));
  };
  walk(source);
  return found;
}

const span = (text, name) =>
  name && name !== 'name' ? `<i class="${name}">${escaped(text)}</i>` : escaped(text);

/** A signature; `link` gives where a name leads, if anywhere. */
export function signature(text, link) {
  return pieces(text)
    .map((piece) => {
      const to = piece.name === 'name' ? link(piece.text) : undefined;
      return to ? `<a href="${to}">${escaped(piece.text)}</a>` : span(piece.text, piece.name);
    })
    .join('');
}

/** A whole file, one span per line; `anchor` names a line. */
export function lines(text, anchor) {
  const html = pieces(text)
    .map((piece) =>
      piece.text
        .split('\n')
        .map((part) => (part ? span(part, piece.name) : ''))
        .join('\n'),
    )
    .join('');
  return html
    .replace(/\n$/, '')
    .split('\n')
    .map((line, i) => `<span id="${anchor(i + 1)}">${line}\n</span>`)
    .join('');
}

/** A doc comment: paragraphs, and names in backticks that lead to where they stand. */
export function prose(text, link) {
  return text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => `<p>${inline(paragraph, link)}</p>`)
    .join('');
}

export function inline(text, link) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => {
      if (!part.startsWith('`')) return escaped(part);
      const name = part.slice(1, -1);
      const to = link(name);
      return to ? `<a href="${to}"><code>${escaped(name)}</code></a>` : `<code>${escaped(name)}</code>`;
    })
    .join('');
}
