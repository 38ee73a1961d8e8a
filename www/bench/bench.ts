// The benchmark's page: choose, run, stop, and take the figures along.
import { BeadworkError, scenes } from '../beadwork';
import { startTheme } from '../theme';
import { cells, EXPLANATION, figure, grouped, HEADS, markdown } from './markdown';
import { speedAgainstError } from './plot';
import { csv, type Report, type SceneReport } from './record';
import { benchmark, type Hearer, type Plan, USUAL } from './run';

startTheme();

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = get<HTMLFormElement>('plan');
const downloads = ['json', 'csv', 'markdown'] as const;

/** Beads of the table that is shown before anything has run. */
const HEADLINE = 100_000;

const BYTE_MODEL = './learn/11-hardware.html';

/** What this browser found. */
let report: Report | undefined;
/** What stands on the page. */
let shown: Report | undefined;
let stopping: AbortController | undefined;

for (const { name, title } of scenes()) get<HTMLSelectElement>('scene').add(new Option(title, name));
get<HTMLSelectElement>('scene').value = USUAL.scene;
get('words').replaceChildren(...EXPLANATION.map(paragraph));

/** The marks that these sentences use: bold, code, and a link to a document, which the page has a chapter for. */
function paragraph(text: string): HTMLElement {
  const line = document.createElement('p');
  let end = 0;
  for (const found of text.matchAll(/\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\(.+?\)/g)) {
    const [, bold, code, link] = found;
    const tag = document.createElement(bold ? 'b' : code ? 'code' : 'a');
    tag.textContent = bold ?? code ?? link!;
    if (tag instanceof HTMLAnchorElement) tag.href = BYTE_MODEL;
    line.append(text.slice(end, found.index), tag);
    end = found.index + found[0].length;
  }
  line.append(text.slice(end));
  return line;
}

function chosen(): Plan {
  const sizes = [...form.querySelectorAll<HTMLInputElement>('input[name=size]:checked')];
  const quality = get<HTMLInputElement>('quality').checked;
  return {
    ...USUAL,
    scene: get<HTMLSelectElement>('scene').value,
    sizes: sizes.map(({ value }) => Number(value)),
    rounds: Math.min(50, Math.max(1, Math.round(get<HTMLInputElement>('rounds').valueAsNumber || 1))),
    frames: quality ? USUAL.frames : 0,
    gaps: quality && get<HTMLSelectElement>('scene').value === USUAL.scene,
    rapier: get<HTMLInputElement>('rapier').checked,
  };
}

/** A scene's table, made anew; the page keeps what it had where nothing changed. */
function table(scene: SceneReport): HTMLElement {
  const part = document.createElement('section');
  const head = document.createElement('h2');
  head.textContent = `${scene.scene}, ${grouped(scene.beads)} beads`;
  const scroll = document.createElement('div');
  scroll.className = 'scroll';
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', head.textContent);
  const body = document.createElement('table');
  const top = body.createTHead().insertRow();
  for (const name of HEADS) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    top.append(cell);
  }
  const rows = body.createTBody();
  const most = Math.max(...scene.rows.map((row) => row.timesFaster ?? 0), 1);
  for (const row of scene.rows) {
    const line = rows.insertRow();
    for (const [index, text] of cells(row).entries()) {
      const cell = index === 0 ? document.createElement('th') : line.insertCell();
      if (cell instanceof HTMLTableCellElement && index === 0) {
        cell.scope = 'row';
        line.append(cell);
      }
      cell.textContent = text;
      if (HEADS[index] === 'faster' && row.timesFaster) {
        // by doublings: a factor of fifty beside one of two
        const share = Math.max(0, Math.log2(1 + row.timesFaster) / Math.log2(1 + most));
        cell.style.setProperty('--share', `${(100 * share).toFixed(1)}%`);
        cell.className = 'bar';
      }
    }
    line.classList.toggle('missing', row.wall === null);
  }
  scroll.append(body);
  part.append(head, scroll);
  return part;
}

function gapList(found: Report): HTMLElement {
  const part = document.createElement('section');
  const head = document.createElement('h2');
  head.textContent = 'How far joints come apart in ten seconds, in radii';
  const list = document.createElement('dl');
  for (const { what, solver, substeps, quality } of found.gaps) {
    const name = document.createElement('dt');
    name.textContent = `${what}: ${solver}, ${substeps} ${substeps === 1 ? 'substep' : 'substeps'}`;
    const value = document.createElement('dd');
    value.textContent = quality.finite ? figure(quality.maxGapRadii) : 'blown';
    list.append(name, value);
  }
  part.append(head, list);
  return part;
}

