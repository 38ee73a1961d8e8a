// Begins a substep of AVBD, one thread per joint of any kind, once its rows are there. It writes K of soft rows,
// 1/(γ h²), or of one spring, (γ̂ A_ll)⁻¹/h². It also writes k₀, the mean of the diagonal of A_ll⁻¹ over h², for linear
// and for angular rows.

// uses: step, body, mobility, six, tie, rows, row_store, given
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

fn springs_of(gamma: vec3<f32>, live: vec3<f32>, square: f32) -> vec3<f32> {
    let soft = (gamma > vec3<f32>(0.0)) & (gamma < vec3<f32>(GIVEN));
    return select(vec3<f32>(0.0), live * square / max(gamma, vec3<f32>(1e-30)), soft);
}

fn unit_of(inverse: vec3<f32>, live: vec3<f32>) -> f32 {
    return dot(inverse, live) / max(live.x + live.y + live.z, 1.0);
}

@compute @workgroup_size(64)
fn joint_block_units(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let rows = rows_at(l, VELOCITIES);
    let dead = rows_dead(rows);
    let live = Pair(1.0 - dead.linear, 1.0 - dead.angular);
    let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
    let square = step.inverse_h * step.inverse_h;
    let inverse = six_scaled(square, root_inverse(root_of(six_raised(own, dead))));
    let units = vec2<f32>(
        unit_of(matrix_diagonal(inverse.ll), live.linear), unit_of(matrix_diagonal(inverse.aa), live.angular));
    let zero = scalar_matrix(0.0);
    var stiffness = six_raised(
        Six(zero, zero, zero),
        Pair(springs_of(rows.softness.linear, live.linear, square), springs_of(rows.softness.angular, live.angular, square)));
    if (one_spring(rows)) {
        stiffness = six_scaled(-1.0 / rows.softness.linear.x, inverse);
    }
    let ll = symmetric_part(stiffness.ll);
    let aa = symmetric_part(stiffness.aa);
    blocks[l].diagonal = ll.diagonal;
    blocks[l].off = ll.off;
    blocks[n + l].diagonal = aa.diagonal;
    blocks[n + l].off = aa.off;
    blocks[2u * n + l] = Block(stiffness.la[0], units.x, stiffness.la[1], units.y, stiffness.la[2], 0.0);
}
