//! Events of a simulation, by frame.

/// Kinds of event.
pub use crate::codes::event::{BEGAN, BROKE, ENDED};

/// An event and its frame, counted from the last load or reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Two bodies touch that did not in the frame before, a < b.
    Began { a: u32, b: u32, frame: u32 },
    /// Two bodies do not touch any more.
    Ended { a: u32, b: u32, frame: u32 },
    /// A joint broke.
    Broke { joint: u32, frame: u32 },
}

impl Event {
    fn of([kind, a, b, frame]: [u32; 4]) -> Self {
        match kind {
            BEGAN => Self::Began { a, b, frame },
            ENDED => Self::Ended { a, b, frame },
            _ => Self::Broke { joint: a, frame },
        }
    }

    pub fn frame(&self) -> u32 {
        match *self {
            Self::Began { frame, .. } | Self::Ended { frame, .. } | Self::Broke { frame, .. } => frame,
        }
    }
}

/// By frames, and within one first those of bodies by their numbers, then those of joints: however a machine wrote them down.
pub fn in_order(mut records: Vec<[u32; 4]>) -> Vec<Event> {
    records.sort_unstable_by_key(|&[kind, a, b, frame]| (frame, kind == BROKE, a, b));
    records.into_iter().map(Event::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_stand_by_frames_and_numbers() {
        let mixed =
            vec![[BROKE, 0, 0, 7], [ENDED, 2, 9, 7], [BEGAN, 2, 3, 8], [BEGAN, 1, 12, 7], [BROKE, 4, 0, 6]];
        let expected = [
            Event::Broke { joint: 4, frame: 6 },
            Event::Began { a: 1, b: 12, frame: 7 },
            Event::Ended { a: 2, b: 9, frame: 7 },
            Event::Broke { joint: 0, frame: 7 },
            Event::Began { a: 2, b: 3, frame: 8 },
        ];
        assert_eq!(in_order(mixed), expected);
        assert_eq!(expected.map(|event| event.frame()), [6, 7, 7, 7, 8]);
    }
}
