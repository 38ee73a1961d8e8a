// One thread per bead: adds its shadow area, π r², to the cell that it is in. A bead in the picture also lists the
// eight cells that it takes its light from, so that their light is worked out.

// uses: frame, bead, shape, shaped, cells, simulation
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> occupancy: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> wanted: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: Counters;
@group(0) @binding(5) var<storage, read> shapes: array<vec4<f32>>;

// Areas are added as whole numbers of this share of a cell's face: sums do not depend on the order.
const GRAIN: f32 = 0.0009765625;

@compute @workgroup_size(64)
fn occupy_cells(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads) {
        return;
    }
    let centre = beads[id.x].centre;
    var radius = beads[id.x].radius;
    if (SHAPES) {
        let shape = shape_at(id.x);
        if (shape.kind == PLANE || shape.kind == COMPOUND) {
            return;
        }
        radius = mean_radius(shape);
    }
    let at = clamp((centre - cells_corner()) / frame.cells, vec3<f32>(0.0), vec3<f32>(f32(CELLS) - 0.01));
    let area = 3.14159 * radius * radius / (frame.cells * frame.cells);
    atomicAdd(&occupancy[cell_index(vec3<u32>(at))], u32(clamp(area / GRAIN, 1.0, 16384.0)));
    if ((beads[id.x].kind & (AS_PEARL | AS_SPLAT)) == 0u) {
        return;
    }
    let low = vec3<u32>(max(floor(at - 0.5), vec3<f32>(0.0)));
    for (var k = 0u; k < 8u; k++) {
        let cell = cell_index(min(low + vec3<u32>(k & 1u, (k >> 1u) & 1u, k >> 2u), vec3<u32>(CELLS - 1u)));
        if ((atomicLoad(&occupancy[cell]) & WANTED) == 0u && (atomicOr(&occupancy[cell], WANTED) & WANTED) == 0u) {
            let place = atomicAdd(&counters.cells, 1u);
            wanted[place] = cell;
            if (place % 64u == 0u) {
                atomicAdd(&counters.cell_groups, 1u);
            }
        }
    }
}
