// The two tables of docs/solvers.md that come from the browser's benchmark: columns of its Markdown, as they stand there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/run.mjs';

/** Beads of the table that speaks of one size. */
const HEADLINE = '100,000';

const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)];

/** The rows of a Markdown table by the names of its columns. */
function rowsOf(text) {
  const [heads, , ...rows] = text
    .split('\n')
    .filter((row) => row.startsWith('|'))
    .map((row) => row.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()));
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]])));
}

/** Beads, as written, and the rows of each size of the necklaces. */
function sizesOf(markdown) {
  const sections = [...markdown.matchAll(/^## necklaces, ([\d,]+) beads.*?$(.*?)(?=^## )/gms)];
  return sections.map(([, beads, text]) => ({ beads, rows: rowsOf(text) }));
}

// the kernel that stands in parentheses, or why a row was left out, is told in the text
const execution = (row) => row.execution.split(' ')[0];

function atHeadline({ rows }) {
  const heads = ['solver', 'execution', 'ms per step', 'times faster', 'largest gap', 'residual', 'drift'];
  const cells = (row) => heads.map((head) => (head === 'execution' ? execution(row) : row[head]));
  return table(heads, rows.map(cells));
}

function bySize(sizes, headline) {
  const heads = ['solver', 'execution', ...sizes.map(({ beads }) => `${beads} beads`)];
  const same = (one) => (other) => one.solver === other.solver && execution(one) === execution(other);
  const cells = (row) => [
    row.solver,
    execution(row),
    ...sizes.map(({ rows }) => rows.find(same(row))?.['ms per step'] ?? '–'),
  ];
  return table(heads, headline.rows.map(cells));
}

/** Puts `lines` in place of the table whose first line begins as theirs. */
function replaced(text, lines) {
  const start = text.indexOf(lines[0].split(' beads')[0]);
  const end = text.indexOf('\n\n', start);
  if (start < 0 || end < 0) throw new Error(`docs/solvers.md has no table '${lines[0]}'`);
  return text.slice(0, start) + lines.join('\n') + text.slice(end);
}

/** Where the benchmark has the headline's size; gives whether it had. */
export function refreshSolverTables(markdown) {
  const sizes = sizesOf(markdown);
  const headline = sizes.find(({ beads }) => beads === HEADLINE);
  if (!headline) return false;
  const path = join(root, 'docs/solvers.md');
  const text = replaced(readFileSync(path, 'utf8'), atHeadline(headline));
  writeFileSync(path, replaced(text, bySize(sizes, headline)));
  return true;
}
