// The records of `measure`'s workgroups joined into one, which stands behind them. A few dozen records: one
// thread adds them up in order.

// uses: step

struct Partial {
    max_gap: f32,
    gap_squares: f32,
    max_gap_radii: f32,
    residual_squares: f32,
    kinetic: f32,
    potential: f32,
    worst_joint: u32,
    bad_body: u32,
}

@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;

@compute @workgroup_size(1)
fn measure_total() {
    var total = measure_partials[0];
    for (var i = 1u; i < step.count; i++) {
        let next = measure_partials[i];
        if (next.max_gap_radii > total.max_gap_radii) {
            total.worst_joint = next.worst_joint;
        }
        total.max_gap = max(total.max_gap, next.max_gap);
        total.gap_squares += next.gap_squares;
        total.max_gap_radii = max(total.max_gap_radii, next.max_gap_radii);
        total.residual_squares += next.residual_squares;
        total.kinetic += next.kinetic;
        total.potential += next.potential;
        total.bad_body = min(total.bad_body, next.bad_body);
    }
    measure_partials[step.count] = total;
}
