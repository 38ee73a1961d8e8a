// The first body that each ray meets, one workgroup per ray. Its threads share the bodies: each keeps the nearest of those that
// it looks at, and the first thread takes the nearest of these. Of two at one distance it is the one with the lower number.
//
// The ray o + s d, |d| = 1, passes the ball around a body, radius R and centre c, where |off| ≤ R, with off = (o − c) + m d and
// m = −d·(o − c), and is inside it from s = m − R to s = m + R at most.

// uses: step, rotation, body, cast
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(50) var<storage, read> ray_bodies: array<RayBody>;
@group(0) @binding(51) var<storage, read> rays: array<Ray>;
@group(0) @binding(52) var<storage, read_write> ray_hits: array<RayHit>;

// What rays know of a body besides its pose.
struct RayBody {
    half: vec3<f32>,        // of its shape
    kind: u32,
    group: u32,
    centre_x: f32,          // of mass, from the origin of the shape, body axes, m
    centre_y: f32,
    centre_z: f32,
}

// The rows of hulls stand behind all bodies, two to a place.
fn hull_row(k: u32) -> vec4<f32> {
    let at = ray_bodies[k / 2u];
    let second = vec4<f32>(bitcast<f32>(at.group), at.centre_x, at.centre_y, at.centre_z);
    return select(vec4<f32>(at.half, bitcast<f32>(at.kind)), second, (k & 1u) == 1u);
}

struct Ray {
    origin: vec3<f32>,      // m
    most: f32,              // m, along the ray
    direction: vec3<f32>,   // unit
    mask: u32,              // against bodies' groups
}

struct RayHit {
    normal: vec3<f32>,
    distance: f32,          // m
    body: u32,              // NOBODY if it met none
}

const LANES: u32 = 64u;
const NOBODY: u32 = 0xffffffffu;

var<workgroup> nearest: array<RayHit, LANES>;

fn is_nearer(a: RayHit, b: RayHit) -> bool {
    return a.distance < b.distance || (a.distance == b.distance && a.body < b.body);
}

// The hit of a ray on a body, if it is nearer than the hit before.
fn nearer_of(ray: Ray, body: u32, best: RayHit) -> RayHit {
    let known = ray_bodies[body];
    let pose = poses[body];
    let centre = vec3<f32>(known.centre_x, known.centre_y, known.centre_z);
    var o = ray.origin - pose.position;
    if (any(centre != vec3<f32>(0.0))) {
        o = ray.origin - (pose.position - rotate(pose.rotation, centre));
    }
    let middle = -dot(o, ray.direction);
    let off = o + middle * ray.direction;
    // a little more, so that nothing is lost to rounding
    let around = 1.00001 * pose.radius + NEAR * abs(middle);
    let passes = dot(off, off) > around * around || middle + around < 0.0 || middle - around > best.distance;
    if (passes || (known.group & ray.mask) == 0u) {
        return best;
    }
    let shape = Shape(known.half, known.kind);
    let met = cast_at(shape, rotate_back(pose.rotation, o), rotate_back(pose.rotation, ray.direction));
    let hit = RayHit(rotate(pose.rotation, met.normal), met.distance, body);
    if (is_nearer(hit, best)) {
        return hit;
    }
    return best;
}

@compute @workgroup_size(64)
fn cast_rays(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let ray = rays[group.x];
    var best = RayHit(vec3<f32>(0.0), ray.most, NOBODY);
    for (var body = lane; body < step.body_count; body += LANES) {
        best = nearer_of(ray, body, best);
    }
    nearest[lane] = best;
    workgroupBarrier();
    if (lane == 0u) {
        for (var k = 1u; k < LANES; k++) {
            if (is_nearer(nearest[k], best)) {
                best = nearest[k];
            }
        }
        ray_hits[group.x] = best;
    }
}
