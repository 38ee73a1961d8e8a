// Joints of one island shut in place, velocities untouched. This is Newton's method, a solve in each turn:
//     A(x) μ = C(x),   x ← x − M⁻¹ Jᵀ μ      (bodies turn by W (a × μ))
// It ends as project_chains.wgsl says. Between `place`, which asks, and `shift`, which moves, comes the solve.

// uses: step, rotation, body, tie, safeguard, draft, factor, island

// The next round: a turn, nothing, or taking back a turn that did not help.
const PLACE: u32 = 3u;
const DONE: u32 = 5u;
const BACK: u32 = 6u;

// How often a turn that does not help is halved.
const HALVINGS: u32 = 3u;

// Whether there is anything left to close, and whether the last turn has helped.
fn look(island: Island, lane: u32, turn: u32) {
    var most = 0.0;
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        let gap = gap_of(l);
        let radius = smaller_radius(l);
        if (turn == 0u) {
            factors[TIE_ROWS * l + ASIDE] = vec4<f32>(left_of_gap(gap, gap_before(l), radius), 0.0);
        }
        let error = gap - factors[TIE_ROWS * l + ASIDE].xyz;
        let farther = max(length(poses[ties[l].a].position), length(poses[ties[l].b].position));
        most = max(most, length(error) / shut_enough(radius, farther));
    }
    most = largest(lane, most);
    if (lane == 0u) {
        if (turn > 0u && !(most < worst)) {
            next_round = BACK;
        } else if (most < 1.0 || turn == ROUNDS) {
            next_round = DONE;
        } else {
            next_round = PLACE;
        }
        if (next_round != BACK) {
            worst = most;
        }
    }
    meet();
}

// b of PLACE: the gap to be closed.
fn ask_place(island: Island, lane: u32) {
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        take_arms(l);
        put_answer(l, gap_of(l) - factors[TIE_ROWS * l + ASIDE].xyz);
    }
}

// Chooses the next round. A turn may overshoot where an island is all but taut. The first that does is taken back, and
// tensions count more from then on. Of the next a half, a quarter and an eighth are tried. None of them helps where
// rounding is all that is left, and the turn is taken back.
fn place(island: Island, lane: u32, turn: u32) -> u32 {
    look(island, lane, turn);
    var next = round_next();
    if (next == BACK && turn < ROUNDS && island.loops == 0u && !has_overshot()) {
        take_back(island, lane);
        meet();
        guard_all(island, lane, GUARD_LATER);
        if (lane == 0u) {
            overshot = 1u;
        }
        ask_place(island, lane);
        return PLACE;
    }
    var share = 1.0;
    for (var k = 0u; k < HALVINGS && next == BACK; k++) {
        share *= 0.5;
        move_places(island, lane, share);
        meet();
        look(island, lane, turn);
        next = round_next();
    }
    if (next == BACK) {
        take_back(island, lane);
    } else if (next == PLACE) {
        ask_place(island, lane);
    }
    return next;
}

// Of trees alone.
fn guard_all(island: Island, lane: u32, times: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        guard(body_at(island, i), f32(times));
    }
    meet();
}

fn shift(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let change = answer_on(body, 0.0, true);
        drafts[body].free_linear = change.linear;
        drafts[body].free_angular = change.angular;
        drafts[body].position = poses[body].position;
        drafts[body].rotation = poses[body].rotation;
    }
    move_places(island, lane, 1.0);
    meet();
}

// So much of a turn.
fn move_places(island: Island, lane: u32, share: f32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let change = free_of(body);
        poses[body].position = drafts[body].position + share * change.linear;
        poses[body].rotation =
            normalize(quaternion_product(exponential(share * change.angular), drafts[body].rotation));
        turn_mobility(body, poses[body].rotation);
    }
}

fn take_back(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        poses[body].position = drafts[body].position;
        poses[body].rotation = drafts[body].rotation;
    }
}
