// MuJoCo's official build for one thread: its Newton solver with the integrator that its authors recommend for new models. A
// frame is eight steps, the whole number that comes nearest to its own step of 2 ms. Trees of joints are its kinematic trees,
// joints that close loops `connect` or `weld` equalities, ropes and rods tendons, a servo a spring and a damper by force.

import type { MainModule, MjData, MjModel } from '@mujoco/mujoco';
import address from '@mujoco/mujoco/mujoco.wasm?url';
import type { NumberedScene } from '../../beadwork';
import { detail } from '../../loading';
import { about, back, dot, type Frame, minus, plus, rotate, scaled, seenFrom, type V3 } from './algebra';
import { type Branch, forestOf, mustBeShut } from './forest';
import type { Stand } from './measure';
import {
  type Body,
  frameOn,
  type Joint,
  type Model,
  mobilityOf,
  modelOf,
  placeOf,
  startAngle,
} from './model';
import { labelOf } from './packages';
import { type Engine, FRAME, Peer, type PeerOptions } from './peer';
import { instanceOf, loaded } from './wasm';

const TITLE = 'MuJoCo';

/** Steps of a frame: 1/480 s. */
const STEPS = 8;

/** Bodies below each other, at the most: the reader of its files takes no deeper ones. */
const DEEPEST = 480;

export const engine: Engine = {
  most: 10_000,

  async of(scene: NumberedScene, { passes, substeps = STEPS }: PeerOptions = {}): Promise<Peer> {
    const kinds = ['point', 'hinge', 'distance', 'fixed', 'cone'] as const;
    const model = modelOf(scene, { title: TITLE, kinds, servos: true });
    refuse(model);
    const written = new Writer(model, FRAME / substeps, passes);
    const { default: factory } = await loaded(TITLE, () => import('@mujoco/mujoco'));
    const module = await instanceOf<MainModule>(TITLE, factory as never, address);
    return new MuJoCo(model, module, written, substeps, passes);
  },
};

function refuse({ bodies, joints, contacts }: Model): void {
  if (joints.some(({ swing, twist }) => swing !== undefined || twist))
    throw new Error('MuJoCo limits how far a ball joint turns in all, and not its swing and twist.');
  const touching = bodies.filter(({ collides }) => collides);
  if (contacts && touching.some(({ restitution }) => restitution > 0))
    throw new Error('MuJoCo has no coefficient of restitution.');
  if (new Set(touching.map(({ friction }) => friction)).size > 1)
    throw new Error('MuJoCo takes the larger friction of two bodies, and not their geometric mean.');
}

/** Its own sentence has a name before it and a line break at its end. */
function readBy(module: MainModule, text: string): MjModel {
  try {
    const model = module.MjModel.from_xml_string(text);
    if (model) return model;
  } catch (error) {
    throw new Error(`MuJoCo could not read the scene: ${detail(error).split('Error: ').at(-1)!.trim()}.`);
  }
  throw new Error('MuJoCo could not read the scene.');
}

class MuJoCo extends Peer {
  readonly name = labelOf('mujoco');
  readonly settings: string;
  readonly passes: number | null;
  #made: { module: MainModule; model: MjModel; data: MjData } | undefined;

  constructor(
    model: Model,
    module: MainModule,
    readonly written: Writer,
    readonly substeps: number,
    passes: number | undefined,
  ) {
    super(model);
    this.passes = passes ?? null;
    const most = passes === undefined ? 'its own limit of iterations' : `at most ${passes} iterations`;
    this.settings = `steps of 1/${Math.round(substeps / FRAME)} s, integrator implicitfast, Newton's solver with ${most}, else its defaults`;
    const compiled = readBy(module, written.text());
    const data = new module.MjData(compiled);
    (data.qvel as Float64Array).set(written.velocities);
    this.#made = { module, model: compiled, data };
  }

  step(): void {
    const { module, model, data } = this.#made!;
    for (let k = 0; k < this.substeps; k++) module.mj_step(model, data);
  }

  stands(): Stand[] {
    const { module, model, data } = this.#made!;
    // a step ends with new coordinates, from which places and velocities still have to be found
    module.mj_kinematics(model, data);
    module.mj_comPos(model, data);
    module.mj_comVel(model, data);
    const [xpos, xquat, cvel, com] = [data.xpos, data.xquat, data.cvel, data.subtree_com] as Float64Array[];
    const root = model.body_rootid as Int32Array;
    const three = (from: Float64Array, at: number) => [...from.subarray(at, at + 3)] as V3;
    return this.model.bodies.map(({ fixed, position, rotation }, index) => {
      if (fixed) return { position, rotation, linear: [0, 0, 0], angular: [0, 0, 0] };
      const body = this.written.numberOf[index]!;
      const at = three(xpos!, 3 * body);
      const [w, x, y, z] = xquat!.subarray(4 * body, 4 * body + 4);
      const angular = three(cvel!, 6 * body);
      // cvel is of the point of the body that is where its whole tree has its centre of mass
      const arm = minus(at, three(com!, 3 * root[body]!));
      const moved: V3 = [
        angular[1] * arm[2] - angular[2] * arm[1],
        angular[2] * arm[0] - angular[0] * arm[2],
        angular[0] * arm[1] - angular[1] * arm[0],
      ];
      return {
        position: at,
        rotation: [x!, y!, z!, w!],
        linear: plus(three(cvel!, 6 * body + 3), moved),
        angular,
      };
    });
  }

