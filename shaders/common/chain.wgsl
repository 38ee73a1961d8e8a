// Shared by the kernels for chains. A link is a joint turned to point from the near body to the far one. The part also
// has the body between two joints, and the block that couples them. Shaders that use it bind `lists`, `bodies`, `ties`,
// `poses`, `velocities` and `multipliers`.

// uses: step, rotation, symmetric, body, motion, tie

// True where every chain of the scene is even (src/lists/even.rs). The joints and bodies of an even chain are numbered
// in a row, its joints have equal anchors, its inner bodies equal mass and inertia.
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

// As it is: `free` is its velocity yet. The anchors are those of the joints before and after it, zero where there is none;
// `tension` is theirs together.
fn load_still(body: u32, inverses: vec2<f32>, far_anchor: vec3<f32>, near_anchor: vec3<f32>, tension: f32) -> Loaded {
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
    return Loaded(
        position, rotation, Twist(velocity, spin), m, rotate(rotation, far_anchor), rotate(rotation, near_anchor));
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
