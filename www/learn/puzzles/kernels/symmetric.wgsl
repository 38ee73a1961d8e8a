struct Step {
    count: u32,    // how many joints there are
}
@group(0) @binding(0) var<uniform> step: Step;
// xx, yy, zz
@group(0) @binding(1) var<storage, read> diagonals: array<vec3<f32>>;
// xy, xz, yz
@group(0) @binding(2) var<storage, read> offs: array<vec3<f32>>;
// b
@group(0) @binding(3) var<storage, read> rights: array<vec3<f32>>;
// x
@group(0) @binding(4) var<storage, read_write> solutions: array<vec3<f32>>;

// One thread per joint: S x = b with
//     S = ( xx xy xz )
//         ( xy yy yz )
//         ( xz yz zz )
@compute @workgroup_size(64)
fn solve(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;
    if (l >= step.count) {
        return;
    }
    let d = diagonals[l];
    let o = offs[l];
    let b = rights[l];
    let x = vec3<f32>(d.x, o.x, o.y);
    let y = vec3<f32>(o.x, d.y, o.z);
    let z = vec3<f32>(o.y, o.z, d.z);
    let volume = dot(x, cross(y, z));
    let parts = vec3<f32>(dot(b, cross(y, z)), dot(x, cross(b, z)), dot(x, cross(y, b)));
    solutions[l] = parts / volume;
}
