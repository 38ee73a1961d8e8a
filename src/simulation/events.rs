//! Events, read back.

use std::sync::{Arc, Mutex, PoisonError};

use super::Simulation;
use super::part_events::{Touching, of_bodies};
use crate::error::Result;
use crate::machine::Reading;
use crate::state::Event;

/// So often parts may get other numbers before events are read; then the oldest events are lost.
const MOST_ASIDE: usize = 16;

/// Events as a machine wrote them, and whose its parts were then.
pub(super) struct Written {
    events: Reading<Vec<Event>>,
    first: usize,
    owners: Vec<u32>,
    touching: Arc<Mutex<Touching>>,
}

impl Written {
    async fn told(self) -> Result<Vec<Event>> {
        let events = self.events.await?;
        if self.owners.is_empty() {
            return Ok(events);
        }
        let mut touching = self.touching.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(of_bodies(&events, self.first, &self.owners, &mut touching))
    }
}

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
        let parts = self.scene.parts();
        let owners = parts.clone().map(|part| self.scene.owner_of(part) as u32).collect();
        let last = self.written(parts.start, owners)?;
        let all: Vec<Written> = self.aside.drain(..).chain([last]).collect();
        Ok(async move {
            let mut events = Vec::new();
            for written in all {
                events.extend(written.told().await?);
            }
            Ok(events)
        })
    }

    fn written(&mut self, first: usize, owners: Vec<u32>) -> Result<Written> {
        Ok(Written { events: self.machine.read_events()?, first, owners, touching: self.touching.clone() })
    }

    /// Before parts get other numbers: events so far, of which those from `first` on are of these bodies.
    pub(super) fn set_events_aside(&mut self, first: usize, owners: Vec<u32>) -> Result<()> {
        if !owners.is_empty() && self.tells() {
            let written = self.written(first, owners)?;
            if self.aside.len() == MOST_ASIDE {
                self.aside.remove(0);
            }
            self.aside.push(written);
        }
        Ok(())
    }
}
