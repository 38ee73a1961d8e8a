// A pass over places for joints of any kind, one thread per joint of a colour, which share no body that moves:
//     Δq = ω (A_ll + γ)⁻¹ r,   λ ← λ + Δq/h,   x ← x − h M⁻¹ Jᵀ Δq,   V ← V − M⁻¹ Jᵀ Δq
// r at the places as they are now.

// uses: step, placing_rows
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_place(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let now = placing_of(l);
    let ma = mobility_at(now.rows.a);
    let mb = mobility_at(now.rows.b);
    let root = root_of(rows_softened(now.rows, ma, mb, rows_own_blocks(now.rows, ma, mb)));
    put_placing(l, now.rows, root_solve(root, now.left));
}
