// A look at where the first half of a symplectic substep leads a halved island. It is the stages `joint_seen` and
// `joint_agree`, and `joint_segments` where rows go to other parts. A dispatch is the look behind step.iteration rounds, of
// step.iterations. Shaders that use it bind what joint_look.wgsl binds, and use `together` or `alone`, which say who shares
// an island.

// uses: step, tie, kept, seeing, agreeing, on_stairs

fn look_at(record: u32, lane: u32) {
    let joint = lists[record];
    let joints = lists[record + 1u];
    let leader = lists[joint];
    if (!any_thread(!stays(leader))) {
        return;
    }
    for (var i = lane; i < joints; i += LANES) {
        see(lists[joint + i], step.iteration);
    }
    meet();
    for (var go = lane == 0u; go; go = false) {
        agree(record, step.iteration, step.iterations);
    }
    meet();
    let goes = step.iteration > 0u && step.iteration < step.iterations && !noted_settled(leader);
    for (var i = lane; i < joints && goes; i += LANES) {
        put_on_stairs(lists[joint + i], SEEN);
    }
}
