// One quad per caster on the ground's map. First the shadows that the key lamp casts, then, from fewer beads that stand
// for more, the wide ones right below that the sky casts. The map holds the transmitted light, so each caster takes its
// share of the rest.

// uses: rotation, frame, bead, shape, shaped, studio, quad
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> shapes: array<vec4<f32>>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) off: vec2<f32>,                          // from the shadow's middle, m
    @location(1) @interpolate(flat) shape: vec4<f32>,     // radius, softness, strength, channel
    @location(2) @interpolate(flat) bell: vec4<f32>,      // where SHAPES: xx, yy and xy of its inverse square, most of it
}

// Half widths over distance of sky and key lamp as the ground sees them.
const SKY_SPREAD: f32 = 0.38;
const KEY_SPREAD: f32 = 0.11;

@vertex
fn draw_shadows_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let instance = quad_of(vertex);
    let channel = select(1u, 0u, instance >= frame.casters);
    let weight = select(frame.far_weight, frame.weight, channel == 1u);
    let slot = min(u32(f32(instance - select(frame.casters, 0u, channel == 1u)) * weight), frame.beads - 1u);
    let bead = beads[slot];
    let height = max(bead.centre.y - frame.ground_height, bead.radius);
    let spread = select(SKY_SPREAD, KEY_SPREAD, channel == 1u);
    let softness = max(spread * height, frame.texel);
    let away = select(vec2<f32>(0.0), -KEY.xz / KEY.y, channel == 1u);
    let middle = bead.centre.xz + away * height;
    // One caster stands for many beads around it, so it is as large as they are together. It takes the same light
    // however wide its shadow is spread.
    let radius = bead.radius * sqrt(weight);
    let many = 0.98 * radius * radius / (radius * radius + softness * softness);
    let reach = radius + 1.6 * softness;
    let sign = vec2<f32>(select(-1.0, 1.0, (corner & 1u) == 1u), select(-1.0, 1.0, (corner & 2u) == 2u));
    let at = 2.0 * (middle + sign * reach - frame.map_corner) / frame.map_side - 1.0;
    let gone = bead.centre.y < frame.ground_height - bead.radius || many < 0.002;
    if (SHAPES) {
        let shape = shape_at(slot);
        if (shape.kind != SPHERE) {
            return shaped_corner(bead, shape, sign, channel, weight);
        }
    }
    // the bell of a sphere is round
    let width = radius * radius + softness * softness;
    return Corner(
        select(vec4<f32>(at.x, -at.y, 0.5, 1.0), vec4<f32>(2.0, 2.0, 0.5, 1.0), gone),
        sign * reach, vec4<f32>(radius, softness, many, f32(channel)),
        vec4<f32>(1.0 / width, 1.0 / width, 0.0, reach * reach / width));
}

// The shadow of a shape's half lengths along its axes, P = Σ p pᵀ, softened: a bell exp(−xᵀ (P + soft²)⁻¹ x) that takes
// √(det P / det(P + soft²)) in its middle. For a sphere that is the formula above.
fn shaped_corner(bead: Bead, shape: Shape, sign: vec2<f32>, channel: u32, weight: f32) -> Corner {
    var lengths = shape.half;
    if (shape.kind == CAPSULE) {
        lengths = vec3<f32>(shape.half.x, shape.half.x + shape.half.y, shape.half.x);
    }
    let x = rotate(bead.rotation, vec3<f32>(lengths.x, 0.0, 0.0));
    let y = rotate(bead.rotation, vec3<f32>(0.0, lengths.y, 0.0));
    let z = rotate(bead.rotation, vec3<f32>(0.0, 0.0, lengths.z));
    // a hull's corners about its middle throw as much: of a box's eight the mean of p pᵀ is the same
    let hull = hull_at(shape);
    var centre = bead.centre;
    var tall = abs(x.y) + abs(y.y) + abs(z.y);
    if (shape.kind == HULL) {
        centre += rotate(bead.rotation, hull_row(hull.first - 1u).xyz);
        tall = 0.0;
        for (var k = 0u; k < hull.corners; k++) {
            tall = max(tall, abs((bead.centre + rotate(bead.rotation, hull_corner(hull, k)) - centre).y));
        }
    }
    let height = max(centre.y - frame.ground_height, tall);
    let softness = max(select(SKY_SPREAD, KEY_SPREAD, channel == 1u) * height, frame.texel);
    let away = select(vec2<f32>(0.0), -KEY.xz / KEY.y, channel == 1u);
    let a = x.xz + away * x.y;
    let b = y.xz + away * y.y;
    let c = z.xz + away * z.y;
    var own = weight * (vec3<f32>(a.x * a.x, a.y * a.y, a.x * a.y) + vec3<f32>(b.x * b.x, b.y * b.y, b.x * b.y)
        + vec3<f32>(c.x * c.x, c.y * c.y, c.x * c.y));
    if (shape.kind == HULL) {
        own = vec3<f32>(0.0);
        for (var k = 0u; k < hull.corners; k++) {
            let off = bead.centre + rotate(bead.rotation, hull_corner(hull, k)) - centre;
            let flat = off.xz + away * off.y;
            own += weight / f32(hull.corners) * vec3<f32>(flat.x * flat.x, flat.y * flat.y, flat.x * flat.y);
        }
    }
    let soft = own + softness * softness * vec3<f32>(1.0, 1.0, 0.0);
    let determinant = soft.x * soft.y - soft.z * soft.z;
    let many = 0.98 * sqrt(max(own.x * own.y - own.z * own.z, 0.0) / determinant);
    let inverse = vec3<f32>(soft.y, soft.x, -soft.z) / determinant;
    // out to twice its width, as far as the bell is seen
    let half = 2.0 * sqrt(soft.xy);
    let off = sign * half;
    let at = 2.0 * (centre.xz + away * (centre.y - frame.ground_height) + off - frame.map_corner) / frame.map_side - 1.0;
    let gone = shape.kind == PLANE || shape.kind == COMPOUND || centre.y < frame.ground_height || many < 0.002;
    return Corner(
        select(vec4<f32>(at.x, -at.y, 0.5, 1.0), vec4<f32>(2.0, 2.0, 0.5, 1.0), gone),
        off, vec4<f32>(0.0, softness, many, f32(channel)), vec4<f32>(inverse, 4.0));
}

@fragment
fn draw_shadows_pixel(in: Corner) -> @location(0) vec4<f32> {
    let width = in.shape.x * in.shape.x + in.shape.y * in.shape.y;
    let edge = in.shape.x + 1.6 * in.shape.y;
    let d2 = dot(in.off, in.off);
    // a bell that ends at the quad's edge
    var share = in.shape.z * exp(-d2 / width) * clamp(2.0 * (1.0 - d2 / (edge * edge)), 0.0, 1.0);
    if (SHAPES) {
        let square = dot(in.bell.xy, in.off * in.off) + 2.0 * in.bell.z * in.off.x * in.off.y;
        share = in.shape.z * exp(-square) * clamp(2.0 * (1.0 - square / in.bell.w), 0.0, 1.0);
    }
    return select(vec4<f32>(share, 0.0, 0.0, 0.0), vec4<f32>(0.0, share, 0.0, 0.0), in.shape.w > 0.5);
}
