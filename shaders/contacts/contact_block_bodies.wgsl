// What inertia and contacts ask of a body in a pass of AVBD, one thread per body of a colour (step.extra.x):
//     H = M/h² + Σ Jᵀ K J,   f = M (V − V*)/h + Σ Jᵀ F
// over its points of contact and over what rolls. `joint_block_move` adds its joints, and moves it. Bodies without
// a colour are all looked at before one of them moves.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_spring, contact_own_rows, energy
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(58) var<storage, read_write> energies: array<vec4<f32>>;

struct Asked {
    ll: mat3x3<f32>,
    la: mat3x3<f32>,
    aa: mat3x3<f32>,
    force: vec3<f32>,
    torque: vec3<f32>,
}

fn with_pair(body: u32, number: u32, before: Asked) -> Asked {
    var asked = before;
    let pair = pairs[number];
    let n = pair.normal;
    let on_b = pair.b == body;
    let sign = select(1.0, -1.0, on_b);
    let behind = contact_forces[push_at(number, SLOTS)];
    let both = Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
    var pushing = 0.0;
    for (var k = 0u; k < points_of(pair); k++) {
        let reach = contact_reaches[SLOTS * number + k];
        let now = borne_of(pair, reach, contact_forces[push_at(number, k)], behind.depth, both.va, both.vb);
        let arm = select(reach.arm_a, reach.arm_b, on_b);
        let force = sign * force_of(n, now.force);
        asked.force += force;
        asked.torque += cross(arm, force);
        pushing += now.force.x;
        let more = now.along - now.across;
        for (var i = 0u; i < 3u; i++) {
            let unit = select(vec3<f32>(0.0), vec3<f32>(1.0), vec3<u32>(0u, 1u, 2u) == vec3<u32>(i));
            let turn = cross(unit, arm);
            let turned = now.across * turn + (more * dot(n, turn)) * n;
            asked.ll[i] += now.across * unit + (more * dot(n, unit)) * n;
            asked.la[i] += turned;
            asked.aa[i] += cross(arm, turned);
        }
    }
    if (pair.rolling > 0.0) {
        let now = rolled_of(pair, behind.lambda, pushing, both);
        asked.torque += sign * now.torque;
        asked.aa += scalar_matrix(now.slope);
    }
    return asked;
}

@compute @workgroup_size(64)
fn contact_block_bodies(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[SIZES + step.extra.x]) {
        return;
    }
    let entry = contact_numbers[ORDER + contact_numbers[STARTS + step.extra.x] + id.x];
    let body = entry & ~IS_BIG;
    let m = mobility_at(body);
    let mass = 1.0 / m.inverse_mass;
    var inertia = scalar_matrix(1.0 / max(m.w, 1e-30));
    if (!ISOTROPIC) {
        inertia = symmetric_matrix(symmetric_inverse(m.tensor));
    }
    let square = step.inverse_h * step.inverse_h;
    let free = energy_at(body, OF_FREE);
    var asked = Asked(
        scalar_matrix(square * mass), scalar_matrix(0.0), square * inertia,
        step.inverse_h * mass * (velocities[body].linear - energies[free].xyz),
        step.inverse_h * (inertia * (velocities[body].angular - energies[free + 1u].xyz)));
    let rows = own_rows(body);
    for (var row = rows.x; row < rows.y; row++) {
        for (var k = 0u; k < ROW && contact_rows[neighbour_at(row, k)] != NONE; k++) {
            let number = contact_rows[number_at(row, k)];
            if (number != NONE) {
                asked = with_pair(body, number, asked);
            }
        }
    }
    let count = select(0u, contact_numbers[PAIRS], (entry & IS_BIG) != 0u);
    for (var number = 0u; number < count; number++) {
        if (pairs[number].b == body && (pairs[number].count & ON_BIG) != 0u) {
            asked = with_pair(body, number, asked);
        }
    }
    let slope = energy_at(body, OF_SLOPE);
    energies[slope] = vec4<f32>(asked.force, 0.0);
    energies[slope + 1u] = vec4<f32>(asked.torque, 0.0);
    let curve = energy_at(body, OF_CURVE);
    for (var i = 0u; i < 3u; i++) {
        energies[curve + i] = vec4<f32>(asked.ll[i], 0.0);
        energies[curve + 3u + i] = vec4<f32>(asked.la[i], 0.0);
        energies[curve + 6u + i] = vec4<f32>(asked.aa[i], 0.0);
    }
}