  free(): void {
    this.#made?.data.delete();
    this.#made?.model.delete();
    this.#made = undefined;
  }
}

/** Its capsules lie along z and its planes look there; the scene's along y. */
const UPRIGHT = about(0, -Math.PI / 2);

const words = (values: readonly number[]) => values.join(' ');
const quat = ([x, y, z, w]: readonly number[]) => words([w!, x!, y!, z!]);

/** The scene as MJCF, and the velocities that it starts with in MuJoCo's coordinates. */
class Writer {
  /** By body of the scene: its number there, in the order in which they are written. */
  readonly numberOf: number[] = [];
  readonly velocities: number[] = [];
  readonly #bodies: string[] = [];
  readonly #equalities: string[] = [];
  readonly #tendons: string[] = [];
  readonly #actuators: string[] = [];
  readonly #excludes: string[] = [];
  /** By body, what tendons are tied to. */
  readonly #sites = new Map<number, string[]>();
  #written = 0;

  constructor(
    readonly model: Model,
    readonly timestep: number,
    readonly passes: number | undefined,
  ) {
    const { trees, others } = forestOf(model, ({ kind }) => kind !== 'distance');
    mustBeShut(model, trees, TITLE);
    for (const [index, joint] of others.entries()) this.#close(joint, index);
    for (const [index, body] of model.bodies.entries()) if (body.fixed) this.#fixed(index, body);
    for (const tree of trees) this.#tree(tree);
    if (model.contacts)
      for (const { a, b, collide } of model.joints)
        if (!collide) this.#excludes.push(`<exclude body1="b${a}" body2="b${b}"/>`);
  }

  text(): string {
    const { gravity, contacts } = this.model;
    const option =
      `timestep="${this.timestep}" gravity="${words(gravity)}" integrator="implicitfast" solver="Newton"` +
      (this.passes === undefined ? '' : ` iterations="${this.passes}"`);
    const part = (name: string, lines: string[]) =>
      lines.length > 0 ? `<${name}>${lines.join('\n')}</${name}>` : '';
    // a state that has blown up must be seen, not begun anew
    const flags = `<flag autoreset="disable"${contacts ? '' : ' contact="disable"'}/>`;
    return `<mujoco><compiler angle="radian" autolimits="true" inertiafromgeom="false"/>
<option ${option}>${flags}</option>
<worldbody>${this.#bodies.join('\n')}</worldbody>
${part('equality', this.#equalities)}${part('tendon', this.#tendons)}${part('actuator', this.#actuators)}${part('contact', this.#excludes)}
</mujoco>`;
  }

