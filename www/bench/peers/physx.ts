// PhysX 5 with its TGS solver, for ropes PGS, and its own numbers of iterations. Trees of joints that touch nothing are
// articulations in reduced coordinates; everything else is rigid bodies with joints between them. Damping and joint friction are
// off, no body sleeps. It knows no rolling resistance.
import type PhysX from 'physx-js-webidl';
import address from 'physx-js-webidl/physx-js-webidl.wasm?url';
import type { NumberedScene } from '../../beadwork';
import { about, back, type Frame, minus, rotate, seenFrom, type V3, within } from './algebra';
import { type Branch, forestOf, mustBeShut } from './forest';
import type { Stand } from './measure';
import { type Body, frameOn, type Joint, type Model, modelOf, placeOf, startAngle } from './model';
import { labelOf } from './packages';
import { type Engine, FRAME, Peer, type PeerOptions } from './peer';
import { instanceOf, loaded } from './wasm';

const TITLE = 'PhysX';

/** Its own number of position iterations, and of velocity iterations. */
const PASSES = 4;
const VELOCITY_PASSES = 1;

/** Steps of a frame in reduced coordinates, 1/120 s: long chains of hinges gain energy in steps of 1/60 s. */
const REDUCED_STEPS = 2;

/** Above what anything here reaches: m/s and rad/s. */
const FASTEST = 1e6;

/** For what has no bound. */
const HUGE = 3e38;

/** PxRigidBodyFlag::eENABLE_GYROSCOPIC_FORCES, which the package does not name: forces that turn a spinning body. */
const GYROSCOPIC = 1 << 10;

type Module = Awaited<ReturnType<typeof PhysX>>;

export const engine: Engine = {
  most: 100_000,

  async of(scene: NumberedScene, { passes = PASSES, substeps }: PeerOptions = {}): Promise<Peer> {
    const kinds = ['point', 'hinge', 'cone', 'distance', 'fixed'] as const;
    const model = modelOf(scene, { title: TITLE, kinds, servos: true });
    const { trees, others } = forestOf(model, canBranch);
    const tied = new Set(others.flatMap(({ a, b }) => [a, b]));
    // an articulation that touches or closes a loop has no gain from being one
    const reduced = trees.filter(
      (tree) => !model.contacts && tree.length > 1 && tree.every(({ body }) => !tied.has(body)),
    );
    mustBeShut(model, reduced, TITLE);
    const { default: factory } = await loaded(TITLE, () => import('physx-js-webidl'));
    const module = await instanceOf<Module>(TITLE, factory as never, address);
    const steps = substeps ?? (reduced.length > 0 ? REDUCED_STEPS : 1);
    return new PhysXPeer(model, module, reduced, passes, steps);
  },
};

/** TGS, as its authors advise; but under TGS chains of distance joints gain energy, in steps however small. */
const solverOf = ({ joints }: Model): 'TGS' | 'PGS' =>
  joints.some(({ kind }) => kind === 'distance') ? 'PGS' : 'TGS';

/** An articulation's cone has a pyramid's stops, and it has no ropes. */
const canBranch = ({ kind, swing, twist }: Joint): boolean =>
  kind !== 'distance' && swing === undefined && !twist;

class PhysXPeer extends Peer {
  readonly name = labelOf('physx');
  readonly settings: string;
  #made: { scene: PhysX.PxScene; bodies: PhysX.PxRigidActor[] } | undefined;

  constructor(
    model: Model,
    module: Module,
    reduced: Branch[][],
    readonly passes: number,
    readonly substeps: number,
  ) {
    super(model);
    const coordinates =
      reduced.length > 0
        ? 'reduced coordinates (articulations)'
        : 'maximal coordinates (joints between bodies)';
    this.settings = `${solverOf(model)}, steps of 1/${Math.round(substeps / FRAME)} s with ${passes} position and ${VELOCITY_PASSES} velocity ${VELOCITY_PASSES === 1 ? 'iteration' : 'iterations'}, ${coordinates}, else its defaults`;
    const maker = new Maker(module, model, passes);
    for (const tree of reduced) maker.articulation(tree);
    for (const index of model.bodies.keys()) maker.body(index);
    for (const joint of model.joints) maker.join(joint);
    this.#made = maker;
  }

  step(): void {
    const { scene } = this.#made!;
    for (let k = 0; k < this.substeps; k++) {
      scene.simulate(FRAME / this.substeps);
      scene.fetchResults(true);
    }
  }

