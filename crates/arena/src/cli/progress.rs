//! How far a long piece of work is: a bar on standard error, on a terminal alone, once a second is over.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// What is done within this time shows no bar.
const SOON: Duration = Duration::from_secs(1);

/// A bar that goes when it is dropped.
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    begun: Instant,
}

impl Progress {
    /// Of so many things there are to do. Where standard error is no terminal nothing is ever shown.
    pub fn new(all: usize, what: &'static str) -> Progress {
        let bar = ProgressBar::new(all as u64);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        Progress { bar, what, begun: Instant::now() }
    }

    /// So many more are done.
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
