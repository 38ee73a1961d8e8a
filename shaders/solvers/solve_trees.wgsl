// The exact solver for islands with branches or one loop, one thread per island. V⁰ (warm start included), W,
// arms and biases are there; this leaves the change of the multipliers in the blocks' working vectors.
//
// Bodies are eliminated from the leaves to the root, keeping for each the mobility of what hangs on it: the
// 6 × 6 matrix 𝓜 by which its velocity answers an impulse, at first its own M⁻¹. With H = [1, −[a]ₓ], the
// joint of child c and parent p asks for H_p V_p − H_c V_c = −β C/h and takes the impulse q:
//     S = H_p 𝓜_p H_pᵀ + H_c 𝓜_c H_cᵀ + γ,   r = H_p V_p − H_c V_c + β C/h
//     V_p −= 𝓜_p H_pᵀ S⁻¹ r,   𝓜_p −= 𝓜_p H_pᵀ S⁻¹ H_p 𝓜_p
// and from the root back, f being the impulses that joints further up put on a body:
//     q = S⁻¹ (r + H_p 𝓜_p f_p),   f_p −= H_pᵀ q,   f_c = H_cᵀ q
// A fixed body has 𝓜 = 0. Along a chain this is block Thomas. An island with a loop is cut open at its last
// entry; beside V⁰ the elimination then carries three more columns, what unit impulses at the cut do, and
// a 3 × 3 system closes the loop.

// uses: step, symmetric, body, velocity, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(23) var<storage, read_write> tree_nodes: array<Node>;
@group(0) @binding(24) var<storage, read_write> tree_links: array<TreeLink>;

// 𝓜 in blocks (linear-linear, linear-angular, angular-angular), and V and f in up to four columns.
struct Node {
    ll: mat3x3<f32>,
    la: mat3x3<f32>,
    aa: mat3x3<f32>,
    linear: array<vec3<f32>, 4>,
    angular: array<vec3<f32>, 4>,
    force: array<vec3<f32>, 4>,
    torque: array<vec3<f32>, 4>,
}

// S⁻¹, H_p 𝓜_p in two blocks, and r by column, later q.
struct TreeLink {
    inverse: Symmetric,
    answer_l: mat3x3<f32>,
    answer_a: mat3x3<f32>,
    column: array<vec3<f32>, 4>,
}

fn is_fixed(body: u32) -> bool {
    return velocities[body].inverse_mass == 0.0;
}

// V⁰ and M⁻¹ of a body before anything hangs on it.
fn start_node(body: u32) {
    let v = velocities[body];
    let m = mobility_at(body);
    tree_nodes[body].ll = scalar_matrix(m.inverse_mass);
    tree_nodes[body].la = scalar_matrix(0.0);
    if (ISOTROPIC) {
        tree_nodes[body].aa = scalar_matrix(m.w);
    } else {
        tree_nodes[body].aa = symmetric_matrix(m.tensor);
    }
    tree_nodes[body].linear[0] = v.linear;
    tree_nodes[body].angular[0] = v.angular;
    for (var c = 0; c < 4; c++) {
        if (c > 0) {
            tree_nodes[body].linear[c] = vec3<f32>(0.0);
            tree_nodes[body].angular[c] = vec3<f32>(0.0);
        }
        tree_nodes[body].force[c] = vec3<f32>(0.0);
        tree_nodes[body].torque[c] = vec3<f32>(0.0);
    }
}

// V of one column
fn column_of(body: u32, c: i32) -> Twist {
    return Twist(tree_nodes[body].linear[c], tree_nodes[body].angular[c]);
}

// H 𝓜 Hᵀ, with H 𝓜 = [ll − [a]ₓ laᵀ, la − [a]ₓ aa] and Hᵀ = [1; [a]ₓ]
fn end_mobility(body: u32, arm: vec3<f32>) -> mat3x3<f32> {
    let a = cross_matrix(arm);
    let l = tree_nodes[body].ll - a * transpose(tree_nodes[body].la);
    return l + (tree_nodes[body].la - a * tree_nodes[body].aa) * a;
}

