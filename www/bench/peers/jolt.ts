// Jolt's build for one thread, which has no SIMD. A frame is one collision step at its own numbers of velocity and position
// steps. Damping is off, no body sleeps, and forces that turn a spinning body are on, as in the scene. It knows no rolling
// resistance.

import address from 'jolt-physics/jolt-physics.wasm.wasm?url';
import type Jolt from 'jolt-physics/wasm';
import type { NumberedScene } from '../../beadwork';
import { about, type Q, rotate, times, type V3 } from './algebra';
import type { Stand } from './measure';
import { type Body, type Joint, type Model, modelOf } from './model';
import { labelOf } from './packages';
import { type Engine, FRAME, Peer, type PeerOptions } from './peer';
import { instanceOf, loaded } from './wasm';

const TITLE = 'Jolt';

type Module = typeof Jolt;

/** What collides and what does not; what is fixed collides with what moves only. */
const [FIXED, MOVING, APART] = [0, 1, 2];

/** Above what anything here reaches: m/s and rad/s. */
const FASTEST = 1e6;

/** Pairs that touch, at the most: what the package sets aside for a step, 10 MB, holds few more. Beyond, it drops contacts. */
const CONTACTS = 20_000;
/** Bodies that do not make more of them: a sphere in a heap has some three pairs to its name, a brick of a pyramid two. */
const TOUCHING = 4_000;

/** For what has no bound. */
const HUGE = 3e38;

export const engine: Engine = {
  most: 40_000,

  async of(scene: NumberedScene, { passes, substeps = 1 }: PeerOptions = {}): Promise<Peer> {
    const kinds = ['point', 'hinge', 'cone', 'distance', 'fixed'] as const;
    const model = modelOf(scene, { title: TITLE, kinds, servos: true });
    if (model.contacts && model.bodies.length > TOUCHING)
      throw new Error(`Jolt's package has room for the contacts of ${TOUCHING} bodies.`);
    const { default: factory } = await loaded(TITLE, () => import('jolt-physics/wasm'));
    const module = (await instanceOf<Module>(TITLE, factory as never, address)) as Module;
    return new JoltPeer(model, module, substeps, passes);
  },
};

class JoltPeer extends Peer {
  readonly name = labelOf('jolt');
  readonly settings: string;
  readonly passes: number;
  #made: { world: Jolt.JoltInterface; bodies: Jolt.Body[] } | undefined;

  constructor(
    model: Model,
    module: Module,
    readonly substeps: number,
    passes: number | undefined,
  ) {
    super(model);
    const world = worldFor(module, model);
    const system = world.GetPhysicsSystem();
    system.SetGravity(vector(module, model.gravity));
    const settings = system.GetPhysicsSettings();
    if (passes !== undefined) {
      // in the proportion of its own two numbers
      const share = settings.mNumPositionSteps / settings.mNumVelocitySteps;
      settings.mNumVelocitySteps = passes;
      settings.mNumPositionSteps = Math.max(1, Math.round(share * passes));
    }
    settings.mAllowSleeping = false;
    system.SetPhysicsSettings(settings);
    this.passes = settings.mNumVelocitySteps;
    this.settings = `${substeps} collision ${substeps === 1 ? 'step' : 'steps'} of 1/${Math.round(substeps / FRAME)} s with ${this.passes} velocity and ${settings.mNumPositionSteps} position steps, else its defaults`;
    const groups = groupsOf(module, model);
    const bodies = model.bodies.map((body, index) => makeBody(module, system, body, groups.get(index)));
    for (const joint of model.joints)
      system.AddConstraint(constraintOf(module, joint, bodies[joint.a]!, bodies[joint.b]!));
    system.OptimizeBroadPhase();
    this.#made = { world, bodies };
  }

  step(): void {
    this.#made!.world.Step(FRAME, this.substeps);
  }

  stands(): Stand[] {
    return this.#made!.bodies.map((body) => {
      const position = numbers(body.GetCenterOfMassPosition());
      const turn = body.GetRotation();
      const rotation: Q = [turn.GetX(), turn.GetY(), turn.GetZ(), turn.GetW()];
      if (body.IsStatic()) return { position, rotation, linear: [0, 0, 0], angular: [0, 0, 0] };
      const linear = numbers(body.GetLinearVelocity());
      return { position, rotation, linear, angular: numbers(body.GetAngularVelocity()) };
    });
  }

  free(): void {
    this.#made = undefined;
  }
}

