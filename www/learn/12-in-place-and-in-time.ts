// Chapter 12: three ways to keep joints shut. One bead about a nail, worked out here; one necklace three times, beside a
// finer run that nobody sees; and the error by substeps.
import './page';
import type { Measures, Parameters, Simulation, SimulationOptions } from '../beadwork';
import { get } from '../dom';
import { between, gapOf, inColours, speedOf, track, truth, WAYS, type Way } from './12-one-bead';
import { startOrders } from './12-orders';
import { drawLowest, drawTrack } from './12-picture';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { type Line, legend, plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';

// One bead: five radians in all, however many steps they take.
const WHOLE = 5;
const arc = get<HTMLFormElement>('#arc-sliders');

function showArc(): void {
  const slider = (name: string) => Number((arc.elements.namedItem(name) as HTMLInputElement).value);
  const steps = slider('steps');
  const beta = slider('share');
  const h = WHOLE / steps;
  get('[name="steps-value"]').textContent = String(steps);
  get('[name="share-value"]').textContent = String(beta);
  const wanted = truth(WHOLE);
  for (const way of WAYS) {
    const beads = track(way, steps, h, beta);
    const last = beads.at(-1)!;
    drawTrack(get<SVGElement>(`#track-${way}`), way, beads, wanted);
    const name = (what: string) => `${what}-${way}`;
    setLive({
      [name('open')]: Math.max(...beads.map(gapOf)),
      [name('speed')]: speedOf(last),
      // degrees that it has not come as far as it should
      [name('behind')]: (between(last, wanted) * 180) / Math.PI,
    });
  }
  setLive({
    steps,
    way: h,
    straight: Math.hypot(1, h) - 1,
    about: 0.5 * h * h,
    settled: (0.5 * h * h) / beta,
    // what one step of `projected` keeps of the speed, and the angles of the first step
    kept: Math.cos(Math.atan(h)),
    short: Math.atan(h),
    far: Math.asin(h),
  });
}

// The necklaces.
const RATE = 60;
const LONGEST = 30 * RATE;
const FINE = 32;
const BEADS = 8;
const NAMED: Record<Way, string> = { pulled: 'Pulled', projected: 'Projected', symplectic: 'Symplectic' };

const form = get<HTMLFormElement>('#sliders');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);

const sceneOptions = () => ({ beads: BEADS, tilt: field('tilt'), massRatio: 1 });
const parametersOf = (way: Way, substeps: number): Partial<Parameters> => ({
  solver: 'direct',
  positions: way,
  substeps,
  ...(way === 'pulled' ? { stabilisation: field('beta') } : {}),
});
/** The three ways, and what counts as the truth. */
const all = (): Partial<Parameters>[] => [
  ...WAYS.map((way) => parametersOf(way, field('substeps'))),
  parametersOf('symplectic', FINE),
];
const options = (): SimulationOptions[] =>
  all().map((parameters) => ({ scene: 'pendant', sceneOptions: sceneOptions(), parameters }));

interface Trace {
  /** mm */
  gap: Points;
  /** J, above the start's */
  energy: Points;
  /** mm */
  off: Points;
}
let traces: Trace[] = [];
/** Of the recorded run, until other settings are tried. */
let record: Trace[] = [];
/** Substeps of `symplectic` that were taken back. */
let fellBack = 0;
const clear = () => {
  traces = WAYS.map(() => ({ gap: [], energy: [], off: [] }));
  fellBack = 0;
};

const energy = ({ kineticEnergy, potentialEnergy }: Measures) => kineticEnergy + potentialEnergy;
let starts: number[] = [];

/** mm */
const LEAST = 1e-3;

function draw(): void {
  const lines = (pick: (trace: Trace) => Points): Line[] =>
    inColours(
      traces.map((trace, i) => ({
        name: WAYS[i]!,
        points: overwritten(record[i] ? pick(record[i]) : [], pick(trace)),
      })),
    );
  const xRange: [number, number] = [0, 4];
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, mm', log: true, xRange, yRange: [LEAST, 10] },
    // what is less is rounding
    lines(({ gap }) => gap.map(([time, most]) => [time, Math.max(LEAST, most)])),
  );
  plot(
    get<SVGElement>('#energies'),
    { x: 'seconds', y: 'energy gained or lost, J', xRange, yRange: [-10, 10] },
    lines((trace) => trace.energy),
  );
  plot(
    get<SVGElement>('#errors'),
    { x: 'seconds', y: 'distance from the finer run, mm', log: true, xRange, yRange: [0.1, 100] },
    lines(({ off }) => off),
  );
}

type Positions = ArrayLike<number>;
/** m, from where one has the body to where the other has it. */
const apart = (ours: Positions, wanted: Positions, body: number): [number, number, number] => [
  ours[3 * body]! - wanted[3 * body]!,
  ours[3 * body + 1]! - wanted[3 * body + 1]!,
  ours[3 * body + 2]! - wanted[3 * body + 2]!,
];
const farthest = (ours: Positions, wanted: Positions): number =>
  Array.from({ length: wanted.length / 3 }, (_, body) => Math.hypot(...apart(ours, wanted, body))).reduce(
    (most, each) => Math.max(most, each),
    0,
  );

/** From where the lowest bead should be, by way. */
let aside: [number, number][] = WAYS.map(() => [0, 0]);

