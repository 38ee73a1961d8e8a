// A whole substep of an island that is more than a chain, by the exact solver. Three ways to keep its joints shut
// (step.extra.x), of which every island goes through the rounds that it needs, one solve in each:
//     pulled      PULL    A Δλ = (J V⁰ + β C/h)/h, and the move
//     projected   PULL without β, then PLACE until all is shut (shaders/common/placing.wgsl)
//     symplectic  SHUT    the force that shuts the joints where the substep ends
//                 REST    the velocities, projected there
// symplectic_chains.wgsl and project_chains.wgsl have the formulas of the last two, and the safeguard. By it an island
// that gained energy or came apart is taken back and projected instead. Shaders that use it bind what solve_islands.wgsl
// binds, and use `together` or `alone`, which say who shares an island.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, pushed, mean, factor, point_matrix, island, placing

/// step.extra.x: as `positions`.
const PULLED: u32 = 0u;
const PROJECTED: u32 = 1u;
const SYMPLECTIC: u32 = 2u;

const SHUT: u32 = 0u;
const REST: u32 = 1u;
const PULL: u32 = 2u;
const CLOSE: u32 = 4u;   // the first turn of PLACE behind REST, which has made its factor already

// A solve is some stints of its factor, then the way there and back. A dispatch takes up to step.iterations of these
// parts; step.iteration is the number of the dispatch in the substep.

// V' of a body on which the joints do this.
fn reached(body: u32, answer: Twist) -> Twist {
    return tumble(body, sum_of(free_of(body), answer, step.h), drafts[body].rotation, 0.5);
}

// b of SHUT: C(x')/h², x' being where half of the last force leads
fn ask_force(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let free = fallen(velocity_of(body), 0.5);
        drafts[body].free_linear = free.linear;
        drafts[body].free_angular = free.angular;
        move_from_start(body, reached(body, answer_on(body, 0.5, false)));
    }
    meet();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        put_answer(l, step.inverse_h * step.inverse_h * gap_of(l));
    }
}

// The places that the force leads to, and the velocities there but for the joints' second half.
fn move_by_force(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let v = reached(body, answer_on(body, 0.5, true));
        move_from_start(body, v);
        put_velocity(body, kick(body, v, poses[body].rotation, 0.5));
        turn_mobility(body, poses[body].rotation);
    }
    meet();
}

// b of REST: J V/h; q is kept, for the mean q + μ
fn ask_rest(island: Island, lane: u32) {
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        take_arms(l);
        factors[TIE_ROWS * l + ASIDE] = vec4<f32>(0.5 * multipliers[l].lambda + answer_at(l), 0.0);
        put_answer(l, step.inverse_h * opening_of(l));
    }
}

// The velocities, and the verdict on the substep: the next turn.
fn settle(island: Island, lane: u32) {
    var verdict = Verdict();
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let v = sum_of(velocity_of(body), answer_on(body, 0.0, true), step.h);
        put_velocity(body, v);
        let now = Motion(poses[body].position, poses[body].rotation, v);
        heed(&verdict, bodies[body], earlier_of(body), now);
    }
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        verdict.gap = max(verdict.gap, length(gap_of(l)) / smaller_radius(l));
        verdict.pushed |= is_pushed(multipliers[l].left);
    }
    verdict = joined(lane, verdict);
    if (lane == 0u) {
        let decided = decide(verdict);
        next_round = select(select(DONE, CLOSE, decided == TO_PROJECT), PULL, decided == TAKEN_BACK);
        drafts[body_at(island, 0u)].falls += u32(decided == TAKEN_BACK && !verdict.pushed);
    }
    meet();
}

fn keep(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        put_velocity(body, sum_of(Twist(), velocity_of(body), step.velocity_kept));
    }
    meet();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        let left = opening_of(l);
        multipliers[l] = Multiplier(2.0 * answer_at(l), dot(left, left));
        multipliers[mean_at(l)] = Multiplier(factors[TIE_ROWS * l + ASIDE].xyz + answer_at(l), 1.0);
    }
}

