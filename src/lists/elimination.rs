//! How a symmetric matrix of blocks is factored, A = L Lᵀ. It is worked out once from the coupling: the order, the
//! blocks of L, and the products. The numbers come later, on a machine (shaders/common/factor.wgsl).
//!
//! dissection.rs has the order. Its elimination tree is low: rows of one level need only lower ones, and are solved side
//! by side.

use std::ops::Range;

use super::dissection::{HELD, dissect};

/// A row of the factor is a joint's. Rows are numbered as they are eliminated, level by level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elimination {
    /// The joint of every row, by its place in the island.
    pub order: Vec<u32>,
    /// First row of every level, and the number of rows.
    pub levels: Vec<u32>,
    /// First block below the diagonal of every column, and their number.
    pub columns: Vec<u32>,
    /// Row and column of every block below the diagonal, column by column.
    pub blocks: Vec<[u32; 2]>,
    /// Which of them the matrix has itself; the others fill up.
    pub own: Vec<bool>,
    /// First of `products` of every block, and their number.
    pub sums: Vec<u32>,
    /// Blocks (i, j) and (k, j) whose product L_ij L_kjᵀ is taken from block (i, k).
    pub products: Vec<[u32; 2]>,
    /// First of `lefts` of every row, and their number.
    pub rows: Vec<u32>,
    /// The blocks to the left of the diagonal of a row, and their columns.
    pub lefts: Vec<[u32; 2]>,
    /// First level of every stint in which the factor is made, and the number of levels.
    pub stints: Vec<u32>,
}

/// The most products of two blocks in a factorisation, some 68 x 68 beads of a net. Their list is 12 MB, and a step of
/// so much takes seconds on a software device.
const MOST_PRODUCTS: usize = 3_000_000;

/// And rows at most: of more, one thread would take more turns than it may.
pub const MOST_ROWS: u32 = 300_000;

/// Threads that share an island, and how many of them where barriers are slow (shaders/common/together.wgsl).
pub const LANES: usize = 64;
pub const FEW_LANES: usize = 16;

/// An island of so many rows at most can be one thread's.
const MOST_ALONE: usize = 64;

/// For each tie of a thread, turns of the loops before and after a part of a solve.
const TURNS_ASIDE: u32 = 10;

/// Turns of a loop that one thread may take in a dispatch. Mesa's llvmpipe, a CPU in a card's place, leaves every loop
/// after 65,535 turns, without a word.
pub const MOST_TURNS: u32 = 60_000;

/// The lists for an island whose ties have these bodies at their ends. None where it would be too much work.
pub fn eliminate(ties: &[[u32; 2]]) -> Option<Elimination> {
    let order = dissect(ties);
    let mut turn = vec![0u32; ties.len()];
    for (at, &tie) in (0..).zip(&order) {
        turn[tie as usize] = at;
    }
    let coupled = coupled(ties);
    // By turns: the rows that a row is coupled to below the diagonal when its own turn comes. Its children in the
    // elimination tree leave it theirs: it is the first such row of each.
    let mut below: Vec<Vec<u32>> = Vec::with_capacity(ties.len());
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); ties.len()];
    let mut products = 0;
    for (at, &tie) in (0..).zip(&order) {
        let mut near = Vec::from_iter(coupled[tie as usize].iter().map(|&other| turn[other as usize]));
        near.retain(|&other| other > at);
        near.sort_unstable();
        for child in std::mem::take(&mut children[at as usize]) {
            near = merged(&near, &below[child as usize][1..]);
        }
        products += near.len() * near.len().saturating_sub(1) / 2;
        if products > MOST_PRODUCTS {
            return None;
        }
        if let Some(&parent) = near.first() {
            children[parent as usize].push(at);
        }
        below.push(near);
    }
    let made = arranged(&order, &below, &coupled);
    (made.turns(LANES) <= MOST_TURNS).then_some(made)
}

