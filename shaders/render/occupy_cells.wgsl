// A thread a bead: adds the bead's shadow area, π r², to the eight cells around it by nearness.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> occupancy: array<atomic<u32>>;

// Areas are added as whole numbers of this share of a cell's face: sums do not depend on the order.
const GRAIN: f32 = 0.0009765625;

@compute @workgroup_size(64)
fn occupy_cells(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads) {
        return;
    }
    let bead = beads[id.x];
    let at = clamp((bead.centre - cells_corner()) / frame.cells, vec3<f32>(0.0), vec3<f32>(f32(CELLS) - 0.01));
    let area = 3.14159 * bead.radius * bead.radius / (frame.cells * frame.cells);
    atomicAdd(&occupancy[cell_index(vec3<u32>(at))], u32(clamp(area / GRAIN, 1.0, 65536.0)));
}
