// The shapes of drawn beads, by slot. Shaders that use it bind `shapes`, which is empty unless SHAPES. If a body's
// centre of mass is not its shape's origin, the last number is the kind plus eight times the place of that centre.
// Centres stand behind all shapes.

// uses: bead, shape, hull

// The rows of hulls stand behind all else.
fn hull_row(k: u32) -> vec4<f32> {
    return shapes[k];
}

fn shape_at(slot: u32) -> Shape {
    let words = shapes[slot];
    return Shape(words.xyz, u32(words.w) & 7u);
}

// Of mass, from the origin of the shape, body axes, m.
fn centre_at(slot: u32) -> vec3<f32> {
    let place = u32(shapes[slot].w) >> 3u;
    return select(vec3<f32>(0.0), shapes[place].xyz, place != 0u);
}

// Of any bead; a sphere needs no more than its radius, which the bead has.
fn shape_of(slot: u32) -> Shape {
    if (SHAPES) {
        return shape_at(slot);
    }
    return Shape();
}

fn is_sphere(shape: Shape) -> bool {
    return !SHAPES || KINDS == 1u || shape.kind == SPHERE;
}