/// For each tie those that share a moving body with it, ascending.
fn coupled(ties: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let moving = || {
        (0..).zip(ties).flat_map(|(tie, ends)| ends.map(|body| (body, tie))).filter(|(body, _)| *body != HELD)
    };
    let bodies = moving().map(|(body, _)| body as usize + 1).max().unwrap_or(0);
    let (starts, of_body) = gathered(bodies, moving());
    let others = |(tie, ends): (u32, &[u32; 2])| {
        let of = |body: u32| &of_body[starts[body as usize] as usize..starts[body as usize + 1] as usize];
        let mut others =
            Vec::from_iter(ends.iter().filter(|&&body| body != HELD).flat_map(|&body| of(body)).copied());
        others.sort_unstable();
        others.dedup();
        others.retain(|&other| other != tie);
        others
    };
    (0..).zip(ties).map(others).collect()
}

/// Both lists in one, ascending as they are.
fn merged(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(one.len() + other.len());
    let (mut i, mut k) = (0, 0);
    while i < one.len() || k < other.len() {
        let next = match (one.get(i), other.get(k)) {
            (Some(&a), Some(&b)) => a.min(b),
            (Some(&a), None) => a,
            (None, Some(&b)) => b,
            (None, None) => break,
        };
        i += usize::from(one.get(i) == Some(&next));
        k += usize::from(other.get(k) == Some(&next));
        out.push(next);
    }
    out
}

/// The lists, with rows numbered by level; within one in the order in which they were eliminated.
fn arranged(sequence: &[u32], below: &[Vec<u32>], coupled: &[Vec<u32>]) -> Elimination {
    let count = sequence.len();
    let mut level = vec![0u32; count];
    for (turn, others) in below.iter().enumerate() {
        let next = level[turn] + 1;
        for &other in others {
            level[other as usize] = level[other as usize].max(next);
        }
    }
    let mut turns = Vec::from_iter(0..count as u32);
    turns.sort_by_key(|&turn| level[turn as usize]);
    let mut row_of = vec![0u32; count];
    for (row, &turn) in (0..).zip(&turns) {
        row_of[turn as usize] = row;
    }
    let heights = turns.last().map_or(0, |&turn| level[turn as usize] + 1);
    let first_of = |l: u32| turns.partition_point(|&turn| level[turn as usize] < l) as u32;
    let levels = (0..=heights).map(first_of).collect();
    let order = Vec::from_iter(turns.iter().map(|&turn| sequence[turn as usize]));

    let mut columns = vec![0u32];
    let mut blocks = Vec::new();
    for (column, &turn) in turns.iter().enumerate() {
        let mut rows: Vec<u32> = below[turn as usize].iter().map(|&other| row_of[other as usize]).collect();
        rows.sort_unstable();
        blocks.extend(rows.into_iter().map(|row| [row, column as u32]));
        columns.push(blocks.len() as u32);
    }
    let of_column = |column: u32| columns[column as usize] as usize..columns[column as usize + 1] as usize;

    let lefts = gathered(
        count,
        blocks.iter().enumerate().map(|(block, &[row, column])| (row, [block as u32, column])),
    );
    let mut products = Vec::new();
    for column in 0..count as u32 {
        let whole = of_column(column);
        for k in whole.clone() {
            let target = of_column(blocks[k][0]);
            let mut at = target.start;
            for i in k + 1..whole.end {
                // the rows of both columns ascend
                at += blocks[at..target.end].iter().take_while(|block| block[0] < blocks[i][0]).count();
                products.push((at as u32, [i as u32, k as u32]));
            }
        }
    }
    let products = gathered(blocks.len(), products.into_iter());
    let is_own = |&[row, column]: &[u32; 2]| {
        coupled[order[row as usize] as usize].binary_search(&order[column as usize]).is_ok()
    };
    let own = blocks.iter().map(is_own).collect();
    let mut made = Elimination {
        order,
        levels,
        columns,
        blocks,
        own,
        sums: products.0,
        products: products.1,
        rows: lefts.0,
        lefts: lefts.1,
        stints: vec![0],
    };
    made.share_out();
    made
}

