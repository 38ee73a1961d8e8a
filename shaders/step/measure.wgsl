// Measures of the last substep, reduced to one record per workgroup. They are the gaps of the poses as they stand, and
// the residual |J V + β C/h| with that substep's own J and C (published beside each multiplier). They are also energies
// and momenta with the true inertia,
//     P = Σ m v,   L = Σ x × m v + R I Rᵀ ω,
// and whether any number is not finite. Joints are those of the list, bodies all.

// uses: step, rotation, body, finite, partial, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;   // where POINTS does not hold
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;

var<workgroup> found: array<Partial, 64>;

@compute @workgroup_size(64)
fn measure(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let stride = groups.x * 64u;
    let start = group.x * 64u + thread;
    let none = vec3<f32>(0.0);
    var mine = Partial(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0u, 0xffffffffu, 0u, 0.0, 0.0, 0.0, none, none);

    for (var i = start; i < step.count; i += stride) {
        let l = lists[step.first + i];
        let tie = ties[l];
        let a = poses[tie.a];
        let b = poses[tie.b];
        var gap = 0.0;
        var angle = 0.0;
        var overshoot = 0.0;
        var rounds = 0.0;
        if (POINTS) {
            gap = length(error_of(l, a, b, arms_of(tie, a, b)));
        } else {
            // as joint_gaps found them
            gap = blocks[3u * step.joint_count + l].work.x;
            angle = blocks[3u * step.joint_count + l].work.y;
            overshoot = blocks[3u * step.joint_count + l].bias_y;
            rounds = blocks[3u * step.joint_count + l].bias_z;
        }
        mine = joined(mine, Partial(
            gap, gap * gap, gap / min(a.radius, b.radius), multipliers[l].left, 0.0, 0.0, l, 0xffffffffu, 0u, angle,
            overshoot, rounds, none, none));
    }

    for (var body = start; body < step.body_count; body += stride) {
        let pose = poses[body];
        let v = velocities[body];
        let facts = bodies[body];
        if (!(whole(pose) && finite(vec4<f32>(v.linear, 0.0)) && finite(vec4<f32>(v.angular, 0.0)))) {
            mine.bad_body = min(mine.bad_body, body);
        }
        if (facts.inverse_mass > 0.0) {
            let spin = rotate_back(pose.rotation, v.angular);
            mine.kinetic += 0.5 * (facts.mass * dot(v.linear, v.linear) + dot(facts.inertia * spin, spin));
            mine.potential -= facts.mass * dot(step.gravity, pose.position);
            let p = facts.mass * v.linear;
            mine.momentum += p;
            mine.angular_momentum += cross(pose.position, p) + rotate(pose.rotation, facts.inertia * spin);
        }
    }

    found[thread] = mine;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            found[thread] = joined(found[thread], found[thread + half]);
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        measure_partials[group.x] = found[0];
    }
}
