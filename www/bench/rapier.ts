// For comparison: the same scene in Rapier's SIMD build, at its own defaults. Its module is fetched when this one is,
// which is only when somebody asks. Colliders where the scene has contacts; masses and inertias are set as additional mass
// properties; no body sleeps. Balls, boxes, capsules and planes, points and hinges with stops: whatever else a scene has is
// refused. It knows no rolling resistance.
import type {
  Collider,
  ColliderDesc,
  ImpulseJoint,
  RevoluteImpulseJoint,
  RigidBody,
  World,
} from '@dimforge/rapier3d-simd-compat';
import type { BodyDescription, JointDescription, SceneDescription } from '../beadwork';

/** Beads that fit into its 32-bit memory. */
export const most = 200_000;

type V3 = [number, number, number];
type Q = { x: number; y: number; z: number; w: number };

interface Bead {
  body: RigidBody;
  /** From Rapier's axes of the body to the scene's: the rotation that Rapier has is the scene's times this. */
  axes: Q;
  mass: number;
  /** Of a sphere, or of the largest axis. */
  inertia: V3;
  radius: number;
  fixed: boolean;
}

interface Link {
  a: Bead;
  b: Bead;
  anchorA: V3;
  anchorB: V3;
  joint: ImpulseJoint;
  /** A hinge's, in Rapier's axes of each body, and between which angles it stays. */
  axis: V3 | undefined;
  stops: readonly [number, number] | undefined;
}

export class Rapier {
  readonly name: string;
  readonly iterations: number;

  private constructor(
    readonly world: World,
    readonly beads: Bead[],
    readonly links: Link[],
    /** None where nothing touches. */
    readonly colliders: Collider[],
    version: string,
  ) {
    this.name = `rapier3d-simd ${version}`;
    this.iterations = world.numSolverIterations;
  }

  /** With so many passes; its own number unless told. */
  static async of(scene: SceneDescription, passes?: number): Promise<Rapier> {
    const { default: RAPIER } = await import('@dimforge/rapier3d-simd-compat');
    await RAPIER.init();
    const [gx, gy, gz] = scene.gravity ?? [0, -9.81, 0];
    const world = new RAPIER.World({ x: gx, y: gy, z: gz });
    if (passes !== undefined) world.numSolverIterations = passes;
    const vector = ([x, y, z]: V3) => ({ x, y, z });
    const own = axesOf(scene);
    const colliders: Collider[] = [];
    const beads = scene.bodies.map((bead, index): Bead => {
      const { radius, mass, inertia } = weightOf(bead);
      const fixed = bead.fixed ?? false;
      const [x, y, z] = bead.position;
      const axes = own[index]!;
      const desc = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
      desc
        .setTranslation(x, y, z)
        .setRotation(times(quaternion(bead.rotation), axes))
        .setCanSleep(false);
      if (!fixed) {
        desc.setAdditionalMassProperties(mass, vector([0, 0, 0]), vector(inertia), back(axes));
        const [vx, vy, vz] = bead.linearVelocity ?? [0, 0, 0];
        desc.setLinvel(vx, vy, vz).setAngvel(vector(bead.angularVelocity ?? [0, 0, 0]));
      }
      const body = world.createRigidBody(desc);
      const touching: BodyDescription = bead;
      if (scene.version === 2 && scene.contacts && (touching.collides ?? true)) {
        const solid = colliderOf(RAPIER, touching)
          .setRotation(back(axes))
          .setDensity(0)
          .setFriction(touching.friction ?? 0.5)
          .setRestitution(touching.restitution ?? 0)
          .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
        colliders.push(world.createCollider(solid, body));
      }
      return { body, axes, mass, inertia, radius, fixed };
    });
    const links = (scene.joints ?? []).map((joint): Link => {
      const a = beads[joint.a]!;
      const b = beads[joint.b]!;
      const anchorA = rotate(back(a.axes), joint.anchorA);
      const anchorB = rotate(back(b.axes), joint.anchorB);
      const hinge = hingeOf(joint);
      const axis = hinge && rotate(times(back(a.axes), quaternion(hinge.frameA)), [1, 0, 0]);
      const data = axis
        ? RAPIER.JointData.revolute(vector(anchorA), vector(anchorB), vector(axis))
        : RAPIER.JointData.spherical(vector(anchorA), vector(anchorB));
      const made = world.createImpulseJoint(data, a.body, b.body, true);
      made.setContactsEnabled('collide' in joint && (joint.collide ?? false));
      const stops = hinge?.limit;
      if (stops) (made as RevoluteImpulseJoint).setLimits(...stops);
      return { a, b, anchorA, anchorB, joint: made, axis, stops };
    });
    return new Rapier(world, beads, links, colliders, RAPIER.version());
  }

