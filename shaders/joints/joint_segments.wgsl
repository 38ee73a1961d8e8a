// Puts the rows of a joint that are driven or bounded on a part of their staircases, one thread per joint. Before the
// first round it is that of λ (step.extra.y = FIRST), and so it is for a measurement, which leaves λ (LOOK). Between two rounds of Newton's method λ first moves as far as the
// line search went, and the part is that of u there. After the last round only λ moves (step.extra.y = LAST). Where
// rows are still off their staircases, λ is then put where u says (step.extra.y = AFTERWARDS): places and the next
// substep use that λ. In the first half of a symplectic substep `joint_agree` says whether rows move to where their
// staircase meets the line u + A_rr q (SEEN). By u alone a stop that pushes, and is just short of its place, would be let
// go.

// uses: step, body, six, tie, rows, row_settings, kept, stair, noted
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

const FIRST: u32 = 2u;
const LAST: u32 = 1u;
const AFTERWARDS: u32 = 4u;
const SEEN: u32 = 8u;
/// As `joint_search` has it.
const TOLERANCE: f32 = 1e-5;

fn landed(l: u32) -> bool {
    return noted_settled(l) && noted_miss(l) <= TOLERANCE;
}

fn put_back(l: u32) {
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let stair = stair_at(l, k);
        if (!stair_is_there(stair) || is_straight(stair)) {
            continue;
        }
        let at = l + select(0u, step.joint_count, k >= 3u);
        let i = select(k, k - 3u, k >= 3u);
        let q = step.h * multipliers[at].lambda[i];
        multipliers[at].lambda[i] = step.inverse_h * nearest_force(stair, stair.u, q);
    }
}

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_segments(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    for (var go = step.extra.y == AFTERWARDS && !landed(l); go; go = false) {
        put_back(l);
    }
    for (var go = step.extra.y != AFTERWARDS && !stays(l); go; go = false) {
        var along = multipliers[l].lambda;
        var about = multipliers[n + l].lambda;
        if (step.extra.y == 0u || step.extra.y == LAST) {
            let share = noted_share(l);
            let before_along = blocks[2u * n + l].diagonal;
            let before_about = blocks[2u * n + l].off;
            // the whole way leaves it as it is
            if (share < 1.0) {
                along = before_along + share * (along - before_along);
                about = before_about + share * (about - before_about);
                multipliers[l].lambda = along;
                multipliers[n + l].lambda = about;
            }
            blocks[2u * n + l].diagonal = along;
            blocks[2u * n + l].off = about;
        }
        if (step.extra.y == LAST || (step.extra.y == SEEN && noted_share(l) == 0.0)) {
            break;
        }
        for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
            let k = firstTrailingBit(left);
            let stair = stair_at(l, k);
            let turns = k >= 3u;
            let i = select(k, k - 3u, turns);
            if (!stair_is_there(stair)) {
                continue;
            }
            let lambda = select(along[i], about[i], turns);
            var segment: Segment;
            if (step.extra.y == FIRST || step.extra.y == LOOK) {
                segment = segment_of_force(stair, step.h * lambda);
            } else if (step.extra.y == SEEN) {
                segment = segment_at(stair, where_it_meets(stair, step.h * lambda));
            } else {
                segment = segment_at(stair, stair.u);
            }
            let flat = segment.gamma >= GIVEN;
            put_row_setting(l, k, segment.gamma, select(half_at(l, k).offset - segment.at, 0.0, flat));
            // λ keeps its bits where it is there already
            let moves = flat && step.h * lambda != segment.at && step.extra.y != LOOK;
            let next = select(lambda, step.inverse_h * segment.at, moves);
            if (turns) {
                about[i] = next;
            } else {
                along[i] = next;
            }
        }
        multipliers[l].lambda = along;
        multipliers[n + l].lambda = about;
    }
}
