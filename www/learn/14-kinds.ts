// What the joint is called whose six axes are free, limited or fixed.
export const AXES = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type Axis = (typeof AXES)[number];
export type Hold = 'free' | 'limited' | 'fixed';
export type Holds = Record<Axis, Hold>;

/** By the axes along or about which it can move at all. */
const NAMES: Record<string, string> = {
  '': 'a weld: nothing moves',
  x: 'a slider',
  rx: 'a hinge',
  'x rx': 'a sleeve: it slides along its axis and turns about it',
  'ry rz': 'a universal joint: it bends and does not twist',
  'rx ry rz': 'a ball joint',
  'x y z': 'a joint that keeps directions only',
  'x y z rx ry rz': 'no joint at all',
};

export const moving = (holds: Holds): Axis[] => AXES.filter((axis) => holds[axis] !== 'fixed');
export const count = (holds: Holds, hold: Hold): number => AXES.filter((axis) => holds[axis] === hold).length;

export function nameOf(holds: Holds): string {
  const name = NAMES[moving(holds).join(' ')] ?? 'a joint without a name of its own';
  const stops = count(holds, 'limited');
  if (stops === 6) return 'a loose box: everything moves, between stops';
  return stops === 0 ? name : `${name}, with ${stops === 1 ? 'one pair' : `${stops} pairs`} of stops`;
}
