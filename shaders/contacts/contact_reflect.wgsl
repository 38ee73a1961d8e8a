// Impacts, before forces act: one pair after the other. A solver of all impacts at once cannot pass a blow on along a
// row of balls. A pair hits if at some point of it
//     u_n > 0.5 m/s  and  C + h u_n > 0,
// and each round those fire that are the fastest of both their bodies: the impulse (1 + e) u_n / A_nn, e the larger of the two. At
// most sixteen rounds, in one workgroup; step.body_count words of bids by body stand in `contact_colours`.

// uses: step, symmetric, body, mobility, velocity, surface, contact_rows, contact, contact_met, contact_palette, push_out
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

const ROUNDS: u32 = 16u;

// The fastest, as the bits of its speed, and of those as fast the lowest number of the other body.
const FASTEST: u32 = 0u;
const LOWEST: u32 = 1u;

var<workgroup> hits: atomic<u32>;

struct Hit {
    speed: f32,              // 0 if nothing hits, or it does not bounce
    point: u32,
}

fn bounce_of(number: u32, pair: BodyPair) -> f32 {
    let met = met_at(number, pair);
    return max(surfaces[met.a].restitution, surfaces[met.b].restitution);
}

// A key of the pair that hits a body: no two pairs of one body have the same key.
fn hitting(other: u32, own: u32) -> u32 {
    return select(other, 16u * other + (own & 15u), COMPOUNDS);
}

fn hit_of(number: u32, pair: BodyPair) -> Hit {
    var hit = Hit(0.0, 0u);
    let bounces = bounce_of(number, pair) > 0.0;
    let va = twist_at(pair.a);
    let vb = twist_at(pair.b);
    for (var k = 0u; k < points_of(pair); k++) {
        let u = dot(pair.normal, slip(contact_reaches[SLOTS * number + k], va, vb));
        if (bounces && u > max(SLOWEST, hit.speed) && contact_forces[push_at(number, k)].depth + step.h * u > 0.0) {
            hit = Hit(u, k);
        }
    }
    return hit;
}

// Whether its bid is the best at a body.
fn best_at(body: u32, other: u32, speed: f32) -> bool {
    return velocities[body].inverse_mass == 0.0
        || (atomicLoad(&contact_colours[bid_at(body, FASTEST)]) == bitcast<u32>(speed)
            && atomicLoad(&contact_colours[bid_at(body, LOWEST)]) == other);
}

fn bid_low(body: u32, other: u32, speed: f32) {
    if (atomicLoad(&contact_colours[bid_at(body, FASTEST)]) == bitcast<u32>(speed)) {
        atomicMin(&contact_colours[bid_at(body, LOWEST)], other);
    }
}

@compute @workgroup_size(64)
fn contact_reflect(@builtin(local_invocation_index) thread: u32) {
    let count = contact_numbers[PAIRS];
    for (var round = 0u; round < ROUNDS; round++) {
        if (thread == 0u) {
            atomicStore(&hits, 0u);
        }
        for (var i = thread; i < step.body_count; i += 64u) {
            atomicStore(&contact_colours[bid_at(i, FASTEST)], 0u);
            atomicStore(&contact_colours[bid_at(i, LOWEST)], NONE);
        }
        workgroupBarrier();
        storageBarrier();
        for (var i = thread; i < count; i += 64u) {
            let pair = pairs[i];
            let hit = hit_of(i, pair);
            if (hit.speed > 0.0) {
                atomicAdd(&hits, 1u);
                atomicMax(&contact_colours[bid_at(pair.a, FASTEST)], bitcast<u32>(hit.speed));
                atomicMax(&contact_colours[bid_at(pair.b, FASTEST)], bitcast<u32>(hit.speed));
            }
        }
        storageBarrier();
        let any = workgroupUniformLoad(&hits);
        if (any == 0u) {
            break;
        }
        for (var i = thread; i < count; i += 64u) {
            let pair = pairs[i];
            let hit = hit_of(i, pair);
            if (hit.speed > 0.0) {
                let met = met_at(i, pair);
                bid_low(pair.a, hitting(met.b, met.a), hit.speed);
                bid_low(pair.b, hitting(met.a, met.b), hit.speed);
            }
        }
        storageBarrier();
        for (var i = thread; i < count; i += 64u) {
            let pair = pairs[i];
            let hit = hit_of(i, pair);
            let met = met_at(i, pair);
            if (hit.speed > 0.0 && best_at(pair.a, hitting(met.b, met.a), hit.speed)
                && best_at(pair.b, hitting(met.a, met.b), hit.speed)) {
                let reach = contact_reaches[SLOTS * i + hit.point];
                pairs[i].count |= TOUCHED;
                let impulse = (1.0 + bounce_of(i, pair)) * hit.speed * reach.inverse_normal;
                let before =
                    Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
                let after = pushed_apart(before, reach, (step.inverse_h * impulse) * pair.normal);
                if (before.ma.inverse_mass > 0.0) {
                    velocities[pair.a].linear = after.va.linear;
                    velocities[pair.a].angular = after.va.angular;
                }
                if (before.mb.inverse_mass > 0.0) {
                    velocities[pair.b].linear = after.vb.linear;
                    velocities[pair.b].angular = after.vb.angular;
                }
            }
        }
        storageBarrier();
    }
}
