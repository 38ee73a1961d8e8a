// The safeguard of symplectic islands, one thread per island. An island that came apart, gained energy or is held by a
// hand (body step.extra.y − 1) is taken back, λ with it. An island that was projected stays projected until its joints
// open by less than CALM a substep. Otherwise the next substep would throw light bodies about. The poses that the
// others reached are kept beside. Firm islands come first, step.extra.x of them. Those with driven or bounded rows come
// last, from step.iteration on: the work of drives does not count as a gain. All others are as if taken back.

// uses: step, rotation, symmetric, body, motion, tie, rows, frames, safeguard, draft, pushed, mean
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

/// By how much u may miss its staircase, m/s or rad/s: as in `joint_search`.
const TOLERANCE: f32 = 1e-5;
/// By how much joints may be opening as a substep finds them, radii or rad a substep.
const CALM: f32 = 3e-3;

@compute @workgroup_size(64)
fn joint_judge(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    let first_body = lists[record];
    let body_count = lists[record + 1u];
    let first_joint = lists[record + 2u];
    let joint_count = lists[record + 3u];
    let n = step.joint_count;
    let halved = id.x >= step.iteration;
    if (id.x >= step.extra.x && !halved) {
        for (var i = first_joint; i < first_joint + joint_count; i++) {
            blocks[2u * n + lists[i]].work.x = 0.0;
            multipliers[mean_at(lists[i])].left = 0.0;
            multipliers[mean_at(n + lists[i])].left = 0.0;
        }
        return;
    }

    var verdict = Verdict();
    var held = false;
    var tried = true;
    for (var i = first_body; i < first_body + body_count; i++) {
        let body = lists[i];
        let was = drafts[body];
        let pose = poses[body];
        let v = velocities[body];
        heed(
            &verdict, bodies[body], Motion(was.position, was.rotation, Twist(was.linear, was.angular)),
            Motion(pose.position, pose.rotation, Twist(v.linear, v.angular)));
        held |= body + 1u == step.extra.y;
    }
    for (var i = first_joint; i < first_joint + joint_count; i++) {
        let l = lists[i];
        verdict.gap = max(verdict.gap, blocks[3u * n + l].work.z);
        // written so that NaN is not tried
        tried = tried && blocks[2u * n + l].work.y < CALM;
        verdict.pushed |= is_pushed(multipliers[l].left);
        multipliers[l].left = 0.0;
    }
    var landed = true;
    // a loop, which software skips
    for (var go = halved; go; go = false) {
        for (var i = first_joint; i < first_joint + joint_count; i++) {
            let l = lists[i];
            verdict.rise -= blocks[l].off.x;
            landed = landed && blocks[2u * n + l].bias_y <= TOLERANCE;
        }
    }
    tried = tried && !held;
    let kept = tried && landed && decide(verdict) == KEPT;
    if (!kept) {
        drafts[lists[first_body]].falls += u32(tried && !verdict.pushed);
    }
    for (var i = first_body; i < first_body + body_count; i++) {
        let body = lists[i];
        let was = drafts[body];
        if (kept) {
            drafts[body].position = poses[body].position;
            drafts[body].rotation = poses[body].rotation;
            drafts[body].linear = step.velocity_kept * velocities[body].linear;
            drafts[body].angular = step.velocity_kept * velocities[body].angular;
        } else {
            poses[body].position = was.position;
            poses[body].rotation = was.rotation;
            velocities[body].linear = was.linear;
            velocities[body].angular = was.angular;
        }
    }
    for (var i = first_joint; i < first_joint + joint_count; i++) {
        let l = lists[i];
        blocks[2u * n + l].work.x = select(0.0, 1.0, kept);
        if (kept) {
            // λ is μ
            for (var t = l; t <= n + l; t += n) {
                let q = multipliers[mean_at(t)].lambda;
                multipliers[mean_at(t)] = Multiplier(q + multipliers[t].lambda, 1.0);
            }
            blocks[2u * n + l].diagonal = 2.0 * multipliers[l].lambda;
            blocks[2u * n + l].off = 2.0 * multipliers[n + l].lambda;
        } else {
            // with a blow in it λ is no place to begin from for rows that may be anywhere on their staircases
            let goes = six_bits(select(ties[4u * n + 2u * l].x, 0u, !tried), COURSE_BITS);
            multipliers[l].lambda = select(blocks[l].diagonal, vec3<f32>(0.0), goes.linear > vec3<f32>(0.0));
            multipliers[n + l].lambda = select(blocks[n + l].diagonal, vec3<f32>(0.0), goes.angular > vec3<f32>(0.0));
        }
    }
}
