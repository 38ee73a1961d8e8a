// Sphere or capsule against sphere or capsule: all that is no farther than r from a piece of an axis. Where s û and d + t v̂
// are closest, |s| ≤ h_a, |t| ≤ h_b,
//     s = (û·d − (û·v̂)(v̂·d)) / |û × v̂|²,   t = (û·v̂) s − v̂·d,   n = w/|w| with w = d + t v̂ − s û,
// s clamped, then t, then s once more for that t. Nearly parallel capsules touch at both ends of the piece they share.

// uses: rotation, solid, manifold

// |û × v̂|² under which no place along the axes is the closest but by rounding.
const PARALLEL_AXES: f32 = 1e-6;
// And under which two capsules are taken to lie along one another: six degrees.
const ALONG: f32 = 0.01;
// Axes closer than the root of this have no direction between them, m².
const NO_WAY: f32 = 1e-30;

fn touch_segments(
    d: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    let u = rotate(rotation_a, vec3<f32>(0.0, 1.0, 0.0));
    let v = rotate(rotation_b, vec3<f32>(0.0, 1.0, 0.0));
    let h_a = half_height(a);
    let h_b = half_height(b);
    let r_a = a.half.x;
    let r_b = b.half.x;
    let c = dot(u, d);
    let f = dot(v, d);
    let cosine = dot(u, v);
    let across = cross(u, v);
    let sine2 = dot(across, across);

    // the piece of a's axis beside b's
    let shadow = h_b * abs(cosine);
    let low = clamp(c - shadow, -h_a, h_a);
    let high = clamp(c + shadow, -h_a, h_a);
    var s = 0.5 * (low + high);
    if (sine2 > PARALLEL_AXES) {
        s = clamp((c - cosine * f) / sine2, -h_a, h_a);
    }
    let t = clamp(cosine * s - f, -h_b, h_b);
    s = clamp(c + cosine * t, -h_a, h_a);

    let w = d + t * v - s * u;
    let square = dot(w, w);
    let apart = sqrt(square);
    var normal = any_normal(across, select(v, u, h_a > 0.0), h_a > 0.0 || h_b > 0.0);
    if (square > NO_WAY) {
        normal = w * (1.0 / apart);
    }

    var found = touches_none(normal);
    let radii = r_a + r_b;
    let least = min(r_a, r_b);
    let shift = d + (r_a - r_b) * normal;
    let t_low = clamp(cosine * low - f, -h_b, h_b);
    let t_high = clamp(cosine * high - f, -h_b, h_b);
    let w_low = d + t_low * v - low * u;
    let w_high = d + t_high * v - high * u;
    let far_low = length(w_low);
    let far_high = length(w_high);
    let along = sine2 < ALONG && high - low > 0.1 * least;
    let reach = radii + margin;
    // both ends lie the same way, and nothing between them is deeper
    let slack = 1e-3 * radii;
    let same_low = 0.9 * far_low <= dot(normal, w_low) + slack && far_low <= reach;
    let same_high = 0.9 * far_high <= dot(normal, w_high) + slack && far_high <= reach;
    let level = apart >= min(far_low, far_high) - 0.01 * least;
    if (along && level && same_low && same_high) {
        add_touching(&found, margin, 0.5 * (low * u + t_low * v + shift), radii - far_low, 1u);
        add_touching(&found, margin, 0.5 * (high * u + t_high * v + shift), radii - far_high, 2u);
    } else {
        let feature = select(0u, end_feature(s, h_a), along);
        add_touching(&found, margin, 0.5 * (s * u + t * v + shift), radii - apart, feature);
    }
    return found;
}

// Where axes meet: across both, or across the one there is, or up.
fn any_normal(across: vec3<f32>, axis: vec3<f32>, has_axis: bool) -> vec3<f32> {
    let up = vec3<f32>(0.0, 1.0, 0.0);
    if (!has_axis) {
        return up;
    }
    let square = dot(across, across);
    if (square > PARALLEL_AXES) {
        return across * (1.0 / sqrt(square));
    }
    let lean = select(vec3<f32>(1.0, 0.0, 0.0), up, abs(axis.y) < 0.9);
    let side = lean - dot(axis, lean) * axis;
    return side * (1.0 / length(side));
}
