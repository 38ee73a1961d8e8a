// From where AVBD's passes set out: to V* goes as much of gravity as the body gave in to in the last substep,
//     V = V* − (1 − w) h g,   x ← x + h V,   q ← exp(h ω) q
// A body under load then begins near where it stays. For shaders that bind `poses`, `velocities`, `free_velocities` and
// `learnt`.

// uses: step, rotation, body

fn guess(body: u32) {
    let missing = 1.0 - learnt[step.joint_count + body];
    let linear = free_velocities[body].linear - missing * step.h * step.gravity;
    let angular = free_velocities[body].angular;
    velocities[body].linear = linear;
    velocities[body].angular = angular;
    poses[body].position += step.h * linear;
    poses[body].rotation = normalize(quaternion_product(exponential(step.h * angular), poses[body].rotation));
}
