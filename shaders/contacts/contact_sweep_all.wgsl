// Gauss-Seidel over all colours of pairs, one after the other, in one workgroup: for scenes so small that a dispatch costs more than
// its work.

// uses: step, symmetric, contact_rows, contact_sweep_one
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_sweep_all(@builtin(local_invocation_index) thread: u32) {
    for (var colour = 0u; colour < PALETTE; colour++) {
        let start = contact_numbers[STARTS + colour];
        for (var i = thread; i < contact_numbers[SIZES + colour]; i += 64u) {
            sweep_pair(contact_numbers[ORDER + start + i]);
        }
        storageBarrier();
    }
}
