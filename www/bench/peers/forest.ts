// Joints as trees of moving bodies, each hung from a fixed one where it can be: what engines in reduced coordinates take.
import { length, minus } from './algebra';
import { framesAtStart, type Joint, type Model } from './model';

/** A body, and what holds it to the one before it. */
export interface Branch {
  body: number;
  /** None for the root of a tree that hangs from nothing. */
  held?: { by: number; joint: Joint };
}

export interface Forest {
  /** Each with parents ahead of children. Every moving body is in one. */
  trees: Branch[][];
  /** Joints that close a loop, and those that cannot be branches. */
  others: Joint[];
}

export function forestOf({ bodies, joints }: Model, canBranch: (joint: Joint) => boolean): Forest {
  const at: Joint[][] = bodies.map(() => []);
  for (const joint of joints.filter(canBranch)) for (const end of [joint.a, joint.b]) at[end]!.push(joint);
  const taken = new Set<Joint>();
  const seen = bodies.map(({ fixed }) => fixed);
  const grow = (root: Branch): Branch[] => {
    const tree = [root];
    seen[root.body] = true;
    // the list grows while it is walked: nearest bodies first
    for (const { body } of tree) {
      for (const joint of at[body]!) {
        const other = joint.a === body ? joint.b : joint.a;
        if (seen[other]) continue;
        seen[other] = true;
        taken.add(joint);
        tree.push({ body: other, held: { by: body, joint } });
      }
    }
    return tree;
  };
  const trees: Branch[][] = [];
  // first what hangs from something, by one of its threads
  for (const joint of joints.filter(canBranch)) {
    const [by, body] = bodies[joint.a]!.fixed ? [joint.a, joint.b] : [joint.b, joint.a];
    if (!bodies[by]!.fixed || seen[body]) continue;
    taken.add(joint);
    trees.push(grow({ body, held: { by, joint } }));
  }
  for (const body of bodies.keys()) if (!seen[body]) trees.push(grow({ body }));
  return { trees, others: joints.filter((joint) => !taken.has(joint)) };
}

/** Of the smaller body's radius: rounding in f32 leaves less. */
const SHUT = 1e-3;

/** Reduced coordinates cannot say that a joint stands open, so a scene that starts so is refused. */
export function mustBeShut(model: Model, trees: Branch[][], title: string): void {
  for (const { held } of trees.flat()) {
    if (!held) continue;
    const [a, b] = framesAtStart(held.joint, model);
    const radius = Math.min(model.bodies[held.joint.a]!.radius, model.bodies[held.joint.b]!.radius);
    if (length(minus(a.at, b.at)) > SHUT * radius)
      throw new Error(`${title} is given no joints that stand open at the start.`);
  }
}
