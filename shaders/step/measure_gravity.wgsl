// Behind `measure`, where some body has a gravity of its own: what its potential energy has more than `measure` took,
//     E −= (s − 1) m g·x.
// A thread takes every so-manieth record of apply_drag.wgsl, as many as there are workgroups.

// uses: step, body, partial
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;

const DRAG_WORDS: u32 = 4u;

@compute @workgroup_size(1)
fn measure_gravity(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    var more = 0.0;
    for (var k = group.x; k < step.count; k += groups.x) {
        let at = step.first + DRAG_WORDS * k;
        let body = lists[at];
        more += bitcast<f32>(lists[at + 3u]) * bodies[body].mass * dot(step.gravity, poses[body].position);
    }
    measure_partials[group.x].potential -= more;
}
