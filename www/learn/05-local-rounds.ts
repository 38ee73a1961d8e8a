// Rounds for readers without WebGPU: the chain hangs straight, so that its beads move up and down only and three
// rows of a joint are one.
import { bodies, GRAVITY, joints, type Round, type Rounds, STEP } from './05-chain';
import { apply, delassus, diagonal, transpose } from './matrix';

const J = joints.map(({ a, b }) => bodies.map((_, body) => (body === a ? 1 : body === b ? -1 : 0)));
const INVERSE_MASS = diagonal(bodies.map(({ fixed, mass = 1 }) => (fixed ? 0 : 1 / mass)));
const A = delassus(J, INVERSE_MASS);
const FREE = bodies.map(({ fixed }) => (fixed ? 0 : -STEP * GRAVITY));

export class LocalRounds implements Rounds {
  async after(k: number): Promise<Round> {
    let now: Round = { lambda: joints.map(() => 0), speed: FREE };
    for (let round = 0; round < k; round++) {
      const parting = apply(J, now.speed);
      const lambda = now.lambda.map((force, l) => force + parting[l]! / (STEP * A[l]![l]!));
      const pull = apply(INVERSE_MASS, apply(transpose(J), lambda));
      now = { lambda, speed: FREE.map((v, i) => v - STEP * pull[i]!) };
    }
    return now;
  }
}
