// The exact solver for islands with branches and no loop, one thread per island. V⁰ (warm start included), W,
// arms and biases are there; this leaves the change of the multipliers in the blocks' working vectors.
//
// Bodies are eliminated from the leaves to the root. Each keeps the mobility of its subtree: the 6 × 6 matrix 𝓜 by
// which its velocity answers an impulse, at first its own M⁻¹. With H = [1, −[a]ₓ], the joint of child c and parent p
// asks for H_p V_p − H_c V_c = −β C/h and takes the impulse q:
//     S = H_p 𝓜_p H_pᵀ + H_c 𝓜_c H_cᵀ + γ,   r = H_p V_p − H_c V_c + β C/h
//     V_p −= 𝓜_p H_pᵀ S⁻¹ r,   𝓜_p −= 𝓜_p H_pᵀ S⁻¹ H_p 𝓜_p
// and from the root back, f being the impulses that joints further up put on a body:
//     q = S⁻¹ (r + H_p 𝓜_p f_p),   f_p −= H_pᵀ q,   f_c = H_cᵀ q
// A fixed body has 𝓜 = 0. Along a chain this is block Thomas.

// uses: step, symmetric, body, velocity, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(23) var<storage, read_write> tree_nodes: array<Node>;
@group(0) @binding(24) var<storage, read_write> tree_links: array<TreeLink>;

// 𝓜 in blocks (linear-linear, linear-angular, angular-angular), V, and f.
struct Node {
    ll: mat3x3<f32>,
    la: mat3x3<f32>,
    aa: mat3x3<f32>,
    linear: vec3<f32>,
    angular: vec3<f32>,
    force: vec3<f32>,
    torque: vec3<f32>,
}

// S⁻¹, H_p 𝓜_p in two blocks, and r, later q.
struct TreeLink {
    inverse: Symmetric,
    answer_l: mat3x3<f32>,
    answer_a: mat3x3<f32>,
    answer: vec3<f32>,
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
    tree_nodes[body].linear = v.linear;
    tree_nodes[body].angular = v.angular;
    tree_nodes[body].force = vec3<f32>(0.0);
    tree_nodes[body].torque = vec3<f32>(0.0);
}

// A body that is held has no node: it keeps the velocity that it has.
fn velocity_of(body: u32) -> Twist {
    if (is_fixed(body)) {
        return twist_at(body);
    }
    return Twist(tree_nodes[body].linear, tree_nodes[body].angular);
}

// H 𝓜 Hᵀ, with H 𝓜 = [ll − [a]ₓ laᵀ, la − [a]ₓ aa] and Hᵀ = [1; [a]ₓ]
fn end_mobility(body: u32, arm: vec3<f32>) -> mat3x3<f32> {
    let a = cross_matrix(arm);
    let l = tree_nodes[body].ll - a * transpose(tree_nodes[body].la);
    return l + (tree_nodes[body].la - a * tree_nodes[body].aa) * a;
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
    let first = lists[step.first + 2u * id.x];
    let count = lists[step.first + 2u * id.x + 1u];

    for (var k = 0u; k < count; k++) {
        let l = lists[first + k] >> 1u;
        if (!is_fixed(arms[l].a)) {
            start_node(arms[l].a);
        }
        if (!is_fixed(arms[l].b)) {
            start_node(arms[l].b);
        }
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
        var r = sign * block_bias(blocks[l]);
        r -= end_velocity(l, child_arm, velocity_of(child));
        r += end_velocity(l, parent_arm, velocity_of(parent));
        tree_links[l].answer = r;
        if (!is_fixed(parent)) {
            let q = symmetric_times(inverse, r);
            tree_nodes[parent].linear -= transpose(answer_l) * q;
            tree_nodes[parent].angular -= transpose(answer_a) * q;
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
        var r = tree_links[l].answer;
        if (!is_fixed(parent)) {
            r += tree_links[l].answer_l * tree_nodes[parent].force
                + tree_links[l].answer_a * tree_nodes[parent].torque;
        }
        let q = symmetric_times(tree_links[l].inverse, r);
        if (!is_fixed(parent)) {
            let on_parent = wrench(l, parent_arm, q);
            tree_nodes[parent].force -= on_parent.force;
            tree_nodes[parent].torque -= on_parent.torque;
        }
        if (!is_fixed(child)) {
            let on_child = wrench(l, child_arm, q);
            tree_nodes[child].force = on_child.force;
            tree_nodes[child].torque = on_child.torque;
        }
        let sign = select(-1.0, 1.0, child_is_b);
        blocks[l].work = sign * step.inverse_h * q;
    }
}
