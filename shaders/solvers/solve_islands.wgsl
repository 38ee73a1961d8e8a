// The exact solver for islands that are more than a chain, a whole substep, one workgroup per island. Three ways to keep
// their joints shut (step.extra.x), of which every island goes through the rounds that it needs, one solve in each:
//     pulled      PULL    A Δλ = (J V⁰ + β C/h)/h, and the move
//     projected   PULL without β, then PLACE until all is shut:   A(x) μ = C(x),   x ← x − M⁻¹ Jᵀ μ
//     symplectic  SHUT    the force that shuts the joints where the substep ends
//                 REST    the velocities, projected there
// symplectic_chains.wgsl and project_chains.wgsl have the formulas of the last two, and the safeguard by which an island
// that gained energy or came apart is taken back and projected instead.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, factor
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

/// Fewer where barriers are slow.
override LANES: u32 = 64u;

const PULLED: u32 = 0u;
const SYMPLECTIC: u32 = 2u;

const SHUT: u32 = 0u;
const REST: u32 = 1u;
const PULL: u32 = 2u;
const PLACE: u32 = 3u;
const CLOSE: u32 = 4u;   // the first turn of PLACE behind REST, which has made its factor already
const DONE: u32 = 5u;
const BACK: u32 = 6u;    // PLACE, but its last turn did not help

// How often a turn of PLACE that does not help is halved.
const HALVINGS: u32 = 3u;

// A solve is some stints of its factor, then the way there and back. step.iterations says how many of these parts a
// dispatch may take, step.iteration which dispatch of the substep this is.

var<workgroup> verdicts: array<Verdict, LANES>;
var<workgroup> errors: array<f32, LANES>;
var<workgroup> next_round: u32;
var<workgroup> next_turn: u32;
var<workgroup> next_part: u32;
var<workgroup> worst: f32;

fn turn_mobility(body: u32, rotation: vec4<f32>) {
    if (ISOTROPIC) {
        drafts[body].diagonal.x = drafts[body].inverse_inertia.x;
    } else {
        let w = world_inverse_inertia(rotation, drafts[body].inverse_inertia);
        drafts[body].diagonal = w.diagonal;
        drafts[body].off = w.off;
    }
}

// V + M⁻¹ times all forces but the joints' for a share of h
fn kick(body: u32, v: Twist, rotation: vec4<f32>, share: f32) -> Twist {
    var spin = v.angular;
    if (!ISOTROPIC) {
        spin = rotate(rotation, gyrate(rotate_back(rotation, spin), bodies[body].inertia, share * step.h));
    }
    return Twist(v.linear + share * step.h * step.gravity, spin);
}

// −M⁻¹ Jᵀ (k λ + y), by the arms that the ties have now; y is left out where what stands there is of an earlier solve,
// which may not even be finite.
fn answer_on(body: u32, k: f32, with_answer: bool) -> Twist {
    var force = vec3<f32>(0.0);
    var torque = vec3<f32>(0.0);
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let l = lists[i] >> 1u;
        let is_b = (lists[i] & 1u) == 1u;
        var lambda = k * multipliers[l].lambda;
        if (with_answer) {
            lambda += answer_at(l);
        }
        let arm = factors[TIE_ROWS * l + select(ARM_A, ARM_B, is_b)].xyz;
        let on_body = wrench(l, arm, select(-lambda, lambda, is_b));
        force += on_body.force;
        torque += on_body.torque;
    }
    return kicked(Twist(), mobility_of(body), Wrench(force, torque));
}

fn sum_of(v: Twist, by: Twist, k: f32) -> Twist {
    return Twist(v.linear + k * by.linear, v.angular + k * by.angular);
}

fn free_of(body: u32) -> Twist {
    return Twist(drafts[body].free_linear, drafts[body].free_angular);
}

// From where the substep found it, with this velocity for h.
fn move_from_start(body: u32, v: Twist) {
    poses[body].position = drafts[body].position + step.h * v.linear;
    poses[body].rotation =
        normalize(quaternion_product(exponential(step.h * v.angular), drafts[body].rotation));
}

fn velocity_of(body: u32) -> Twist {
    return Twist(velocities[body].linear, velocities[body].angular);
}

fn put_velocity(body: u32, v: Twist) {
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}

fn take_arms(l: u32) {
    let tie = ties[l];
    let arms = arms_of(tie, poses[tie.a], poses[tie.b]);
    factors[TIE_ROWS * l + ARM_A] = vec4<f32>(arms.arm_a, 0.0);
    factors[TIE_ROWS * l + ARM_B] = vec4<f32>(arms.arm_b, 0.0);
}

