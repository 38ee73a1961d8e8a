// Any island's (A + γ) y = b by block Cholesky, A + γ = L Lᵀ, one workgroup per island. The host works out which blocks
// L has and which products they need (src/lists/elimination.rs). The kernels compute the numbers, level by level of the
// elimination tree. With R_k R_kᵀ = S_k:
//     S_k = A_kk + γ − Σ_j L_kj L_kjᵀ,   y_k = R_k⁻¹ (b_k − Σ_j L_kj y_j)
//     L_ik = (A_ik − Σ_j L_ij L_kjᵀ) R_k⁻ᵀ
//     y_k ← R_k⁻ᵀ (y_k − Σ_i L_ikᵀ y_i),   levels in reverse
// Shaders that use this part bind `lists` and `factors`, and use the part `point_matrix` or `joint_matrix`. That part
// has `tie_at`, `own_of` (A_kk + γ), `coupling` (A_ik), and `answer_at` and `put_answer` for b and y.

// uses: step, symmetric

// An island and the words of its elimination.
struct Island {
    entries: u32,       // its ties
    joint_count: u32,
    bodies: u32,
    body_count: u32,
    loops: u32,         // 1: there are some
    stints: u32,        // in so many the factor is made
    order: u32,         // the rest: where these lists begin
    level_starts: u32,
    columns: u32,
    blocks: u32,
    sums: u32,
    products: u32,
    rows: u32,
    lefts: u32,
    stint_starts: u32,
    progress: u32,      // the row of `factors` that keeps how far it has come
    factor: u32,        // and that of its first block
}

// `factors` holds four rows for each tie of a point joint, then for each island three rows of its progress and three
// for each block. Behind the diagonal blocks stands y.
const TIE_ROWS: u32 = 4u;

/// Marks the column of a block that A has itself; the others fill up.
const OWN: u32 = 0x80000000u;

/// Both blocks of a product are of one column: in the low bits stands how much farther down the first is.
const FARTHER_BITS: u32 = 9u;

/// Of a pivot's own size: less than this of it is rounding, where ties say the same thing twice.
const LEAST_PIVOT: f32 = 1e-7;

fn load_island(record: u32) -> Island {
    let e = lists[record + 4u];
    let progress = TIE_ROWS * step.joint_count + 3u * lists[record + 5u];
    return Island(
        lists[record], lists[record + 1u], lists[record + 2u], lists[record + 3u], lists[e], lists[e + 1u],
        e + lists[e + 2u], e + lists[e + 3u], e + lists[e + 4u], e + lists[e + 5u], e + lists[e + 6u], e + lists[e + 7u],
        e + lists[e + 8u], e + lists[e + 9u], e + lists[e + 10u], progress, progress + 3u);
}

fn levels_of(island: Island) -> u32 {
    return lists[island.stint_starts + island.stints];
}

// Nine words in three rows, and no more are read.
fn block_at(at: u32) -> mat3x3<f32> {
    let one = factors[at];
    let two = factors[at + 1u];
    return mat3x3<f32>(one.xyz, vec3<f32>(one.w, two.xy), vec3<f32>(two.zw, factors[at + 2u].x));
}

fn put_block(at: u32, m: mat3x3<f32>) {
    factors[at] = vec4<f32>(m[0], m[1].x);
    factors[at + 1u] = vec4<f32>(m[1].yz, m[2].xy);
    factors[at + 2u] = vec4<f32>(m[2].z, 0.0, 0.0, 0.0);
}

// y of a row whose R⁻¹ begins there
fn beside(at: u32) -> vec3<f32> {
    return factors[at + 2u].yzw;
}

fn put_beside(at: u32, y: vec3<f32>) {
    factors[at + 2u] = vec4<f32>(factors[at + 2u].x, y);
}

fn tie_of_row(island: Island, row: u32) -> u32 {
    return tie_at(island, lists[island.order + row]);
}

// One stint of the factor, some levels, and R⁻¹ (b − L y) beside it.
fn factor_island(island: Island, stint: u32, lane: u32, lanes: u32) {
    let below = island.factor + 3u * island.joint_count;
    for (var level = lists[island.stint_starts + stint]; level < lists[island.stint_starts + stint + 1u]; level++) {
        let first = lists[island.level_starts + level];
        let last = lists[island.level_starts + level + 1u];
        for (var row = first + lane; row < last; row += lanes) {
            let t = tie_of_row(island, row);
            let own = own_of(t);
            var s = own;
            var right = answer_at(t);
            for (var k = lists[island.rows + row]; k < lists[island.rows + row + 1u]; k++) {
                let left = block_at(below + 3u * lists[island.lefts + 2u * k]);
                s -= left * transpose(left);
                right -= left * beside(island.factor + 3u * lists[island.lefts + 2u * k + 1u]);
            }
            let inverse = inverse_root(s, LEAST_PIVOT * matrix_diagonal(own));
            put_block(island.factor + 3u * row, inverse);
            put_beside(island.factor + 3u * row, inverse * right);
        }
        meet();
        let end = lists[island.columns + last];
        for (var block = lists[island.columns + first] + lane; block < end; block += lanes) {
            let marked = lists[island.blocks + 2u * block + 1u];
            let column = marked & ~OWN;
            var a = scalar_matrix(0.0);
            if (marked != column) {
                let row = lists[island.blocks + 2u * block];
                a = coupling(tie_of_row(island, row), tie_of_row(island, column));
            }
            for (var k = lists[island.sums + block]; k < lists[island.sums + block + 1u]; k++) {
                let product = lists[island.products + k];
                let other = product >> FARTHER_BITS;
                let one = other + (product & ((1u << FARTHER_BITS) - 1u));
                a -= block_at(below + 3u * one) * transpose(block_at(below + 3u * other));
            }
            put_block(below + 3u * block, a * transpose(block_at(island.factor + 3u * column)));
        }
        meet();
    }
}

// R⁻¹ (b − L y) by a factor that is there already.
fn solve_forth(island: Island, lane: u32, lanes: u32) {
    let below = island.factor + 3u * island.joint_count;
    for (var level = 0u; level < levels_of(island); level++) {
        let last = lists[island.level_starts + level + 1u];
        for (var row = lists[island.level_starts + level] + lane; row < last; row += lanes) {
            var right = answer_at(tie_of_row(island, row));
            for (var k = lists[island.rows + row]; k < lists[island.rows + row + 1u]; k++) {
                let left = block_at(below + 3u * lists[island.lefts + 2u * k]);
                right -= left * beside(island.factor + 3u * lists[island.lefts + 2u * k + 1u]);
            }
            put_beside(island.factor + 3u * row, block_at(island.factor + 3u * row) * right);
        }
        meet();
    }
}

// y in place of b.
fn solve_back(island: Island, lane: u32, lanes: u32) {
    let below = island.factor + 3u * island.joint_count;
    for (var up = levels_of(island); up > 0u; up--) {
        let last = lists[island.level_starts + up];
        for (var row = lists[island.level_starts + up - 1u] + lane; row < last; row += lanes) {
            let at = island.factor + 3u * row;
            var right = beside(at);
            for (var block = lists[island.columns + row]; block < lists[island.columns + row + 1u]; block++) {
                let above = island.factor + 3u * lists[island.blocks + 2u * block];
                right -= transpose(block_at(below + 3u * block)) * beside(above);
            }
            let y = transpose(block_at(at)) * right;
            put_beside(at, y);
            put_answer(tie_of_row(island, row), y);
        }
        meet();
    }
}
