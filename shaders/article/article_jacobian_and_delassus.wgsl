// The article's compute_jacobian_and_delassus: J's two angular blocks and A_ll⁻¹ as full 3 × 3 matrices.

// uses: step, rotation, symmetric, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(15) var<storage, read> ang_mass_inv: array<mat3x3<f32>>;
@group(0) @binding(18) var<storage, read_write> jacobian: array<mat3x3<f32>>;   // w0 and w1 of each joint
@group(0) @binding(19) var<storage, read_write> delassus_inv: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_jacobian_and_delassus(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ic = lists[step.first + id.x];
    let tie = ties[ic];
    let jw0 = -1.0 * cross_matrix(rotate(poses[tie.a].rotation, tie.anchor_a));
    let jw1 = cross_matrix(rotate(poses[tie.b].rotation, tie.anchor_b));
    jacobian[2u * ic] = jw0;
    jacobian[2u * ic + 1u] = jw1;

    let linear = bodies[tie.a].inverse_mass + bodies[tie.b].inverse_mass;
    var a = mat3x3<f32>(vec3<f32>(linear, 0.0, 0.0), vec3<f32>(0.0, linear, 0.0), vec3<f32>(0.0, 0.0, linear));
    if (bodies[tie.a].inverse_mass > 0.0) {
        a -= jw0 * ang_mass_inv[tie.a] * jw0;
    }
    if (bodies[tie.b].inverse_mass > 0.0) {
        a -= jw1 * ang_mass_inv[tie.b] * jw1;
    }
    let x = cross(a[1], a[2]);
    let y = cross(a[2], a[0]);
    let z = cross(a[0], a[1]);
    delassus_inv[ic] = transpose(mat3x3<f32>(x, y, z)) * (1.0 / dot(a[0], x));
}
