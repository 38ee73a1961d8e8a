// Bodies in the plane that hang together as a tree, and one step of them: eliminated body by body, and densely to compare with. The formulas are
// those of shaders/ties/tree.wgsl with three numbers for a body (vx, vy, ω) in the place of six. Nothing is drawn here.
import { apply, type Matrix, transpose } from './matrix';

export interface Body {
  name: string;
  /** kg, kg m² about its centre */
  mass: number;
  inertia: number;
  /** m: its centre; rad, from straight down */
  x: number;
  y: number;
  angle: number;
}

/** A pin at (x, y) that holds a child to its parent. A parent of −1 is what does not move. */
export interface Pin {
  name: string;
  child: number;
  parent: number;
  x: number;
  y: number;
}

/** A third row of a pin: ω of the child less that of the parent is `at` − γq, with q what turns the child. */
export interface Turn {
  at: number;
  gamma: number;
}

export interface Tree {
  bodies: Body[];
  /** One for each body, from the leaves inwards: a pin stands before that of its parent. */
  pins: Pin[];
}

/** m/s and rad/s of a body: vx, vy, ω. */
export type Velocity = number[];

/** What was worked out when a pin was folded into its parent, and what came back. */
export interface Fold {
  /** What the child and all that hangs on it weigh to a push: kg, kg m, kg m². */
  weight: Matrix;
  /** How fast they would go without the pin. */
  free: Velocity;
  /** S: what a push at the pin changes of the speed there. */
  give: Matrix;
  /** S⁻¹, kg: how heavy the pin's point feels. */
  felt: Matrix;
  /** m/s: how fast that point would go without the pin. */
  speed: number[];
  /** N s: what the pin pushes the child with. */
  push: number[];
}

export interface Solution {
  folds: Fold[];
  velocities: Velocity[];
  /** Multiplications and divisions that it took. */
  work: number;
}

let work = 0;

function times(a: Matrix, b: Matrix): Matrix {
  work += a.length * b.length * b[0]!.length;
  return a.map((row) => b[0]!.map((_, k) => row.reduce((sum, x, i) => sum + x * b[i]![k]!, 0)));
}

function on(a: Matrix, v: number[]): number[] {
  work += a.length * v.length;
  return apply(a, v);
}

/** A = L Lᵀ; where a row of L begins is known: left of it A has nothing. */
function triangle(a: Matrix): Matrix {
  const l = a.map((row) => row.map(() => 0));
  for (let i = 0; i < a.length; i++)
    for (let k = 0; k <= i; k++) {
      let left = a[i]![k]!;
      for (let j = 0; j < k; j++) left -= l[i]![j]! * l[k]![j]!;
      work += k + 1;
      l[i]![k] = i === k ? Math.sqrt(left) : left / l[k]![k]!;
    }
  return l;
}

function solved(l: Matrix, v: number[]): number[] {
  const x = [...v];
  const n = x.length;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= l[i]![k]! * x[k]!;
    x[i]! /= l[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= l[k]![i]! * x[k]!;
    x[i]! /= l[i]![i]!;
  }
  work += n * (n + 1);
  return x;
}

const inverse = (a: Matrix): Matrix => {
  const l = triangle(a);
  return transpose(
    a.map((_, i) =>
      solved(
        l,
        a.map((_, k) => (i === k ? 1 : 0)),
      ),
    ),
  );
};

const plus = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((x, k) => x + b[i]![k]!));
const sum = (a: number[], b: number[]): number[] => a.map((x, i) => x + b[i]!);
const less = (a: number[], b: number[]): number[] => a.map((x, i) => x - b[i]!);

/** G: the speed of a point of a body, and with a third row how it turns, of its vx, vy, ω. */
export function sight(body: Body, pin: Pin, turn: Turn | null): Matrix {
  const [x, y] = [pin.x - body.x, pin.y - body.y];
  const rows = [
    [1, 0, -y],
    [0, 1, x],
  ];
  return turn ? [...rows, [0, 0, 1]] : rows;
}

const own = ({ mass, inertia }: Body): Matrix => [
  [mass, 0, 0],
  [0, mass, 0],
  [0, 0, inertia],
];

