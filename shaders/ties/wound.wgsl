// How far a joint has twisted on: w is its twist with whole turns, as the last substep found it at its start. Behind the forces, torques and
// means of n joints stands a row for each, whose x is that. For shaders that bind `multipliers`.
//     s + 2π k,   k = round((w − s)/2π)
// is the twist that goes on, as long as less than half a turn lies between two substeps.

const WHOLE_TURN: f32 = 6.283185307;

// C of a twist that goes on, C being minus the twist.
fn going_on(l: u32, c: f32) -> f32 {
    let w = multipliers[4u * step.joint_count + l].lambda.x;
    return c - WHOLE_TURN * round((w + c) / WHOLE_TURN);
}

// C of a joint, with whole turns where its stops or its target ask for that.
fn with_turns(frames: Frames, l: u32, error: Pair) -> Pair {
    var out = error;
    if ((frames.bits & GOES_ON_BIT) != 0u) {
        out.angular.x = going_on(l, error.angular.x);
    }
    return out;
}
