//! Events of compounds. Machines write events of parts: a compound begins to touch with the first of its parts that
//! does, and ends with the last.

use std::collections::BTreeMap;

use crate::state::Event;

/// How many pairs of parts touch, by pair of bodies of which one is a compound.
pub(super) type Touching = BTreeMap<(u32, u32), u32>;

/// Parts from `first` on are of these bodies. Events in order, and in order they are given back.
pub(super) fn of_bodies(
    events: &[Event],
    first: usize,
    owners: &[u32],
    touching: &mut Touching,
) -> Vec<Event> {
    let owner = |body: u32| match (body as usize).checked_sub(first) {
        Some(part) => owners.get(part).copied(),
        None => Some(body),
    };
    let mut out = Vec::new();
    for frame in events.chunk_by(|one, other| one.frame() == other.frame()) {
        let mut told: Vec<Event> = Vec::new();
        let mut changed: BTreeMap<(u32, u32), (u32, u32)> = BTreeMap::new();
        let number = frame.first().map_or(0, Event::frame);
        for &event in frame {
            let (a, b, began) = match event {
                Event::Began { a, b, .. } => (a, b, true),
                Event::Ended { a, b, .. } => (a, b, false),
                Event::Broke { .. } => {
                    told.push(event);
                    continue;
                }
            };
            let (Some(one), Some(other)) = (owner(a), owner(b)) else { continue };
            if (one, other) == (a, b) {
                told.push(event);
                continue;
            }
            let of_pair = changed.entry((one.min(other), one.max(other))).or_default();
            if began {
                of_pair.0 += 1;
            } else {
                of_pair.1 += 1;
            }
        }
        for ((a, b), (began, ended)) in changed {
            let before = touching.get(&(a, b)).copied().unwrap_or_default();
            let now = (before + began).saturating_sub(ended);
            if now == 0 {
                touching.remove(&(a, b));
            } else {
                touching.insert((a, b), now);
            }
            match (before, now) {
                (0, 1..) => told.push(Event::Began { a, b, frame: number }),
                (1.., 0) => told.push(Event::Ended { a, b, frame: number }),
                _ => {}
            }
        }
        told.sort_by_key(|event| match *event {
            Event::Began { a, b, .. } | Event::Ended { a, b, .. } => (false, a, b),
            Event::Broke { joint, .. } => (true, joint, 0),
        });
        out.extend(told);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compound_begins_with_its_first_part_and_ends_with_its_last() {
        // bodies 0 and 1; parts 2 and 3 are of body 1
        let mut touching = Touching::new();
        let mut told = |events: &[Event]| of_bodies(events, 2, &[1, 1], &mut touching);
        let began = |a, b, frame| Event::Began { a, b, frame };
        let ended = |a, b, frame| Event::Ended { a, b, frame };
        assert_eq!(told(&[began(0, 2, 5), began(0, 3, 6)]), [began(0, 1, 5)]);
        // it rolls from one part to the other in one frame
        assert_eq!(
            told(&[ended(0, 2, 7), Event::Broke { joint: 4, frame: 7 }]),
            [Event::Broke { joint: 4, frame: 7 }]
        );
        assert_eq!(told(&[began(0, 2, 8), ended(0, 3, 8)]), []);
        assert_eq!(told(&[ended(0, 2, 9)]), [ended(0, 1, 9)]);
        // of no part that is known any more
        assert_eq!(told(&[ended(0, 7, 10)]), []);
    }
}
