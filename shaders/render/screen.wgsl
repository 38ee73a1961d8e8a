// The picture in tiles.

// uses: frame

// Pixels a side.
const TILE: u32 = 8u;

fn tile_columns() -> u32 {
    return (u32(frame.size.x) + TILE - 1u) / TILE;
}

fn tile_rows() -> u32 {
    return (u32(frame.size.y) + TILE - 1u) / TILE;
}

// Contents of a tile; each bit is set by any bead that may touch it.
const HOLDS_SPLATS: u32 = 1u;
const HOLDS_PEARLS: u32 = 2u;
const HOLDS_DETAIL: u32 = 4u;    // pearls so large that one sees reflections in them