  step(): void {
    this.world.step();
  }

  /** x, y, z of every bead, m. */
  positions(): number[] {
    return this.beads.flatMap(({ body }) => {
      const { x, y, z } = body.translation();
      return [x, y, z];
    });
  }

  /** The deepest that bodies lie in one another, m; not a number where nothing touches. */
  #depth(): number {
    let deepest = this.colliders.length > 0 ? 0 : Number.NaN;
    for (const a of this.colliders) {
      const others: Collider[] = [];
      this.world.contactPairsWith(a, (b) => b.handle > a.handle && others.push(b));
      for (const b of others) deepest = Math.max(deepest, -(a.contactCollider(b, 0)?.distance ?? 0));
    }
    return deepest;
  }

  /** Gaps, overshoot, depth and energy of the state as it stands, by the same formulas as Beadwork's own. */
  measure(): {
    maxGapRadii: number;
    maxOvershoot: number;
    maxDepth: number;
    energy: number;
    finite: boolean;
  } {
    let maxGapRadii = 0;
    let maxOvershoot = 0;
    let finite = true;
    for (const { a, b, anchorA, anchorB, axis, stops } of this.links) {
      const pa = a.body.translation();
      const pb = b.body.translation();
      const ra = rotate(a.body.rotation(), anchorA);
      const rb = rotate(b.body.rotation(), anchorB);
      const gap = Math.hypot(
        pa.x - pb.x + ra[0] - rb[0],
        pa.y - pb.y + ra[1] - rb[1],
        pa.z - pb.z + ra[2] - rb[2],
      );
      finite &&= Number.isFinite(gap);
      maxGapRadii = Math.max(maxGapRadii, gap / Math.min(a.radius, b.radius));
      if (axis && stops) {
        const angle = angleAbout(axis, a.body.rotation(), b.body.rotation());
        maxOvershoot = Math.max(maxOvershoot, stops[0] - angle, angle - stops[1]);
      }
    }
    const g = this.world.gravity;
    let energy = 0;
    for (const { body, axes, mass, inertia, fixed } of this.beads) {
      if (fixed) continue;
      const v = body.linvel();
      const w = body.angvel();
      const p = body.translation();
      // ω in the scene's axes of the body, which are those of its inertia
      const spin = rotate(times(axes, back(body.rotation())), [w.x, w.y, w.z]);
      const turning = inertia.reduce((sum, moment, axis) => sum + moment * spin[axis]! ** 2, 0);
      energy += 0.5 * (mass * (v.x * v.x + v.y * v.y + v.z * v.z) + turning);
      energy -= mass * (g.x * p.x + g.y * p.y + g.z * p.z);
    }
    return {
      maxGapRadii,
      maxOvershoot,
      maxDepth: this.#depth(),
      energy,
      finite: finite && Number.isFinite(energy),
    };
  }

  free(): void {
    this.world.free();
  }
}

/** A solid of density 1000, unless the scene says otherwise. */
function weightOf(body: BodyDescription): { radius: number; mass: number; inertia: V3 } {
  const { shape } = body;
  if (shape?.type === 'box') {
    const [x, y, z] = shape.halfExtents;
    const mass = body.mass ?? 8000 * x * y * z;
    const moments = [y * y + z * z, x * x + z * z, x * x + y * y].map((square) => (mass / 3) * square);
    return { radius: Math.hypot(x, y, z), mass, inertia: body.inertia ?? (moments as V3) };
  }
  if (shape?.type === 'plane') return { radius: Infinity, mass: 0, inertia: [0, 0, 0] };
  if (shape?.type === 'capsule') {
    // what is described says both
    if (body.mass === undefined || !body.inertia) throw new Error('Rapier is told the mass of a capsule.');
    return { radius: shape.radius + shape.halfHeight, mass: body.mass, inertia: body.inertia };
  }
  const radius = body.radius!;
  const mass = body.mass ?? (4000 / 3) * Math.PI * radius ** 3;
  const moment = 0.4 * mass * radius * radius;
  return { radius, mass, inertia: body.inertia ?? [moment, moment, moment] };
}

