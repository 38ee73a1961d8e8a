// Side by side, one thread per body: all pushes that its joints have found from the same places, in the order of its list. A joint's force
// on b and the torques on a and b lie in `work`, `diagonal` and `off` of its block.

// uses: step, rotation, body, velocity, mobility, tie, place_push
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;

@compute @workgroup_size(64)
fn place_gather(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    var push = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var k = lists[body]; k < lists[body + 1u]; k++) {
        let l = lists[k] >> 1u;
        let is_b = (lists[k] & 1u) == 1u;
        push.force += select(-blocks[l].work, blocks[l].work, is_b);
        push.torque += select(blocks[l].diagonal, blocks[l].off, is_b);
    }
    place(body, push);
}
