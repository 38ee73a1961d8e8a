// Where a body's shape is. Poses are of centres of mass: with c the centre of mass in body axes, from the origin of the shape,
//     p = x − R c.
// Shaders that use it bind `poses` and `surfaces`.

// uses: rotation, body, surface

// True where some body of the scene has a centre of mass that is not the origin of its shape. Behind all surfaces stand as many more
// then, of which `half` is c.
override OFFSET: bool = false;

fn centre_at(body: u32) -> vec3<f32> {
    return surfaces[arrayLength(&surfaces) / 2u + body].shape.half;
}

fn place_at(body: u32) -> vec3<f32> {
    if (!OFFSET) {
        return poses[body].position;
    }
    return poses[body].position - rotate(poses[body].rotation, centre_at(body));
}

// Of a point from the origin of a shape, body axes, where it is from the centre of mass, m.
fn about_mass(body: u32, point: vec3<f32>) -> vec3<f32> {
    if (!OFFSET) {
        return point;
    }
    return point - centre_at(body);
}
