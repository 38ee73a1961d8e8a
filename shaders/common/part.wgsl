// Parts of compounds. Each stands as one more body behind all others, and goes with the body that it is part of. By body: itself, or of a
// part its compound, and where it stands in the principal axes of that, from its centre of mass. For shaders that bind `parts`.

struct PartOf {
    offset: vec3<f32>,       // m
    owner: u32,
    rotation: vec4<f32>,
}
