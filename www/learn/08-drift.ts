// Chapter 8: one chain with β and one without, their gaps and their energy.
import './page';
import type { Measures, Parameters, Simulation, SimulationOptions, SolverName } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { type Line, legend, plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';

const RATE = 60;
const LONGEST = 30 * RATE;
const BEADS = 16;
const NAMES = ['with your β', 'with β = 0'] as const;

const form = get<HTMLFormElement>('#sliders');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;

const parameters = (own: boolean): Partial<Parameters> => ({
  solver: field('solver') as SolverName,
  iterations: 10,
  substeps: Number(field('substeps')),
  stabilisation: own ? Number(field('beta')) : 0,
});

const options = (own: boolean): SimulationOptions => ({
  scene: 'pendant',
  sceneOptions: { beads: BEADS, tilt: 0.9, massRatio: 1 },
  parameters: parameters(own),
});

interface Trace {
  /** mm */
  gap: Points;
  /** J, above the start's */
  energy: Points;
}
let traces: Trace[] = [];
/** Of the recorded run, until other settings are tried. */
let record: Trace[] = [];
const clear = () => {
  traces = NAMES.map(() => ({ gap: [], energy: [] }));
};

const energy = ({ kineticEnergy, potentialEnergy }: Measures) => kineticEnergy + potentialEnergy;
let starts = [0, 0];

function draw(): void {
  const lines = (pick: (trace: Trace) => Points): Line[] =>
    traces.map((trace, i) => {
      const recorded = record[i] ? pick(record[i]) : [];
      return { name: NAMES[i]!, points: overwritten(recorded, pick(trace)) };
    });
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, mm', log: true, xRange: [0, 4], yRange: [0.01, 10] },
    lines(({ gap }) => gap),
  );
  plot(
    get<SVGElement>('#energies'),
    { x: 'seconds', y: 'energy gained or lost, J', xRange: [0, 4], yRange: [-10, 10] },
    lines((trace) => trace.energy),
  );
}

/** What the sliders say now. */
function apply(simulations: readonly Simulation[]): void {
  for (const [i, each] of simulations.entries()) each.setParameters(parameters(i === 0));
}

let stage: Stage | null = null;
async function begin(): Promise<void> {
  clear();
  const apart = 3;
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: [options(true), options(false)],
    room: 1.3,
    placing: [
      { offset: [-apart / 2, 0, 0], thread: [0.3, 0.8, 0.85] },
      { offset: [apart / 2, 0, 0], thread: [1, 0.54, 0.45], dashed: true },
    ],
    onReady: async ({ simulations }) => {
      apply(simulations);
      starts = (await Promise.all(simulations.map((each) => each.measure()))).map(energy);
    },
    onFrame: async (stage, current) => {
      if (stage.frames > LONGEST) stage.playing = false;
      const measured = await Promise.all(stage.simulations.map((each) => each.measure()));
      if (!current()) return;
      for (const [i, each] of measured.entries()) {
        if (stage.fallen(i)) continue;
        traces[i]!.gap.push([each.time, Math.max(1e-4, 1000 * each.maxGap)]);
        traces[i]!.energy.push([each.time, energy(each) - starts[i]!]);
      }
      tell(traces);
      draw();
      lookAtGaps();
    },
    onFault: (index) => {
      get('#reading').textContent =
        `The chain ${NAMES[index]} has torn itself apart. Start again with a smaller β.`;
    },
    onReturn: (time) => {
      for (const trace of traces) {
        trace.gap = until(trace.gap, time);
        trace.energy = until(trace.energy, time);
      }
    },
    onRestart: () => {
      clear();
      record = [];
      get('#lab').classList.remove('recorded');
      draw();
    },
  });
}

/** The end of both traces. */
function tell(traces: Trace[]): void {
  const [own, none] = traces.map(({ gap, energy }) => ({ gap: gap.at(-1), energy: energy.at(-1) }));
  if (!own?.gap || !own.energy || !none?.gap || !none.energy) return;
  setLive({
    time: own.gap[0],
    gap: own.gap[1],
    gap0: none.gap[1],
    lost: -own.energy[1],
    lost0: -none.energy[1],
  });
}

function recorded({ drift }: Runs): void {
  record = drift as Trace[];
  tell(record);
  draw();
}

form.addEventListener('input', () => {
  label();
  if (!stage) return;
  apply(stage.simulations);
  stage.restart();
});

const lookAtGaps = task('half-the-gap', () => {
  const [own, none] = traces;
  const last = own?.gap.at(-1);
  if (field('solver') !== 'jacobi' || field('substeps') !== '1' || !own || !last || !none) return null;
  if (last[0] < 2) return wrong(`${last[0].toFixed(1)} s of 2 s.`);
  const at = own.gap.findIndex(([time]) => time >= 2);
  const share = own.gap[at]![1] / none.gap[at]![1];
  const gained = Math.max(...own.energy.slice(0, at + 1).map(([, joules]) => joules));
  if (share >= 0.5) return wrong(`The gap is ${share.toFixed(2)} of the other one’s.`);
  // of some ten thousand that are at play
  if (gained >= 10) return wrong('The gap is small enough, but energy was gained on the way.');
  return right(
    `Right: with β = ${field('beta')} the gap is ${share.toFixed(2)} of the other one’s, and no energy was gained.`,
  );
});
numberQuestion('an-eighth', (given) => {
  if (given === 3) return right('Right: a half, a quarter, an eighth.');
  return wrong(
    given === 4
      ? 'A half is already reached after one step.'
      : 'Not yet. A half after one step, a quarter after two.',
  );
});
numberQuestion('half-the-step', (given) => {
  if (near(given, 2, 0.2))
    return right(
      'Right: each step adds a quarter, and there are twice as many. The figure counts 66.5 mm over 33.7 mm.',
    );
  return wrong(
    near(given, 4, 0.2)
      ? 'That is what one step adds. In two seconds there are twice as many steps.'
      : 'Not yet. A quarter each, and twice as many.',
  );
});

function label(): void {
  const beta = Number(field('beta'));
  get('[name="beta-value"]').textContent = String(beta);
  get('[name="substeps-value"]').textContent = field('substeps');
  setLive({
    beta,
    half: beta > 0 ? (beta < 1 ? Math.log(0.5) / Math.log(1 - beta) : 1) : Number.POSITIVE_INFINITY,
  });
}

legend(get('#names'), NAMES);
new ResizeObserver(draw).observe(get('#gaps'));
form.addEventListener('submit', (event) => event.preventDefault());
label();
void begin();
