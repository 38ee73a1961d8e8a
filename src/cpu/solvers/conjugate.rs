//! What the conjugate gradient kernels share.

use std::ops::Range;

use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::reduction::sum_all;
use crate::cpu::world::World;

#[derive(Clone, Copy, Debug, Default)]
pub struct Conjugate<N> {
    /// r = b − A λ = h⁻¹ (J V + β C/h), m/s²
    pub residual: Vec3<N>,
    /// A p, m/s²
    pub image: Vec3<N>,
}

/// Sums over one segment of an island.
#[derive(Clone, Copy, Debug, Default)]
pub struct SegmentSums<N> {
    /// r·z at the start
    pub first: N,
    /// r·z before even and before odd iterations
    pub by_turn: [N; 2],
    /// p·A p
    pub image: N,
}

/// An island has arrived when r·z has shrunk by this.
const END: f64 = 1e-12;

/// α, zero where an island has arrived: there it would be 0/0.
pub fn length_of_step<N: Number>(first: N, now: N, image: N) -> N {
    let running = now > N::from_f64(END) * first && image > N::ZERO;
    if running { now / image } else { N::ZERO }
}

/// β
pub fn share_kept<N: Number>(now: N, next: N) -> N {
    if now > N::ZERO { next / now } else { N::ZERO }
}

/// One segment's record in `lists`.
pub struct Segment {
    pub entries: Range<usize>,
    island: Range<usize>,
}

pub fn segment<N: Number>(world: &World<N>, step: &Step<N>, index: usize) -> Segment {
    let record = step.first + 4 * index;
    let word = |k: usize| world.lists[record + k] as usize;
    Segment { entries: word(0)..word(0) + word(1), island: word(2)..word(2) + word(3) }
}

impl Segment {
    /// Σ `product` over its joints.
    pub fn sum<N: Number>(&self, world: &mut World<N>, product: impl Fn(&mut World<N>, usize) -> N) -> N {
        sum_all(self.entries.len(), |k| {
            let l = world.lists[self.entries.start + k] as usize >> 1;
            product(world, l)
        })
    }

    /// Over its whole island.
    pub fn total<N: Number>(&self, world: &World<N>, part: impl Fn(&SegmentSums<N>) -> N) -> N {
        sum_all(self.island.len(), |k| part(&world.segment_sums[self.island.start + k]))
    }
}

/// r = h⁻¹ (J V⁰ + β C/h), p = z = D⁻¹ r; returns r·z.
pub fn start<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) -> N {
    let r = step.inverse_h * world.left(l);
    let z = world.blocks[l].inverse * r;
    world.blocks[l].work = z;
    world.conjugate[l] = Conjugate { residual: r, image: Vec3::ZERO };
    r.dot(z)
}

/// A p = J u; returns p·A p.
pub fn image<N: Number>(world: &mut World<N>, l: usize) -> N {
    let tie = &world.ties[l];
    let image = tie.relative(&world.arms[l], &world.spread[tie.a], &world.spread[tie.b]);
    world.conjugate[l].image = image;
    world.blocks[l].work.dot(image)
}

/// λ += α p, r −= α A p; returns the new r·z.
pub fn advance<N: Number>(world: &mut World<N>, alpha: N, l: usize) -> N {
    world.multipliers[l].lambda += alpha * world.blocks[l].work;
    let r = world.conjugate[l].residual - alpha * world.conjugate[l].image;
    world.conjugate[l].residual = r;
    r.dot(world.blocks[l].inverse * r)
}

/// p ← z + β p
pub fn turn<N: Number>(world: &mut World<N>, beta: N, l: usize) {
    let block = &mut world.blocks[l];
    block.work = block.inverse * world.conjugate[l].residual + beta * block.work;
}
