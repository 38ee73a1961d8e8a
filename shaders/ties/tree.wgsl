// The exact solver for islands without loops, one thread per island: elimination in information form, from the leaves
// to a root. Each body has M̂, the articulated mass of itself and all that hangs on it, and P. From a child c to its
// parent p over a joint with sides J_c and J_p and right side r:
//     V' = M̂_c⁻¹ P_c,   S = J_c M̂_c⁻¹ J_cᵀ + γ,   r ← r + J_c V'
//     M̂_p += J_pᵀ S⁻¹ J_p,   P_p −= J_pᵀ S⁻¹ r
// and back, from the root on:
//     q = S⁻¹ (r + J_p V_p),   V_c = V' − M̂_c⁻¹ J_cᵀ q
// All of it in changes: r is the residual of the velocities, V is added to them, q/h is added to λ. The matrices of a
// body are only added up, never subtracted, so that beams and parallel hinges keep their digits. V is taken from the
// way back, not from q, which light bodies would magnify.
//
// Memory traffic is the cost. The entries of a run lead from child to parent, so M̂ and P go on in registers, and are
// put down only where runs meet. For each body its own root and V' are kept for the way back. S is worked out there
// again, from the same numbers to the same bits.
//
// For shaders that bind `lists`, `poses`, `velocities`, `arms`, `blocks`, `multipliers` and `rooted`. They say whether all
// joints are PIVOTS, which hold a point hard by the world's axes. Then n is 1, no spring has all rows,
// and no leaf is held. A branch would not do: software runs both its sides.

// uses: step, symmetric, six, triangle, body, mobility, tie, rows, kept, noted, rooted

/// Marks an island without a root that moves.
const HELD: u32 = 0xffffffffu;
/// Of an entry: its child is where a run begins; the first that comes to its parent; its child is a leaf.
const START: u32 = 0x20000000u;
const FIRST: u32 = 0x40000000u;
const LEAF: u32 = 0x80000000u;

// A joint seen from child and parent.
struct Link {
    l: u32,
    sign: f32,          // of the child's side of J: minus where it is b
    child: u32,
    parent: u32,
    child_arm: vec3<f32>,
    parent_arm: vec3<f32>,
    linear: mat3x3<f32>,
    angular: mat3x3<f32>,
    softness: Pair,
}

fn joint_of(entry: u32) -> u32 {
    return (entry & ~(START | FIRST | LEAF)) >> 1u;
}

fn link_of(entry: u32) -> Link {
    let l = joint_of(entry);
    let flipped = (entry & 1u) == 1u;
    let first = (step.extra.x & 1u) * 4u * step.joint_count;
    let at = first + step.joint_count + 3u * l;
    let ends = arms[first + l];
    var n = scalar_matrix(1.0);
    if (!PIVOTS) {
        n = mat3x3<f32>(arms[at].arm_a, arms[at + 1u].arm_a, arms[at + 2u].arm_a);
    }
    let gamma_x = vec2<f32>(bitcast<f32>(arms[at].a), bitcast<f32>(arms[at].b));
    let gamma_y = vec2<f32>(bitcast<f32>(arms[at + 1u].a), bitcast<f32>(arms[at + 1u].b));
    let gamma_z = vec2<f32>(bitcast<f32>(arms[at + 2u].a), bitcast<f32>(arms[at + 2u].b));
    return Link(
        l, select(1.0, -1.0, flipped), select(ends.a, ends.b, flipped), select(ends.b, ends.a, flipped),
        select(ends.arm_a, ends.arm_b, flipped), select(ends.arm_b, ends.arm_a, flipped), n,
        mat3x3<f32>(arms[at].arm_b, arms[at + 1u].arm_b, arms[at + 2u].arm_b),
        Pair(vec3<f32>(gamma_x.x, gamma_y.x, gamma_z.x), vec3<f32>(gamma_x.y, gamma_y.y, gamma_z.y)));
}

// J V of one side, but for the sign.
fn link_velocity(link: Link, arm: vec3<f32>, v: Pair) -> Pair {
    let tip = v.linear + cross(v.angular, arm);
    if (PIVOTS) {
        return Pair(tip, v.angular * link.angular);
    }
    return Pair(tip * link.linear, v.angular * link.angular);
}

