// One thread per joint with driven or bounded rows: their staircases in the first half of a symplectic substep, by its
// mean speed.

// uses: step, rotation, body, mobility, six, tie, rows, frames, courses, effective, row_store, stair, floors, halves, wound
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_stairs_first(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);
    let error = with_turns(frames, l, found.error);
    let goes_on = (frames.bits & GOES_ON_BIT) != 0u;
    let rows = rows_at(l, VELOCITIES);
    let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
    var springs = false;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let course = course_of(frames, firstTrailingBit(left));
        springs |= (course.is_driven && course.drive.x < HOLDING) || (course.has_stops && course.stop.x < HOLDING);
    }
    var masses = Pair(vec3<f32>(1.0), vec3<f32>(1.0));
    // a loop, which software skips
    for (; springs; springs = false) {
        masses = inverse_masses(own, hard_rows(frames));
    }
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        let diagonal = select(matrix_diagonal(own.ll)[i], matrix_diagonal(own.aa)[i], turns);
        let c = select(error.linear[i], error.angular[i], turns);
        let inverse_mass = select(masses.linear[i], masses.angular[i], turns);
        var stair = Stair(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        if (diagonal > 0.0) {
            let course = course_of(frames, k);
            let recovery = select(frames.recovery.x, frames.recovery.y, turns);
            let before = 0.5 * step.h * select(multipliers[l].lambda[i], multipliers[n + l].lambda[i], turns);
            stair = first_line(course, turns && !(goes_on && k == 3u), recovery, c, inverse_mass);
            if (course.is_bounded) {
                let yields = yielded(&stair);
                stair = floored(stair, course, 0.5 * step.h * course.friction, diagonal, before);
            }
            stair.du = diagonal;
        }
        put_stair(l, k, stair, Half(c, 0.0, inverse_mass, 0.0));
    }
}
