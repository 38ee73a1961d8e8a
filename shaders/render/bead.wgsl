// Beads as they are drawn, and where they are in the picture.

// uses: frame

// True where some bead is no sphere: then `shapes` says what each is.
override SHAPES: bool = false;

// One bead, gathered from the simulation's buffers once per picture.
struct Bead {
    centre: vec3<f32>,       // m, world
    radius: f32,             // of the sphere around it; 0 for a plane
    rotation: vec4<f32>,
    colour: vec2<u32>,       // red, green | blue, metal: 16 bits each, linear
    light: u32,              // what the surroundings let through: sky | key, 16 bits each
    kind: u32,               // which simulation, in the low byte; how it is drawn, see below
    neighbours: vec2<u32>,   // slots of the beads at its two ends, or NONE
    pixels: f32,             // radius as it looks
    signal: f32,
}

const NONE: u32 = 0xffffffffu;
const AS_PEARL: u32 = 0x100u;
const AS_SPLAT: u32 = 0x200u;

fn bead_colour(bead: Bead) -> vec3<f32> {
    return vec3<f32>(unpack2x16unorm(bead.colour.x), unpack2x16unorm(bead.colour.y).x);
}

fn bead_metal(bead: Bead) -> f32 {
    return unpack2x16unorm(bead.colour.y).y;
}

// A ray o + s d meets a sphere: how far it passes from the centre, and the entry point, or the nearest point if it
// misses. Both relative to the centre, so that nothing is lost far from the eye.
struct Meeting {
    passes: f32,             // distance from the centre, m
    z: f32,                  // of the point, along the view axis
    normal: vec3<f32>,
}

// `ray` advances by 1 along the view axis.
fn meet(centre: vec3<f32>, radius: f32, ray: vec3<f32>) -> Meeting {
    let c = centre - frame.eye;
    let inverse = 1.0 / dot(ray, ray);
    let middle = dot(c, ray) * inverse;
    let off = middle * ray - c;
    let square = dot(off, off);
    let s = sqrt(max(radius * radius - square, 0.0) * inverse);
    return Meeting(sqrt(square), middle - s, normalize(off - s * ray));
}

// Share of a pixel inside the silhouette: its signed distance to the edge, in pixels, about one half.
fn coverage_of(m: Meeting, radius: f32, view_z: f32) -> f32 {
    return clamp(0.5 + (radius - m.passes) * frame.focal / view_z, 0.0, 1.0);
}

// The two tangents to a circle about (c, z) seen from the origin: tan of their angles off the view axis.
//     (c z ± r √(c² + z² − r²)) / (z² − r²)
fn tangents(c: f32, z: f32, r: f32) -> vec2<f32> {
    let root = r * sqrt(max(c * c + z * z - r * r, 0.0));
    return (vec2<f32>(c * z) + vec2<f32>(-root, root)) / (z * z - r * r);
}

// The smallest upright box around a bead's picture, in pixels: left, top, right, bottom.
fn box_of(centre: vec3<f32>, radius: f32) -> vec4<f32> {
    let view = to_view(centre);
    let x = frame.focal * tangents(view.x, view.z, radius);
    let y = frame.focal * tangents(view.y, view.z, radius);
    return vec4<f32>(0.5 * frame.size, 0.5 * frame.size) + vec4<f32>(x.x, -y.y, x.y, -y.x);
}
