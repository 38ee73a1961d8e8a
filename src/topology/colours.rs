//! Colours: joints that may be solved at the same time, since they share no movable body.

use std::collections::HashMap;

use super::{Graph, Island, Shape};

/// Greedy: each joint takes the lowest colour that neither of its movable bodies has, so that no more than 2 n_max − 1
/// are needed. Walked end to end a chain takes 2 and a ring 2 or 3. Trees are walked from the root, where only the
/// parent's joints are coloured yet, and take n_max.
pub(super) fn colour(graph: &Graph, islands: &[Island], island_joints: &[u32]) -> Vec<Vec<u32>> {
    let mut colours: Vec<Vec<u32>> = Vec::new();
    let mut used =
        UsedColours { low: vec![0; graph.body_fixed.len()], high: HashMap::new(), open: HashMap::new() };
    let mut give = |entry: u32| {
        let ends =
            [entry, entry ^ 1].map(|item| graph.end(item)).map(|body| (!graph.fixed(body)).then_some(body));
        let colour = used.take(ends);
        if colour == colours.len() {
            colours.push(Vec::new());
        }
        colours[colour].push(entry >> 1);
    };
    for island in islands {
        let entries = &island_joints[island.joints.start as usize..island.joints.end as usize];
        match island.shape {
            Shape::Tree | Shape::OneLoop => entries.iter().rev().for_each(|&entry| give(entry)),
            _ => entries.iter().for_each(|&entry| give(entry)),
        }
    }
    colours
}

/// The colours of each body's joints so far, as words of 64 bits. The first is in a vector. The rest, which only a hub
/// with very many joints needs, is found by (body, word).
struct UsedColours {
    low: Vec<u64>,
    high: HashMap<(u32, u32), u64>,
    /// The first word that is not full, where that is not the first: keeps a hub's colouring linear.
    open: HashMap<u32, u32>,
}

impl UsedColours {
    fn word(&mut self, body: u32, word: u32) -> &mut u64 {
        match word {
            0 => &mut self.low[body as usize],
            _ => self.high.entry((body, word)).or_insert(0),
        }
    }

    fn peek(&self, body: u32, word: u32) -> u64 {
        match word {
            0 => self.low[body as usize],
            _ => self.high.get(&(body, word)).copied().unwrap_or(0),
        }
    }

    /// The lowest colour free at both ends, from now on taken there.
    fn take(&mut self, ends: [Option<u32>; 2]) -> usize {
        let bodies = || ends.into_iter().flatten();
        let full_below = |body: u32| match self.low[body as usize] {
            u64::MAX => self.open.get(&body).copied().unwrap_or(1),
            _ => 0,
        };
        let mut word = bodies().map(full_below).max().unwrap_or(0);
        let mut taken = bodies().fold(0, |taken, body| taken | self.peek(body, word));
        while taken == u64::MAX {
            word += 1;
            taken = bodies().fold(0, |taken, body| taken | self.peek(body, word));
        }
        let bit = taken.trailing_ones();
        for body in bodies() {
            *self.word(body, word) |= 1 << bit;
            let mut open = self.open.get(&body).copied().unwrap_or(0);
            let before = open;
            while self.peek(body, open) == u64::MAX {
                open += 1;
            }
            if open != before {
                self.open.insert(body, open);
            }
        }
        (word * 64 + bit) as usize
    }
}
