// A hard push may bring in more energy than the symplectic solver can follow. Its island is then taken back and
// projected, which does not count as a fault. So a push marks the joints of its body in the word of |J V + β C/h|². No
// square is below zero, and the next solve of the joint removes the mark. Shaders that use it bind `lists` and
// `multipliers`.

const PUSHED: f32 = -1.0;

fn mark_pushed(body: u32) {
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        multipliers[lists[i] >> 1u].left = PUSHED;
    }
}

fn is_pushed(left: f32) -> bool {
    return left < 0.0;
}
