// Whether the first half of a symplectic substep is done, one thread per halved island: shaders/ties/agreeing.wgsl. Rounds
// are counted by step.iteration, of step.iterations.

// uses: step, tie, kept, agreeing
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

@compute @workgroup_size(64)
fn joint_agree(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    for (var go = !stays(lists[lists[record]]); go; go = false) {
        agree(record, step.iteration, step.iterations);
    }
}
