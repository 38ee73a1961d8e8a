// Conjugate gradients for whole islands in a workgroup, all passes of a substep in one dispatch: what the five
// conjugate_* kernels do. Tiles are as in shaders/common/tile.wgsl; each thread keeps one joint and one body, and the first joint
// of each island adds up for all of them. Stages 1 to 4 have run; this leaves λ, from which stage 4 makes V.
//     u = M⁻¹ Jᵀ p,  A p = J u,  α = r·z / p·A p,  λ += α p,  r −= α A p,  z = D⁻¹ r,  β = new r·z / old,  p ← z + β p

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

var<workgroup> force: array<vec3<f32>, 128>;
var<workgroup> torque_a: array<vec3<f32>, 128>;
var<workgroup> torque_b: array<vec3<f32>, 128>;
var<workgroup> linear: array<vec3<f32>, 128>;
var<workgroup> angular: array<vec3<f32>, 128>;
var<workgroup> products: array<f32, 128>;
var<workgroup> sums: array<f32, 128>;

// What every joint of the island puts in, added up in one order by one thread and told to all.
fn island_sum(thread: u32, joint: TileJoint, product: f32) -> f32 {
    products[thread] = product;
    workgroupBarrier();
    if (thread == joint.island_first) {
        var sum = 0.0;
        for (var k = 0u; k < joint.island_joints; k++) {
            sum += products[joint.island_first + k];
        }
        sums[thread] = sum;
    }
    workgroupBarrier();
    return sums[joint.island_first];
}

@compute @workgroup_size(128)
fn tile_conjugate(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 5u * group.x;
    let tile = Tile(order[record], order[record + 1u], order[record + 2u], order[record + 3u], order[record + 4u]);
    let has_joint = thread < tile.joints;

    var m = Mobility(0.0, 0.0, Symmetric());
    var from_item = 0u;
    var to_item = 0u;
    if (thread < tile.bodies) {
        let body = order[tile.first_body + thread];
        m.inverse_mass = velocities[body].inverse_mass;
        m.w = velocities[body].w;
        if (!ISOTROPIC) {
            m.tensor = mobility[body];
        }
        from_item = tile.adjacency + tile.bodies + 1u + order[tile.adjacency + thread];
        to_item = tile.adjacency + tile.bodies + 1u + order[tile.adjacency + thread + 1u];
    }
    // a thread without a joint is an island by itself, in which nothing happens
    var joint = TileJoint(0u, NOWHERE, NOWHERE, 0u, thread, 0u);
    var arm = Arms();
    var block = Block();
    var lambda = vec3<f32>(0.0);
    var r = vec3<f32>(0.0);
    if (has_joint) {
        let at = tile.first_joint + 3u * thread;
        joint = tile_joint(order[at], order[at + 1u], order[at + 2u]);
        arm = arms[joint.joint];
        block = blocks[joint.joint];
        lambda = multipliers[joint.joint].lambda;
        let relative = joint_velocity(
            arm, velocities[arm.a].linear, velocities[arm.a].angular, velocities[arm.b].linear, velocities[arm.b].angular);
        r = step.inverse_h * (relative + block_bias(block));
    }
    var p = block_times(block, r);
    var now = island_sum(thread, joint, dot(r, p));
    let end = CONJUGATE_END * now;

    for (var pass_index = 0u; pass_index < step.iterations; pass_index++) {
        force[thread] = p;
        torque_a[thread] = cross(arm.arm_a, p);
        torque_b[thread] = cross(arm.arm_b, p);
        workgroupBarrier();
        var pull = vec3<f32>(0.0);
        var twist = vec3<f32>(0.0);
        for (var k = from_item; k < to_item; k++) {
            let item = order[k];
            let l = item >> 1u;
            if ((item & 1u) == 0u) {
                pull += force[l];
                twist += torque_a[l];
            } else {
                pull -= force[l];
                twist -= torque_b[l];
            }
        }
        linear[thread] = m.inverse_mass * pull;
        angular[thread] = turn(m, twist);
        workgroupBarrier();

        var image = vec3<f32>(0.0);
        if (joint.place_a != NOWHERE) {
            image += linear[joint.place_a] + cross(angular[joint.place_a], arm.arm_a);
        }
        if (joint.place_b != NOWHERE) {
            image -= linear[joint.place_b] + cross(angular[joint.place_b], arm.arm_b);
        }
        let curvature = island_sum(thread, joint, dot(p, image));
        // an island that has arrived stops: there α would be 0/0
        var alpha = 0.0;
        if (now > end && curvature > 0.0) {
            alpha = now / curvature;
        }
        lambda += alpha * p;
        r -= alpha * image;
        let z = block_times(block, r);
        let next = island_sum(thread, joint, dot(r, z));
        var beta = 0.0;
        if (now > 0.0) {
            beta = next / now;
        }
        p = z + beta * p;
        now = next;
    }
    if (has_joint) {
        multipliers[joint.joint].lambda = lambda;
    }
}
