// A pass over places for joints with bounded rows. It is `joint_place` with Δq of the joint's own problem, so that the
// force of the whole substep keeps its bounds.

// uses: step, placing_rows, local_change
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_place_stairs(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let now = placing_of(l);
    put_placing(l, now.rows, change_of(l, now.rows, now.moving, now.left, now.q));
}
