// What the staircases of whole substeps and of their halves share. For shaders that write `stairs`.

// uses: step, courses, stair

/// γ of a row with bounds is no less than this share of its own A_rr, a drive's and a stop's. It acts on the change of
/// the row's force only. So Newton's method ends after few rounds, and nothing stretches at rest. With the pull-back of
/// a stop, β C/h, such a row is a spring and an integrator. It shakes under so large a load that A of the whole island
/// is less than β times a stop's γ.
const DRIVE: f32 = 1e-3;
const STOP: f32 = 1e-5;
/// A whole turn.
const TURN: f32 = 6.283185307;
/// No stop is as far as this, m/s.
const OUT_OF_REACH: f32 = 1e18;

// An angle within half a turn.
fn short_way(angle: f32) -> f32 {
    return angle - select(select(0.0, -TURN, angle < -0.5 * TURN), TURN, angle > 0.5 * TURN);
}

// The impulse of a drive where nothing moves; a drive without γ gives all that it has.
fn at_rest(drive: Stair) -> f32 {
    if (drive.gamma > 0.0) {
        return min(max(-drive.goal / drive.gamma, -drive.most), drive.most);
    }
    return -sign(drive.goal) * drive.most;
}

// A rigid drive yields to a stop. This is the side of that stop, 1, -1, or 0 where there is none.
fn yielded(stair: ptr<function, Stair>) -> f32 {
    let wanted = (*stair).goal;
    if ((*stair).gamma != 0.0) {
        return 0.0;
    }
    (*stair).goal = min(max(wanted, (*stair).low), (*stair).high);
    return select(select(0.0, -1.0, wanted < (*stair).low), 1.0, wanted > (*stair).high);
}

// Friction of at most `rub` N s beside the drive, and no γ below its floor; of a row with its A_rr and its q of before.
fn floored(stair: Stair, course: Course, rub: f32, own: f32, before: f32) -> Stair {
    var out = stair;
    var driven_before = before;
    for (var go = course.friction > 0.0; go; go = false) {
        out.rub = rub;
        out.rub_gamma = DRIVE * own;
        // of q before what the drive has not at rest
        let rubbed = min(max(before - at_rest(out), -out.rub), out.rub);
        out.rub_goal = -out.rub_gamma * rubbed;
        driven_before -= rubbed;
    }
    var more = max(0.0, DRIVE * own - out.gamma);
    out.gamma += more;
    out.goal -= more * min(max(driven_before, -out.most), out.most);
    more = max(0.0, STOP * own - out.stop_gamma);
    out.stop_gamma += more;
    if (course.has_stops) {
        out.high -= more * max(0.0, before - driven(out, out.high));
        out.low -= more * min(0.0, before - driven(out, out.low));
        if (out.low > out.high) {
            out.low = 0.5 * (out.low + out.high);
            out.high = out.low;
        }
    }
    return out;
}

fn put_stair(l: u32, k: u32, stair: Stair, half: Half) {
    let at = stair_place(l, k);
    stairs[at] = vec4<f32>(stair.goal, stair.gamma, stair.most, stair.stop_gamma);
    stairs[at + 1u] = vec4<f32>(stair.low, stair.high, 0.0, stair.du);
    stairs[at + 2u] = vec4<f32>(half.start, half.offset, half.inverse_mass, half.blow);
    for (var go = has_friction(l); go; go = false) {
        stairs[rub_place(l, k)] = vec4<f32>(stair.rub_goal, stair.rub_gamma, stair.rub, 0.0);
    }
}
