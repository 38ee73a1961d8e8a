// Gauss-Seidel for whole islands in a workgroup, all passes of a substep in one dispatch: what relax_joints does a
// dispatch a colour. Tiles are as in shaders/common/tile.wgsl; each thread keeps one joint, velocities lie in workgroup memory.
// Stages 1 to 4 have run. In each pass, colour by colour,
//     Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h),   λ_l += Δ,   V −= h M⁻¹ J_lᵀ Δ,
// and no two joints of a colour share a movable body. step.gain is ω; step.extra says how many colours there are, and
// whether every second pass goes through them backwards.

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

var<workgroup> linear: array<vec3<f32>, 128>;
var<workgroup> angular: array<vec3<f32>, 128>;
var<workgroup> weight: array<vec2<f32>, 128>;        // 1/m, and W where ISOTROPIC
var<workgroup> tensor: array<Symmetric, 128>;        // W where not

// Adds an impulse at the end of an arm.
fn kick(place: u32, arm: vec3<f32>, impulse: vec3<f32>) {
    var m = Mobility(weight[place].x, weight[place].y, Symmetric());
    if (!ISOTROPIC) {
        m.tensor = tensor[place];
    }
    linear[place] += m.inverse_mass * impulse;
    angular[place] += turn(m, cross(arm, impulse));
}

@compute @workgroup_size(128)
fn tile_sweep(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 5u * group.x;
    let tile = Tile(order[record], order[record + 1u], order[record + 2u], order[record + 3u], order[record + 4u]);
    let has_body = thread < tile.bodies;
    let has_joint = thread < tile.joints;

    var body = 0u;
    if (has_body) {
        body = order[tile.first_body + thread];
        let v = velocities[body];
        linear[thread] = v.linear;
        angular[thread] = v.angular;
        weight[thread] = vec2<f32>(v.inverse_mass, v.w);
        if (!ISOTROPIC) {
            tensor[thread] = mobility[body];
        }
    }
    var joint = TileJoint();
    var arm = Arms();
    var block = Block();
    var lambda = vec3<f32>(0.0);
    if (has_joint) {
        let at = tile.first_joint + 3u * thread;
        joint = tile_joint(order[at], order[at + 1u], order[at + 2u]);
        arm = arms[joint.joint];
        block = blocks[joint.joint];
        lambda = multipliers[joint.joint].lambda;
    }
    workgroupBarrier();

    let colours = step.extra.x;
    for (var pass_index = 1u; pass_index <= step.iterations; pass_index++) {
        let back = step.extra.y == 1u && (pass_index & 1u) == 0u;
        for (var k = 0u; k < colours; k++) {
            if (has_joint && joint.colour == select(k, colours - 1u - k, back)) {
                var relative = block_bias(block);
                if (joint.place_a != NOWHERE) {
                    relative += linear[joint.place_a] + cross(angular[joint.place_a], arm.arm_a);
                }
                if (joint.place_b != NOWHERE) {
                    relative -= linear[joint.place_b] + cross(angular[joint.place_b], arm.arm_b);
                }
                let change = step.gain * step.inverse_h * block_times(block, relative);
                lambda += change;
                if (joint.place_a != NOWHERE) {
                    kick(joint.place_a, arm.arm_a, -step.h * change);
                }
                if (joint.place_b != NOWHERE) {
                    kick(joint.place_b, arm.arm_b, step.h * change);
                }
            }
            workgroupBarrier();
        }
    }

    if (has_joint) {
        multipliers[joint.joint].lambda = lambda;
    }
    if (has_body) {
        velocities[body].linear = linear[thread];
        velocities[body].angular = angular[thread];
    }
}
