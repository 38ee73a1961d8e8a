//! What runs where: every machine, its bits, its memory layout, its faults, and how it is measured.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod cards;
mod comings;
mod faults;
mod layout;
mod machines;
mod members;
mod same_bits;
mod same_bits_everywhere;
mod self_check;
mod single_precision;
mod together;
