// What contacts know of a body: its shape, and what its surface is like.

// uses: solid

struct Surface {
    shape: Shape,
    friction: f32,
    restitution: f32,
    rolling: f32,            // m
    flags: u32,
}

const COLLIDES: u32 = 1u;
const BIG: u32 = 2u;         // stands in no cell: all others look at it
const SENSOR: u32 = 4u;      // touches without a force
const EVENTS: u32 = 8u;      // gets events when it touches
const CHANGES: u32 = 16u;    // comes or goes: for `contact_forget` alone
const PART: u32 = 32u;       // is a part of a compound

// The radius of a round shape about its core: its surface stays at this distance from its core however it rolls.
fn roundness(shape: Shape) -> f32 {
    return select(0.0, shape.half.x, shape.kind == SPHERE || shape.kind == CAPSULE);
}

// It has flat sides only.
fn is_flat(shape: Shape) -> bool {
    return shape.kind == BOX || shape.kind == PLANE || shape.kind == HULL;
}

// Half of its width where it is thinnest, m. Planes have no end.
fn thinness(shape: Shape) -> f32 {
    let h = shape.half;
    return select(select(h.x, min(h.x, min(h.y, h.z)), shape.kind == BOX || shape.kind == CYLINDER), 1e18, shape.kind == PLANE);
}

// The way that two bodies may come nearer in a frame, m: also where one of them is stopped meanwhile, by what neither has met yet.
fn way_of(time: f32, va: vec3<f32>, vb: vec3<f32>) -> f32 {
    return time * max(length(va - vb), max(length(va), length(vb)));
}

// The largest distance of two surfaces that still make a contact, m. It is a tenth of the thinner plus the way that
// they approach in a frame, but no more than the smaller radius.
fn reach_of(thin: f32, radius: f32, way: f32) -> f32 {
    return min(0.1 * thin + way, radius);
}

// Its way in a frame is longer than half of its width: a body on its way may stand farther off than a contact reaches.
fn is_fast(time: f32, velocity: vec3<f32>, shape: Shape) -> bool {
    return time * length(velocity) > thinness(shape);
}
