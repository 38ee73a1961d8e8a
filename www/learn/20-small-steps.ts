// Chapter 20: one chain three times, with the same passes a frame as one substep and as many, and exactly; beside a finer run out of
// the picture. What a chain at rest is open by, and a bead that falls in single precision, are worked out in files of their own.
import './page';
import type { Parameters, SimulationOptions } from '../beadwork';
import { get } from '../dom';
import { startFall } from './20-fall';
import { startHang } from './20-hang';
import { farthest } from './apart';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';

const WAYS = ['Passes', 'Steps', 'Exact'] as const;
const NAMES = ['one substep of N passes', 'N substeps of one pass', 'one exact substep'] as const;
/** Of the run that counts as the truth. */
const FINE = 16;
const LONGEST = 30 * 60;
/** m: below this f32 has nothing to tell. */
const LEAST = 1e-6;

const form = get<HTMLFormElement>('#sliders');
const text = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
const passes = () => Number(text('passes'));
const ratio = () => 10 ** Number(text('ratio'));

const sceneOptions = () => ({ beads: 20, tilt: 0.5, massRatio: ratio() });
const exact = (substeps: number): Partial<Parameters> => ({
  solver: 'direct',
  positions: 'symplectic',
  substeps,
});
const all = (): Partial<Parameters>[] => {
  const solver = text('solver') as 'gauss-seidel' | 'xpbd';
  return [
    { solver, substeps: 1, iterations: passes() },
    { solver, substeps: passes(), iterations: 1 },
    exact(1),
    exact(FINE),
  ];
};
const options = (): SimulationOptions[] =>
  all().map((parameters) => ({ scene: 'pendant', sceneOptions: sceneOptions(), parameters }));

interface Trace {
  /** mm: the widest gap so far. */
  worst: Points;
  /** mm */
  off: Points;
}
let traces: Trace[] = [];
/** Of the recorded run, until other settings are tried. */
let record: Trace[] = [];
const clear = () => {
  traces = WAYS.map(() => ({ worst: [], off: [] }));
};

function draw(): void {
  const lines = (pick: (trace: Trace) => Points) =>
    traces.map((trace, i) => ({
      name: NAMES[i]!,
      points: overwritten(record[i] ? pick(record[i]) : [], pick(trace)),
    }));
  const xRange: [number, number] = [0, 4];
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'widest gap so far, mm', log: true, xRange, yRange: [0.01, 100] },
    lines(({ worst }) => worst),
  );
  plot(
    get<SVGElement>('#errors'),
    { x: 'seconds', y: 'distance from the finer run, mm', log: true, xRange, yRange: [0.1, 100] },
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
      const [{ time, maxGap }, { positions }] = await Promise.all([each.measure(), each.readState()]);
      return { time, maxGap, positions };
    }),
  ]);
  if (!current()) return;
  for (const [i, { time, maxGap, positions }] of seen.entries()) {
    if (stage.fallen(i)) continue;
    const { worst, off } = traces[i]!;
    worst.push([time, 1000 * Math.max(LEAST, maxGap, (worst.at(-1)?.[1] ?? 0) / 1000)]);
    off.push([time, 1000 * Math.max(LEAST, farthest(positions, wanted))]);
  }
  tell(traces);
  draw();
  lookAtLoad();
}

/** The end of all traces. */
function tell(traces: Trace[]): void {
  for (const [i, { worst, off }] of traces.entries()) {
    const [gap, far] = [worst.at(-1), off.at(-1)];
    if (!gap || !far) return;
    setLive({ time: gap[0], [`worst${WAYS[i]}`]: gap[1], [`off${WAYS[i]}`]: far[1] });
  }
  const [many, small] = traces.map(({ worst, off }) => [worst.at(-1)![1], off.at(-1)![1]] as const);
  setLive({ timesGap: many![0] / small![0], timesOff: many![1] / small![1] });
}

let stage: Stage | null = null;
async function begin(): Promise<void> {
  clear();
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: options(),
    room: 0.9,
    placing: [
      { offset: [-3.4, 0, 0], thread: [0.35, 0.81, 0.86] },
      { thread: [1, 0.54, 0.45], dashed: true },
      { offset: [3.4, 0, 0], thread: [0.6, 0.63, 0.65] },
    ],
    onFrame: note,
    onFault: (index) => {
      get('#reading').textContent = `The chain with ${NAMES[index] ?? 'the finer run'} has left all bounds.`;
    },
    onReturn: (time) => {
      for (const trace of traces) {
        trace.worst = until(trace.worst, time);
        trace.off = until(trace.off, time);
      }
    },
    onRestart: () => {
      clear();
      record = [];
      get('#lab').classList.remove('recorded');
      draw();
      lookAtLoad();
    },
  });
}

function recorded({ smallSteps }: Runs): void {
  record = smallSteps as unknown as Trace[];
  tell(record);
  draw();
}

/** The sliders' chains from their start. */
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
  get('[name="passes-value"]').textContent = String(passes());
  get('[name="ratio-value"]').textContent = `${format(ratio(), 3)} ×`;
}

// Exercises.
/** mm, passes. */
const [SHUT, MOST] = [1, 60];
const lookAtLoad = task('load', () => {
  const worst = traces[1]?.worst.at(-1);
  if (!stage || !worst || Math.round(ratio()) !== 100) return null;
  if (passes() > MOST) return wrong(`It can be done with ${MOST} passes and fewer.`);
  const [time, gap] = worst;
  if (gap > SHUT)
    return wrong(
      `The small steps have been open by ${format(gap, 3)} mm. N times as many close a gap N² times.`,
    );
  if (time < 1 - 1e-6) return wrong(`${time.toFixed(1)} s of 1 s.`);
  return right(`Right: with ${passes()} steps a frame it was never open by more than ${format(gap, 3)} mm.`);
});
numberQuestion('how-many', (given) => {
  if (given === 100) return right('Right: five times as many, since five squared is 25.');
  if (given === 500)
    return wrong('So many passes in one substep would be needed. Substeps count twice over.');
  if (given === 5) return wrong('That is how many times as many.');
  return wrong('Not yet. The gap goes with h², and with λ.');
});
numberQuestion('news', (given) => {
  if (near(given, 6, 0)) return right('Right: in substep 60, the last one of frame 6.');
  if (near(given, 60, 0)) return wrong('That is the substep. Ten of them are a frame.');
  if (near(given, 5, 0)) return wrong('By then it has gone up fifty joints.');
  return wrong('Not yet. One joint a substep, ten substeps a frame.');
});

legend(get('#names'), NAMES);
new ResizeObserver(draw).observe(get('#gaps'));
form.addEventListener('input', () => {
  label();
  if (stage) void again(stage);
});
form.addEventListener('submit', (event) => event.preventDefault());
label();
startHang();
startFall();
void begin();
