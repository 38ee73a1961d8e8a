//! Islands cut into pieces of one workgroup each, for the sums of conjugate gradients.

use super::{Islands, Table, length};
use crate::plan::WORKGROUP;

/// Records of four words, one for each 64 joints of an island: first entry, joints, first segment of the island, segments
/// of the island.
pub(super) fn list(words: &mut Vec<u32>, islands: &Islands) -> Table {
    let mut table = Table { first: words.len() as u32, count: 0 };
    for island in islands.iter() {
        let (first_segment, segments) = (table.count, length(island).div_ceil(WORKGROUP));
        for k in 0..segments {
            let first = islands.first_entry(island) + k * WORKGROUP;
            words.extend([first, WORKGROUP.min(length(island) - k * WORKGROUP), first_segment, segments]);
        }
        table.count += segments;
    }
    table
}
