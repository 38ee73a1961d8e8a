// How far firm joints are open where the velocities lead, one thread per joint: C(x')/h, to be solved for with J of where
// the substep began.

// uses: step, rotation, symmetric, body, tie, rows, frames, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f32 = 1e-5;
/// Four last digits of a number of this size.
const ROUNDING: f32 = 2.4e-7;

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
    let gap = max(length(open.linear) / radius, length(open.angular));
    let enough = max(SHUT, ROUNDING * max(length(a.position), length(b.position)) / radius);
    // in radii or rad; nothing where that is no more than rounding
    note_gap(l, select(0.0, gap, !(gap <= enough)));
    note_slack(l, vec2<f32>(enough * radius, enough));
    blocks[l].work = step.inverse_h * open.linear;
    blocks[n + l].work = step.inverse_h * open.angular;
}
