//! The built-in scenes' geometry. Every joint is exactly satisfied at the start, up to rounding, and hanging bodies
//! stay above the ground at y = 0.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};

use super::Scene;
use super::layout::{ALONG, Layout};

/// A square grid of chains, all tilted the same way. Their planes of swing turn a little from chain to chain, by so
/// little that neighbours stay apart.
pub fn necklaces(chains: usize, beads: usize, radius: f64, tilt: f64) -> Scene {
    let mut layout = Layout::new(radius, chains * beads);
    let columns = (chains as f64).sqrt().ceil() as usize;
    let spacing = 8.0 * radius;
    let centre = 0.5 * spacing * (columns - 1) as f64;
    let top = hanging_height(radius, beads);
    // Neighbours' last beads drift apart by 2 r n times the difference of their azimuths, a third of this.
    let turn = f64::min(0.25, 6.0 / beads as f64);
    for chain in 0..chains {
        let (row, column) = ((chain / columns) as f64, (chain % columns) as f64);
        let pin = DVec3::new(spacing * column - centre, top, spacing * row - centre);
        let azimuth = turn * (0.3 * column).sin() * (0.3 * row).cos();
        layout.chain(pin, DQuat::from_rotation_y(azimuth) * DQuat::from_rotation_z(tilt), beads);
    }
    layout.finish()
}

pub fn pendant(beads: usize, radius: f64, tilt: f64, mass_ratio: f64) -> Scene {
    let mut layout = Layout::new(radius, beads);
    let pin = DVec3::new(0.0, hanging_height(radius, beads), 0.0);
    let last = layout.chain(pin, DQuat::from_rotation_z(tilt), beads);
    layout.make_heavier(last, mass_ratio);
    layout.finish()
}

/// Touching beads on an upright circle, R = r / sin(π/n). Two pins stand 60° to either side of the top, so that both
/// strands between them are slack. One pin stands at the top. Without any the ring spins, weightless.
pub fn ring(beads: usize, radius: f64, pins: usize) -> Scene {
    let mut layout = Layout::new(radius, beads);
    let circle = radius / (PI / beads as f64).sin();
    let centre = DVec3::new(0.0, hanging_height(radius, beads) - circle, 0.0);
    let side = (beads as f64 / 6.0).round() as usize;
    let is_pin = |k: usize| match pins {
        0 => false,
        1 => k == 0,
        _ => k == side || k == beads - side,
    };
    let place = |k: usize| {
        let angle = TAU * k as f64 / beads as f64;
        (
            centre + circle * DVec3::new(angle.sin(), angle.cos(), 0.0),
            DQuat::from_rotation_z(PI / 2.0 - angle),
        )
    };
    for k in 0..beads {
        let (position, rotation) = place(k);
        layout.bead(position, rotation, is_pin(k));
    }
    for k in 0..beads as u32 {
        layout.touch(k, (k + 1) % beads as u32);
    }
    if pins == 0 {
        layout.weightless();
        layout.spin(centre, DVec3::new(0.0, 0.6, 1.0));
    } else {
        // A rigid swing about the line through the pins, which no joint feels, out of the symmetric plane.
        let pivot = place(if pins == 1 { 0 } else { side }).0;
        layout.spin(pivot, DVec3::new(0.3, 0.0, 0.0));
    }
    layout.finish()
}

/// Chains side by side from a rail, let go from a wave.
pub fn curtain(chains: usize, beads: usize, radius: f64) -> Scene {
    const STEEPEST: f64 = 0.6;
    const WAVES: f64 = 3.0;
    let mut layout = Layout::new(radius, chains * beads);
    let spacing = 2.2 * radius;
    let top = hanging_height(radius, beads);
    for chain in 0..chains {
        let x = spacing * (chain as f64 - 0.5 * (chains - 1) as f64);
        let tilt = STEEPEST * (TAU * WAVES * (chain as f64 + 0.5) / chains as f64).sin();
        layout.chain(DVec3::new(x, top, 0.0), DQuat::from_rotation_x(tilt), beads);
    }
    layout.finish()
}

/// An arc between two fixed beads whose distance is `span` of its length, leaning out so that it swings.
pub fn bridge(beads: usize, radius: f64, span: f64) -> Scene {
    const LEAN: f64 = 0.5;
    let mut layout = Layout::new(radius, beads);
    let arc = Arc::new(beads, radius, span);
    let lean = DQuat::from_rotation_x(LEAN);
    let rail = DVec3::new(0.0, hanging_height(radius, beads.div_ceil(2)), 0.0);
    for k in 0..beads {
        let (x, sag, slope) = arc.place(k);
        // Local −y along the arc, which runs towards +x.
        let rotation = lean * DQuat::from_rotation_z(PI / 2.0 + slope);
        layout.bead(rail + lean * DVec3::new(x, -sag, 0.0), rotation, k == 0 || k == beads - 1);
    }
    for k in 1..beads as u32 {
        layout.touch(k - 1, k);
    }
    layout.finish()
}

