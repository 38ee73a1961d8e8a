// Which bead a pointer means: one that the ray hits, the nearest of them; else the one that the ray passes
// closest by on the screen, within a finger's breadth. Three passes over the beads, one thread per bead.

// uses: body, frame, bead, simulation
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<uniform> pointer: Pointer;
@group(0) @binding(3) var<storage, read> poses: array<Pose>;
@group(0) @binding(4) var<storage, read_write> picked: Picked;

struct Pointer {
    ray: vec3<f32>,        // through the pointer, advancing by 1 along the view axis
    breadth: f32,          // pixels
}

struct Picked {
    key: atomic<u32>,      // of the best so far; smaller is better
    slot: atomic<u32>,     // lowest slot of those with that key
    pad: vec2<u32>,
    position: vec3<f32>,   // of the bead, m
    radius: f32,
    rotation: vec4<f32>,
}

const NOTHING: u32 = 0xffffffffu;
const BESIDE: u32 = 0x80000000u;

// Distance along the ray as bits for a hit; the top bit and the miss in pixels as bits for a near miss.
fn key_of(pose: Pose) -> u32 {
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

@compute @workgroup_size(64)
fn pick_nearest(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies) {
        atomicMin(&picked.key, key_of(poses[id.x]));
    }
}

@compute @workgroup_size(64)
fn pick_first(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies) {
        let key = key_of(poses[id.x]);
        if (key != NOTHING && key == atomicLoad(&picked.key)) {
            atomicMin(&picked.slot, drawn.first_body + id.x);
        }
    }
}

@compute @workgroup_size(64)
fn pick_tell(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < drawn.bodies && atomicLoad(&picked.slot) == drawn.first_body + id.x) {
        let pose = poses[id.x];
        picked.position = pose.position + drawn.offset;
        picked.radius = pose.radius;
        picked.rotation = pose.rotation;
    }
}
