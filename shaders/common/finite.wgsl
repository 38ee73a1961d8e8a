// By bits: some drivers compile x != x away.

// uses: body

fn finite(v: vec4<f32>) -> bool {
    let exponent = bitcast<vec4<u32>>(v) & vec4<u32>(0x7f800000u);
    return all(exponent != vec4<u32>(0x7f800000u));
}

fn whole(pose: Pose) -> bool {
    return finite(vec4<f32>(pose.position, 0.0)) && finite(pose.rotation);
}
