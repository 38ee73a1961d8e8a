// How soon a ball on a straight way meets a shape. Along a line the distance from a convex shape is a convex function.
// So Newton's method, begun where it is positive, comes up to its first zero and never beyond it. Where the distance
// grows there is no zero.
//     g(s) = |e(p + s d)| − r,   g′(s) = e·d / |e|,   s ← s − g/g′      e: from the nearest point of the shape to the ball's centre

// uses: solid, hull

const SWEEP_TURNS: u32 = 24u;
// Of a radius, m/m: as near as this is met.
const MET_AT: f32 = 0.01;
const PASSES: f32 = 2.0;

// From the nearest point of the shape, in its own axes; 0 inside. Of a hull it is from the farthest plane of a face, which is convex too and no
// longer than the way to the hull.
fn away_from(shape: Shape, p: vec3<f32>) -> vec3<f32> {
    let h = shape.half;
    switch (shape.kind) {
        case BOX: { return p - clamp(p, -h, h); }
        case PLANE: { return vec3<f32>(0.0, max(p.y, 0.0), 0.0); }
        case CYLINDER: {
            let off = length(p.xz);
            let wide = max(off - h.x, 0.0) / max(off, 1e-30);
            return vec3<f32>(p.x * wide, p.y - clamp(p.y, -h.y, h.y), p.z * wide);
        }
        case HULL: {
            let hull = hull_at(shape);
            var most = vec4<f32>(0.0);
            for (var k = 0u; k < hull.faces; k++) {
                let plane = hull_plane(hull, k);
                let above = dot(plane.xyz, p) - plane.w;
                most = select(most, vec4<f32>(plane.xyz, above), above > most.w);
            }
            return most.w * most.xyz;
        }
        default: {
            let reach = select(0.0, h.y, shape.kind == CAPSULE);
            let from_core = p - vec3<f32>(0.0, clamp(p.y, -reach, reach), 0.0);
            let off = length(from_core);
            return from_core * (max(off - h.x, 0.0) / max(off, 1e-30));
        }
    }
}

// The share of the way d from p, shape's axes, after which a ball meets the shape. PASSES if it does not, or touches it
// to begin with.
fn sweep(shape: Shape, p: vec3<f32>, d: vec3<f32>, radius: f32) -> f32 {
    var s = 0.0;
    var on = true;
    for (var k = 0u; k < SWEEP_TURNS && on; k++) {
        let away = away_from(shape, p + s * d);
        let distance = length(away);
        let gap = distance - radius;
        let slope = dot(away, d) / max(distance, 1e-30);
        on = gap > MET_AT * radius;
        if (on || k == 0u) {
            let meets = on && slope < 0.0;
            s = select(PASSES, s - gap / min(slope, -1e-30), meets);
            on = meets && s <= 1.0;
        }
    }
    return select(PASSES, s, s <= 1.0);
}
