// The exact solver for chains, one thread per chain, the whole substep in one dispatch: inertia, free velocity,
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

// uses: step, rotation, symmetric, body, motion, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// True where every chain of the scene is even (src/solvers/even.rs): its joints and bodies are numbered in a row,
// its joints have the same anchors, its inner bodies the same mass and inertia.
override EVEN_CHAINS: bool = false;

// A joint turned so that it points from near to far.
struct Link {
    joint: u32,
    flip: bool,              // true where the joint's b is the near body
    near_anchor: vec3<f32>,
    far_anchor: vec3<f32>,
    near: u32,
    far: u32,
    previous: vec3<f32>,     // λ_prev, turned
    reach: vec2<f32>,        // |a| at the near and the far end; turning changes no length
    tension: vec2<f32>,      // |λ_prev||a| at either, for the guard
}

// Only the words that are needed are touched, here and below: SwiftShader pays for each, most for those written.
fn load_link(entry: u32) -> Link {
    let l = entry >> 1u;
    let flip = (entry & 1u) == 1u;
    let tie = ties[l];
    let lambda = multipliers[l].lambda;
    let lengths = vec2<f32>(length(tie.anchor_a), length(tie.anchor_b));
    let reach = select(lengths, lengths.yx, flip);
    return Link(
        l, flip,
        select(tie.anchor_a, tie.anchor_b, flip), select(tie.anchor_b, tie.anchor_a, flip),
        select(tie.a, tie.b, flip), select(tie.b, tie.a, flip),
        select(lambda, -lambda, flip), reach, length(lambda) * reach);
}

// A chain, and what an even one is read for once.
struct Chain {
    entry: u32,              // its first in `lists`
    count: u32,
    first: Link,
    joint_step: u32,         // from one joint to the next
    body_step: u32,          // from one far body to the next
    inner: vec2<f32>,        // 1/m and 1/I of bodies within
    last: vec2<f32>,         // of the far body at the end
}

fn load_chain(record: u32) -> Chain {
    let entry = lists[record];
    let count = lists[record + 1u];
    let first = load_link(lists[entry]);
    var chain = Chain(entry, count, first, 0u, 0u, vec2<f32>(0.0), vec2<f32>(0.0));
    if (EVEN_CHAINS) {
        let second = lists[entry + min(1u, count - 1u)];
        let l = second >> 1u;
        chain.joint_step = l - first.joint;
        chain.body_step = select(ties[l].b, ties[l].a, first.flip) - first.far;
        chain.inner = load_inverses(first.far);
        chain.last = load_inverses(first.far + (count - 1u) * chain.body_step);
    }
    return chain;
}

// 1/m and, beside it for spheres, 1/I
fn load_inverses(body: u32) -> vec2<f32> {
    return vec2<f32>(velocities[body].inverse_mass, velocities[body].w);
}

// The joint k of the chain. Of an even one only λ_prev is read; `near` is the chain's first body there.
fn link_at(chain: Chain, k: u32) -> Link {
    if (!EVEN_CHAINS) {
        return load_link(lists[chain.entry + k]);
    }
    var link = chain.first;
    link.joint += k * chain.joint_step;
    link.far += k * chain.body_step;
    let lambda = multipliers[link.joint].lambda;
    link.previous = select(lambda, -lambda, link.flip);
    link.tension = length(lambda) * link.reach;
    return link;
}

// 1/m and 1/I of the far body of joint k.
fn inverses_at(chain: Chain, link: Link, k: u32) -> vec2<f32> {
    if (!EVEN_CHAINS) {
        return load_inverses(link.far);
    }
    return select(chain.inner, chain.last, k + 1u == chain.count);
}

// A body as the elimination needs it: V* and M⁻¹.
struct Loaded {
    position: vec3<f32>,
    rotation: vec4<f32>,
    free: Twist,
    mobility: Mobility,
    far_arm: vec3<f32>,      // towards the joint before
    near_arm: vec3<f32>,     // towards the joint after
}

// The anchors are those of the joints before and after it, zero where there is none; `tension` is theirs together.
fn load_body(body: u32, inverses: vec2<f32>, far_anchor: vec3<f32>, near_anchor: vec3<f32>, tension: f32) -> Loaded {
    let position = poses[body].position;
    let rotation = poses[body].rotation;
    let velocity = velocities[body].linear;
    let spin = velocities[body].angular;
    var facts = Body();
    var m = Mobility(inverses.x, 0.0, Symmetric());
    if (ISOTROPIC) {
        // beside a velocity stand 1/m and 1/I, which spares a sphere the read of its other facts
        m.w = guarded_w(inverses.y, tension);
    } else {
        facts = bodies[body];
        m.tensor = world_inverse_inertia(rotation, guarded_inverse_inertia(facts, tension));
    }
    let far_arm = rotate(rotation, far_anchor);
    let near_arm = rotate(rotation, near_anchor);
    // a fixed body has m⁻¹ = 0 and W = 0, and gets no gravity
    let fixed = m.inverse_mass == 0.0;
    let linear = select(free_linear(velocity), vec3<f32>(0.0), fixed);
    var angular = spin * step.velocity_kept;
    if (!ISOTROPIC) {
        angular = select(free_angular(spin, rotation, facts), vec3<f32>(0.0), fixed);
    }
    return Loaded(position, rotation, Twist(linear, angular), m, far_arm, near_arm);
}

// V* − h M⁻¹ Jᵀ λ for the turned multipliers of the joints on either side.
fn moved_by(body: Loaded, before: vec3<f32>, after: vec3<f32>) -> Twist {
    let reaction = Wrench(before - after, cross(body.far_arm, before) - cross(body.near_arm, after));
    return moved(body.free, body.mobility, reaction);
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
    let chain = load_chain(step.first + 2u * id.x);
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
