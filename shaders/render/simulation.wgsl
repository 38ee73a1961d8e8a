// What drawing shaders share about the simulations in a picture.

// One of the simulations in the picture.
struct Drawn {
    offset: vec3<f32>,     // where it stands, m
    index: u32,
    first_body: u32,       // its slots among all beads and joints drawn
    first_joint: u32,
    bodies: u32,
    joints: u32,
    local_point: vec3<f32>,    // a hand's grip on a bead, body axes
    held: u32,                 // that bead, or NONE
    goal: vec3<f32>,           // and where the hand is
    points_only: u32,          // 1 if every joint is a hard point joint
    slots: u32,                // points that a pair of bodies may have
    force_size: f32,           // arrows of forces: the usual length in the scene, m,
    force_scale: f32,          // and 1/N
    centres: u32,              // where in `tints` centres of mass begin; 0 where all are the origins of their shapes
}

// The data that beads get about a joint beside them.
struct Signal {
    load: f32,             // |λ|, N
    gap: f32,              // |C| over the smaller radius
    colour: u32,           // of the solver's colouring; NONE if cut
    both: u32,             // a xor b: gives either body from the other
}

// Where `cells` and `lit` stand for shaders that only read them, as words.
const WANTED_CELLS: u32 = 23u;
const LIT: u32 = 27u;

// Arguments of draw calls and dispatches, and figures of the picture.
struct Counters {
    bead_corners: atomic<u32>,    // six for each, as quad.wgsl takes them
    bead_instances: u32,
    bead_pad: vec2<u32>,
    cord_corners: atomic<u32>,
    cord_instances: u32,
    cord_pad: vec2<u32>,
    splat_corners: atomic<u32>,
    splat_instances: u32,
    splat_pad: vec2<u32>,
    pearl_corners: atomic<u32>,
    pearl_instances: u32,
    pearl_pad: vec2<u32>,
    detail_corners: atomic<u32>,
    detail_instances: u32,
    detail_pad: vec2<u32>,
    cell_groups: atomic<u32>,  // of 64 threads
    cell_y: u32,
    cell_z: u32,
    cells: atomic<u32>,
    lit_groups: atomic<u32>,
    lit_y: u32,
    lit_z: u32,
    lit: atomic<u32>,
    splats: atomic<u32>,
    most_load: atomic<u32>,    // the largest |λ| as bits: positive numbers sort like their bits
}
