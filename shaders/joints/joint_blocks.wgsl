// For the solvers that iterate, one thread per joint: (A_ll + γ)⁻¹, in the places of three blocks.

// uses: step, body, mobility, six, tie, rows, row_store
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

@compute @workgroup_size(64)
fn joint_blocks(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let rows = rows_at(l, VELOCITIES);
    let ma = mobility_at(rows.a);
    let mb = mobility_at(rows.b);
    let inverse = root_inverse(root_of(rows_softened(rows, ma, mb, rows_own_blocks(rows, ma, mb))));
    let ll = symmetric_part(inverse.ll);
    let aa = symmetric_part(inverse.aa);
    blocks[l].diagonal = ll.diagonal;
    blocks[l].off = ll.off;
    blocks[n + l].diagonal = aa.diagonal;
    blocks[n + l].off = aa.off;
    blocks[2u * n + l] = Block(inverse.la[0], 0.0, inverse.la[1], 0.0, inverse.la[2], 0.0);
}
