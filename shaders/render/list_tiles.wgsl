// One thread per tile: puts it on the list of its kind, if it holds anything. The kinds are splats only, small pearls,
// large pearls. The lists lie one behind the other, each with room for all tiles.

// uses: screen, simulation, quad
@group(0) @binding(1) var<storage, read> marks: array<u32>;
@group(0) @binding(2) var<storage, read_write> tiles: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: Counters;

@compute @workgroup_size(64)
fn list_tiles(@builtin(global_invocation_id) id: vec3<u32>) {
    let all = tile_columns() * tile_rows();
    if (id.x >= all || marks[id.x] == 0u) {
        return;
    }
    if ((marks[id.x] & HOLDS_DETAIL) != 0u) {
        tiles[2u * all + quad_of(atomicAdd(&counters.detail_corners, QUAD))] = id.x;
    } else if ((marks[id.x] & HOLDS_PEARLS) != 0u) {
        tiles[all + quad_of(atomicAdd(&counters.pearl_corners, QUAD))] = id.x;
    } else {
        tiles[quad_of(atomicAdd(&counters.splat_corners, QUAD))] = id.x;
    }
}
