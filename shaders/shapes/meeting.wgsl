// What bodies meet on their way in a frame. Two of them meet if on their way the inscribed ball of one meets the shape
// of the other. Newton's method also finds where they touch then. It begins where the ball about the smaller one meets
// the other; a step is the gap over the speed along the normal.

// uses: rotation, solid, hull, surface, sweep

// The share of the way that b moves beyond a, world axes, after which they meet; PASSES if they do not. `between` leads from a to b.
fn meeting(
    between: vec3<f32>, way: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape,
) -> f32 {
    var s = PASSES;
    for (var go = b.kind != PLANE; go; go = false) {
        let ball = between + rotate(rotation_b, middle_of(b));
        s = sweep(a, rotate_back(rotation_a, ball), rotate_back(rotation_a, way), thinness(b));
    }
    for (var go = a.kind != PLANE; go; go = false) {
        let ball = rotate(rotation_a, middle_of(a)) - between;
        s = min(s, sweep(b, rotate_back(rotation_b, ball), -rotate_back(rotation_b, way), thinness(a)));
    }
    return s;
}

// Where the ball about the smaller one meets the other, which is before the shapes do; 0 where it does from the beginning.
fn earliest(
    between: vec3<f32>, way: vec3<f32>, rotation_a: vec4<f32>, a: Shape, radius_a: f32,
    rotation_b: vec4<f32>, b: Shape, radius_b: f32,
) -> f32 {
    let smaller = radius_a <= radius_b;
    var shape = a;
    var rotation = rotation_a;
    var p = between;
    var d = way;
    if (smaller) {
        shape = b;
        rotation = rotation_b;
        p = -between;
        d = -way;
    }
    let s = sweep(shape, rotate_back(rotation, p), rotate_back(rotation, d), min(radius_a, radius_b));
    return select(0.0, s, s <= 1.0);
}
