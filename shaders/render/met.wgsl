// Beads of any shape as rays meet them, and where they are in the picture. Shaders that use it bind `beads` and
// `shapes`.

// uses: rotation, frame, bead, shape, shaped

fn meet_shape(bead: Bead, shape: Shape, ray: vec3<f32>) -> Meeting {
    let eye = rotate_back(bead.rotation, frame.eye - bead.centre);
    let found = ray_shape(eye, rotate_back(bead.rotation, ray), shape);
    return Meeting(bead.radius - found.inside, found.s, rotate(bead.rotation, found.normal));
}

fn meet_bead(bead: Bead, shape: Shape, ray: vec3<f32>) -> Meeting {
    if (!is_sphere(shape)) {
        return meet_shape(bead, shape, ray);
    }
    return meet(bead.centre, bead.radius, ray);
}

fn joined(one: vec4<f32>, other: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(min(one.xy, other.xy), max(one.zw, other.zw));
}

// An upright box around a bead's picture, in pixels: left, top, right, bottom.
fn outline_of(slot: u32) -> vec4<f32> {
    let centre = beads[slot].centre;
    let radius = beads[slot].radius;
    if (!SHAPES) {
        return box_of(centre, radius);
    }
    let shape = shape_at(slot);
    if (shape.kind == SPHERE) {
        return box_of(centre, radius);
    }
    if (shape.kind == PLANE || to_view(centre).z <= radius + frame.near) {
        return vec4<f32>(vec2<f32>(0.0), frame.size);
    }
    let q = beads[slot].rotation;
    if (shape.kind == CAPSULE) {
        let end = rotate(q, vec3<f32>(0.0, shape.half.y, 0.0));
        return joined(box_of(centre + end, shape.half.x), box_of(centre - end, shape.half.x));
    }
    var all = vec4<f32>(1e9, 1e9, -1e9, -1e9);
    if (shape.kind == HULL) {
        let hull = hull_at(shape);
        for (var k = 0u; k < hull.corners; k++) {
            let at = to_pixel(to_view(centre + rotate(q, hull_corner(hull, k))));
            all = joined(all, vec4<f32>(at, at));
        }
        return all;
    }
    for (var k = 0u; k < 8u; k++) {
        let corner = vec3<f32>(
            select(-1.0, 1.0, (k & 1u) == 1u), select(-1.0, 1.0, (k & 2u) == 2u), select(-1.0, 1.0, (k & 4u) == 4u));
        let at = to_pixel(to_view(centre + rotate(q, corner * shape.half)));
        all = joined(all, vec4<f32>(at, at));
    }
    return all;
}
