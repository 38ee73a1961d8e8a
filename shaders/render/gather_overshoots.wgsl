// One thread per joint: how far it is beyond its stops, in m or rad, the worst of its rows, for both of its bodies. As
// joint_gaps has it for a measurement. Of `step` only the number of joints is set.

// uses: step, rotation, body, tie, rows, frames, courses, wound, simulation
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(5) var<storage, read> joint_colours: array<u32>;
@group(0) @binding(6) var<storage, read_write> errors: array<atomic<u32>>;

@compute @workgroup_size(64)
fn gather_overshoots(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;
    // a cut joint has no colour of the solver's, and a broken one holds nothing
    if (l >= drawn.joints || joint_colours[l] == 0xffffffffu || multipliers[drawn.joints + l].left != 0.0) {
        return;
    }
    let frames = frames_of(l);
    let error = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]).error;
    let over = all_beyond(frames, with_turns(frames, l, error));
    let most = max(abs(over.linear), abs(over.angular));
    let worst = bitcast<u32>(max(most.x, max(most.y, most.z)));
    // the body that stands for the world is not drawn
    if (frames.tie.a < drawn.bodies) {
        atomicMax(&errors[drawn.first_body + frames.tie.a], worst);
    }
    if (frames.tie.b < drawn.bodies) {
        atomicMax(&errors[drawn.first_body + frames.tie.b], worst);
    }
}