// What three unit impulses at the cut joint do to one of its bodies: columns 1 to 3 of V.
fn open_at(l: u32, body: u32, arm: vec3<f32>, sign: f32) {
    if (is_fixed(body)) {
        return;
    }
    let m = mobility_at(body);
    for (var c = 1; c < 4; c++) {
        var e = vec3<f32>(0.0);
        e[c - 1] = sign;
        let v = kicked(column_of(body, c), m, wrench(l, arm, e));
        tree_nodes[body].linear[c] = v.linear;
        tree_nodes[body].angular[c] = v.angular;
    }
}

// The cut joint's end on a body once all impulses are known: H V with V = V_start + M⁻¹ f. Column 0 starts
// from V⁰, the others from the unit impulse at the cut, which has `sign` on this body.
fn finished_end(l: u32, body: u32, arm: vec3<f32>, sign: f32, c: i32) -> vec3<f32> {
    if (is_fixed(body)) {
        return vec3<f32>(0.0);
    }
    var start = Twist();
    var impulse = Wrench(tree_nodes[body].force[c], tree_nodes[body].torque[c]);
    if (c == 0) {
        start = twist_at(body);
    } else {
        var e = vec3<f32>(0.0);
        e[c - 1] = sign;
        let opened = wrench(l, arm, e);
        impulse.force += opened.force;
        impulse.torque += opened.torque;
    }
    return end_velocity(l, arm, kicked(start, mobility_at(body), impulse));
}

fn trace_of(l: u32) -> f32 {
    let d = own_block(l, mobility_at(arms[l].a), mobility_at(arms[l].b), arms[l]).diagonal;
    return d.x + d.y + d.z;
}

