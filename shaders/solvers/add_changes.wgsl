// After solve_trees, one thread per joint: λ += the change that it left in the block's working vector. A kernel of its own,
// since solve_trees has no binding to spare for the multipliers.

// uses: step, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn add_changes(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    multipliers[l].lambda += blocks[l].work;
}
