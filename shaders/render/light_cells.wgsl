// One thread per cell that is asked for: the light from the sky and the key lamp that arrives there. Beads in the way
// thin it, T = exp(−Σ area over face).

// uses: cells, studio, simulation
@group(0) @binding(1) var<storage, read> occupancy: array<u32>;
@group(0) @binding(2) var<storage, read_write> arriving: array<u32>;
@group(0) @binding(3) var<storage, read> wanted: array<u32>;
@group(0) @binding(4) var<storage, read> counters: array<u32>;

const GRAIN: f32 = 0.0009765625;
const STEPS: u32 = 14u;

// Shadow area over face, met on the way along d from the cell's middle, its own left out.
fn thickness(start: vec3<f32>, d: vec3<f32>) -> f32 {
    var sum = 0.0;
    for (var k = 1u; k <= STEPS; k++) {
        // longer and longer strides
        let reach = f32(k) * (1.0 + 0.08 * f32(k));
        let at = start + d * reach;
        if (any(at < vec3<f32>(0.0)) || any(at >= vec3<f32>(f32(CELLS)))) {
            break;
        }
        sum += f32(occupancy[cell_index(vec3<u32>(at))] & ~WANTED) * (1.0 + 0.16 * f32(k));
    }
    return sum * GRAIN;
}

@compute @workgroup_size(64)
fn light_cells(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= counters[WANTED_CELLS]) {
        return;
    }
    let cell = wanted[id.x];
    let start = vec3<f32>(f32(cell % CELLS), f32(cell / CELLS % CELLS), f32(cell / (CELLS * CELLS))) + 0.5;
    let key = exp(-0.6 * thickness(start, KEY));
    let up = thickness(start, vec3<f32>(0.0, 1.0, 0.0));
    let east = thickness(start, vec3<f32>(0.8, 0.6, 0.0));
    let west = thickness(start, vec3<f32>(-0.8, 0.6, 0.0));
    let north = thickness(start, vec3<f32>(0.0, 0.6, -0.8));
    let south = thickness(start, vec3<f32>(0.0, 0.6, 0.8));
    let sky = 0.2 * (exp(-0.6 * up) + exp(-0.6 * east) + exp(-0.6 * west) + exp(-0.6 * north) + exp(-0.6 * south));
    arriving[cell] = pack2x16unorm(vec2<f32>(sky, key));
}