// b of PULL: (J V⁰ + β C/h)/h
fn ask_pull(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        poses[body].position = drafts[body].position;
        poses[body].rotation = drafts[body].rotation;
        turn_mobility(body, drafts[body].rotation);
    }
    meet();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        take_arms(l);
        factors[TIE_ROWS * l + ASIDE] = vec4<f32>(step.stabilisation * step.inverse_h * gap_of(l), 0.0);
    }
    meet();
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let free = kick(body, Twist(drafts[body].linear, drafts[body].angular), drafts[body].rotation, 1.0);
        let kept = sum_of(Twist(), free, step.velocity_kept);
        put_velocity(body, sum_of(kept, answer_on(body, step.warm_start, false), step.h));
    }
    meet();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        put_answer(l, step.inverse_h * (opening_of(l) + factors[TIE_ROWS * l + ASIDE].xyz));
    }
}

fn move_by_velocity(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let v = sum_of(velocity_of(body), answer_on(body, 0.0, true), step.h);
        put_velocity(body, v);
        move_from_start(body, v);
        turn_mobility(body, poses[body].rotation);
    }
    meet();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = tie_at(island, i);
        let left = opening_of(l) + factors[TIE_ROWS * l + ASIDE].xyz;
        multipliers[l] = Multiplier(step.warm_start * multipliers[l].lambda + answer_at(l), dot(left, left));
        multipliers[mean_at(l)].left = 0.0;
    }
    if (lane == 0u) {
        next_round = select(PLACE, DONE, step.extra.x == PULLED);
    }
}

// Where a hand is on one of its bodies (step.extra.y − 1), an island is projected.
fn begin(island: Island, lane: u32) {
    if (lane == 0u) {
        next_round = select(PULL, SHUT, step.extra.x == SYMPLECTIC);
        next_turn = 0u;
        next_part = 0u;
        overshot = 0u;
    }
    meet_in_group();
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        note(body);
        if (body + 1u == step.extra.y) {
            next_round = PULL;
        }
    }
    for (var i = lane; i < island.joint_count; i += LANES) {
        take_arms(tie_at(island, i));
    }
}

// As many parts of its substep as this dispatch takes.
fn island_substep(record: u32, lane: u32) {
    let island = load_island(step.first + 6u * record);
    if (step.iteration == 0u) {
        begin(island, lane);
    } else if (lane == 0u) {
        let kept = factors[island.progress];
        next_round = u32(kept.x);
        next_turn = u32(kept.y);
        worst = kept.z;
        next_part = u32(kept.w);
        overshot = u32(factors[island.progress + 1u].x);
    }
    meet();
    var round = round_next();
    var turn = turn_next();
    var part = part_next();
    for (var parts = 0u; parts < step.iterations && round != DONE; parts++) {
        if (part == 0u) {
            if (round == SHUT) {
                ask_force(island, lane);
            } else if (round == REST) {
                ask_rest(island, lane);
            } else if (round == PULL) {
                ask_pull(island, lane);
            } else {
                if (round == PLACE && turn == 0u && island.loops == 0u && step.extra.x == SYMPLECTIC) {
                    guard_all(island, lane, GUARD_POINTS);
                }
                if (place(island, lane, turn) != PLACE) {
                    round = DONE;
                    break;
                }
            }
            meet();
        }
        if (part < island.stints && round != CLOSE) {
            factor_island(island, part, lane, LANES);
            part++;
        } else {
            if (round == CLOSE) {
                solve_forth(island, lane, LANES);
            }
            solve_back(island, lane, LANES);
            if (round == SHUT) {
                move_by_force(island, lane);
                round = REST;
            } else if (round == REST) {
                settle(island, lane);
                round = round_next();
                if (round != PULL) {
                    keep(island, lane);
                }
            } else if (round == PULL) {
                move_by_velocity(island, lane);
                meet();
                round = round_next();
            } else {
                shift(island, lane);
                round = PLACE;
                turn++;
            }
            meet();
            part = 0u;
        }
    }
    if (lane == 0u) {
        factors[island.progress] = vec4<f32>(f32(round), f32(turn), worst, f32(part));
        factors[island.progress + 1u].x = f32(overshot);
    }
}
