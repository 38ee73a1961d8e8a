//! What happened, read back.

use super::Simulation;
use crate::error::Result;
use crate::state::Event;

impl Simulation {
    /// Whether there is anything that may happen: somebody is told whom it touches, or a joint may break.
    pub fn tells(&self) -> bool {
        let lists = self.lists();
        lists.contacts.is_some() && lists.events.watched || !lists.whole.mixed.brittle.is_empty()
    }

    /// What happened since this was asked last, in order of frames and, within one, of numbers: who of those bodies that are sensors or have events
    /// began or ceased to touch another, and which joints broke. What was not read is forgotten by a reset, a load, a state that is put,
    /// and whenever the simulation goes back to its last good state; who touches then begins to in the next frame.
    pub fn read_events(&mut self) -> Result<impl Future<Output = Result<Vec<Event>>> + 'static + use<>> {
        self.machine.check()?;
        self.machine.read_events()
    }
}