  #open(index: number, place: Frame, joint: string): void {
    const body = this.model.bodies[index]!;
    this.numberOf[index] = ++this.#written;
    const weight = body.fixed
      ? ''
      : `<inertial pos="0 0 0" mass="${body.mass}" diaginertia="${words(body.inertia)}"/>`;
    this.#bodies.push(
      `<body name="b${index}" pos="${words(place.at)}" quat="${quat(place.turn)}">${joint}${weight}${geomOf(body)}${(this.#sites.get(index) ?? []).join('')}`,
    );
  }

  #fixed(index: number, body: Body): void {
    this.#open(index, placeOf(body), '');
    this.#bodies.push('</body>');
  }

  /** Bodies are written within the one that holds them. */
  #tree(tree: Branch[]): void {
    const { bodies } = this.model;
    const below = new Map<number, Branch[]>();
    for (const branch of tree.slice(1))
      below.set(branch.held!.by, [...(below.get(branch.held!.by) ?? []), branch]);
    // open bodies, and what is still to be written of each
    const stack: Branch[][] = [];
    const enter = (branch: Branch, deep: number) => {
      if (deep > DEEPEST) throw new Error(`MuJoCo is given no chains of more than ${DEEPEST} bodies here.`);
      const own = placeOf(bodies[branch.body]!);
      const parent = deep > 0 ? placeOf(bodies[branch.held!.by]!) : undefined;
      this.#open(branch.body, parent ? seenFrom(parent, own) : own, this.#jointOf(branch));
      stack.push([...(below.get(branch.body) ?? [])]);
    };
    enter(tree[0]!, 0);
    while (stack.length > 0) {
      const next = stack.at(-1)!.shift();
      if (next) enter(next, stack.length);
      else {
        this.#bodies.push('</body>');
        stack.pop();
      }
    }
  }

  /** How a body moves against the one that holds it, and its velocity in these coordinates. */
  #jointOf({ body, held }: Branch): string {
    const own = this.model.bodies[body]!;
    if (!held) {
      this.velocities.push(...own.linear, ...rotate(back(own.rotation), own.angular));
      return '<freejoint/>';
    }
    const { joint, by } = held;
    const { at, turn } = frameOn(joint, body);
    const turning = rotate(back(own.rotation), minus(own.angular, this.model.bodies[by]!.angular));
    if (joint.kind === 'fixed') return '';
    if (joint.kind !== 'hinge') {
      this.velocities.push(...turning);
      return `<joint type="ball" pos="${words(at)}"/>`;
    }
    // a seen from b turns as b does seen from a, about the opposite axis
    const axis = scaled(body === joint.b ? 1 : -1, rotate(turn, [1, 0, 0]));
    this.velocities.push(dot(axis, turning));
    const start = startAngle(joint, this.model);
    const counted = (angle: number) => angle - start;
    const stops = joint.limit?.map(counted);
    this.#drive(joint, body, counted);
    return `<joint name="j${body}" type="hinge" pos="${words(at)}" axis="${words(axis)}"${stops ? ` range="${words(stops)}"` : ''}/>`;
  }

  /** A spring by force, with A as the bodies start: k = ω²/A, c = 2 ζ ω/A. */
  #drive(joint: Joint, body: number, counted: (angle: number) => number): void {
    const { servo } = joint;
    if (!servo) return;
    const mobility = mobilityOf(joint, this.model);
    const most = Math.min(1e10, servo.maxTorque);
    const stiffness = servo.omega ** 2 / mobility;
    const damping = (2 * servo.dampingRatio * servo.omega) / mobility;
    const spring = [stiffness * counted(servo.target), -stiffness, -damping];
    this.#actuators.push(
      `<general joint="j${body}" forcerange="${-most} ${most}" gainprm="0" biastype="affine" biasprm="${words(spring)}"/>`,
    );
  }

  /** A joint that no tree has. */
  #close(joint: Joint, index: number): void {
    const { a, b, kind } = joint;
    const ends = `body1="b${a}" body2="b${b}"`;
    if (kind === 'distance') {
      for (const [end, body] of [a, b].entries()) {
        const site = `<site name="s${index}_${end}" pos="${words(frameOn(joint, body).at)}"/>`;
        this.#sites.set(body, [...(this.#sites.get(body) ?? []), site]);
      }
      const tied = `<site site="s${index}_0"/><site site="s${index}_1"/>`;
      const rod = joint.min === joint.max;
      const range = rod ? '' : ` range="${joint.min} ${Math.min(joint.max, 1e7)}"`;
      this.#tendons.push(`<spatial name="t${index}"${range}>${tied}</spatial>`);
      // as long as it is at the start
      if (rod) this.#equalities.push(`<tendon tendon1="t${index}"/>`);
      return;
    }
    if (kind === 'fixed') {
      this.#equalities.push(`<weld ${ends}/>`);
      return;
    }
    if (joint.limit || joint.servo)
      throw new Error('MuJoCo is given no stops or servos of joints that close a loop here.');
    if (kind === 'hinge') {
      // two points of its axis
      const far = Math.min(this.model.bodies[a]!.radius, this.model.bodies[b]!.radius);
      const along = scaled(far, rotate(joint.frameA, [1, 0, 0]));
      for (const point of [minus(joint.anchorA, along), plus(joint.anchorA, along)])
        this.#equalities.push(`<connect ${ends} anchor="${words(point)}"/>`);
      return;
    }
    this.#equalities.push(`<connect ${ends} anchor="${words(joint.anchorA)}"/>`);
  }
}

function geomOf({ solid, collides, friction, rolling }: Body): string {
  if (!collides) return '';
  // sliding, spinning, rolling: the third needs contacts of six rows
  const surface = `condim="${rolling > 0 ? 6 : 3}" friction="${friction} 0 ${rolling}"`;
  const upright = `quat="${quat(UPRIGHT)}"`;
  switch (solid.type) {
    case 'box':
      return `<geom type="box" size="${words(solid.halfExtents)}" ${surface}/>`;
    case 'capsule':
      return `<geom type="capsule" size="${solid.radius} ${solid.halfHeight}" ${upright} ${surface}/>`;
    case 'plane':
      return `<geom type="plane" size="0 0 1" ${upright} ${surface}/>`;
    default:
      return `<geom type="sphere" size="${solid.radius}" ${surface}/>`;
  }
}
