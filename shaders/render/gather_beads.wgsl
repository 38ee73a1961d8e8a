// One thread per bead: its place, its colour, its neighbours, and how it will be drawn. That is as a pearl, as a splat,
// or not at all because it is outside the picture.

// uses: rotation, body, finite, frame, bead, solid, colours, simulation, quad
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(4) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> tints: array<vec2<u32>>;    // red, green | blue: 16 bits each, linear | shape. The shape has its mean radius over the one around it, and its kind in the last two bits. A cylinder and a hull count as a box; 7 is a compound. Behind them all, where drawn.centres says so, stand two for each body: its centre of mass, body axes, m
@group(0) @binding(6) var<storage, read> signals: array<Signal>;
@group(0) @binding(7) var<storage, read_write> beads: array<Bead>;
@group(0) @binding(8) var<storage, read_write> visible: array<u32>;
@group(0) @binding(9) var<storage, read_write> counters: Counters;

// Joints of one bead that are looked at.
const MOST_JOINTS: u32 = 8u;

struct Around {
    load: f32,
    gap: f32,
    colour: u32,
    neighbours: vec2<u32>,
}

fn look_around(body: u32) -> Around {
    var found = Around(0.0, 0.0, NONE, vec2<u32>(NONE));
    let first = lists[body];
    // nothing is looked up where nothing of it would be seen
    let count = select(0u, min(lists[body + 1u] - first, MOST_JOINTS), frame.joints_known == 1u);
    for (var k = 0u; k < count; k++) {
        let item = lists[first + k];    // joint << 1 | side
        let signal = signals[drawn.first_joint + (item >> 1u)];
        found.load = max(found.load, signal.load);
        found.gap = max(found.gap, signal.gap);
        let other = signal.both ^ body;
        // one that stands for the world is not drawn
        let neighbour = select(NONE, drawn.first_body + other, other < drawn.bodies);
        if (k == 0u) {
            found.colour = signal.colour;
            found.neighbours.x = neighbour;
        } else if (k == 1u) {
            found.neighbours.y = neighbour;
        }
    }
    return found;
}

// The value that is shown, from 0 to 1, or below 0 where there is none.
fn said(around: Around, v: vec3<f32>) -> f32 {
    switch (frame.mode) {
        case 1u: {
            return around.load / max(bitcast<f32>(atomicLoad(&counters.most_load)), 1e-20);
        }
        case 2u: {
            // five decades: 10⁻⁵ of a radius to a whole one
            return clamp(1.0 + log2(max(around.gap, 1e-6)) * 0.30103 / 5.0, 0.0, 1.0);
        }
        case 3u: {
            // against a fall through half the scene, v = √(2 g ℓ): the scale keeps still
            return clamp(length(v) / sqrt(19.6 * frame.reach), 0.0, 1.0);
        }
        default: {
            return -1.0;
        }
    }
}

@compute @workgroup_size(64)
fn gather_beads(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = id.x;
    if (body >= drawn.bodies) {
        return;
    }
    var pose = poses[body];
    if (drawn.centres != 0u) {
        // poses are of centres of mass
        let first = tints[drawn.centres + 2u * body];
        let centre = bitcast<vec3<f32>>(vec3<u32>(first, tints[drawn.centres + 2u * body + 1u].x));
        pose.position -= rotate(pose.rotation, centre);
    }
    // an absent body is not drawn, and in the place of a compound its parts are
    let by_parts = SHAPES && (tints[body].y >> 16u) == 7u;
    pose.radius = select(pose.radius, 0.0, by_parts);
    let is_whole = whole(pose) && pose.radius > 0.0;
    if (!is_whole) {
        pose.position = vec3<f32>(0.0);
        pose.rotation = vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    let around = look_around(body);
    var colour = vec3<f32>(unpack2x16unorm(tints[body].x), unpack2x16unorm(tints[body].y).x);
    let metal = select(0.0, 1.0, velocities[body].inverse_mass == 0.0);
    let signal = said(around, velocities[body].linear);
    if (frame.mode == 4u && around.colour != NONE && metal == 0.0) {
        colour = category(around.colour);
    } else if (signal >= 0.0 && metal == 0.0) {
        colour = ramp(signal);
    }

    let slot = drawn.first_body + body;
    let centre = pose.position + drawn.offset;
    let view = to_view(centre);
    var pixels = frame.focal * pose.radius / max(view.z, frame.near);
    var shape = SPHERE;
    if (SHAPES) {
        shape = (tints[body].y >> 16u) & 3u;
    }
    let half = 0.5 * frame.size / frame.focal;
    // the side planes of the view lean outwards: distance beyond them at most r √(1 + tan²)
    let slant = pose.radius * sqrt(vec2<f32>(1.0) + half * half);
    var inside = is_whole && view.z > pose.radius + frame.near && all(abs(view.xy) < half * view.z + slant);
    if (SHAPES && shape == PLANE) {
        let up = rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
        inside = is_whole && dot(frame.eye - centre, up) > 0.0;
        pose.radius = 0.0;
        pixels = 1e9;
    } else if (SHAPES && shape != SPHERE) {
        // as large as it may be, it is seen from within the sphere around it too
        inside = is_whole && view.z > frame.near - pose.radius && all(abs(view.xy) < half * max(view.z, 0.0) + slant);
    }
    var kind = drawn.index;
    if (inside) {
        if (pixels < frame.splat_radius) {
            kind |= AS_SPLAT;
            if (SHAPES && shape != SPHERE) {
                // from far away, a ball with as large a shadow
                let share = f32((tints[body].y >> 18u)) / 16383.0;
                pose.radius *= share;
                pixels *= share;
            }
            atomicAdd(&counters.splats, 1u);
        } else {
            kind |= AS_PEARL;
            visible[quad_of(atomicAdd(&counters.bead_corners, QUAD))] = slot;
        }
    }
    beads[slot] = Bead(
        centre, pose.radius, pose.rotation,
        vec2<u32>(pack2x16unorm(colour.xy), pack2x16unorm(vec2<f32>(colour.z, metal))),
        pack2x16unorm(vec2<f32>(1.0, 1.0)), kind, around.neighbours, pixels, signal,
    );
}
