// The exact solver for few long chains, one workgroup per chain. V⁰ (warm start included), W, arms and biases are
// there; this finds the change δ of the multipliers from the same block tridiagonal system as solve_chains,
//     U_{k−1}ᵀ δ_{k−1} + D_k δ_k + U_k δ_{k+1} = b_k.
//
// Each of the 64 threads has a stretch of joints side by side. It eliminates all of them but its last, which leaves
// joints at which stretches meet, one per thread. Against the stretch's own last joint that is block Thomas. Against
// the last joint of the stretch before, on which the first row depends, a fill F goes along:
//     S_k = D_k − U_{k−1}ᵀ S_{k−1}⁻¹ U_{k−1},   z_k = S_k⁻¹ (b_k − U_{k−1}ᵀ z_{k−1}),   F_k = −U_{k−1}ᵀ S_{k−1}⁻¹ F_{k−1}
//     of the joint before the stretch:   D −= Σ F_kᵀ S_k⁻¹ F_k,   b −= Σ F_kᵀ z_k
// The 64 joints left are block tridiagonal again, A_t coupling t to t − 1, and are solved by cyclic reduction in
// workgroup memory. In every round each row eliminates its neighbours at twice the distance,
//     P = A_t D_{t−d}⁻¹,  Q = A_{t+d}ᵀ D_{t+d}⁻¹,   D_t −= P A_tᵀ + Q A_{t+d},  b_t −= P b_{t−d} + Q b_{t+d},  A_t = −P A_{t−d}
// until after six rounds none is left. Back along the stretch: δ_k = z_k − S_k⁻¹ (U_k δ_{k+1} + F_k δ_before).

// uses: step, symmetric, body, velocity, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(25) var<storage, read_write> chain_links: array<ChainLink>;

// What elimination keeps of a joint: S⁻¹, F and z.
struct ChainLink {
    inverse: Symmetric,
    fill: mat3x3<f32>,
    work: vec3<f32>,
}

const LANES: u32 = 64u;

// Row t of the rest: D⁻¹, A and b; and the part that the stretch of t takes from the row before it.
var<workgroup> inverse: array<Symmetric, LANES>;
var<workgroup> coupling: array<mat3x3<f32>, LANES>;
var<workgroup> right: array<vec3<f32>, LANES>;
var<workgroup> taken_block: array<Symmetric, LANES>;
var<workgroup> taken_right: array<vec3<f32>, LANES>;
var<workgroup> change: array<vec3<f32>, LANES>;

// A joint turned so that it points along the chain.
struct Link {
    joint: u32,
    sign: f32,               // −1 where the joint's b is the near body
    far: u32,
    near_arm: vec3<f32>,
    far_arm: vec3<f32>,
}

fn load_link(entry: u32) -> Link {
    let l = entry >> 1u;
    let arm = arms[l];
    let flip = (entry & 1u) == 1u;
    return Link(l, select(1.0, -1.0, flip), select(arm.b, arm.a, flip),
        select(arm.arm_a, arm.arm_b, flip), select(arm.arm_b, arm.arm_a, flip));
}

// U on the body that two links share.
fn couple(before: Link, after: Link) -> mat3x3<f32> {
    let m = mobility_at(before.far);
    let f = cross_matrix(before.far_arm);
    let n = cross_matrix(after.near_arm);
    var turning = m.w * (f * n);
    if (!ISOTROPIC) {
        turning = f * symmetric_matrix(m.tensor) * n;
    }
    return turning - scalar_matrix(m.inverse_mass);
}

// A_kk + γ
fn soft_block(l: u32) -> Symmetric {
    let arm = arms[l];
    let d = own_block(l, mobility_at(arm.a), mobility_at(arm.b), arm);
    let gamma = step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0;
    return Symmetric(d.diagonal + vec3<f32>(gamma), d.off);
}

