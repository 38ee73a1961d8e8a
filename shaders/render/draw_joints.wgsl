// Marks of joints as strokes (stroke.wgsl) over the finished picture: their freedoms, stops, targets and loads.

// uses: rotation, body, finite, angle, tie, distance, frame, simulation, heads, stroke, borne
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> multipliers: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> marks: array<Mark>;
@group(0) @binding(6) var depth: texture_depth_2d;

struct Mark {
    joint: u32,
    look: u32,       // its shape, and from the sixth bit on its axis: 0 to 2 of a's frame, 3 to 5 of b's
    size: f32,       // m
    reach: f32,      // how far it goes from the anchor, m; of a force, 1/N
    low: f32,        // of what stops or draws: from which coordinate to which, m or rad
    high: f32,
}

// In sizes: radii of dots and arcs.
const DOT_RADIUS: f32 = 0.14;
const ARC_RADIUS: f32 = 0.42;
const STOP_RADIUS: f32 = 0.95;
const TORQUE_RADIUS: f32 = 1.3;
// Half of what an arc covers, radians.
const ROUND_ABOUT: f32 = 2.5;
// A torque as large as its scale is so many radians, up to most of a turn: log₂(1 + τ/τ₀).
const TORQUE_ANGLE: f32 = 0.5;
const MOST_TURN: f32 = 5.8;
const HALF_TURN: f32 = 3.14159265;

// Those of one picture's curve: where an angle begins to count, and a quarter further on. Twist turns y, and swing x.
struct Dial {
    zero: vec3<f32>,
    quarter: vec3<f32>,
    angle: f32,      // where the joint is
}

fn dial_of(axis: u32, frame_a: vec4<f32>, frame_b: vec4<f32>) -> Dial {
    let x = rotate(frame_a, axis_of(0u));
    let y = rotate(frame_a, axis_of(1u));
    let z = rotate(frame_a, axis_of(2u));
    let q = quaternion_product(vec4<f32>(-frame_a.xyz, frame_a.w), frame_b);
    let r = select(q, -q, q.w < 0.0);
    if (axis == 0u) {
        return Dial(y, z, 2.0 * angle_of(r.x, r.w));
    }
    // as shaders/ties/swing.wgsl takes them
    let n = sqrt(max(r.x * r.x + r.w * r.w, 1e-12));
    let big = vec2<f32>(r.w * r.y - r.x * r.z, r.w * r.z + r.x * r.y) / n;
    let s = length(big);
    let f = select(2.0, 2.0 * angle_of(s, n) / max(s, 1e-9), s > 1e-6);
    if (axis == 1u) {
        return Dial(x, -z, f * big.x);
    }
    return Dial(x, y, f * big.y);
}

fn axis_of(index: u32) -> vec3<f32> {
    return vec3<f32>(vec3<u32>(index % 3u) == vec3<u32>(0u, 1u, 2u));
}

// The force of the joint on b, N.
fn force_of(l: u32, frame_a: vec4<f32>, apart: vec3<f32>) -> vec3<f32> {
    let lambda = borne(l).xyz;
    let linear = head_of(l).linear;
    if (linear == FRAME_AXES) {
        return rotate(frame_a, lambda);
    }
    if (linear == ROD) {
        return distance_rows(apart) * lambda;
    }
    return lambda;
}

