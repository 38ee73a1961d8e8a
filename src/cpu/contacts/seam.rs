//! Twin of shaders/shapes/seam.wgsl: from one tile onto the next, without a blow against its side.

use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::Manifold;

/// Of a slop, m/m: no deeper lies what slides, beside the way that it falls in a substep.
const LIES: f64 = 1.5;
/// Of a slop, m/m: what comes nearer by less in two frames is at rest.
const NEARS: f64 = 0.1;
/// The way is that of two frames, and at least half of the thinner one's half width. Shorter, and a tile's top looks like its side.
const FRAMES: f64 = 2.0;
const BEYOND: f64 = 0.5;

/// The depth of the deepest point; far below 0 where there is none.
pub fn deepest<N: Number>(found: &Manifold<N>) -> N {
    found.points[..found.count].iter().map(|point| point.depth).fold(N::from_f64(-1e30), N::max)
}

/// How b moves beyond a.
pub struct Slide<N> {
    /// In a frame, and as far as it is looked at, m.
    whole: Vec3<N>,
    pub beyond: Vec3<N>,
    lies: N,
    nears: N,
}

impl<N: Number> Slide<N> {
    pub fn of(step: &Step<N>, whole: Vec3<N>, thin: N, slop: N) -> Self {
        let farther = N::from_f64(BEYOND) * thin / whole.length().max(N::from_f64(1e-30));
        Self {
            whole,
            beyond: N::from_f64(FRAMES).max(farther) * whole,
            lies: N::from_f64(LIES) * slop + step.h * step.h * step.gravity.length(),
            nears: N::from_f64(NEARS) * slop,
        }
    }

    /// They come nearer along what they touch by, m in two frames.
    fn nearer(&self, found: &Manifold<N>) -> N {
        -N::from_f64(FRAMES) * found.normal.dot(self.whole)
    }

    /// Not at rest.
    pub fn nears(&self, found: &Manifold<N>) -> bool {
        self.nearer(found) > self.nears
    }

    /// The pair will stop, perhaps at the side of a tile.
    pub fn may_trip(&self, found: &Manifold<N>) -> bool {
        let depth = deepest(found);
        found.count > 0 && depth < self.lies && self.nearer(found) > (-depth).max(N::ZERO) + self.nears
    }

    /// At the end of the way a plane parts them. If it does so now too, they do not meet on the way.
    pub fn passes(&self, then: &Manifold<N>) -> bool {
        let depth = deepest(then);
        then.count > 0 && depth.max(depth + then.normal.dot(self.beyond)) < self.lies
    }
}
