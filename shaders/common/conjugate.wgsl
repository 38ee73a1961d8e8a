// What the conjugate gradient kernels share. A segment is up to 64 joints of one island, one workgroup each; every island
// is a system of its own.

// uses: step

struct Conjugate {
    residual: vec3<f32>,   // r = b − A λ = h⁻¹ (J V + β C/h), m/s²
    pad_0: f32,
    image: vec3<f32>,      // A p, m/s²
    pad_1: f32,
}

// Sums over one segment.
struct SegmentSums {
    first: f32,    // r·z at the start
    even: f32,     // r·z before even iterations
    odd: f32,      // before odd ones
    image: f32,    // p·A p
}

// Its record in `lists`.
struct Segment {
    entry: u32,           // its first in `lists`
    joints: u32,
    first_of_island: u32, // first segment of its island, and their number
    of_island: u32,
}

fn segment_at(group: u32) -> Segment {
    let record = step.first + 4u * group;
    return Segment(lists[record], lists[record + 1u], lists[record + 2u], lists[record + 3u]);
}

fn joint_of(segment: Segment, thread: u32) -> u32 {
    return lists[segment.entry + thread] >> 1u;
}

// An island has arrived when r·z has shrunk by this: a millionfold smaller residual, what f32 can tell.
const CONJUGATE_END: f32 = 1e-12;
