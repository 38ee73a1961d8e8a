// Stage 3 for joints of any kind, one thread per joint: J, γ and the bias β C/h of every row, for the velocities.

// uses: step, rotation, body, tie, rows, frames, row_keep, kept, wound, staired, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// A taut string is stiff across as well, by |λ|/L. A step can take only part of this stiffness; two soft rows take the
// rest:
//     1/γ = h² |λ|/L − ½ m_eff,   m_eff = 1/(m_a⁻¹ + m_b⁻¹),   no speed across being wanted.
fn stiffness_across(tension: f32, size: f32, inverse_mass: f32) -> f32 {
    return step.h * step.h * abs(tension) / max(size, NEAREST) - 0.5 / inverse_mass;
}

// γ and β of the three rows from `first` on: (γ, β) of each.
fn softness_of_three(frames: Frames, first: u32) -> array<vec3<f32>, 2> {
    let x = softness_numbers(setting_of(frames, first));
    let y = softness_numbers(setting_of(frames, first + 1u));
    let z = softness_numbers(setting_of(frames, first + 2u));
    return array<vec3<f32>, 2>(vec3<f32>(x.x, y.x, z.x), vec3<f32>(x.y, y.y, z.y));
}

// The matrix beside it is put there by `joint_blocks`, where some kernel reads it.
fn put_bias(t: u32, bias: vec3<f32>) {
    blocks[t].bias_x = bias.x;
    blocks[t].bias_y = bias.y;
    blocks[t].bias_z = bias.z;
    blocks[t].work = vec3<f32>(0.0);
}

@compute @workgroup_size(64)
fn joint_rows(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    if (stays(l)) {
        return;
    }
    let n = step.joint_count;
    note_stairs(l, stair_rows(l), has_friction(l));
    let frames = frames_of(l);
    var found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);
    let lambda = Pair(multipliers[l].lambda, multipliers[n + l].lambda);
    let angular = (frames.bits >> ANGULAR_BITS) & 7u;
    if (angular == ANGULAR_SWING || angular == ANGULAR_CONE) {
        multipliers[4u * n + l].lambda.x = -going_on(l, found.error.angular.x);
    }

    var held = live_rows(frames);
    var across = 0.0;
    if (((frames.bits >> LINEAR_BITS) & 3u) == LINEAR_DISTANCE) {
        let inverse_mass = velocities[frames.tie.a].inverse_mass + velocities[frames.tie.b].inverse_mass;
        across = max(0.0, stiffness_across(lambda.linear.x, frames.size - found.error.linear.x, inverse_mass));
        held.linear.y = select(0.0, 1.0, across > 0.0);
        held.linear.z = held.linear.y;
    }
    if (multipliers[n + l].left != 0.0) {
        held = Pair(vec3<f32>(0.0), vec3<f32>(0.0));   // it broke
    }
    found = only(found, held);
    // a row that holds nothing bears nothing
    let looks = step.extra.y == LOOK;
    multipliers[l].lambda = select(held.linear, vec3<f32>(1.0), looks) * lambda.linear;
    multipliers[n + l].lambda = select(held.angular, vec3<f32>(1.0), looks) * lambda.angular;

    // `joint_stairs` handles driven and bounded rows
    let pulls = six_bits(frames.bits, 0u);
    found.error.linear *= pulls.linear;
    found.error.angular *= pulls.angular;
    let soft = six_bits(frames.bits, SOFT_BITS);
    let pull = step.stabilisation * step.inverse_h;
    let hard_linear = slowed(pull * (1.0 - soft.linear) * found.error.linear, frames.recovery.x);
    let hard_angular = slowed(pull * (1.0 - soft.angular) * found.error.angular, frames.recovery.y);
    var bias = Pair(hard_linear, hard_angular);
    var gamma = Pair(vec3<f32>(0.0), vec3<f32>(0.0));
    if (soft_rows(frames) != 0u) {
        let along = softness_of_three(frames, 0u);
        let about = softness_of_three(frames, 3u);
        bias.linear += soft.linear * (along[1] * step.inverse_h) * found.error.linear;
        bias.angular += soft.angular * (about[1] * step.inverse_h) * found.error.angular;
        gamma = Pair(soft.linear * along[0] * held.linear, soft.angular * about[0] * held.angular);
    }
    if (across > 0.0) {
        gamma.linear.y = held.linear.y / across;
        gamma.linear.z = held.linear.z / across;
    }
    found.rows.softness = gamma;
    put_rows(l, VELOCITIES, found.rows);
    put_bias(l, bias.linear);
    put_bias(n + l, bias.angular);
}
