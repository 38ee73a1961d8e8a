// Gauss-Seidel over the colours of pairs from step.first on, one after the other. Pairs without a colour follow side by
// side, unless step.extra.x leaves them out. It is one workgroup, and wide: on a card a dispatch costs more than a round.

// uses: step, symmetric, contact_rows, contact_sweep_one, contact_relax_one
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read> contact_colours: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(45) var<storage, read_write> contact_changes: array<vec4<f32>>;

const COLOURED: u32 = 1u;
const WIDTH: u32 = 256u;

@compute @workgroup_size(WIDTH)
fn contact_sweep_wide(@builtin(local_invocation_index) thread: u32) {
    for (var colour = step.first; colour < PALETTE; colour++) {
        let start = contact_numbers[STARTS + colour];
        for (var i = thread; i < contact_numbers[SIZES + colour]; i += WIDTH) {
            sweep_pair(contact_numbers[ORDER + start + i]);
        }
        storageBarrier();
    }
    let rest = select(contact_numbers[SIZES + PALETTE], 0u, step.extra.x == COLOURED);
    for (var i = thread; i < rest; i += WIDTH) {
        relax_pair(contact_numbers[ORDER + contact_numbers[STARTS + PALETTE] + i], 0u);
    }
}
