// Chapter 21: one necklace twice under AVBD, with penalties that learn and with penalties that are held, beside a finer run that counts as the
// truth; and what its joints have learnt. A bead on one spring is worked out in 21-spring.ts.
import './page';
import type { Parameters, SimulationOptions, State } from '../beadwork';
import { get } from '../dom';
import { drawBars, type Learnt } from './21-bars';
import { startSpring } from './21-spring';
import { farthest } from './apart';
import { format, setLive } from './bind';
import { choiceQuestion, numberQuestion, right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';

const WAYS = ['Learns', 'Held'] as const;
const NAMES = ['learning', 'held'] as const;
/** Of the run that counts as the truth. */
const FINE = 16;
const LONGEST = 30 * 60;
const BEADS = 40;
/** Where penalties can be held, over k₀. */
const KEPT = [1, 2, 5, 10, 20, 30, 50, 100];
const H = 1 / 60;
/** kg: of a bead of 0.25 m. */
const MASS = (1000 * 4 * Math.PI * 0.25 ** 3) / 3;
/** N/m, between two beads: A⁻¹ has m/2 along the arms, and m/7 across, as a ball is turned by a push at its rim. */
const UNIT = ((1 / 2 + 2 / 7) / 3) * (MASS / H ** 2);

const form = get<HTMLFormElement>('#sliders');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
const ratio = () => 10 ** field('ratio');
const kept = () => KEPT[field('held')]!;

const sceneOptions = () => ({ beads: BEADS, tilt: Math.PI / 6, massRatio: ratio() });
const all = (): Partial<Parameters>[] => {
  const ours: Partial<Parameters> = { solver: 'avbd', substeps: 1, iterations: field('passes') };
  return [
    { ...ours, penalty: 1, penaltyGrowth: 30 },
    { ...ours, penalty: kept(), penaltyGrowth: 0 },
    { solver: 'direct', positions: 'symplectic', substeps: FINE },
  ];
};
const options = (): SimulationOptions[] =>
  all().map((parameters) => ({ scene: 'pendant', sceneOptions: sceneOptions(), parameters }));

interface Trace extends Learnt {
  /** mm */
  gap: Points;
  /** mm */
  off: Points;
}
let traces: Trace[] = [];
/** Of the recorded run, until other settings are tried. */
let record: Trace[] = [];
const clear = () => {
  traces = WAYS.map(() => ({ gap: [], off: [], forces: [], penalties: [] }));
};

/** `solverMemory` begins with how many joints it tells of. */
function learntOf({ multipliers, solverMemory }: State): Learnt {
  const joints = multipliers.length / 3;
  return {
    forces: Array.from({ length: joints }, (_, l) => Math.hypot(...multipliers.slice(3 * l, 3 * l + 3))),
    penalties: Array.from(solverMemory?.slice(1, 1 + joints) ?? []),
  };
}

function draw(): void {
  const lines = (pick: (trace: Trace) => Points) =>
    traces.map((trace, i) => ({
      name: NAMES[i]!,
      points: overwritten(record[i] ? pick(record[i]) : [], pick(trace)),
    }));
  const xRange: [number, number] = [0, 2];
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'widest gap, mm', log: true, xRange, yRange: [0.1, 10] },
    lines(({ gap }) => gap),
  );
  plot(
    get<SVGElement>('#errors'),
    { x: 'seconds', y: 'distance from the finer run, mm', log: true, xRange, yRange: [1, 1000] },
    lines(({ off }) => off),
  );
}

async function note(stage: Stage, current: () => boolean): Promise<void> {
  if (stage.frames > LONGEST) stage.playing = false;
  const { simulations } = stage;
  const [{ positions: wanted }, ...seen] = await Promise.all([
    simulations[WAYS.length]!.readState(),
    ...WAYS.map(async (_, i) => {
      const each = simulations[i]!;
      const [{ time, maxGap }, state] = await Promise.all([each.measure(), each.readState()]);
      return { time, maxGap, state };
    }),
  ]);
  if (!current()) return;
  for (const [i, { time, maxGap, state }] of seen.entries()) {
    if (stage.fallen(i)) continue;
    const trace = traces[i]!;
    trace.gap.push([time, Math.max(1e-3, 1000 * maxGap)]);
    trace.off.push([time, Math.max(1e-3, 1000 * farthest(state.positions, wanted))]);
    Object.assign(trace, learntOf(state));
  }
  tell(traces);
  draw();
  lookAtNearer();
}

