// Which joints broke in this frame, one thread per joint that can break, behind the frame's last substep.

// uses: step, tie, event
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(47) var<storage, read_write> events: array<atomic<u32>>;

@compute @workgroup_size(64)
fn joint_events(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    // 1 after it broke, 2 once the event is written
    if (multipliers[step.joint_count + l].left == 1.0) {
        multipliers[step.joint_count + l].left = 2.0;
        happened(BROKE, l, 0u);
    }
}
