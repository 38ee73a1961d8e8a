// How many substeps were taken back since this was asked last, by islands; added to what `measure`'s workgroups found.

// uses: step, partial, draft
@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

var<workgroup> falls: array<u32, 64>;

@compute @workgroup_size(64)
fn count_falls(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0u;
    for (var body = group.x * 64u + thread; body < step.body_count; body += groups.x * 64u) {
        mine += drafts[body].falls;
        drafts[body].falls = 0u;
    }
    falls[thread] = mine;
    workgroupBarrier();
    if (thread == 0u) {
        for (var other = 1u; other < 64u; other++) {
            mine += falls[other];
        }
        measure_partials[group.x].fell_back = mine;
    }
}
