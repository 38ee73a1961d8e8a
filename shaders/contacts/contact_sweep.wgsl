// Gauss-Seidel over one colour of pairs (step.extra.x), one thread per pair: ties/push_out.wgsl has the formulas.

// uses: step, symmetric, contact_rows, contact_sweep_one
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_sweep(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < contact_numbers[SIZES + step.extra.x]) {
        sweep_pair(contact_numbers[ORDER + contact_numbers[STARTS + step.extra.x] + id.x]);
    }
}
