// The joints of chains shut in place, one thread per chain, velocities untouched:
//     A(x) μ = C(x),   x ← x − M⁻¹ Jᵀ μ      (bodies turn by W (a × μ))
// This is Newton's method, and as quick: mostly one round. It ends where every |C| is below 1e-4 of the smaller radius
// or four last digits of the position, or after five rounds. A round that does not help is taken back. W then has a
// larger guard (shaders/common/motion.wgsl); the second such round ends it. A joint that was open by more than 0.1 radii
// before this substep, as a scene may have it, is drawn together at 1 m/s. The part that stays open is kept in the
// block's bias.

// uses: step, rotation, symmetric, body, motion, tie, safeguard, chain, draft
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

// Where an end of a joint is, and what its body is like.
struct Tip {
    position: vec3<f32>,
    radius: f32,
    arm: vec3<f32>,
}

fn tip_of(body: u32, anchor: vec3<f32>) -> Tip {
    return Tip(poses[body].position, poses[body].radius, rotate(poses[body].rotation, anchor));
}

// The same before the substep, whose velocity the body still has.
fn tip_before(body: u32, anchor: vec3<f32>) -> Tip {
    let was = pose_before(poses[body], Twist(velocities[body].linear, velocities[body].angular), step.h);
    return Tip(was.position, was.radius, rotate(was.rotation, anchor));
}

fn gap_between(near: Tip, far: Tip) -> vec3<f32> {
    return (near.position - far.position) + (near.arm - far.arm);
}

// The largest error over the gap that a joint may keep; `anew` first finds the part of every gap that stays.
fn look(chain: Chain, first: u32, anew: bool) -> f32 {
    var near_body = first;
    var worst = 0.0;
    for (var k = 0u; k < chain.count; k++) {
        let link = link_at(chain, k);
        let near = tip_of(near_body, link.near_anchor);
        let far = tip_of(link.far, link.far_anchor);
        let gap = gap_between(near, far);
        let radius = min(near.radius, far.radius);
        if (anew) {
            let was = gap_between(tip_before(near_body, link.near_anchor), tip_before(link.far, link.far_anchor));
            let left = left_of_gap(gap, was, radius);
            blocks[link.joint].bias_x = left.x;
            blocks[link.joint].bias_y = left.y;
            blocks[link.joint].bias_z = left.z;
        }
        let error = gap - block_bias(blocks[link.joint]);
        let farther = max(length(near.position), length(far.position));
        worst = max(worst, length(error) / shut_enough(radius, farther));
        near_body = link.far;
    }
    return worst;
}

fn shift(body: u32, was: Loaded, before: vec3<f32>, after: vec3<f32>) {
    if (was.mobility.inverse_mass == 0.0) {
        return;
    }
    let push = Wrench(before - after, cross(was.far_arm, before) - cross(was.near_arm, after));
    let change = kicked(Twist(), was.mobility, push);
    drafts[body].position = was.position;
    drafts[body].rotation = was.rotation;
    poses[body].position = was.position + change.linear;
    poses[body].rotation = normalize(quaternion_product(exponential(change.angular), was.rotation));
}

fn take_back(body: u32, inverse_mass: f32) {
    if (inverse_mass > 0.0) {
        poses[body].position = drafts[body].position;
        poses[body].rotation = drafts[body].rotation;
    }
}

// A turn, with a guard to which tensions count `times`.
fn project(chain: Chain, first: u32, times: f32) {
    let none = vec3<f32>(0.0);
    var link = chain.first;
    var near = load_still(first, load_inverses(first), none, link.near_anchor, times * link.tension.x);
    var s = Symmetric();
    var z = none;
    for (var k = 0u; k < chain.count; k++) {
        var next = Link();
        if (k + 1u < chain.count) {
            next = link_at(chain, k + 1u);
        }
        let inverses = inverses_at(chain, link, k);
        let tension = times * (link.tension.y + next.tension.x);
        let far = load_still(link.far, inverses, link.far_anchor, next.near_anchor, tension);
        var d = own_block(link.joint, near.mobility, far.mobility, Arms(near.near_arm, link.near, far.far_arm, link.far));
        d.diagonal += vec3<f32>(step.regularisation * (d.diagonal.x + d.diagonal.y + d.diagonal.z) / 3.0);
        let gap = (near.position - far.position) + (near.near_arm - far.far_arm);
        let b = gap - block_bias(blocks[link.joint]) - couple(near.mobility, near.near_arm, near.far_arm, z);
        let e = eliminated(near.mobility, near.far_arm, near.near_arm, s);
        s = symmetric_inverse(Symmetric(d.diagonal - e.diagonal, d.off - e.off));
        z = symmetric_times(s, b);
        blocks[link.joint].diagonal = s.diagonal;
        blocks[link.joint].off = s.off;
        blocks[link.joint].work = z;
        near = far;
        link = next;
    }
    var behind = Link();
    var after = none;
    for (var i = chain.count; i > 0u; i--) {
        link = link_at(chain, i - 1u);
        let inverses = inverses_at(chain, link, i - 1u);
        let tension = times * (link.tension.y + behind.tension.x);
        let body = load_still(link.far, inverses, link.far_anchor, behind.near_anchor, tension);
        let block = Symmetric(blocks[link.joint].diagonal, blocks[link.joint].off);
        let mu = blocks[link.joint].work - symmetric_times(block, couple(body.mobility, body.far_arm, body.near_arm, after));
        shift(link.far, body, mu, after);
        after = mu;
        behind = link;
    }
    let start = load_still(first, load_inverses(first), none, behind.near_anchor, times * behind.tension.x);
    shift(first, start, none, after);
}

// step.extra.x: 1 where only chains are meant that symplectic_chains left to this.
@compute @workgroup_size(32)
fn project_chains(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 2u * id.x;
    if (step.extra.x == 1u && blocks[lists[lists[record]] >> 1u].bias_x == 0.0) {
        return;
    }
    let chain = load_chain(record);
    let first = chain.first.near;
    var worst = look(chain, first, true);
    var times = select(1.0, f32(GUARD_POINTS), step.extra.x == 1u);
    for (var round = 0u; round < ROUNDS && worst >= 1.0; round++) {
        project(chain, first, times);
        let now = look(chain, first, false);
        if (now < worst) {
            worst = now;
            continue;
        }
        take_back(first, load_inverses(first).x);
        for (var k = 0u; k < chain.count; k++) {
            let link = link_at(chain, k);
            take_back(link.far, inverses_at(chain, link, k).x);
        }
        if (times == f32(GUARD_LATER)) {
            break;
        }
        times = f32(GUARD_LATER);
    }
}