async function note(stage: Stage, current: () => boolean): Promise<void> {
  if (stage.frames > LONGEST) stage.playing = false;
  const reference = stage.simulations[WAYS.length]!;
  const [{ positions: wanted }, ...seen] = await Promise.all([
    reference.readState(),
    ...WAYS.map(async (_, i) => {
      const each = stage.simulations[i]!;
      const [measured, { positions }] = await Promise.all([each.measure(), each.readState()]);
      return { measured, positions };
    }),
  ]);
  if (!current()) return;
  for (const [i, { measured, positions }] of seen.entries()) {
    if (stage.fallen(i)) continue;
    const { gap, energy: gained, off } = traces[i]!;
    gap.push([measured.time, Math.max(1e-6, 1000 * measured.maxGap)]);
    gained.push([measured.time, energy(measured) - starts[i]!]);
    off.push([measured.time, Math.max(1e-6, 1000 * farthest(positions, wanted))]);
    const [dx, dy] = apart(positions, wanted, BEADS - 1);
    aside[i] = [dx, dy];
    if (WAYS[i] === 'symplectic') fellBack += measured.fellBack;
  }
  tell(traces);
  draw();
  lookAtFed();
}

/** The end of all traces. */
function tell(traces: Trace[]): void {
  const ends = traces.map(({ gap, energy, off }) => [gap.at(-1), energy.at(-1), off.at(-1)]);
  if (ends.flat().some((end) => end === undefined)) return;
  for (const [i, [gap, gained, off]] of ends.entries()) {
    const name = NAMED[WAYS[i]!];
    setLive({
      time: gap![0],
      [`gap${name}`]: gap![1],
      [`gained${name}`]: gained![1],
      [`off${name}`]: off![1],
    });
  }
  setLive({ fellBack });
  drawLowest(get<SVGElement>('#lowest'), aside);
}

let stage: Stage | null = null;
async function begin(): Promise<void> {
  clear();
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: options(),
    room: 0.92,
    placing: [
      { offset: [-1.9, 0, 0], thread: [0.6, 0.63, 0.65] },
      { thread: [1, 0.54, 0.45], dashed: true },
      { offset: [1.9, 0, 0], thread: [0.35, 0.81, 0.86] },
    ],
    onReady: ({ simulations }) => take(simulations),
    onFrame: note,
    onFault: (index) => {
      get('#reading').textContent = `The necklace ${WAYS[index] ?? 'of the finer run'} has left all bounds.`;
    },
    onReturn: (time) => {
      for (const trace of traces) {
        trace.gap = until(trace.gap, time);
        trace.energy = until(trace.energy, time);
        trace.off = until(trace.off, time);
      }
    },
    onRestart: () => {
      clear();
      record = [];
      get('#lab').classList.remove('recorded');
      aside = WAYS.map(() => [0, 0]);
      drawLowest(get<SVGElement>('#lowest'), aside);
      draw();
      lookAtFed();
    },
  });
}

function recorded({ positions }: Runs): void {
  record = positions.ways as unknown as Trace[];
  aside = positions.ways.map(({ lowest }) => lowest as [number, number]);
  tell(record);
  draw();
}

/** What the sliders say now. */
async function take(simulations: readonly Simulation[]): Promise<void> {
  const parameters = all();
  await Promise.all(
    simulations.map((each, i) => {
      each.setParameters(parameters[i]!);
      return each.load('pendant', sceneOptions());
    }),
  );
  starts = (await Promise.all(simulations.map((each) => each.measure()))).map(energy);
}

/** The sliders' necklaces from their start. */
const again = (stage: Stage) => stage.anew(() => take(stage.simulations));

function label(): void {
  get('[name="beta-value"]').textContent = String(field('beta'));
  get('[name="tilt-value"]').textContent = `${Math.round((field('tilt') * 180) / Math.PI)}°`;
  get('[name="substeps-value"]').textContent = String(field('substeps'));
}

// Exercises.
/** m, m/s, s: √(L² + h² v²) − L */
const straight = 1000 * (Math.hypot(2, 6 / RATE) - 2);
numberQuestion('off-the-arc', (given) => {
  const why = `The step takes it 10 cm along the tangent, and √(2² + 0.1²) − 2 m are ${format(straight, 3)} mm.`;
  if (near(given, straight, 0.011)) return right(`Right. ${why}`);
  if (near(given, straight / 1000, 0.000011)) return right(`Right, in metres. ${why}`);
  if (near(given, 2 * straight, 0.02)) return wrong('Nearly: a half is missing.');
  if (near(given, 100, 0.5)) return wrong('That is how far it moves. How far is that from the arc?');
  return wrong('Not yet. How far is it from the nail after the step, and how long is the thread?');
});
/** Joules: of some thousand that are at play. */
const FED = 10;
const lookAtFed = task('fed', () => {
  const gained = traces[0]?.energy.filter(([time]) => time <= 2 + 1e-6) ?? [];
  const last = gained.at(-1);
  if (!stage || field('substeps') !== 1 || !last) return null;
  const most = Math.max(...gained.map(([, joules]) => joules));
  if (most >= FED)
    return right(
      `Right: with β = ${field('beta')} the first necklace has had ${format(most, 3)} J more than at its start. Nothing but β has paid for them.`,
    );
  if (last[0] < 2 - 1e-6) return wrong(`${last[0].toFixed(1)} s of 2 s.`);
  return wrong(`In two seconds it never had ${FED} J more than at its start. Try another β.`);
});

legend(get('#names'), inColours(WAYS));
new ResizeObserver(draw).observe(get('#gaps'));
arc.addEventListener('input', showArc);
form.addEventListener('input', () => {
  label();
  if (stage) void again(stage);
});
for (const each of [arc, form]) each.addEventListener('submit', (event) => event.preventDefault());
showArc();
label();
startOrders();
void begin();
