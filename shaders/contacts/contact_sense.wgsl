// Whether a body touches a sensor in this substep, one thread per pair, once they have moved. Such pairs have no
// contact points, so their shapes are tested where they are now. A fast body is tested along its way since the frame's
// start: it may be through already.

// uses: step, body, surface, meeting, place, hulled, touch, contact_rows, contact_cells, contact_way, contact, contact_met
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(30) var<storage, read> contact_cells: array<u32>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_sense(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let met_by = met_at(id.x, pair);
    // pairs that are not decided yet: the others enter no loop
    for (var look = (pair.count & (SENSES | TOUCHED)) == SENSES; look; look = false) {
        let a = surfaces[met_by.a].shape;
        let b = surfaces[met_by.b].shape;
        let between = place_at(met_by.b) - place_at(met_by.a);
        let found = touch(between, poses[met_by.a].rotation, a, poses[met_by.b].rotation, b, 0.0);
        let way = way_here(met_by.b) - way_here(met_by.a);
        var met = found.count > 0u;
        for (var go = !met && length(way) > min(thinness(a), thinness(b)); go; go = false) {
            met = meeting(between - way, way, poses[met_by.a].rotation, a, poses[met_by.b].rotation, b) <= 1.0;
        }
        if (met) {
            pairs[id.x].count = pair.count | TOUCHED;
        }
    }
}