// h⁻¹ (J V⁰ + β C/h), turned
fn own_right(link: Link) -> vec3<f32> {
    let l = link.joint;
    let arm = arms[l];
    let residual = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(blocks[l]);
    return link.sign * step.inverse_h * residual;
}

fn symmetric_minus(p: Symmetric, q: Symmetric) -> Symmetric {
    return Symmetric(p.diagonal - q.diagonal, p.off - q.off);
}

// Mᵀ S M
fn squeezed(m: mat3x3<f32>, s: Symmetric) -> Symmetric {
    return symmetric_part(transpose(m) * symmetric_matrix(s) * m);
}

fn add_change(link: Link, delta: vec3<f32>) {
    multipliers[link.joint].lambda += link.sign * delta;
}

@compute @workgroup_size(64)
fn solve_long_chains(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let first = lists[step.first + 2u * group.x];
    let count = lists[step.first + 2u * group.x + 1u];
    let stretch = (count + LANES - 1u) / LANES;
    let start = t * stretch;
    let end = min(start + stretch, count);
    let used = start < count;

    // The row of this thread; a thread without a joint has the identity as its row.
    var d = Symmetric(vec3<f32>(1.0), vec3<f32>(0.0));
    var a = scalar_matrix(0.0);
    var b = vec3<f32>(0.0);
    var taken = Symmetric();
    var taken_b = vec3<f32>(0.0);
    var link = Link();
    if (used) {
        link = load_link(lists[first + start]);
        if (start > 0u) {
            a = transpose(couple(load_link(lists[first + start - 1u]), link));
        }
        d = soft_block(link.joint);
        b = own_right(link);
        for (var k = start + 1u; k < end; k++) {
            // joint k − 1, fully known by now, goes
            let s = symmetric_inverse(d);
            let z = symmetric_times(s, b);
            chain_links[link.joint].inverse = s;
            chain_links[link.joint].fill = a;
            chain_links[link.joint].work = z;
            taken = symmetric_add(taken, squeezed(a, s));
            taken_b += transpose(a) * z;
            let next = load_link(lists[first + k]);
            let u = couple(link, next);
            d = symmetric_minus(soft_block(next.joint), squeezed(u, s));
            b = own_right(next) - transpose(u) * z;
            a = transpose(u) * symmetric_matrix(s) * a * -1.0;
            link = next;
        }
    }
    taken_block[t] = taken;
    taken_right[t] = taken_b;
    workgroupBarrier();
    if (t + 1u < LANES) {
        d = symmetric_minus(d, taken_block[t + 1u]);
        b -= taken_right[t + 1u];
    }

    for (var far = 1u; far < LANES; far *= 2u) {
        inverse[t] = symmetric_inverse(d);
        coupling[t] = a;
        right[t] = b;
        workgroupBarrier();
        var onward = scalar_matrix(0.0);
        if (t >= far) {
            let p = a * symmetric_matrix(inverse[t - far]);
            d = symmetric_minus(d, symmetric_part(p * transpose(a)));
            b -= p * right[t - far];
            onward = p * coupling[t - far] * -1.0;
        }
        if (t + far < LANES) {
            let next = coupling[t + far];
            let q = transpose(next) * symmetric_matrix(inverse[t + far]);
            d = symmetric_minus(d, symmetric_part(q * next));
            b -= q * right[t + far];
        }
        a = onward;
        workgroupBarrier();
    }
    var delta = symmetric_times(symmetric_inverse(d), b);
    change[t] = delta;
    workgroupBarrier();
    if (!used) {
        return;
    }

    var before = vec3<f32>(0.0);
    if (t > 0u) {
        before = change[t - 1u];
    }
    add_change(link, delta);
    for (var k = end - 1u; k > start; k--) {
        let ahead = link;
        link = load_link(lists[first + k - 1u]);
        let kept = chain_links[link.joint];
        delta = kept.work - symmetric_times(kept.inverse, couple(link, ahead) * delta + kept.fill * before);
        add_change(link, delta);
    }
}
