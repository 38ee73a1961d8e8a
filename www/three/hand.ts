// A hand that draws a point of a body to where a pointer is, by a spring whose force and speed are bounded so that no jump of the pointer
// can launch the scene. It is strong enough for all that hangs together with the body:
//   k = M ω²,  c = 2 M ω,  |F| ≤ 2 M g,  |v| ≤ 1.5 √(2 g L)    with the mass M of these bodies and the longest side L of their box.
// src/simulation/hand.rs has the same for the picture that is drawn there.
import { Quaternion, Vector3 } from 'three';
import { boundingRadius } from '../bodies';
import type { Simulation } from '../simulation';
import type { Described, Description } from './described';

/** The spring by itself, rad/s. */
const OMEGA = 2 * Math.PI * 12;

/** Numbers of all that hangs together with a body by joints, itself first; what is fixed holds nothing together. */
export function hangingOn(body: number, { bodies, joints }: Description): number[] {
  const moves = (one: number | 'world'): one is number => {
    if (one === 'world') return false;
    const { fixed, kinematic } = (bodies.get(one) ?? { fixed: true }) as {
      fixed?: boolean;
      kinematic?: boolean;
    };
    return !fixed && !kinematic;
  };
  const found = new Set([body]);
  if (!moves(body)) return [body];
  for (const one of found)
    for (const { a, b } of joints) {
      if (a === one && moves(b)) found.add(b);
      if (b === one && moves(a)) found.add(a);
    }
  return [...found];
}

/** Stiffness, damping, largest force and largest speed. */
export function spring(body: number, description: Description): [number, number, number, number] {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  let mass = 0;
  for (const one of hangingOn(body, description)) {
    const described = description.bodies.get(one);
    if (described === undefined) continue;
    mass += described.mass ?? 0;
    const centre = new Vector3(...described.position);
    const reach = boundingRadius(described);
    low.min(centre.clone().subScalar(reach));
    high.max(centre.clone().addScalar(reach));
  }
  const size = Math.max(...high.sub(low).toArray());
  const g = Math.max(description.gravity, 1);
  return [mass * OMEGA * OMEGA, 2 * mass * OMEGA, 2 * mass * g, 1.5 * Math.sqrt(2 * g * size)];
}

/** What it holds: a body by a point in its axes, by a spring once that is known. */
interface Held {
  body: number;
  point: Vector3;
  spring?: [number, number, number, number];
}

export class Hand {
  #simulation: Simulation;
  #described: Described;
  #poseOf: (body: number, out: Float32Array) => boolean;
  #pose = new Float32Array(7);
  #goal = new Vector3();
  #held: Held | undefined;

  get holds(): boolean {
    return this.#held !== undefined;
  }

  constructor(
    simulation: Simulation,
    described: Described,
    poseOf: (body: number, out: Float32Array) => boolean,
  ) {
    this.#simulation = simulation;
    this.#described = described;
    this.#poseOf = poseOf;
  }

  /** Takes hold of a body at a point of the world. */
  async grab(body: number, at: Vector3): Promise<void> {
    this.release();
    if (!this.#poseOf(body, this.#pose)) return;
    const [x, y, z, ...q] = this.#pose;
    const point = at.clone().sub(new Vector3(x, y, z));
    point.applyQuaternion(new Quaternion(...q).invert());
    const held: Held = { body, point };
    this.#held = held;
    this.#goal.copy(at);
    const description = await this.#described.get();
    // it may have let go meanwhile
    if (this.#held !== held) return;
    held.spring = spring(body, description);
    this.#pull();
  }

  drag(to: Vector3): void {
    this.#goal.copy(to);
    this.#pull();
  }

  release(): void {
    if (this.#held?.spring) this.#simulation.pull(undefined);
    this.#held = undefined;
  }

  /** The body is gone, and with it the pull. */
  drop(isGone: (body: number) => boolean): void {
    if (this.#held && isGone(this.#held.body)) this.#held = undefined;
  }

  #pull(): void {
    const held = this.#held;
    if (!held?.spring) return;
    const numbers = [held.body, ...held.point.toArray(), ...this.#goal.toArray(), ...held.spring];
    this.#simulation.pull(Float32Array.from(numbers));
  }
}
