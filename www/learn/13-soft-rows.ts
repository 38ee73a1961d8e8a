// Chapter 13: one box on a soft row beside the swing that was asked for; what a step can show; and boxes, a flap and a ball that
// all swing as often as they were asked to.
import './page';
import type { SceneDescription, Simulation } from '../beadwork';
import { get } from '../dom';
import {
  divisor,
  EULER,
  type Motion,
  omegaOf,
  type Spring,
  shown,
  softness,
  step,
  swingsOf,
  truth,
} from './13-soft-row';
import { startSprings } from './13-springs';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { overwritten, type Points } from './recorded';
import { Stage, until } from './stage';

const FRAME = 1 / 60;
/** m: where the box is let go. */
const START = 0.6;
/** m: half an edge of the box, which is 8 kg of water. */
const HALF = 0.1;
const MASS = 1000 * (2 * HALF) ** 3;
const ROW = 3;
const TRUE = 1;

const form = get<HTMLFormElement>('#sliders');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
const spring = (): Spring => ({ hertz: field('hertz'), ratio: field('ratio') });
const substeps = () => field('substeps');
const h = () => FRAME / substeps();

/** s: four swings, and what is shown before the box is let go anew. */
const inSight = () => Math.min(4, Math.max(0.4, 4 / field('hertz')));
const loop = () => Math.round(60 * Math.max(2, 1.5 * inSight()));

/** Two rails. Above, what moves as was asked for; below, a box on a row that yields along x. */
function scene({ hertz, ratio }: Spring): SceneDescription {
  const rail = (y: number) => ({
    position: [0, y, 0] as [number, number, number],
    shape: { type: 'box' as const, halfExtents: [0.8, 0.015, 0.015] as [number, number, number] },
    fixed: true,
  });
  const box = (y: number) => ({
    position: [START, y, 0] as [number, number, number],
    shape: { type: 'box' as const, halfExtents: [HALF, HALF, HALF] as [number, number, number] },
  });
  return {
    version: 2,
    gravity: [0, 0, 0],
    bodies: [
      rail(0.4),
      { ...box(0.4), kinematic: true, colour: '#ff8a73' },
      rail(0),
      { ...box(0), colour: '#58cfdc' },
    ],
    joints: [
      {
        type: 'six-dof',
        a: ROW - 1,
        b: ROW,
        anchorA: [0, 0, 0],
        anchorB: [0, 0, 0],
        axes: {
          x: { softness: { hertz, dampingRatio: ratio } },
          ...{ y: 'fixed', z: 'fixed', rx: 'fixed', ry: 'fixed', rz: 'fixed' },
        },
      },
    ],
  };
}

/** m by time, at the end of each substep. */
function computed(): Points {
  const points: Points = [[0, START]];
  let motion: Motion = { c: START, u: 0 };
  for (let i = 1; i * h() <= inSight() + 1e-9; i++) {
    motion = step(motion, spring(), h());
    points.push([i * h(), motion.c]);
  }
  return points;
}

function asked(): Points {
  const count = 400;
  return Array.from({ length: count + 1 }, (_, i) => {
    const time = (i / count) * inSight();
    return [time, truth(START, spring(), time)];
  });
}

/** Of the box that runs, since it was let go last. */
let live: Points = [];
let lines: { row: Points; asked: Points } = { row: [], asked: [] };

const drawSwing = () =>
  plot(
    get<SVGElement>('#swing'),
    {
      x: 'seconds',
      y: 'from the middle, m',
      xRange: [0, inSight()],
      yRange: [-START, START],
      mark: live.at(-1)?.[0],
    },
    [
      // a frame has no more than its end to tell; where there are more substeps, the line computed here has them too
      {
        name: 'the row',
        points: substeps() > 1 ? lines.row : overwritten(lines.row, until(live, inSight())),
      },
      { name: 'asked for', points: lines.asked },
    ],
  );

/** Hz, two to the octave and more. */
const SHOWN_AT = Array.from({ length: 61 }, (_, i) => 0.5 * 2 ** (i / 7.5));
const TICKS = [0.5, 1, 2, 4, 8, 16, 32, 64];

function drawShown(): void {
  const { ratio } = spring();
  const found = SHOWN_AT.map((hertz) => ({ hertz, ...shown({ hertz, ratio }, h()) }));
  const mark = 1 / (4 * h());
  plot(
    get<SVGElement>('#swings-shown'),
    {
      x: 'asked for, Hz',
      y: 'swings a second',
      xTicks: TICKS,
      log: true,
      xRange: [0.5, 128],
      yRange: [0.5, 128],
      mark,
    },
    [
      { name: 'shown', points: found.map(({ hertz, swings }) => [hertz, Math.max(0.5, swings)]) },
      {
        name: 'asked for',
        points: SHOWN_AT.map((hertz) => [hertz, Math.max(0.5, swingsOf({ hertz, ratio }))]),
      },
    ],
  );
  plot(
    get<SVGElement>('#ratio-shown'),
    { x: 'asked for, Hz', y: 'damping ratio', xTicks: TICKS, xRange: [0.5, 128], yRange: [0, 1], mark },
    [
      { name: 'shown', points: found.map((each) => [each.hertz, each.ratio]) },
      {
        name: 'asked for',
        points: [
          [0.5, ratio],
          [128, ratio],
        ],
      },
    ],
  );
}

