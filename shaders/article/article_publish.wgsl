// Not the article's: J's angular blocks back into arms, so that its residual can be measured like any other's.
// w0 = −[a]ₓ and w1 = [b]ₓ; there is no bias.

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read> joints: array<Joint>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(18) var<storage, read> jacobian: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_publish(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ic = order[step.first + id.x];
    let w0 = jacobian[2u * ic];
    let w1 = jacobian[2u * ic + 1u];
    arms[ic] = Arms(
        -vec3<f32>(w0[1].z, w0[2].x, w0[0].y), joints[ic].a, vec3<f32>(w1[1].z, w1[2].x, w1[0].y), joints[ic].b);
    blocks[ic] = Block();
}
