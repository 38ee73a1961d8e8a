// $…$ and $$…$$ in a page become KaTeX's HTML and MathML, while the site is built.
//
// \live{name}{20} is a number that a script of the page keeps true (www/learn/bind.ts): 20 is what a reader without
// scripts sees. KaTeX gives attributes to its HTML only, so the MathML's number is marked afterwards.
import katex from 'katex';

const MARK = /@live:([\w-]+):([^@]*)@/g;

const macros = {
  '\\live': '\\htmlData{live=#1}{\\text{@live:#1:#2@}}',
  '\\from': '\\htmlData{from=#1}{#2}',
  '\\symbol': '\\htmlData{symbol=#1}{#2}',
  '\\inv': '^{-1}',
  '\\T': '^{\\mathsf T}',
};

const minus = (value) => value.replaceAll('-', '−');

const trusted = new Set(['\\htmlData', '\\htmlClass', '\\href']);

function typeset(tex, displayMode, where) {
  let html;
  try {
    html = katex.renderToString(tex.trim(), {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: (code) => (code === 'htmlExtension' ? 'ignore' : 'error'),
      trust: ({ command }) => trusted.has(command),
      macros: { ...macros },
    });
  } catch (error) {
    throw new Error(`${where}: ${tex.trim()}\n${error.message}`);
  }
  const marked = html
    .replace(/<annotation [\s\S]*?<\/annotation>/g, '')
    .replace(
      /<mtext>@live:([\w-]+):([^@]*)@<\/mtext>/g,
      (_, name, value) => `<mn data-live="${name}">${minus(value)}</mn>`,
    )
    .replace(MARK, (_, _name, value) => minus(value));
  // links are for everybody: where there are some, the picture of the formula is what is read
  const read = marked.includes('<a href')
    ? marked
        .replace('class="katex-mathml"', 'class="katex-mathml" aria-hidden="true"')
        .replace('class="katex-html" aria-hidden="true"', 'class="katex-html"')
    : marked;
  // a formula wider than a phone scrolls in its own box
  return displayMode
    ? `<div class="formula" tabindex="0" role="group" aria-label="Formula">${read}</div>`
    : read;
}

/** Code, comments and tags stay as they are; the rest is searched for formulas. */
const PARTS =
  /<(code|pre|script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<\/?[a-z][^>]*>|\$\$([\s\S]+?)\$\$|\$([^$]+)\$/gi;

export function typesetPage(html, where) {
  return html.replace(PARTS, (whole, _tag, display, inline) => {
    if (display !== undefined) return typeset(display, true, where);
    if (inline !== undefined) return typeset(inline, false, where);
    return whole;
  });
}
