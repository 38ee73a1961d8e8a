// Nested dissection: the twin of src/lists/dissection.rs, line by line. The beads are cut in two by as few joints as can be found; each
// half is cut in the same way, and the joints of a cut come after both. Nothing is drawn here.
import type { Net } from './19-net';

/** Of the beads of a part each half has at least one in so many. */
const LEAST_SHARE = 4;
/** Where so few joints are to be cut, no better cut is looked for. */
const FEW = 2;

interface Cut {
  /** The first `at` of the beads on one side; so many joints between them and the others, so far off the middle. */
  beads: number[];
  at: number;
  joints: number;
  off: number;
}

const ascending = (a: number, b: number) => a - b;

export function dissect({ beads, ties }: Net): number[] {
  /** For each bead those at the other ends of its joints, −1 for one that is held, and the joints. */
  const near: [number, number][][] = beads.map(() => []);
  const part = beads.map(() => 0);
  let parts = 0;
  /** For each bead how many joints it is from another one of its part. */
  const distances: number[][] = Array.from({ length: 5 }, () => []);
  const order: number[] = [];
  const end = (bead: number) => (beads[bead]!.held ? -1 : bead);
  for (const [joint, [a, b]] of ties.entries()) {
    if (end(a) >= 0) near[a]!.push([end(b), joint]);
    if (end(b) >= 0) near[b]!.push([end(a), joint]);
  }

  const partOf = (some: number[]) => {
    parts++;
    for (const bead of some) part[bead] = parts;
  };
  /** Of the beads at the other ends, those of the same part. */
  const inside = (bead: number) =>
    near[bead]!.filter(([other]) => other >= 0 && part[other] === part[bead]).map(([other]) => other);

  /** Notes the distances of all that can be reached from a bead; those, in the order of their distance. */
  function reach(k: number, from: number): number[] {
    const distance = distances[k]!;
    const reached = [from];
    distance[from] = 0;
    for (const bead of reached) {
      for (const other of inside(bead)) {
        if (distance[other] !== Number.POSITIVE_INFINITY) continue;
        distance[other] = distance[bead]! + 1;
        reached.push(other);
      }
    }
    return reached;
  }
  const forget = (k: number, some: number[]) => {
    for (const bead of some) distances[k]![bead] = Number.POSITIVE_INFINITY;
  };

  /** The cut of fewest joints among those that run along d_p − d_q, and of several the one nearest to the middle. */
  function cut(some: number[], p: number, q: number): Cut {
    const place = (bead: number) => distances[p]![bead]! - distances[q]![bead]!;
    const later = (a: number, b: number) => place(a) - place(b) || a - b;
    const sorted = [...some].sort(later);
    const least = Math.max(1, Math.floor(sorted.length / LEAST_SHARE));
    const best: Cut = { beads: sorted, at: 0, joints: Number.POSITIVE_INFINITY, off: 0 };
    let joints = 0;
    for (const [k, bead] of sorted.entries()) {
      for (const other of inside(bead)) joints += later(other, bead) > 0 ? 1 : -1;
      const at = k + 1;
      const off = Math.abs(sorted.length - 2 * at);
      const fits = at >= least && sorted.length - at >= least;
      if (fits && (joints < best.joints || (joints === best.joints && off < best.off)))
        Object.assign(best, { at, joints, off });
    }
    return best;
  }

  function halves(some: number[]): [number[], number[]] {
    const last = (k: number, from: number) => {
      forget(k, some);
      return reach(k, from).at(-1)!;
    };
    // two ends
    const a = last(0, some[0]!);
    const b = last(1, a);
    last(2, b);
    let best = cut(some, 1, 2);
    if (best.joints > FEW) {
      // and two corners beside them: the ends of what lies halfway
      const halfway = some.filter((bead) => Math.abs(distances[1]![bead]! - distances[2]![bead]!) <= 1);
      last(0, halfway[0]!);
      for (const k of [3, 4]) {
        const from = distances[k === 3 ? 0 : 3]!;
        // of several the last one
        const corner = halfway.reduce((far, bead) => (from[bead]! >= from[far]! ? bead : far));
        last(k, corner);
      }
      for (const [p, q] of [
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
      ] as const) {
        const other = cut(some, p, q);
        if (other.joints < best.joints || (other.joints === best.joints && other.off < best.off))
          best = other;
      }
    }
    return [best.beads.slice(0, best.at).sort(ascending), best.beads.slice(best.at).sort(ascending)];
  }

  /** The joints of beads that hang together. */
  function eliminate(some: number[]): void {
    if (some.length === 1) {
      order.push(...near[some[0]!]!.filter(([other]) => other < 0).map(([, joint]) => joint));
      return;
    }
    const [one, other] = halves(some);
    partOf(one);
    const first = parts;
    const across = other.flatMap((bead) =>
      near[bead]!.filter(([there]) => there >= 0 && part[there] === first).map(([, joint]) => joint),
    );
    eliminateAll(one);
    eliminateAll(other);
    order.push(...across.sort(ascending));
  }

  function eliminateAll(some: number[]): void {
    partOf(some);
    forget(0, some);
    const connected: number[][] = [];
    for (const bead of some)
      if (distances[0]![bead] === Number.POSITIVE_INFINITY) connected.push(reach(0, bead));
    for (const each of connected) {
      each.sort(ascending);
      partOf(each);
      eliminate(each);
    }
  }

  // a bead that is held is a part by itself, and has no joints of its own
  eliminateAll([...beads.keys()].filter((bead) => !beads[bead]!.held));
  return order;
}
