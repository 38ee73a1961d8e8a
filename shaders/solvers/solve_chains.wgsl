// The exact solver for chains, one thread per chain, the whole substep in one dispatch. It does inertia, free velocity,
// warm start, elimination along the chain (block Thomas), back-substitution, positions.
//
// Seen from one end, joint k ties the near body k to the far body k + 1. With every joint turned to point
// from near to far, (A + γ) δ = h⁻¹ (J V⁰ + β C/h) is block tridiagonal:
//     D_k = A_kk + γ 1
//     U_k = A_{k,k+1} = −(m⁻¹ 1 − [f_k]ₓ W [n_{k+1}]ₓ)       on the body that joints k and k + 1 share,
//                        f_k its arm towards joint k, n_{k+1} towards joint k + 1
//     S_k = D_k − U_{k−1}ᵀ S_{k−1}⁻¹ U_{k−1},   z_k = S_k⁻¹ (b_k − U_{k−1}ᵀ z_{k−1})
//     δ_k = z_k − S_k⁻¹ U_k δ_{k+1},            λ = w λ_prev + δ
// V⁰ already holds w λ_prev, so γ acts on the change only, and does not alter the forces of a chain at rest. γ keeps
// taut chains and doubled joints solvable.
//
// Memory traffic is the cost, so only S⁻¹ and z are kept between the two sweeps. V⁰, W and the arms are worked out
// again on the way back, from the same numbers to the same bits. The residual of each joint, |J V + β C/h|², goes
// beside its multiplier.

// uses: step, rotation, symmetric, body, motion, tie, chain
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// The same with V* for `free`.
fn load_body(body: u32, inverses: vec2<f32>, far_anchor: vec3<f32>, near_anchor: vec3<f32>, tension: f32) -> Loaded {
    var loaded = load_still(body, inverses, far_anchor, near_anchor, tension);
    // a body that is held has m⁻¹ = 0 and W = 0, and keeps the velocity that it has: none if it is fixed
    let fixed = loaded.mobility.inverse_mass == 0.0;
    let spin = loaded.free.angular;
    loaded.free.linear = select(free_linear(loaded.free.linear), loaded.free.linear, fixed);
    loaded.free.angular = select(spin * step.velocity_kept, spin, fixed);
    if (!ISOTROPIC) {
        loaded.free.angular = select(free_angular(spin, loaded.rotation, bodies[body]), spin, fixed);
    }
    return loaded;
}

// The velocity that was found, and the pose that follows.
fn finish(body: u32, was: Loaded, v: Twist) {
    if (was.mobility.inverse_mass > 0.0) {
        velocities[body].linear = v.linear;
        velocities[body].angular = v.angular;
        poses[body].position = was.position + step.h * v.linear;
        poses[body].rotation = normalize(quaternion_product(exponential(step.h * v.angular), was.rotation));
    }
}

// One end of a joint: the body's position, the arm, and how fast its tip moves.
struct End {
    position: vec3<f32>,
    arm: vec3<f32>,
    velocity: vec3<f32>,
}

fn end_of(body: Loaded, arm: vec3<f32>, v: Twist) -> End {
    return End(body.position, arm, v.linear + cross(v.angular, arm));
}

// J V + β C/h of a turned joint.
fn residual_of(near: End, far: End) -> vec3<f32> {
    let gap = (near.position - far.position) + (near.arm - far.arm);
    return (near.velocity - far.velocity) + step.stabilisation * step.inverse_h * gap;
}

// λ, turned back, and |J V + β C/h|².
fn publish(link: Link, lambda: vec3<f32>, residual: vec3<f32>) {
    multipliers[link.joint] = Multiplier(select(lambda, -lambda, link.flip), dot(residual, residual));
}

@compute @workgroup_size(32)
fn solve_chains(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 2u * id.x;
    // where symplectic_chains came first, those chains only that it left to this
    if (step.extra.x == 1u && blocks[lists[lists[record]] >> 1u].bias_x != 2.0) {
        return;
    }
    let chain = load_chain(record);
    let count = chain.count;
    let none = vec3<f32>(0.0);

    let w = step.warm_start;
    var link = chain.first;
    var near = load_body(link.near, load_inverses(link.near), none, link.near_anchor, link.tension.x);
    var near_velocity = moved_by(near, none, w * link.previous);
    var s = Symmetric();   // S_{k−1}⁻¹
    var z = none;          // z_{k−1}
    for (var k = 0u; k < count; k++) {
        var next = Link();
        if (k + 1u < count) {
            next = link_at(chain, k + 1u);
        }
        let inverses = inverses_at(chain, link, k);
        let far = load_body(link.far, inverses, link.far_anchor, next.near_anchor, link.tension.y + next.tension.x);
        let far_velocity = moved_by(far, w * link.previous, w * next.previous);

        var d = own_block(link.joint, near.mobility, far.mobility, Arms(near.near_arm, link.near, far.far_arm, link.far));
        d.diagonal += vec3<f32>(step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0);
        let residual = residual_of(end_of(near, near.near_arm, near_velocity), end_of(far, far.far_arm, far_velocity));
        // nothing comes before the first joint: S⁻¹ and z are zero there; Uᵀ z is U z with the arms exchanged
        let b = step.inverse_h * residual - couple(near.mobility, near.near_arm, near.far_arm, z);
        let e = eliminated(near.mobility, near.far_arm, near.near_arm, s);
        s = symmetric_inverse(Symmetric(d.diagonal - e.diagonal, d.off - e.off));
        z = symmetric_times(s, b);
        blocks[link.joint].diagonal = s.diagonal;
        blocks[link.joint].off = s.off;
        blocks[link.joint].work = z;
        near = far;
        near_velocity = far_velocity;
        link = next;
    }

    // Back: `behind` is the joint after this one, δ its change, λ its multiplier (turned), `end` its far end with the
    // velocity found.
    var behind = Link();
    var delta = none;
    var lambda = none;
    var end = End();
    for (var i = count; i > 0u; i--) {
        link = link_at(chain, i - 1u);
        let inverses = inverses_at(chain, link, i - 1u);
        let body = load_body(link.far, inverses, link.far_anchor, behind.near_anchor, link.tension.y + behind.tension.x);
        let block = Symmetric(blocks[link.joint].diagonal, blocks[link.joint].off);
        delta = blocks[link.joint].work
            - symmetric_times(block, couple(body.mobility, body.far_arm, body.near_arm, delta));
        let found = w * link.previous + delta;

        let v = moved_by(body, found, lambda);
        finish(link.far, body, v);
        if (i < count) {
            publish(behind, lambda, residual_of(end_of(body, body.near_arm, v), end));
        }
        lambda = found;
        behind = link;
        end = end_of(body, body.far_arm, v);
    }
    let start = load_body(behind.near, load_inverses(behind.near), none, behind.near_anchor, behind.tension.x);
    let v = moved_by(start, none, lambda);
    finish(behind.near, start, v);
    publish(behind, lambda, residual_of(end_of(start, start.near_arm, v), end));
}
