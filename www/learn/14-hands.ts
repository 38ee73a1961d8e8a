// Two hands, each drawn upright by a spring about its axis: one by the kernel of the repository, one by an edited one.
import { kernels, type SceneDescription, type Simulation, type Vector } from '../beadwork';
import { get } from '../dom';
import { asError } from '../errors';
import { withMistake } from './14-mistakes';
import { about, inverse, near, product, type Quaternion, twistAndSwing } from './14-turns';
import { format } from './bind';
import { Stage } from './stage';

const KERNEL = 'joint_rows';
const stock = kernels().find(({ name }) => name === KERNEL)!.source;

const DEGREES = 180 / Math.PI;
const HAND = 1;
/** s until the hands are put back. */
const LOOP = 9;
/** From the middle of the hub to that of the hand, m. */
const ARM = 0.3;
/** The joint's x is the hub's x, and the hub is turned so that this points to the reader. */
const HUB: Quaternion = about([0, 1, 0], -0.5 * Math.PI);

const figure = get('#hands');
const form = get<HTMLFormElement>('#hand');
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;

/** A hand at an angle from upright; of the two quaternions of that pose the one with this sign. */
export function hands(angle: number, sign: 1 | -1, colour: string): SceneDescription {
  // b's frame is a's where the hand is upright
  const turn = product(product(HUB, about([1, 0, 0], angle)), inverse(HUB));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return {
    version: 2,
    gravity: [0, 0, 0],
    bodies: [
      {
        position: [0, 0, 0],
        rotation: HUB,
        shape: { type: 'box', halfExtents: [0.05, 0.05, 0.05] },
        fixed: true,
      },
      {
        position: [-ARM * sine, ARM * cosine, 0],
        rotation: turn.map((each) => sign * each) as Quaternion,
        shape: { type: 'box', halfExtents: [0.04, 0.3, 0.02] },
        colour,
      },
    ],
    joints: [
      {
        type: 'six-dof',
        a: 0,
        b: 1,
        anchorA: [0, 0, 0],
        anchorB: [0, -ARM, 0],
        frameA: [0, 0, 0, 1],
        frameB: HUB,
        axes: {
          x: 'fixed',
          y: 'fixed',
          z: 'fixed',
          rx: { softness: { hertz: 0.5, dampingRatio: 0.3 } },
          ry: 'fixed',
          rz: 'fixed',
        },
      },
    ],
  };
}

/** Of the repository's kernel, and of the edited one. */
const COLOURS = ['#58cfdc', '#ff8a73'] as const;
const scene = (colour: string) =>
  hands(Number(field('start').value) / DEGREES, field('sign').value === 'minus' ? -1 : 1, colour);

/** How far each hand has turned since it was let go, rad, and where it was last. */
let way = [0, 0];
let last = [0, 0];

/** From upright, in (−π, π]. */
async function angleOf(simulation: Simulation): Promise<number> {
  const { rotations } = await simulation.readState();
  const q = product(product(inverse(HUB), [...rotations.slice(4 * HAND, 4 * HAND + 4)] as Quaternion), HUB);
  return twistAndSwing(near(q)).twist;
}

function show(): void {
  for (const [k, name] of ['stock', 'edited'].entries()) {
    const place = get(`#${name}-way`);
    place.textContent = `${format(Math.round(DEGREES * way[k]!))}°`;
    place.dataset.value = String(DEGREES * way[k]!);
  }
}

function begin(): void {
  const start = Number(field('start').value) / DEGREES;
  way = [0, 0];
  last = [start, start];
  show();
}

let stage: Stage | null = null;
/** The last one asked for wins. */
let asked = 0;

async function take(stage: Stage): Promise<void> {
  const mine = ++asked;
  figure.setAttribute('aria-busy', 'true');
  for (const [k, simulation] of stage.simulations.entries()) await simulation.load(scene(COLOURS[k]!));
  const words = get('#edit-words');
  try {
    const messages = await stage.simulations[1]!.replaceKernel(
      KERNEL,
      withMistake(stock, field('mistake').value),
    );
    const error = messages.find(({ type }) => type === 'error');
    words.textContent = error ? error.message : 'The edited kernel is running.';
  } catch (error) {
    words.textContent = `${asError(error).message} Both hands run alike here.`;
  }
  if (mine !== asked) return;
  begin();
  figure.setAttribute('aria-busy', 'false');
}

async function look(stage: Stage, current: () => boolean): Promise<void> {
  for (const [k, simulation] of stage.simulations.entries()) {
    const now = await angleOf(simulation);
    if (!current()) return;
    const turned = now - last[k]!;
    way[k]! += turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    last[k] = now;
  }
  show();
  if (stage.frames >= 60 * LOOP) stage.restart();
}

export async function startHands(): Promise<void> {
  const showStart = () => {
    get('[name="start-value"]').textContent = `${field('start').value}°`;
  };
  showStart();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    showStart();
    if (!stage) return;
    const present = stage;
    void take(present).then(() => present.restart());
  });
  const offset: Vector = [1.25, 0, 0];
  stage = await Stage.open(figure, {
    // in the two halves of the default the angle is read by other kernels than the one that is edited here
    simulations: COLOURS.map((colour) => ({
      scene: scene(colour),
      parameters: { positions: 'projected' as const },
    })),
    placing: [{}, { offset }],
    onReady: take,
    onFrame: look,
    onRestart: begin,
  });
  if (stage)
    stage.view.place({ ...stage.view.camera, target: [0.625, 0, 0], yaw: 0, pitch: 0, distance: 3.4 });
}
