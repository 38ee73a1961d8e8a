// The exact solver for chains, a thread a chain, the whole substep in one dispatch: inertia, free velocity,
// warm start, elimination along the chain (block Thomas), back-substitution, positions.
//
// Seen from one end, joint k ties the near body k to the far body k + 1. With every joint turned to point
// from near to far, (A + γ) δ = h⁻¹ (J V⁰ + β C/h) is block tridiagonal:
//     D_k = A_kk + γ 1
//     U_k = A_{k,k+1} = −(m⁻¹ 1 − [f_k]ₓ W [n_{k+1}]ₓ)       on the body that joints k and k + 1 share,
//                        f_k its arm towards joint k, n_{k+1} towards joint k + 1
//     S_k = D_k − U_{k−1}ᵀ S_{k−1}⁻¹ U_{k−1},   z_k = S_k⁻¹ (b_k − U_{k−1}ᵀ z_{k−1})
//     δ_k = z_k − S_k⁻¹ U_k δ_{k+1},            λ = w λ_prev + δ
// V⁰ already holds w λ_prev, so γ (which keeps taut chains and doubled joints solvable) acts on the change
// only, and what a chain at rest needs is not bent by it.
//
// Memory is what this costs, so only S⁻¹ and z are kept between the two sweeps; V⁰, W and the arms are worked
// out again on the way back, from the same numbers to the same bits. What each joint is left with,
// |J V + β C/h|², goes beside its multiplier for whoever measures.

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> joints: array<Joint>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<vec4<f32>>;

// A joint turned so that it points from near to far.
struct Link {
    joint: u32,
    flip: bool,              // true where the joint's b is the near body
    near_anchor: vec3<f32>,
    far_anchor: vec3<f32>,
    near: u32,
    far: u32,
    previous: vec3<f32>,     // λ_prev, turned
}

fn load_link(entry: u32) -> Link {
    let l = entry >> 1u;
    let joint = joints[l];
    let lambda = multipliers[l].xyz;
    if ((entry & 1u) == 1u) {
        return Link(l, true, joint.anchor_b, joint.anchor_a, joint.b, joint.a, -lambda);
    }
    return Link(l, false, joint.anchor_a, joint.anchor_b, joint.a, joint.b, lambda);
}

// A body as the elimination needs it: V⁰ and M⁻¹.
struct Loaded {
    position: vec3<f32>,
    rotation: vec4<f32>,
    linear: vec3<f32>,
    angular: vec3<f32>,
    mobility: Mobility,
    far_arm: vec3<f32>,      // towards the joint before
    near_arm: vec3<f32>,     // towards the joint after
}

// `before` and `after` are the turned λ_prev of the joints on either side; zero where there is none.
fn load_body(body: u32, far_anchor: vec3<f32>, before: vec3<f32>, near_anchor: vec3<f32>, after: vec3<f32>) -> Loaded {
    let pose = poses[body];
    let v = velocities[body];
    let pull = length(before) * length(far_anchor) + length(after) * length(near_anchor);
    var facts = Body();
    var m = Mobility(v.inverse_mass, 0.0, Symmetric());
    if (ISOTROPIC) {
        // beside a velocity stand 1/m and 1/I, which spares a sphere the read of its other facts:
        // 1/I_eff = (1/I) / max(1, min(½ h² pull / I, cap))
        m.w = v.w / max(1.0, min(0.5 * step.h * step.h * pull * v.w, step.guard_cap));
    } else {
        facts = bodies[body];
        m.tensor = world_inverse_inertia(pose.rotation, guarded_inverse_inertia(facts, pull));
    }
    let far_arm = rotate(pose.rotation, far_anchor);
    let near_arm = rotate(pose.rotation, near_anchor);
    var linear = vec3<f32>(0.0);
    var angular = vec3<f32>(0.0);
    if (m.inverse_mass > 0.0) {
        let f = step.h * step.warm_start * before;
        let n = step.h * step.warm_start * after;
        linear = free_linear(v.linear) + m.inverse_mass * (f - n);
        angular = free_angular(v.angular, pose.rotation, facts) + turn(m, cross(far_arm, f) - cross(near_arm, n));
    }
    return Loaded(pose.position, pose.rotation, linear, angular, m, far_arm, near_arm);
}

// U x = −(m⁻¹ x − f × W (n × x)); for spheres −(m⁻¹ + w f·n) x + w n (f·x)
fn couple(m: Mobility, f: vec3<f32>, n: vec3<f32>, x: vec3<f32>) -> vec3<f32> {
    if (ISOTROPIC) {
        return -(m.inverse_mass + m.w * dot(f, n)) * x + m.w * dot(f, x) * n;
    }
    return cross(f, turn(m, cross(n, x))) - m.inverse_mass * x;
}

