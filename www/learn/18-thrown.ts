// The first figure of chapter 18: a ragdoll hung by one hand and thrown, solved exactly and by passes of Jacobi.
import type { Measures, Parameters, Simulation } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { legend, plot } from './plot';
import { Stage, until } from './stage';

type Points = [number, number][];
const DEGREES = 180 / Math.PI;
const MILLIMETRES = 1000;
/** s in sight; then they are thrown anew. */
const SIGHT = 5;
const LOOP = 60 * SIGHT;
/** mm: what is less is rounding. */
const LEAST = 1e-3;

const figure = get('#lab');
const form = get<HTMLFormElement>('#solvers');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);

const parametersOf = (index: number): Partial<Parameters> =>
  index === 0
    ? { solver: 'direct', rounds: field('rounds') }
    : { solver: 'jacobi', iterations: field('passes') };

let gaps: [Points, Points] = [[], []];
let rounds: Points = [];
/** The most since the throw: mm, degrees, and of the first one the rounds. */
let worst = [
  { gap: 0, over: 0 },
  { gap: 0, over: 0 },
];
let most = 0;
/** Steps by how many rounds they took. */
let counts: number[] = [];

function clear(): void {
  gaps = [[], []];
  rounds = [];
  counts = [];
  most = 0;
  worst = worst.map(() => ({ gap: 0, over: 0 }));
}

const drawn = (points: Points): Points => points.map(([time, gap]) => [time, Math.max(LEAST, gap)]);

function draw(): void {
  const xRange: [number, number] = [0, SIGHT];
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, mm', log: true, xRange, yRange: [LEAST, 100] },
    [
      { name: 'direct', points: drawn(gaps[0]) },
      { name: 'jacobi', points: drawn(gaps[1]) },
    ],
  );
  plot(get<SVGElement>('#counts'), { x: 'seconds', y: 'rounds in the step', xRange, yRange: [0, 6] }, [
    { name: 'rounds', points: rounds },
  ]);
}

function tell(last: number): void {
  const [direct, jacobi] = worst as [(typeof worst)[0], (typeof worst)[0]];
  setLive({
    gapDirect: direct.gap,
    gapJacobi: jacobi.gap,
    overDirect: direct.over,
    overJacobi: jacobi.over,
    rounds: last,
    mostRounds: most,
  });
}

/** Right after the throw a step has happened to nobody. */
function take(measures: Measures[]): void {
  for (const [i, { time, maxGap, maxOvershoot }] of measures.entries()) {
    const gap = MILLIMETRES * maxGap;
    gaps[i as 0 | 1].push([time, gap]);
    const before = worst[i]!;
    worst[i] = { gap: Math.max(before.gap, gap), over: Math.max(before.over, DEGREES * maxOvershoot) };
  }
  const { time, rounds: taken } = measures[0]!;
  rounds.push([time, taken]);
  counts[taken] = (counts[taken] ?? 0) + 1;
  most = Math.max(most, taken);
  tell(taken);
  setLive({
    oneRound: counts[1] ?? 0,
    twoRounds: counts[2] ?? 0,
    moreRounds: counts.slice(3).reduce((all, each) => all + (each ?? 0), 0),
    steps: rounds.length,
  });
  draw();
}

function apply(simulations: readonly Simulation[]): void {
  for (const [i, each] of simulations.entries()) each.setParameters(parametersOf(i));
}

function show(): void {
  get('[name="rounds-value"]').textContent = String(field('rounds'));
  get('[name="passes-value"]').textContent = String(field('passes'));
}

export async function startThrown(): Promise<void> {
  let stage: Stage | null = null;
  show();
  legend(get('#gap-names'), ['solved exactly', 'passes of Jacobi']);
  new ResizeObserver(() => {
    if (stage) draw();
  }).observe(get('#gaps'));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show();
    if (!stage) return;
    apply(stage.simulations);
    stage.restart();
  });
  stage = await Stage.open(figure, {
    simulations: [0, 1].map((i) => ({
      scene: 'ragdolls',
      sceneOptions: { count: 1 },
      parameters: parametersOf(i),
    })),
    placing: [{}, { offset: [1.9, 0, 0] }],
    onFrame: async ({ simulations, frames }, current) => {
      const measured = await Promise.all(simulations.map((each) => each.measure()));
      if (!current()) return;
      take(measured);
      if (frames >= LOOP) stage?.restart();
    },
    onFault: (index) => {
      get('#fell').textContent =
        `The ragdoll of ${index === 0 ? 'the exact solver' : 'Jacobi'} has left all bounds.`;
    },
    onReturn: (time) => {
      gaps = [until(gaps[0], time), until(gaps[1], time)];
      rounds = until(rounds, time);
    },
    onRestart: () => {
      clear();
      get('#fell').textContent = '';
      tell(0);
      draw();
    },
  });
  if (!stage) return;
  stage.view.place({ ...stage.view.camera, target: [0.95, 1.75, 0], yaw: 0.1, pitch: 0.08, distance: 7.2 });
}
