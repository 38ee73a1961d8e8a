//! Where bodies touch, read back.

use super::Simulation;
use crate::error::Result;
use crate::state::ContactReading;

impl Simulation {
    /// Points where bodies touch, or soon will, as the last step left them, by the bodies' numbers.
    pub fn read_contacts(
        &mut self,
    ) -> Result<impl Future<Output = Result<Vec<ContactReading>>> + 'static + use<>> {
        self.machine.check()?;
        self.machine.read_contacts()
    }
}
