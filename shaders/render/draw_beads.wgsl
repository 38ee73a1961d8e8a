// Which bead is seen through which pixel: a quad around each, the sphere met exactly in every pixel. Nothing is
// shaded here, so that beads behind others cost little.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> visible: array<u32>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) slot: u32,
    @location(1) @interpolate(flat) sphere: vec4<f32>,
}

struct Seen {
    @location(0) slot: u32,
    @builtin(frag_depth) depth: f32,
}

// The two tangents to a circle about (c, z) seen from the origin: tan of their angles off the view axis.
//     (c z ± r √(c² + z² − r²)) / (z² − r²)
fn tangents(c: f32, z: f32, r: f32) -> vec2<f32> {
    let root = r * sqrt(max(c * c + z * z - r * r, 0.0));
    return (vec2<f32>(c * z) + vec2<f32>(-root, root)) / (z * z - r * r);
}

@vertex
fn draw_beads_corner(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Corner {
    let slot = visible[instance];
    let centre = beads[slot].centre;
    let radius = beads[slot].radius;
    let view = to_view(centre);
    let x = tangents(view.x, view.z, radius);
    let y = tangents(view.y, view.z, radius);
    // half a pixel more, so that small beads are not missed between pixel centres
    let at = vec2<f32>(
        select(x.x, x.y, (corner & 1u) == 1u) * frame.focal + select(-0.5, 0.5, (corner & 1u) == 1u),
        select(y.x, y.y, (corner & 2u) == 2u) * frame.focal + select(-0.5, 0.5, (corner & 2u) == 2u),
    );
    let pixel = 0.5 * frame.size + vec2<f32>(at.x, -at.y);
    return Corner(pixel_to_clip(pixel, 0.5), slot, vec4<f32>(centre, radius));
}

@fragment
fn draw_beads_pixel(in: Corner) -> Seen {
    let m = meet(in.sphere.xyz, in.sphere.w, ray_through(in.position.xy));
    if (m.passes > in.sphere.w) {
        discard;
    }
    return Seen(in.slot + 1u, depth_of(m.z));
}
