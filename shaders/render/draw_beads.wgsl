// Which bead is seen through which pixel: a quad around each, its surface met exactly in every pixel. Nothing is
// shaded here, so that beads behind others cost little.

// uses: frame, bead, met
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

@vertex
fn draw_beads_corner(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Corner {
    let slot = visible[instance];
    let centre = beads[slot].centre;
    let radius = beads[slot].radius;
    // half a pixel more, so that small beads are not missed between pixel centres
    let box = outline_of(slot) + vec4<f32>(-0.5, -0.5, 0.5, 0.5);
    let pixel = vec2<f32>(select(box.x, box.z, (corner & 1u) == 1u), select(box.y, box.w, (corner & 2u) == 2u));
    return Corner(pixel_to_clip(pixel, 0.5), slot, vec4<f32>(centre, radius));
}

@fragment
fn draw_beads_pixel(in: Corner) -> Seen {
    let ray = ray_through(in.position.xy);
    var m: Meeting;
    if (SHAPES) {
        m = meet_bead(in.slot, ray);
    } else {
        m = meet(in.sphere.xyz, in.sphere.w, ray);
    }
    if (m.passes > in.sphere.w) {
        discard;
    }
    return Seen(in.slot + 1u, depth_of(m.z));
}