// J V by the arms that the tie has now
fn opening_of(l: u32) -> vec3<f32> {
    let arms = arms_at(l);
    return relative(l, arms, velocity_of(arms.a), velocity_of(arms.b));
}

// C where the bodies are now
fn gap_of(l: u32) -> vec3<f32> {
    let tie = ties[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    return error_of(l, a, b, arms_of(tie, a, b));
}

// The same before the substep, whose velocity the bodies still have.
fn gap_before(l: u32) -> vec3<f32> {
    let tie = ties[l];
    let a = pose_before(poses[tie.a], velocity_of(tie.a), step.h);
    let b = pose_before(poses[tie.b], velocity_of(tie.b), step.h);
    return error_of(l, a, b, arms_of(tie, a, b));
}

fn smaller_radius(l: u32) -> f32 {
    return min(poses[ties[l].a].radius, poses[ties[l].b].radius);
}

fn body_at(island: Island, i: u32) -> u32 {
    return lists[island.bodies + i];
}

// How the substep finds a body.
fn note(body: u32) {
    var tension = 0.0;   // Σ |λ||a|; |a| = |r|, turning changes no length
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let tie = ties[lists[i] >> 1u];
        let anchor = select(tie.anchor_a, tie.anchor_b, (lists[i] & 1u) == 1u);
        tension += length(multipliers[lists[i] >> 1u].lambda) * length(anchor);
    }
    drafts[body].position = poses[body].position;
    drafts[body].rotation = poses[body].rotation;
    drafts[body].linear = velocities[body].linear;
    drafts[body].angular = velocities[body].angular;
    drafts[body].inverse_inertia = guarded_inverse_inertia(bodies[body], tension);
    turn_mobility(body, poses[body].rotation);
}

fn earlier_of(body: u32) -> Motion {
    return Motion(
        drafts[body].position, drafts[body].rotation, Twist(drafts[body].linear, drafts[body].angular));
}

// b of SHUT: C(x')/h², x' being where half of the last force leads
fn ask_force(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let free = kick(body, velocity_of(body), poses[body].rotation, 0.5);
        drafts[body].free_linear = free.linear;
        drafts[body].free_angular = free.angular;
        move_from_start(body, sum_of(free, answer_on(body, 0.5, false), step.h));
    }
    storageBarrier();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        put_answer(l, step.inverse_h * step.inverse_h * gap_of(l));
    }
}

// The places that the force leads to, and the velocities there but for the joints' second half.
fn move_by_force(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let v = sum_of(free_of(body), answer_on(body, 0.5, true), step.h);
        move_from_start(body, v);
        put_velocity(body, kick(body, v, poses[body].rotation, 0.5));
        turn_mobility(body, poses[body].rotation);
    }
    storageBarrier();
}

// b of REST: J V/h
fn ask_rest(island: Island, lane: u32) {
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        take_arms(l);
        put_answer(l, step.inverse_h * opening_of(l));
    }
}

// The velocities, and the verdict on the substep: what comes next.
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
        let l = joint_at(island, i);
        verdict.gap = max(verdict.gap, length(gap_of(l)) / smaller_radius(l));
    }
    verdicts[lane] = verdict;
    workgroupBarrier();
    if (lane == 0u) {
        for (var other = 1u; other < LANES; other++) {
            verdict = verdicts_joined(verdict, verdicts[other]);
        }
        let decided = decide(verdict);
        next_round = select(select(DONE, CLOSE, decided == TO_PROJECT), PULL, decided == TAKEN_BACK);
        drafts[body_at(island, 0u)].falls += u32(decided == TAKEN_BACK);
    }
    storageBarrier();
}

fn keep(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        put_velocity(body, sum_of(Twist(), velocity_of(body), step.velocity_kept));
    }
    storageBarrier();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        let left = opening_of(l);
        multipliers[l] = Multiplier(2.0 * answer_at(l), dot(left, left));
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
    storageBarrier();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        take_arms(l);
        factors[TIE_ROWS * l + ASIDE] = vec4<f32>(step.stabilisation * step.inverse_h * gap_of(l), 0.0);
    }
    storageBarrier();
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        let free = kick(body, Twist(drafts[body].linear, drafts[body].angular), drafts[body].rotation, 1.0);
        let kept = sum_of(Twist(), free, step.velocity_kept);
        put_velocity(body, sum_of(kept, answer_on(body, step.warm_start, false), step.h));
    }
    storageBarrier();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
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
    storageBarrier();
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        let left = opening_of(l) + factors[TIE_ROWS * l + ASIDE].xyz;
        multipliers[l] = Multiplier(step.warm_start * multipliers[l].lambda + answer_at(l), dot(left, left));
    }
    if (lane == 0u) {
        next_round = select(PLACE, DONE, step.extra.x == PULLED);
    }
}

