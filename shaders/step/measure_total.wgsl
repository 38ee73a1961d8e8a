// The records of `measure`'s workgroups joined into one, which stands behind them. A few dozen records: one
// thread adds them up in order.

// uses: step, partial
@group(0) @binding(12) var<storage, read_write> measure_partials: array<Partial>;

@compute @workgroup_size(1)
fn measure_total() {
    var total = measure_partials[0];
    for (var i = 1u; i < step.count; i++) {
        total = joined(total, measure_partials[i]);
    }
    measure_partials[step.count] = total;
}
