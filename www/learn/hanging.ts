// Beads in a column that can only move up and down, held one below the other or standing one on the other, corrected
// one joint at a time. Row i of J lies between bead i − 1 and bead i; bead −1 is the ceiling, or the ground.
import { apply, delassus, diagonal, type Matrix, transpose } from './matrix';

export interface Column {
  /** kg, from the ceiling down, or from the ground up. */
  masses: number[];
  /** Standing beads may push at each other; hanging ones hold each other both ways. */
  standing: boolean;
}

/** What gravity gives everything in a step of 1/60 s, m/s. */
export const FALL = 9.81 / 60;

export class Corrections {
  readonly #j: Matrix;
  readonly #inverseMass: Matrix;
  readonly #a: Matrix;
  readonly #standing: boolean;
  /** h λ, N s */
  readonly #impulses: number[];
  /** Corrections so far. */
  count = 0;

  constructor({ masses, standing }: Column) {
    this.#standing = standing;
    // what a row measures: how fast the gap opens where beads hang, how fast it is run into where they stand
    this.#j = masses.map((_, row) => masses.map((_, body) => (body === row ? -1 : body === row - 1 ? 1 : 0)));
    this.#inverseMass = diagonal(masses.map((mass) => 1 / mass));
    this.#a = delassus(this.#j, this.#inverseMass);
    this.#impulses = masses.map(() => 0);
  }

  /** m/s upwards, by bead. */
  get velocities(): number[] {
    const change = apply(this.#inverseMass, apply(transpose(this.#j), this.#impulses));
    return change.map((dv) => -FALL - dv);
  }

  /** m/s: how badly each joint is broken. */
  get faults(): number[] {
    return apply(this.#j, this.velocities).map((x) => (this.#standing ? Math.max(0, x) : x));
  }

  get worst(): number {
    return Math.max(...this.faults.map(Math.abs));
  }

  /** N s that each joint has given so far. */
  get impulses(): number[] {
    return [...this.#impulses];
  }

  /** Corrects one joint and looks at nothing else. */
  correct(row: number): void {
    const wanted = this.#impulses[row]! + apply(this.#j, this.velocities)[row]! / this.#a[row]![row]!;
    this.#impulses[row] = this.#standing ? Math.max(0, wanted) : wanted;
    this.count += 1;
  }

  pass(): void {
    for (let row = 0; row < this.#impulses.length; row++) this.correct(row);
  }
}
