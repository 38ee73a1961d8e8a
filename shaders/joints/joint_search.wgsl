// A round of Newton's method, one thread per island: shaders/ties/search.wgsl has the formulas. Rounds are counted by
// step.iteration, of step.iterations.

// uses: step, tie, kept, search
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_search(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    for (var go = !stays(lists[lists[record]]); go; go = false) {
        search(record, step.iteration, step.iterations);
    }
}
