// The article's compute_inertia: I_world = R I_body Rᵀ as a full matrix, and its inverse.

// uses: step, rotation, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(14) var<storage, read_write> ang_mass: array<mat3x3<f32>>;
@group(0) @binding(15) var<storage, read_write> ang_mass_inv: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_inertia(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ib = lists[step.first + id.x];
    let q = poses[ib].rotation;
    let local = bodies[ib].inertia;
    let r = mat3x3<f32>(
        rotate(q, vec3<f32>(1.0, 0.0, 0.0)), rotate(q, vec3<f32>(0.0, 1.0, 0.0)), rotate(q, vec3<f32>(0.0, 0.0, 1.0)));
    let i_body = mat3x3<f32>(vec3<f32>(local.x, 0.0, 0.0), vec3<f32>(0.0, local.y, 0.0), vec3<f32>(0.0, 0.0, local.z));
    let i_world = r * i_body * transpose(r);
    ang_mass[ib] = i_world;
    ang_mass_inv[ib] = matrix_inverse(i_world);
}

// The rows of the inverse are the cross products of the columns over the determinant.
fn matrix_inverse(m: mat3x3<f32>) -> mat3x3<f32> {
    let x = cross(m[1], m[2]);
    let y = cross(m[2], m[0]);
    let z = cross(m[0], m[1]);
    return transpose(mat3x3<f32>(x, y, z)) * (1.0 / dot(m[0], x));
}
