// What shapes there are, as src/scene/solid.rs has them. Lengths in m.

const SPHERE: u32 = 0u;
const BOX: u32 = 1u;
const CAPSULE: u32 = 2u;    // about a piece of the y axis
const PLANE: u32 = 3u;      // all below y = 0
const CYLINDER: u32 = 4u;   // about a piece of the y axis, with flat ends

const HULL: u32 = 5u;       // all between its corners
const COMPOUND: u32 = 6u;   // its parts are bodies of their own

struct Shape {
    half: vec3<f32>,        // sphere: its radius; box: half extents; capsule: radius, half height; cylinder: radius, half height, radius. Hull: half of its thickness, its row, the radius of a ball with as large a shadow. Compound: half of the thickness of its thinnest part, then for contacts its first part and the one behind the last
    kind: u32,
}

fn unit_along(i: u32) -> vec3<f32> {
    return vec3<f32>(vec3<u32>(i) == vec3<u32>(0u, 1u, 2u));
}