@compute @workgroup_size(64)
fn solve_trees(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let first = lists[step.first + 3u * id.x];
    let all = lists[step.first + 3u * id.x + 1u];
    let loops = lists[step.first + 3u * id.x + 2u];   // 0 or 1
    let count = all - loops;
    let columns = select(1, 4, loops == 1u);

    for (var k = 0u; k < all; k++) {
        let l = lists[first + k] >> 1u;
        if (!is_fixed(arms[l].a)) {
            start_node(arms[l].a);
        }
        if (!is_fixed(arms[l].b)) {
            start_node(arms[l].b);
        }
    }
    let cut = lists[first + all - 1u] >> 1u;
    if (loops == 1u) {
        // V = V₀ − M⁻¹ J_cᵀ μ: minus on a, plus on b
        open_at(cut, arms[cut].a, arms[cut].arm_a, -1.0);
        open_at(cut, arms[cut].b, arms[cut].arm_b, 1.0);
    }

    // leaves to root
    for (var k = 0u; k < count; k++) {
        let entry = lists[first + k];
        let l = entry >> 1u;
        let child_is_b = (entry & 1u) == 1u;
        let arm = arms[l];
        let child = select(arm.a, arm.b, child_is_b);
        let parent = select(arm.b, arm.a, child_is_b);
        let child_arm = select(arm.arm_a, arm.arm_b, vec3<bool>(child_is_b));
        let parent_arm = select(arm.arm_b, arm.arm_a, vec3<bool>(child_is_b));
        // the joint's own J has + on a; turned here so that + stands on the parent
        let sign = select(-1.0, 1.0, child_is_b);

        var s = scalar_matrix(step.regularisation * trace_of(l) / 3.0);
        if (!is_fixed(child)) {
            s += end_mobility(child, child_arm);
        }
        var answer_l = scalar_matrix(0.0);
        var answer_a = scalar_matrix(0.0);
        if (!is_fixed(parent)) {
            let a = cross_matrix(parent_arm);
            answer_l = tree_nodes[parent].ll - a * transpose(tree_nodes[parent].la);
            answer_a = tree_nodes[parent].la - a * tree_nodes[parent].aa;
            s += answer_l + answer_a * a;
        }
        let inverse = symmetric_inverse(symmetric_part(s));
        tree_links[l].inverse = inverse;
        tree_links[l].answer_l = answer_l;
        tree_links[l].answer_a = answer_a;
        for (var c = 0; c < columns; c++) {
            var r = vec3<f32>(0.0);
            if (c == 0) {
                r = sign * block_bias(blocks[l]);
            }
            if (!is_fixed(child)) {
                r -= end_velocity(l, child_arm, column_of(child, c));
            }
            if (!is_fixed(parent)) {
                r += end_velocity(l, parent_arm, column_of(parent, c));
            }
            tree_links[l].column[c] = r;
            if (!is_fixed(parent)) {
                let q = symmetric_times(inverse, r);
                tree_nodes[parent].linear[c] -= transpose(answer_l) * q;
                tree_nodes[parent].angular[c] -= transpose(answer_a) * q;
            }
        }
        if (!is_fixed(parent)) {
            let w = symmetric_matrix(inverse);
            tree_nodes[parent].ll -= transpose(answer_l) * w * answer_l;
            tree_nodes[parent].la -= transpose(answer_l) * w * answer_a;
            tree_nodes[parent].aa -= transpose(answer_a) * w * answer_a;
        }
    }

    // root to leaves
    for (var i = 0u; i < count; i++) {
        let entry = lists[first + count - 1u - i];
        let l = entry >> 1u;
        let child_is_b = (entry & 1u) == 1u;
        let arm = arms[l];
        let child = select(arm.a, arm.b, child_is_b);
        let parent = select(arm.b, arm.a, child_is_b);
        let child_arm = select(arm.arm_a, arm.arm_b, vec3<bool>(child_is_b));
        let parent_arm = select(arm.arm_b, arm.arm_a, vec3<bool>(child_is_b));
        for (var c = 0; c < columns; c++) {
            var r = tree_links[l].column[c];
            if (!is_fixed(parent)) {
                r += tree_links[l].answer_l * tree_nodes[parent].force[c]
                    + tree_links[l].answer_a * tree_nodes[parent].torque[c];
            }
            let q = symmetric_times(tree_links[l].inverse, r);
            tree_links[l].column[c] = q;
            if (!is_fixed(parent)) {
                let on_parent = wrench(l, parent_arm, q);
                tree_nodes[parent].force[c] -= on_parent.force;
                tree_nodes[parent].torque[c] -= on_parent.torque;
            }
            if (!is_fixed(child)) {
                let on_child = wrench(l, child_arm, q);
                tree_nodes[child].force[c] = on_child.force;
                tree_nodes[child].torque[c] = on_child.torque;
            }
        }
    }

    // μ closes the loop: J_c (V₀ + Σ μ_k V_k) + β C/h = γ μ
    var mu = vec3<f32>(0.0);
    if (loops == 1u) {
        let arm = arms[cut];
        let open = finished_end(cut, arm.a, arm.arm_a, -1.0, 0) - finished_end(cut, arm.b, arm.arm_b, 1.0, 0) + block_bias(blocks[cut]);
        var k = scalar_matrix(step.regularisation * trace_of(cut) / 3.0);
        for (var c = 1; c < 4; c++) {
            k[c - 1] -= finished_end(cut, arm.a, arm.arm_a, -1.0, c) - finished_end(cut, arm.b, arm.arm_b, 1.0, c);
        }
        mu = symmetric_times(symmetric_inverse(symmetric_part(k)), open);
        blocks[cut].work = step.inverse_h * mu;
    }
    for (var k = 0u; k < count; k++) {
        let entry = lists[first + k];
        let l = entry >> 1u;
        let sign = select(-1.0, 1.0, (entry & 1u) == 1u);
        var q = tree_links[l].column[0];
        if (loops == 1u) {
            q += mu.x * tree_links[l].column[1] + mu.y * tree_links[l].column[2] + mu.z * tree_links[l].column[3];
        }
        blocks[l].work = sign * step.inverse_h * q;
    }
}
