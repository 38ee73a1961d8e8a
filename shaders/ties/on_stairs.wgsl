// Puts the rows of a joint that are driven or bounded on a part of their staircases. Before the first round it is that of
// λ (BY_FORCE), and so it is for a measurement, which leaves λ (LOOK). Between two rounds of Newton's method λ first moves
// as far as the line search went, and the part is that of u there (NEXT). After the last round only λ moves (LAST). Where
// rows are still off their staircases, λ is then put where u says (AFTERWARDS): places and the next substep use that λ. In
// the first half of a symplectic substep `joint_agree` says whether rows move to where their staircase meets the line
// u + A_rr q (SEEN). By u alone a stop that pushes, and is just short of its place, would be let go. For shaders that bind
// `arms`, `blocks`, `multipliers` and `stairs`.

// uses: step, body, six, tie, rows, row_settings, stair, noted

const NEXT: u32 = 0u;
const LAST: u32 = 1u;
const BY_FORCE: u32 = 2u;
const AFTERWARDS: u32 = 4u;
const SEEN: u32 = 8u;

fn landed(l: u32) -> bool {
    return noted_settled(l) && noted_miss(l) <= NEAR_ENOUGH;
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

// λ of a joint as far as the line search went. The whole way leaves it as it is.
fn put_force(l: u32) {
    let n = step.joint_count;
    var along = multipliers[l].lambda;
    var about = multipliers[n + l].lambda;
    let share = noted_share(l);
    let before_along = blocks[2u * n + l].diagonal;
    let before_about = blocks[2u * n + l].off;
    if (share < 1.0) {
        along = before_along + share * (along - before_along);
        about = before_about + share * (about - before_about);
        multipliers[l].lambda = along;
        multipliers[n + l].lambda = about;
    }
    blocks[2u * n + l].diagonal = along;
    blocks[2u * n + l].off = about;
}

fn put_on_parts(l: u32, which: u32) {
    let n = step.joint_count;
    var along = multipliers[l].lambda;
    var about = multipliers[n + l].lambda;
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
        if (which == BY_FORCE || which == LOOK) {
            segment = segment_of_force(stair, step.h * lambda);
        } else if (which == SEEN) {
            segment = segment_at(stair, where_it_meets(stair, step.h * lambda));
        } else {
            segment = segment_at(stair, stair.u);
        }
        let flat = segment.gamma >= GIVEN;
        put_row_setting(l, k, segment.gamma, select(half_at(l, k).offset - segment.at, 0.0, flat));
        // λ keeps its bits where it is there already
        let moves = flat && step.h * lambda != segment.at && which != LOOK;
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

// All of it but AFTERWARDS.
fn put_on_stairs(l: u32, which: u32) {
    if (which == NEXT || which == LAST) {
        put_force(l);
    }
    if (which == LAST || (which == SEEN && noted_share(l) == 0.0)) {
        return;
    }
    put_on_parts(l, which);
}
