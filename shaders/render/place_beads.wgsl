// One thread per bead in the picture: the tiles that it touches. A splat also writes how near it is in every pixel that
// it covers.

// uses: frame, bead, splat, screen, met
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> splats: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> shapes: array<vec4<f32>>;

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
    // planes are drawn in the ground's place
    let plane = SHAPES && beads[id.x].radius == 0.0;
    if ((kind & AS_PEARL) != 0u && !plane) {
        let holds = select(HOLDS_PEARLS, HOLDS_DETAIL, pixels >= frame.detail);
        mark_tiles(outline_of(id.x), holds);
    }
    if ((kind & AS_SPLAT) == 0u) {
        return;
    }
    let disc = disc_of(centre, pixels);
    mark_tiles(vec4<f32>(disc.middle - disc.radius, disc.middle + disc.radius), HOLDS_SPLATS);
    let near = bitcast<u32>(1.0 / to_view(centre).z);
    // a splat over less than half a pixel hides nothing behind it: share · (radius + ½ − off) ≥ ½
    let reach = max(disc.radius + 0.5 - 0.5 / disc.share, 0.0);
    let low = vec2<u32>(clamp(ceil(disc.middle - reach - 0.5), vec2<f32>(0.0), frame.size));
    let high = vec2<u32>(clamp(floor(disc.middle + reach + 0.5), vec2<f32>(0.0), frame.size));
    for (var y = low.y; y < high.y; y++) {
        for (var x = low.x; x < high.x; x++) {
            let off = vec2<f32>(f32(x), f32(y)) + 0.5 - disc.middle;
            let at = SPLAT_WORDS * (y * u32(frame.size.x) + x);
            if (dot(off, off) <= reach * reach && atomicLoad(&splats[at]) < near) {
                atomicMax(&splats[at], near);
            }
        }
    }
}
