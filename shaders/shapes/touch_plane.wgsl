// A solid a on a plane b. A point p of a stands H + p·n above the plane, with n out of the plane and
// H = −n·(x_b − x_a). All is reckoned from the solid's centre, so that a plane's centre may be far away. A box touches
// with its deepest corners, a cylinder with its side or with four points of a rim, a hull with its lowest face.

// uses: rotation, solid, rolling, manifold, touch_support, touch_patch

fn touch_plane(
    between: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    let up = rotate(rotation_b, vec3<f32>(0.0, 1.0, 0.0));
    let height = -dot(up, between);
    var found = touches_none(-up);
    let boxed = a.kind == BOX;
    for (var go = boxed; go; go = false) {
        add_corners(&found, height, up, rotation_a, a.half, margin);
    }
    let rolling = CONVEX && a.kind == CYLINDER;
    for (var go = rolling; go; go = false) {
        add_side(&found, height, up, rotation_a, a, margin);
    }
    let faced = HULLS && a.kind == HULL;
    for (var go = faced; go; go = false) {
        add_face(&found, height, up, rotation_a, a, margin);
    }
    let radius = a.half.x;
    let reach = half_height(a);
    let axis = rotate(rotation_a, vec3<f32>(0.0, 1.0, 0.0));
    let ends = select(select(1u, 2u, reach > 0.0), 0u, boxed || rolling || faced);
    for (var i = 0u; i < ends; i++) {
        let end = axis * select(reach, -reach, i == 0u);
        let above = height + dot(up, end);
        let feature = select(0u, i + 1u, ends == 2u);
        add_touching(&found, margin, end - up * (0.5 * (above + radius)), radius - above, feature);
    }
    return found;
}

// The four deepest corners, in order. Corner k is on the positive side of x, y, z where bits 0, 1, 2 of k are set.
fn add_corners(
    found: ptr<function, Manifold>, height: f32, up: vec3<f32>, rotation: vec4<f32>, half: vec3<f32>, margin: f32,
) {
    let rise = rotate_back(rotation, up) * half;
    var taken = 0u;
    for (var i = 0u; i < 4u; i++) {
        var deepest = 8u;
        var least = 0.0;
        for (var k = 0u; k < 8u; k++) {
            let above = height + dot(corner_of(rise, k), vec3<f32>(1.0));
            if (((taken >> k) & 1u) == 0u && above <= margin && (deepest == 8u || above < least)) {
                deepest = k;
                least = above;
            }
        }
        taken |= (1u << deepest) & 0xffu;
    }
    for (var k = 0u; k < 8u; k++) {
        if (((taken >> k) & 1u) == 1u) {
            let above = height + dot(corner_of(rise, k), vec3<f32>(1.0));
            let arm = rotate(rotation, corner_of(half, k)) - up * (0.5 * above);
            add_touching(found, margin, arm, -above, k);
        }
    }
}

// Every second corner of a cap, or both ends of a line along the wall.
fn add_side(
    found: ptr<function, Manifold>, height: f32, up: vec3<f32>, rotation: vec4<f32>, shape: Shape, margin: f32,
) {
    let down = rotate_back(rotation, -up);
    var below = side_of(shape, down);
    let stride = select(1u, 2u, is_cap(down));
    for (var k = 0u; k < below.count; k += stride) {
        let p = rotate(rotation, below.corners[k]);
        let above = height + dot(up, p);
        add_touching(found, margin, p - up * (0.5 * above), -above, 8u * below.name + k);
    }
    (*found).rolls = u32(rolls_on(shape, down, (*found).count));
}

// At most four corners of the face that looks down: of more those that a patch would keep.
fn add_face(
    found: ptr<function, Manifold>, height: f32, up: vec3<f32>, rotation: vec4<f32>, shape: Shape, margin: f32,
) {
    let down = rotate_back(rotation, -up);
    var below = side_of(shape, down);
    let stay = kept_corners(below, down, height, margin, ALIKE * shape.half.x);
    for (var k = 0u; k < below.count; k++) {
        if (((stay >> k) & 1u) == 1u) {
            let p = rotate(rotation, below.corners[k]);
            let above = height + dot(up, p);
            add_touching(found, margin, p - up * (0.5 * above), -above, 8u * below.name + k);
        }
    }
}

fn corner_of(half: vec3<f32>, k: u32) -> vec3<f32> {
    return select(half, -half, (vec3<u32>(k) & vec3<u32>(1u, 2u, 4u)) == vec3<u32>(0u));
}
