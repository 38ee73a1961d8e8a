// What joints leave free, between which stops, where they are drawn to and what they bear: strokes of the theme's ink with a rim of its background, drawn over the finished picture
// and paler where a bead hides them. A stroke is a strip of triangles along a curve, widened in the picture, so that it is as sharp
// at any size: a line, an arc, a coil, with arrow heads or round ends.

// uses: rotation, body, finite, angle, tie, distance, frame, simulation, heads
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

const DOT: u32 = 0u;      // of all turns free
const LINE: u32 = 1u;     // an axis
const HALF: u32 = 2u;     // an axis to one side
const SLIDE: u32 = 3u;    // along a free axis, with two heads
const TURN: u32 = 4u;     // about a free axis, with two heads
const COIL: u32 = 5u;     // from where a spring is at rest to where it is
const FORCE: u32 = 6u;
const ARC: u32 = 7u;      // from one stop of an angle to the other
const TICK: u32 = 8u;     // across the arc, at a stop
const HAND: u32 = 9u;     // where the angle is
const AIM: u32 = 10u;     // where a servo draws it: an arrow onto the arc
const RAIL: u32 = 11u;    // from one stop of a way to the other
const END: u32 = 12u;     // across the rail, at a stop
const AIM_ALONG: u32 = 13u;    // where a servo draws it: an arrow onto the rail
const RIM: u32 = 14u;     // how far a cone joint swings: the circle that the end of b's x keeps within
const SPOKE: u32 = 15u;   // from the anchor to that circle
const TORQUE: u32 = 16u;

// In sizes: radii of dots, arcs and coils, half a stroke's width, and an arrow's of a force.
const DOT_RADIUS: f32 = 0.14;
const ARC_RADIUS: f32 = 0.42;
const STOP_RADIUS: f32 = 0.95;
const TORQUE_RADIUS: f32 = 1.3;
const COIL_RADIUS: f32 = 0.2;
const STROKE: f32 = 0.04;
const ARROW: f32 = 0.06;
// Half of what an arc covers, and of what a coil winds, radians.
const ROUND_ABOUT: f32 = 2.5;
const WINDS: f32 = 18.85;
// Of arrow heads in half widths: half of what they are across, and how long they are.
const HEAD_WIDTH: f32 = 3.2;
const HEAD_LENGTH: f32 = 7.0;
// In pixels of a picture 700 high: the least and the most half a stroke is wide, the rim, marks too small to be read.
const THINNEST: f32 = 0.75;
const THICKEST: f32 = 1.6;
const THICKEST_ARROW: f32 = 2.2;
const EDGE: f32 = 1.3;
const UNREAD: f32 = 1.5;
const READ: f32 = 4.0;
// Points along a stroke: of a straight one, and of one that winds.
const STRAIGHT: u32 = 6u;
const WINDING: u32 = 72u;
// A force as large as the scale is so many sizes long, twice as long at three times that, and so on: log₂(1 + F/F₀).
const FORCE_LENGTH: f32 = 0.4;
// And a torque so many radians, up to most of a turn.
const TORQUE_ANGLE: f32 = 0.5;
const MOST_TURN: f32 = 5.8;
const HALF_TURN: f32 = 3.14159265;
// How much is seen of what a bead hides: of joints, and of forces.
const HIDDEN: f32 = 0.65;
const HIDDEN_FORCE: f32 = 0.85;

struct Corner {
    @builtin(position) position: vec4<f32>,
    // pixels: from the middle of the stroke, past its round end, and half its width
    @location(0) @interpolate(linear) stroke: vec3<f32>,
    @location(1) @interpolate(linear) depth: f32,
    @location(2) @interpolate(flat) ink: vec4<f32>,
    @location(3) @interpolate(flat) hidden: f32,
}

const NOWHERE: Corner = Corner(vec4<f32>(2.0, 2.0, 0.5, 1.0), vec3<f32>(0.0), 0.0, vec4<f32>(0.0), 0.0);

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

// What the joint pushes b with, N.
fn force_of(l: u32, frame_a: vec4<f32>, apart: vec3<f32>) -> vec3<f32> {
    let lambda = multipliers[l].xyz;
    let linear = head_of(l).linear;
    if (linear == FRAME_AXES) {
        return rotate(frame_a, lambda);
    }
    if (linear == ROD) {
        return distance_rows(apart) * lambda;
    }
    return lambda;
}

// A stroke in the world: its point at t from −1 to 1, and the way on from there.
struct Curve {
    shape: u32,
    centre: vec3<f32>,
    along: vec3<f32>,      // the axis
    one: vec3<f32>,        // two across it
    other: vec3<f32>,
    reach: f32,            // m
    size: f32,
    round: f32,            // of an arc: its radius, m, and from where to where it goes, rad
    low: f32,
    high: f32,
}

fn is_arc(shape: u32) -> bool {
    return shape == TURN || shape == ARC || shape == RIM || shape == TORQUE;
}

struct Place {
    at: vec3<f32>,
    way: vec3<f32>,
}

fn place(curve: Curve, t: f32) -> Place {
    switch (curve.shape) {
        case TURN, ARC, RIM, TORQUE: {
            let angle = mix(curve.low, curve.high, 0.5 + 0.5 * t);
            let c = cos(angle);
            let s = sin(angle);
            let way = select(-1.0, 1.0, curve.high >= curve.low) * (c * curve.other - s * curve.one);
            return Place(curve.centre + curve.round * (c * curve.one + s * curve.other), way);
        }
        case COIL: {
            let round = COIL_RADIUS * curve.size;
            let c = cos(WINDS * t);
            let s = sin(WINDS * t);
            return Place(
                curve.centre + curve.reach * t * curve.along + round * (c * curve.one + s * curve.other),
                curve.reach * curve.along + round * WINDS * (c * curve.other - s * curve.one));
        }
        case HALF, FORCE, TICK, HAND, AIM, AIM_ALONG, SPOKE: {
            return Place(curve.centre + curve.reach * (0.5 + 0.5 * t) * curve.along, curve.along);
        }
        default: {
            return Place(curve.centre + curve.reach * t * curve.along, curve.along);
        }
    }
}