// Jᵀ q of one side, but for the sign.
fn link_push(link: Link, arm: vec3<f32>, q: Pair) -> Pair {
    var force = q.linear;
    if (!PIVOTS) {
        force = link.linear * q.linear;
    }
    return Pair(force, cross(arm, force) + link.angular * q.angular);
}

// M̂ and P
struct Load {
    weight: Weight,
    push: Pair,
}

// Seven rows: two symmetric matrices or triangles and a full one in xyz, six more numbers in w.
struct Kept {
    ll: Symmetric,
    la: mat3x3<f32>,
    aa: Symmetric,
    v: Pair,
}

fn kept_at(at: u32) -> Kept {
    let d = rooted[at];
    let o = rooted[at + 1u];
    let x = rooted[at + 2u];
    let y = rooted[at + 3u];
    let z = rooted[at + 4u];
    let e = rooted[at + 5u];
    let p = rooted[at + 6u].xyz;
    return Kept(
        Symmetric(d.xyz, o.xyz), mat3x3<f32>(x.xyz, y.xyz, z.xyz), Symmetric(e.xyz, p),
        Pair(vec3<f32>(d.w, o.w, x.w), vec3<f32>(y.w, z.w, e.w)));
}

fn keep(at: u32, ll: Symmetric, la: mat3x3<f32>, aa: Symmetric, v: Pair) {
    rooted[at] = vec4<f32>(ll.diagonal, v.linear.x);
    rooted[at + 1u] = vec4<f32>(ll.off, v.linear.y);
    rooted[at + 2u] = vec4<f32>(la[0], v.linear.z);
    rooted[at + 3u] = vec4<f32>(la[1], v.angular.x);
    rooted[at + 4u] = vec4<f32>(la[2], v.angular.y);
    rooted[at + 5u] = vec4<f32>(aa.diagonal, v.angular.z);
    rooted[at + 6u] = vec4<f32>(aa.off, 0.0);
}

fn keep_vector(at: u32, v: Pair) {
    rooted[at].w = v.linear.x;
    rooted[at + 1u].w = v.linear.y;
    rooted[at + 2u].w = v.linear.z;
    rooted[at + 3u].w = v.angular.x;
    rooted[at + 4u].w = v.angular.y;
    rooted[at + 5u].w = v.angular.z;
}

fn vector_kept(at: u32) -> Pair {
    return Pair(
        vec3<f32>(rooted[at].w, rooted[at + 1u].w, rooted[at + 2u].w),
        vec3<f32>(rooted[at + 3u].w, rooted[at + 4u].w, rooted[at + 5u].w));
}

fn no_pair() -> Pair {
    return Pair(vec3<f32>(0.0), vec3<f32>(0.0));
}

fn no_load() -> Load {
    let none = Symmetric(vec3<f32>(0.0), vec3<f32>(0.0));
    return Load(Weight(none, scalar_matrix(0.0), none), no_pair());
}

fn load_kept(at: u32) -> Load {
    let kept = kept_at(at);
    return Load(Weight(kept.ll, kept.la, kept.aa), kept.v);
}

fn load_add(p: Load, q: Load) -> Load {
    return Load(weight_add(p.weight, q.weight), pair_add(p.push, q.push));
}

// M of one body, guarded as W is, plus the sum of its children: in body axes W's diagonal is 1/I.
fn with_own(body: u32, sum: Weight) -> Weight {
    let m = mobility_at(body);
    let mass = 1.0 / m.inverse_mass;
    let ll = Symmetric(sum.ll.diagonal + vec3<f32>(mass), sum.ll.off);
    if (ISOTROPIC) {
        return Weight(ll, sum.la, Symmetric(sum.aa.diagonal + vec3<f32>(1.0 / m.w), sum.aa.off));
    }
    let q = poses[body].rotation;
    let t = 2.0 * q.xyz;
    let s = t * q.xyz;
    let w = t * q.w;
    let xy = t.x * q.y;
    let xz = t.x * q.z;
    let yz = t.y * q.z;
    let x = vec3<f32>(1.0 - (s.y + s.z), xy + w.z, xz - w.y);
    let y = vec3<f32>(xy - w.z, 1.0 - (s.x + s.z), yz + w.x);
    let z = vec3<f32>(xz + w.y, yz - w.x, 1.0 - (s.x + s.y));
    let whole = symmetric_add(
        symmetric_add(outer_square(1.0 / dot(x, turn(m, x)), x), outer_square(1.0 / dot(y, turn(m, y)), y)),
        outer_square(1.0 / dot(z, turn(m, z)), z));
    return Weight(ll, sum.la, symmetric_add(sum.aa, whole));
}

