// The uniform record of a picture, which every drawing shader reads. Lengths in m, colours linear unless said.

const MOST_DRAWN: u32 = 8u;

struct Frame {
    right: vec3<f32>,          // the camera's axes in the world
    focal: f32,                // pixels: half the height over tan(half the field of view)
    up: vec3<f32>,
    near: f32,                 // m
    forward: vec3<f32>,
    splat_radius: f32,         // beads that look smaller than this many pixels are splatted
    eye: vec3<f32>,
    ground_height: f32,
    size: vec2<f32>,           // of the canvas, pixels
    beads: u32,
    mode: u32,                 // colourBy: 0 bead, 1 load, 2 gap, 3 speed, 4 colour, 5 overshoot, 6 depth
    background: vec3<f32>,
    dark: f32,                 // 1 in a dark room, 0 in a light one
    ground: vec3<f32>,
    pool: f32,                 // radius of the lit part of the ground
    warning: vec3<f32>,        // threads of joints that open
    detail: f32,               // beads that look larger than this many pixels get the whole studio
    middle: vec3<f32>,         // of the scene's bounds
    reach: f32,                // their radius
    map_corner: vec2<f32>,     // the ground's shadow map covers this square of the plane
    map_side: f32,
    casters: u32,              // beads that cast a shadow: every n-th, so that there are not too many
    weight: f32,               // a caster stands for so many
    cells: f32,                // side of a cell of the grid of occupancy; 0 while there is none
    hairline: f32,             // pixels from the top; negative for none
    texel: f32,                // of the shadow map, m
    threads: array<vec4<f32>, 8>,    // colour of the thread of each simulation drawn; w: length of a dash, 0 for none
    line: vec4<f32>,           // the hairline's colour and opacity
    joints_known: u32,         // 1 if gather_joints ran
    far_casters: u32,          // casters of the sky's wide shadows: fewer
    far_weight: f32,
    planes: u32,               // among the beads
}
@group(0) @binding(0) var<uniform> frame: Frame;

// Pixel coordinates have y down. The ray through a pixel, scaled to advance by 1 along the view axis.
fn ray_through(pixel: vec2<f32>) -> vec3<f32> {
    let p = (pixel - 0.5 * frame.size) / frame.focal;
    return frame.forward + p.x * frame.right - p.y * frame.up;
}

// Coordinates along the camera's axes: right, up, away.
fn to_view(world: vec3<f32>) -> vec3<f32> {
    let p = world - frame.eye;
    return vec3<f32>(dot(p, frame.right), dot(p, frame.up), dot(p, frame.forward));
}

fn to_pixel(view: vec3<f32>) -> vec2<f32> {
    return 0.5 * frame.size + frame.focal * vec2<f32>(view.x, -view.y) / view.z;
}

fn pixel_to_clip(pixel: vec2<f32>, depth: f32) -> vec4<f32> {
    let p = 2.0 * pixel / frame.size - 1.0;
    return vec4<f32>(p.x, -p.y, depth, 1.0);
}

// Depth grows towards the eye: near/z keeps 24 bits of resolution at any distance.
fn depth_of(z: f32) -> f32 {
    return clamp(frame.near / z, 0.0, 1.0);
}
