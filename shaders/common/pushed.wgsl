// A push brings energy in, and one that is hard may be more than symplectic can follow: its island is then taken back and
// projected like any other, and that is no fault to be counted. So a push marks the joints of its body, where |J V + β C/h|²
// stands: no square is below zero, and the mark is gone as soon as the joint is solved. Who uses this binds `lists` and
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