/**
 * From the leaves inwards and back. `free` are the velocities without any pin.
 *     V' = M̂⁻¹ P,   S = G M̂⁻¹ Gᵀ + γ,   u' = G V' − at
 *     M̂_p += G_pᵀ S⁻¹ G_p,   P_p += G_pᵀ S⁻¹ u'
 * and from the root outwards:   q = S⁻¹ (G_p V_p − u'),   V = V' + M̂⁻¹ Gᵀ q
 */
export function eliminate({ bodies, pins }: Tree, free: Velocity[], turns: (Turn | null)[]): Solution {
  work = 0;
  const weights = bodies.map(own);
  const momenta = free.map((v, i) => on(weights[i]!, v));
  const folds = pins.map((pin, l): Fold => {
    const turn = turns[l] ?? null;
    const weight = weights[pin.child]!;
    const lean = inverse(weight);
    const velocity = on(lean, momenta[pin.child]!);
    const g = sight(bodies[pin.child]!, pin, turn);
    const give = times(times(g, lean), transpose(g));
    if (turn) give[2]![2]! += turn.gamma;
    const felt = inverse(give);
    const speed = on(g, velocity);
    if (turn) speed[2]! -= turn.at;
    if (pin.parent >= 0) {
      const above = sight(bodies[pin.parent]!, pin, turn);
      weights[pin.parent] = plus(weights[pin.parent]!, times(times(transpose(above), felt), above));
      momenta[pin.parent] = sum(momenta[pin.parent]!, on(transpose(above), on(felt, speed)));
    }
    return { weight, free: velocity, give, felt, speed, push: [] };
  });
  const velocities: Velocity[] = bodies.map(() => [0, 0, 0]);
  for (let l = pins.length - 1; l >= 0; l--) {
    const pin = pins[l]!;
    const fold = folds[l]!;
    const turn = turns[l] ?? null;
    const there =
      pin.parent < 0
        ? fold.speed.map(() => 0)
        : on(sight(bodies[pin.parent]!, pin, turn), velocities[pin.parent]!);
    fold.push = on(fold.felt, less(there, fold.speed));
    const turned = on(transpose(sight(bodies[pin.child]!, pin, turn)), fold.push);
    velocities[pin.child] = sum(fold.free, on(inverse(fold.weight), turned));
  }
  return { folds, velocities, work };
}

/** J: each pin's rows over all bodies, the child's side with plus. */
export const allRows = ({ bodies, pins }: Tree, turns: (Turn | null)[]): Matrix =>
  pins.flatMap((pin, l) => {
    const turn = turns[l] ?? null;
    const child = sight(bodies[pin.child]!, pin, turn);
    const parent = pin.parent < 0 ? null : sight(bodies[pin.parent]!, pin, turn);
    return child.map((row, r) => {
      const line = Array<number>(3 * bodies.length).fill(0);
      for (let k = 0; k < 3; k++) {
        line[3 * pin.child + k] = row[k]!;
        if (parent) line[3 * pin.parent + k] = -parent[r]![k]!;
      }
      return line;
    });
  });

/** All rows at once:   (J M⁻¹ Jᵀ + γ) q = at − J V*. The work is that of its factor and of its solve alone. */
export function dense(
  tree: Tree,
  free: Velocity[],
  turns: (Turn | null)[],
): { pushes: number[][]; work: number } {
  const rows = allRows(tree, turns);
  const light = tree.bodies.flatMap(({ mass, inertia }) => [1 / mass, 1 / mass, 1 / inertia]);
  const a = rows.map((one) => rows.map((other) => one.reduce((s, x, i) => s + x * light[i]! * other[i]!, 0)));
  const wanted = apply(rows, free.flat()).map((u) => -u);
  const first: number[] = [];
  let at = 0;
  for (const [l] of tree.pins.entries()) {
    first.push(at);
    const turn = turns[l] ?? null;
    if (turn) {
      a[at + 2]![at + 2]! += turn.gamma;
      wanted[at + 2]! += turn.at;
    }
    at += turn ? 3 : 2;
  }
  work = 0;
  const q = solved(triangle(a), wanted);
  return { pushes: first.map((from, l) => q.slice(from, first[l + 1] ?? at)), work };
}
