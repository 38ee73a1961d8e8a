// The safeguard of symplectic islands, one thread per island. An island that came apart, gained energy or is held by a
// hand (body step.extra.y − 1) is taken back, λ with it. An island that was projected stays projected until its joints
// open by less than CALM a substep. Otherwise the next substep would throw light bodies about. The poses that the
// others reached are kept beside. Firm islands come first, step.extra.x of them, and then halved ones: there the work of
// drives does not count as a gain.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, draft, pushed, mean, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

/// By how much u may miss its staircase, m/s or rad/s: as in `joint_search`.
const TOLERANCE: f32 = 1e-5;
/// The least share of a substep behind a blow, for the forces there.
const LEAST_REST: f32 = 0.1;
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
    let halved = id.x >= step.extra.x;

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
        verdict.gap = max(verdict.gap, noted_gap(l));
        // written so that NaN is not tried
        tried = tried && noted_opening(l) < CALM;
        verdict.pushed |= is_pushed(multipliers[l].left);
        multipliers[l].left = 0.0;
    }
    // a gap that may be left is worth this at most: a bridge of tight ropes trembles by it at rest
    for (var go = !halved; go; go = false) {
        for (var i = first_joint; i < first_joint + joint_count; i++) {
            let l = lists[i];
            let slack = noted_slack(l);
            verdict.floor += slack.x * length(multipliers[l].lambda) + slack.y * length(multipliers[n + l].lambda);
        }
    }
    var landed = true;
    // a loop, which software skips
    for (var go = halved; go; go = false) {
        for (var i = first_joint; i < first_joint + joint_count; i++) {
            let l = lists[i];
            verdict.rise -= noted_work(l);
            landed = landed && noted_miss(l) <= TOLERANCE;
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
        note_kept(l, kept);
        if (kept) {
            // λ is μ; where there was a blow it is what came behind it, and what came before is kept beside
            let over = select(1.0, noted_blow(l), halved);
            let blown = select(0.0, 1.0, over < 1.0);
            let next = select(2.0, 1.0 / max(1.0 - over, LEAST_REST), over < 1.0);
            let along = multipliers[l].lambda;
            let about = multipliers[n + l].lambda;
            let q = multipliers[mean_at(l)].lambda;
            let q_about = multipliers[mean_at(n + l)].lambda;
            multipliers[mean_at(l)] = Multiplier(q + along + blown * blocks[3u * n + l].diagonal, 1.0);
            multipliers[mean_at(n + l)] = Multiplier(q_about + about + blown * blocks[3u * n + l].off, 1.0);
            blocks[2u * n + l].diagonal = next * along;
            blocks[2u * n + l].off = next * about;
        } else {
            multipliers[l].lambda = blocks[l].diagonal;
            multipliers[n + l].lambda = blocks[n + l].diagonal;
        }
    }
}
