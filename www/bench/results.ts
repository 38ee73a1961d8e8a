// What was found, on the page: a plot, and a table per scene, four columns of it unless somebody wants all.
import { make } from '../dom';
import { curvePlot, lineOf } from './curve-plot';
import { colourOf, nameOf, sceneTitle } from './names';
import { speedAgainstError } from './plot';
import type { Row, SceneReport, Shown } from './record';

/** What the page is about; the other columns follow. */
const FIRST = ['solver', 'ms per step', 'largest gap', 'depth', 'times faster'];

const BYTE_MODEL = './learn/11-hardware.html';

let allColumns = false;
/** The name of the column that rows are sorted by, and whether the least comes first; as they were measured where there is none. */
let sorted: { by: string; rising: boolean } | undefined;

export function showResults(into: HTMLElement, found: Shown): void {
  const { report } = found;
  const focused = document.activeElement?.id;
  const scrolled = [...into.querySelectorAll('.scroll')].map((part) => part.scrollLeft);
  const width = Math.min(into.clientWidth, 900);
  const again = () => showResults(into, found);
  const parts = report.scenes.map((scene, at) => sceneTable(scene, at, found, again));
  // the largest size that has both
  const plots = report.scenes.map((scene) => speedAgainstError(scene, width));
  const at = plots.findLastIndex((plot) => plot !== null);
  if (at >= 0) parts[at]!.querySelector('h2')!.after(plots[at]!);
  const curves = report.curves ?? [];
  parts.unshift(...curves.map((scene, at) => curveSection(scene, at, found, width)));
  if (report.launches?.length) parts.push(launchCard(found));
  if (report.gaps.length > 0) parts.push(gapList(found));
  if (report.notes.length > 0)
    parts.push(make('ul', {}, ...report.notes.map((note) => make('li', {}, note))));
  const meaning = make('h2', {}, 'What the columns say');
  parts.push(make('section', { class: 'quiet' }, meaning, ...found.explanation.map(paragraph)));
  into.replaceChildren(...parts);
  for (const [index, part] of [...into.querySelectorAll('.scroll')].entries())
    part.scrollLeft = scrolled[index] ?? 0;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What a cell says, as a number; what says nothing comes last either way. */
function ordered(lines: string[][], column: number, rising: boolean): number[] {
  const value = (line: string) => Number.parseFloat(line.replaceAll(',', ''));
  const worth = lines.map((line) => (rising ? 1 : -1) * value(line[column]!));
  const key = (k: number) => (Number.isNaN(worth[k]!) ? Infinity : worth[k]!);
  return [...lines.keys()].sort((a, b) => (key(a) === key(b) ? a - b : key(a) - key(b)));
}

/** Sorts by its column: rising, falling, as measured. */
function sortingHead(name: string, at: number, again: () => void): HTMLElement {
  const now = sorted?.by === name ? sorted : undefined;
  const button = make('button', { type: 'button', id: `sort-${at}-${name.replaceAll(' ', '-')}` }, name);
  button.addEventListener('click', () => {
    sorted = now && !now.rising ? undefined : { by: name, rising: !now };
    again();
  });
  const state = now ? (now.rising ? 'ascending' : 'descending') : 'none';
  return make('th', { scope: 'col', class: columnClass(name), 'aria-sort': state }, button);
}

function sceneTable(scene: SceneReport, at: number, { heads, cells }: Shown, again: () => void): HTMLElement {
  // what says nothing in any row is not shown
  const says = (column: number) => cells[at]!.some((line) => !['–', '0'].includes(line[column]!));
  const first = FIRST.map((name) => heads.indexOf(name)).filter((column, k) => k === 0 || says(column));
  const others = [...heads.keys()].filter((column) => !first.includes(column) && says(column));
  const title = sceneTitle(scene);
  const head = (column: number) => {
    const name = heads[column]!;
    const plain = () => make('th', { scope: 'col', class: columnClass(name) }, name);
    return columnClass(name).includes('words') ? plain() : sortingHead(name, at, again);
  };
  // by doublings: a factor of fifty beside one of two
  const doublings = scene.rows.map(({ timesFaster }) => Math.log2(1 + (timesFaster ?? 0)));
  const most = Math.max(1, ...doublings);
  // where bodies touch there is no article to be faster than
  const compared = scene.rows.some(({ timesFaster }) => timesFaster);
  const column = sorted ? heads.indexOf(sorted.by) : -1;
  const order = sorted && column >= 0 ? ordered(cells[at]!, column, sorted.rising) : [...scene.rows.keys()];
  const rows = order.map((index) => {
    const row = scene.rows[index]!;
    const cell = (column: number) =>
      column === first[0]
        ? solverCell(row, index)
        : make('td', { class: columnClass(heads[column]!) }, cells[at]![index]![column]!);
    const line = make('tr', { class: row.wall ? '' : 'missing' }, ...first.map(cell));
    if (compared) {
      const bar = make('td', { class: 'bar' });
      bar.style.setProperty('--share', `${((100 * doublings[index]!) / most).toFixed(1)}%`);
      line.append(bar);
    }
    line.append(...others.map(cell));
    return line;
  });
  const top = make(
    'tr',
    {},
    ...first.map(head),
    ...(compared ? [make('td', { class: 'bar' }, 'by doublings')] : []),
    ...others.map(head),
  );
  const table = make(
    'table',
    { class: allColumns ? 'all' : '' },
    make('thead', {}, top),
    make('tbody', {}, ...rows),
  );
  const region = { class: 'scroll', id: `table-${at}`, tabindex: 0, role: 'region', 'aria-label': title };
  return make('section', {}, make('h2', {}, title), make('div', region, table), columnSwitch(at));
}

/** What an error costs: the plot, and the line of each solver. */
function curveSection(scene: SceneReport, at: number, found: Shown, width: number): HTMLElement {
  const lines = found.curveCells?.[at] ?? [];
  const order = lines.map(([name]) => name!);
  const rowOf = (name: string) => scene.rows.find((row) => lineOf(row) === name);
  const title = `What an error costs: ${sceneTitle(scene)}`;
  const rows = lines.map(([name, ...others], index) => {
    const row = rowOf(name!);
    const first = row
      ? keyed({ ...row, execution: '' }, index)
      : make('th', { scope: 'row', class: 'words' }, name!);
    return make('tr', {}, first, ...others.map((cell) => make('td', {}, cell)));
  });
  const heads = (found.curveHeads ?? []).map((head) =>
    make('th', { scope: 'col', class: head === 'solver' ? 'words' : '' }, head),
  );
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...rows));
  const region = { class: 'scroll', id: `curves-${at}`, tabindex: 0, role: 'region', 'aria-label': title };
  const plot = curvePlot(scene, order, width);
  const caution = found.curveCautions?.[at];
  return make(
    'section',
    {},
    make('h2', {}, title),
    ...(caution ? [paragraph(caution)] : []),
    ...(plot ? [plot] : []),
    ...(lines.length > 0 ? [make('div', region, table)] : []),
    ...(scene.judged ? [] : [paragraph(found.curveExplanation ?? '')]),
  );
}

