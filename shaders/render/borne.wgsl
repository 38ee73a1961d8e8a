// The load of a row of joints, and its mark: the mean of λ over a substep where there is one. For shaders that bind
// `drawn` and `multipliers`.

// uses: simulation, heads

fn borne(row: u32) -> vec4<f32> {
    let own = multipliers[row];
    let mean = multipliers[select(2u, 1u, points_only()) * drawn.joints + row];
    return vec4<f32>(select(own.xyz, mean.xyz, mean.w == 1.0), own.w);
}
