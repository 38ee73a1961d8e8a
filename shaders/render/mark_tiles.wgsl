// A thread a bead: notes in the tiles that it may touch what they hold.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> marks: array<atomic<u32>>;

@compute @workgroup_size(64)
fn mark_tiles(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads || (beads[id.x].kind & (AS_PEARL | AS_SPLAT)) == 0u) {
        return;
    }
    let box = box_of(beads[id.x].centre, beads[id.x].radius);
    let most = vec2<f32>(f32(tile_columns()), f32(tile_rows()));
    // a pixel more all round, for soft edges
    let low = vec2<u32>(clamp(floor((box.xy - 1.0) / f32(TILE)), vec2<f32>(0.0), most));
    let high = vec2<u32>(clamp(ceil((box.zw + 1.0) / f32(TILE)), vec2<f32>(0.0), most));
    let drawn = select(HOLDS_PEARLS, HOLDS_SPLATS, (beads[id.x].kind & AS_SPLAT) != 0u);
    let holds = select(drawn, HOLDS_DETAIL, beads[id.x].pixels >= frame.detail && drawn == HOLDS_PEARLS);
    for (var y = low.y; y < high.y; y++) {
        for (var x = low.x; x < high.x; x++) {
            let tile = y * tile_columns() + x;
            if ((atomicLoad(&marks[tile]) & holds) == 0u) {
                atomicOr(&marks[tile], holds);
            }
        }
    }
}
