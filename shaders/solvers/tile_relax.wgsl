// Jacobi or Chebyshev for whole islands in a workgroup, a substep in one dispatch; shaders/common/tile.wgsl has all
// but the passes:
//     d ← blend d + gain A_ll⁻¹ h⁻¹ (J V + β C/h),   λ += d,   V = V* − h M⁻¹ Jᵀ λ
// Jacobi: blend = 0, gain = ω. Chebyshev: step.blend is σ, step.gain is 1/θ, and pass by pass
//     ρ' = 1/(2σ − ρ),   blend = ρ' ρ,   gain = 2 ρ' σ / θ

// uses: step, symmetric, body, tile, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(128)
fn tile_relax(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var held = take_tile(thread, group.x);
    set_velocities(thread, held);

    var direction = vec3<f32>(0.0);
    var rho = 0.0;
    if (step.blend > 0.0) {
        rho = 1.0 / step.blend;
    }
    for (var pass_index = 1u; pass_index <= step.iterations; pass_index++) {
        var blend = 0.0;
        var gain = step.gain;
        if (pass_index > 1u && step.blend > 0.0) {
            let next = 1.0 / (2.0 * step.blend - rho);
            blend = next * rho;
            gain = 2.0 * next * step.blend * step.gain;
            rho = next;
        }
        let residual = relative_in(held) + held.bias;
        let change = symmetric_times(held.inverse, residual);
        direction = blend * direction + gain * step.inverse_h * change;
        held.lambda += direction;
        set_velocities(thread, held);
    }
    leave_tile(thread, held);
}
