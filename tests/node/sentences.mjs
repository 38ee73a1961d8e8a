// Sentences of a document as its readers meet them: without code blocks, tables, formulas and addresses.

/** Words of a sentence: what stands between spaces and has a letter or a digit. */
export const words = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Sentences of plain text with empty lines between its paragraphs. A colon or a semicolon ends one too: a reader may rest there. */
export const sentences = (text) =>
  text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?:;][)”"’*_]*) /))
    .map((sentence) => sentence.trim())
    .filter((sentence) => words(sentence) > 0);

/** Markdown as plain text: each item of a list is a paragraph, inline code and a formula are one word. */
export const ofMarkdown = (text) =>
  text
    .replace(/```.*?```|<!--.*?-->/gs, '')
    .replace(/^ *(?:\|| {4}).*$/gm, '')
    .replace(/`[^`]*`|\$[^$]*\$/g, 'CODE')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#.*$/gm, '\n$&\n')
    .replace(/\n *(?:[-*]|\d+\.) /g, '\n\n');

const BLOCKS =
  'address|aside|blockquote|body|br|button|canvas|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|label|legend|li|main|nav|ol|option|p|section|select|summary|title|ul|[a-z]+-[a-z-]+';
const NAMED = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' };

/** HTML as plain text, in the same way. */
export const ofHtml = (text) =>
  text
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg|pre|table)\b.*?<\/\1>/gs, '\n\n')
    .replace(/<(code|math)\b.*?<\/\1>|\$\$.*?\$\$|\$[^$]*\$/gs, 'CODE')
    .replace(new RegExp(`</?(?:${BLOCKS})\\b[^>]*>`, 'g'), '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (_, name) => NAMED[name]);
