use super::records::{Contacts, NONE, ROW};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::state::{BEGAN, ENDED};

/// Whether the pair with the k-th of its row is the body's own, and they touch.
pub(super) fn touches_at<N: Number>(contacts: &Contacts<N>, body: usize, k: usize) -> bool {
    let number = contacts.numbers[body][k];
    number != NONE && {
        let pair = contacts.pairs[number as usize];
        pair.met_by[0] == body && pair.touched
    }
}

fn touched_at<N: Number>(contacts: &Contacts<N>, body: usize, k: usize) -> bool {
    contacts.touching[body] >> k & 1 != 0
}

fn touches<N: Number>(contacts: &Contacts<N>, body: u32, other: u32) -> bool {
    let body = body as usize;
    (0..ROW).any(|k| contacts.rows[body][k] == other && touches_at(contacts, body, k))
}

fn touched<N: Number>(contacts: &Contacts<N>, body: u32, other: u32) -> bool {
    let body = body as usize;
    (0..ROW).any(|k| contacts.former_rows[body][k] == other && touched_at(contacts, body, k))
}

pub fn contact_events<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let contacts = &world.contacts;
    let is_watched = |body: u32| contacts.surfaces[body as usize].watched;
    let me = body as u32;
    for k in 0..ROW {
        if touches_at(contacts, body, k) {
            let other = contacts.rows[body][k];
            let before = touched(contacts, me, other) || touched(contacts, other, me);
            if (is_watched(me) || is_watched(other)) && !before {
                world.events.happened(step, BEGAN, me.min(other), me.max(other));
            }
        }
        if touched_at(contacts, body, k) {
            let other = contacts.former_rows[body][k];
            let now = touches(contacts, me, other) || touches(contacts, other, me);
            if (is_watched(me) || is_watched(other)) && !now {
                world.events.happened(step, ENDED, me.min(other), me.max(other));
            }
        }
    }
}
