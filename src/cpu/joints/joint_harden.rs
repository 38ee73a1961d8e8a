use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::scene::{By, each_row};

/// For soft steps, once bodies have moved. Hard rows become rigid and close no gap, hard stops push back no overrun,
/// and a hold wants no speed.
pub fn joint_harden<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    let frames = &world.frames[l];
    let hard = frames.hard;
    let without = |of: Pair<N>| {
        let of = of.to_array();
        Pair::from_array(each_row(|k| if hard[k] { N::ZERO } else { of[k] }))
    };
    world.rows[l].softness = without(world.rows[l].softness);
    world.biases[l] = without(world.biases[l]);
    for k in 0..6 {
        let (Some(course), stair) = (frames.course(k), &mut world.stairs[l][k]) else { continue };
        if course.drive.is_some_and(|drive| matches!(drive.by, By::Holding)) {
            stair.target = N::ZERO;
        }
        if course.stops.is_some() && course.stop_softness.is_none() {
            stair.low = stair.low.min(N::ZERO);
            stair.high = stair.high.max(N::ZERO);
        }
    }
}
