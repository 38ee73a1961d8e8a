// What can be changed of a joint, field by field, and what `setJoint` takes for it.
import type {
  AxisFields,
  JointChanges,
  Motor,
  NumberedJoint,
  OrNull,
  Servo,
  SixDofAxes,
  Softness,
} from '../../beadwork';
import jointNumbers from '../../generated/joint-numbers.json';
import { NAMES } from './rows';

export interface Setting {
  /** For ids: letters and hyphens. */
  name: string;
  title: string;
  unit: string;
  now: number | undefined;
  /** Null where the field is empty. */
  changes(value: number | null): JointChanges;
}

export interface Group {
  title: string;
  settings: Setting[];
}

type Given = Partial<OrNull<AxisFields>>;

/** What a new servo begins with, Hz. */
const HERTZ = 4;
/** No stop is as far as this, m. */
const FAR = 1e7;

export function settingsOf(joint: NumberedJoint): Group[] {
  const groups: Group[] = [];
  switch (joint.type) {
    case 'hinge':
    case 'slider':
      groups.push(...travel('', joint, joint.type === 'hinge', (given) => given as JointChanges));
      break;
    case 'six-dof':
      for (const name of NAMES) {
        const axis = joint.axes[name];
        if (typeof axis !== 'object') continue;
        const turns = name.startsWith('r');
        const give = (given: Given) => ofAxis(joint.axes, name, given);
        groups.push(...travel(name, axis, turns, give), spring(name, axis, turns, give));
      }
      break;
    case 'cone':
      groups.push(cone(joint), {
        title: 'Friction of its twist',
        settings: [rubs('friction', joint.friction, 'N m', (given) => given as JointChanges)],
      });
      break;
    case 'distance':
      groups.push({
        title: 'Length',
        settings: (['min', 'max'] as const).map((name) => ({
          name,
          title: name === 'min' ? 'At least' : 'At most',
          unit: 'm',
          now: joint[name],
          changes: (value) => ({ [name]: value ?? Number.NaN }),
        })),
      });
  }
  groups.push(softness('softness', 'Softness', joint.softness, (given) => ({ softness: given })));
  if ('limitSoftness' in joint || groups.some(({ title }) => title.startsWith('Stops')))
    groups.push(
      softness(
        'limit-softness',
        'Softness of stops',
        (joint as { limitSoftness?: Softness }).limitSoftness,
        (given) => ({ limitSoftness: given }),
      ),
    );
  return [...groups, ...numbers(joint)];
}

/** Stops, motor, servo and friction of one coordinate. */
function travel(
  axis: string,
  { limit, motor, servo, friction }: AxisFields,
  turns: boolean,
  give: (given: Given) => JointChanges,
): Group[] {
  const [unit, force] = turns ? ['rad', 'N m'] : ['m', 'N'];
  const [name, where] = axis ? [`${axis}-`, ` of ${axis}`] : ['', ''];
  const ends: [number, number] = turns ? [-Math.PI, Math.PI] : [-FAR, FAR];
  const stop = (k: 0 | 1): Setting => ({
    name: `${name}${k === 0 ? 'low' : 'high'}`,
    title: k === 0 ? 'Lower stop' : 'Upper stop',
    unit,
    now: limit?.[k],
    changes: (value) => {
      const next: [number, number] = [...(limit ?? ends)];
      next[k] = value ?? ends[k];
      return give({ limit: next[0] === ends[0] && next[1] === ends[1] ? null : next });
    },
  });
  const bySpring = servo?.stiffness !== undefined;
  const damping = turns ? 'N m s/rad' : 'N s/m';
  const ofMotor = (field: keyof Motor, title: string, own: string): Setting => ({
    ...{ name: `${name}motor-${dashed(field)}`, title, unit: own, now: motor?.[field] },
    changes: (value) =>
      give({
        motor: field === 'speed' && value === null ? null : fill({ speed: 0, ...motor }, field, value),
      }),
  });
  const ofServo = (field: keyof Servo, title: string, own: string): Setting => ({
    ...{ name: `${name}servo-${dashed(field)}`, title, unit: own, now: servo?.[field] },
    changes: (value) =>
      give({
        servo:
          field === 'target' && value === null
            ? null
            : fill({ target: 0, ...(bySpring ? {} : { hertz: HERTZ }), ...servo }, field, value),
      }),
  });
  const most = `Largest ${turns ? 'torque' : 'force'}`;
  return [
    { title: `Stops${where}`, settings: [stop(0), stop(1)] },
    {
      title: `Motor${where}`,
      settings: [
        ofMotor('speed', 'Speed', `${unit}/s`),
        ...(servo ? [] : [ofMotor('damping', 'Damping', damping)]),
        ofMotor('maxForce', most, force!),
      ],
    },
    {
      title: `Servo${where}`,
      settings: [
        ofServo('target', 'Target', unit!),
        ofServo('maxForce', most, force!),
        ...(bySpring
          ? [
              ofServo('stiffness', 'Stiffness', turns ? 'N m/rad' : 'N/m'),
              ofServo('damping', 'Damping', damping),
            ]
          : [ofServo('hertz', 'Frequency', 'Hz'), ofServo('dampingRatio', 'Damping ratio', '')]),
      ],
    },
    { title: `Friction${where}`, settings: [rubs(`${name}friction`, friction, force!, give)] },
  ];
}

