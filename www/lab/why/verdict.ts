// What is to be said of a joint in sentences: why it is where it is.
import type { JointReading, JointState } from '../../beadwork';
import { figure } from './figure';
import { beyond, driveOf, forceUnitOf, forceWordOf, type Row, speedUnitOf, unitOf } from './rows';

/** A gap or an angle under this share of a radius, or of a radian, is what rounding and a good step leave. */
export const SHUT = 4e-4;
/** As far from its target as this, rad or m, a servo has not got there. */
const THERE = 1e-3;

/** The state of a row in words. */
export function stateWords(row: Row, state: JointState): string {
  const drive = driveOf(row);
  switch (state) {
    case 'low':
      return 'at lower stop';
    case 'high':
      return 'at upper stop';
    case 'saturated':
      if (drive === 'friction') return 'sliding against its friction';
      return `at its largest ${forceWordOf(row)}`;
    case 'held':
      if (drive === 'servo') return 'drawn by its servo';
      if (drive === 'motor') return 'driven by its motor';
      if (drive === 'friction') return 'held by friction';
      return row.softness ? 'held by a spring' : 'held';
    default:
      return row.limit ? 'between its stops' : 'free';
  }
}

/** @param radius of the smaller body, m */
export function verdictOf(rows: Row[], reading: JointReading, radius: number, gone: boolean): string[] {
  if (gone) return ['It was cut or it broke: it holds nothing.'];
  const said = rows.flatMap((row) => sayRow(row, reading));
  const { gap, angle } = reading;
  const size = radius > 0 ? radius : 1;
  if (gap > SHUT * size) {
    said.push(`It stands open by ${figure(gap, 'm')}: the solver or the step leaves this error.`);
  }
  if (angle > SHUT) said.push(`It is turned open by ${figure(angle, 'rad')}.`);
  if (said.length === 0) said.push('This joint works normally.');
  return said;
}

function sayRow(row: Row, { coordinates, speeds, forces, states }: JointReading): string[] {
  const { index, title, most, servo, motor, limit, softness, friction } = row;
  const [at, speed, force, state] = [coordinates[index]!, speeds[index]!, forces[index]!, states[index]!];
  const unit = unitOf(row);
  const said: string[] = [];
  if (state === 'saturated') said.push(`${title}: ${atItsMost(row, at, speed, most ?? 0)}`);
  if (state === 'low' || state === 'high') {
    const stop = limit?.[state === 'low' ? 0 : 1] ?? at;
    const past = servo && (state === 'low' ? servo.target < stop : servo.target > stop);
    const weak = servo && !past && most !== undefined && Math.abs(servo.target - at) > THERE;
    said.push(
      `${title}: it stands at its ${state === 'low' ? 'lower' : 'upper'} stop, ${figure(stop, unit)}` +
        (past ? `; the target of its servo, ${figure(servo.target, unit)}, lies beyond.` : '.') +
        (weak
          ? ` Its servo, with ${figure(most, forceUnitOf(row))} at most, does not bring it from there to its target, ${figure(servo.target, unit)}.`
          : ''),
    );
  }
  const over = beyond(row, at);
  if (over > THERE) said.push(`${title}: it is beyond its stop by ${figure(over, unit)}.`);
  const left = servo ? Math.abs(at - servo.target) : 0;
  if (state === 'held' && servo && left > THERE && Math.abs(speed) >= THERE)
    said.push(
      `${title}: its servo draws it to ${figure(servo.target, unit)}; ${figure(left, unit)} are left.`,
    );
  if (state === 'held' && servo && left > THERE && Math.abs(speed) < THERE)
    said.push(
      `${title}: its servo bears ${figure(force, forceUnitOf(row))} and stands ${figure(left, unit)} from its target; a stiffer one comes nearer.${
        friction ? ` Friction of up to ${figure(friction, forceUnitOf(row))} may hold it there.` : ''
      }`,
    );
  if (state === 'held' && !servo && !motor && softness && Math.abs(at) > THERE)
    said.push(
      `${title}: its spring bears ${figure(force, forceUnitOf(row))} and yields by ${figure(at, unit)}.`,
    );
  return said;
}

function atItsMost(row: Row, at: number, speed: number, most: number): string {
  const all = `with all of its ${figure(most, forceUnitOf(row))}`;
  if (driveOf(row) === 'friction') return `it slides against ${figure(most, forceUnitOf(row))} of friction.`;
  if (row.servo) {
    const away = figure(Math.abs(at - row.servo.target), unitOf(row));
    return `its servo pushes ${all}, its largest ${forceWordOf(row)}. It stands ${away} from its target.`;
  }
  if (row.motor) {
    const unit = speedUnitOf(row);
    return `its motor pushes ${all}, its largest ${forceWordOf(row)}. It goes at ${figure(speed, unit)}, not at ${figure(row.motor.speed, unit)}.`;
  }
  return `it holds ${all}, its largest ${forceWordOf(row)}, and gives way.`;
}