/** The end of all traces, and the joint that is looked at. */
function tell(traces: Trace[]): void {
  for (const [i, { gap, off }] of traces.entries()) {
    const [open, far] = [gap.at(-1), off.at(-1)];
    if (!open || !far) return;
    setLive({ time: open[0], [`gap${WAYS[i]}`]: open[1], [`off${WAYS[i]}`]: far[1] });
  }
  const [learns, held] = traces;
  if (!learns?.penalties.length || !held?.penalties.length) return;
  const joint = field('joint');
  drawBars(get<SVGElement>('#bars'), learns, held, joint);
  const [share, next] = [learns.penalties[joint]!, learns.penalties[joint + 1]!];
  const inertia = MASS / H ** 2;
  setLive({
    joint,
    force: learns.forces[joint]! / 1000,
    share,
    next,
    stiffness: (share * UNIT) / 1e6,
    inertia: inertia / 1e6,
    unit: UNIT / 1e6,
    whole: (inertia + (share + next) * UNIT) / 1e6,
    free: (100 * inertia) / (inertia + (share + next) * UNIT),
    freeHeld: (100 * inertia) / (inertia + 2 * kept() * UNIT),
  });
}

const shown = () => (traces[0]!.gap.length > 0 ? traces : record);

let stage: Stage | null = null;
async function begin(): Promise<void> {
  clear();
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: options(),
    room: 0.92,
    placing: [
      { offset: [-3, 0, 0], thread: [0.35, 0.81, 0.86] },
      { offset: [3, 0, 0], thread: [1, 0.54, 0.45], dashed: true },
      { thread: [0.6, 0.63, 0.65] },
    ],
    onFrame: note,
    onFault: (index) => {
      get('#reading').textContent = `The ${NAMES[index] ?? 'finer'} necklace has left all bounds.`;
    },
    onReturn: (time) => {
      for (const trace of traces) {
        trace.gap = until(trace.gap, time);
        trace.off = until(trace.off, time);
      }
    },
    onRestart: () => {
      clear();
      record = [];
      get('#lab').classList.remove('recorded');
      draw();
      lookAtNearer();
    },
  });
}

function recorded({ penalties }: Runs): void {
  record = penalties as unknown as Trace[];
  tell(record);
  draw();
}

/** The sliders' necklaces from their start. */
const again = (stage: Stage) =>
  stage.anew(() => {
    const parameters = all();
    return Promise.all(
      stage.simulations.map(async (each, i) => {
        await each.load('pendant', sceneOptions());
        each.setParameters(parameters[i]!);
      }),
    );
  });

function label(): void {
  get('[name="passes-value"]').textContent = String(field('passes'));
  get('[name="ratio-value"]').textContent = `${format(ratio(), 3)} ×`;
  get('[name="held-value"]').textContent = String(kept());
  get('[name="joint-value"]').textContent = String(field('joint'));
}

// Exercises.
const lookAtNearer = task('nearer', () => {
  const [learns, held] = traces;
  const far = held?.off.at(-1);
  if (!stage || field('ratio') !== 0 || field('passes') !== 20 || !far) return null;
  const at = (points: Points) => points.find(([time]) => time > 2 - 1e-6)?.[1];
  const [ours, theirs] = [at(learns!.off), at(held!.off)];
  if (ours === undefined || theirs === undefined) return wrong(`${far[0].toFixed(1)} s of 2 s.`);
  if (theirs >= ours)
    return wrong(
      `After 2 s it was ${format(theirs, 3)} mm off, the learning one ${format(ours, 3)} mm. ${
        kept() > 10
          ? 'Too stiff: its beads go no farther than their neighbours.'
          : 'Too soft: it hangs apart.'
      }`,
    );
  return right(
    `Right: held at ${kept()} it was ${format(theirs, 3)} mm off, the learning one ${format(ours, 3)} mm. For another load it would be another number.`,
  );
});
numberQuestion('passes-to-close', (given) => {
  if (given === 4) return right('Right: each pass leaves a quarter, and 2 mm/4⁴ are 0.008 mm.');
  if (given === 3) return wrong('After three passes it is 0.031 mm.');
  if (given === 5) return wrong('Four will do.');
  return wrong('Not yet. A pass leaves a share 1/(1 + κ).');
});
choiceQuestion('why-late', {
  soft: wrong('It is the tighter of the two.'),
  neighbours: right(
    'Right: its springs outweigh its inertia, and each pass lets it go only a small part of its way.',
  ),
  lambda: wrong('λ is about the same in both: look at the bars.'),
});

legend(get('#names'), NAMES);
new ResizeObserver(() => {
  draw();
  tell(shown());
}).observe(get('#gaps'));
form.addEventListener('input', (event) => {
  label();
  const only = event.target instanceof HTMLInputElement && event.target.name === 'joint';
  tell(shown());
  if (!only && stage) void again(stage);
});
form.addEventListener('submit', (event) => event.preventDefault());
label();
startSpring();
void begin();
