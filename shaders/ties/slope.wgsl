// How far along a round of Newton's method the energy falls: to the zero in (0, 1] of   g(θ) = Σ Δu (q(u + θ Δu) − q_k − θ Δq),   which only
// rises. λ before the round stands in `blocks`. For shaders that bind `lists`, `blocks`, `multipliers` and `stairs`.

// uses: step, body, tie, stair

const HALVINGS: u32 = 10u;

// One joint's part of g.
fn slope_of(l: u32, share: f32) -> f32 {
    let n = step.joint_count;
    let now_along = multipliers[l].lambda;
    let now_about = multipliers[n + l].lambda;
    let along = step.h * (blocks[2u * n + l].diagonal + share * (now_along - blocks[2u * n + l].diagonal));
    let about = step.h * (blocks[2u * n + l].off + share * (now_about - blocks[2u * n + l].off));
    var sum = 0.0;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let stair = stair_at(l, k);
        if (stair_is_there(stair) && !is_straight(stair)) {
            let q = select(along[min(k, 2u)], about[max(k, 3u) - 3u], k >= 3u);
            sum += stair.du * (force_of(stair, stair.u + share * stair.du) - q);
        }
    }
    return sum;
}

fn slope(first: u32, count: u32, share: f32) -> f32 {
    var sum = 0.0;
    for (var i = first; i < first + count; i++) {
        sum += slope_of(lists[i], share);
    }
    return sum;
}

fn zero_of_slope(first: u32, count: u32) -> f32 {
    var share = 1.0;
    // where f does not fall at once, the rest is rounding
    var overshoots = slope(first, count, 0.0) < 0.0 && slope(first, count, 1.0) > 0.0;
    for (; overshoots; overshoots = false) {
        var low = 0.0;
        var high = 1.0;
        for (var k = 0u; k < HALVINGS; k++) {
            let middle = 0.5 * (low + high);
            if (slope(first, count, middle) > 0.0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        // the end that is beyond the zero: the row that bent g there is then past its bend, and changes its part
        share = high;
    }
    return share;
}
