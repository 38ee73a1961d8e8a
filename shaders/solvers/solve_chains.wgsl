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

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> joints: array<Joint>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<vec4<f32>>;

// A joint turned so that it points from near to far.
struct Link {
    joint: u32,
    flip: bool,              // true where the joint's b is the near body
    near_anchor: vec3<f32>,
    far_anchor: vec3<f32>,
    far: u32,
    previous: vec3<f32>,     // λ_prev, turned
}

fn load_link(entry: u32) -> Link {
    let l = entry >> 1u;
    let joint = joints[l];
    let lambda = multipliers[l].xyz;
    if ((entry & 1u) == 1u) {
        return Link(l, true, joint.anchor_b, joint.anchor_a, joint.a, -lambda);
    }
    return Link(l, false, joint.anchor_a, joint.anchor_b, joint.b, lambda);
}

// A body as the elimination needs it: V⁰ and M⁻¹.
struct Loaded {
    position: vec3<f32>,
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
    let facts = bodies[body];
    let pull = length(before) * length(far_anchor) + length(after) * length(near_anchor);
    let m = mobility_of(pose.rotation, facts, pull);
    let far_arm = rotate(pose.rotation, far_anchor);
    let near_arm = rotate(pose.rotation, near_anchor);
    var linear = vec3<f32>(0.0);
    var angular = vec3<f32>(0.0);
    if (facts.inverse_mass > 0.0) {
        let f = step.h * step.warm_start * before;
        let n = step.h * step.warm_start * after;
        linear = free_linear(v.linear) + m.inverse_mass * (f - n);
        angular = free_angular(v.angular, pose.rotation, facts) + turn(m, cross(far_arm, f) - cross(near_arm, n));
    }
    return Loaded(pose.position, linear, angular, m, far_arm, near_arm);
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

// M⁻¹ a second time: spheres find it beside V⁰, other bodies are worked out again, from the same numbers.
fn mobility_again(body: u32, v: Velocity, pull: f32) -> Mobility {
    if (ISOTROPIC) {
        return Mobility(v.inverse_mass, v.w, Symmetric());
    }
    return mobility_of(poses[body].rotation, bodies[body], pull);
}

// V = V⁰ − h M⁻¹ Jᵀ δ, and the pose that follows.
fn finish(body: u32, v: Velocity, m: Mobility, force: vec3<f32>, torque: vec3<f32>) {
    if (m.inverse_mass == 0.0) {
        return;
    }
    let linear = v.linear + step.h * m.inverse_mass * force;
    let angular = v.angular + step.h * turn(m, torque);
    let pose = poses[body];
    velocities[body] = Velocity(linear, v.inverse_mass, angular, v.w);
    poses[body].position = pose.position + step.h * linear;
    poses[body].rotation = normalize(quaternion_product(exponential(step.h * angular), pose.rotation));
}

@compute @workgroup_size(64)
fn solve_chains(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let first = order[step.first + 2u * id.x];
    let count = order[step.first + 2u * id.x + 1u];

    let entry = order[first];
    var link = load_link(entry);
    let start = select(joints[link.joint].a, joints[link.joint].b, link.flip);
    var near = load_body(start, vec3<f32>(0.0), vec3<f32>(0.0), link.near_anchor, link.previous);
    velocities[start] = Velocity(near.linear, near.mobility.inverse_mass, near.angular, near.mobility.w);

    var s = Symmetric();             // S_{k−1}⁻¹
    var z = vec3<f32>(0.0);          // z_{k−1}
    for (var k = 0u; k < count; k++) {
        var next = Link();
        if (k + 1u < count) {
            next = load_link(order[first + k + 1u]);
        }
        let far = load_body(link.far, link.far_anchor, link.previous, next.near_anchor, next.previous);
        velocities[link.far] = Velocity(far.linear, far.mobility.inverse_mass, far.angular, far.mobility.w);

        let gap = (near.position - far.position) + (near.near_arm - far.far_arm);
        let bias = step.stabilisation * step.inverse_h * gap;
        let relative = (near.linear - far.linear)
            + (cross(near.angular, near.near_arm) - cross(far.angular, far.far_arm));

        var d = delassus_block(near.mobility, near.near_arm, far.mobility, far.far_arm);
        d.diagonal += vec3<f32>(step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0);
        var b = step.inverse_h * (relative + bias);
        if (k > 0u) {
            let e = eliminated(near.mobility, near.far_arm, near.near_arm, s);
            d = Symmetric(d.diagonal - e.diagonal, d.off - e.off);
            // Uᵀ z is U z with the two arms exchanged
            b -= couple(near.mobility, near.near_arm, near.far_arm, z);
        }
        s = symmetric_inverse(d);
        z = symmetric_times(s, b);

        let sign = select(1.0, -1.0, link.flip);
        blocks[link.joint] = Block(s.diagonal, sign * bias.x, s.off, sign * bias.y, z, sign * bias.z);
        if (link.flip) {
            arms[link.joint] = Arms(far.far_arm, link.far, near.near_arm, joints[link.joint].b);
        } else {
            arms[link.joint] = Arms(near.near_arm, joints[link.joint].a, far.far_arm, link.far);
        }
        near = far;
        link = next;
    }

    // Back: `behind` is δ of the joint after, `behind_arm` its arm on the body shared with this one.
    var behind = vec3<f32>(0.0);
    var behind_arm = vec3<f32>(0.0);
    var behind_pull = 0.0;
    for (var i = 0u; i < count; i++) {
        let back = order[first + count - 1u - i];
        let l = back >> 1u;
        let flip = (back & 1u) == 1u;
        let block = blocks[l];
        let arm = arms[l];
        let previous = multipliers[l].xyz;
        let far_body = select(arm.b, arm.a, flip);
        let far_arm = select(arm.arm_b, arm.arm_a, vec3<bool>(flip));
        let near_arm = select(arm.arm_a, arm.arm_b, vec3<bool>(flip));

        let v = velocities[far_body];
        let m = mobility_again(far_body, v, length(previous) * length(far_arm) + behind_pull);
        var delta = block.work;
        if (i > 0u) {
            delta -= block_times(block, couple(m, far_arm, behind_arm, behind));
        }
        finish(far_body, v, m, delta - behind, cross(far_arm, delta) - cross(behind_arm, behind));
        let turned = select(delta, -delta, vec3<bool>(flip));
        multipliers[l] = vec4<f32>(step.warm_start * previous + turned, 0.0);

        behind = delta;
        behind_arm = near_arm;
        behind_pull = length(previous) * length(near_arm);
    }
    let v = velocities[start];
    finish(start, v, mobility_again(start, v, behind_pull), -behind, -cross(behind_arm, behind));
}
