// What the last substep left, reduced to one record a workgroup: the gaps of the poses as they stand, the
// residual |J V + β C/h| with that substep's own J and C (published beside each multiplier), energies with the
// true inertia, and whether any number is not finite. Joints are those of the list, bodies all.

// uses: step, rotation, body, finite, joint

struct Partial {
    max_gap: f32,             // m
    gap_squares: f32,         // m²
    max_gap_radii: f32,       // over the smaller radius of the two
    residual_squares: f32,    // m²/s²
    kinetic: f32,             // J
    potential: f32,           // J, zero at the origin's height, moving bodies only
    worst_joint: u32,
    bad_body: u32,
}

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> joints: array<Joint>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;

var<workgroup> found: array<Partial, 64>;

fn joined(p: Partial, q: Partial) -> Partial {
    return Partial(
        max(p.max_gap, q.max_gap),
        p.gap_squares + q.gap_squares,
        max(p.max_gap_radii, q.max_gap_radii),
        p.residual_squares + q.residual_squares,
        p.kinetic + q.kinetic,
        p.potential + q.potential,
        select(p.worst_joint, q.worst_joint, q.max_gap_radii > p.max_gap_radii),
        min(p.bad_body, q.bad_body),
    );
}

@compute @workgroup_size(64)
fn measure(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let stride = groups.x * 64u;
    let start = group.x * 64u + thread;
    var mine = Partial(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0u, 0xffffffffu);

    for (var i = start; i < step.count; i += stride) {
        let l = order[step.first + i];
        let joint = joints[l];
        let a = poses[joint.a];
        let b = poses[joint.b];
        let gap = length((a.position - b.position)
            + (rotate(a.rotation, joint.anchor_a) - rotate(b.rotation, joint.anchor_b)));
        mine = joined(mine, Partial(
            gap, gap * gap, gap / min(a.radius, b.radius), multipliers[l].left, 0.0, 0.0, l, 0xffffffffu));
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
