// The rows of hulls where contacts have them: behind the surfaces, two to a place.

// uses: solid, surface, hull

fn hull_row(k: u32) -> vec4<f32> {
    let at = surfaces[k / 2u];
    let second = vec4<f32>(at.friction, at.restitution, at.rolling, bitcast<f32>(at.flags));
    return select(vec4<f32>(at.shape.half, bitcast<f32>(at.shape.kind)), second, (k & 1u) == 1u);
}
