// Where two shapes touch. `between` leads from a's centre to b's, so that nothing is lost far from the origin; points
// have a depth of at least −margin. Software devices run both sides of every branch, but skip loops that no thread
// enters. So each way for two shapes to meet is a loop of at most one turn.

// uses: rotation, solid, rolling, manifold, touch_segments, touch_box_point, touch_boxes, touch_plane, touch_convex

fn touch(
    between: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    // a plane comes last, and a box before a round shape
    let flip = a.kind == PLANE || (b.kind == BOX && a.kind != BOX);
    var first = a;
    var second = b;
    if (flip) {
        first = b;
        second = a;
    }
    let turn_first = select(rotation_a, rotation_b, flip);
    let turn_second = select(rotation_b, rotation_a, flip);
    let way = select(between, -between, flip);

    var found = touches_none(vec3<f32>(0.0));
    let planes = first.kind == PLANE;
    let flat = !planes && second.kind == PLANE;
    let convex = CONVEX && !planes && !flat
        && (first.kind == CYLINDER || second.kind == CYLINDER || (HULLS && (first.kind == HULL || second.kind == HULL)));
    let boxed = !flat && !convex && first.kind == BOX;
    let round = !planes && !flat && !convex && first.kind != BOX;
    for (var go = round; go; go = false) {
        found = touch_segments(way, turn_first, first, turn_second, second, margin);
    }
    for (var go = flat; go; go = false) {
        found = touch_plane(way, turn_first, first, turn_second, second, margin);
    }
    for (var go = SLOTS > 1u && boxed && second.kind == BOX; go; go = false) {
        found = touch_boxes(way, turn_first, first, turn_second, second, margin);
    }
    for (var go = boxed && second.kind != BOX; go; go = false) {
        found = touch_box_point(way, turn_first, first, turn_second, second, margin);
    }

    for (var go = convex; go; go = false) {
        found = touch_convex(way, turn_first, first, turn_second, second, margin);
    }

    if (flip) {
        found.rolls = ((found.rolls & 1u) << 1u) | (found.rolls >> 1u);
        found.normal = -found.normal;
        for (var i = 0u; i < found.count; i++) {
            found.points[i].arm += between;
        }
    }
    return found;
}
