// Which bead is seen through which pixel: a quad around each, its surface met exactly in every pixel. Nothing is
// shaded here, so that beads behind others cost little.

// uses: frame, bead, met, quad
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> visible: array<u32>;
@group(0) @binding(3) var<storage, read> shapes: array<vec4<f32>>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) slot: u32,
    @location(1) @interpolate(flat) sphere: vec4<f32>,
}

struct Seen {
    @location(0) slot: u32,
    @builtin(frag_depth) depth: f32,
}

// Where SHAPES: the kind of shape that this is compiled for, since processors made of software go through all kinds for
// every pixel. Quads of other kinds are nowhere.
override KIND: u32 = SPHERE;

@vertex
fn draw_beads_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let instance = quad_of(vertex);
    let slot = visible[instance];
    let centre = beads[slot].centre;
    let radius = beads[slot].radius;
    // half a pixel more, so that small beads are not missed between pixel centres
    let box = outline_of(slot) + vec4<f32>(-0.5, -0.5, 0.5, 0.5);
    let pixel = vec2<f32>(select(box.x, box.z, (corner & 1u) == 1u), select(box.y, box.w, (corner & 2u) == 2u));
    if (SHAPES && shape_at(slot).kind != KIND) {
        return Corner(vec4<f32>(2.0, 2.0, 0.5, 1.0), slot, vec4<f32>(0.0));
    }
    return Corner(pixel_to_clip(pixel, 0.5), slot, vec4<f32>(centre, radius));
}

@fragment
fn draw_beads_pixel(in: Corner) -> Seen {
    let ray = ray_through(in.position.xy);
    var m: Meeting;
    if (SHAPES && KIND != SPHERE) {
        m = meet_shape(beads[in.slot], Shape(shape_at(in.slot).half, KIND), ray);
    } else {
        m = meet(in.sphere.xyz, in.sphere.w, ray);
    }
    if (m.passes > in.sphere.w) {
        discard;
    }
    return Seen(in.slot + 1u, depth_of(m.z));
}
