// The squared residual of a joint's equation, m²/s²; angular rows are counted at the smaller radius. For shaders that
// bind `poses`.

// uses: body, six, rows

fn squared(rows: Rows, left: Pair) -> f32 {
    let turning = min(poses[rows.a].radius, poses[rows.b].radius) * left.angular;
    return dot(left.linear, left.linear) + dot(turning, turning);
}
