// State of a body while the places of its island are found.
struct Draft {
    position: vec3<f32>,         // as the substep, or the last round of a projection, found it
    falls: u32,                  // substeps taken back, counted at one body of an island
    rotation: vec4<f32>,
    linear: vec3<f32>,           // m/s, as the substep found it
    angular: vec3<f32>,          // rad/s
    // what only solve_islands keeps
    free_linear: vec3<f32>,      // after the forces that are not the joints'
    free_angular: vec3<f32>,
    inverse_inertia: vec3<f32>,  // guarded, body axes
    diagonal: vec3<f32>,         // W, guarded
    off: vec3<f32>,
}
