// The planes among the bodies, in the ground's place: of each a square, as far as one sees that it is lit. Beads are
// laid over them; the texture of seen numbers says which plane is in front.

// uses: rotation, frame, bead, ground, plane, quad
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var seen: texture_2d<u32>;
@group(0) @binding(3) var<storage, read> planes: array<u32>;    // slots

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) place: vec3<f32>,     // m, world
    @location(1) @interpolate(flat) slot: u32,
}

@vertex
fn draw_plane_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let instance = quad_of(vertex);
    let slot = planes[instance];
    let n = normal_of(beads[slot]);
    let along = normalize(cross(n, select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 1.0), abs(n.z) < 0.7)));
    let side = vec2<f32>(select(-1.0, 1.0, (corner & 1u) == 1u), select(-1.0, 1.0, (corner & 2u) == 2u));
    let place = foot_of(beads[slot]) + SEEN * frame.pool * (side.x * along + side.y * cross(n, along));
    let view = to_view(place);
    let across = 2.0 * frame.focal * view.xy / frame.size;
    let below = dot(frame.eye - beads[slot].centre, n) <= 0.0;
    return Corner(select(vec4<f32>(across, frame.near, view.z), vec4<f32>(2.0, 2.0, 0.5, 1.0), below), place, slot);
}

@fragment
fn draw_plane_pixel(in: Corner) -> @location(0) vec4<f32> {
    let other = textureLoad(seen, vec2<i32>(in.position.xy), 0).x;
    // the texture holds slot + 1
    if (other != 0u && other != in.slot + 1u && beads[other - 1u].radius == 0.0) {
        discard;
    }
    return vec4<f32>(plane_seen(beads[in.slot], in.place, in.position.xy), 1.0);
}
