// Where a pair touched in the frame before, in `former_manifolds`: its normal; its owner and its `count`; then by point four rows. They are
// words, since small whole numbers are no floats that every device keeps.

// uses: manifold

struct FormerPoint {
    core_a: vec3<f32>,
    depth: f32,
    core_b: vec3<f32>,
    feature: u32,
    arm_a: vec3<f32>,
    arm_b: vec3<f32>,
}

fn manifold_at(number: u32) -> u32 {
    return (4u * SLOTS + 2u) * number;
}

fn former_point(a: vec4<u32>, b: vec4<u32>, arm_a: vec4<u32>, arm_b: vec4<u32>) -> FormerPoint {
    return FormerPoint(
        bitcast<vec3<f32>>(a.xyz), bitcast<f32>(a.w), bitcast<vec3<f32>>(b.xyz), b.w,
        bitcast<vec3<f32>>(arm_a.xyz), bitcast<vec3<f32>>(arm_b.xyz));
}
