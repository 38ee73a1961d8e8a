// Before bodies move to where forces alone would take them, one thread per joint of any kind: C in the present pose, γ,
// and λ = 0. γ includes the compliance of firm rows. A firm row that yields is a spring, which pulls as far as it is
// open: no speed bounds how it closes.

// uses: step, rotation, body, tie, rows, frames, row_store
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// In rows that are firm, where these are springs.
fn put_bias(t: u32, firm: vec3<f32>, bias: vec3<f32>, springs: bool) {
    blocks[t].bias_x = select(blocks[t].bias_x, bias.x, springs && firm.x > 0.0);
    blocks[t].bias_y = select(blocks[t].bias_y, bias.y, springs && firm.y > 0.0);
    blocks[t].bias_z = select(blocks[t].bias_z, bias.z, springs && firm.z > 0.0);
}

@compute @workgroup_size(64)
fn joint_place_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let error = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]).error;
    blocks[3u * n + l].diagonal = error.linear;
    blocks[3u * n + l].off = error.angular;
    let firm = hard_rows(frames);
    let yielding = step.compliance * step.inverse_h * step.inverse_h;
    let gamma = rows_at(l, VELOCITIES).softness;
    blocks[n + l].diagonal = gamma.linear + yielding * firm.linear;
    blocks[n + l].off = gamma.angular + yielding * firm.angular;
    let springs = step.compliance > 0.0;
    let open = select(step.inverse_h, 0.0, multipliers[n + l].left != 0.0);
    put_bias(l, firm.linear, open * error.linear, springs);
    put_bias(n + l, firm.angular, open * error.angular, springs);
    multipliers[l].lambda = vec3<f32>(0.0);
    multipliers[n + l].lambda = vec3<f32>(0.0);
}