// The part of one side in the joint's own block A_ll = J M⁻¹ Jᵀ.
fn own_side(link: Link, m: Mobility, arm: vec3<f32>) -> Weight {
    let n = link.linear;
    let g = link.angular;
    let square = column_products(n);
    let x = mat3x3<f32>(cross(arm, n[0]), cross(arm, n[1]), cross(arm, n[2]));
    let wx = mat3x3<f32>(turn(m, x[0]), turn(m, x[1]), turn(m, x[2]));
    let wg = mat3x3<f32>(turn(m, g[0]), turn(m, g[1]), turn(m, g[2]));
    return Weight(
        symmetric_add(Symmetric(m.inverse_mass * square.diagonal, m.inverse_mass * square.off), symmetric_product(x, wx)),
        transpose(wx) * g, symmetric_product(g, wg));
}

// L_S⁻¹ of S = J_c M̂_c⁻¹ J_cᵀ + γ
fn root_across(link: Link, body: Root6) -> Root6 {
    // Y = L⁻¹ J_cᵀ
    let three = triangle_matrix(body.a, link.angular);
    var ll: Symmetric;
    var two: mat3x3<f32>;
    if (PIVOTS) {
        two = matrix_add(body.x, triangle_cross(body.a, link.child_arm));
        ll = symmetric_add(triangle_square(body.l), column_products(two));
    } else {
        let n = link.linear;
        two = body.x * n + triangle_matrix(
            body.a, mat3x3<f32>(cross(link.child_arm, n[0]), cross(link.child_arm, n[1]), cross(link.child_arm, n[2])));
        ll = symmetric_add(column_products(triangle_matrix(body.l, n)), column_products(two));
    }
    var aa = column_products(three);
    let la = transpose(two) * three;
    let dead_g = vec3<f32>(dead(link.angular[0]), dead(link.angular[1]), dead(link.angular[2]));
    aa.diagonal += dead_g;
    if (PIVOTS) {
        ll.diagonal += link.softness.linear;
        aa.diagonal += link.softness.angular;
        return root6_of(Weight(ll, la, aa));
    }
    let n = link.linear;
    ll.diagonal += vec3<f32>(dead(n[0]), dead(n[1]), dead(n[2]));
    let mc = mobility_at(link.child);
    let own = weight_add(
        own_side(link, mc, link.child_arm), own_side(link, mobility_at(link.parent), link.parent_arm));
    // a held leaf: several of them can ask for what cannot be
    let some = select(0.0, step.regularisation, mc.inverse_mass == 0.0);
    ll.diagonal += some * own.ll.diagonal;
    aa.diagonal += some * own.aa.diagonal;
    // all rows are one spring
    let one = max(-link.softness.linear.x, 0.0);
    ll.diagonal += one * own.ll.diagonal + max(link.softness.linear, vec3<f32>(0.0));
    ll.off += one * own.ll.off;
    aa.diagonal += one * own.aa.diagonal + max(link.softness.angular, vec3<f32>(0.0));
    aa.off += one * own.aa.off;
    return root6_of(Weight(ll, matrix_add(la, one * own.la), aa));
}

// J_pᵀ S⁻¹ J_p
fn weight_beyond(link: Link, root: Root6) -> Weight {
    // Z = L_S⁻¹ J_p = [b1, −b1 [a]ₓ; b3, −b3 [a]ₓ + L_a⁻¹ gᵀ]
    let arm = -link.parent_arm;
    let turning = triangle_matrix(root.a, transpose(link.angular));
    if (PIVOTS) {
        let b2 = triangle_cross(root.l, arm);
        let b4 = matrix_add(turning, matrix_cross(root.x, arm));
        return Weight(
            symmetric_add(triangle_square(root.l), column_products(root.x)),
            matrix_add(triangle_back_matrix(root.l, b2), transpose(root.x) * b4),
            symmetric_add(column_products(b2), column_products(b4)));
    }
    let n = transpose(link.linear);
    let b1 = triangle_matrix(root.l, n);
    let b3 = root.x * n;
    let b2 = matrix_cross(b1, arm);
    let b4 = matrix_add(turning, matrix_cross(b3, arm));
    return Weight(
        symmetric_add(column_products(b1), column_products(b3)),
        matrix_add(transpose(b1) * b2, transpose(b3) * b4), symmetric_add(column_products(b2), column_products(b4)));
}

