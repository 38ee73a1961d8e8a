// Which bead a pointer means: the nearest one that the ray hits. Without a hit it is the one that the ray passes
// closest by on the screen, within a finger's breadth. Three passes over the beads, one thread per bead.

// uses: rotation, body, frame, bead, shape, shaped, simulation
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<uniform> pointer: Pointer;
@group(0) @binding(3) var<storage, read> poses: array<Pose>;
@group(0) @binding(4) var<storage, read_write> picked: Picked;
@group(0) @binding(5) var<storage, read> shapes: array<vec4<f32>>;

struct Pointer {
    ray: vec3<f32>,        // through the pointer, advancing by 1 along the view axis
    breadth: f32,          // pixels
}

struct Picked {
    key: atomic<u32>,      // of the best so far; smaller is better
    slot: atomic<u32>,     // lowest slot of those with that key
    shaped: u32,           // 1 if `point` is the point that was touched
    pad: u32,
    position: vec3<f32>,   // of the bead, m
    radius: f32,
    rotation: vec4<f32>,
    point: vec3<f32>,      // of its surface, body axes
    end: u32,
}

const NOTHING: u32 = 0xffffffffu;
const BESIDE: u32 = 0x80000000u;

// Where its shape is: poses are of centres of mass.
fn seen(body: u32) -> Pose {
    var pose = poses[body];
    if (SHAPES) {
        pose.position -= rotate(pose.rotation, centre_at(body));
    }
    return pose;
}

// Distance along the ray as bits for a hit; the top bit and the miss in pixels as bits for a near miss.
fn key_of(body: u32) -> u32 {
    let pose = seen(body);
    // absent
    if (pose.radius <= 0.0 || (SHAPES && shape_at(body).kind == COMPOUND)) {
        return NOTHING;
    }
    if (SHAPES && shape_at(body).kind != SPHERE) {
        return key_of_shape(pose, shape_at(body));
    }
    let centre = pose.position + drawn.offset;
    let z = dot(centre - frame.eye, frame.forward);
    if (z < pose.radius + frame.near) {
        return NOTHING;
    }
    let m = meet(centre, pose.radius, pointer.ray);
    if (m.passes <= pose.radius) {
        return bitcast<u32>(m.z);
    }
    let miss = (m.passes - pose.radius) * frame.focal / z;
    return select(NOTHING, BESIDE | bitcast<u32>(miss), miss <= pointer.breadth);
}

fn crossing_of(pose: Pose, shape: Shape) -> Crossing {
    let eye = rotate_back(pose.rotation, frame.eye - (pose.position + drawn.offset));
    return ray_shape(eye, rotate_back(pose.rotation, pointer.ray), shape);
}

fn key_of_shape(pose: Pose, shape: Shape) -> u32 {
    let found = crossing_of(pose, shape);
    if (found.s < frame.near) {
        return NOTHING;
    }
    if (found.inside >= 0.0) {
        return bitcast<u32>(found.s);
    }
    let miss = -found.inside * frame.focal / found.s;
    return select(NOTHING, BESIDE | bitcast<u32>(miss), miss <= pointer.breadth);
}

@compute @workgroup_size(64)
fn pick_nearest(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies) {
        atomicMin(&picked.key, key_of(id.x));
    }
}

@compute @workgroup_size(64)
fn pick_first(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies) {
        let key = key_of(id.x);
        if (key != NOTHING && key == atomicLoad(&picked.key)) {
            atomicMin(&picked.slot, drawn.first_body + id.x);
        }
    }
}

@compute @workgroup_size(64)
fn pick_tell(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies && atomicLoad(&picked.slot) == drawn.first_body + id.x) {
        let pose = seen(id.x);
        picked.position = pose.position + drawn.offset;
        picked.radius = pose.radius;
        picked.rotation = pose.rotation;
        if (SHAPES && shape_at(id.x).kind != SPHERE) {
            picked.shaped = 1u;
            picked.point = crossing_of(pose, shape_at(id.x)).point;
        }
    }
}
