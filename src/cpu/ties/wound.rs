//! How far a joint has twisted on: w is its twist with whole turns, as the last substep found it at its start.
//!     s + 2π k,   k = round((w − s)/2π)
//! is the twist that goes on, as long as less than half a turn lies between two substeps. Twin of shaders/ties/wound.wgsl.

use std::f64::consts::TAU;

use super::Frames;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;

/// C of a twist that goes on, C being minus the twist.
pub fn going_on<N: Number>(c: N, w: N) -> N {
    let turns = ((w + c).to_f64() / TAU).round();
    if turns == 0.0 { c } else { c - N::from_f64(TAU) * N::from_f64(turns) }
}

/// C of a joint, with whole turns where its stops or its target ask for that.
pub fn with_turns<N: Number>(frames: &Frames<N>, w: N, c: Pair<N>) -> Pair<N> {
    if !frames.hold.goes_on {
        return c;
    }
    let mut out = c;
    out.angular.x = going_on(c.angular.x, w);
    out
}
