// Chapter {{number}}: a bead on a rod, and how long a swing of it takes.
import './page';
import type { SceneDescription } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import { Stage } from './stage';

const FRAME = 1 / 60;
/** m/s² */
const GRAVITY = 9.81;
/** rad, from where it is let go: small, so that the formula holds. */
const TILT = 0.2;

const figure = get('#lab');
const form = get<HTMLFormElement>('#rod');
/** m */
const length = () => Number((form.elements.namedItem('length') as HTMLInputElement).value);

function scene(): SceneDescription {
  const l = length();
  return {
    version: 2,
    gravity: [0, -GRAVITY, 0],
    bodies: [
      { position: [0, 0, 0], radius: 0.04, fixed: true },
      {
        position: [l * Math.sin(TILT), -l * Math.cos(TILT), 0],
        radius: 0.12,
      },
    ],
    joints: [{ type: 'distance', a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [0, 0, 0], min: l, max: l }],
  };
}

/** T = 2π √(l/g) */
export const period = (l: number): number => 2 * Math.PI * Math.sqrt(l / GRAVITY);

/** When it last came to its highest place, s, and the speed that it had a frame before, m/s. */
let top = 0;
let before = 0;

function show(): void {
  get('[name="length-value"]').textContent = `${length()} m`;
  setLive({ period: period(length()) });
}

function begin(): void {
  top = 0;
  before = 0;
  setLive({ seen: 0 });
}

async function read({ simulations, frames }: Stage, current: () => boolean): Promise<void> {
  const { linearVelocities } = await simulations[0]!.readState();
  // a restart meanwhile makes it a speed of the run before
  if (!current()) return;
  const speed = linearVelocities[3]!;
  // it goes back where its speed to the side turns from right to left: between two frames, by a straight line
  if (before > 0 && speed <= 0) {
    const now = FRAME * (frames - 1 + before / (before - speed));
    setLive({ seen: now - top });
    top = now;
  }
  before = speed;
}

numberQuestion('twice-as-slow', (given) => {
  if (near(given, 4, 0.01)) return right('Right: the square root of 4 is 2.');
  if (near(given, 2, 0.01)) return wrong('With twice the length it takes √2 times as long.');
  return wrong('Not yet: what has a square root of 2?');
});

let stage: Stage | null = null;
const again = (stage: Stage) => stage.anew(() => stage.simulations[0]!.load(scene()));

show();
begin();
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', () => {
  show();
  if (stage) void again(stage);
});
stage = await Stage.open(figure, {
  simulations: [{ scene: scene() }],
  onFrame: read,
  onRestart: begin,
});
