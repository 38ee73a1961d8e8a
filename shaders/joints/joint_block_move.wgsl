// A body of a colour (step.extra.x) goes to where its energy is least: what `contact_block_bodies` found, and its joints, of any kind.

// uses: step, rotation, symmetric, body, six, tie, rows, sprung, spring_sum, contact_rows, energy
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(58) var<storage, read> energies: array<vec4<f32>>;

fn three(at: u32) -> mat3x3<f32> {
    return mat3x3<f32>(energies[at].xyz, energies[at + 1u].xyz, energies[at + 2u].xyz);
}

@compute @workgroup_size(64)
fn joint_block_move(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[SIZES + step.extra.x]) {
        return;
    }
    let body = contact_numbers[ORDER + contact_numbers[STARTS + step.extra.x] + id.x] & ~IS_BIG;
    let slope = energy_at(body, OF_SLOPE);
    let curve = energy_at(body, OF_CURVE);
    let touched = Bent(
        Six(three(curve), three(curve + 3u), three(curve + 6u)), energies[slope].xyz, energies[slope + 1u].xyz);
    let bent = sprung_sum(body, touched);
    let change = root_solve(root_of(bent.h), Pair(bent.force, bent.torque));
    poses[body].position -= change.linear;
    poses[body].rotation = normalize(quaternion_product(exponential(-change.angular), poses[body].rotation));
    velocities[body].linear -= step.inverse_h * change.linear;
    velocities[body].angular -= step.inverse_h * change.angular;
}
