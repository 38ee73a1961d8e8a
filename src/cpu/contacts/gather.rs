//! Twin of shaders/ties/{contact_gather,contact_change,contact_row_sum,contact_big_sum}.wgsl: the wrench of one pair on
//! a body, of all in its row, and of all with a big body.

use super::push_out::{axes_of, force_of, picked};
use super::records::{Contacts, NONE, Reach};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// What a pair does to one of its bodies with these λ and this τ.
pub fn pair_wrench<N: Number>(
    world: &World<N>,
    number: usize,
    on_b: bool,
    lambda: impl Fn(usize) -> Vec3<N>,
    torque: Vec3<N>,
) -> Wrench<N> {
    let contacts = &world.contacts;
    let pair = &contacts.pairs[number];
    let points = (0..pair.count).map(|k| (N::ONE, &contacts.reaches[number][k], lambda(k)));
    wrench_of(axes_of(pair.normal), on_b, torque, points)
}

/// The same of points: whether one is there, 1 or 0, its arms and its λ.
#[inline(always)]
pub fn wrench_of<'a, N: Number>(
    axes: [Vec3<N>; 3],
    on_b: bool,
    torque: Vec3<N>,
    points: impl Iterator<Item = (N, &'a Reach<N>, Vec3<N>)>,
) -> Wrench<N> {
    let sign = if on_b { N::ONE } else { -N::ONE };
    let mut sum = Wrench { force: Vec3::ZERO, torque: torque * sign };
    for (there, reach, lambda) in points {
        let force = force_of(axes, lambda) * sign;
        let arm = if on_b { reach.arm_b } else { reach.arm_a };
        sum.force = picked(there, sum.force + force, sum.force);
        sum.torque = picked(there, sum.torque + arm.cross(force), sum.torque);
    }
    sum
}

/// What the pairs in a body's row do to it, in the order of the row.
pub fn row_wrench<N: Number>(
    contacts: &Contacts<N>,
    body: usize,
    of_pair: impl Fn(usize) -> Wrench<N>,
) -> Wrench<N> {
    let rows = contacts.rows_of(body);
    // a row ends where no more bodies stand in it
    let numbers =
        contacts.rows[rows.clone()].iter().zip(&contacts.numbers[rows]).flat_map(|(row, numbers)| {
            row.iter().zip(numbers).take_while(|&(&other, _)| other != NONE).map(|(_, &number)| number)
        });
    summed(numbers.filter(|&number| number != NONE).map(|number| of_pair(number as usize)))
}

/// The same for a big body, in whose row small ones do not stand: of all pairs with it, in the order of their rows.
pub fn big_wrench<N: Number>(
    contacts: &Contacts<N>,
    big: usize,
    of_pair: impl Fn(usize) -> Wrench<N>,
) -> Wrench<N> {
    let on_it = |&number: &usize| contacts.pairs[number].b == big && contacts.pairs[number].on_big;
    let numbers = contacts.numbers.iter().flatten().filter(|&&number| number != NONE);
    summed(numbers.map(|&number| number as usize).filter(on_it).map(of_pair))
}

fn summed<N: Number>(wrenches: impl Iterator<Item = Wrench<N>>) -> Wrench<N> {
    let mut sum = Wrench::default();
    for on_body in wrenches {
        sum.force += on_body.force;
        sum.torque += on_body.torque;
    }
    sum
}

impl<N: Number> Contacts<N> {
    /// The pairs of a body, in the order of its rows; of a big one also those with bodies that its rows do not hold.
    pub fn pairs_of(&self, body: usize) -> Vec<usize> {
        let rows = self.numbers[self.rows_of(body)].iter().flatten();
        let own = rows.filter(|&&number| number != NONE).map(|&number| number as usize);
        let with_big =
            (0..self.pairs.len()).filter(|&number| self.pairs[number].on_big && self.pairs[number].b == body);
        let big = self.rows_of(body).any(|row| self.surfaces[row].big);
        own.chain(with_big.filter(|_| big)).collect()
    }
}
