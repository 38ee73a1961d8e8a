// The benchmark's page: choose, run, stop, and save the figures.
import { BeadworkError, scenes } from '../beadwork';
import { byId as get, make } from '../dom';
import { startTheme } from '../theme';
import { csv } from './csv';
import { ENGINES } from './peers/engines';
import { type Hearer, type Plan, QUICK, USUAL } from './plan';
import type { Report, Shown } from './record';
import { showResults } from './results';
import { benchmark } from './run';
import type { MachineName } from './subject';
import { tables } from './tables';

startTheme();

const form = get<HTMLFormElement>('plan');
const downloads = ['json', 'csv', 'markdown'] as const;

/** What this browser found. */
let own: Shown | undefined;
/** What was stopped, with what it had found. */
let stopped: Plan | undefined;
/** What stands on the page. */
let shown: Shown | undefined;
let stopping: AbortController | undefined;

for (const { name, title } of scenes()) get<HTMLSelectElement>('scene').add(new Option(title, name));
get<HTMLSelectElement>('scene').value = USUAL.scene;

for (const { name, title, megabytes } of ENGINES) {
  const box = make('input', { type: 'checkbox', name: 'peer', value: name });
  get('peers').append(make('label', {}, box, ` ${title} `, make('small', {}, `${megabytes} MB`)));
}

function chosen(): Plan {
  const sizes = [...form.querySelectorAll<HTMLInputElement>('input[name=size]:checked')];
  const quality = get<HTMLInputElement>('quality').checked;
  return {
    ...USUAL,
    machine: form.querySelector<HTMLInputElement>('input[name=machine]:checked')!.value as MachineName,
    scene: get<HTMLSelectElement>('scene').value,
    sizes: sizes.map(({ value }) => Number(value)),
    rounds: Math.min(50, Math.max(1, Math.round(get<HTMLInputElement>('rounds').valueAsNumber || 1))),
    frames: quality ? USUAL.frames : 0,
    curves: get<HTMLInputElement>('curves').checked ? USUAL.curves : 0,
    gaps: quality && get<HTMLSelectElement>('scene').value === USUAL.scene,
    peers: [...get('peers').querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value),
  };
}

function show(found: Shown): void {
  shown = found;
  const { machine: m, copyBandwidth, date } = found.report;
  const words = [
    m.adapter + (m.software ? ', on the CPU' : ''),
    `${m.browser}, ${m.system}, ${m.threads} threads`,
  ];
  if (copyBandwidth !== null)
    words.push(`copies ${(copyBandwidth * 1e-9).toPrecision(3)} GB/s, read and written`);
  const whose = found === own ? '' : `Our own run of ${longDate(date)}, without a graphics card: `;
  get('machine').textContent = whose + words.join(' · ');
  showResults(get('results'), found);
}

/** What this browser found, to be saved. */
function showOwn(found: Shown): void {
  own = found;
  show(found);
  for (const id of downloads) get<HTMLButtonElement>(id).disabled = found.report.scenes.length === 0;
}

/** Until something has run here: what we found, at the size that we speak of. */
async function showPublished(): Promise<void> {
  const { default: published } = await import('../generated/benchmark.json');
  if (!own && !stopping) show(published as unknown as Shown);
}

const longDate = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** When the run that is under way began, ms. */
let began = 0;

/** Of the share that is done; the first of it says little. */
function timeToGo(share: number): string {
  if (share < 0.1 || share >= 1) return '';
  const seconds = ((performance.now() - began) / 1000) * (1 / share - 1);
  return seconds < 90
    ? `, about ${Math.ceil(seconds / 10) * 10} s to go`
    : `, about ${Math.round(seconds / 60)} min to go`;
}

const hearer: Hearer = {
  progress(what, share) {
    get('doing').textContent = `${what}${timeToGo(share)}`;
    get<HTMLProgressElement>('progress').value = share;
  },
  changed: showOwn,
};

function busy(is: boolean): void {
  get('go-on').hidden = is || !stopped;
  for (const id of ['run', 'quick']) get<HTMLButtonElement>(id).disabled = is;
  get<HTMLButtonElement>('stop').disabled = !is;
  for (const part of form.querySelectorAll('fieldset')) part.disabled = is;
  get(is ? 'stop' : stopped ? 'go-on' : 'run').focus();
}

async function run(plan: Plan, also?: Partial<Hearer>): Promise<Shown> {
  if (stopping) throw new Error('A run is under way.');
  stopping = new AbortController();
  began = performance.now();
  busy(true);
  delete get('doing').dataset.code;
  try {
    const both: Hearer = {
      progress: (what, share) => [hearer, also].forEach((h) => void h?.progress?.(what, share)),
      // our own figures stay until this browser has one
      changed: (found) =>
        [...(own || found.report.scenes.length > 0 ? [hearer] : []), also].forEach(
          (h) => void h?.changed?.(found),
        ),
    };
    const found = await benchmark(plan, both, stopping.signal);
    both.changed(found);
    stopped = stopping.signal.aborted ? { ...plan, before: found.report } : undefined;
    return found;
  } catch (error) {
    get('doing').textContent = error instanceof Error ? error.message : String(error);
    if (error instanceof BeadworkError) get('doing').dataset.code = error.code;
    throw error;
  } finally {
    stopping = undefined;
    busy(false);
    if (!own) void showPublished();
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
get('quick').addEventListener('click', () => {
  const { machine, scene, peers } = chosen();
  run({ ...USUAL, ...QUICK, machine, scene, peers }).catch((error) => console.error(error));
});
// a plot is drawn for the width it has
let width = innerWidth;
addEventListener('resize', () => {
  if (shown && innerWidth !== width) show(shown);
  width = innerWidth;
});
get('stop').addEventListener('click', () => stopping?.abort());
get('go-on').addEventListener('click', () => {
  if (stopped) run(stopped).catch((error) => console.error(error));
});

const markdown = async (report: Report): Promise<string> =>
  (await tables()).benchmarkMarkdown(JSON.stringify(report));

async function download(ending: (typeof downloads)[number]): Promise<void> {
  if (!own) return;
  const { report } = own;
  const text = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    csv: () => csv(report),
    markdown: () => markdown(report),
  };
  const type = { json: 'application/json', csv: 'text/csv', markdown: 'text/markdown' }[ending];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([await text[ending]()], { type }));
  link.download = `beadwork-benchmark-${report.date}.${ending === 'markdown' ? 'md' : ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
for (const id of downloads) get(id).addEventListener('click', () => download(id));

declare global {
  interface Window {
    /** For scripts: runs a plan as the form would. */
    beadworkBenchmark(plan: Partial<Plan>, also?: Partial<Hearer>): Promise<Shown>;
    /** The document of these records. */
    beadworkMarkdown(report: Report): Promise<string>;
    /** What the page shows of these records. */
    beadworkShown(report: Report): Promise<Shown>;
  }
}
window.beadworkBenchmark = (plan, also) => run({ ...USUAL, ...plan }, also);
window.beadworkMarkdown = markdown;
window.beadworkShown = async (report) => JSON.parse((await tables()).benchmarkReport(JSON.stringify(report)));

/** Said before anybody presses Run in vain. */
async function lookForDevice(): Promise<void> {
  if (await navigator.gpu?.requestAdapter().catch(() => null)) return;
  const [device, processor] = form.querySelectorAll<HTMLInputElement>('input[name=machine]');
  device!.disabled = true;
  processor!.checked = true;
  get('doing').textContent =
    'This browser gives pages no graphics device, so the processor is measured. Below are figures of our own until then.';
}

void lookForDevice();
void showPublished();
