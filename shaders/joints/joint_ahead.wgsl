// How far joints are open where the velocities lead, one thread per joint: C(x')/h, to be solved for with J of where the substep began.
// The first round (step.iteration) keeps λ, to be taken back, and h |J V| of how the substep found the joint, which `joint_left` told;
// where it found it far open, 1. So it is where a string is so taut that its bobs swing across faster than a substep can follow:
//     h² |λ|/L > 2 m_eff,   m_eff = 1/(m_a⁻¹ + m_b⁻¹)

// uses: step, rotation, symmetric, body, tie, rows, frames, draft
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read> drafts: array<Draft>;

/// What may be left: of the smaller radius, and in rad.
const SHUT: f32 = 1e-5;
/// From where on a joint is far open, and to be drawn together by and by.
const FAR: f32 = 0.1;
/// Four last digits of a number of this size.
const ROUNDING: f32 = 2.4e-7;

/// Whether a string swings across too fast; the length is the one that it should have.
fn too_taut(frames: Frames, tension: f32) -> bool {
    if (((frames.bits >> LINEAR_BITS) & 3u) != LINEAR_DISTANCE) {
        return false;
    }
    let inverse_mass = velocities[frames.tie.a].inverse_mass + velocities[frames.tie.b].inverse_mass;
    return step.h * step.h * abs(tension) * inverse_mass > 2.0 * frames.size;
}

// As the substep found it; what is held stays where it is.
fn found_at(body: u32, now: Pose) -> Pose {
    if (velocities[body].inverse_mass == 0.0) {
        return now;
    }
    return Pose(drafts[body].position, now.radius, drafts[body].rotation);
}

// The larger of |C| in radii and in rad, over what is held hard.
fn gap_of(open: Pair, radius: f32) -> f32 {
    return max(length(open.linear) / radius, length(open.angular));
}

@compute @workgroup_size(64)
fn joint_ahead(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let a = poses[frames.tie.a];
    let b = poses[frames.tie.b];
    let open = only(find_rows(frames, a, b), hard_rows(frames)).error;
    let radius = min(a.radius, b.radius);
    let gap = gap_of(open, radius);
    if (step.iteration == 0u) {
        blocks[2u * n + l].diagonal = multipliers[l].lambda;
        blocks[2u * n + l].off = multipliers[n + l].lambda;
        let opening = step.h * max(length(blocks[l].work) / radius, length(blocks[n + l].work));
        let found = find_rows(frames, found_at(frames.tie.a, a), found_at(frames.tie.b, b));
        let calm = gap_of(only(found, hard_rows(frames)).error, radius) < FAR
            && !too_taut(frames, multipliers[l].lambda.x);
        blocks[2u * n + l].work.y = select(1.0, opening, calm);
    }
    let enough = max(SHUT, ROUNDING * max(length(a.position), length(b.position)) / radius);
    // in radii or rad; nothing where that is no more than rounding
    blocks[3u * n + l].work.z = select(0.0, gap, !(gap <= enough));
    blocks[l].work = step.inverse_h * open.linear;
    blocks[n + l].work = step.inverse_h * open.angular;
}
