// Where a pair touched in the frame before, in `former_manifolds`. A record has its normal, its owner, its `count`, the
// other body, and the part by which the owner touches. Then come four rows for each point. They are words, since small
// whole numbers are no floats that every device keeps. For shaders that bind it.

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

fn words_at(number: u32, k: u32) -> u32 {
    return manifold_at(number) + 2u + 4u * k;
}

fn former_point(number: u32, k: u32) -> FormerPoint {
    let words = words_at(number, k);
    let a = former_manifolds[words];
    let b = former_manifolds[words + 1u];
    return FormerPoint(
        bitcast<vec3<f32>>(a.xyz), bitcast<f32>(a.w), bitcast<vec3<f32>>(b.xyz), b.w,
        bitcast<vec3<f32>>(former_manifolds[words + 2u].xyz), bitcast<vec3<f32>>(former_manifolds[words + 3u].xyz));
}
