// A cylinder has flat sides and a round one. Where it rolls, on its side or on a rim, it counts as round, else as flat.

// uses: solid, surface

// Some body is a cylinder or a hull: contacts are compiled with a collider of its own.
override CONVEX: bool = false;

// And some body is a hull.
override HULLS: bool = false;

fn roundness_where(shape: Shape, rolls: bool) -> f32 {
    return select(roundness(shape), shape.half.x, rolls);
}

fn is_flat_where(shape: Shape, rolls: bool) -> bool {
    return is_flat(shape) || (shape.kind == CYLINDER && !rolls);
}

// How far the surface of a leaning cylinder is from r n, where it rolls: r (m − n). Here m is the part of n across the
// axis as a unit vector.
fn lean_of(axis: vec3<f32>, radius: f32, n: vec3<f32>) -> vec3<f32> {
    let m = n - dot(axis, n) * axis;
    return radius * (m * (1.0 / length(m)) - n);
}
