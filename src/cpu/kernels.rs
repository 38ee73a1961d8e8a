//! The kernels by name, each with what one of its threads takes.

use super::number::Number;
use super::records::Step;
use super::world::World;
use super::{article, contacts, joints, solvers, step};
use crate::kernels::kernels;

pub enum Kernel<N> {
    /// Body or joint `lists[first + thread]`.
    Item(fn(&mut World<N>, &Step<N>, usize)),
    /// The thread's own number: a record's, a body's.
    Thread(fn(&mut World<N>, &Step<N>, usize)),
    /// Every pair of bodies that there is.
    Pair(fn(&mut World<N>, &Step<N>, usize)),
    /// Every pair, or those that found no colour: bit 0 of `step.extra[0]` says which.
    SideBySide(fn(&mut World<N>, &Step<N>, usize)),
    /// Every pair of the dispatch's colour.
    Coloured(fn(&mut World<N>, &Step<N>, usize)),
    /// A whole workgroup: its number, and how many there are.
    Group(fn(&mut World<N>, &Step<N>, usize, usize)),
}

macro_rules! kernel {
    (Body, $twin:path) => {
        Kernel::Item($twin)
    };
    (Tie, $twin:path) => {
        Kernel::Item($twin)
    };
    (All, $twin:path) => {
        Kernel::Group($twin)
    };
    (Pair, $twin:path) => {
        Kernel::Pair($twin)
    };
    (SideBySide, $twin:path) => {
        Kernel::SideBySide($twin)
    };
    (Coloured, $twin:path) => {
        Kernel::Coloured($twin)
    };
    ($takes:ident, $twin:path) => {
        Kernel::Thread($twin)
    };
}

pub fn find<N: Number>(name: &str) -> Option<Kernel<N>> {
    macro_rules! twins {
        ($($folder:ident $kernel:ident: $takes:ident, $use:ident;)+) => {
            match name {
                $(stringify!($kernel) => Some(kernel!($takes, $folder::$kernel::$kernel)),)+
                _ => None,
            }
        };
    }
    kernels!(twins)
}
