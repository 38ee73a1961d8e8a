// The exact solver for chains, exact in place as well and of second order in time (RATTLE), one thread per chain. The force
// at the start of a substep is the one that shuts the joints at its end; the velocities are then projected there:
//     V' = G(V − h M⁻¹ Jᵀ q),     x' = x + h V',   with q such that C(x') = 0
//     V = G(V') − h M⁻¹ J'ᵀ μ,    with μ such that J' V = 0;   λ = 2 μ
// G is ½ h of gravity and of a brick's gyroscopic torque; the second line is the first one backwards
// (joint_draft.wgsl). q begins as ½ λ, since μ of the last substep acted at the same place. One quasi-Newton step, A
// δ = C(x')/h², then leaves gaps that no measurement in f32 can tell from shut. The load of a joint is the mean, q + μ:
// q alone has the rounding of C/h² in it, which μ takes back.
//
// Three walks. There: the elimination of δ. Back: δ, the new places, and the elimination of μ from the other end, each
// joint as soon as both its bodies have moved. There again: μ, velocities, and the numbers of the safeguard.
//
// The safeguard: the substep is taken back where a gap is over 0.02 radii, or where anything is not finite. It is also
// taken back where the chain's energy rose by more than 1e-3 of its kinetic energy and 1e-2 Σ ½ m (|g| h)². Then
// solve_chains and project_chains, which only ever lose energy, take it instead. The verdict is left in the bias of the
// chain's first joint: KEPT, TO_PROJECT (a gap over 4e-4 radii) or TAKEN_BACK. A chain that a hand holds (body
// step.extra.y − 1) is left to them as well. A chain that was pushed is taken back without being counted.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, chain, draft, pushed, mean
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

// V + ½ h g
fn half_fallen(v: Twist, m: Mobility) -> Twist {
    if (m.inverse_mass == 0.0) {
        return v;
    }
    return Twist(v.linear + 0.5 * step.h * step.gravity, v.angular);
}

// Half of what its own spin does to a brick.
fn half_tumbled(body: u32, v: Twist, rotation: vec4<f32>, m: Mobility) -> Twist {
    if (ISOTROPIC || m.inverse_mass == 0.0) {
        return v;
    }
    return Twist(v.linear, tumbled(v.angular, rotation, bodies[body].inertia, 0.5 * step.h));
}

// A body with V + ½ h g for `free`.
fn start_of(body: u32, inverses: vec2<f32>, far_anchor: vec3<f32>, near_anchor: vec3<f32>, tension: f32) -> Loaded {
    var loaded = load_still(body, inverses, far_anchor, near_anchor, tension);
    loaded.free = half_fallen(loaded.free, loaded.mobility);
    return loaded;
}

// V' of a body between two joints' forces.
fn reached(body: u32, was: Loaded, far: vec3<f32>, near: vec3<f32>) -> Twist {
    return half_tumbled(body, moved_by(was, far, near), was.rotation, was.mobility);
}

// Where a body is after h at this velocity, with the arms that it has there and the velocity for `free`.
fn advanced(was: Loaded, v: Twist, far_anchor: vec3<f32>, near_anchor: vec3<f32>) -> Loaded {
    let rotation = normalize(quaternion_product(exponential(step.h * v.angular), was.rotation));
    return Loaded(
        was.position + step.h * v.linear, rotation, v, was.mobility, rotate(rotation, far_anchor),
        rotate(rotation, near_anchor));
}

fn gap_of(near: Loaded, far: Loaded) -> vec3<f32> {
    return (near.position - far.position) + (near.near_arm - far.far_arm);
}

// J V
fn opening_of(near: Loaded, near_velocity: Twist, far: Loaded, far_velocity: Twist) -> vec3<f32> {
    return (near_velocity.linear + cross(near_velocity.angular, near.near_arm))
        - (far_velocity.linear + cross(far_velocity.angular, far.far_arm));
}

// D_k
fn diagonal_of(link: Link, near: Loaded, far: Loaded) -> Symmetric {
    var d = own_block(link.joint, near.mobility, far.mobility, Arms(near.near_arm, link.near, far.far_arm, link.far));
    d.diagonal += vec3<f32>(step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0);
    return d;
}

