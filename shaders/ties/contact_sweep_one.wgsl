// One pair put right, point after point, then its rolling. A pair that has just met has several turns, there and back.
// In one turn the first corner takes the whole blow, and a cube that lands flat spins. For shaders that bind
// `velocities`, `mobility`, `pairs`, `contact_forces` and `contact_reaches`.

// uses: step, body, mobility, velocity, contact, contact_answer, push_out

const TURNS_WHERE_MET: u32 = 8u;

fn put_twist(body: u32, v: Twist) {
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}

fn is_flat_pair(pair: BodyPair) -> bool {
    return SLOTS > 1u && (pair.count & FLAT) != 0u;
}

// The weight of a point for the middle of all: a point that is far from touching counts little.
fn weight_of(depth: f32, slop: f32) -> f32 {
    return clamp(2.0 + depth / (4.0 * slop), 1e-6, 1.0);
}

// Friction of a pair with flat sides only: one torque about the normal and one force at the middle c of its points. Let
// w be their weights, and l their levers |r − c|:
//     τ ← τ + n·(ω_a − ω_b) / (h n·(W_a + W_b) n),  |τ| ≤ μ Σ l λ_n,      λ_t ← λ_t + u_t / (h a_t),  |λ_t| ≤ μ Σ λ_n
// Both are spread over the points, so that everything else finds them there: w (λ_t + s τ n × (r − c)), s = 1 / Σ w (r − c)².
fn rub_pair(number: u32, pair: BodyPair, slop: f32, before: Both) -> Both {
    let n = pair.normal;
    let t = first_tangent(n);
    let t2 = cross(n, t);
    let points = points_of(pair);
    var all = 0.0;
    var middle_a = vec3<f32>(0.0);
    var middle_b = vec3<f32>(0.0);
    for (var k = 0u; k < points; k++) {
        let weight = weight_of(contact_forces[push_at(number, k)].depth, slop);
        all += weight;
        middle_a += weight * contact_reaches[SLOTS * number + k].arm_a;
        middle_b += weight * contact_reaches[SLOTS * number + k].arm_b;
    }
    let share = 1.0 / all;
    let middle = Reach(share * middle_a, 0.0, share * middle_b, 0.0);
    var pushing = 0.0;
    var levers = 0.0;
    var square = 0.0;
    var old = vec2<f32>(0.0);
    var old_twist = 0.0;
    for (var k = 0u; k < points; k++) {
        let push = contact_forces[push_at(number, k)];
        let lever = contact_reaches[SLOTS * number + k].arm_a - middle.arm_a;
        let along = dot(t, lever);
        let across = dot(t2, lever);
        pushing += push.lambda.x;
        levers += push.lambda.x * length(lever);
        square += share * weight_of(push.depth, slop) * (along * along + across * across);
        old += push.lambda.yz;
        old_twist += along * push.lambda.z - across * push.lambda.y;
    }
    // a single point turns nothing
    let turns = square > 1e-4 * slop * slop;
    let bends = select(0.0, 1.0 / square, turns);
    let most = select(0.0, pair.friction * levers, turns);
    let turning = step.inverse_h / (dot(n, turn(before.ma, n)) + dot(n, turn(before.mb, n)));
    let twist = clamp(old_twist + turning * dot(n, before.va.angular - before.vb.angular), -most, most);
    let both = twisted_apart(before, (twist - old_twist) * n);
    let sliding = slip(middle, both.va, both.vb);
    let k = step.inverse_h * inverses_of(both.ma, middle.arm_a, both.mb, middle.arm_b, n, t).y;
    let found = in_disc(old + k * vec2<f32>(dot(t, sliding), dot(t2, sliding)), pair.friction * pushing);
    for (var i = 0u; i < points; i++) {
        let at = push_at(number, i);
        let part = share * weight_of(contact_forces[at].depth, slop);
        let lever = contact_reaches[SLOTS * number + i].arm_a - middle.arm_a;
        let turned = (bends * twist) * vec2<f32>(-dot(t2, lever), dot(t, lever));
        contact_forces[at].lambda = vec3<f32>(contact_forces[at].lambda.x, part * (found + turned));
    }
    let change = found - old;
    return pushed_apart(both, middle, change.x * t + change.y * t2);
}

// Both bodies after a turn, Σ λ_n, and whether some λ changed.
struct Turned {
    both: Both,
    pushing: f32,
    changed: bool,
}

// All points once: λ_n alone of a flat pair, and each with its own friction of another. The two ways are loops of one
// round: software devices run both sides of an `if`, but skip a loop that no thread enters.
fn sweep_turn(number: u32, pair: BodyPair, turn: u32, slop: f32, before: Both) -> Turned {
    let softness = softness_of(step.firmness, step.yielding, slop);
    let points = points_of(pair);
    var turned = Turned(before, 0.0, false);
    for (var flat = is_flat_pair(pair); flat; flat = false) {
        for (var i = 0u; i < points; i++) {
            let k = select(i, points - 1u - i, (turn & 1u) == 1u);
            let at = push_at(number, k);
            let push = contact_forces[at];
            let after = pressed(pair, contact_reaches[SLOTS * number + k], push, slop, softness, turned.both);
            contact_forces[at].lambda.x = after.lambda.x;
            turned = Turned(after.both, turned.pushing + after.lambda.x, turned.changed || after.lambda.x != push.lambda.x);
        }
    }
    for (var round = !is_flat_pair(pair); round; round = false) {
        for (var i = 0u; i < points; i++) {
            let k = select(i, points - 1u - i, (turn & 1u) == 1u);
            let at = push_at(number, k);
            let push = contact_forces[at];
            let after = settled(pair, contact_reaches[SLOTS * number + k], push, slop, softness, turned.both);
            contact_forces[at].lambda = after.lambda;
            turned = Turned(after.both, turned.pushing + after.lambda.x, turned.changed || any(after.lambda != push.lambda));
        }
    }
    return turned;
}

fn sweep_pair(number: u32) {
    let pair = pairs[number];
    let behind = contact_forces[push_at(number, SLOTS)];
    var both = Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
    let turns = select(1u, TURNS_WHERE_MET, SLOTS > 1u && (pair.count & MET) != 0u && points_of(pair) > 1u);
    var pushing = 0.0;
    // a turn that changed no λ is the last: the next one would find the same
    var changed = true;
    for (var turn = 0u; turn < turns && changed; turn++) {
        let turned = sweep_turn(number, pair, turn, behind.depth, both);
        both = turned.both;
        pushing = turned.pushing;
        changed = turned.changed;
    }
    // a soft contact rubs when it relaxes
    for (var rubs = is_flat_pair(pair) && step.yielding == 0.0; rubs; rubs = false) {
        both = rub_pair(number, pair, behind.depth, both);
    }
    if (pair.rolling > 0.0) {
        let torque = rolled(pair, behind.lambda, pushing, both);
        both = twisted_apart(both, torque - behind.lambda);
        contact_forces[push_at(number, SLOTS)].lambda = torque;
    }
    // a held body is shared by pairs of one colour, and never changes
    if (both.ma.inverse_mass > 0.0) {
        put_twist(pair.a, both.va);
    }
    if (both.mb.inverse_mass > 0.0) {
        put_twist(pair.b, both.vb);
    }
}
