// Contacts in the poses as they are, one thread per pair: arms, depth, and what A_nn and A_tt are. With d by how much the two ends of
// a point have come apart since the frame began, d_n = n (n·d) and d_t = d − d_n,
//     d = (x_a + r_a) − (x_b + r_b),   C = C₀ + n·d,   r_a ← r_a − d_n/2 − s d_t,   r_b ← r_b + d_n/2 + (1 − s) d_t:
// both arms lead to one point again, or angular momentum would not be kept. In general s = ½, but a moving body keeps
// its point if the other is held. A round body touches straight below its core wherever it has rolled. The other's arm
// then takes the whole shift, or the normal force would brake it. Two bodies that have passed each other by more than a
// radius touch no more in this frame: n does not fit them. Both are of the arms as they are, after each move: passes
// with an A of shorter arms explode. Resumed pairs (`contact_resume`) keep the arms of the pose in which they were
// found. Arms of pairs found ahead lead to where the bodies will meet, since bodies that are metres apart have no point
// midway.

// uses: step, rotation, symmetric, body, mobility, velocity, surface, rolling, contact, contact_met, contact_answer
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read> touches: array<Touch>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(44) var<storage, read_write> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_prepare(@builtin(global_invocation_id) id: vec3<u32>) {
    // pairs behind the last have no points
    if (id.x >= step.count) {
        return;
    }
    let pair = pairs[id.x];
    let met = met_at(id.x, pair);
    let n = pair.normal;
    let t = first_tangent(n);
    let rolls_a = CONVEX && (pair.count & ROLLS_A) != 0u;
    let rolls_b = CONVEX && (pair.count & ROLLS_B) != 0u;
    let round_a = roundness_where(surfaces[met.a].shape, rolls_a);
    let round_b = roundness_where(surfaces[met.b].shape, rolls_b);
    let ma = mobility_at(pair.a);
    let mb = mobility_at(pair.b);
    let keeps_a = select(0u, select(1u, 2u, round_a > 0.0), ma.inverse_mass > 0.0);
    let keeps_b = select(0u, select(1u, 2u, round_b > 0.0), mb.inverse_mass > 0.0);
    let share = select(select(1.0, 0.0, keeps_a > keeps_b), 0.5, keeps_a == keeps_b);
    let most = min(poses[met.a].radius, poses[met.b].radius);
    let both_move = keeps_a > 0u && keeps_b > 0u;
    // step.extra.x is 1 as the frame begins: a new manifold has no arms yet
    let stays = SLOTS > 1u && (pair.count & STAYS) != 0u && ((pair.count & KEPT) != 0u || step.extra.x != 1u);
    let ahead = (pair.count & AHEAD) != 0u;
    for (var k = 0u; k < points_of(pair); k++) {
        let slot = SLOTS * id.x + k;
        let point = touches[slot];
        let skin_a = select(0.0, round_a - 0.5 * point.depth, round_a > 0.0);
        let skin_b = select(0.0, round_b - 0.5 * point.depth, round_b > 0.0);
        var arm_a = rotate(poses[met.a].rotation, point.core_a) + skin_a * n;
        var arm_b = rotate(poses[met.b].rotation, point.core_b) - skin_b * n;
        if (rolls_a) {
            arm_a += lean_of(rotate(poses[met.a].rotation, unit_along(1u)), round_a, n);
        }
        if (rolls_b) {
            arm_b -= lean_of(rotate(poses[met.b].rotation, unit_along(1u)), round_b, n);
        }
        let apart = (poses[met.a].position - poses[met.b].position) + (arm_a - arm_b);
        if (COMPOUNDS) {
            // from the centres of mass of the two bodies
            arm_a += poses[met.a].position - poses[pair.a].position;
            arm_b += poses[met.b].position - poses[pair.b].position;
        }
        let closed = dot(n, apart);
        let aside = apart - closed * n;
        if (stays) {
            arm_a = contact_reaches[slot].arm_a;
            arm_b = contact_reaches[slot].arm_b;
        } else if (!ahead) {
            arm_a -= (0.5 * closed) * n + share * aside;
            arm_b += (0.5 * closed) * n + (1.0 - share) * aside;
        }
        contact_forces[push_at(id.x, k)].depth = point.depth + closed;
        if (both_move && !ahead && !(dot(aside, aside) <= most * most)) {
            contact_forces[push_at(id.x, k)] = Push(vec3<f32>(0.0), -1e6 * most);
        }
        contact_reaches[slot].arm_a = arm_a;
        contact_reaches[slot].arm_b = arm_b;
        let inverses = inverses_of(ma, arm_a, mb, arm_b, n, t);
        contact_reaches[slot].inverse_normal = inverses.x;
        contact_reaches[slot].inverse_tangent = inverses.y;
    }
}
