// For comparison: the same scene in Rapier's SIMD build, at its own defaults. Its module is fetched when this one is,
// which is only when somebody asks. No colliders; masses and inertias are set as additional mass properties; no body
// sleeps.
import type { ImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-simd-compat';
import type { SceneVersion1 } from '../beadwork';

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

  static async of(scene: SceneVersion1): Promise<Rapier> {
    const { default: RAPIER } = await import('@dimforge/rapier3d-simd-compat');
    await RAPIER.init();
    const [gx, gy, gz] = scene.gravity ?? [0, -9.81, 0];
    const world = new RAPIER.World({ x: gx, y: gy, z: gz });
    const vector = ([x, y, z]: V3) => ({ x, y, z });
    const beads = scene.bodies.map((bead): Bead => {
      const radius = bead.radius;
      const mass = bead.mass ?? (4 / 3) * Math.PI * radius ** 3 * 1000;
      const sphere = 0.4 * mass * radius * radius;
      const inertia: V3 = bead.inertia ?? [sphere, sphere, sphere];
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
      const data = RAPIER.JointData.spherical(vector(joint.anchorA), vector(joint.anchorB));
      return {
        a,
        b,
        anchorA: joint.anchorA,
        anchorB: joint.anchorB,
        joint: world.createImpulseJoint(data, a.body, b.body, true),
      };
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

  /** Gaps and energy of the state as it stands, by the same formulas as Beadwork's own. */
  measure(): { maxGapRadii: number; energy: number; finite: boolean } {
    let maxGapRadii = 0;
    let finite = true;
    for (const { a, b, anchorA, anchorB } of this.links) {
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
    return { maxGapRadii, energy, finite: finite && Number.isFinite(energy) };
  }

  free(): void {
    this.world.free();
  }
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