// Uᵀ S⁻¹ U
fn eliminated(m: Mobility, f: vec3<f32>, n: vec3<f32>, s: Symmetric) -> Symmetric {
    if (ISOTROPIC) {
        // with κ = m⁻¹ + w f·n and q = S⁻¹ n:  κ² S⁻¹ − κ w (q fᵀ + f qᵀ) + w² (n·q) f fᵀ
        let kappa = m.inverse_mass + m.w * dot(f, n);
        let q = symmetric_times(s, n);
        let a = -kappa * m.w;
        let square = outer_square(m.w * m.w * dot(n, q), f);
        return Symmetric(
            kappa * kappa * s.diagonal + 2.0 * a * q * f + square.diagonal,
            kappa * kappa * s.off + square.off
                + a * vec3<f32>(q.x * f.y + q.y * f.x, q.x * f.z + q.z * f.x, q.y * f.z + q.z * f.y));
    }
    let x = couple(m, f, n, vec3<f32>(1.0, 0.0, 0.0));
    let y = couple(m, f, n, vec3<f32>(0.0, 1.0, 0.0));
    let z = couple(m, f, n, vec3<f32>(0.0, 0.0, 1.0));
    let sx = symmetric_times(s, x);
    let sy = symmetric_times(s, y);
    let sz = symmetric_times(s, z);
    return Symmetric(vec3<f32>(dot(x, sx), dot(y, sy), dot(z, sz)), vec3<f32>(dot(x, sy), dot(x, sz), dot(y, sz)));
}

// V = V⁰ − h M⁻¹ Jᵀ δ, and the pose that follows; `force` and `torque` are −Jᵀ δ on the body.
fn finish(body: u32, was: Loaded, force: vec3<f32>, torque: vec3<f32>) -> Loaded {
    var now = was;
    if (was.mobility.inverse_mass > 0.0) {
        now.linear += step.h * was.mobility.inverse_mass * force;
        now.angular += step.h * turn(was.mobility, torque);
        velocities[body].linear = now.linear;
        velocities[body].angular = now.angular;
        poses[body].position = was.position + step.h * now.linear;
        poses[body].rotation = normalize(quaternion_product(exponential(step.h * now.angular), was.rotation));
    }
    return now;
}

// β C/h and J V of a turned joint.
fn bias_of(near: Loaded, far: Loaded) -> vec3<f32> {
    return step.stabilisation * step.inverse_h * ((near.position - far.position) + (near.near_arm - far.far_arm));
}

fn relative_velocity(near: Loaded, far: Loaded) -> vec3<f32> {
    return (near.linear - far.linear) + (cross(near.angular, near.near_arm) - cross(far.angular, far.far_arm));
}

@compute @workgroup_size(32)
fn solve_chains(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let first = order[step.first + 2u * id.x];
    let count = order[step.first + 2u * id.x + 1u];
    let none = vec3<f32>(0.0);

    var link = load_link(order[first]);
    var near = load_body(link.near, none, none, link.near_anchor, link.previous);
    var s = Symmetric();   // S_{k−1}⁻¹
    var z = none;          // z_{k−1}
    for (var k = 0u; k < count; k++) {
        var next = Link();
        if (k + 1u < count) {
            next = load_link(order[first + k + 1u]);
        }
        let far = load_body(link.far, link.far_anchor, link.previous, next.near_anchor, next.previous);

        var d = delassus_block(near.mobility, near.near_arm, far.mobility, far.far_arm);
        d.diagonal += vec3<f32>(step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0);
        var b = step.inverse_h * (relative_velocity(near, far) + bias_of(near, far));
        if (k > 0u) {
            let e = eliminated(near.mobility, near.far_arm, near.near_arm, s);
            d = Symmetric(d.diagonal - e.diagonal, d.off - e.off);
            // Uᵀ z is U z with the two arms exchanged
            b -= couple(near.mobility, near.near_arm, near.far_arm, z);
        }
        s = symmetric_inverse(d);
        z = symmetric_times(s, b);
        blocks[link.joint].diagonal = s.diagonal;
        blocks[link.joint].off = s.off;
        blocks[link.joint].work = z;
        near = far;
        link = next;
    }

    // Back: `behind` is the joint after this one, δ its change, λ its multiplier; `last` the body beyond it.
    var behind = Link();
    var delta = none;
    var lambda = none;
    var last = Loaded();
    for (var i = count; i > 0u; i--) {
        link = load_link(order[first + i - 1u]);
        let far = load_body(link.far, link.far_anchor, link.previous, behind.near_anchor, behind.previous);
        let block = Symmetric(blocks[link.joint].diagonal, blocks[link.joint].off);
        var change = blocks[link.joint].work;
        if (i < count) {
            change -= symmetric_times(block, couple(far.mobility, far.far_arm, far.near_arm, delta));
        }
        let now = finish(link.far, far, change - delta, cross(far.far_arm, change) - cross(far.near_arm, delta));
        if (i < count) {
            let left = relative_velocity(now, last) + bias_of(now, last);
            multipliers[behind.joint] = vec4<f32>(lambda, dot(left, left));
        }
        let turned = step.warm_start * link.previous + change;
        lambda = select(turned, -turned, vec3<bool>(link.flip));
        delta = change;
        behind = link;
        last = now;
    }
    near = load_body(behind.near, none, none, behind.near_anchor, behind.previous);
    near = finish(behind.near, near, -delta, -cross(near.near_arm, delta));
    let left = relative_velocity(near, last) + bias_of(near, last);
    multipliers[behind.joint] = vec4<f32>(lambda, dot(left, left));
}