// Notes how the body was, and puts it where it is now, V* after the force and with the second half of gravity's.
fn leave(body: u32, was: Loaded, v: Twist, far_anchor: vec3<f32>, near_anchor: vec3<f32>, tension: f32) -> Loaded {
    var now = advanced(was, v, far_anchor, near_anchor);
    if (was.mobility.inverse_mass == 0.0) {
        return now;
    }
    drafts[body].position = was.position;
    drafts[body].rotation = was.rotation;
    drafts[body].linear = velocities[body].linear;
    drafts[body].angular = velocities[body].angular;
    now.free = half_fallen(half_tumbled(body, v, now.rotation, was.mobility), was.mobility);
    poses[body].position = now.position;
    poses[body].rotation = now.rotation;
    velocities[body].linear = now.free.linear;
    velocities[body].angular = now.free.angular;
    if (!ISOTROPIC) {
        now.mobility.tensor = world_inverse_inertia(now.rotation, guarded_inverse_inertia(bodies[body], tension));
    }
    return now;
}

// The elimination of μ, from the chain's end.
struct Eliminated {
    inverse: Symmetric,   // S_k⁻¹
    z: vec3<f32>,
}

// Joint `link` after the one behind it; `far` is the body that they share.
fn eliminate(link: Link, near: Loaded, far: Loaded, behind: Eliminated) -> Eliminated {
    let d = diagonal_of(link, near, far);
    let b = step.inverse_h * opening_of(near, near.free, far, far.free)
        - couple(far.mobility, far.far_arm, far.near_arm, behind.z);
    let e = eliminated(far.mobility, far.near_arm, far.far_arm, behind.inverse);
    let s = symmetric_inverse(Symmetric(d.diagonal - e.diagonal, d.off - e.off));
    let z = symmetric_times(s, b);
    blocks[link.joint].diagonal = s.diagonal;
    blocks[link.joint].off = s.off;
    blocks[link.joint].work = z;
    return Eliminated(s, z);
}

// |C| over the smaller radius.
fn gap_in_radii(link: Link, near_body: u32, near: Loaded, far: Loaded) -> f32 {
    return length(gap_of(near, far)) / min(poses[near_body].radius, poses[link.far].radius);
}

// Writes the velocity that was found, and gives its data to the safeguard.
fn settle(body: u32, now: Loaded, v: Twist, verdict: ptr<function, Verdict>) {
    if (now.mobility.inverse_mass == 0.0) {
        return;
    }
    velocities[body].linear = step.velocity_kept * v.linear;
    velocities[body].angular = step.velocity_kept * v.angular;
    let was = drafts[body];
    var facts = Body(vec3<f32>(1.0 / velocities[body].w), 1.0 / now.mobility.inverse_mass, vec3<f32>(0.0), 0.0);
    if (!ISOTROPIC) {
        facts = bodies[body];
    }
    heed(
        verdict, facts, Motion(was.position, was.rotation, Twist(was.linear, was.angular)),
        Motion(now.position, now.rotation, v));
}

fn take_back(body: u32) {
    let was = drafts[body];
    poses[body].position = was.position;
    poses[body].rotation = was.rotation;
    velocities[body].linear = was.linear;
    velocities[body].angular = was.angular;
}

