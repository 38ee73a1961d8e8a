// What a joint's description says of each of its six coordinates, as src/scene/hold.rs reads it.
import type { AxisFields, Motor, NumberedJoint, Servo, Softness, Travel } from '../../beadwork';

export const NAMES = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;

export interface Row {
  /** Of NAMES. */
  index: number;
  /** As people read it. */
  title: string;
  /** Whether it is an angle. */
  turns: boolean;
  /** Whether it is kept at 0 (a rod: at its length). */
  held: boolean;
  limit?: [number, number] | undefined;
  motor?: Motor | undefined;
  servo?: Servo | undefined;
  /** Dry, beside its drive or alone, N or N m. */
  friction?: number | undefined;
  /** Of what is held, or of what draws it to 0. */
  softness?: Softness | undefined;
  limitSoftness?: Softness | undefined;
  /** The largest force of its drive, with its friction, or of what is held; none where there is no bound. */
  most?: number | undefined;
}

const TITLES = ['Along x', 'Along y', 'Along z', 'About x', 'About y', 'About z'];

/** m or rad; of speeds and forces with it. */
export const unitOf = ({ turns }: Pick<Row, 'turns'>): string => (turns ? 'rad' : 'm');
export const speedUnitOf = (row: Pick<Row, 'turns'>): string => `${unitOf(row)}/s`;
export const forceUnitOf = ({ turns }: Pick<Row, 'turns'>): string => (turns ? 'N m' : 'N');
export const forceWordOf = ({ turns }: Pick<Row, 'turns'>): string => (turns ? 'torque' : 'force');

/** The six, in the order of NAMES; a row that the kind does not have is free. */
export function rowsOf(joint: NumberedJoint): Row[] {
  const row = (index: number, more: Partial<Row> = {}): Row => ({
    index,
    title: TITLES[index]!,
    turns: index > 2,
    held: false,
    ...more,
  });
  const free = TITLES.map((_, index) => row(index));
  const firm = (index: number): Row =>
    row(index, {
      held: true,
      softness: joint.softness,
      most: index > 2 ? ('maxTorque' in joint ? joint.maxTorque : undefined) : joint.maxForce,
    });
  const hold = (...indices: number[]) => free.map((own, k) => (indices.includes(k) ? firm(k) : own));
  const limitSoftness = 'limitSoftness' in joint ? joint.limitSoftness : undefined;
  const travelling = (index: number, travel: Travel & AxisFields): Row =>
    row(index, {
      limit: travel.limit,
      motor: travel.motor,
      servo: travel.servo,
      friction: travel.friction,
      softness: travel.softness,
      limitSoftness,
      most: mostOf(travel),
    });
  switch (joint.type) {
    case 'hinge': {
      const { limit, motor, servo, friction } = joint;
      return hold(0, 1, 2, 4, 5).with(3, travelling(3, { limit, motor, servo, friction } as Travel));
    }
    case 'slider': {
      const { limit, motor, servo, friction } = joint;
      return hold(1, 2, 3, 4, 5).with(0, travelling(0, { limit, motor, servo, friction } as Travel));
    }
    case 'fixed':
      return hold(0, 1, 2, 3, 4, 5);
    case 'universal':
      return hold(0, 1, 2, 3).with(3, { ...firm(3), title: 'Between its axes' });
    case 'cone':
      return hold(0, 1, 2)
        .with(3, {
          ...travelling(3, { limit: joint.twist, friction: joint.friction } as Travel),
          title: 'Twist',
        })
        .with(
          4,
          row(4, {
            title: 'Swing',
            limit: joint.swing === undefined ? undefined : [0, joint.swing],
            limitSoftness,
          }),
        );
    case 'distance': {
      const { min, max } = joint;
      if (min === max) return free.with(0, { ...firm(0), title: 'Length' });
      return free.with(0, row(0, { title: 'Length', limit: [min ?? 0, max ?? min ?? 0], limitSoftness }));
    }
    case 'six-dof':
      return NAMES.map((name, index) => {
        const axis = joint.axes[name] ?? 'free';
        if (axis === 'free') return row(index);
        if (axis === 'fixed') return firm(index);
        const { limit, motor, servo, friction, softness } = axis;
        // a spring to 0 alone is a hold that yields
        if (!limit && !motor && !servo && friction === undefined)
          return { ...travelling(index, axis), held: true, softness };
        return travelling(index, axis);
      });
    default:
      return hold(0, 1, 2);
  }
}

/** What of a row makes its force, in a word; none where it is free or has stops alone. */
export function driveOf({
  motor,
  servo,
  held,
  friction,
}: Row): 'motor' | 'servo' | 'hold' | 'friction' | null {
  if (servo) return 'servo';
  if (motor) return 'motor';
  return held ? 'hold' : friction ? 'friction' : null;
}

/** How far beyond a stop it is, m or rad; 0 between them. */
export const beyond = ({ limit }: Row, at: number): number =>
  limit && Number.isFinite(at) ? Math.max(0, limit[0] - at, at - limit[1]) : 0;

/** Nothing bounds a drive without a largest force. */
function mostOf({ motor, servo, softness, friction = 0, maxForce }: AxisFields): number | undefined {
  const drive = least(motor?.maxForce, servo?.maxForce, maxForce);
  if (motor || servo || softness) return drive === undefined ? undefined : drive + friction;
  return friction > 0 ? friction : undefined;
}

function least(...caps: (number | undefined)[]): number | undefined {
  const given = caps.filter((cap) => cap !== undefined);
  return given.length > 0 ? Math.min(...given) : undefined;
}