@vertex
fn draw_joints_corner(@builtin(vertex_index) corner: u32, @builtin(instance_index) instance: u32) -> Corner {
    let mark = marks[instance];
    let l = mark.joint;
    let tie = tie_of(l);
    let a = poses[tie.a];
    let b = poses[tie.b];
    if (!(whole(a) && whole(b) && finite(multipliers[l]))) {
        return NOWHERE;
    }
    // what broke holds nothing
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
                // what the joint turns b with, N m, by how far it is from 0 at the hand
                let torque = multipliers[drawn.joints + l][axis];
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
        // b's anchor is so far along, and what is between the stops goes through it
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
    // arcs are smaller than what they go round
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
        // a short one is a small arrow, not the stub of a large one
        let seen = curve.reach * frame.focal / z;
        narrow = clamp(min(ARROW * pixels, 0.06 * seen), THINNEST * scale, THICKEST_ARROW * scale);
    }
    let rim = EDGE * scale;

    // where along the stroke: a tip, where it is widest, where it is narrow again, and on to the other tip
    let points = select(STRAIGHT, WINDING, is_arc(shape) || shape == COIL);
    let k = corner / 2u;
    let first = k < points / 2u;
    let from_tip = min(k, points - 1u - k);
    let one_head = shape == FORCE || shape == AIM || shape == AIM_ALONG || shape == TORQUE;
    let two_heads = shape == SLIDE || shape == TURN;
    let headed = two_heads || (one_head && !first);
    // half of it
    var size_of_stroke = curve.reach;
    if (is_arc(shape)) {
        size_of_stroke = 0.5 * abs(curve.high - curve.low) * curve.round;
    } else if (one_head) {
        size_of_stroke *= 0.5;
    }
    var wide = narrow;
    var head = 0.0;    // of t
    var back = 0.0;
    if (two_heads || one_head) {
        let metre = z / frame.focal;
        head = min(HEAD_LENGTH * narrow * metre, 0.8 * size_of_stroke) / max(size_of_stroke, 1e-30);
        wide = min(HEAD_WIDTH * narrow, 0.5 * head * size_of_stroke / metre);
        back = 0.15 * head;
    }
    let inner = f32(clamp(k, 2u, points - 3u) - 2u) / f32(points - 5u);
    var t = mix(-1.0 + head - back, 1.0 - head + back, inner);
    // the two heads of one stroke may differ
    if (one_head && !is_arc(shape)) {
        t = select(1.0 - head + back, -1.0, first);
    } else if (one_head) {
        t = mix(-1.0, 1.0 - head + back, inner);
    }
    if (from_tip < 2u) {
        t = select(1.0 - head, -1.0 + select(0.0, head, two_heads), first);
    }
    if (from_tip == 0u && headed) {
        t = select(1.0, -1.0, first);
    }
    let here = place(curve, t);
    let p = to_view(here.at);
    let q = vec3<f32>(dot(here.way, frame.right), dot(here.way, frame.up), dot(here.way, frame.forward));
    let flat_way = vec2<f32>(q.x - p.x / p.z * q.z, -(q.y - p.y / p.z * q.z));
    let foreshortened = length(flat_way) / max(length(q), 1e-30);
    let along = normalize(flat_way + vec2<f32>(1e-9, 0.0));
    // a head seen from its tip is no wider than its shaft
    wide = mix(narrow, max(wide, narrow), smoothstep(0.0, 0.35, foreshortened));
    var half = select(narrow, wide, from_tip == 1u && headed);
    var past = 0.0;
    var push = 0.0;
    let margin = rim + 1.0;
    if (from_tip == 0u) {
        if (headed) {
            // the sides of a head go on until they meet outside of its rim
            let length_seen = max(head * size_of_stroke * frame.focal / z * foreshortened, 1e-3);
            half = -margin;
            push = margin * length_seen / max(wide, 1e-3);
        } else {
            past = narrow + margin;
            push = past;
        }
    }
    let across = (half + margin) * select(-1.0, 1.0, (corner & 1u) == 1u);
    let pixel = to_pixel(p) + along * select(push, -push, first) + vec2<f32>(-along.y, along.x) * across;
    // towards the eye by a hair: a mark in a surface is seen
    return Corner(
        pixel_to_clip(pixel, 0.5), vec3<f32>(across, past, half), depth_of(p.z - 0.02 * mark.size),
        vec4<f32>(colour, readable * shown), select(HIDDEN, HIDDEN_FORCE, shape == FORCE || shape == TORQUE));
}

@fragment
fn draw_joints_pixel(in: Corner) -> @location(0) vec4<f32> {
    let scale = max(1.0, frame.size.y / 700.0);
    let off = length(vec2<f32>(in.stroke.x, max(in.stroke.y, 0.0))) - in.stroke.z;
    let pixel = clamp(length(vec2<f32>(dpdx(off), dpdy(off))), 0.5, 4.0);
    let ink = clamp(0.5 - off / pixel, 0.0, 1.0);
    let rim = 0.75 * clamp(0.5 - (off - EDGE * scale) / pixel, 0.0, 1.0);
    let before = textureLoad(depth, vec2<i32>(in.position.xy), 0);
    let seen = in.ink.w * select(in.hidden, 1.0, in.depth >= before);
    return vec4<f32>(mix(frame.background, in.ink.xyz, ink), 1.0) * (max(ink, rim) * seen);
}
