// What can be set by numbers, of a body, of a joint's place and of the scene, and what document comes of each number.
import type { BodyDescription, NumberedJoint, Vector } from '../../beadwork';
import { DEFAULTS } from '../../parameters';
import { scaled } from '../vectors';
import {
  anchorAt,
  anchorsOf,
  axisOf,
  changeBody,
  changeScene,
  type Made,
  placeBody,
  recommend,
  rotationOf,
  turnAxis,
} from './document';
import { massOf, WATER } from './solid';
import { fromDegrees, toDegrees } from './turning';

export interface Setting {
  /** For ids: letters and hyphens. */
  name: string;
  title: string;
  unit: string;
  now: number | undefined;
  /** What holds where the field is empty. */
  empty?: string;
  /** Null where the field is empty; what makes no sense is for the simulation to refuse. */
  change(made: Made, value: number | null): Made;
}

export interface Group {
  title: string;
  settings: Setting[];
}

const AXES = ['x', 'y', 'z'];
const number = (value: number | null): number => value ?? Number.NaN;

/** Three fields for a vector, of which one is changed. */
function vector(
  name: string,
  unit: string,
  now: Vector,
  change: (made: Made, next: Vector) => Made,
  title = (axis: string) => axis,
): Setting[] {
  return AXES.map((axis, k) => ({
    name: `${name}-${axis}`,
    title: title(axis),
    unit,
    now: now[k]!,
    change: (made, value) => change(made, now.with(k, number(value)) as Vector),
  }));
}

export function bodySettings(made: Made, index: number): Group[] {
  const body = made.bodies[index]!;
  const { position, centre = [0, 0, 0], linearVelocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = body;
  const isPlane = body.shape?.type === 'plane';
  const set = (made: Made, changes: Record<string, unknown>) => changeBody(made, index, changes);
  // each of the two says what the other one makes of it
  const filled = massOf(body, body.density) ?? 0;
  const dense = body.mass === undefined ? WATER : body.mass / (massOf(body, 1) ?? 1);
  // moments follow the mass
  const heavy = (name: 'mass' | 'density', title: string, unit: string, follows: number): Setting => ({
    ...{ name, title, unit, now: body[name], empty: String(Number(follows.toPrecision(3))) },
    change: (made, value) => set(made, { [name]: value, inertia: null, principalAxes: null }),
  });
  const weights = [heavy('mass', 'Mass', 'kg', filled), heavy('density', 'Density', 'kg/m³', dense)];
  const surface = (
    name: 'friction' | 'restitution' | 'rollingResistance',
    title: string,
    empty: string,
    unit = '',
  ): Setting => ({
    ...{ name: name.toLowerCase(), title, unit, now: body[name], empty },
    change: (made, value) => set(made, { [name]: value }),
  });
  const rolling = body.shape && body.shape.type !== 'sphere' ? '0' : '0.02 radii';
  return [
    {
      title: 'Position',
      settings: vector('position', 'm', position, (made, next) => placeBody(made, index, next)),
    },
    {
      title: 'Turned about',
      settings: vector('turn', '°', toDegrees(rotationOf(body)), (made, next) =>
        placeBody(made, index, position, fromDegrees(next)),
      ),
    },
    { title: 'Size', settings: [...sizes(body, set), ...(isPlane ? [] : weights)] },
    {
      title: 'Surface',
      settings: [
        surface('friction', 'Friction', '0.5'),
        surface('restitution', 'Bounce', '0'),
        surface('rollingResistance', 'Rolling', rolling, 'm'),
      ],
    },
    ...(isPlane
      ? []
      : [
          {
            title: 'Centre of mass, from the middle',
            settings: vector('centre', 'm', centre, (made, next) => set(made, { centre: next })),
          },
          {
            title: 'Velocity at the start',
            settings: vector('velocity', 'm/s', linearVelocity, (made, next) =>
              set(made, { linearVelocity: next }),
            ),
          },
          {
            title: 'Spin at the start, about',
            settings: vector('spin', 'rad/s', angularVelocity, (made, next) =>
              set(made, { angularVelocity: next }),
            ),
          },
        ]),
  ].filter(({ settings }) => settings.length > 0);
}

/** Whole sizes, as one measures them; the format has halves. */
function sizes(
  { shape, radius }: BodyDescription,
  set: (made: Made, changes: Record<string, unknown>) => Made,
): Setting[] {
  const one = (name: string, title: string, now: number, change: (value: number) => object): Setting => ({
    ...{ name, title, unit: 'm', now },
    // moments follow the size
    change: (made, value) => set(made, { ...change(number(value)), inertia: null, principalAxes: null }),
  });
  switch (shape?.type) {
    case 'plane':
      return [];
    case 'box':
      return ['Width', 'Height', 'Depth'].map((title, k) =>
        one(title.toLowerCase(), title, 2 * shape.halfExtents[k]!, (value) => ({
          shape: { ...shape, halfExtents: shape.halfExtents.with(k, value / 2) },
        })),
      );
    case 'hull':
    case 'compound':
      return [];
    case 'capsule':
    case 'cylinder':
      return [
        one('radius', 'Radius', shape.radius, (value) => ({ shape: { ...shape, radius: value } })),
        one(
          'length',
          shape.type === 'capsule' ? 'Straight part' : 'Length',
          2 * shape.halfHeight,
          (value) => ({
            shape: { ...shape, halfHeight: value / 2 },
          }),
        ),
      ];
    default:
      return [one('radius', 'Radius', radius ?? 0, (value) => ({ radius: value }))];
  }
}

/** Where a joint is and along what; how it yields and what drives it, See why has forms for. */
export function placeSettings(made: Made, index: number): Group[] {
  const joint = made.joints[index] as NumberedJoint;
  const [a, b] = anchorsOf(made, joint);
  const axis = axisOf(made, joint);
  const middle = scaled([a[0] + b[0], a[1] + b[1], a[2] + b[2]], 0.5);
  return [
    ...(joint.type === 'distance'
      ? []
      : [
          {
            title: 'Anchor',
            settings: vector('anchor', 'm', middle, (made, next) => anchorAt(made, index, next)),
          },
        ]),
    ...(axis
      ? [{ title: 'Axis', settings: vector('axis', '', axis, (made, next) => turnAxis(made, index, next)) }]
      : []),
  ];
}

export function sceneSettings(made: Made): Group[] {
  const { gravity = [0, -9.81, 0], parameters = {}, contacts } = made;
  const parameter = (
    name: 'substeps' | 'iterations' | 'damping' | 'rounds',
    title: string,
    empty: number,
    unit = '',
  ): Setting => ({
    ...{ name, title, unit, now: parameters[name], empty: String(empty) },
    change: (made, value) => recommend(made, { [name]: value }),
  });
  return [
    {
      title: 'Gravity',
      settings: vector('gravity', 'm/s²', gravity, (made, next) => changeScene(made, { gravity: next })),
    },
    {
      title: 'It recommends',
      settings: [
        parameter('substeps', 'Substeps', contacts ? 8 : DEFAULTS.substeps),
        parameter('iterations', 'Passes', DEFAULTS.iterations),
        parameter('damping', 'Damping', DEFAULTS.damping, '/s'),
      ],
    },
  ];
}
