// Manifolds of boxes, and of a box and a plane, from frame to frame, one thread per pair. A pair keeps its points, its normal and its arms
// while, at all of its points,
//     |R_a c_a − r_a|_t, |R_b c_b − r_b|_t < 0.05 e     the arms are right,
//     d = x_a − x_b + R_a c_a − R_b c_b:  |d|_t < 0.02 e, |n·d| < 0.1 e     the bodies have not slid, closed or opened,
// with e the smallest edge of both, c a point in body axes, r its arm in world axes, and |·|_t the length along the surface.
// Arms stay in world axes. Arms that turn with the boxes of a column would let a lean grow by itself: the column would buckle as springs do.
// A manifold of fewer than three points is not kept: its body may turn onto another corner before an arm is wrong by so much.

// uses: step, rotation, body, surface, contact_rows, contact, contact_met, former_pair, former_manifold
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read_write> touches: array<Touch>;
@group(0) @binding(40) var<storage, read> former_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(44) var<storage, read_write> contact_reaches: array<Reach>;
@group(0) @binding(53) var<storage, read> former_manifolds: array<vec4<u32>>;

const WRONG: f32 = 0.05;
const SLID: f32 = 0.02;
const OPENED: f32 = 0.1;

const POINTS_OF_A_FACE: u32 = 3u;

fn within(v: vec3<f32>, most: f32) -> bool {
    return dot(v, v) < most * most;
}

fn along(n: vec3<f32>, v: vec3<f32>) -> vec3<f32> {
    return v - dot(n, v) * n;
}

// From the centres of mass of the two bodies to the parts by which they touch.
struct Carried {
    a: vec3<f32>,
    b: vec3<f32>,
}

fn is_as_it_was(a: u32, b: u32, n: vec3<f32>, edge: f32, point: FormerPoint, carried: Carried) -> bool {
    var arm_a = rotate(poses[a].rotation, point.core_a);
    var arm_b = rotate(poses[b].rotation, point.core_b);
    let apart = (poses[a].position - poses[b].position) + (arm_a - arm_b);
    if (COMPOUNDS) {
        arm_a += carried.a;
        arm_b += carried.b;
    }
    let aside = along(n, apart);
    return within(along(n, arm_a - point.arm_a), WRONG * edge) && within(along(n, arm_b - point.arm_b), WRONG * edge)
        && within(aside, SLID * edge) && within(apart - aside, OPENED * edge);
}

@compute @workgroup_size(64)
fn contact_resume(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let a = pairs[id.x].a;
    let b = pairs[id.x].b;
    let former = former_of(a, b);
    var count = 0u;
    if (former != NONE) {
        let head = former_manifolds[manifold_at(former)];
        let owner = former_manifolds[manifold_at(former) + 1u];
        let points = owner.y & 7u;
        let n = bitcast<vec3<f32>>(head.xyz);
        let edge = 2.0 * min(thinness(surfaces[a].shape), thinness(surfaces[b].shape));
        let carried = Carried(poses[a].position - poses[owner.x].position, poses[b].position - poses[owner.z].position);
        var kept = owner.w == a && (owner.y & STAYS) != 0u && points >= POINTS_OF_A_FACE;
        for (var k = 0u; k < points && kept; k++) {
            kept = is_as_it_was(a, b, n, edge, former_point(former, k), carried);
        }
        if (kept) {
            count = points | KEPT;
            pairs[id.x].normal = n;
            for (var k = 0u; k < points; k++) {
                let point = former_point(former, k);
                touches[SLOTS * id.x + k] = Touch(point.core_a, point.depth, point.core_b, point.feature);
                contact_reaches[SLOTS * id.x + k].arm_a = point.arm_a;
                contact_reaches[SLOTS * id.x + k].arm_b = point.arm_b;
            }
        }
    }
    pairs[id.x].count = count;
}
