//! Twins of shaders/contacts/: who is near whom, where they touch, and what pushes them apart.

pub mod contact_accept;
pub mod contact_begin;
pub mod contact_bin;
pub mod contact_collide;
pub mod contact_count;
pub mod contact_find;
pub mod contact_forget;
pub mod contact_keep;
pub mod contact_keep_rows;
pub mod contact_link;
pub mod contact_list;
pub mod contact_measure;
pub mod contact_number;
pub mod contact_prepare;
pub mod contact_propose;
pub mod contact_recall;
pub mod contact_record;
pub mod contact_reflect;
pub mod contact_relax;
pub mod contact_size;
pub mod contact_spread;
pub mod contact_spread_big;
pub mod contact_sweep;
pub mod contact_sweep_all;
pub mod contact_warm;
pub mod contact_warm_big;
mod gather;
mod owner;
mod push_out;
mod reading;
mod records;

pub use records::{BodyPair, Contacts, Former, PALETTE, Push, Reach, Surface, Touch, Twisted};
