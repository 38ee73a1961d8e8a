use crate::cpu::algebra::{Symmetric, Vec3, exponential, outer_square};
use crate::cpu::body::world_inverse_inertia;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The body goes to where its own energy is least while all others stay, as the shader has it:
/// κ = m/h² + Σ k, c = Σ k a, T = I/h² + Σ k (|a|² 1 − a aᵀ) + G, S = T − (|c|² 1 − c cᵀ)/κ, θ = S⁻¹ (τ − c × f/κ), d = (f + c × θ)/κ
pub fn block_bodies<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let facts = &world.bodies[body];
    let inertia = world_inverse_inertia(world.poses[body].rotation, facts.inertia);
    let square = step.inverse_h * step.inverse_h;
    let (v, free) = (world.velocities[body], world.free_velocities[body]);
    let mut force = step.inverse_h * facts.mass * (v.linear - free.linear);
    let mut torque = step.inverse_h * (inertia * (v.angular - free.angular));
    let mut moves = square * facts.mass;
    let mut couples = Vec3::ZERO;
    let mut turns = Symmetric { diagonal: square * inertia.diagonal, off: square * inertia.off };
    for (l, side) in world.ties_of(body) {
        let tie = &world.ties[l];
        let (a, b) = (&world.poses[tie.a], &world.poses[tie.b]);
        let arms = tie.arms(a, b);
        let arm = if side == 0 { arms.arm_a } else { arms.arm_b };
        let spring = &world.springs[l];
        let k = spring.stiffness;
        let pull = k * (tie.error_of(a, b, &arms) - spring.kept) + world.multipliers[l].lambda;
        let on_body = tie.wrench(arm, if side == 0 { pull } else { -pull });
        force += on_body.force;
        torque += on_body.torque;
        moves += k;
        couples += k * arm;
        let (reach, along) = (arm.length_squared(), arm.dot(pull));
        let two = N::from_f64(2.0);
        let columns = reach * pull * pull - two * along * arm * pull + Vec3::splat(along * along);
        let [x, y, z] = columns.max(Vec3::ZERO).to_array().map(N::sqrt);
        turns = turns + outer_square(-k, arm).raised(k * reach);
        turns.diagonal += Vec3::new(x, y, z);
    }
    let inverse = N::ONE / moves;
    let schur = (turns + outer_square(inverse, couples)).raised(-(inverse * couples.length_squared()));
    let turned = schur.inverse() * (torque - inverse * couples.cross(force));
    let shift = inverse * (force + couples.cross(turned));
    let pose = &mut world.poses[body];
    pose.position -= shift;
    pose.rotation = (exponential(-turned) * pose.rotation).normalize();
    let v = &mut world.velocities[body];
    v.linear -= step.inverse_h * shift;
    v.angular -= step.inverse_h * turned;
}
