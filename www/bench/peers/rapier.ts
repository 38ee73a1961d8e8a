// Rapier's SIMD build at its own defaults. Colliders where the scene has contacts; masses and inertias are set as additional
// mass properties; no body sleeps. It knows no rolling resistance.
import type { ColliderDesc, RevoluteImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-simd-compat';
import type { NumberedScene } from '../../beadwork';
import { back, length, ONE, type Q, rotate, times, type V3 } from './algebra';
import type { Stand } from './measure';
import { type Joint, type Model, modelOf, type Solid } from './model';
import { labelOf } from './packages';
import { type Engine, FRAME, Peer, type PeerOptions } from './peer';
import { loaded } from './wasm';

const TITLE = 'Rapier';

export const engine: Engine = {
  // what its 32-bit memory holds is more; beyond, one step takes seconds and its build minutes
  most: 120_000,

  async of(scene: NumberedScene, { passes, substeps = 1 }: PeerOptions = {}): Promise<Peer> {
    const kinds = ['point', 'hinge', 'cone', 'distance', 'fixed'] as const;
    const model = modelOf(scene, { title: TITLE, kinds, servos: true });
    if (model.joints.some(({ swing, twist }) => swing !== undefined || twist))
      throw new Error('Rapier limits each angle of a joint by itself, and not a cone.');
    if (model.joints.some(({ kind, min }) => kind === 'distance' && min > 0))
      throw new Error('Rapier has ropes, and no rods.');
    const own = axesOf(model);
    const { default: RAPIER } = await loaded(TITLE, () => import('@dimforge/rapier3d-simd-compat'));
    await RAPIER.init();
    const vector = ([x, y, z]: V3) => ({ x, y, z });
    const rotation = ([x, y, z, w]: Q) => ({ x, y, z, w });
    const world = new RAPIER.World(vector(model.gravity));
    if (substeps !== 1) world.timestep = FRAME / substeps;
    if (passes !== undefined) world.numSolverIterations = passes;
    const bodies = model.bodies.map((body, index): RigidBody => {
      const axes = own[index]!;
      const desc = body.fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
      desc
        .setTranslation(...body.position)
        .setRotation(rotation(times(body.rotation, axes)))
        .setCanSleep(false);
      if (!body.fixed) {
        desc.setAdditionalMassProperties(
          body.mass,
          vector([0, 0, 0]),
          vector(body.inertia),
          rotation(back(axes)),
        );
        desc.setLinvel(...body.linear).setAngvel(vector(body.angular));
      }
      const made = world.createRigidBody(desc);
      if (body.collides) {
        const solid = colliderOf(RAPIER, body.solid)
          .setRotation(rotation(back(axes)))
          .setDensity(0)
          // roots are multiplied, which is the geometric mean
          .setFriction(Math.sqrt(body.friction))
          .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Multiply)
          .setRestitution(body.restitution)
          .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
        world.createCollider(solid, made);
      }
      return made;
    });
    for (const joint of model.joints) {
      const { a, b, kind, limit, servo } = joint;
      const anchorA = vector(rotate(back(own[a]!), joint.anchorA));
      const anchorB = vector(rotate(back(own[b]!), joint.anchorB));
      const [frameA, frameB] = [times(back(own[a]!), joint.frameA), times(back(own[b]!), joint.frameB)];
      const { JointData } = RAPIER;
      const data =
        kind === 'hinge'
          ? JointData.revolute(anchorA, anchorB, vector(rotate(frameA, [1, 0, 0])))
          : kind === 'fixed'
            ? JointData.fixed(anchorA, rotation(frameA), anchorB, rotation(frameB))
            : kind === 'distance'
              ? JointData.rope(joint.max, anchorA, anchorB)
              : JointData.spherical(anchorA, anchorB);
      const made = world.createImpulseJoint(data, bodies[a]!, bodies[b]!, true);
      made.setContactsEnabled(joint.collide);
      const hinge = made as RevoluteImpulseJoint;
      if (limit) hinge.setLimits(...limit);
      if (servo) {
        // a spring by acceleration: k/m = ω², c/m = 2 ζ ω
        hinge.configureMotorModel(RAPIER.MotorModel.AccelerationBased);
        const { target, omega, dampingRatio, maxTorque } = servo;
        hinge.configureMotorPosition(target, omega ** 2, 2 * dampingRatio * omega);
        hinge.setMotorMaxForce(Math.min(3e38, maxTorque));
      }
    }
    return new Rapier(model, world, bodies, own, substeps);
  },
};

class Rapier extends Peer {
  readonly name = labelOf('rapier');
  readonly settings: string;
  readonly passes: number;

  constructor(
    model: Model,
    readonly world: World,
    readonly bodies: RigidBody[],
    /** From Rapier's axes of each body to the scene's: the rotation that Rapier has is the scene's times this. */
    readonly own: Q[],
    readonly substeps: number,
  ) {
    super(model);
    this.passes = world.numSolverIterations;
    this.settings = `steps of 1/${Math.round(substeps / FRAME)} s with ${this.passes} solver iterations, impulse joints, else its defaults`;
  }

  step(): void {
    for (let k = 0; k < this.substeps; k++) this.world.step();
  }

  stands(): Stand[] {
    return this.bodies.map((body, index) => {
      const { x, y, z } = body.translation();
      const turn = body.rotation();
      const v = body.linvel();
      const w = body.angvel();
      return {
        position: [x, y, z],
        rotation: times([turn.x, turn.y, turn.z, turn.w], back(this.own[index]!)),
        linear: [v.x, v.y, v.z],
        angular: [w.x, w.y, w.z],
      };
    });
  }

  free(): void {
    this.world.free();
  }
}

type Shapes = Pick<typeof import('@dimforge/rapier3d-simd-compat'), 'ColliderDesc' | 'HalfSpace'>;

function colliderOf(RAPIER: Shapes, solid: Solid): ColliderDesc {
  switch (solid.type) {
    case 'box':
      return RAPIER.ColliderDesc.cuboid(...solid.halfExtents);
    case 'capsule':
      return RAPIER.ColliderDesc.capsule(solid.halfHeight, solid.radius);
    case 'plane':
      return new RAPIER.ColliderDesc(new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 }));
    default:
      return RAPIER.ColliderDesc.ball(solid.radius);
  }
}

/**
 * Rapier takes one axis for both bodies of a hinge, and counts its angle from where both stand alike. So each body gets
 * axes in which all its hinges have the same frame as on the body at their other end: c_b = F_b F_a⁻¹ c_a, from body to body.
 */
function axesOf({ bodies, joints }: Model): Q[] {
  const at: { other: number; turn: Q }[][] = bodies.map(() => []);
  for (const { a, b, frameA, frameB } of joints.filter(({ kind }: Joint) => kind === 'hinge')) {
    const turn = times(frameB, back(frameA));
    at[a]!.push({ other: b, turn });
    at[b]!.push({ other: a, turn: back(turn) });
  }
  const axes: (Q | undefined)[] = bodies.map(() => undefined);
  for (const first of bodies.keys()) {
    if (axes[first]) continue;
    axes[first] = ONE;
    const open = [first];
    for (let body = open.pop(); body !== undefined; body = open.pop()) {
      for (const { other, turn } of at[body]!) {
        const wanted = times(turn, axes[body]!);
        const has = axes[other];
        if (!has) {
          axes[other] = wanted;
          open.push(other);
        } else if (length(times(back(has), wanted).slice(0, 3) as V3) > 1e-4) {
          throw new Error('Rapier is given no loops of hinges that count their angles from different poses.');
        }
      }
    }
  }
  return axes as Q[];
}
