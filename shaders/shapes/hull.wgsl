// The data of hulls, in rows of four numbers. The first row of a hull has its middle, and how many corners and faces it
// has, as corners + 64 · faces. Then comes a row for each corner, and two for each face. A face has its normal n
// outwards, the largest n·p, and the number of its corners that contacts know, at most eight. These corners follow in
// order around, three to a number and five bits to each. A shape says at which row its hull begins. Shaders that use it
// have a function that reads them:
//     fn hull_row(k: u32) -> vec4<f32>

// uses: solid

struct HullAt {
    first: u32,              // row of its first corner
    corners: u32,
    faces: u32,
}

// Without corners and faces where the shape is no hull, so that loops over them end at once.
fn hull_at(shape: Shape) -> HullAt {
    let row = select(0u, u32(shape.half.y), shape.kind == HULL);
    let counts = select(0u, u32(hull_row(row).w), shape.kind == HULL);
    return HullAt(row + 1u, counts & 63u, counts >> 6u);
}

fn hull_corner(hull: HullAt, k: u32) -> vec3<f32> {
    return hull_row(hull.first + k).xyz;
}

fn hull_plane(hull: HullAt, k: u32) -> vec4<f32> {
    return hull_row(hull.first + hull.corners + 2u * k);
}

// How many corners of face k contacts know, and these.
fn hull_face(hull: HullAt, k: u32) -> vec4<f32> {
    return hull_row(hull.first + hull.corners + 2u * k + 1u);
}

// Which corner of the hull is the place-th of a face.
fn hull_corner_of(face: vec4<f32>, place: u32) -> u32 {
    let three = u32(face[1u + place / 3u]);
    return (three >> (5u * (place % 3u))) & 31u;
}

// From the farthest plane of a face, negative inside.
fn above_planes(shape: Shape, p: vec3<f32>) -> f32 {
    let hull = hull_at(shape);
    var most = -1e30;
    for (var k = 0u; k < hull.faces; k++) {
        let plane = hull_plane(hull, k);
        most = max(most, dot(plane.xyz, p) - plane.w);
    }
    return most;
}

// From the origin of a shape to its middle, which differ for a hull. A ball of half its thickness about the middle is
// inside.
fn middle_of(shape: Shape) -> vec3<f32> {
    if (shape.kind == HULL) {
        return hull_row(u32(shape.half.y)).xyz;
    }
    return vec3<f32>(0.0);
}