const vector = (module: Module, [x, y, z]: V3) => new module.Vec3(x, y, z);
const place = (module: Module, [x, y, z]: V3) => new module.RVec3(x, y, z);
const turn = (module: Module, [x, y, z, w]: Q) => new module.Quat(x, y, z, w).Normalized();
const numbers = (v: { GetX(): number; GetY(): number; GetZ(): number }): V3 => [v.GetX(), v.GetY(), v.GetZ()];

function worldFor(module: Module, { bodies, contacts }: Model): Jolt.JoltInterface {
  const layers = new module.ObjectLayerPairFilterTable(3);
  layers.EnableCollision(MOVING!, MOVING!);
  layers.EnableCollision(MOVING!, FIXED!);
  const broad = new module.BroadPhaseLayerInterfaceTable(3, 2);
  broad.MapObjectToBroadPhaseLayer(FIXED!, new module.BroadPhaseLayer(0));
  for (const layer of [MOVING!, APART!])
    broad.MapObjectToBroadPhaseLayer(layer, new module.BroadPhaseLayer(1));
  const settings = new module.JoltSettings();
  settings.mMaxBodies = bodies.length + 1;
  settings.mMaxBodyPairs = contacts ? 32 * bodies.length + 1024 : 1024;
  settings.mMaxContactConstraints = contacts ? CONTACTS : 1024;
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new module.ObjectVsBroadPhaseLayerFilterTable(
    broad,
    2,
    layers,
    3,
  );
  return new module.JoltInterface(settings);
}

/** Bodies that a joint joins pass through each other: a group for each set of joined bodies, with a table of who does. */
function groupsOf(module: Module, { bodies, joints, contacts }: Model): Map<number, Jolt.CollisionGroup> {
  const found = new Map<number, Jolt.CollisionGroup>();
  if (!contacts) return found;
  const at: Joint[][] = bodies.map(() => []);
  for (const joint of joints) for (const end of [joint.a, joint.b]) at[end]!.push(joint);
  for (const first of bodies.keys()) {
    if (found.has(first) || at[first]!.length === 0) continue;
    const members = new Map([[first, 0]]);
    for (const body of members.keys())
      for (const { a, b } of at[body]!)
        for (const end of [a, b]) if (!members.has(end)) members.set(end, members.size);
    const table = new module.GroupFilterTable(members.size);
    for (const [body, number] of members) {
      for (const { a, b, collide } of at[body]!)
        if (!collide && members.get(a) !== members.get(b))
          table.DisableCollision(members.get(a)!, members.get(b)!);
      found.set(body, new module.CollisionGroup(table, first, number));
    }
  }
  return found;
}

function shapeOf(module: Module, { solid }: Body): Jolt.Shape {
  switch (solid.type) {
    case 'box': {
      // its corners are rounded by its own convex radius, where the box is large enough
      const least = Math.min(...solid.halfExtents);
      return new module.BoxShapeSettings(vector(module, solid.halfExtents), Math.min(0.05, 0.5 * least))
        .Create()
        .Get();
    }
    case 'capsule':
      return new module.CapsuleShape(solid.halfHeight, solid.radius);
    case 'plane':
      return new module.PlaneShape(new module.Plane(vector(module, [0, 1, 0]), 0));
    default:
      return new module.SphereShape(solid.radius);
  }
}

function makeBody(
  module: Module,
  system: Jolt.PhysicsSystem,
  body: Body,
  group: Jolt.CollisionGroup | undefined,
): Jolt.Body {
  const settings = new module.BodyCreationSettings(
    shapeOf(module, body),
    place(module, body.position),
    turn(module, body.rotation),
    body.fixed ? module.EMotionType_Static : module.EMotionType_Dynamic,
    body.collides ? (body.fixed ? FIXED! : MOVING!) : APART!,
  );
  settings.mFriction = body.friction;
  settings.mRestitution = body.restitution;
  settings.mAllowSleeping = false;
  settings.mApplyGyroscopicForce = true;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mMaxLinearVelocity = FASTEST;
  settings.mMaxAngularVelocity = FASTEST;
  if (!body.fixed) {
    settings.mLinearVelocity = vector(module, body.linear);
    settings.mAngularVelocity = vector(module, body.angular);
    settings.mOverrideMassProperties = module.EOverrideMassProperties_MassAndInertiaProvided;
    settings.mMassPropertiesOverride.mMass = body.mass;
    const moments = module.Mat44.prototype.sScaleVec3(vector(module, body.inertia));
    settings.mMassPropertiesOverride.mInertia = moments;
  }
  if (group) settings.mCollisionGroup = group;
  const bodies = system.GetBodyInterface();
  const made = bodies.CreateBody(settings);
  bodies.AddBody(made.GetID(), module.EActivation_Activate);
  module.destroy(settings);
  return made;
}

