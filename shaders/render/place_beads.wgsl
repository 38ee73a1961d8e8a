// A thread a bead that is in the picture: the light that reaches it past the others, the tiles that it touches, and
// if it is a splat how near it is in every pixel that it covers.

@group(0) @binding(1) var<storage, read_write> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> arriving: array<u32>;
@group(0) @binding(3) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> splats: array<atomic<u32>>;

// Sky and key light in one cell.
fn light_in(cell: vec3<f32>) -> vec2<f32> {
    let inside = vec3<u32>(clamp(cell, vec3<f32>(0.0), vec3<f32>(f32(CELLS - 1u))));
    return unpack2x16float(arriving[cell_index(inside)]);
}

// Smoothly between the eight cells around a place.
fn light_at(centre: vec3<f32>) -> vec2<f32> {
    let at = (centre - cells_corner()) / frame.cells - 0.5;
    let low = floor(at);
    let f = at - low;
    let x = vec3<f32>(1.0, 0.0, 0.0);
    let y = vec3<f32>(0.0, 1.0, 0.0);
    let z = vec3<f32>(0.0, 0.0, 1.0);
    let near = mix(mix(light_in(low), light_in(low + x), f.x), mix(light_in(low + y), light_in(low + x + y), f.x), f.y);
    let far = mix(
        mix(light_in(low + z), light_in(low + x + z), f.x),
        mix(light_in(low + y + z), light_in(low + x + y + z), f.x), f.y);
    return mix(near, far, f.z);
}

// One pixel more all round, for soft edges.
fn mark_tiles(box: vec4<f32>, holds: u32) {
    let most = vec2<f32>(f32(tile_columns()), f32(tile_rows()));
    let low = vec2<u32>(clamp(floor((box.xy - 1.0) / f32(TILE)), vec2<f32>(0.0), most));
    let high = vec2<u32>(clamp(ceil((box.zw + 1.0) / f32(TILE)), vec2<f32>(0.0), most));
    for (var y = low.y; y < high.y; y++) {
        for (var x = low.x; x < high.x; x++) {
            let tile = y * tile_columns() + x;
            if ((atomicLoad(&marks[tile]) & holds) == 0u) {
                atomicOr(&marks[tile], holds);
            }
        }
    }
}

@compute @workgroup_size(64)
fn place_beads(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads) {
        return;
    }
    let kind = beads[id.x].kind;
    let centre = beads[id.x].centre;
    let pixels = beads[id.x].pixels;
    if ((kind & (AS_PEARL | AS_SPLAT)) == 0u) {
        return;
    }
    if (frame.cells > 0.0) {
        beads[id.x].light = pack2x16float(light_at(centre));
    }
    if ((kind & AS_PEARL) != 0u) {
        let holds = select(HOLDS_PEARLS, HOLDS_DETAIL, pixels >= frame.detail);
        mark_tiles(box_of(centre, beads[id.x].radius), holds);
        return;
    }
    let disc = disc_of(centre, pixels);
    mark_tiles(vec4<f32>(disc.middle - disc.radius, disc.middle + disc.radius), HOLDS_SPLATS);
    let near = bitcast<u32>(1.0 / to_view(centre).z);
    for (var y = disc.low.y; y < disc.high.y; y++) {
        for (var x = disc.low.x; x < disc.high.x; x++) {
            // what covers less than half a pixel hides nothing behind it
            if (disc_coverage(disc, vec2<f32>(f32(x), f32(y)) + 0.5 - disc.middle) >= 0.5) {
                atomicMax(&splats[SPLAT_WORDS * (y * u32(frame.size.x) + x)], near);
            }
        }
    }
}
