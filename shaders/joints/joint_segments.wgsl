// Puts the rows of a joint that are driven or bounded on a part of their staircases, one thread per joint. What
// step.extra.y asks for stands in shaders/ties/on_stairs.wgsl.

// uses: step, tie, kept, on_stairs
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_segments(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    for (var go = step.extra.y == AFTERWARDS && !landed(l); go; go = false) {
        put_back(l);
    }
    for (var go = step.extra.y != AFTERWARDS && !stays(l); go; go = false) {
        put_on_stairs(l, step.extra.y);
    }
}
