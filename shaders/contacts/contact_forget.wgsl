// A body was put elsewhere: its pairs have no points any more, and nothing brakes their rolling, so that the next frame finds nothing
// of before. One thread per pair; step.extra.x is the body.

// uses: step, contact_rows, contact
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;

@compute @workgroup_size(64)
fn contact_forget(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    if (pair.a == step.extra.x || pair.b == step.extra.x) {
        pairs[id.x].count = pair.count - points_of(pair);
        contact_forces[push_at(id.x, SLOTS)].lambda = vec3<f32>(0.0);
    }
}
