//! A line that says the work in progress, how much of all is done, and how long the rest may take.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Between two lines, where each stays: in a file, or on a screen that is read later.
const APART: Duration = Duration::from_secs(10);

pub struct Progress {
    began: Instant,
    /// Of what was to be done, in any unit; what was found done takes no time.
    all: f64,
    done: f64,
    found: f64,
    line: Option<Instant>,
    terminal: bool,
}

impl Progress {
    pub fn of(all: f64) -> Self {
        let terminal = std::io::stderr().is_terminal();
        Self { began: Instant::now(), all, done: 0.0, found: 0.0, line: None, terminal }
    }

    pub fn did(&mut self, work: f64) {
        self.done += work;
    }

    /// Work that need not be done.
    pub fn skip(&mut self, work: f64) {
        self.done += work;
        self.found += work;
    }

    /// `ahead`: the share that is done of the next piece of work.
    pub fn say(&mut self, what: &str, ahead: f64) {
        let now = Instant::now();
        if !self.terminal && self.line.is_some_and(|line| now - line < APART) {
            return;
        }
        self.line = Some(now);
        let done = (self.done + ahead).min(self.all);
        let left = left(now - self.began, done - self.found, self.all - done);
        let text = format!("{:3.0} %  {what}{left}", 100.0 * done / self.all);
        let (start, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        eprint!("{start}{text}{end}");
        let _ = std::io::stderr().flush();
    }

    /// Leaves a clean line.
    pub fn end(&mut self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}

/// As much time as the work took that is done, in proportion.
fn left(time: Duration, done: f64, rest: f64) -> String {
    // too little work says nothing of the rest
    if time < Duration::from_secs(5) || done <= 0.0 {
        return String::new();
    }
    let seconds = time.as_secs_f64() * rest / done;
    match seconds {
        0.0..90.0 => format!(", about {seconds:.0} s left"),
        0.0..5400.0 => format!(", about {:.0} min left", seconds / 60.0),
        _ => format!(", about {:.1} h left", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(left(seconds(60), 1.0, 1.0), ", about 60 s left");
        assert_eq!(left(seconds(60), 1.0, 9.0), ", about 9 min left");
        assert_eq!(left(seconds(3600), 1.0, 2.0), ", about 2.0 h left");
        assert_eq!(left(seconds(1), 1.0, 9.0), "");
        assert_eq!(left(seconds(60), 0.0, 9.0), "");
    }
}
