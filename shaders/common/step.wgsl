// The uniform record of a dispatch; records are 256 bytes apart (the dynamic offset).
struct Step {
    gravity: vec3<f32>,        // m/s²
    h: f32,                    // length of the substep, s
    inverse_h: f32,            // 1/s
    stabilisation: f32,        // β, share of the gap closed a substep
    warm_start: f32,           // w, share of the last multipliers kept
    velocity_kept: f32,        // 1 − damping·h
    guard_cap: f32,            // most that the guard may raise an inertia; 1 = off
    regularisation: f32,       // γ over the mean diagonal of A_ll (exact solver)
    blend: f32,                // share of the last direction kept (Chebyshev)
    gain: f32,                 // ω, or Chebyshev's step along the preconditioned residual
    first: u32,                // this dispatch's items are lists[first .. first + count]
    count: u32,
    body_count: u32,
    joint_count: u32,
    iteration: u32,
    iterations: u32,
    extra: vec2<u32>,
    frame: f32,                // length of the frame, s
    closing: f32,              // κ: share of a contact's depth that is closed, 1/s; 0 while contacts relax
    firmness: f32,             // s of a contact, share of the impulse that it would take alone
    yielding: f32,             // γ of a contact, share of λ that it gives back
    compliance: f32,           // of firm rows, m/N (xpbd)
    penalty: f32,              // κ: the least penalty of a joint, over k₀ (avbd)
    penalty_growth: f32,       // added to it in a pass, for each radius that a joint stands open
    penalty_kept: f32,         // γ: the share of it that a substep keeps
    gap_kept: f32,             // α: the share of a gap that a substep leaves
}
@group(0) @binding(0) var<uniform> step: Step;
