//! How a symmetric matrix of blocks is factored, A = L Lᵀ, worked out once from who couples whom: the order, where L has
//! blocks, and what is to be multiplied by what. The numbers come later, on a machine (shaders/common/factor.wgsl).
//!
//! Rows are eliminated in the order of least degree, all that do not touch each other at once, so that the elimination
//! tree stays low: rows of one level need only lower ones, and are solved side by side.

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
}

/// Products of two blocks that a factorisation may take at most; the lists of more would be long in the making.
const MOST_PRODUCTS: usize = 1_000_000;

/// And rows at most: of more, one thread would take more turns than it may.
pub const MOST_ROWS: u32 = 300_000;

/// Threads that share an island.
pub const LANES: usize = 64;

/// Turns of a loop that one thread may take in a dispatch. Mesa's llvmpipe, a CPU in a card's place, leaves every loop
/// after 65,535 turns, without a word.
pub const MOST_TURNS: u32 = 60_000;

/// `coupled`: for each row the others that the matrix couples it to, ascending. None where it would be too much work.
pub fn eliminate(coupled: &[Vec<u32>]) -> Option<Elimination> {
    let mut neighbours = coupled.to_vec();
    let count = neighbours.len();
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut sequence: Vec<u32> = Vec::with_capacity(count);
    let mut live: Vec<u32> = (0..count as u32).collect();
    let mut touched = vec![false; count];
    let mut eliminated = vec![false; count];
    let mut products = 0;
    while !live.is_empty() {
        let least = live.iter().map(|&row| neighbours[row as usize].len()).min().unwrap_or(0);
        touched.fill(false);
        let mut gone = Vec::new();
        for &row in &live {
            if touched[row as usize] || neighbours[row as usize].len() > least {
                continue;
            }
            gone.push(row);
            for &other in &neighbours[row as usize] {
                touched[other as usize] = true;
            }
        }
        for &row in &gone {
            let near = std::mem::take(&mut neighbours[row as usize]);
            products += near.len() * near.len().saturating_sub(1) / 2;
            if products > MOST_PRODUCTS {
                return None;
            }
            for &other in &near {
                let joined = merged(&neighbours[other as usize], &near, [row, other]);
                neighbours[other as usize] = joined;
            }
            below[row as usize] = near;
            eliminated[row as usize] = true;
        }
        live.retain(|&row| !eliminated[row as usize]);
        sequence.extend(gone);
    }
    let made = arranged(&sequence, &below, coupled);
    (made.turns() <= MOST_TURNS).then_some(made)
}

/// Both lists in one, sorted, without two of their members.
fn merged(one: &[u32], other: &[u32], without: [u32; 2]) -> Vec<u32> {
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
        if !without.contains(&next) {
            out.push(next);
        }
    }
    out
}

/// The lists, with rows numbered by level; within one in the order in which they were eliminated.
fn arranged(sequence: &[u32], below: &[Vec<u32>], coupled: &[Vec<u32>]) -> Elimination {
    let count = sequence.len();
    let mut level = vec![0u32; count];
    for &joint in sequence {
        let next = level[joint as usize] + 1;
        for &other in &below[joint as usize] {
            level[other as usize] = level[other as usize].max(next);
        }
    }
    let mut order = sequence.to_vec();
    order.sort_by_key(|&joint| level[joint as usize]);
    let mut row_of = vec![0u32; count];
    for (row, &joint) in order.iter().enumerate() {
        row_of[joint as usize] = row as u32;
    }
    let heights = order.last().map_or(0, |&joint| level[joint as usize] + 1);
    let first_of = |l: u32| order.partition_point(|&joint| level[joint as usize] < l) as u32;
    let levels = (0..=heights).map(first_of).collect();

    let mut columns = vec![0u32];
    let mut blocks = Vec::new();
    for (column, &joint) in order.iter().enumerate() {
        let mut rows: Vec<u32> = below[joint as usize].iter().map(|&other| row_of[other as usize]).collect();
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
    Elimination {
        order,
        levels,
        columns,
        blocks,
        own,
        sums: products.0,
        products: products.1,
        rows: lefts.0,
        lefts: lefts.1,
    }
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
pub const OWN: u32 = 1 << 31;

/// Words before the lists: how many rows and levels there are, and where each list begins, counted from the first word.
pub const HEAD: usize = 10;

impl Elimination {
    /// Blocks of L, and room for one that keeps how far the island has come.
    pub fn size(&self) -> u32 {
        (1 + self.order.len() + self.blocks.len()) as u32
    }

    /// Turns of loops that one thread takes in either half of a solve, at most: the factor, and the way back.
    pub fn turns(&self) -> u32 {
        let longest = |items: std::ops::Range<u32>, starts: &[u32]| -> u32 {
            let items = Vec::from_iter(items);
            let length = |&item: &u32| starts[item as usize + 1] - starts[item as usize];
            items.chunks(LANES).map(|side| 1 + side.iter().map(length).max().unwrap_or(0)).sum()
        };
        let rows = |level: &[u32]| level[0]..level[1];
        let factor = |level: &[u32]| {
            let blocks = self.columns[level[0] as usize]..self.columns[level[1] as usize];
            1 + longest(rows(level), &self.rows) + longest(blocks, &self.sums)
        };
        let back = |level: &[u32]| 1 + longest(rows(level), &self.columns);
        let [factor, back]: [u32; 2] =
            [self.levels.windows(2).map(factor).sum(), self.levels.windows(2).map(back).sum()];
        factor.max(back)
    }

    /// As the shaders read it.
    pub fn words(&self) -> Vec<u32> {
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
            pairs(&self.products),
            self.rows.clone(),
            pairs(&self.lefts),
        ];
        let mut words = vec![self.order.len() as u32, self.levels.len() as u32 - 1];
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

    fn ring(count: u32) -> Vec<Vec<u32>> {
        let near = |k: u32| {
            let mut both = vec![(k + 1) % count, (k + count - 1) % count];
            both.sort_unstable();
            both
        };
        (0..count).map(near).collect()
    }

    /// Cholesky by the lists, on numbers in place of blocks, against the matrix that it is to factor.
    #[test]
    fn the_lists_factor_the_matrix() {
        let mut grid = vec![Vec::new(); 48];
        for k in 0..48u32 {
            let (x, y) = (k % 8, k / 8);
            let near =
                [(x > 0, k.wrapping_sub(1)), (x < 7, k + 1), (y > 0, k.wrapping_sub(8)), (y < 5, k + 8)];
            grid[k as usize] = near.into_iter().filter(|(there, _)| *there).map(|(_, other)| other).collect();
            grid[k as usize].sort_unstable();
        }
        for neighbours in [ring(3), ring(40), grid, vec![Vec::new()]] {
            let count = neighbours.len();
            let a = |i: usize, k: usize| match i == k {
                true => 5.0 + i as f64,
                false if neighbours[i].contains(&(k as u32)) => 0.3 + 0.01 * (i + k) as f64,
                false => 0.0,
            };
            let lists = eliminate(&neighbours).expect("little work");
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
        let all = |k: u32| Vec::from_iter((0..400).filter(|&other| other != k));
        assert!(eliminate(&Vec::from_iter((0..400).map(all))).is_none());
    }
}
