// For comparison: the same scene in Rapier's SIMD build, at its own defaults. Its module is fetched when this one is,
// which is only when somebody asks. No colliders; masses and inertias are set as additional mass properties; no body
// sleeps. Balls, boxes and capsules, points and hinges with stops: whatever else a scene has is refused.
import type { ImpulseJoint, RevoluteImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-simd-compat';
import type { BodyDescription, JointDescription, SceneDescription } from '../beadwork';

/** Beads that fit into its 32-bit memory. */
export const most = 200_000;

type V3 = [number, number, number];
type Q = { x: number; y: number; z: number; w: number };

interface Bead {
  body: RigidBody;
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
  /** A hinge's, in each body, and between which angles it stays. */
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
    const beads = scene.bodies.map((bead): Bead => {
      const { radius, mass, inertia } = weightOf(bead);
      const fixed = bead.fixed ?? false;
      const [x, y, z] = bead.position;
      const [qx, qy, qz, qw] = bead.rotation ?? [0, 0, 0, 1];
      const desc = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
      desc.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w: qw }).setCanSleep(false);
      if (!fixed) {
        desc.setAdditionalMassProperties(mass, vector([0, 0, 0]), vector(inertia), {
          x: 0,
          y: 0,
          z: 0,
          w: 1,
        });
        const [vx, vy, vz] = bead.linearVelocity ?? [0, 0, 0];
        desc.setLinvel(vx, vy, vz).setAngvel(vector(bead.angularVelocity ?? [0, 0, 0]));
      }
      return { body: world.createRigidBody(desc), mass, inertia, radius, fixed };
    });
    const links = (scene.joints ?? []).map((joint): Link => {
      const a = beads[joint.a]!;
      const b = beads[joint.b]!;
      const [anchorA, anchorB] = [vector(joint.anchorA), vector(joint.anchorB)];
      const axis = axisOf(joint);
      const data = axis
        ? RAPIER.JointData.revolute(anchorA, anchorB, vector(axis))
        : RAPIER.JointData.spherical(anchorA, anchorB);
      const made = world.createImpulseJoint(data, a.body, b.body, true);
      const stops = stopsOf(joint);
      if (stops) (made as RevoluteImpulseJoint).setLimits(...stops);
      return { a, b, anchorA: joint.anchorA, anchorB: joint.anchorB, joint: made, axis, stops };
    });
    return new Rapier(world, beads, links, RAPIER.version());
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

  /** Gaps, overshoot and energy of the state as it stands, by the same formulas as Beadwork's own. */
  measure(): { maxGapRadii: number; maxOvershoot: number; energy: number; finite: boolean } {
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
    for (const { body, mass, inertia, fixed } of this.beads) {
      if (fixed) continue;
      const v = body.linvel();
      const w = body.angvel();
      const p = body.translation();
      const q = body.rotation();
      // ω in body axes
      const spin = rotate({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, [w.x, w.y, w.z]);
      const turning = inertia.reduce((sum, moment, axis) => sum + moment * spin[axis]! ** 2, 0);
      energy += 0.5 * (mass * (v.x * v.x + v.y * v.y + v.z * v.z) + turning);
      energy -= mass * (g.x * p.x + g.y * p.y + g.z * p.z);
    }
    return { maxGapRadii, maxOvershoot, energy, finite: finite && Number.isFinite(energy) };
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
  if (shape?.type === 'plane') throw new Error('Rapier is not given a plane here.');
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

/** A hinge's axis, where both bodies have the same; none for a point. */
function axisOf(joint: JointDescription | { type?: undefined }): V3 | undefined {
  if (joint.type === undefined || joint.type === 'point') return undefined;
  if (joint.type !== 'hinge') throw new Error(`Rapier is not given a joint of type ${joint.type} here.`);
  if (joint.motor || joint.servo) throw new Error('Rapier is given no drives here.');
  const axis = (frame: readonly number[] = [0, 0, 0, 1]) => {
    const [x, y, z, w] = frame as [number, number, number, number];
    return rotate({ x, y, z, w }, [1, 0, 0]);
  };
  const [a, b] = [axis(joint.frameA), axis(joint.frameB)];
  if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 1e-4)
    throw new Error('Rapier is given hinges only where both bodies have the same axis.');
  return a;
}

/** A hinge's stops. Rapier counts its angle from where both bodies stand alike. */
function stopsOf(joint: JointDescription | { type?: undefined }): readonly [number, number] | undefined {
  if (joint.type !== 'hinge' || !joint.limit) return undefined;
  const [a, b] = [joint.frameA ?? [0, 0, 0, 1], joint.frameB ?? [0, 0, 0, 1]];
  if (Math.hypot(...a.map((x, k) => x - b[k]!)) > 1e-4)
    throw new Error('Rapier is given stops only where both bodies have the same frame.');
  return joint.limit;
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
