// What the conjugate gradient kernels share.

struct Conjugate {
    residual: vec3<f32>,   // r = b − A λ = h⁻¹ (J V + β C/h), m/s²
    pad_0: f32,
    image: vec3<f32>,      // A p, m/s²
    pad_1: f32,
}

// Sums over one segment of an island.
struct SegmentSums {
    first: f32,    // r·z at the start
    even: f32,     // r·z before even iterations
    odd: f32,      // before odd ones
    image: f32,    // p·A p
}

// An island has arrived when r·z has shrunk by this: a millionfold smaller residual, what f32 can tell.
const CONJUGATE_END: f32 = 1e-12;
