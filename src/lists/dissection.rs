//! In what order the ties of an island are best eliminated: nested dissection. The bodies are cut in two by as few ties
//! as can be found. Ties of different halves share no body, so each half is eliminated by itself, cut in the same way.
//! The ties of the cut come last. On a net the factor has two thirds of the blocks that least degree leaves, and takes
//! half the work.
//!
//! A good cut runs straight across, and distances along ties find it. With p and q at two corners of one side,
//! d_p − d_q grows across the net and is the same all along a column. With d_p alone the cut would be aslant.

/// In place of a body that does not move.
pub const HELD: u32 = u32::MAX;

/// Of the bodies of a part each half has at least one in so many.
const LEAST_SHARE: usize = 4;

/// Where so few ties are to be cut, no better cut is looked for: trees and rings.
const FEW: i64 = 2;

/// All ties in the order of their elimination. `ties` are the bodies at their ends.
pub fn dissect(ties: &[[u32; 2]]) -> Vec<u32> {
    let moving = || ties.iter().flatten().copied().filter(|&body| body != HELD);
    let count = moving().max().map_or(0, |last| last as usize + 1);
    let mut near = vec![Vec::new(); count];
    for (tie, &[a, b]) in (0..).zip(ties) {
        for (body, other) in [(a, b), (b, a)] {
            if body != HELD {
                near[body as usize].push((other, tie));
            }
        }
    }
    let distances = std::array::from_fn(|_| vec![0; count]);
    let mut parts = Parts { near, part: vec![0; count], parts: 0, distances, order: Vec::new() };
    parts.eliminate_all(&Vec::from_iter(0..count as u32));
    parts.order
}

/// Not reached yet.
const NEVER: i64 = i64::MAX;

struct Parts {
    /// For each body those at the other ends of its ties, and the ties.
    near: Vec<Vec<(u32, u32)>>,
    /// The number of the part that each body is in now, and how many there have been.
    part: Vec<u32>,
    parts: u32,
    /// For each body how many ties it is from a body of the same part; from one and another of those.
    distances: [Vec<i64>; 5],
    order: Vec<u32>,
}

impl Parts {
    fn part_of(&mut self, bodies: &[u32]) {
        self.parts += 1;
        bodies.iter().for_each(|&body| self.part[body as usize] = self.parts);
    }

    /// Ties to bodies of the same part.
    fn inside(&self, body: u32) -> impl Iterator<Item = (u32, u32)> {
        let part = self.part[body as usize];
        let near = self.near[body as usize].iter().copied();
        near.filter(move |&(other, _)| other != HELD && self.part[other as usize] == part)
    }

    /// Distances of all that can be reached from a body, those in the order of their distance.
    fn reach(&mut self, k: usize, from: u32) -> Vec<u32> {
        let mut distance = std::mem::take(&mut self.distances[k]);
        let mut reached = vec![from];
        distance[from as usize] = 0;
        let mut next = 0;
        while let Some(&body) = reached.get(next) {
            for (other, _) in self.inside(body) {
                if distance[other as usize] == NEVER {
                    distance[other as usize] = distance[body as usize] + 1;
                    reached.push(other);
                }
            }
            next += 1;
        }
        self.distances[k] = distance;
        reached
    }

    fn forget(&mut self, k: usize, bodies: &[u32]) {
        bodies.iter().for_each(|&body| self.distances[k][body as usize] = NEVER);
    }

    /// The ties that have both ends among some bodies, or the other one held.
    fn eliminate_all(&mut self, bodies: &[u32]) {
        self.part_of(bodies);
        self.forget(0, bodies);
        let mut connected = Vec::new();
        for &body in bodies {
            if self.distances[0][body as usize] == NEVER {
                connected.push(self.reach(0, body));
            }
        }
        for mut bodies in connected {
            bodies.sort_unstable();
            self.part_of(&bodies);
            self.eliminate(&bodies);
        }
    }

    /// The same for bodies that hang together.
    fn eliminate(&mut self, bodies: &[u32]) {
        if let &[body] = bodies {
            let held = self.near[body as usize].iter().filter(|(other, _)| *other == HELD);
            self.order.extend(held.map(|(_, tie)| tie));
            return;
        }
        let [one, other] = self.halves(bodies);
        self.part_of(&one);
        let across = |(there, _): &&(u32, u32)| *there != HELD && self.part[*there as usize] == self.parts;
        let ties = other.iter().flat_map(|&body| self.near[body as usize].iter().filter(across));
        let mut cut = Vec::from_iter(ties.map(|(_, tie)| *tie));
        cut.sort_unstable();
        self.eliminate_all(&one);
        self.eliminate_all(&other);
        self.order.extend(cut);
    }

