// A pass of AVBD, one thread per body of a colour, of which no two share a joint. The body goes to the minimum of its
// own energy while all others stay,
//     F = k (C − α C₀) + λ,   H = M/h² + Σ Jᵀ k J + G,   f = M (V − V*)/h + Σ Jᵀ F,   (x, q) ← (x, q) − H⁻¹ f,   V ← V − H⁻¹ f/h
// With J = ±[1, −[a]ₓ] the corner of H that moves is one number, so that by blocks, with c = Σ k a,
//     κ = m/h² + Σ k,   T = I/h² + Σ (k (|a|² 1 − a aᵀ)) + G,   S = T − (|c|² 1 − c cᵀ)/κ
//     θ = S⁻¹ (τ − c × f/κ),   d = (f + c × θ)/κ
// G is how J turns under F: lengths of the columns of a Fᵀ − (a·F) 1, on the diagonal.

// uses: step, rotation, symmetric, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

fn world_inertia(q: vec4<f32>, body: Body) -> Symmetric {
    if (ISOTROPIC) {
        return Symmetric(body.inertia, vec3<f32>(0.0));
    }
    return world_inverse_inertia(q, body.inertia);
}

@compute @workgroup_size(64)
fn block_bodies(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let facts = bodies[body];
    let inertia = world_inertia(poses[body].rotation, facts);
    let square = step.inverse_h * step.inverse_h;
    var force = step.inverse_h * facts.mass * (velocities[body].linear - free_velocities[body].linear);
    var torque =
        step.inverse_h * symmetric_times(inertia, velocities[body].angular - free_velocities[body].angular);
    var moves = square * facts.mass;                                                            // κ
    var couples = vec3<f32>(0.0);                                                               // c
    var turns = Symmetric(square * inertia.diagonal, square * inertia.off);                     // T
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let l = lists[i] >> 1u;
        let is_b = (lists[i] & 1u) == 1u;
        let tie = ties[l];
        let a = poses[tie.a];
        let b = poses[tie.b];
        let arms = arms_of(tie, a, b);
        let arm = select(arms.arm_a, arms.arm_b, is_b);
        let k = blocks[l].bias_z;
        let pull = k * (error_of(l, a, b, arms) - blocks[l].work) + multipliers[l].lambda;      // F
        let on_body = wrench(l, arm, select(pull, -pull, is_b));
        force += on_body.force;
        torque += on_body.torque;
        moves += k;
        couples += k * arm;
        let reach = dot(arm, arm);
        let along = dot(arm, pull);
        let columns = reach * pull * pull - 2.0 * along * arm * pull + vec3<f32>(along * along);
        let swing = outer_square(-k, arm);
        turns.diagonal += swing.diagonal + vec3<f32>(k * reach) + sqrt(max(columns, vec3<f32>(0.0)));
        turns.off += swing.off;
    }
    let inverse = 1.0 / moves;
    let coupled = outer_square(inverse, couples);
    let schur = Symmetric(
        turns.diagonal + coupled.diagonal - vec3<f32>(inverse * dot(couples, couples)), turns.off + coupled.off);
    let turned = symmetric_times(symmetric_inverse(schur), torque - inverse * cross(couples, force));
    let shift = inverse * (force + cross(couples, turned));
    poses[body].position -= shift;
    poses[body].rotation = normalize(quaternion_product(exponential(-turned), poses[body].rotation));
    velocities[body].linear -= step.inverse_h * shift;
    velocities[body].angular -= step.inverse_h * turned;
}
