// Where two shapes touch: up to four points with one normal. Lengths in m, world axes.

// uses: solid

// Points that a pair may have: one where all that moves is a sphere. Software GPUs pay for loops and for places in an array that they
// do not know when they compile.
override SLOTS: u32 = 4u;

struct Touching {
    arm: vec3<f32>,         // from a's centre to the point midway between the two surfaces
    depth: f32,             // positive inside, negative a gap
    feature: u32,           // which corner, edge or end it is: the same from frame to frame
}

struct Manifold {
    normal: vec3<f32>,      // unit, from a to b
    count: u32,
    points: array<Touching, 4>,
    rolls: u32,             // a bit for a, a bit for b: a cylinder that touches with its side or its rim, so that it may roll
}

fn touches_none(normal: vec3<f32>) -> Manifold {
    var found: Manifold;
    found.normal = normal;
    return found;
}

// Leaves out points that are farther than the margin, and NaN.
fn add_touching(found: ptr<function, Manifold>, margin: f32, arm: vec3<f32>, depth: f32, feature: u32) {
    if (depth >= -margin && (*found).count < 4u) {
        if (SLOTS == 1u) {
            (*found).points[0] = Touching(arm, depth, feature);
        } else {
            (*found).points[(*found).count] = Touching(arm, depth, feature);
        }
        (*found).count += 1u;
    }
}

// How far its axis reaches to either side: none but a capsule has one.
fn half_height(shape: Shape) -> f32 {
    return select(0.0, shape.half.y, shape.kind == CAPSULE);
}

// Which end of a segment a single point is at: 1 or 2 within a quarter of it, 0 between.
fn end_feature(s: f32, half: f32) -> u32 {
    return select(0u, 1u, s < -0.5 * half) + select(0u, 2u, s > 0.5 * half);
}

fn smallest_of(v: vec3<f32>) -> f32 {
    return min(v.x, min(v.y, v.z));
}

fn largest_of(v: vec3<f32>) -> f32 {
    return max(v.x, max(v.y, v.z));
}

// The axis of the largest gap: y before x before z unless by more than `tie`.
fn widest_of(gaps: vec3<f32>, tie: f32) -> u32 {
    let first = gaps.x > gaps.y + tie;
    let best = select(gaps.y, gaps.x, first);
    return select(select(1u, 0u, first), 2u, gaps.z > best + tie);
}
