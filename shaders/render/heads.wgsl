// What drawing shaders read of joints. Shaders that use it bind `ties`: rows as in shaders/ties/frames.wgsl, two for
// each joint's ends. Unless all are point joints, each has two more for its frames, and two for the rows that it holds.

// uses: rotation, body, tie, simulation

// In what the first three rows hold.
const WORLD_AXES: u32 = 0u;
const FRAME_AXES: u32 = 1u;
const ROD: u32 = 2u;

struct Head {
    held: u32,       // which of its six rows hold, a bit each
    soft: u32,       // which of them yield
    linear: u32,
    length: f32,     // of a rod, m
}

fn tie_of(l: u32) -> Tie {
    let end_a = ties[2u * l];
    let end_b = ties[2u * l + 1u];
    return Tie(bitcast<vec3<f32>>(end_a.xyz), end_a.w, bitcast<vec3<f32>>(end_b.xyz), end_b.w);
}

// Whether every joint is a hard point joint, and there is nothing but their ends.
fn points_only() -> bool {
    return drawn.points_only == 1u;
}

fn head_of(l: u32) -> Head {
    if (points_only()) {
        return Head(7u, 0u, WORLD_AXES, 0.0);
    }
    let head = ties[4u * drawn.joints + 2u * l];
    return Head(head.x & 63u, (head.x >> 6u) & 63u, (head.x >> 19u) & 3u, bitcast<f32>(head.y));
}

// The joint's axes on one end, in that body's: 0 for a, 1 for b.
fn frame_of(l: u32, end: u32) -> vec4<f32> {
    if (points_only()) {
        return vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    return bitcast<vec4<f32>>(ties[2u * drawn.joints + 2u * l + end]);
}