function columnClass(name: string): string {
  return `${FIRST.includes(name) ? '' : 'more '}${['solver', 'execution'].includes(name) ? 'words' : ''}`.trim();
}

/** The number is the point's in the plot. */
function keyed(row: Row, index: number, ...more: HTMLElement[]): HTMLElement {
  const key = make('span', { class: 'key' }, String(index + 1));
  key.style.setProperty('--colour', colourOf(row));
  return make('th', { scope: 'row', class: 'words' }, key, ' ', nameOf(row), ...more);
}

function solverCell(row: Row, index: number): HTMLElement {
  // a row without figures says why where everybody sees it
  const why = row.fault ? [make('small', {}, row.fault)] : [];
  return keyed(row, index, ...why);
}

function columnSwitch(at: number): HTMLElement {
  const state = { 'aria-pressed': String(allColumns) };
  const button = make(
    'button',
    { type: 'button', class: 'columns', id: `columns-${at}`, ...state },
    'All columns',
  );
  button.addEventListener('click', () => {
    allColumns = !allColumns;
    for (const table of document.querySelectorAll('#results table'))
      table.classList.toggle('all', allColumns);
    for (const other of document.querySelectorAll('.columns')) other.ariaPressed = String(allColumns);
  });
  return button;
}

/** What a dispatch costs on this device, and which steps of the tables above mostly wait for that. */
function launchCard({ report, launchHeads, launchCells }: Shown): HTMLElement {
  const [what, cost] = launchHeads;
  const rows = launchCells.map(([how, microseconds]) =>
    make('tr', {}, make('th', { scope: 'row', class: 'words' }, how!), make('td', {}, microseconds!)),
  );
  const head = make('tr', {}, make('th', { scope: 'col', class: 'words' }, what!), make('th', {}, cost!));
  const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
  const waits = report.scenes.flatMap((scene) => {
    const waiting = scene.rows.filter(({ waitShare }) => waitShare);
    const row = waiting.find(({ solver }) => solver === 'auto') ?? waiting[0];
    if (!row) return [];
    const share = Math.round(100 * row.waitShare!);
    const words = `${sceneTitle(scene)}, ${nameOf(row)}: ${row.dispatches} dispatches a step; so many empty ones would take ${share} % of its time.`;
    return [make('li', {}, words)];
  });
  const title = make('h2', {}, 'What a dispatch costs here');
  const lede = paragraph(
    'A step is a list of dispatches. Each of them waits for the one before, however fast the device computes. Save these figures as JSON and send them to us: they say what holds back scenes of many small groups.',
  );
  return make(
    'section',
    { id: 'launches' },
    title,
    lede,
    make('div', { class: 'scroll' }, table),
    make('ul', {}, ...waits),
  );
}

function gapList({ report, gapHeads, gapCells }: Shown): HTMLElement {
  const lines = report.gaps.flatMap(({ what, solver, positions, substeps }, index) => {
    const steps = `${substeps} ${substeps === 1 ? 'substep' : 'substeps'}`;
    return [
      make('dt', {}, `${what}: ${nameOf({ solver, positions, execution: '' })}, ${steps}`),
      make('dd', {}, gapCells[index]![gapHeads.indexOf('largest gap')]!),
    ];
  });
  const title = make('h2', {}, 'How far joints come apart in ten seconds, in radii');
  return make('section', {}, title, make('dl', {}, ...lines));
}

/** The marks that the explanation uses: bold, code, and a link to a document, which the page has a chapter for. */
function paragraph(text: string): HTMLElement {
  const line = make('p');
  let end = 0;
  for (const found of text.matchAll(/\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\(.+?\)/g)) {
    const [, bold, code, link] = found;
    const mark = bold
      ? make('b', {}, bold)
      : code
        ? make('code', {}, code)
        : make('a', { href: BYTE_MODEL }, link!);
    line.append(text.slice(end, found.index), mark);
    end = found.index + found[0].length;
  }
  line.append(text.slice(end));
  return line;
}
