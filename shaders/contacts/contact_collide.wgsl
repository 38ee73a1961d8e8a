// Where the two bodies of a pair touch, one thread per pair; shapes/touch.wgsl has how. If a pair does not touch yet
// and one body is fast, points, normal and depth are those of the place where they will meet. If one stands still, the other may slide onto it
// from the tile before it: shapes/seam.wgsl.

// uses: step, rotation, body, velocity, surface, meeting, rolling, place, hulled, seam, touch, contact_rows, contact_owner, contact
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read_write> touches: array<Touch>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

// Depth that stays, so that contacts at rest stay contacts: 2 % of a round surface's radius, half a percent of a
// smallest edge.
fn slop_of(shape: Shape) -> f32 {
    return thinness(shape) * select(0.02, 0.01, shape.kind == BOX || shape.kind == CYLINDER || shape.kind == HULL);
}

// Turns of Newton's method for where two bodies meet.
const MEETING_TURNS: u32 = 4u;

// The pair as it is now, as it will be if it slides on, or where it meets.
const NOW: u32 = 0u;
const SLIDING: u32 = 1u;
const MEETING: u32 = 2u;

// It does not move at all, as what is held.
fn stands(body: u32) -> bool {
    return all(velocities[body].linear == vec3<f32>(0.0)) && all(velocities[body].angular == vec3<f32>(0.0));
}

@compute @workgroup_size(64)
fn contact_collide(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let a = pairs[id.x].a;
    let b = pairs[id.x].b;
    let surface_a = surfaces[a];
    let surface_b = surfaces[b];
    let va = velocities[a].linear;
    let vb = velocities[b].linear;
    let way = way_of(step.frame, va, vb);
    let thin = min(thinness(surface_a.shape), thinness(surface_b.shape));
    let margin = reach_of(thin, min(poses[a].radius, poses[b].radius), way);
    // of pairs that `contact_resume` kept
    let before = pairs[id.x];
    let kept = SLOTS > 1u && (before.count & KEPT) != 0u;
    var found = touches_none(before.normal);
    found.count = points_of(before);
    let between_now = place_at(b) - place_at(a);
    let whole = step.frame * (vb - va);
    let fast = is_fast(step.frame, va, surface_a.shape) || is_fast(step.frame, vb, surface_b.shape);
    let radius_a = poses[a].radius;
    let radius_b = poses[b].radius;
    let smaller = min(radius_a, radius_b);
    let slop = min(slop_of(surface_a.shape), slop_of(surface_b.shape));
    let slide = slide_of(whole, thin, slop);
    let over_tiles = (stands(a) || stands(b)) && surface_a.shape.kind != PLANE && surface_b.shape.kind != PLANE;
    var between = between_now;
    var s = 0.0;
    var ahead = 0u;
    var unmet = false;
    var looking = NOW;
    // a loop of one round: contact_sweep_one has why; of some more where more is to be looked at
    var looks = select(1u, 0u, kept);
    for (var look = 0u; look < looks; look++) {
        let then = between_now + s * whole;
        let seen = touch(
            then, poses[a].rotation, surface_a.shape, poses[b].rotation, surface_b.shape,
            select(margin, 1.1 * smaller, looking != NOW));
        let taken = looking != SLIDING || passes(slide, seen);
        if (taken) {
            between = then;
            found = seen;
            ahead = select(0u, AHEAD, looking != NOW);
        }
        var meets = false;
        if (looking == NOW) {
            unmet = found.count == 0u && fast;
            if (over_tiles && (unmet || may_trip(slide, found))) {
                looking = SLIDING;
                s = slide.frames;
                looks = 2u;
            } else {
                meets = unmet;
            }
        } else if (looking == SLIDING) {
            meets = unmet && !taken;
        } else {
            let gap = -deepest(found);
            let closing = -dot(found.normal, whole);
            if (gap > 0.1 * thin && closing > 0.0) {
                s = min(s + gap / closing, 1.0);
            } else {
                looks = 0u;
            }
        }
        for (var go = meets; go; go = false) {
            if (meeting(between_now, whole, poses[a].rotation, surface_a.shape, poses[b].rotation, surface_b.shape) <= 1.0) {
                s = earliest(
                    between_now, whole, poses[a].rotation, surface_a.shape, radius_a,
                    poses[b].rotation, surface_b.shape, radius_b);
                looking = MEETING;
                looks = look + 1u + MEETING_TURNS;
            }
        }
    }
    let n = found.normal;
    let rolls_a = CONVEX && (found.rolls & 1u) != 0u;
    let rolls_b = CONVEX && (found.rolls & 2u) != 0u;
    let round_a = roundness_where(surface_a.shape, rolls_a);
    let round_b = roundness_where(surface_b.shape, rolls_b);
    for (var k = 0u; k < min(found.count, SLOTS) && !kept; k++) {
        let point = found.points[k];
        // a round surface keeps its distance from its core however the body turns
        let skin_a = select(0.0, round_a - 0.5 * point.depth, round_a > 0.0);
        let skin_b = select(0.0, round_b - 0.5 * point.depth, round_b > 0.0);
        var arm_a = point.arm - skin_a * n;
        var arm_b = (point.arm - between) + skin_b * n;
        if (rolls_a) {
            arm_a -= lean_of(rotate(poses[a].rotation, unit_along(1u)), round_a, n);
        }
        if (rolls_b) {
            arm_b += lean_of(rotate(poses[b].rotation, unit_along(1u)), round_b, n);
        }
        touches[SLOTS * id.x + k] = Touch(
            about_mass(a, rotate_back(poses[a].rotation, arm_a)), point.depth,
            about_mass(b, rotate_back(poses[b].rotation, arm_b)), point.feature);
    }
    // the pair may stand in its owner's row alone
    let other_place = place_in(b, a);
    let both = select(other_place << 8u, ON_BIG, other_place == NONE);
    let bounces = select(0u, BOUNCES, max(surface_a.restitution, surface_b.restitution) > 0.0);
    // where one is a sensor nothing pushes, rubs or bounces
    let senses = ((surface_a.flags | surface_b.flags) & SENSOR) != 0u;
    let nears = over_tiles && nearer(slide, n) > slide.nears;
    let flat = is_flat_where(surface_a.shape, rolls_a) && is_flat_where(surface_b.shape, rolls_b);
    let stays = select(0u, STAYS, any(step.gravity != vec3<f32>(0.0)) && ahead == 0u && !nears);
    let sides = select(0u, FLAT | stays, flat) | select(0u, KEPT, kept)
        | ahead | select(0u, ROLLS_A, rolls_a) | select(0u, ROLLS_B, rolls_b);
    pairs[id.x] = BodyPair(
        n, sqrt(surface_a.friction * surface_b.friction), a, b,
        select(min(found.count, SLOTS), SENSES, senses) | (place_in(a, b) << 4u) | both | bounces | sides,
        max(surface_a.rolling, surface_b.rolling));
    contact_forces[push_at(id.x, SLOTS)].depth = slop;
}
