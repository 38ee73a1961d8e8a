// Havok as Babylon.js publishes it, at its own settings, which cannot be told how many passes to take. It has no planes, so
// the ground is the top of a large box. Damping is off and no body sleeps. It knows no rolling resistance, and its motors do not
// keep to the spring and the damper that they are told: under the servos of `arm` they run away, in steps however small.

import type {
  ConstraintAxis,
  HavokPhysicsWithBindings,
  HP_BodyId,
  HP_ShapeId,
  HP_WorldId,
} from '@babylonjs/havok';
import address from '@babylonjs/havok/lib/esm/HavokPhysics.wasm?url';
import type { NumberedScene } from '../../beadwork';
import { type Q, rotate, scaled, type V3 } from './algebra';
import type { Stand } from './measure';
import { type Body, type Joint, type Model, modelOf } from './model';
import { labelOf } from './packages';
import { type Engine, FRAME, Peer, type PeerOptions } from './peer';
import { instanceOf, loaded } from './wasm';

const TITLE = 'Havok';

/** Of the box in a plane's place, half of its sides, m. */
const GROUND = 1000;

/** Above what anything here reaches: m/s and rad/s. */
const FASTEST = 1e5;

export const engine: Engine = {
  most: 100_000,

  async of(scene: NumberedScene, { passes, substeps = 1 }: PeerOptions = {}): Promise<Peer> {
    if (passes !== undefined) throw new Error('Havok cannot be told how many passes to take.');
    const kinds = ['point', 'hinge', 'distance', 'fixed', 'cone'] as const;
    const model = modelOf(scene, { title: TITLE, kinds });
    if (model.joints.some(({ swing, twist }) => swing !== undefined || twist))
      throw new Error('Havok limits each angle of a joint by itself, and not a cone.');
    const { default: factory } = await loaded(TITLE, () => import('@babylonjs/havok'));
    return new Havok(model, await instanceOf(TITLE, factory as never, address), substeps);
  },
};

type Module = HavokPhysicsWithBindings;

class Havok extends Peer {
  readonly name = labelOf('havok');
  readonly settings: string;
  readonly passes = null;
  #made: { module: Module; world: HP_WorldId; bodies: HP_BodyId[] } | undefined;

  constructor(
    model: Model,
    module: Module,
    readonly substeps: number,
  ) {
    super(model);
    this.settings = `steps of 1/${Math.round(substeps / FRAME)} s, all else its defaults, which cannot be changed`;
    const world = given(module.HP_World_Create());
    module.HP_World_SetGravity(world, model.gravity);
    module.HP_World_SetIdealStepTime(world, FRAME / substeps);
    module.HP_World_SetSpeedLimit(world, FASTEST, FASTEST);
    const bodies = model.bodies.map((body) => makeBody(module, world, body));
    for (const joint of model.joints) join(module, joint, bodies[joint.a]!, bodies[joint.b]!);
    this.#made = { module, world, bodies };
  }

  step(): void {
    const { module, world } = this.#made!;
    for (let k = 0; k < this.substeps; k++) module.HP_World_Step(world, FRAME / this.substeps);
  }

  stands(): Stand[] {
    const { module, bodies } = this.#made!;
    return bodies.map((body, index) => {
      const { position, rotation, fixed } = this.model.bodies[index]!;
      if (fixed) return { position, rotation, linear: [0, 0, 0], angular: [0, 0, 0] };
      const [at, turn] = given(module.HP_Body_GetQTransform(body));
      return {
        position: at,
        rotation: turn,
        linear: given(module.HP_Body_GetLinearVelocity(body)),
        angular: given(module.HP_Body_GetAngularVelocity(body)),
      };
    });
  }

  free(): void {
    this.#made = undefined;
  }
}

/** What it gives comes with a verdict, which is 0 where all is well. */
function given<T>([verdict, value]: [unknown, T]): T {
  if (Number((verdict as { value?: number }).value ?? verdict) !== 0)
    throw new Error('Havok refused a call.');
  return value;
}

