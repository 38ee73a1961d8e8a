// Distance from o along the unit vector d to a shape, in the shape's own axes with its centre at the origin. It is 0
// where the ray begins inside. Lengths in m.

// uses: solid, shape

struct Met {
    distance: f32,
    normal: vec3<f32>,
}

// Farther than any body is.
const MISSED: f32 = 1e30;

// What rounding may leave of a length over that length: as near to a surface is on it.
const NEAR: f32 = 1e-6;

fn cast_at(shape: Shape, o: vec3<f32>, d: vec3<f32>) -> Met {
    if (distance_to(shape, o) <= NEAR * length(o)) {
        return Met(0.0, -d);
    }
    if (shape.kind == PLANE) {
        // however flat: a picture shows none that is met beyond its horizon
        return Met(select(MISSED, -o.y / min(d.y, -1e-30), d.y < 0.0), vec3<f32>(0.0, 1.0, 0.0));
    }
    let found = ray_shape(o, d, shape);
    return Met(select(MISSED, found.s, found.inside >= 0.0 && found.s > 0.0), found.normal);
}
