//! When a run ends before its end: its time is up, or it is asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Stop {
    pub fn never() -> Self {
        Self::default()
    }

    pub fn after(time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time), ..Self::default() }
    }

    /// From any thread, in a handler of signals too. Whether it was asked before.
    pub fn ask(&self) -> bool {
        self.asked.swap(true, Ordering::SeqCst)
    }

    pub fn now(&self) -> bool {
        self.asked.load(Ordering::SeqCst) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_out_and_somebody_asks() {
        assert!(!Stop::never().now());
        assert!(!Stop::after(Duration::from_secs(3600)).now());
        assert!(Stop::after(Duration::ZERO).now());
        let stop = Stop::never();
        assert!(!stop.clone().ask() && stop.now() && stop.ask());
    }
}
