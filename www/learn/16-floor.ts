// The first figure of chapter 16: a ball that falls on a floor and is lifted; the floor's staircase and the ball's line in every step.
import type { SceneDescription, Simulation } from '../beadwork';
import { get } from '../dom';
import { meet, outline, type Stairs } from './16-staircase';
import { setLive } from './bind';
import { legend, plot } from './plot';
import { Stage } from './stage';

/** s: one substep a frame, so that a step can be seen. */
const FRAME = 1 / 60;
export const MASS = 2;
const GRAVITY = 9.81;
export const WEIGHT = MASS * GRAVITY;
const RADIUS = 0.15;
const HEIGHT = 0.6;
const BALL = 1;
/** Frames; then it falls anew. */
const LOOP = 150;
/** m/s and N in sight. */
const SPEEDS = [-4, 2] as const;
const TOP = 60;

const figure = get('#lab');
const form = get<HTMLFormElement>('#hand');
/** N, upwards. */
const lift = () => Number((form.elements.namedItem('lift') as HTMLInputElement).value);

const SCENE: SceneDescription = {
  version: 2,
  gravity: [0, -GRAVITY, 0],
  contacts: true,
  bodies: [
    { position: [0, 0, 0], shape: { type: 'plane' } },
    { position: [0, RADIUS + HEIGHT, 0], radius: RADIUS, mass: MASS },
  ],
  joints: [],
};

/** The ball before a step: how high its lowest point is, m, and how fast it rises, m/s. */
interface Ball {
  gap: number;
  speed: number;
}

/** A gap may be closed in one step and no more, so the floor's upright step is at u = −gap/h. */
export const floorOf = ({ gap }: Ball): Stairs => ({
  low: -Math.max(0, gap) / FRAME,
  high: Number.POSITIVE_INFINITY,
  goal: 0,
  most: 0,
});

/** What the ball's speed would be without the floor, and what a newton changes of it. */
export const freeOf = ({ speed }: Ball, lifted: number): number => speed + (FRAME * (lifted - WEIGHT)) / MASS;
const PER_NEWTON = FRAME / MASS;

export const predicted = (ball: Ball, lifted: number) =>
  meet(floorOf(ball), freeOf(ball, lifted), PER_NEWTON);

let ball: Ball = { gap: 0, speed: 0 };

/** What is computed, on the page before the first step and where nothing runs: the ball lies. */
function draw(): void {
  const stairs = floorOf(ball);
  const free = freeOf(ball, lift());
  const { u, lambda } = predicted(ball, lift());
  plot(
    get<SVGElement>('#stairs'),
    {
      x: 'speed after the step, m/s',
      y: 'force of the floor, N',
      xRange: [...SPEEDS],
      yRange: [0, TOP],
      meeting: [u, lambda],
    },
    [
      {
        name: 'floor',
        points: outline(stairs, [Math.min(SPEEDS[0], u), Math.max(SPEEDS[1], u)], Math.max(TOP, lambda)),
      },
      {
        name: 'ball',
        points: [
          [free, 0],
          [free + PER_NEWTON * Math.max(TOP, lambda), Math.max(TOP, lambda)],
        ],
      },
    ],
  );
}

function show(): void {
  get('[name="lift-value"]').textContent = `${lift()} N`;
  setLive({
    weight: WEIGHT,
    lift: lift(),
    resting: Math.max(0, WEIGHT - lift()),
    free: freeOf(ball, lift()),
  });
  draw();
}

async function observe(simulation: Simulation): Promise<Ball> {
  const { positions, linearVelocities } = await simulation.readState();
  return { gap: positions[3 * BALL + 1]! - RADIUS, speed: linearVelocities[3 * BALL + 1]! };
}

const hold = (simulation: Simulation) => simulation.push(BALL, { force: [0, lift(), 0] });

async function begin(stage: Stage): Promise<void> {
  const simulation = stage.simulations[0]!;
  ball = { gap: HEIGHT, speed: 0 };
  hold(simulation);
  show();
}

async function read(stage: Stage, current: () => boolean): Promise<void> {
  const simulation = stage.simulations[0]!;
  const before = ball;
  draw();
  const after = await observe(simulation);
  const touches = await simulation.readContacts();
  if (!current()) return;
  const force = touches.reduce((sum, touch) => sum + touch.force, 0);
  setLive({
    force,
    speed: after.speed,
    gap: Math.max(0, after.gap),
    stairs: predicted(before, lift()).lambda,
  });
  get('#state').textContent =
    force > 0 ? 'the floor pushes' : after.gap > 1e-3 ? 'the ball is in the air' : 'the floor does nothing';
  ball = after;
  if (stage.frames >= LOOP) stage.restart();
  else hold(simulation);
}

export async function startFloor(): Promise<void> {
  let stage: Stage | null = null;
  figure.classList.add('recorded');
  show();
  legend(get('#stair-names'), ['what the floor can do', 'where the ball can be after this step']);
  new ResizeObserver(draw).observe(get('#stairs'));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show();
    stage?.restart();
  });
  stage = await Stage.open(figure, {
    simulations: [{ scene: SCENE, parameters: { substeps: 1, contactSoftness: 'hard', contactPasses: 4 } }],
    onReady: begin,
    onFrame: read,
    onRestart: begin,
  });
  if (stage)
    stage.view.place({ ...stage.view.camera, target: [0, 0.44, 0], yaw: 0.3, pitch: 0.12, distance: 2.3 });
}