fn right_side(l: u32) -> Pair {
    return Pair(blocks[l].work, blocks[step.joint_count + l].work);
}

// From a child, at which `sum` came together, to its parent: the part that it adds there.
fn eliminate(link: Link, sum: Load) -> Load {
    var body = root6_of(with_own(link.child, sum.weight));
    if (!PIVOTS && velocities[link.child].inverse_mass == 0.0) {
        let none = Symmetric(vec3<f32>(0.0), vec3<f32>(0.0));
        body = Root6(none, scalar_matrix(0.0), none);
    }
    let v = root6_solve(body, sum.push);
    keep(ROWS * link.child, body.l, body.x, body.a, v);
    let root = root_across(link, body);
    let r = pair_add(right_side(link.l), pair_scaled(link.sign, link_velocity(link, link.child_arm, v)));
    return Load(
        weight_beyond(link, root), link_push(link, link.parent_arm, pair_scaled(link.sign, root6_solve(root, r))));
}

// The child's V from its parent's.
fn substitute(link: Link, above: Pair) -> Pair {
    let kept = kept_at(ROWS * link.child);
    let body = Root6(kept.ll, kept.la, kept.aa);
    let root = root_across(link, body);
    let r = pair_add(
        pair_add(right_side(link.l), pair_scaled(link.sign, link_velocity(link, link.child_arm, kept.v))),
        pair_scaled(-link.sign, link_velocity(link, link.parent_arm, above)));
    let q = root6_solve(root, r);
    let v = pair_add(kept.v, root6_solve(body, link_push(link, link.child_arm, pair_scaled(-link.sign, q))));
    velocities[link.child].linear += v.linear;
    velocities[link.child].angular += v.angular;
    for (var go = (step.extra.x & 3u) != PLACES; go; go = false) {
        multipliers[link.l].lambda += step.inverse_h * q.linear;
        multipliers[step.joint_count + link.l].lambda += step.inverse_h * q.angular;
    }
    return v;
}

fn solve_tree(record: u32) {
    let first = lists[record];
    let root = lists[record + 2u];
    // one that stays as it is has no entries here: software runs both sides of a branch, and skips a loop that no thread enters
    var count = select(lists[record + 1u], 0u, stays(lists[record + 3u]));
    if ((step.extra.x & 3u) != VELOCITIES) {
        var open = 0.0;
        for (var k = 0u; k < count; k++) {
            open = max(open, noted_gap(joint_of(lists[first + k])));
        }
        count = select(count, 0u, open == 0.0);
    }

    var sum = no_load();
    var k = 0u;
    while (k < count) {
        var entry = lists[first + k];
        var link = link_of(entry);
        sum = no_load();
        if ((entry & LEAF) == 0u) {
            sum = load_kept(ROWS * link.child);
        }
        loop {
            sum = eliminate(link, sum);
            k += 1u;
            if (k >= count) {
                break;
            }
            let next = lists[first + k];
            if ((next & START) != 0u) {
                break;
            }
            entry = next;
            link = link_of(entry);
        }
        // several runs meet
        if ((entry & FIRST) == 0u) {
            sum = load_add(sum, load_kept(ROWS * link.parent));
        }
        if (k < count) {
            keep(ROWS * link.parent, sum.weight.ll, sum.weight.la, sum.weight.aa, sum.push);
        }
    }

    var v = no_pair();
    for (var go = root != HELD && count > 0u; go; go = false) {
        let top = root6_of(with_own(root, sum.weight));
        v = root6_solve(top, sum.push);
        keep_vector(ROWS * root, v);
        velocities[root].linear += v.linear;
        velocities[root].angular += v.angular;
    }
    while (k > 0u) {
        var entry = lists[first + k - 1u];
        var link = link_of(entry);
        if (k < count) {
            v = vector_kept(ROWS * link.parent);
        }
        loop {
            v = substitute(link, v);
            k -= 1u;
            if ((entry & START) != 0u) {
                // Inside the loop: a software device may take what leaves a loop from the last turn of all its threads.
                if ((entry & LEAF) == 0u) {
                    keep_vector(ROWS * link.child, v);
                }
                break;
            }
            entry = lists[first + k - 1u];
            link = link_of(entry);
        }
    }
}