    fn halves(&mut self, bodies: &[u32]) -> [Vec<u32>; 2] {
        let reach = |parts: &mut Self, k: usize, from: u32| {
            parts.forget(k, bodies);
            parts.reach(k, from)[bodies.len() - 1]
        };
        // two ends
        let a = reach(self, 0, bodies[0]);
        let b = reach(self, 1, a);
        reach(self, 2, b);
        let mut best = self.cut(bodies, 1, 2);
        if best.ties > FEW {
            // and two corners beside them: the ends of the bodies halfway
            let [from_a, from_b] = [1, 2].map(|k| &self.distances[k]);
            let halfway = |body: &&u32| from_a[**body as usize].abs_diff(from_b[**body as usize]) <= 1;
            let halfway = Vec::from_iter(bodies.iter().filter(halfway).copied());
            reach(self, 0, halfway[0]);
            for k in [3, 4] {
                let last = if k == 3 { 0 } else { 3 };
                let farthest = |body: &&u32| self.distances[last][**body as usize];
                let corner = *halfway.iter().max_by_key(farthest).expect("the middle of a path from a to b");
                reach(self, k, corner);
            }
            for (p, q) in [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
                let cut = self.cut(bodies, p, q);
                if (cut.ties, cut.off) < (best.ties, best.off) {
                    best = cut;
                }
            }
        }
        let Cut { mut bodies, at, .. } = best;
        let mut other = bodies.split_off(at);
        bodies.sort_unstable();
        other.sort_unstable();
        [bodies, other]
    }

    /// The cut of fewest ties among those that run along d_p − d_q, and of several the one nearest to the middle.
    fn cut(&self, bodies: &[u32], p: usize, q: usize) -> Cut {
        let mut bodies = bodies.to_vec();
        let place = |body: u32| self.distances[p][body as usize] - self.distances[q][body as usize];
        bodies.sort_unstable_by_key(|&body| (place(body), body));
        let least = (bodies.len() / LEAST_SHARE).max(1);
        let mut best = Cut { ties: i64::MAX, off: 0, at: 0, bodies: Vec::new() };
        let mut ties = 0;
        for (k, &body) in bodies.iter().enumerate() {
            let side = (place(body), body);
            let to_later = |(other, _)| if (place(other), other) > side { 1 } else { -1 };
            ties += self.inside(body).map(to_later).sum::<i64>();
            let at = k + 1;
            let off = bodies.len().abs_diff(2 * at);
            if at >= least && bodies.len() - at >= least && (ties, off) < (best.ties, best.off) {
                best = Cut { ties, off, at, bodies: Vec::new() };
            }
        }
        Cut { bodies, ..best }
    }
}

/// The first `at` of `bodies` on one side, the others on the other: so many ties between them, so far off the middle.
struct Cut {
    ties: i64,
    off: usize,
    at: usize,
    bodies: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(columns: u32, rows: u32) -> Vec<[u32; 2]> {
        let bodies = (0..columns * rows).map(|body| (body, body % columns, body / columns));
        let ties = bodies.flat_map(|(body, x, y)| {
            [(x + 1 < columns).then_some([body, body + 1]), (y + 1 < rows).then_some([body, body + columns])]
        });
        ties.flatten().collect()
    }

    #[test]
    fn every_tie_has_its_turn() {
        let star = Vec::from_iter((1..50).map(|leaf| [0, leaf]));
        let doubled = vec![[0, 1], [1, 0], [HELD, 1], [0, HELD]];
        for ties in [net(7, 5), star, doubled, vec![[HELD, 0]], vec![[0, 1], [2, 3]]] {
            let mut order = dissect(&ties);
            order.sort_unstable();
            assert_eq!(order, Vec::from_iter(0..ties.len() as u32));
        }
    }

    #[test]
    fn a_net_is_cut_straight_across() {
        for (columns, rows) in [(20, 16), (9, 30), (32, 32)] {
            let ties = net(columns, rows);
            let order = dissect(&ties);
            let short = columns.min(rows) as usize;
            let across = |tie: &u32| {
                let [a, b] = ties[*tie as usize];
                if columns > rows { b == a + 1 } else { true }
            };
            let last = &order[order.len() - short..];
            assert!(last.iter().all(across), "{columns} x {rows}: {last:?}");
            let place = |tie: &u32| {
                if columns < rows {
                    ties[*tie as usize][0] / columns
                } else {
                    ties[*tie as usize][0] % columns
                }
            };
            if columns != rows {
                assert!(last.iter().all(|tie| place(tie) == place(&last[0])), "{columns} x {rows}");
            }
        }
    }
}
