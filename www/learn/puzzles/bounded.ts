// A loop that never ends would hang the GPU. So every loop of a reader's kernel gets a counter that stops it after TURNS turns
// and leaves a mark in a buffer of the page's. Nothing moves to another line, so that the compiler's line numbers stay right.
//
// Each loop has a counter of its own, a local one at the start of its function: a barrier in a loop has to be met by all
// threads, and the compiler still sees that where the loop's own end is the same for all.

/** More than any puzzle needs, few enough for the slowest GPU. */
export const TURNS = 20_000;
/** Where the mark stands: group and binding. */
export const MARK_GROUP = 1;

/** The text with blanks in place of its comments, character by character. */
export function withoutComments(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  let out = '';
  let at = 0;
  while (at < text.length) {
    const next = text.slice(at).search(/\/\/|\/\*/);
    if (next < 0) return out + text.slice(at);
    out += text.slice(at, at + next);
    at += next;
    let end = at;
    if (text.startsWith('//', at)) {
      const line = text.indexOf('\n', at);
      end = line < 0 ? text.length : line;
    } else {
      // comments of this kind stand in one another
      let depth = 0;
      do {
        if (text.startsWith('/*', end)) depth += 1;
        if (text.startsWith('*/', end)) depth -= 1;
        end += text.startsWith('/*', end) || text.startsWith('*/', end) ? 2 : 1;
      } while (depth > 0 && end < text.length);
    }
    out += blank(text.slice(at, end));
    at = end;
  }
  return out;
}

/** Where the loop's `{` stands: behind the parentheses, if it has any. */
function bodyOf(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (code[at] === '{' && depth === 0) return at;
    if (code[at] === ';' && depth === 0) return -1;
  }
  return -1;
}

export function bounded(text: string): string {
  const code = withoutComments(text);
  const inserted: { at: number; words: string }[] = [];
  let count = 0;
  let depth = 0;
  let start = -1;
  let counters = '';
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '{') {
      if (depth === 0) {
        start = at + 1;
        counters = '';
      }
      depth += 1;
    } else if (code[at] === '}') {
      depth -= 1;
      if (depth === 0 && counters) inserted.push({ at: start, words: counters });
    } else if (
      depth > 0 &&
      !/\w/.test(code[at - 1] ?? '') &&
      /^(?:for|while|loop)\b/.test(code.slice(at, at + 6))
    ) {
      const body = bodyOf(code, at);
      if (body < 0) continue;
      const name = `turns_of_loop_${count++}`;
      counters += ` var ${name} = 0u;`;
      inserted.push({
        at: body + 1,
        words: ` ${name}++; if (${name} > ${TURNS}u) { loops_without_end = 1u; break; }`,
      });
    }
  }
  let out = text;
  for (const { at, words } of inserted.sort((a, b) => b.at - a.at))
    out = out.slice(0, at) + words + out.slice(at);
  return `${out}\n@group(${MARK_GROUP}) @binding(0) var<storage, read_write> loops_without_end: u32;\n`;
}
