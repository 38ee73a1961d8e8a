// The bodies and joints of what is dropped. Loaded with the first thing that is.
import {
  type BodyDescription,
  type CompoundPart,
  type MachineChoice,
  type NumberedScene,
  Simulation,
  type Vector,
} from '../../beadwork';
import { minus, plus, scaled } from '../vectors';
import type { BetweenBodies, Drop, Parts } from './things';

/** Beads of a chain. */
const BEADS = 8;
/** A ragdoll of the scene `ragdoll-drop`: how tall, m, as of what, kg/m³, and of how many bodies. */
const PERSON = { height: 1.75, density: 1000, bodies: 10 };
/** People to choose from, each turned and dressed in another way. */
const PEOPLE = 6;
const COLOURS = { box: '#c9875a', ball: '#4f8fa8', chain: '#c9a24e' };

let people: Promise<NumberedScene> | undefined;

/** The same drop is always made of the same parts. */
export async function partsOf(drop: Drop, machine: MachineChoice): Promise<Parts> {
  const { thing, at, size, density } = drop;
  switch (thing) {
    case 'box': {
      const shape = { type: 'box' as const, halfExtents: [size, size, size] as Vector };
      const mass = density * (2 * size) ** 3;
      return { bodies: [{ position: at, shape, mass, colour: COLOURS.box }], joints: [] };
    }
    case 'ball':
      return { bodies: [ball(at, size, density, COLOURS.ball)], joints: [] };
    case 'chain':
      return chain(drop);
    case 'ragdoll':
      people ??= describePeople(machine);
      // another try where the first one failed
      people.catch(() => {
        people = undefined;
      });
      return ragdoll(drop, await people);
  }
}

const ball = (position: Vector, radius: number, density: number, colour: string): BodyDescription => ({
  position,
  radius,
  mass: density * (4 / 3) * Math.PI * radius ** 3,
  colour,
});

/** Lying in the air along x, each bead joined to the next one where the two meet. */
function chain({ at, size, density }: Drop): Parts {
  const bodies = Array.from({ length: BEADS }, (_, k) =>
    ball(plus(at, [(2 * k + 1 - BEADS) * size, 0, 0]), size, density, COLOURS.chain),
  );
  const joints = bodies.slice(1).map(
    (_, k): BetweenBodies => ({
      ...{ type: 'point', a: k, b: k + 1 },
      ...{ anchorA: [size, 0, 0], anchorB: [-size, 0, 0] },
    }),
  );
  return { bodies, joints };
}

async function describePeople(machine: MachineChoice): Promise<NumberedScene> {
  const scene = 'ragdoll-drop';
  const simulation = await Simulation.create({ scene, sceneOptions: { count: PEOPLE }, machine });
  try {
    return await simulation.describe();
  } finally {
    simulation.destroy();
  }
}

/** One of them, by where it is dropped, with all lengths `by` times as long: its middle there. */
function ragdoll({ at, size, density }: Drop, scene: NumberedScene): Parts {
  const by = size / PERSON.height;
  const which = Math.abs(Math.round(97 * (at[0] + at[1] + at[2]))) % PEOPLE;
  // the ground comes first
  const first = 1 + which * PERSON.bodies;
  const bodies = (scene.bodies as BodyDescription[]).slice(first, first + PERSON.bodies);
  const middle = (axis: number) => {
    const places = bodies.map(({ position }) => position[axis]!);
    return (Math.min(...places) + Math.max(...places)) / 2;
  };
  const centre: Vector = [middle(0), middle(1), middle(2)];
  const joints = ((scene.joints ?? []) as BetweenBodies[]).filter(
    ({ a }) => a >= first && a < first + PERSON.bodies,
  );
  return {
    bodies: bodies.map((body) => larger(body, centre, at, by, density / PERSON.density)),
    joints: joints.map((joint) => ({
      ...joint,
      ...{ a: joint.a - first, b: joint.b - first },
      ...{ anchorA: scaled(joint.anchorA, by), anchorB: scaled(joint.anchorB, by) },
    })),
  };
}

type Shape = BodyDescription['shape'] | CompoundPart['shape'];

/** So many times as large. */
function sized(shape: Shape, by: number): Shape {
  switch (shape?.type) {
    case 'box':
      return { ...shape, halfExtents: scaled(shape.halfExtents, by) };
    case 'capsule':
    case 'cylinder':
      return { ...shape, radius: by * shape.radius, halfHeight: by * shape.halfHeight };
    case 'hull':
      return { ...shape, points: shape.points.map((point) => scaled(point, by)) };
    case 'sphere':
      return 'radius' in shape ? { ...shape, radius: by * shape.radius } : shape;
    case 'compound': {
      const parts = shape.parts.map((part) => ({
        ...part,
        shape: sized(part.shape, by) as CompoundPart['shape'],
        position: scaled(part.position ?? [0, 0, 0], by),
      }));
      return { ...shape, parts };
    }
    default:
      return shape;
  }
}

/** Moments follow the shape. */
function larger(
  { position, rotation, shape, mass, colour }: BodyDescription,
  centre: Vector,
  at: Vector,
  by: number,
  denser: number,
): BodyDescription {
  return {
    ...{ position: plus(at, scaled(minus(position, centre), by)), rotation, shape: sized(shape, by) },
    ...{ mass: (mass ?? 0) * by ** 3 * denser, colour },
  } as BodyDescription;
}
