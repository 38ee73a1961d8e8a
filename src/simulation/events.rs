//! Events, read back.

use std::sync::PoisonError;

use super::Simulation;
use super::part_events::of_bodies;
use crate::error::Result;
use crate::state::Event;

impl Simulation {
    /// Whether there may be events: some body has them or is a sensor, or a joint may break.
    pub fn tells(&self) -> bool {
        let lists = self.lists();
        lists.contacts.is_some() && lists.events.watched || !lists.whole.mixed.brittle.is_empty()
    }

    /// Events since the last call, in order of frames and, within one, of numbers. They are bodies with events, or
    /// sensors, that began or ceased to touch another body, and joints that broke. A reset, a load, a state that is put
    /// and the way back to the last good state clear events that were not read. Bodies that touch then begin to in the
    /// next frame.
    pub fn read_events(&mut self) -> Result<impl Future<Output = Result<Vec<Event>>> + 'static + use<>> {
        self.machine.check()?;
        let reading = self.machine.read_events()?;
        let parts = self.scene.parts();
        let owners: Vec<u32> = parts.clone().map(|part| self.scene.owner_of(part) as u32).collect();
        let touching = self.touching.clone();
        Ok(async move {
            let events = reading.await?;
            if owners.is_empty() {
                return Ok(events);
            }
            let mut touching = touching.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(of_bodies(&events, parts.start, &owners, &mut touching))
        })
    }
}
