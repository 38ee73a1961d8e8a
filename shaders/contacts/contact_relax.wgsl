// Pairs side by side, one thread per pair: all that touch (step.extra.x, bit 0), or those that found no colour. Each solves for itself
// with its share of the bodies' masses, m_i/n_i with n_i the pairs on body i, so that together they never do too much:
//     z = what the pair alone would do from V, point after point and back again (bit 1), or by V alone (bit 2)
//     Δ ← gain (z − λ) + blend Δ,   λ ← λ + Δ, drawn back into its cone
// gain 1 and blend 0 is mass splitting; Chebyshev's two numbers are momentum. By V alone masses are whole, and the gain is one over the
// most points on either body: Jacobi. `contact_spread` makes V follow.

// uses: step, symmetric, contact_rows, contact, contact_relax_one
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read> contact_colours: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(45) var<storage, read_write> contact_changes: array<vec4<f32>>;

const ALL: u32 = 1u;

@compute @workgroup_size(64)
fn contact_relax(@builtin(global_invocation_id) id: vec3<u32>) {
    let all = (step.extra.x & ALL) != 0u;
    if (id.x >= contact_numbers[select(SIZES + PALETTE, PAIRS, all)]) {
        return;
    }
    var number = id.x;
    if (!all) {
        number = contact_numbers[ORDER + contact_numbers[STARTS + PALETTE] + id.x];
    }
    relax_pair(number, step.extra.x);
}
