//! Events, read back.

use super::Simulation;
use crate::error::Result;
use crate::state::Event;

impl Simulation {
    /// Whether there may be events: some body has them or is a sensor, or a joint may break.
    pub fn tells(&self) -> bool {
        let lists = self.lists();
        lists.contacts.is_some() && lists.events.watched || !lists.whole.mixed.brittle.is_empty()
    }

    /// Events since the last call, in order of frames and, within one, of numbers: bodies with events, or sensors, that began or ceased to touch
    /// another body, and joints that broke. A reset, a load, a state that is put and the way back to the last good state clear events that were
    /// not read; bodies that touch then begin to in the next frame.
    pub fn read_events(&mut self) -> Result<impl Future<Output = Result<Vec<Event>>> + 'static + use<>> {
        self.machine.check()?;
        self.machine.read_events()
    }
}
