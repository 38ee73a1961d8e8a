struct Step {
    count: u32,    // how many chains there are
}
@group(0) @binding(0) var<uniform> step: Step;
// where each chain's joints begin
@group(0) @binding(1) var<storage, read> starts: array<u32>;
// A_ll, 1/kg
@group(0) @binding(2) var<storage, read> diagonals: array<f32>;
// A between joint i and i + 1, 1/kg
@group(0) @binding(3) var<storage, read> couplings: array<f32>;
// b, m/s
@group(0) @binding(4) var<storage, read> rights: array<f32>;
// room to work in
@group(0) @binding(5) var<storage, read_write> pivots: array<f32>;
// q, N s
@group(0) @binding(6) var<storage, read_write> impulses: array<f32>;

// One thread per chain: A q = b, where a joint is coupled to the next only
@compute @workgroup_size(64)
fn solve_chain(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let first = starts[id.x];
    let end = starts[id.x + 1u];

    // Down the chain: take the joint before out of each equation, so that
    //     pivot × q + coupling × q of the next = right
    for (var i = first; i < end; i++) {
        pivots[i] = diagonals[i];
        impulses[i] = rights[i];
        if (i > first) {
            let factor = couplings[i - 1u] / pivots[i - 1u];
            pivots[i] -= factor * couplings[i - 1u];
            impulses[i] -= factor * impulses[i - 1u];
        }
    }

    // And back: the last equation has one unknown, then the one before has …
    for (var i = end; i > first; i--) {
        let l = i - 1u;
        if (l + 1u < end) {
            impulses[l] -= couplings[l] * impulses[l + 1u];
        }
        impulses[l] /= pivots[l];
    }
}
