//! Progress bar on standard error; shown only on a terminal, and only after a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work shorter than this shows no bar.
const SOON: Duration = Duration::from_secs(1);

/// Progress bar, removed when dropped.
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    begun: Instant,
}

impl Progress {
    /// Creates a bar for `all` units of work. Nothing is shown if standard error is not a terminal.
    pub fn new(all: usize, what: &'static str) -> Progress {
        let bar = ProgressBar::new(all as u64);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        Progress { bar, what, begun: Instant::now() }
    }

    /// Adds finished units.
    pub fn more(&self, done: usize) {
        if self.bar.is_hidden() && self.begun.elapsed() > SOON {
            let form = format!("{{bar:40}} {{pos}}/{{len}} {}, {{eta}} left", self.what);
            if let Ok(style) = ProgressStyle::with_template(&form) {
                self.bar.set_style(style.progress_chars("=> "));
            }
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        self.bar.inc(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
