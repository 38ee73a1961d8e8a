//! The load of a joint of any kind at the present places, as AVBD has it. Twin of shaders/ties/sprung.wgsl.

use super::stair::Segment;
use super::{Frames, Rows};
use crate::cpu::algebra::{Pair, Six};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::scene::{Linear, each_row};

/// What a substep keeps of a joint of any kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Springs<N> {
    /// K
    pub stiffness: Six<N>,
    /// k₀ of linear and of angular rows.
    pub units: [N; 2],
    /// C₀ − h b
    pub target: Pair<N>,
    /// λ
    pub lambda: Pair<N>,
    pub whole: bool,
    /// Rows that a pass has met off their flat steps.
    pub met: [bool; 6],
}

pub struct Sprung<N> {
    pub rows: Rows<N>,
    /// F
    pub force: Pair<N>,
    /// K
    pub slope: Six<N>,
    /// (F − λ)/k of the rows that learn and are inside their bounds.
    pub stretch: Pair<N>,
    /// Rows that are off their flat steps, or were.
    pub met: [bool; 6],
    /// What a string under tension adds across itself, |F|/L.
    pub across: N,
}

/// Hard rows, and those with a staircase.
pub fn learns<N>(frames: &Frames<N>) -> [bool; 6] {
    each_row(|k| frames.hard[k] || frames.driven[k])
}

impl<N: Number> Springs<N> {
    /// k = s k₀ in rows that learn.
    pub fn stiffen(&mut self, learns: [bool; 6], share: N) {
        let now = self.stiffness.diagonal().to_array();
        let units = self.units;
        let more = each_row(|k| if learns[k] { share * units[k / 3] - now[k] } else { N::ZERO });
        self.stiffness = self.stiffness.raised(Pair::from_array(more));
    }
}

impl<N: Number> World<N> {
    /// F = K (C − C₀ + h b) + λ in rows that learn, without λ in soft ones; a row with a staircase takes the q at which that meets the
    /// line of its spring, 1/a = k h².
    pub fn sprung_of(&self, step: &Step<N>, l: usize) -> Sprung<N> {
        let (tie, frames, springs) = (self.ties[l], &self.frames[l], &self.springs_of_rows[l]);
        let (mut rows, c) = Rows::of(frames, &tie, &self.poses[tie.a], &self.poses[tie.b]);
        rows.only(frames.live.map(|live| live && springs.whole), Pair::ZERO);
        let (now, target, live) = (c.to_array(), springs.target.to_array(), rows.live());
        let turn = N::from_f64(std::f64::consts::TAU);
        let way = each_row(|k| {
            let way = now[k] - target[k];
            let turns = N::from_f64((way / turn).to_f64().round());
            let way = if k < 3 { way } else { way - turn * turns };
            if live[k] { way } else { N::ZERO }
        });
        let hard = frames.hard;
        let (lambda, stiffness) = (springs.lambda.to_array(), springs.stiffness.diagonal().to_array());
        let pulled = springs.stiffness.times(Pair::from_array(way)).to_array();
        let mut force = each_row(|k| if hard[k] { pulled[k] + lambda[k] } else { pulled[k] });
        let mut stretch = each_row(|k| if hard[k] { way[k] } else { N::ZERO });
        let (mut more, mut met) = ([N::ZERO; 6], springs.met);
        for k in (0..6).filter(|&k| frames.driven[k]) {
            let stair = &self.stairs[l][k];
            (force[k], stretch[k], more[k]) = (N::ZERO, N::ZERO, -stiffness[k]);
            if !(stair.is_there() && stiffness[k] > N::ZERO && live[k]) {
                continue;
            }
            let a = step.inverse_h * step.inverse_h / stiffness[k];
            let q = step.h * lambda[k];
            let free = step.inverse_h * way[k] + a * q;
            let bears = stair.meets(free, a);
            force[k] = step.inverse_h * bears;
            if let Segment::Slope { gamma, .. } = stair.segment(free - a * bears) {
                more[k] += step.inverse_h * step.inverse_h / (a + gamma);
                stretch[k] = step.h * a * (bears - q);
                met[k] = true;
            }
            // or bodies would go to and fro between a stop and the range before it
            if springs.met[k] {
                more[k] = N::ZERO;
            }
        }
        let slope = springs.stiffness.raised(Pair::from_array(more));
        let across = if frames.hold.linear == Linear::Distance {
            let length = N::from_f64(f64::from(frames.hold.length)) - c.linear.x;
            force[0].max(-force[0]) / length.max(N::from_f64(1e-9))
        } else {
            N::ZERO
        };
        Sprung {
            rows,
            force: Pair::from_array(force),
            slope,
            stretch: Pair::from_array(stretch),
            met,
            across,
        }
    }
}
