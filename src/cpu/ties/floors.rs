//! What the staircases of whole substeps and of their halves share. Twin of shaders/ties/floors.wgsl.

use super::stair::Stair;
use crate::cpu::number::Number;
use crate::scene::Course;

/// γ of a row with bounds is no less than this share of its own A_rr, a drive's and a stop's. It acts on the change of
/// the row's force only. So Newton's method ends after few rounds, and nothing stretches at rest. With the pull-back of
/// a stop, β C/h, such a row is a spring and an integrator. It shakes under so large a load that A of the whole island
/// is less than β times a stop's γ.
const DRIVE: f64 = 1e-3;
const STOP: f64 = 1e-5;
/// No stop is as far as this, m/s.
pub const OUT_OF_REACH: f64 = 1e18;
/// N: as good as no bound.
pub const AS_MUCH_AS_IT_TAKES: f64 = 1e30;

/// The side of the stop that holds a drive without a slope back, which goes no farther than that: 1, -1, or 0 where none does.
pub fn yielded<N: Number>(out: &mut Stair<N>) -> N {
    if out.gamma != N::ZERO {
        return N::ZERO;
    }
    let wanted = out.target;
    out.target = wanted.max(out.low).min(out.high);
    if wanted > out.high {
        N::ONE
    } else if wanted < out.low {
        -N::ONE
    } else {
        N::ZERO
    }
}

/// Friction of at most `rub` N s beside the drive, and no γ below its floor; of a row with its A_rr and its q of before.
pub fn floored<N: Number>(mut out: Stair<N>, course: &Course, rub: N, [own, before]: [N; 2]) -> Stair<N> {
    let mut driven = before;
    if course.friction.is_some() {
        out.rub = rub;
        out.rub_gamma = N::from_f64(DRIVE) * own;
        // of q before what the drive has not at rest
        let rubbed = (before - at_rest(&out)).max(-out.rub).min(out.rub);
        out.rub_target = -out.rub_gamma * rubbed;
        driven -= rubbed;
    }
    let more = (N::from_f64(DRIVE) * own - out.gamma).max(N::ZERO);
    out.gamma += more;
    out.target -= more * driven.max(-out.most).min(out.most);
    let more = (N::from_f64(STOP) * own - out.stop_gamma).max(N::ZERO);
    out.stop_gamma += more;
    if course.stops.is_some() {
        out.high -= more * (before - out.driven(out.high)).max(N::ZERO);
        out.low -= more * (before - out.driven(out.low)).min(N::ZERO);
        if out.low > out.high {
            out.low = N::HALF * (out.low + out.high);
            out.high = out.low;
        }
    }
    out
}

/// The impulse of a drive where nothing moves; a drive without γ gives all that it has.
fn at_rest<N: Number>(drive: &Stair<N>) -> N {
    if drive.gamma > N::ZERO {
        return (-drive.target / drive.gamma).max(-drive.most).min(drive.most);
    }
    if drive.target > N::ZERO {
        -drive.most
    } else if drive.target < N::ZERO {
        drive.most
    } else {
        N::ZERO
    }
}

/// An angle within half a turn.
pub fn short_way<N: Number>(angle: N) -> N {
    let (half, whole) = (N::from_f64(std::f64::consts::PI), N::from_f64(std::f64::consts::TAU));
    if angle > half {
        angle - whole
    } else if angle < -half {
        angle + whole
    } else {
        angle
    }
}
