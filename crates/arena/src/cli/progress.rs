//! Progress bar on standard error; shown only on a terminal, and only after a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work shorter than this shows no bar.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// Progress bar, removed when dropped.
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    started: Instant,
}

impl Progress {
    /// Creates a bar for `all` units of work. Nothing is shown if standard error is not a terminal.
    pub fn new(all: usize, unit: &'static str) -> Progress {
        let bar = ProgressBar::new(all as u64);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        Progress { bar, unit, started: Instant::now() }
    }

    /// Adds finished units.
    pub fn advance(&self, done: usize) {
        if self.bar.is_hidden() && self.started.elapsed() > SHOW_AFTER {
            let template = format!("{{bar:40}} {{pos}}/{{len}} {}, {{eta}} left", self.unit);
            if let Ok(style) = ProgressStyle::with_template(&template) {
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