@vertex
fn draw_joints_corner(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Corner {
    let mark = marks[instance];
    let l = mark.joint;
    let tie = tie_of(l);
    let a = poses[tie.a];
    let b = poses[tie.b];
    if (!(whole(a) && whole(b) && finite(borne(l)))) {
        return NOWHERE;
    }
    // a broken joint holds nothing
    if (!points_only() && multipliers[drawn.joints + l].w != 0.0) {
        return NOWHERE;
    }
    let arms = arms_of(tie, a, b);
    let shape = mark.look & 31u;
    let axis = mark.look >> 5u;
    let frame_a = quaternion_product(a.rotation, frame_of(l, 0u));
    let frame_b = quaternion_product(b.rotation, frame_of(l, 1u));
    var curve = Curve(
        shape, b.position + arms.arm_b, vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0), mark.reach, mark.size,
        ARC_RADIUS * mark.size, -ROUND_ABOUT, ROUND_ABOUT);
    let d = error_of(l, a, b, arms);
    var colour = frame.line.xyz;
    var shown = 1.0;
    if (shape == FORCE) {
        let force = force_of(l, frame_a, d);
        let size = length(force);
        curve.along = force / max(size, 1e-30);
        curve.reach = FORCE_LENGTH * mark.size * log2(1.0 + size * mark.reach);
        colour = frame.warning;
        // shorter than a dot
        shown = smoothstep(0.0, DOT_RADIUS, curve.reach / mark.size);
    } else {
        var turned = frame_a;
        if (axis > 2u) {
            turned = frame_b;
        }
        curve.along = rotate(turned, axis_of(axis));
        curve.one = rotate(turned, axis_of(axis + 1u));
        curve.other = rotate(turned, axis_of(axis + 2u));
    }
    if (shape == ARC || shape == TICK || shape == HAND || shape == AIM || shape == TORQUE) {
        let dial = dial_of(axis, frame_a, frame_b);
        curve.one = dial.zero;
        curve.other = dial.quarter;
        curve.round = STOP_RADIUS * mark.size;
        curve.low = mark.low;
        curve.high = mark.high;
        let at = select(mark.low, dial.angle, shape == HAND);
        curve.along = cos(at) * dial.zero + sin(at) * dial.quarter;
        switch (shape) {
            case TICK: {
                curve.centre += 0.8 * curve.round * curve.along;
                curve.reach = 0.4 * curve.round;
            }
            case HAND: {
                curve.reach = curve.round;
            }
            case AIM: {
                curve.centre += 1.75 * curve.round * curve.along;
                curve.along = -curve.along;
                curve.reach = 0.65 * curve.round;
            }
            case TORQUE: {
                // the torque of the joint on b, N m, by how far it is from 0 at the hand
                let torque = borne(drawn.joints + l)[axis];
                curve.round = TORQUE_RADIUS * mark.size;
                curve.low = dial.angle;
                curve.high = dial.angle + sign(torque) * min(TORQUE_ANGLE * log2(1.0 + abs(torque) * mark.reach), MOST_TURN);
                curve.reach = curve.round;
                colour = frame.warning;
                shown = smoothstep(0.15, 0.5, abs(curve.high - curve.low));
            }
            default: {}
        }
    } else if (shape == RAIL || shape == END || shape == AIM_ALONG) {
        // b's anchor is so far along, and the rail between the stops goes through it
        let at = mark.low + select(0.0, 0.5 * (mark.high - mark.low), shape == RAIL);
        curve.centre += (at + dot(d, curve.along)) * curve.along;
        if (shape == RAIL) {
            curve.reach = 0.5 * (mark.high - mark.low);
        } else {
            // as one sees it, straight across
            let across = cross(curve.along, normalize(curve.centre + drawn.offset - frame.eye));
            let seen = across / max(length(across), 1e-6);
            curve.along = select(seen, -seen, dot(seen, frame.up) < 0.0);
            if (shape == AIM_ALONG) {
                curve.centre += 1.1 * mark.size * curve.along;
                curve.along = -curve.along;
                curve.reach = mark.size;
            }
        }
    } else if (shape == RIM || shape == SPOKE) {
        let c = cos(mark.high);
        let s = sin(mark.high);
        if (shape == RIM) {
            curve.centre += mark.reach * c * curve.along;
            curve.round = mark.reach * s;
            curve.low = -HALF_TURN;
            curve.high = HALF_TURN;
        } else {
            curve.along = c * curve.along + s * (cos(mark.low) * curve.one + sin(mark.low) * curve.other);
        }
    }
    if (shape == COIL) {
        // d is a's anchor less b's
        let stretched = 0.5 * dot(d, curve.along);
        curve.centre += stretched * curve.along;
        curve.reach = stretched;
        shown = smoothstep(0.1, 0.3, abs(stretched) / mark.size);
    }
    curve.centre += drawn.offset;
    let z = to_view(curve.centre).z;
    if (z - max(abs(curve.reach), mark.size) < frame.near) {
        return NOWHERE;
    }

    let scale = max(1.0, frame.size.y / 700.0);
    let pixels = frame.focal * mark.size / z;
    // arcs are smaller than the things they go round
    let readable = smoothstep(UNREAD * scale, READ * scale, select(pixels, ARC_RADIUS * pixels, shape == TURN));
    if (readable * shown <= 0.0) {
        return NOWHERE;
    }
    var narrow = clamp(STROKE * pixels, THINNEST * scale, THICKEST * scale);
    if (shape == DOT) {
        narrow = max(DOT_RADIUS * pixels, THICKEST * scale);
    } else if (shape == TORQUE) {
        narrow = clamp(ARROW * pixels, THINNEST * scale, THICKEST_ARROW * scale);
    } else if (shape == FORCE) {
        narrow = arrow_width(pixels, curve.reach * frame.focal / z, scale);
    }
    return widened(curve, corner, narrow, z, mark.size, vec4<f32>(colour, readable * shown),
        select(HIDDEN, HIDDEN_FORCE, shape == FORCE || shape == TORQUE));
}

@fragment
fn draw_joints_pixel(in: Corner) -> @location(0) vec4<f32> {
    let off = length(vec2<f32>(in.stroke.x, max(in.stroke.y, 0.0))) - in.stroke.z;
    return inked(in, off, textureLoad(depth, vec2<i32>(in.position.xy), 0));
}
