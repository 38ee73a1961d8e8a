// What is known of bodies and joints without asking the machine: the scene with its edits and with what the servos' sliders say.
import type { BodyDescription, JointReading, NumberedJoint, State } from '../../beadwork';
import { boundingRadius, kindOf } from '../../bodies';
import type { Edits } from '../edits';
import type { Servos } from '../servos';
import type { Stage } from '../stage';
import { bodyAt } from '../vectors';
import type { JointFacts } from './joint-sheet';
import { effectiveMass, type Held } from './mass';
import { type Row, rowsOf } from './rows';

export class Known {
  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly servos: Servos,
  ) {}

  #nameOf = (body: number): string | undefined =>
    (this.edits.scene.bodies[body] as { name?: string } | undefined)?.name;

  #numberOf = (body: number): string => `${kindOf(this.edits.scene.bodies[body]!)} ${body + 1}`;

  /** What a body is called, else its kind and number: `crate`, `Bead 3`. */
  nameOf = (body: number): string => this.#nameOf(body) ?? this.#numberOf(body);

  /** The same within a sentence. */
  inText = (body: number): string => this.#nameOf(body) ?? this.#numberOf(body).toLowerCase();

  /** Both: `crate · box 3`. */
  titleOf = (body: number): string => {
    const name = this.#nameOf(body);
    const number = this.#numberOf(body);
    return name === undefined ? number : `${name} · ${number.toLowerCase()}`;
  };

  nameOfJoint = (joint: number): string =>
    (this.edits.scene.joints?.[joint] as { name?: string } | undefined)?.name ?? `Joint ${joint + 1}`;

  stays = (body: number): boolean =>
    this.edits.scene.bodies[body]?.shape?.type === 'plane' || this.edits.pinned(body);

  isCut = (joint: number): boolean =>
    this.stage.state.edits.some((edit) => edit.kind === 'cut' && edit.joint === joint);

  joint(joint: number): NumberedJoint {
    const described = this.edits.joint(joint);
    for (const driven of this.servos.list)
      if (driven.joint === joint && driven.drives && driven.target !== driven.usual)
        Object.assign(described, driven.changes(driven.target));
    return described;
  }

  rowsOf = (joint: number): Row[] => rowsOf(this.joint(joint));

  /** Of the smaller body, m; of the one that has any. */
  radiusOf = (joint: number): number => {
    const { bodies, joints = [] } = this.edits.scene;
    const { a, b } = joints[joint]!;
    const radii = [a, b]
      .map((body) => boundingRadius(bodyAt(bodies as BodyDescription[], body)))
      .filter((radius) => radius > 0);
    return radii.length > 0 ? Math.min(...radii) : 0;
  };

  #held(joint: NumberedJoint, state: State): Held {
    const { edits } = this;
    return { joint, bodies: edits.scene.bodies, pinned: (body) => edits.pinned(body), state };
  }

  /** What a row moves, kg or kg m². */
  massOf(joint: number, row: Row, state: State): number {
    const described = this.joint(joint);
    return effectiveMass(this.#held(described, state), rowsOf(described), row.index);
  }

  /** @param h the substep, s; the last two of `JointFacts` are left for whoever asked all joints */
  factsOf(joint: number, reading: JointReading, state: State, h: number): JointFacts {
    const described = this.joint(joint);
    return {
      index: joint,
      rows: rowsOf(described),
      reading,
      held: this.#held(described, state),
      h,
      gone: this.isCut(joint) || Boolean(state.broken?.includes(joint)),
      radius: this.radiusOf(joint),
      allGaps: null,
      largestGap: 0,
    };
  }
}
