// Jacobi or Chebyshev for whole islands in a workgroup, all passes of a substep in one dispatch. Each thread keeps
// one joint and one body; velocities and forces meet in workgroup memory. Stages 1 to 3 have run; this is the warm start and the passes:
//     d ← blend d + gain A_ll⁻¹ h⁻¹ (J V + β C/h),  λ += d,  V = V* − h M⁻¹ Jᵀ λ
// Jacobi: blend = 0, gain = ω. Chebyshev: step.blend is σ, step.gain is 1/θ, and pass by pass
//     ρ' = 1/(2σ − ρ),  blend = ρ' ρ,  gain = 2 ρ' σ / θ

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

var<workgroup> linear: array<vec3<f32>, 128>;
var<workgroup> angular: array<vec3<f32>, 128>;
var<workgroup> force: array<vec3<f32>, 128>;
var<workgroup> torque_a: array<vec3<f32>, 128>;
var<workgroup> torque_b: array<vec3<f32>, 128>;

@compute @workgroup_size(128)
fn tile_relax(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 5u * group.x;
    let tile = Tile(order[record], order[record + 1u], order[record + 2u], order[record + 3u], order[record + 4u]);
    let has_body = thread < tile.bodies;
    let has_joint = thread < tile.joints;

    var arm = Arms();
    var block = Block();
    var lambda = vec3<f32>(0.0);
    var joint = TileJoint();
    if (has_joint) {
        let at = tile.first_joint + 3u * thread;
        joint = tile_joint(order[at], order[at + 1u], order[at + 2u]);
        arm = arms[joint.joint];
        block = blocks[joint.joint];
        lambda = multipliers[joint.joint].lambda;
    }
    var body = 0u;
    var free = Velocity();
    var m = Mobility(0.0, 0.0, Symmetric());
    var from_item = 0u;
    var to_item = 0u;
    if (has_body) {
        body = order[tile.first_body + thread];
        free = free_velocities[body];
        m = Mobility(free.inverse_mass, free.w, Symmetric());
        if (!ISOTROPIC) {
            m.tensor = mobility[body];
        }
        from_item = tile.adjacency + tile.bodies + 1u + order[tile.adjacency + thread];
        to_item = tile.adjacency + tile.bodies + 1u + order[tile.adjacency + thread + 1u];
    }

    var direction = vec3<f32>(0.0);
    var rho = 0.0;
    if (step.blend > 0.0) {
        rho = 1.0 / step.blend;
    }
    // pass 0 is the warm start: forces as they are, no direction
    for (var pass_index = 0u; pass_index <= step.iterations; pass_index++) {
        if (pass_index > 0u && has_joint) {
            var relative = block_bias(block);
            if (joint.place_a != NOWHERE) {
                relative += linear[joint.place_a] + cross(angular[joint.place_a], arm.arm_a);
            }
            if (joint.place_b != NOWHERE) {
                relative -= linear[joint.place_b] + cross(angular[joint.place_b], arm.arm_b);
            }
            var blend = 0.0;
            var gain = step.gain;
            if (pass_index > 1u && step.blend > 0.0) {
                let next = 1.0 / (2.0 * step.blend - rho);
                blend = next * rho;
                gain = 2.0 * next * step.blend * step.gain;
                rho = next;
            }
            direction = blend * direction + gain * step.inverse_h * block_times(block, relative);
            lambda += direction;
        }
        force[thread] = lambda;
        torque_a[thread] = cross(arm.arm_a, lambda);
        torque_b[thread] = cross(arm.arm_b, lambda);
        workgroupBarrier();

        var pull = vec3<f32>(0.0);
        var twist = vec3<f32>(0.0);
        for (var k = from_item; k < to_item; k++) {
            let item = order[k];
            let l = item >> 1u;
            if ((item & 1u) == 0u) {
                pull -= force[l];
                twist -= torque_a[l];
            } else {
                pull += force[l];
                twist += torque_b[l];
            }
        }
        linear[thread] = free.linear + step.h * m.inverse_mass * pull;
        angular[thread] = free.angular + step.h * turn(m, twist);
        workgroupBarrier();
    }

    if (has_joint) {
        multipliers[joint.joint].lambda = lambda;
    }
    if (has_body) {
        velocities[body].linear = linear[thread];
        velocities[body].angular = angular[thread];
    }
}