function shapeOf(module: Module, { solid }: Body): HP_ShapeId {
  const upright: Q = [0, 0, 0, 1];
  switch (solid.type) {
    case 'box': {
      const sides = solid.halfExtents.map((half) => 2 * half) as V3;
      return given(module.HP_Shape_CreateBox([0, 0, 0], upright, sides));
    }
    case 'capsule': {
      const { halfHeight, radius } = solid;
      return given(module.HP_Shape_CreateCapsule([0, -halfHeight, 0], [0, halfHeight, 0], radius));
    }
    case 'plane':
      return given(module.HP_Shape_CreateBox([0, -GROUND, 0], upright, [2 * GROUND, 2 * GROUND, 2 * GROUND]));
    default:
      return given(module.HP_Shape_CreateSphere([0, 0, 0], solid.radius));
  }
}

function makeBody(module: Module, world: HP_WorldId, body: Body): HP_BodyId {
  const made = given(module.HP_Body_Create());
  const shape = shapeOf(module, body);
  const { GEOMETRIC_MEAN, MAXIMUM } = module.MaterialCombine;
  const { friction, restitution } = body;
  module.HP_Shape_SetMaterial(shape, [friction, friction, restitution, GEOMETRIC_MEAN, MAXIMUM]);
  // nobody meets what belongs to nothing
  if (!body.collides) module.HP_Shape_SetFilterInfo(shape, [0, 0]);
  else module.HP_Shape_SetFilterInfo(shape, [1, 1]);
  module.HP_Body_SetShape(made, shape);
  module.HP_Body_SetMotionType(made, body.fixed ? module.MotionType.STATIC : module.MotionType.DYNAMIC);
  module.HP_Body_SetQTransform(made, [body.position, body.rotation]);
  if (!body.fixed) {
    // its moments are those of a body of 1 kg
    const moments = scaled(1 / body.mass, body.inertia);
    module.HP_Body_SetMassProperties(made, [[0, 0, 0], body.mass, moments, [0, 0, 0, 1]]);
    module.HP_Body_SetLinearDamping(made, 0);
    module.HP_Body_SetAngularDamping(made, 0);
  }
  module.HP_World_AddBody(world, made, false);
  if (!body.fixed) {
    module.HP_Body_SetLinearVelocity(made, body.linear);
    module.HP_Body_SetAngularVelocity(made, body.angular);
    module.HP_Body_SetActivationControl(made, module.ActivationControl.ALWAYS_ACTIVE);
  }
  return made;
}

function join(module: Module, joint: Joint, a: HP_BodyId, b: HP_BodyId): void {
  const made = given(module.HP_Constraint_Create());
  module.HP_Constraint_SetParentBody(made, a);
  module.HP_Constraint_SetChildBody(made, b);
  const axes = (frame: Q): [V3, V3] => [rotate(frame, [1, 0, 0]), rotate(frame, [0, 1, 0])];
  module.HP_Constraint_SetAnchorInParent(made, joint.anchorA, ...axes(joint.frameA));
  module.HP_Constraint_SetAnchorInChild(made, joint.anchorB, ...axes(joint.frameB));
  const axis = module.ConstraintAxis;
  const { LOCKED, LIMITED } = module.ConstraintAxisLimitMode;
  const limit = (which: ConstraintAxis, low: number, high: number) => {
    module.HP_Constraint_SetAxisMode(made, which, LIMITED);
    module.HP_Constraint_SetAxisMinLimit(made, which, low);
    module.HP_Constraint_SetAxisMaxLimit(made, which, high);
  };
  const lock = (...which: ConstraintAxis[]) => {
    for (const one of which) module.HP_Constraint_SetAxisMode(made, one, LOCKED);
  };
  if (joint.kind === 'distance') limit(axis.LINEAR_DISTANCE, joint.min, Math.min(joint.max, 1e7));
  else lock(axis.LINEAR_X, axis.LINEAR_Y, axis.LINEAR_Z);
  if (joint.kind === 'hinge' || joint.kind === 'fixed') lock(axis.ANGULAR_Y, axis.ANGULAR_Z);
  if (joint.kind === 'fixed') lock(axis.ANGULAR_X);
  if (joint.limit) limit(axis.ANGULAR_X, ...joint.limit);
  module.HP_Constraint_SetCollisionsEnabled(made, joint.collide ? 1 : 0);
  module.HP_Constraint_SetEnabled(made, 1);
}
