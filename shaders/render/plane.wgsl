// A plane as the ground that it is: lit where the scene stands, fading into the background, with the ground's shadows.

// uses: rotation, frame, bead, studio, ground

// What a pearl's own colour does to the ground's: nothing.
const PEARL: vec3<f32> = vec3<f32>(0.904661, 0.863157, 0.791298);

fn shadow_at(place: vec2<f32>) -> vec2<f32> {
    let at = (place - frame.map_corner) / frame.map_side;
    let inside = clamp(20.0 * min(min(at.x, at.y), min(1.0 - at.x, 1.0 - at.y)), 0.0, 1.0);
    return mix(vec2<f32>(1.0), textureSampleLevel(shadows, smooth_sampler, at, 0.0).xy, inside);
}

fn falling(n: vec3<f32>) -> vec3<f32> {
    return falls(n, lamp(0u), 0.3) + falls(n, lamp(1u), 0.3) + falls(n, lamp(2u), 0.3) + ambient(n);
}

fn normal_of(bead: Bead) -> vec3<f32> {
    return rotate(bead.rotation, vec3<f32>(0.0, 1.0, 0.0));
}

// Where the scene stands on it.
fn foot_of(bead: Bead) -> vec3<f32> {
    let n = normal_of(bead);
    return frame.middle - dot(frame.middle - bead.centre, n) * n;
}

fn plane_seen(bead: Bead, point: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let n = normal_of(bead);
    let off = (point - foot_of(bead)) / frame.pool;
    let lit = exp(-dot(off, off)) * within_picture(pixel);
    // the map holds what falls on the level ground: the key lamp's shadows are met where its light would go on to
    let on = point.xz - KEY.xz / KEY.y * (point.y - frame.ground_height);
    let through = vec2<f32>(shadow_at(point.xz).x, shadow_at(on).y);
    let depth = mix(0.42, 0.85, frame.dark) * smoothstep(0.0, 0.35, lit);
    let shade = 1.0 - depth * (1.0 - through.x * (0.45 + 0.55 * through.y));
    let own = frame.ground * min(bead_colour(bead) / PEARL, vec3<f32>(1.2)) * falling(n) / falling(vec3<f32>(0.0, 1.0, 0.0));
    return grained(mix(frame.background, own, lit) * shade, pixel, smoothstep(0.0, 0.02, lit));
}
