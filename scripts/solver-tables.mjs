// The two tables of docs/solvers.md that come from the browser's benchmark, written again from its report.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/run.mjs';

/** Beads of the table that speaks of one size. */
const HEADLINE = 100_000;

function figure(value) {
  if (value === null || value === undefined) return '–';
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(1);
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)];

const name = ({ solver, execution }) => [`\`${solver}\``, execution];

function atHeadline(scene) {
  const heads = ['solver', 'execution', 'ms a step', 'times faster', 'gap', 'residual', 'drift'];
  const rows = scene.rows.map((row) => [
    ...name(row),
    figure(row.wall?.median),
    row.timesFaster?.toFixed(2) ?? '–',
    figure(row.quality?.maxGapRadii),
    figure(row.quality?.residual),
    figure(row.quality?.energyDrift),
  ]);
  return table(heads, rows);
}

function bySize(scenes, headline) {
  const heads = ['solver', 'execution', ...scenes.map(({ beads }) => `${beads.toLocaleString('en')} beads`)];
  const same = (one) => (other) => one.solver === other.solver && one.execution === other.execution;
  const rows = headline.rows.map((row) => [
    ...name(row),
    ...scenes.map(({ rows }) => figure(rows.find(same(row))?.wall?.median)),
  ]);
  return table(heads, rows);
}

/** Puts `lines` in place of the table whose first line begins as theirs. */
function replaced(text, lines) {
  const start = text.indexOf(lines[0].split(' beads')[0]);
  const end = text.indexOf('\n\n', start);
  if (start < 0 || end < 0) throw new Error(`docs/solvers.md has no table '${lines[0]}'`);
  return text.slice(0, start) + lines.join('\n') + text.slice(end);
}

/** Where the report has the headline's size; gives whether it had. */
export function refreshSolverTables({ scenes }) {
  const necklaces = scenes.filter(({ scene }) => scene === 'necklaces');
  const headline = necklaces.find(({ beads }) => beads === HEADLINE);
  if (!headline) return false;
  const path = join(root, 'docs/solvers.md');
  const text = replaced(readFileSync(path, 'utf8'), atHeadline(headline));
  writeFileSync(path, replaced(text, bySize(necklaces, headline)));
  return true;
}
