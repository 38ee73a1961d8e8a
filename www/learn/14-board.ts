// The first figure of chapter 14: a bar on a rail, each of the six axes of its joint free, limited or fixed while it swings.
import type { JointReading, SceneDescription, Simulation, SixDofAxes, Vector } from '../beadwork';
import { get } from '../dom';
import { AXES, type Axis, count, type Hold, type Holds, moving, nameOf } from './14-kinds';
import { inverse, near, product, type Quaternion, twistAndSwing } from './14-turns';
import { format, setLive } from './bind';
import { right, task, type Verdict, wrong } from './exercise';
import { Stage } from './stage';

/** Stops, m and rad, and in what the page shows them. */
const STOP = { slide: 0.35, turn: Math.PI / 4 };
const DEGREES = 180 / Math.PI;
const turns = (axis: Axis) => axis.startsWith('r');

/** Frames between two pushes. */
const AGAIN = 120;
/** m: as far as the bar is looked for. */
const LOST = 2.5;

const figure = get('#lab');
const form = get<HTMLFormElement>('#axes');
const holds = (): Holds =>
  Object.fromEntries(
    AXES.map((axis) => [axis, (form.elements.namedItem(axis) as HTMLSelectElement).value as Hold]),
  ) as Holds;

function axesOf(chosen: Holds): SixDofAxes {
  const one = (axis: Axis) => {
    if (chosen[axis] !== 'limited') return chosen[axis] as 'free' | 'fixed';
    const stop = turns(axis) ? STOP.turn : STOP.slide;
    return { limit: [-stop, stop] as [number, number] };
  };
  return Object.fromEntries(AXES.map((axis) => [axis, one(axis)]));
}

const ONE: [number, number, number, number] = [0, 0, 0, 1];

export function rail(chosen: Holds): SceneDescription {
  return {
    version: 2,
    bodies: [
      { position: [0, 0, 0], shape: { type: 'box', halfExtents: [0.8, 0.025, 0.025] }, fixed: true },
      {
        position: [0, -0.4, 0],
        shape: { type: 'box', halfExtents: [0.13, 0.3, 0.06] },
        colour: '#58cfdc',
      },
    ],
    joints: [
      {
        type: 'six-dof',
        a: 0,
        b: 1,
        anchorA: [0, 0, 0],
        anchorB: [0, 0.4, 0],
        frameA: ONE,
        frameB: ONE,
        axes: axesOf(chosen),
      },
    ],
  };
}

/** N s, at a corner of the bar, now from one side and now from the other: something for each axis. */
function push(simulation: Simulation, frame: number, place: Vector): void {
  const side = frame % (2 * AGAIN) === 0 ? 1 : -1;
  simulation.push(1, {
    impulse: [16 * side, 0, 26],
    at: [place[0] + 0.13 * side, place[1] - 0.1, place[2] + 0.06],
  });
}

/** With so many digits behind the point, and a real minus sign. */
const shown = (value: number, digits: number) => format(Number(value.toFixed(digits)));

function showReading({ coordinates, states }: JointReading): void {
  for (const [k, axis] of AXES.entries()) {
    const place = get(`[data-place="${axis}"]`);
    const value = coordinates[k]!;
    place.textContent = turns(axis) ? `${shown(DEGREES * value, 1)}°` : `${shown(1000 * value, 0)} mm`;
    place.dataset.value = String(value);
    get(`[data-state="${axis}"]`).textContent = {
      low: 'lower stop',
      high: 'upper stop',
      held: 'held',
      free: '',
      saturated: '',
    }[states[k]!];
  }
}

/** The formulas' numbers, from the bar's own rotation; the rail is not turned. */
function tell(rotation: Quaternion): void {
  const q = near(product(inverse(ONE), rotation));
  const { twist, y, z } = twistAndSwing(q);
  setLive({
    qx: q[0],
    qy: q[1],
    qz: q[2],
    qw: q[3],
    twist,
    swingY: y,
    swingZ: z,
    twistDegrees: DEGREES * twist,
  });
}

/** Nothing is judged that nobody chose. */
let untouched = true;
const lookAtSleeve = task('sleeve', (): Verdict | null => {
  const chosen = holds();
  const free = moving(chosen);
  if (free.join(' ') === 'x rx')
    return right('Right: four rows hold the bar, and two motions are left, along the rail and about it.');
  if (untouched) return null;
  const missing = (['x', 'rx'] as const).filter((axis) => !free.includes(axis));
  if (missing.length > 0)
    return wrong(
      missing.includes('x') ? 'It cannot slide along the rail yet.' : 'It cannot turn about the rail yet.',
    );
  const [extra] = free.filter((axis) => axis !== 'x' && axis !== 'rx');
  return wrong(`It can still ${turns(extra!) ? 'turn about' : 'move along'} ${extra!.replace('r', '')}.`);
});

function showKind(): void {
  const chosen = holds();
  get('#kind').textContent = `This is ${nameOf(chosen)}.`;
  setLive({ rows: count(chosen, 'fixed'), bounded: count(chosen, 'limited') });
  lookAtSleeve();
}

let stage: Stage | null = null;

async function look(stage: Stage, current: () => boolean): Promise<void> {
  const simulation = stage.simulations[0]!;
  const [reading] = await simulation.readJoints([0]);
  const { positions, rotations } = await simulation.readState();
  if (!current()) return;
  const place = [...positions.slice(3, 6)] as Vector;
  showReading(reading!);
  tell([...rotations.slice(4, 8)] as Quaternion);
  if (Math.hypot(...place) > LOST) return stage.restart();
  if (stage.frames % AGAIN === 0) push(simulation, stage.frames, place);
}

export async function startBoard(): Promise<void> {
  showKind();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    untouched = false;
    showKind();
    stage?.simulations[0]?.setJoint(0, { axes: axesOf(holds()) });
  });
  const begun = (simulation: Simulation) => push(simulation, 0, [0, -0.4, 0]);
  stage = await Stage.open(figure, {
    simulations: [{ scene: rail(holds()), parameters: { substeps: 2 } }],
    onReady: async ({ simulations }) => begun(simulations[0]!),
    onFrame: look,
    onRestart: ({ simulations }) => {
      // what was set of the joint is undone with all else
      simulations[0]!.setJoint(0, { axes: axesOf(holds()) });
      begun(simulations[0]!);
    },
  });
  if (!stage) return;
  stage.view.show = { joints: true };
  stage.view.place({ ...stage.view.camera, target: [0, -0.25, 0], yaw: 0.5, pitch: 0.25, distance: 2.3 });
}