  stands(): Stand[] {
    return this.#made!.bodies.map((actor, index) => {
      const { fixed, position, rotation } = this.model.bodies[index]!;
      if (fixed) return { position, rotation, linear: [0, 0, 0], angular: [0, 0, 0] };
      const { p, q } = actor.getGlobalPose();
      const at: V3 = [p.x, p.y, p.z];
      const turn: Stand['rotation'] = [q.x, q.y, q.z, q.w];
      const body = actor as PhysX.PxRigidBody;
      const v = body.getLinearVelocity();
      const linear: V3 = [v.x, v.y, v.z];
      const w = body.getAngularVelocity();
      return { position: at, rotation: turn, linear, angular: [w.x, w.y, w.z] };
    });
  }

  free(): void {
    this.#made = undefined;
  }
}

/** Its capsules lie along x and its planes look there; the scene's along y. */
const UPRIGHT = about(2, Math.PI / 2);

class Maker {
  readonly scene: PhysX.PxScene;
  readonly bodies: PhysX.PxRigidActor[] = [];
  readonly #physics: PhysX.PxPhysics;
  /** Joints that articulations have. */
  readonly #had = new Set<Joint>();
  readonly #materials = new Map<string, PhysX.PxMaterial>();

  constructor(
    readonly module: Module,
    readonly model: Model,
    readonly passes: number,
  ) {
    const version = module.PHYSICS_VERSION;
    const foundation = module.CreateFoundation(
      version,
      new module.PxDefaultAllocator(),
      new module.PxDefaultErrorCallback(),
    );
    const scale = new module.PxTolerancesScale();
    this.#physics = module.CreatePhysics(version, foundation, scale);
    module.InitExtensions(this.#physics);
    const desc = new module.PxSceneDesc(scale);
    desc.gravity = this.#vector(model.gravity);
    desc.cpuDispatcher = module.DefaultCpuDispatcherCreate(0);
    desc.filterShader = module.DefaultFilterShader();
    const { ePGS, eTGS } = module.PxSolverTypeEnum;
    desc.solverType = solverOf(model) === 'PGS' ? ePGS : eTGS;
    this.scene = this.#physics.createScene(desc);
  }

  /** A tree from its root: joint coordinates are 0 as it starts. */
  articulation(tree: Branch[]): void {
    const { module, model, passes } = this;
    const made = this.#physics.createArticulationReducedCoordinate();
    made.setSolverIterationCounts(passes, VELOCITY_PASSES);
    made.setSleepThreshold(0);
    // else they are impulses of a step
    made.setArticulationFlag(module.PxArticulationFlagEnum.eDRIVE_LIMITS_ARE_FORCES, true);
    const links = new Map<number, PhysX.PxArticulationLink>();
    const link = (index: number, parent: PhysX.PxArticulationLink | null) => {
      const new_ = made.createLink(
        parent as PhysX.PxArticulationLink,
        this.#pose(placeOf(model.bodies[index]!)),
      );
      links.set(index, new_);
      this.#weigh(new_, model.bodies[index]!);
      return new_;
    };
    const first = tree[0]!;
    if (first.held) {
      // a copy of the fixed body: several trees may hang from it
      made.setArticulationFlag(module.PxArticulationFlagEnum.eFIX_BASE, true);
      link(first.held.by, null);
    }
    const speeds: (() => void)[] = [];
    for (const { body, held } of tree) {
      const child = link(body, held ? links.get(held.by)! : null);
      this.bodies[body] = child;
      if (!held) continue;
      this.#had.add(held.joint);
      const inbound = child.getInboundJoint() as unknown as PhysX.PxArticulationJointReducedCoordinate;
      this.#inbound(inbound, held.joint, held.by, body);
      speeds.push(() => this.#speed(inbound, held.joint, held.by, body));
    }
    this.scene.addArticulation(made);
    if (!first.held) {
      const { linear, angular } = model.bodies[first.body]!;
      made.setRootLinearVelocity(this.#vector(linear));
      made.setRootAngularVelocity(this.#vector(angular));
    }
    for (const set of speeds) set();
    // so that what is asked before the first step is known
    made.updateKinematic(
      new module.PxArticulationKinematicFlags(module.PxArticulationKinematicFlagEnum.eVELOCITY),
    );
  }

  #inbound(
    inbound: PhysX.PxArticulationJointReducedCoordinate,
    joint: Joint,
    parent: number,
    child: number,
  ): void {
    const { module, model } = this;
    const own = frameOn(joint, child);
    const [outer, inner] = [placeOf(model.bodies[parent]!), placeOf(model.bodies[child]!)];
    inbound.setChildPose(this.#pose(own));
    inbound.setParentPose(this.#pose(seenFrom(outer, within(inner, own))));
    inbound.setFrictionCoefficient(0);
    inbound.setMaxJointVelocity(FASTEST);
    const { eTWIST, eSWING1, eSWING2 } = module.PxArticulationAxisEnum;
    const { eFREE, eLIMITED } = module.PxArticulationMotionEnum;
    const types = module.PxArticulationJointTypeEnum;
    if (joint.kind === 'fixed') {
      inbound.setJointType(types.eFIX);
      return;
    }
    if (joint.kind !== 'hinge') {
      inbound.setJointType(types.eSPHERICAL);
      for (const axis of [eTWIST, eSWING1, eSWING2]) inbound.setMotion(axis, eFREE);
      return;
    }
    inbound.setJointType(types.eREVOLUTE);
    inbound.setMotion(eTWIST, joint.limit ? eLIMITED : eFREE);
    // of b seen from a, counted from the start
    const sense = child === joint.b ? 1 : -1;
    const start = startAngle(joint, model);
    const counted = (angle: number) => sense * (angle - start);
    if (joint.limit) {
      const stops = joint.limit.map(counted).sort((low, high) => low - high);
      inbound.setLimitParams(eTWIST, new module.PxArticulationLimit(stops[0]!, stops[1]!));
    }
    const { servo } = joint;
    if (servo) {
      // a spring by acceleration: k/m = ω², c/m = 2 ζ ω
      const [stiffness, damping] = [servo.omega ** 2, 2 * servo.dampingRatio * servo.omega];
      const most = Math.min(HUGE, servo.maxTorque);
      const drive = new module.PxArticulationDrive(
        stiffness,
        damping,
        most,
        module.PxArticulationDriveTypeEnum.eACCELERATION,
      );
      inbound.setDriveParams(eTWIST, drive);
      inbound.setDriveTarget(eTWIST, counted(servo.target));
    }
  }

  /** Of the joint's coordinates at the start. */
  #speed(
    inbound: PhysX.PxArticulationJointReducedCoordinate,
    joint: Joint,
    parent: number,
    child: number,
  ): void {
    const { module, model } = this;
    if (joint.kind === 'fixed') return;
    const [outer, inner] = [model.bodies[parent]!, model.bodies[child]!];
    const frame = within(placeOf(inner), frameOn(joint, child));
    const own = rotate(back(frame.turn), minus(inner.angular, outer.fixed ? [0, 0, 0] : outer.angular));
    const { eTWIST, eSWING1, eSWING2 } = module.PxArticulationAxisEnum;
    const axes = joint.kind === 'hinge' ? [eTWIST] : [eTWIST, eSWING1, eSWING2];
    for (const [k, axis] of axes.entries()) inbound.setJointVelocity(axis, own[k]!);
  }

  /** Of no articulation. */
  body(index: number): void {
    if (this.bodies[index]) return;
    const body = this.model.bodies[index]!;
    const pose = this.#pose(placeOf(body));
    if (body.fixed) {
      const made = this.#physics.createRigidStatic(pose);
      this.#collide(made, body);
      this.scene.addActor(made);
      this.bodies[index] = made;
      return;
    }
    const made = this.#physics.createRigidDynamic(pose);
    this.#collide(made, body);
    this.#weigh(made, body);
    made.setSolverIterationCounts(this.passes, VELOCITY_PASSES);
    made.setSleepThreshold(0);
    made.setLinearVelocity(this.#vector(body.linear));
    made.setAngularVelocity(this.#vector(body.angular));
    this.scene.addActor(made);
    this.bodies[index] = made;
  }

  /** Between rigid bodies. */
  join(joint: Joint): void {
    if (this.#had.has(joint)) return;
    const { module } = this;
    const [a, b] = [this.bodies[joint.a]!, this.bodies[joint.b]!];
    const [frameA, frameB] = [this.#pose(frameOn(joint, joint.a)), this.#pose(frameOn(joint, joint.b))];
    const made = this.#jointOf(joint, a, frameA, b, frameB);
    if (joint.collide) made.setConstraintFlag(module.PxConstraintFlagEnum.eCOLLISION_ENABLED, true);
  }

  #jointOf(
    joint: Joint,
    a: PhysX.PxRigidActor,
    frameA: PhysX.PxTransform,
    b: PhysX.PxRigidActor,
    frameB: PhysX.PxTransform,
  ): PhysX.PxJoint {
    const { module } = this;
    const ends = [this.#physics, a, frameA, b, frameB] as const;
    switch (joint.kind) {
      case 'fixed':
        return module.FixedJointCreate(...ends);
      case 'distance': {
        const made = module.DistanceJointCreate(...ends);
        const { eMAX_DISTANCE_ENABLED, eMIN_DISTANCE_ENABLED } = module.PxDistanceJointFlagEnum;
        made.setMaxDistance(Math.min(joint.max, HUGE));
        made.setMinDistance(joint.min);
        // it would begin to hold only where it is this much too long
        made.setTolerance(0);
        made.setDistanceJointFlag(eMAX_DISTANCE_ENABLED, joint.max < HUGE);
        made.setDistanceJointFlag(eMIN_DISTANCE_ENABLED, joint.min > 0);
        return made;
      }
      case 'hinge': {
        if (joint.servo)
          throw new Error('PhysX is given servos only where joints make a tree that touches nothing.');
        const made = module.RevoluteJointCreate(...ends);
        if (joint.limit) {
          made.setLimit(new module.PxJointAngularLimitPair(...joint.limit));
          made.setRevoluteJointFlag(module.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true);
        }
        return made;
      }
      case 'cone': {
        const made = module.D6JointCreate(...ends);
        const { eTWIST, eSWING1, eSWING2 } = module.PxD6AxisEnum;
        const { eFREE, eLIMITED } = module.PxD6MotionEnum;
        made.setMotion(eTWIST, joint.twist ? eLIMITED : eFREE);
        for (const axis of [eSWING1, eSWING2])
          made.setMotion(axis, joint.swing === undefined ? eFREE : eLIMITED);
        if (joint.twist) made.setTwistLimit(new module.PxJointAngularLimitPair(...joint.twist));
        if (joint.swing !== undefined)
          made.setSwingLimit(new module.PxJointLimitCone(joint.swing, joint.swing));
        return made;
      }
      default:
        return module.SphericalJointCreate(...ends);
    }
  }

  #vector([x, y, z]: V3): PhysX.PxVec3 {
    return new this.module.PxVec3(x, y, z);
  }

  #pose({ at, turn: [x, y, z, w] }: Frame): PhysX.PxTransform {
    const long = Math.hypot(x, y, z, w);
    return new this.module.PxTransform(
      this.#vector(at),
      new this.module.PxQuat(x / long, y / long, z / long, w / long),
    );
  }

  #weigh(actor: PhysX.PxRigidBody, { mass, inertia, fixed }: Body): void {
    // the root of a tree that hangs is fixed, and its weight does not matter
    actor.setMass(fixed ? 1 : mass);
    actor.setMassSpaceInertiaTensor(this.#vector(fixed ? [1, 1, 1] : inertia));
    actor.setLinearDamping(0);
    actor.setAngularDamping(0);
    actor.setMaxLinearVelocity(FASTEST);
    actor.setMaxAngularVelocity(FASTEST);
    actor.setRigidBodyFlag(GYROSCOPIC, true);
  }

  #collide(actor: PhysX.PxRigidActor, { solid, collides, friction, restitution }: Body): void {
    if (!collides) return;
    const { module } = this;
    const geometry =
      solid.type === 'box'
        ? new module.PxBoxGeometry(...solid.halfExtents)
        : solid.type === 'capsule'
          ? new module.PxCapsuleGeometry(solid.radius, solid.halfHeight)
          : solid.type === 'plane'
            ? new module.PxPlaneGeometry()
            : new module.PxSphereGeometry(solid.radius);
    const flags = new module.PxShapeFlags(module.PxShapeFlagEnum.eSIMULATION_SHAPE);
    const shape = this.#physics.createShape(geometry, this.#material(friction, restitution), true, flags);
    if (solid.type === 'capsule' || solid.type === 'plane')
      shape.setLocalPose(this.#pose({ at: [0, 0, 0], turn: UPRIGHT }));
    // its filter lets pass what has a bit of the other's second word
    shape.setSimulationFilterData(new module.PxFilterData(1, 1, 0, 0));
    actor.attachShape(shape);
  }

  /** Roots are multiplied, which is the geometric mean. */
  #material(friction: number, restitution: number): PhysX.PxMaterial {
    const key = `${friction} ${restitution}`;
    const known = this.#materials.get(key);
    if (known) return known;
    const root = Math.sqrt(friction);
    const made = this.#physics.createMaterial(root, root, restitution);
    const { eMULTIPLY, eMAX } = this.module.PxCombineModeEnum;
    made.setFrictionCombineMode(eMULTIPLY);
    made.setRestitutionCombineMode(eMAX);
    this.#materials.set(key, made);
    return made;
  }
}