/** Dry friction of one coordinate, beside all that drives it. */
const rubs = (
  name: string,
  now: number | undefined,
  unit: string,
  give: (given: Given) => JointChanges,
): Setting => ({
  ...{ name, title: 'At most', unit, now },
  changes: (value) => give({ friction: value }),
});

/** What draws one axis of a six-DOF joint to 0, and the largest force of all that drives it. */
function spring(
  axis: string,
  { softness: now, maxForce }: AxisFields,
  turns: boolean,
  give: (given: Given) => JointChanges,
): Group {
  const own = softness(`${axis}-softness`, `Spring of ${axis}`, now, (given) => give({ softness: given }));
  const most: Setting = {
    ...{ name: `${axis}-max-force`, title: `Largest ${turns ? 'torque' : 'force'}`, now: maxForce },
    unit: turns ? 'N m' : 'N',
    changes: (value) => give({ maxForce: value }),
  };
  return { ...own, settings: [...own.settings, most] };
}

/** All axes of a six-DOF joint at once, one of them changed; what has nothing left is free. */
function ofAxis(axes: SixDofAxes, name: keyof SixDofAxes, given: Given): JointChanges {
  const own = Object.entries({ ...(axes[name] as AxisFields), ...given }).filter(
    ([, value]) => value !== null,
  );
  return { axes: { ...axes, [name]: own.length > 0 ? Object.fromEntries(own) : 'free' } };
}

function cone({ swing, twist }: NumberedJoint & { type: 'cone' }): Group {
  const turn = (k: 0 | 1): Setting => ({
    name: k === 0 ? 'twist-low' : 'twist-high',
    title: k === 0 ? 'Lower twist' : 'Upper twist',
    unit: 'rad',
    now: twist?.[k],
    changes: (value) => {
      const next: [number, number] = [...(twist ?? ([-Math.PI, Math.PI] as [number, number]))];
      next[k] = value ?? (k === 0 ? -Math.PI : Math.PI);
      return { twist: next[0] === -Math.PI && next[1] === Math.PI ? null : next };
    },
  });
  const most: Setting = {
    ...{ name: 'swing', title: 'Largest swing', unit: 'rad', now: swing },
    changes: (value) => ({ swing: value }),
  };
  return { title: 'Stops', settings: [most, turn(0), turn(1)] };
}

/** In the notation that it has; by frequency where there is none. */
function softness(
  name: string,
  title: string,
  now: Softness | undefined,
  give: (given: Softness | null) => JointChanges,
): Group {
  const own = now ?? {};
  const fields: [string, string, string][] =
    'stiffness' in own
      ? [
          ['stiffness', 'Stiffness', 'N/m'],
          ['damping', 'Damping', 'N s/m'],
        ]
      : 'cfm' in own
        ? [
            ['cfm', 'CFM', 's/kg'],
            ['erp', 'ERP', ''],
          ]
        : [
            ['hertz', 'Frequency', 'Hz'],
            ['dampingRatio', 'Damping ratio', ''],
          ];
  const [[first]] = fields as [[string, string, string]];
  return {
    title,
    settings: fields.map(([field, words, unit]) => ({
      name: `${name}-${dashed(field)}`,
      title: words,
      unit,
      now: (own as Record<string, number | undefined>)[field],
      changes: (value) =>
        give(
          field === first && value === null ? null : (fill({ ...own }, field, value) as unknown as Softness),
        ),
    })),
  };
}

/** Numbers of src/scene/joint_fields.rs that joints of this kind have, under their headings. */
function numbers(joint: NumberedJoint): Group[] {
  const own = joint as unknown as Record<string, number | undefined>;
  const fields = jointNumbers.filter(({ joints }) => joints.includes(joint.type));
  return [...new Set(fields.map(({ heading }) => heading))].map((title) => ({
    title,
    settings: fields
      .filter(({ heading }) => heading === title)
      .map(({ name, title, unit }) => ({
        ...{ name: dashed(name), title, unit, now: own[name] },
        changes: (value) => ({ [name]: value }),
      })),
  }));
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function fill<T extends object>(fields: T, name: string, value: number | null): T {
  const { [name as keyof T]: _, ...rest } = fields;
  return (value === null ? rest : { ...rest, [name]: value }) as T;
}