// Whether there is anything left to close, and whether the last turn has helped.
fn look(island: Island, lane: u32, turn: u32) {
    var most = 0.0;
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        let gap = gap_of(l);
        let radius = smaller_radius(l);
        if (turn == 0u) {
            factors[TIE_ROWS * l + ASIDE] = vec4<f32>(left_of_gap(gap, gap_before(l), radius), 0.0);
        }
        let error = gap - factors[TIE_ROWS * l + ASIDE].xyz;
        let farther = max(length(poses[ties[l].a].position), length(poses[ties[l].b].position));
        most = max(most, length(error) / shut_enough(radius, farther));
    }
    errors[lane] = most;
    workgroupBarrier();
    if (lane == 0u) {
        for (var other = 1u; other < LANES; other++) {
            most = max(most, errors[other]);
        }
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
    storageBarrier();
}

// b of PLACE: what is to be closed.
fn ask_place(island: Island, lane: u32) {
    for (var i = lane; i < island.joint_count; i += LANES) {
        let l = joint_at(island, i);
        take_arms(l);
        put_answer(l, gap_of(l) - factors[TIE_ROWS * l + ASIDE].xyz);
    }
}

// What comes next. A turn may overshoot where an island is all but taut: then a half of it, a quarter and an eighth are tried.
// None of them helps where rounding is all that is left, and the turn is taken back.
fn place(island: Island, lane: u32, turn: u32) -> u32 {
    look(island, lane, turn);
    var next = workgroupUniformLoad(&next_round);
    var share = 1.0;
    for (var k = 0u; k < HALVINGS && next == BACK; k++) {
        share *= 0.5;
        move_places(island, lane, share);
        storageBarrier();
        look(island, lane, turn);
        next = workgroupUniformLoad(&next_round);
    }
    if (next == BACK) {
        take_back(island, lane);
    } else if (next == PLACE) {
        ask_place(island, lane);
    }
    return next;
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
    storageBarrier();
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

// Where somebody's hand is on one of its bodies (step.extra.y − 1), an island is projected.
fn begin(island: Island, lane: u32) {
    if (lane == 0u) {
        next_round = select(PULL, SHUT, step.extra.x == SYMPLECTIC);
        next_turn = 0u;
        next_part = 0u;
    }
    workgroupBarrier();
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = body_at(island, i);
        note(body);
        if (body + 1u == step.extra.y) {
            next_round = PULL;
        }
    }
    for (var i = lane; i < island.joint_count; i += LANES) {
        take_arms(joint_at(island, i));
    }
}

@compute @workgroup_size(LANES)
fn solve_islands(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (group.x >= step.count) {
        return;
    }
    let island = load_island(step.first + 6u * group.x);
    if (step.iteration == 0u) {
        begin(island, lane);
    } else if (lane == 0u) {
        let kept = factors[island.progress];
        next_round = u32(kept.x);
        next_turn = u32(kept.y);
        worst = kept.z;
        next_part = u32(kept.w);
    }
    storageBarrier();
    var round = workgroupUniformLoad(&next_round);
    var turn = workgroupUniformLoad(&next_turn);
    var part = workgroupUniformLoad(&next_part);
    for (var parts = 0u; parts < step.iterations && round != DONE; parts++) {
        if (part == 0u) {
            if (round == SHUT) {
                ask_force(island, lane);
            } else if (round == REST) {
                ask_rest(island, lane);
            } else if (round == PULL) {
                ask_pull(island, lane);
            } else {
                if (place(island, lane, turn) != PLACE) {
                    round = DONE;
                    break;
                }
            }
            storageBarrier();
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
                round = workgroupUniformLoad(&next_round);
                if (round != PULL) {
                    keep(island, lane);
                }
            } else if (round == PULL) {
                move_by_velocity(island, lane);
                storageBarrier();
                round = workgroupUniformLoad(&next_round);
            } else {
                shift(island, lane);
                round = PLACE;
                turn++;
            }
            storageBarrier();
            part = 0u;
        }
    }
    if (lane == 0u) {
        factors[island.progress] = vec4<f32>(f32(round), f32(turn), worst, f32(part));
    }
}