/// Items by the list they belong to, each list in the order given: where each begins, and all of them.
fn gathered<T: Copy + Default>(
    count: usize,
    items: impl Iterator<Item = (u32, T)> + Clone,
) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0u32; count + 1];
    for (list, _) in items.clone() {
        starts[list as usize + 1] += 1;
    }
    for k in 0..count {
        starts[k + 1] += starts[k];
    }
    let mut next = starts.clone();
    let mut out = vec![T::default(); starts[count] as usize];
    for (list, item) in items {
        out[next[list as usize] as usize] = item;
        next[list as usize] += 1;
    }
    (starts, out)
}

/// Marks the column of a block that the matrix has itself.
pub use crate::codes::factor::OWN;

/// Both blocks of a product are of one column: in the low bits stands how much farther down the first is. They are enough:
/// a column of 512 blocks alone would make more products than there may be.
pub use crate::codes::factor::FARTHER_BITS;
const _: () =
    assert!((1 << FARTHER_BITS) * ((1 << FARTHER_BITS) - 1) * ((1 << FARTHER_BITS) - 2) / 6 > MOST_PRODUCTS);

/// Words before the lists: how many rows and stints there are, and where each list begins, counted from the first word.
pub const HEAD: usize = 11;

impl Elimination {
    /// Blocks of L, and room for one that keeps how far the island has come.
    pub fn size(&self) -> u32 {
        (1 + self.order.len() + self.blocks.len()) as u32
    }

    /// Of a level: turns of loops that one thread takes over its rows or blocks, each as long as its list.
    fn turns_over(items: Range<u32>, starts: &[u32], lanes: usize) -> u32 {
        let items = Vec::from_iter(items);
        let length = |&item: &u32| starts[item as usize + 1] - starts[item as usize];
        1 + items.chunks(lanes).map(|side| 1 + side.iter().map(length).max().unwrap_or(0)).sum::<u32>()
    }

    /// Turns of one level of the factor.
    fn turns_of_level(&self, level: &[u32], lanes: usize) -> u32 {
        let blocks = self.columns[level[0] as usize]..self.columns[level[1] as usize];
        Self::turns_over(level[0]..level[1], &self.rows, lanes) + Self::turns_over(blocks, &self.sums, lanes)
    }

    /// As many levels in a stint as one thread may take.
    fn share_out(&mut self) {
        let mut turns = 0;
        for (k, level) in (0..).zip(self.levels.windows(2)) {
            let more = self.turns_of_level(level, FEW_LANES);
            if turns > 0 && turns + more > MOST_TURNS / 2 {
                self.stints.push(k);
                turns = 0;
            }
            turns += more;
        }
        self.stints.push(self.levels.len() as u32 - 1);
    }

    /// The most loop turns that one thread takes in a part of a solve: a stint of the factor, or the way there and
    /// back.
    pub fn turns(&self, lanes: usize) -> u32 {
        let levels = |range: Range<usize>| self.levels.windows(2).take(range.end).skip(range.start);
        let stint = |ends: &[u32]| -> u32 {
            levels(ends[0] as usize..ends[1] as usize).map(|level| self.turns_of_level(level, lanes)).sum()
        };
        let way = |level: &[u32]| {
            let rows = || level[0]..level[1];
            Self::turns_over(rows(), &self.rows, lanes) + Self::turns_over(rows(), &self.columns, lanes)
        };
        let ways: u32 = self.levels.windows(2).map(way).sum();
        let longest = self.stints.windows(2).map(stint).max().unwrap_or(0).max(ways);
        // the turns before and after
        longest + TURNS_ASIDE * self.order.len().div_ceil(lanes) as u32
    }

    /// Whether one thread can take so many parts of solves of it in a dispatch.
    pub fn is_small(&self, parts: u32) -> bool {
        self.order.len() <= MOST_ALONE && self.stints.len() == 2 && parts * self.turns(1) <= MOST_TURNS
    }

