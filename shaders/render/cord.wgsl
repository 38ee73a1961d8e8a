// A thread between two beads, or a bar that things hang from: a straight round piece with round ends.
struct Cord {
    from_point: vec3<f32>,   // m, world
    radius: f32,
    to_point: vec3<f32>,
    strain: f32,             // 0 at rest, 1 where the joint is wide open
    colour: vec3<f32>,       // linear
    dash: f32,               // length of a dash, m; 0 for none, negative for polished metal
}
