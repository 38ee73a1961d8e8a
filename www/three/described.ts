// What a simulation is made of, kept until something changes it: joints and bodies by the numbers that poses have.
import type { Simulation } from '../simulation';
import type { BodyDescription, NumberedJoint } from '../types';

export interface Description {
  /** By number. */
  bodies: Map<number, BodyDescription>;
  joints: NumberedJoint[];
  gravity: number;
}

export class Described {
  #simulation: Simulation;
  #known: Promise<Description> | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  forget(): void {
    this.#known = undefined;
  }

  get(): Promise<Description> {
    this.#known ??= this.#read().catch((error) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  async #read(): Promise<Description> {
    const numbers = this.#simulation.bodies();
    const { bodies, joints = [], gravity = [0, 0, 0] } = await this.#simulation.describe();
    // a description counts afresh
    const numbered = (place: number) => numbers[place] ?? place;
    const ends = (end: number | 'world') => (end === 'world' ? end : numbered(end));
    return {
      bodies: new Map(bodies.map((body, i) => [numbered(i), body as BodyDescription])),
      joints: (joints as NumberedJoint[]).map((joint) => ({
        ...joint,
        a: ends(joint.a),
        b: ends(joint.b),
      })),
      gravity: Math.hypot(...gravity),
    };
  }
}
