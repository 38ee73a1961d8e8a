// Passes that the page takes by itself, until the GPU answers and where there is none. The chain hangs straight:
// its beads move up and down only, and the three rows of a joint are one.
import { type AfterPass, bodies, GRAVITY, joints, type Passes, STEP } from './05-chain';
import { apply, delassus, diagonal, transpose } from './matrix';

const J = joints.map(({ a, b }) => bodies.map((_, body) => (body === a ? 1 : body === b ? -1 : 0)));
const INVERSE_MASS = diagonal(bodies.map(({ fixed, mass = 1 }) => (fixed ? 0 : 1 / mass)));
const A = delassus(J, INVERSE_MASS);
const FREE = bodies.map(({ fixed }) => (fixed ? 0 : -STEP * GRAVITY));

export class LocalPasses implements Passes {
  async after(k: number): Promise<AfterPass> {
    let now: AfterPass = { lambda: joints.map(() => 0), speed: FREE };
    for (let pass = 0; pass < k; pass++) {
      const parting = apply(J, now.speed);
      const lambda = now.lambda.map((force, l) => force + parting[l]! / (STEP * A[l]![l]!));
      const pull = apply(INVERSE_MASS, apply(transpose(J), lambda));
      now = { lambda, speed: FREE.map((v, i) => v - STEP * pull[i]!) };
    }
    return now;
  }
}