    /// As the shaders read it, of islands that have loops or none.
    pub fn words(&self, looped: bool) -> Vec<u32> {
        let pairs = |pairs: &[[u32; 2]]| pairs.concat();
        let marked =
            |(&[row, column], &own): (&[u32; 2], &bool)| [row, if own { column | OWN } else { column }];
        let blocks: Vec<[u32; 2]> = self.blocks.iter().zip(&self.own).map(marked).collect();
        let lists = [
            self.order.clone(),
            self.levels.clone(),
            self.columns.clone(),
            pairs(&blocks),
            self.sums.clone(),
            self.products.iter().map(|&[i, k]| (k << FARTHER_BITS) | (i - k)).collect(),
            self.rows.clone(),
            pairs(&self.lefts),
            self.stints.clone(),
        ];
        let mut words = vec![u32::from(looped), self.stints.len() as u32 - 1];
        let mut at = HEAD as u32;
        for list in &lists {
            words.push(at);
            at += list.len() as u32;
        }
        words.extend(lists.concat());
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: u32) -> Vec<[u32; 2]> {
        (0..count).map(|k| [k, (k + 1) % count]).collect()
    }

    /// Cholesky by the lists, on numbers in place of blocks, against the matrix that it is to factor.
    #[test]
    fn the_lists_factor_the_matrix() {
        let mut net = vec![[HELD, 0], [7, HELD]];
        for k in 0..48u32 {
            net.extend((k % 8 < 7).then_some([k, k + 1]));
            net.extend((k < 40).then_some([k, k + 8]));
        }
        for ties in [ring(3), ring(40), net, vec![[HELD, 0]]] {
            let count = ties.len();
            let neighbours = coupled(&ties);
            let a = |i: usize, k: usize| match i == k {
                true => 5.0 + i as f64,
                false if neighbours[i].contains(&(k as u32)) => 0.3 + 0.01 * (i + k) as f64,
                false => 0.0,
            };
            let lists = eliminate(&ties).expect("little work");
            let joint = |row: u32| lists.order[row as usize] as usize;
            let mut diagonal = vec![0.0; count];
            let mut below = vec![0f64; lists.blocks.len()];
            for level in lists.levels.windows(2) {
                for row in level[0]..level[1] {
                    let lefts = lists.rows[row as usize] as usize..lists.rows[row as usize + 1] as usize;
                    let taken: f64 =
                        lists.lefts[lefts].iter().map(|&[b, _]| below[b as usize] * below[b as usize]).sum();
                    diagonal[row as usize] = f64::sqrt(a(joint(row), joint(row)) - taken);
                }
                for b in lists.columns[level[0] as usize]..lists.columns[level[1] as usize] {
                    let b = b as usize;
                    let [row, column] = lists.blocks[b];
                    let products = &lists.products[lists.sums[b] as usize..lists.sums[b + 1] as usize];
                    let taken: f64 =
                        products.iter().map(|&[i, k]| below[i as usize] * below[k as usize]).sum();
                    below[b] = (a(joint(row), joint(column)) - taken) / diagonal[column as usize];
                }
            }
            // L Lᵀ
            let mut l = vec![vec![0.0; count]; count];
            for row in 0..count {
                l[row][row] = diagonal[row];
            }
            for (&[row, column], &value) in lists.blocks.iter().zip(&below) {
                l[row as usize][column as usize] = value;
            }
            for i in 0..count {
                for k in 0..count {
                    let product: f64 = (0..count).map(|j| l[i][j] * l[k][j]).sum();
                    let wanted = a(joint(i as u32), joint(k as u32));
                    assert!((product - wanted).abs() < 1e-12, "{i}, {k}: {product}, not {wanted}");
                }
            }
        }
    }

    #[test]
    fn a_ring_is_halved_level_by_level() {
        let lists = eliminate(&ring(64)).expect("little work");
        assert!(lists.levels.len() < 12, "{} levels", lists.levels.len());
        assert_eq!(lists.blocks.len(), 2 * 62 + 1);
    }

    #[test]
    fn too_much_work_is_refused() {
        let star = Vec::from_iter((1..400).map(|leaf| [0, leaf]));
        assert!(eliminate(&star).is_none());
    }
}