@compute @workgroup_size(32)
fn symplectic_chains(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let chain = load_chain(step.first + 2u * id.x);
    let count = chain.count;
    let none = vec3<f32>(0.0);

    // there: (A + γ) δ = C(x')/h² with ½ λ at work
    var link = chain.first;
    var near = start_of(link.near, load_inverses(link.near), none, link.near_anchor, link.tension.x);
    var near_tried = advanced(near, reached(link.near, near, none, 0.5 * link.previous), none, link.near_anchor);
    var held = link.near + 1u == step.extra.y;
    var s = Symmetric();
    var z = none;
    for (var k = 0u; k < count; k++) {
        var next = Link();
        if (k + 1u < count) {
            next = link_at(chain, k + 1u);
        }
        let inverses = inverses_at(chain, link, k);
        let far = start_of(link.far, inverses, link.far_anchor, next.near_anchor, link.tension.y + next.tension.x);
        let v = reached(link.far, far, 0.5 * link.previous, 0.5 * next.previous);
        let far_tried = advanced(far, v, link.far_anchor, next.near_anchor);
        let d = diagonal_of(link, near, far);
        let b = step.inverse_h * step.inverse_h * gap_of(near_tried, far_tried)
            - couple(near.mobility, near.near_arm, near.far_arm, z);
        let e = eliminated(near.mobility, near.far_arm, near.near_arm, s);
        s = symmetric_inverse(Symmetric(d.diagonal - e.diagonal, d.off - e.off));
        z = symmetric_times(s, b);
        blocks[link.joint].diagonal = s.diagonal;
        blocks[link.joint].off = s.off;
        blocks[link.joint].work = z;
        held |= link.far + 1u == step.extra.y;
        near = far;
        near_tried = far_tried;
        link = next;
    }

    if (held) {
        blocks[chain.first.joint].bias_x = f32(TAKEN_BACK);
        for (var k = 0u; k < count; k++) {
            multipliers[mean_at(link_at(chain, k).joint)].left = 0.0;
        }
        return;
    }

    // back: `behind` is the joint after this one, q its force, `far` its far body where that is now
    var verdict = Verdict();
    var behind = Link();
    var delta = none;
    var q = none;
    var far = Loaded();
    var after = Eliminated();
    for (var i = count; i > 0u; i--) {
        link = link_at(chain, i - 1u);
        let inverses = inverses_at(chain, link, i - 1u);
        let tension = link.tension.y + behind.tension.x;
        let was = start_of(link.far, inverses, link.far_anchor, behind.near_anchor, tension);
        let block = Symmetric(blocks[link.joint].diagonal, blocks[link.joint].off);
        delta = blocks[link.joint].work - symmetric_times(block, couple(was.mobility, was.far_arm, was.near_arm, delta));
        let found = 0.5 * link.previous + delta;
        let now = leave(link.far, was, reached(link.far, was, found, q), link.far_anchor, behind.near_anchor, tension);
        if (i < count) {
            verdict.gap = max(verdict.gap, gap_in_radii(behind, link.far, now, far));
            after = eliminate(behind, now, far, after);
        }
        // until the third walk, in words that are free
        blocks[link.joint].bias_x = found.x;
        blocks[link.joint].bias_y = found.y;
        blocks[link.joint].bias_z = found.z;
        q = found;
        behind = link;
        far = now;
    }
    let first = behind.near;
    let was = start_of(first, load_inverses(first), none, behind.near_anchor, behind.tension.x);
    near = leave(first, was, reached(first, was, none, q), none, behind.near_anchor, behind.tension.x);
    verdict.gap = max(verdict.gap, gap_in_radii(behind, first, near, far));
    after = eliminate(behind, near, far, after);

    // there again: μ_0 = z_0, μ_{k+1} = z_{k+1} − S_{k+1}⁻¹ U_kᵀ μ_k. The old λ stays in the block, to be taken back
    link = behind;
    var mu = after.z;
    var near_velocity = moved_by(near, none, mu);
    settle(first, near, near_velocity, &verdict);
    for (var k = 0u; k < count; k++) {
        var next = Link();
        var next_mu = none;
        if (k + 1u < count) {
            next = link_at(chain, k + 1u);
        }
        let inverses = inverses_at(chain, link, k);
        far = load_still(link.far, inverses, link.far_anchor, next.near_anchor, link.tension.y + next.tension.x);
        if (k + 1u < count) {
            let block = Symmetric(blocks[next.joint].diagonal, blocks[next.joint].off);
            next_mu = blocks[next.joint].work
                - symmetric_times(block, couple(far.mobility, far.near_arm, far.far_arm, mu));
        }
        let far_velocity = moved_by(far, mu, next_mu);
        let left = opening_of(near, near_velocity, far, far_velocity);
        let before = multipliers[link.joint];
        verdict.pushed |= is_pushed(before.left);
        let block = blocks[link.joint];
        let mean = vec3<f32>(block.bias_x, block.bias_y, block.bias_z) + mu;
        blocks[link.joint].work = before.lambda;
        multipliers[link.joint] = Multiplier(select(2.0 * mu, -2.0 * mu, link.flip), dot(left, left));
        multipliers[mean_at(link.joint)] = Multiplier(select(mean, -mean, link.flip), 1.0);
        settle(link.far, far, far_velocity, &verdict);
        near = far;
        near_velocity = far_velocity;
        mu = next_mu;
        link = next;
    }

    let decided = decide(verdict);
    if (decided == TAKEN_BACK) {
        drafts[select(chain.first.far, first, inverses_at(chain, chain.first, 0u).x == 0.0)].falls += u32(!verdict.pushed);
        if (load_inverses(first).x > 0.0) {
            take_back(first);
        }
        for (var k = 0u; k < count; k++) {
            link = link_at(chain, k);
            if (inverses_at(chain, link, k).x > 0.0) {
                take_back(link.far);
            }
            multipliers[link.joint] = Multiplier(blocks[link.joint].work, 0.0);
            multipliers[mean_at(link.joint)].left = 0.0;
        }
    }
    blocks[chain.first.joint].bias_x = f32(decided);
}
