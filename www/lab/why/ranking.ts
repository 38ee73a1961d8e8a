// The joints or contacts that stand out by one measure, and the joint that is worst by any.
import type { ContactReading, JointReading } from '../../beadwork';
import { loadOf } from './place';
import { beyond, type Row } from './rows';
import { notationsOf, springOf } from './softness';

/** So many are told and marked. */
export const TEN = 10;

export interface Measure {
  name: string;
  title: string;
  unit: string;
  of: 'joints' | 'contacts';
}

export const MEASURES = [
  { name: 'gap', title: 'Gap of joints', unit: 'm', of: 'joints' },
  { name: 'angle', title: 'Angle of joints', unit: 'rad', of: 'joints' },
  { name: 'overshoot', title: 'Overshoot of stops', unit: 'm or rad', of: 'joints' },
  { name: 'use', title: 'Share of the largest force', unit: '%', of: 'joints' },
  { name: 'force', title: 'Force in joints', unit: 'N', of: 'joints' },
  { name: 'depth', title: 'Depth of contacts', unit: 'm', of: 'contacts' },
  { name: 'push', title: 'Force of contacts', unit: 'N', of: 'contacts' },
] as const satisfies Measure[];

export type MeasureName = (typeof MEASURES)[number]['name'];

export interface Ranked {
  /** Index of the joint, or of the contact in its list. */
  index: number;
  value: number;
  unit: string;
}

export type RowsOf = (joint: number) => Row[];
/** What a row of a joint moves, kg or kg m². */
export type MassOf = (joint: number, row: Row) => number;

/** What the servo of a row gives at a stop, where the force that is read is that of both: |k (target − x) − c v|, as far as it may. */
function servoForce({ servo, most }: Row, x: number, v: number, mass: number): number {
  if (!servo) return 0;
  const { stiffness, damping } = notationsOf(springOf(servo), mass, 1);
  return Math.min(Math.abs(stiffness * (servo.target - x) - damping * v), most ?? Infinity);
}

/** Of a joint by one measure; 0 where it says nothing of it. */
function sizeBy(
  reading: JointReading,
  name: MeasureName,
  rowsOf: RowsOf,
  massOf: MassOf,
): { value: number; unit: string } {
  const { joint, gap, angle, coordinates, speeds, forces, states } = reading;
  switch (name) {
    case 'gap':
      return { value: gap, unit: 'm' };
    case 'angle':
      return { value: angle, unit: 'rad' };
    case 'force':
      return { value: loadOf(reading).force, unit: 'N' };
    case 'use': {
      const shares = rowsOf(joint).map((row) => {
        const { index, most } = row;
        if (!most) return 0;
        const stands = ['low', 'high'].includes(states[index]!);
        const force = stands
          ? servoForce(row, coordinates[index]!, speeds[index]!, massOf(joint, row))
          : Math.abs(forces[index]!);
        return force / most;
      });
      return { value: 100 * Math.max(0, ...shares.filter(Number.isFinite)), unit: '%' };
    }
    default: {
      const past = rowsOf(joint).map((row) => ({
        value: beyond(row, coordinates[row.index]!),
        unit: row.turns ? 'rad' : 'm',
      }));
      return past.reduce((most, own) => (own.value > most.value ? own : most), { value: 0, unit: 'rad' });
    }
  }
}

export function tenJoints(
  readings: JointReading[],
  name: MeasureName,
  rowsOf: RowsOf,
  massOf: MassOf,
): Ranked[] {
  return ten(readings.map((reading) => ({ index: reading.joint, ...sizeBy(reading, name, rowsOf, massOf) })));
}

export function tenContacts(contacts: ContactReading[], name: MeasureName): Ranked[] {
  return ten(
    contacts.map(({ depth, force }, index) =>
      name === 'depth' ? { index, value: depth, unit: 'm' } : { index, value: force, unit: 'N' },
    ),
  );
}

const ten = (all: Ranked[]): Ranked[] =>
  all
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .slice(0, TEN);

export interface Worst extends Ranked {
  measure: 'gap' | 'angle' | 'overshoot';
}

/** By gap, angle or overshoot, whichever is most: lengths count in radii of the smaller body, angles in radians. */
export function worstJoint(
  readings: JointReading[],
  rowsOf: RowsOf,
  radiusOf: (joint: number) => number,
): Worst | null {
  let [worst, most] = [null as Worst | null, 0];
  for (const reading of readings)
    for (const measure of ['gap', 'angle', 'overshoot'] as const) {
      const { value, unit } = sizeBy(reading, measure, rowsOf, () => 0);
      const size = unit === 'm' ? value / (radiusOf(reading.joint) || 1) : value;
      if (size > most) [worst, most] = [{ index: reading.joint, value, unit, measure }, size];
    }
  return worst;
}