/// Level after level from a fixed root: each bead's children sit on its far side, spread around its axis.
pub fn tree(branches: usize, depth: usize, radius: f64) -> Scene {
    // Angles off the parent's axis and around it, in degrees. They keep beads clear of each other down to the depths
    // where there is room: 6, 3 and 2 levels (found by trying all in steps of 2.5°).
    let (off, around): (f64, f64) = match branches {
        1 => (0.0, 0.0),
        2 => (42.5, 45.0),
        3 => (70.0, 25.0),
        _ => (65.0, 22.5),
    };
    let mut layout = Layout::new(radius, tree_beads(branches, depth));
    let top = DVec3::new(0.0, hanging_height(radius, depth + 1), 0.0);
    let mut level = vec![(layout.bead(top, DQuat::IDENTITY, true), top, DQuat::IDENTITY)];
    for _ in 0..depth {
        let mut below = Vec::with_capacity(level.len() * branches);
        for (parent, position, rotation) in level {
            for k in 0..branches {
                let around = around.to_radians() + TAU * k as f64 / branches as f64;
                let turn = DQuat::from_rotation_y(around) * DQuat::from_rotation_z(off.to_radians());
                let rotation = (rotation * turn).normalize();
                let position = position + rotation * ALONG * (2.0 * radius);
                let child = layout.bead(position, rotation, false);
                layout.join(parent, child, turn * ALONG, -ALONG);
                below.push((child, position, rotation));
            }
        }
        level = below;
    }
    layout.finish()
}

/// 1 + b + b² + … + b^depth, as far as it fits.
pub fn tree_beads(branches: usize, depth: usize) -> usize {
    let mut level = 1usize;
    (0..depth).fold(1, |sum: usize, _| {
        level = level.saturating_mul(branches);
        sum.saturating_add(level)
    })
}

/// Rows bent into arcs, since a straight one between two fixed corners could not give; columns straight
/// down. The upper corners are fixed.
pub fn net(rows: usize, columns: usize, radius: f64) -> Scene {
    const SPAN: f64 = 0.85;
    let mut layout = Layout::new(radius, rows * columns);
    let arc = Arc::new(columns, radius, SPAN);
    // The middle of the top row drops by half its length at most.
    let top = hanging_height(radius, rows + columns.div_ceil(2));
    for row in 0..rows {
        for column in 0..columns {
            let (x, sag, slope) = arc.place(column);
            let position = DVec3::new(x, top - 2.0 * radius * row as f64, sag);
            let corner = row == 0 && (column == 0 || column == columns - 1);
            layout.bead(position, DQuat::from_rotation_y(slope), corner);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let bead = (row * columns + column) as u32;
            if column + 1 < columns {
                layout.touch(bead, bead + 1);
            }
            if row + 1 < rows {
                layout.touch(bead, bead + columns as u32);
            }
        }
    }
    layout.finish()
}

/// Where the topmost of `beads` hangs: the chain's length and one bead to spare, in m.
fn hanging_height(radius: f64, beads: usize) -> f64 {
    2.0 * radius * (beads + 1) as f64
}

/// Touching beads on a circular arc, ends level, as seen from above or from the front.
struct Arc {
    beads: usize,
    /// Of the circle, in m.
    circle: f64,
    /// From one bead to the next, as seen from the circle's centre, in rad.
    step: f64,
}

impl Arc {
    /// The chord of n beads, thus m = n − 1 links of 2r, is sin(m δ/2) / sin(δ/2) links long; δ is sought
    /// for which that is `span` · m. It falls from m at δ = 0 to 0 at δ = 2π/m.
    fn new(beads: usize, radius: f64, span: f64) -> Self {
        let links = (beads - 1) as f64;
        let chord = |step: f64| (0.5 * links * step).sin() / (0.5 * step).sin();
        let (mut low, mut high) = (0.0, TAU / links);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if chord(middle) > span * links { low = middle } else { high = middle }
        }
        let step = 0.5 * (low + high);
        Self { beads, circle: radius / (0.5 * step).sin(), step }
    }

    /// Of bead k: distance along the chord from its middle and away from it, in m. Then the slope of the arc there, in
    /// rad: from −δm/2 at the first to δm/2 at the last.
    fn place(&self, k: usize) -> (f64, f64, f64) {
        let half = 0.5 * self.step * (self.beads - 1) as f64;
        let slope = self.step * k as f64 - half;
        (self.circle * slope.sin(), self.circle * (slope.cos() - half.cos()), slope)
    }
}