function show(found: Report): void {
  shown = found;
  const { machine: m } = found;
  const copy =
    found.copyBandwidth === null
      ? ''
      : ` · copies ${figure(found.copyBandwidth * 1e-9)} GB/s, read and written`;
  get('machine').textContent =
    `${found === report ? '' : `Our own run of ${longDate(found.date)}, without a graphics card: `}${m.adapter}${m.software ? ', on the CPU' : ''} · ${m.browser}, ${m.system}, ${m.threads} threads${copy}`;
  const results = get('results');
  const focused = document.activeElement?.getAttribute('aria-label');
  const scrolled = [...results.querySelectorAll('.scroll')].map((part) => part.scrollLeft);
  const parts = found.scenes.map(table);
  // the largest size that has both
  const width = results.clientWidth;
  const plots = found.scenes.map((scene) => speedAgainstError(scene, Math.min(width, 900)));
  const at = plots.findLastIndex((plot) => plot !== null);
  if (at >= 0) parts[at]!.querySelector('h2')!.after(plots[at]!);
  if (found.gaps.length > 0) parts.push(gapList(found));
  if (found.notes.length > 0) {
    const notes = document.createElement('ul');
    for (const note of found.notes)
      notes.append(Object.assign(document.createElement('li'), { textContent: note }));
    parts.push(notes);
  }
  results.replaceChildren(...parts);
  for (const [index, part] of [...results.querySelectorAll<HTMLElement>('.scroll')].entries()) {
    part.scrollLeft = scrolled[index] ?? 0;
    if (focused && part.getAttribute('aria-label') === focused) part.focus({ preventScroll: true });
  }
}

/** Our figures go when a run of this browser's own begins. */
function clear(): void {
  shown = undefined;
  get('machine').textContent = '';
  get('results').replaceChildren();
}

/** What this browser found, to be taken along. */
function showOwn(found: Report): void {
  report = found;
  show(found);
  for (const id of downloads) get<HTMLButtonElement>(id).disabled = found.scenes.length === 0;
}

/** Until something has run here: what we found, at the size that we speak of. */
async function showPublished(): Promise<void> {
  const { default: published } = await import('../../docs/benchmarks/browser.json');
  if (report || stopping) return;
  const found = published as unknown as Report;
  const usual = found.scenes.filter(({ beads }) => beads === HEADLINE);
  show({ ...found, scenes: usual, notes: [] });
}

const longDate = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const hearer: Hearer = {
  progress(what, share) {
    get('doing').textContent = what;
    get<HTMLProgressElement>('progress').value = share;
  },
  changed: showOwn,
};

function busy(is: boolean): void {
  get<HTMLButtonElement>('run').disabled = is;
  get<HTMLButtonElement>('stop').disabled = !is;
  for (const part of form.querySelectorAll('fieldset')) part.disabled = is;
  get(is ? 'stop' : 'run').focus();
}

async function run(plan: Plan, also?: Partial<Hearer>): Promise<Report> {
  if (stopping) throw new Error('A run is under way.');
  stopping = new AbortController();
  busy(true);
  delete get('doing').dataset.code;
  if (!report) clear();
  try {
    const both: Hearer = {
      progress: (what, share) => [hearer, also].forEach((h) => void h?.progress?.(what, share)),
      changed: (found) => [hearer, also].forEach((h) => void h?.changed?.(found)),
    };
    const found = await benchmark(plan, both, stopping.signal);
    both.changed(found);
    return found;
  } catch (error) {
    get('doing').textContent = error instanceof Error ? error.message : String(error);
    if (error instanceof BeadworkError) get('doing').dataset.code = error.code;
    throw error;
  } finally {
    stopping = undefined;
    busy(false);
    if (!report) void showPublished();
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const plan = chosen();
  if (plan.sizes.length === 0) {
    get('doing').textContent = 'Choose at least one size.';
    return;
  }
  run(plan).catch((error) => console.error(error));
});
// a plot is drawn for the width it has
let width = innerWidth;
addEventListener('resize', () => {
  if (shown && innerWidth !== width) show(shown);
  width = innerWidth;
});
get('stop').addEventListener('click', () => stopping?.abort());

function download(ending: (typeof downloads)[number]): void {
  if (!report) return;
  const text = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    csv: () => csv(report!),
    markdown: () => markdown(report!),
  };
  const type = { json: 'application/json', csv: 'text/csv', markdown: 'text/markdown' }[ending];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text[ending]()], { type }));
  link.download = `beadwork-benchmark-${report.date}.${ending === 'markdown' ? 'md' : ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
for (const id of downloads) get(id).addEventListener('click', () => download(id));

declare global {
  interface Window {
    /** For scripts: runs a plan as the form would, and gives the report with its Markdown. */
    beadworkBenchmark(
      plan: Partial<Plan>,
      also?: Partial<Hearer>,
    ): Promise<{ report: Report; markdown: string }>;
    beadworkMarkdown(report: Report): string;
  }
}
window.beadworkBenchmark = async (plan, also) => {
  const found = await run({ ...USUAL, ...plan }, also);
  return { report: found, markdown: markdown(found) };
};
window.beadworkMarkdown = markdown;

void showPublished();
