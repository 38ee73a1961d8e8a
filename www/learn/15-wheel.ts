// The second figure of chapter 15: a bar on a motor, and a brake that pulls the other way; its speed over time, and where the motor's
// staircase and the bar's line meet.
import type { SceneDescription, Simulation } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { legend, plot } from './plot';
import { overwritten, type Points } from './recorded';
import { Stage, until } from './stage';

const FRAME = 1 / 60;
const RX = 3;
const BAR = 1;
/** Half edges of the bar, m. */
const [LONG, WIDE, DEEP] = [0.45, 0.06, 0.05] as const;
const MASS = 1000 * 8 * LONG * WIDE * DEEP;
/** kg m², about its axle. */
export const INERTIA = (MASS * (LONG ** 2 + WIDE ** 2)) / 3;
/** s in sight; then it begins anew. */
const SIGHT = 4;

const figure = get('#wheel');
const form = get<HTMLFormElement>('#motor');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
interface Asked {
  /** rad/s */
  speed: number;
  /** N m */
  cap: number;
  brake: number;
}
const asked = (): Asked => ({ speed: field('speed'), cap: field('most'), brake: field('brake') });
const motorOf = ({ speed, cap }: Asked) => ({ motor: { speed, maxForce: cap } });

export function scene(of: Asked): SceneDescription {
  return {
    version: 2,
    gravity: [0, 0, 0],
    bodies: [
      { position: [0, 0, -0.12], shape: { type: 'box', halfExtents: [0.1, 0.1, 0.05] }, fixed: true },
      { position: [0, 0, 0], shape: { type: 'box', halfExtents: [LONG, WIDE, DEEP] }, colour: '#58cfdc' },
    ],
    joints: [
      {
        type: 'hinge',
        a: 0,
        b: BAR,
        anchorA: [0, 0, 0.12],
        anchorB: [0, 0, 0],
        axisA: [0, 0, 1],
        axisB: [0, 0, 1],
        ...motorOf(of),
      },
    ],
  };
}

/** One step: the torque that brings the bar to the speed, if the motor has it.   u′ = u + h (τ − brake)/I */
export function stepped(u: number, { speed, cap, brake }: Asked): { u: number; torque: number } {
  const wanted = brake + (INERTIA * (speed - u)) / FRAME;
  const torque = Math.min(cap, Math.max(-cap, wanted));
  return { u: u + (FRAME * (torque - brake)) / INERTIA, torque };
}

function computed(of: Asked): Points {
  const points: Points = [[0, 0]];
  let u = 0;
  for (let i = 1; i * FRAME <= SIGHT + 1e-9; i++) {
    u = stepped(u, of).u;
    points.push([i * FRAME, u]);
  }
  return points;
}

let live: Points = [];
/** The speed before the last step, rad/s. */
let before = 0;

function drawSpeed(): void {
  const of = asked();
  const line = computed(of);
  plot(
    get<SVGElement>('#speeds'),
    {
      x: 'seconds',
      y: 'speed, rad/s',
      xRange: [0, SIGHT],
      yRange: [Math.min(0, line.at(-1)![1]), of.speed],
      mark: live.at(-1)?.[0],
    },
    [
      { name: 'the bar', points: overwritten(line, live) },
      {
        name: 'asked for',
        points: [
          [0, of.speed],
          [SIGHT, of.speed],
        ],
      },
    ],
  );
}

/** The motor's torque by speed, and the line on which the bar's next speed must lie. */
function drawStairs(): void {
  const of = asked();
  const { speed, cap, brake } = of;
  const top = 1.3 * Math.max(cap, brake, 1);
  const [low, high] = [Math.min(-2, before - 1), Math.max(speed, before) + 3];
  const at = (torque: number) => before + (FRAME * (torque - brake)) / INERTIA;
  plot(
    get<SVGElement>('#stairs'),
    {
      x: 'speed after the step, rad/s',
      y: 'torque, N m',
      xRange: [low, high],
      yRange: [-top, top],
      mark: stepped(before, of).u,
    },
    [
      {
        name: 'the motor',
        points: [
          [low, cap],
          [speed, cap],
          [speed, -cap],
          [high, -cap],
        ],
      },
      {
        name: 'the bar',
        points: [
          [at(-top), -top],
          [at(top), top],
        ],
      },
    ],
  );
}

function show(): void {
  const { speed, cap, brake } = asked();
  get('[name="speed-value"]').textContent = `${speed} rad/s`;
  get('[name="most-value"]').textContent = `${cap} N m`;
  get('[name="brake-value"]').textContent = `${brake} N m`;
  setLive({
    inertia: INERTIA,
    gain: (cap - brake) / INERTIA,
    reach: cap > brake ? (speed * INERTIA) / (cap - brake) : Number.POSITIVE_INFINITY,
    most: FRAME * cap,
    wanted: brake,
  });
  drawSpeed();
  drawStairs();
}

const brake = (simulation: Simulation) => simulation.push(BAR, { torque: [0, 0, -asked().brake] });

function begin(simulation: Simulation): void {
  live = [[0, 0]];
  before = 0;
  simulation.setJoint(0, motorOf(asked()));
  brake(simulation);
}

async function read(stage: Stage, current: () => boolean): Promise<void> {
  const simulation = stage.simulations[0]!;
  const [reading] = await simulation.readJoints([0]);
  if (!current()) return;
  const speed = reading!.speeds[RX]!;
  before = live.at(-1)![1];
  live.push([stage.frames * FRAME, speed]);
  setLive({ now: speed, torqueNow: reading!.forces[RX]! }, figure);
  get('#motor-state').textContent = reading!.states[RX]!;
  drawSpeed();
  drawStairs();
  if (stage.frames * FRAME >= SIGHT) stage.restart();
  else brake(simulation);
}

export async function startWheel(): Promise<void> {
  let stage: Stage | null = null;
  figure.classList.add('recorded');
  show();
  legend(get('#speed-names'), ['the bar', 'asked for']);
  legend(get('#stair-names'), ['what the motor can give', 'where the bar can be after this step']);
  new ResizeObserver(show).observe(get('#speeds'));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    live = [];
    show();
    stage?.restart();
  });
  stage = await Stage.open(figure, {
    simulations: [{ scene: scene(asked()) }],
    onReady: async ({ simulations }) => begin(simulations[0]!),
    onFrame: read,
    onReturn: (time) => {
      live = until(live, time);
    },
    onRestart: ({ simulations }) => begin(simulations[0]!),
  });
  if (!stage) return;
  stage.view.show = { joints: true };
  stage.view.place({ ...stage.view.camera, target: [0, 0, 0], yaw: 0, pitch: 0, distance: 2.1 });
}