type Shapes = Pick<typeof import('@dimforge/rapier3d-simd-compat'), 'ColliderDesc' | 'HalfSpace'>;

function colliderOf(RAPIER: Shapes, body: BodyDescription): ColliderDesc {
  const { shape } = body;
  switch (shape?.type) {
    case 'box':
      return RAPIER.ColliderDesc.cuboid(...shape.halfExtents);
    case 'capsule':
      return RAPIER.ColliderDesc.capsule(shape.halfHeight, shape.radius);
    case 'plane':
      return new RAPIER.ColliderDesc(new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 }));
    default:
      return RAPIER.ColliderDesc.ball(body.radius!);
  }
}

type Hinge = Extract<JointDescription, { type: 'hinge' }>;

/** None for a point. */
function hingeOf(joint: JointDescription | { type?: undefined }): Hinge | undefined {
  if (joint.type === undefined || joint.type === 'point') return undefined;
  if (joint.type !== 'hinge') throw new Error(`Rapier is not given a joint of type ${joint.type} here.`);
  if (joint.motor || joint.servo) throw new Error('Rapier is given no drives here.');
  return joint;
}

/**
 * Rapier takes one axis for both bodies of a hinge, and counts its angle from where both stand alike. So each body gets
 * axes in which all its hinges have the same frame as on the body at their other end: c_b = F_b F_a⁻¹ c_a, from body to body.
 */
function axesOf(scene: SceneDescription): Q[] {
  const hinges = (scene.joints ?? []).map(hingeOf).filter((hinge) => hinge !== undefined);
  const at: { other: number; turn: Q }[][] = scene.bodies.map(() => []);
  for (const hinge of hinges) {
    const turn = times(quaternion(hinge.frameB), back(quaternion(hinge.frameA)));
    at[hinge.a]!.push({ other: hinge.b, turn });
    at[hinge.b]!.push({ other: hinge.a, turn: back(turn) });
  }
  const axes: (Q | undefined)[] = scene.bodies.map(() => undefined);
  for (const first of scene.bodies.keys()) {
    if (axes[first]) continue;
    axes[first] = quaternion(undefined);
    const open = [first];
    for (let body = open.pop(); body !== undefined; body = open.pop()) {
      for (const { other, turn } of at[body]!) {
        const wanted = times(turn, axes[body]!);
        const has = axes[other];
        if (!has) {
          axes[other] = wanted;
          open.push(other);
        } else if (turned(times(back(has), wanted)) > 1e-4) {
          throw new Error('Rapier is given no loops of hinges that count their angles from different poses.');
        }
      }
    }
  }
  return axes as Q[];
}

/** By how much b is turned from a about an axis that both have, rad. */
function angleAbout([x, y, z]: V3, a: Q, b: Q): number {
  const w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const along =
    x * (a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y) +
    y * (a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z) +
    z * (a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x);
  return w < 0 ? 2 * Math.atan2(-along, -w) : 2 * Math.atan2(along, w);
}

function quaternion([x, y, z, w]: readonly number[] = [0, 0, 0, 1]): Q {
  return { x: x!, y: y!, z: z!, w: w! };
}

function back({ x, y, z, w }: Q): Q {
  return { x: -x, y: -y, z: -z, w };
}

/** Half the angle, for small ones. */
function turned({ x, y, z }: Q): number {
  return Math.hypot(x, y, z);
}

function times(a: Q, b: Q): Q {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

/** R(q) v = v + 2 w (u × v) + 2 u × (u × v) */
function rotate(q: Q, [x, y, z]: V3): V3 {
  const tx = 2 * (q.y * z - q.z * y);
  const ty = 2 * (q.z * x - q.x * z);
  const tz = 2 * (q.x * y - q.y * x);
  return [
    x + q.w * tx + q.y * tz - q.z * ty,
    y + q.w * ty + q.z * tx - q.x * tz,
    z + q.w * tz + q.x * ty - q.y * tx,
  ];
}