function constraintOf(module: Module, joint: Joint, a: Jolt.Body, b: Jolt.Body): Jolt.Constraint {
  const anchors = [place(module, joint.anchorA), place(module, joint.anchorB)] as const;
  const axis = (frame: Q, along: V3) => vector(module, rotate(frame, along));
  const [X, Y]: V3[] = [
    [1, 0, 0],
    [0, 1, 0],
  ];
  const own = module.EConstraintSpace_LocalToBodyCOM;
  switch (joint.kind) {
    case 'distance': {
      const settings = new module.DistanceConstraintSettings();
      settings.mSpace = own;
      [settings.mPoint1, settings.mPoint2] = anchors;
      settings.mMinDistance = joint.min;
      settings.mMaxDistance = Math.min(joint.max, 1e7);
      return settings.Create(a, b);
    }
    case 'fixed': {
      const settings = new module.FixedConstraintSettings();
      settings.mSpace = own;
      [settings.mPoint1, settings.mPoint2] = anchors;
      [settings.mAxisX1, settings.mAxisY1] = [axis(joint.frameA, X!), axis(joint.frameA, Y!)];
      [settings.mAxisX2, settings.mAxisY2] = [axis(joint.frameB, X!), axis(joint.frameB, Y!)];
      return settings.Create(a, b);
    }
    case 'hinge':
      return hingeOf(module, joint, a, b);
    case 'cone': {
      if (joint.swing === undefined && !joint.twist) break;
      const settings = new module.SwingTwistConstraintSettings();
      settings.mSpace = own;
      [settings.mPosition1, settings.mPosition2] = anchors;
      [settings.mTwistAxis1, settings.mPlaneAxis1] = [axis(joint.frameA, X!), axis(joint.frameA, Y!)];
      [settings.mTwistAxis2, settings.mPlaneAxis2] = [axis(joint.frameB, X!), axis(joint.frameB, Y!)];
      settings.mSwingType = module.ESwingType_Cone;
      settings.mNormalHalfConeAngle = joint.swing ?? Math.PI;
      settings.mPlaneHalfConeAngle = joint.swing ?? Math.PI;
      [settings.mTwistMinAngle, settings.mTwistMaxAngle] = joint.twist ?? [-Math.PI, Math.PI];
      return settings.Create(a, b);
    }
  }
  const settings = new module.PointConstraintSettings();
  settings.mSpace = own;
  [settings.mPoint1, settings.mPoint2] = anchors;
  return settings.Create(a, b);
}

/** Its stops must lie on both sides of 0, so its angle is counted from the middle between them. */
function hingeOf(module: Module, joint: Joint, a: Jolt.Body, b: Jolt.Body): Jolt.Constraint {
  const { limit, servo } = joint;
  const middle = limit ? (limit[0] + limit[1]) / 2 : 0;
  const frameA = times(joint.frameA, about(0, middle));
  const axis = (frame: Q, along: V3) => vector(module, rotate(frame, along));
  const settings = new module.HingeConstraintSettings();
  settings.mSpace = module.EConstraintSpace_LocalToBodyCOM;
  settings.mPoint1 = place(module, joint.anchorA);
  settings.mPoint2 = place(module, joint.anchorB);
  settings.mHingeAxis1 = axis(frameA, [1, 0, 0]);
  settings.mHingeAxis2 = axis(joint.frameB, [1, 0, 0]);
  settings.mNormalAxis1 = axis(frameA, [0, 1, 0]);
  settings.mNormalAxis2 = axis(joint.frameB, [0, 1, 0]);
  if (limit) [settings.mLimitsMin, settings.mLimitsMax] = [limit[0] - middle, limit[1] - middle];
  if (servo) {
    const drive = settings.mMotorSettings;
    drive.mSpringSettings.mFrequency = servo.omega / (2 * Math.PI);
    drive.mSpringSettings.mDamping = servo.dampingRatio;
    drive.mMaxTorqueLimit = Math.min(HUGE, servo.maxTorque);
    drive.mMinTorqueLimit = -drive.mMaxTorqueLimit;
  }
  const made = module.castObject(settings.Create(a, b), module.HingeConstraint);
  if (servo) {
    made.SetMotorState(module.EMotorState_Position);
    made.SetTargetAngle(servo.target - middle);
  }
  return made;
}