function show(): void {
  const asked_ = spring();
  const omega = omegaOf(asked_);
  const { gamma, beta } = softness(asked_, h());
  const seen = shown(asked_, h());
  for (const [name, text] of Object.entries({
    hertz: `${format(asked_.hertz)} Hz`,
    ratio: format(asked_.ratio),
    substeps: String(substeps()),
  }))
    get(`[name="${name}-value"]`).textContent = text;
  const stiffness = MASS * omega * omega;
  const damping = 2 * MASS * asked_.ratio * omega;
  setLive({
    askedSwings: swingsOf(asked_),
    shownSwings: seen.swings,
    askedRatio: asked_.ratio,
    shownRatio: seen.ratio,
    milliseconds: 1000 * h(),
    turn: h() * omega,
    stiffness,
    damping,
    gamma: gamma / MASS,
    beta,
    cfm: (gamma / MASS) * h(),
    divisor: divisor(asked_, h()),
    rule: asked_.ratio + 0.5 * h() * omega,
    bound: 1 / (4 * h()),
    atBound: shown({ hertz: 1 / (4 * h()), ratio: 0 }, h()).swings,
    // m/s, of the row as it is let go
    closing: (beta * START) / h(),
  });
  lines = { row: computed(), asked: asked() };
  drawSwing();
  drawShown();
}

let stage: Stage | null = null;
/** Frames since the box was let go. */
let frame = 0;

/** The box above goes where the swing that was asked for is at the end of the next frame. */
function drive(simulation: Simulation): void {
  const [from, to] = [frame, frame + 1].map((each) => truth(START, spring(), each * FRAME)) as [
    number,
    number,
  ];
  simulation.setVelocity(TRUE, { linear: [(to - from) / FRAME, 0, 0] });
}

function letGo(simulation: Simulation): void {
  frame = 0;
  live = [[0, START]];
  drive(simulation);
}

async function begin(): Promise<void> {
  get('#lab').classList.add('recorded');
  show();
  stage = await Stage.open(get('#lab'), {
    simulations: [{ scene: scene(spring()), parameters: { ...EULER, substeps: substeps() } }],
    room: 0.92,
    onReady: ({ simulations }) => take(simulations[0]!),
    onFrame: async ({ simulations }, current) => {
      const simulation = simulations[0]!;
      frame += 1;
      const { positions } = await simulation.readState();
      if (!current()) return;
      live.push([frame * FRAME, positions[3 * ROW]!]);
      get('#lab').dataset.place = String(positions[3 * ROW]);
      get('#lab').dataset.truth = String(positions[3 * TRUE]);
      drawSwing();
      if (frame >= loop()) {
        simulation.reset();
        letGo(simulation);
      } else drive(simulation);
    },
    onReturn: (time) => {
      frame = Math.round(time / FRAME);
      live = until(live, time);
    },
    onRestart: ({ simulations }) => {
      letGo(simulations[0]!);
      drawSwing();
    },
  });
  if (stage) stage.view.show = { joints: true };
}

async function take(simulation: Simulation): Promise<void> {
  simulation.setParameters({ substeps: substeps() });
  await simulation.load(scene(spring()));
  letGo(simulation);
}

/** The sliders' box from its start. */
const again = (stage: Stage) => stage.anew(() => take(stage.simulations[0]!));

// Exercises.
const TEN: Spring = { hertz: 10, ratio: 0 };
const ofTen = shown(TEN, FRAME).swings;
numberQuestion('ten-hertz', (given) => {
  const why = `hω is ${format(FRAME * omegaOf(TEN), 3)}, and a step turns by its arctangent.`;
  if (near(given, ofTen, 0.06)) return right(`Right: ${format(ofTen, 3)} a second. ${why}`);
  if (near(given, 10, 0.01))
    return wrong('So often it was asked for. What does the figure show at one substep?');
  if (near(given, 15, 0.01)) return wrong('That is what no spring is shown above, however stiff it is.');
  return wrong(given > ofTen ? 'It swings less often than that.' : 'It swings more often than that.');
});
numberQuestion('stiffness', (given) => {
  const wanted = MASS * omegaOf({ hertz: 2, ratio: 0 }) ** 2;
  if (near(given, wanted, 0.01 * wanted))
    return right(`Right: 8 kg times ω², and ω is 4π a second: ${format(wanted)} N/m.`);
  if (near(given, MASS * 4, 0.5)) return wrong('That is m f². ω is 2π f.');
  if (near(given, wanted / MASS, 2)) return wrong('That is ω². The box has 8 kg.');
  return wrong('Not yet: k = m ω², and ω = 2π f.');
});
const lookAtTrue = task('true-enough', () => {
  const asked_ = spring();
  if (asked_.hertz !== 5 || asked_.ratio !== 0) return null;
  const { ratio, swings } = shown(asked_, h());
  const words = `With ${substeps() === 1 ? 'one substep' : `${substeps()} substeps`} the damping ratio is ${format(ratio, 2)}`;
  if (ratio >= 0.05) return wrong(`${words}. A shorter step shows less of it.`);
  return right(`Right. ${words}, and it swings ${format(swings, 3)} times a second.`);
});

legend(get('#names'), ['the row, step by step', 'what was asked for']);
legend(get('#shown-names'), ['shown by this step', 'asked for']);
for (const id of ['#swing', '#swings-shown'])
  new ResizeObserver(() => {
    drawSwing();
    drawShown();
  }).observe(get(id));
form.addEventListener('input', () => {
  live = [];
  show();
  lookAtTrue();
  if (stage) void again(stage);
});
form.addEventListener('submit', (event) => event.preventDefault());
void begin();
void startSprings();
