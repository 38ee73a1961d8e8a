// Beads where there is no WebGPU: a quad around each, met and shaded in every pixel by the text that `resolve` shades them by. What
// stands there in buffers comes here with each bead: itself and the two at its ends.

// uses: rotation, frame, bead, shape, shaped, met, colours, pearl

var<private> beads: array<Bead, 3>;
var<private> shapes: array<vec4<f32>, 3>;
const FINEST: u32 = 2u;

struct Own {
    @location(0) @interpolate(flat) sphere: vec4<f32>,      // m, world
    @location(1) @interpolate(flat) rotation: vec4<f32>,
    @location(2) @interpolate(flat) colour: vec4<f32>,      // linear, and metal
    @location(3) @interpolate(flat) shape: vec4<f32>,
    @location(4) @interpolate(flat) before: vec4<f32>,      // the beads at its ends; a radius of 0 for none
    @location(5) @interpolate(flat) after: vec4<f32>,
    @location(6) @interpolate(flat) light: vec4<f32>,       // sky, key, which simulation
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) sphere: vec4<f32>,
    @location(1) @interpolate(flat) rotation: vec4<f32>,
    @location(2) @interpolate(flat) colour: vec4<f32>,
    @location(3) @interpolate(flat) shape: vec4<f32>,
    @location(4) @interpolate(flat) before: vec4<f32>,
    @location(5) @interpolate(flat) after: vec4<f32>,
    @location(6) @interpolate(flat) light: vec4<f32>,
}

struct Painted {
    @location(0) colour: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

fn other(sphere: vec4<f32>) -> Bead {
    return Bead(sphere.xyz, sphere.w, vec4<f32>(0.0, 0.0, 0.0, 1.0), vec2<u32>(0u), 0u, 0u, vec2<u32>(NONE), 0.0, 0.0);
}

fn put(sphere: vec4<f32>, rotation: vec4<f32>, colour: vec4<f32>, shape: vec4<f32>, before: vec4<f32>, after: vec4<f32>, light: vec4<f32>) {
    let pixels = frame.focal * sphere.w / max(to_view(sphere.xyz).z, frame.near);
    beads[0] = Bead(
        sphere.xyz, sphere.w, rotation, vec2<u32>(pack2x16unorm(colour.xy), pack2x16unorm(colour.zw)),
        pack2x16unorm(light.xy), u32(light.z),
        vec2<u32>(select(NONE, 1u, before.w > 0.0), select(NONE, 2u, after.w > 0.0)), pixels, 0.0);
    beads[1] = other(before);
    beads[2] = other(after);
    shapes[0] = shape;
    shapes[1] = vec4<f32>(before.w, before.w, before.w, 0.0);
    shapes[2] = vec4<f32>(after.w, after.w, after.w, 0.0);
}

@vertex
fn flat_beads_corner(@builtin(vertex_index) corner: u32, in: Own) -> Corner {
    put(in.sphere, in.rotation, in.colour, in.shape, in.before, in.after, in.light);
    let box = outline_of(0u) + vec4<f32>(-1.0, -1.0, 1.0, 1.0);
    let pixel = vec2<f32>(select(box.x, box.z, (corner & 1u) == 1u), select(box.y, box.w, (corner & 2u) == 2u));
    return Corner(pixel_to_clip(pixel, 0.5), in.sphere, in.rotation, in.colour, in.shape, in.before, in.after, in.light);
}

@fragment
fn flat_beads_pixel(in: Corner) -> Painted {
    put(in.sphere, in.rotation, in.colour, in.shape, in.before, in.after, in.light);
    let ray = ray_through(in.position.xy);
    let m = meet_bead(0u, ray);
    let share = coverage_of(m, in.sphere.w, m.z);
    if (share <= 0.0) {
        discard;
    }
    let light = clamp(develop(pearl(0u, m, ray)), vec3<f32>(0.0), vec3<f32>(1.0));
    return Painted(vec4<f32>(light, share), 1.0 - depth_of(m.z));
}
