// One quad per caster on the ground's map. First the shadows that the key lamp casts, then, from fewer beads that stand
// for more, the wide ones right below that the sky casts. The map holds what gets through, so each takes
// its share of what is left.

// uses: frame, bead, studio
@group(0) @binding(1) var<storage, read> beads: array<Bead>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) off: vec2<f32>,                          // from the shadow's middle, m
    @location(1) @interpolate(flat) shape: vec4<f32>,     // radius, softness, strength, channel
}

// Half widths over distance of sky and key lamp as the ground sees them.
const SKY_SPREAD: f32 = 0.38;
const KEY_SPREAD: f32 = 0.11;

@vertex
fn draw_shadows_corner(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Corner {
    let channel = select(1u, 0u, instance >= frame.casters);
    let weight = select(frame.far_weight, frame.weight, channel == 1u);
    let slot = min(u32(f32(instance - select(frame.casters, 0u, channel == 1u)) * weight), frame.beads - 1u);
    let bead = beads[slot];
    let height = max(bead.centre.y - frame.ground_height, bead.radius);
    let spread = select(SKY_SPREAD, KEY_SPREAD, channel == 1u);
    let softness = max(spread * height, frame.texel);
    let away = select(vec2<f32>(0.0), -KEY.xz / KEY.y, channel == 1u);
    let middle = bead.centre.xz + away * height;
    // One caster stands for many beads around it, so it is as large as they together; and the same light is
    // taken however wide it is spread.
    let radius = bead.radius * sqrt(weight);
    let many = 0.98 * radius * radius / (radius * radius + softness * softness);
    let reach = radius + 1.6 * softness;
    let sign = vec2<f32>(select(-1.0, 1.0, (corner & 1u) == 1u), select(-1.0, 1.0, (corner & 2u) == 2u));
    let at = 2.0 * (middle + sign * reach - frame.map_corner) / frame.map_side - 1.0;
    let gone = bead.centre.y < frame.ground_height - bead.radius || many < 0.002;
    return Corner(
        select(vec4<f32>(at.x, -at.y, 0.5, 1.0), vec4<f32>(2.0, 2.0, 0.5, 1.0), gone),
        sign * reach, vec4<f32>(radius, softness, many, f32(channel)));
}

@fragment
fn draw_shadows_pixel(in: Corner) -> @location(0) vec4<f32> {
    let width = in.shape.x * in.shape.x + in.shape.y * in.shape.y;
    let edge = in.shape.x + 1.6 * in.shape.y;
    let d2 = dot(in.off, in.off);
    // a bell that ends at the quad's edge
    let share = in.shape.z * exp(-d2 / width) * clamp(2.0 * (1.0 - d2 / (edge * edge)), 0.0, 1.0);
    return select(vec4<f32>(share, 0.0, 0.0, 0.0), vec4<f32>(0.0, share, 0.0, 0.0), in.shape.w > 0.5);
}
