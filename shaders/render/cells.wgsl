// A coarse grid over the scene: how many beads stand in each cell, and how much light gets there past them.

// uses: frame

const CELLS: u32 = 32u;

// Beside the occupancy of a cell: some bead in the picture asks for its light.
const WANTED: u32 = 0x80000000u;

fn cells_corner() -> vec3<f32> {
    return frame.middle - 0.5 * f32(CELLS) * frame.cells;
}

fn cell_index(cell: vec3<u32>) -> u32 {
    return (cell.z * CELLS + cell.y) * CELLS + cell.x;
}
