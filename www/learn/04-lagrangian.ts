// Chapter 4: the symbols of the equation, read out of a running simulation.
import './page';
import type { JointDescriptionVersion1 } from '../beadwork';
import { get } from '../dom';
import '../element';
import { startTilt } from './04-tilt';
import { explain, setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import type { Vector } from './joint';

const thread = get<HTMLElementTagNameMap['bead-work']>('#thread');
const slider = get<HTMLInputElement>('#joint');
const freeze = get<HTMLButtonElement>('#freeze');

/** Each symbol of the equation says what its row of the table says. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('#equation-lab a[href^="#symbol-"]')) {
  const cells = get<HTMLTableRowElement>(link.getAttribute('href')!).cells;
  explain(link, `${cells[1]!.textContent}. In memory: ${cells[2]!.textContent}.`);
}

/** v turned by the quaternion q. */
function rotate([x, y, z, w]: number[], [vx, vy, vz]: Vector): Vector {
  const t: Vector = [2 * (y! * vz - z! * vy), 2 * (z! * vx - x! * vz), 2 * (x! * vy - y! * vx)];
  return [
    vx + w! * t[0] + (y! * t[2] - z! * t[1]),
    vy + w! * t[1] + (z! * t[0] - x! * t[2]),
    vz + w! * t[2] + (x! * t[1] - y! * t[0]),
  ];
}

const three = (array: Float32Array, i: number): Vector => [
  array[3 * i]!,
  array[3 * i + 1]!,
  array[3 * i + 2]!,
];

let reading = false;

/** Puts the chosen joint's numbers into the table. */
async function read(): Promise<void> {
  const simulation = thread.simulation;
  if (!simulation || reading) return;
  reading = true;
  try {
    const l = Number(slider.value);
    get('#joint-value').textContent = slider.value;
    const [state, measures, scene] = await Promise.all([
      simulation.readState(),
      simulation.measure(),
      simulation.describe(),
    ]);
    const { a, b, anchorA, anchorB } = scene.joints![l]! as JointDescriptionVersion1;
    const [bodyA, bodyB] = [scene.bodies[a]!, scene.bodies[b]!];
    const turned = (body: number, anchor: Vector) =>
      rotate([...state.rotations.slice(4 * body, 4 * body + 4)], anchor);
    const [armA, armB] = [turned(a, anchorA), turned(b, anchorB)];
    const [xa, xb] = [three(state.positions, a), three(state.positions, b)];
    const gap = Math.hypot(...xa.map((x, k) => x - xb[k]! + (armA[k]! - armB[k]!)));
    const lambda = three(state.multipliers, l);
    const v = three(state.linearVelocities, b);
    const free = [bodyA, bodyB].filter(({ fixed }) => !fixed);
    const along = free.reduce((sum, { mass }) => sum + 1 / mass!, 0);
    const across = free.reduce(
      (sum, { mass, inertia, radius }) => sum + 1 / mass! + radius! ** 2 / inertia![0],
      0,
    );
    const { timestep, substeps, stabilisation, gravity } = simulation.parameters;
    const below = scene.bodies.slice(b).reduce((sum, { mass }) => sum + mass!, 0);
    setLive({
      lx: lambda[0],
      ly: lambda[1],
      lz: lambda[2],
      vx: v[0],
      vy: v[1],
      vz: v[2],
      ax: armA[0],
      ay: armA[1],
      az: armA[2],
      gap,
      along,
      across,
      im: 1 / bodyB.mass!,
      ii: 1 / bodyB.inertia![0],
      residual: measures.residual,
      h: timestep / substeps,
      // what auto stands for with the exact solver
      beta: stabilisation === 'auto' ? 0.2 : stabilisation,
      weight: below * Math.hypot(...gravity),
    });
  } finally {
    reading = false;
  }
}

const label = () => {
  freeze.textContent = thread.paused ? 'Play' : 'Pause';
};
thread.addEventListener('measure', () => void read());
thread.addEventListener('ready', () => void read());
thread.addEventListener('statechange', label);
slider.addEventListener('input', () => void read());
freeze.addEventListener('click', () => {
  if (thread.paused) thread.play();
  else thread.pause();
  label();
});
label();
startTilt();

numberQuestion('seven', (given) => {
  if (near(given, 7, 0.05))
    return right(
      'Right: 1 + 1 for moving and 2.5 + 2.5 for turning. Across the thread a joint is three and a half times as soft as along it.',
    );
  if (near(given, 3.5, 0.03))
    return wrong('That is one bead, or how many times as soft as along the line. Count 1/m, for both beads.');
  return wrong(
    given === 2
      ? 'That is along the line; across it the beads may also turn.'
      : 'Not yet. Count moving and turning, for both beads.',
  );
});
/** N: what a bead of the thread weighs. */
const WEIGHT = 9.81 / 0.01528;
numberQuestion('weight-below', (given) => {
  if (given === 5) return right('Right: beads 3 to 7 hang below it.');
  if (near(given, 5 * WEIGHT, 30)) return right('Right, in newtons: the weight of beads 3 to 7.');
  return wrong(
    given === 6
      ? 'Bead 2 is above the joint, not below.'
      : 'Not yet. Joint 2 is between beads 2 and 3. What hangs below it?',
  );
});
numberQuestion('nearly-empty', (given) => {
  if (given === 55) return right('Right: 19 on the diagonal, and 18 on each side of it.');
  if (given === 495) return right('Right, counted in numbers: 55 blocks of nine.');
  if (given === 361) return wrong('That is all blocks, 19 times 19. Most of them are zero.');
  return wrong(
    given === 19 || given === 37
      ? 'Some are missing: the joints above and below each joint count too.'
      : 'Not yet. Count a block with itself, and one with each neighbour.',
  );
});
