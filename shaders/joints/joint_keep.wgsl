// The last of the stages by which firm islands are symplectic, one thread per island: what `joint_judge` kept comes into its place.

// uses: step, rotation, symmetric, body, tie, draft, noted
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read> drafts: array<Draft>;

@compute @workgroup_size(64)
fn joint_keep(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    let first_joint = lists[record + 2u];
    let n = step.joint_count;
    if (!noted_kept(lists[first_joint])) {
        return;
    }
    for (var i = lists[record]; i < lists[record] + lists[record + 1u]; i++) {
        let body = lists[i];
        let now = drafts[body];
        poses[body].position = now.position;
        poses[body].rotation = now.rotation;
        velocities[body].linear = now.linear;
        velocities[body].angular = now.angular;
    }
    for (var i = first_joint; i < first_joint + lists[record + 3u]; i++) {
        let l = lists[i];
        multipliers[l].lambda = blocks[2u * n + l].diagonal;
        multipliers[n + l].lambda = blocks[2u * n + l].off;
    }
}
