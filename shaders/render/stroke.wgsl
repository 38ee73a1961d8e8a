// Strokes of the theme's ink with a rim of its background, drawn over the finished picture and paler where a bead hides
// them. A stroke is a strip of triangles along a curve: a line, an arc, a coil, with arrow heads or round ends. It is
// widened in the picture, so that it is as sharp at any size.

// uses: frame

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

// In sizes: the radius of a coil, half a stroke's width, and an arrow's of a force.
const COIL_RADIUS: f32 = 0.2;
const STROKE: f32 = 0.04;
const ARROW: f32 = 0.06;
// What a coil winds, radians.
const WINDS: f32 = 18.85;
// Of arrow heads in half widths: half of their width, and their length.
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

// Half the width in pixels of a force's arrow, `seen` pixels long. A short one is a small arrow, not the stub of a
// large one.
fn arrow_width(pixels: f32, seen: f32, scale: f32) -> f32 {
    return clamp(min(ARROW * pixels, 0.06 * seen), THINNEST * scale, THICKEST_ARROW * scale);
}

// A corner of the strip along a curve, `narrow` pixels to either side, whose middle is z m away; the marked thing is of
// a size in m.
fn widened(curve: Curve, corner: u32, narrow: f32, z: f32, size: f32, ink: vec4<f32>, hidden: f32) -> Corner {
    let shape = curve.shape;
    let scale = max(1.0, frame.size.y / 700.0);
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
        pixel_to_clip(pixel, 0.5), vec3<f32>(across, past, half), depth_of(p.z - 0.02 * size), ink, hidden);
}

// Ink where `off`, pixels from the edge of the stroke, is less than 0, and its rim beyond.
fn inked(in: Corner, off: f32, before: f32) -> vec4<f32> {
    let scale = max(1.0, frame.size.y / 700.0);
    let pixel = clamp(length(vec2<f32>(dpdx(off), dpdy(off))), 0.5, 4.0);
    let ink = clamp(0.5 - off / pixel, 0.0, 1.0);
    let rim = 0.75 * clamp(0.5 - (off - EDGE * scale) / pixel, 0.0, 1.0);
    let seen = in.ink.w * select(in.hidden, 1.0, in.depth >= before);
    return vec4<f32>(mix(frame.background, in.ink.xyz, ink), 1.0) * (max(ink, rim) * seen);
}
