// Puts one body elsewhere of which the centre of mass is not the origin of its shape, one thread. The record says where
// the shape is to be and how it is to be turned; a value that is not given stays. With c the centre of mass in body
// axes, of what stood at x, turned by R,
//     p = x − R c,   x' = p' + R' c.

// uses: step, rotation, body
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(54) var<storage, read> placed: Placed;

struct Placed {
    position: vec3<f32>,     // m
    body: u32,
    centre: vec3<f32>,       // of mass, body axes, m
    told: u32,               // which of the two is given
    rotation: vec4<f32>,
}

const POSITION: u32 = 1u;
const ROTATION: u32 = 2u;

@compute @workgroup_size(64)
fn place_body(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let pose = poses[placed.body];
    var position = pose.position - rotate(pose.rotation, placed.centre);
    var rotation = pose.rotation;
    if ((placed.told & POSITION) != 0u) {
        position = placed.position;
    }
    if ((placed.told & ROTATION) != 0u) {
        rotation = placed.rotation;
    }
    poses[placed.body].position = position + rotate(rotation, placed.centre);
    poses[placed.body].rotation = rotation;
}
