//! The bots' pool: a bounded number of them think at the same time, the others wait their turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tracing::trace_span;
use upcard_bots::{Budget, player};
use upcard_engine::Action;
use upcard_table::Think;

use crate::metrics::Metrics;
use crate::traces::TRACES;

/// Where bots think.
#[derive(Clone)]
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    budget: Duration,
    metrics: Arc<Metrics>,
}

impl Pool {
    pub(crate) fn new(threads: usize, budget: Duration, metrics: Arc<Metrics>) -> Pool {
        Pool { places: Arc::new(Semaphore::new(threads)), budget, metrics }
    }

    /// A bot's answer, not before its delay is over.
    pub(crate) async fn think(&self, think: Think) -> Option<Action> {
        let ready = tokio::time::Instant::now() + Duration::from_millis(think.delay);
        let budget = self.budget;
        let place = self.places.clone().acquire_owned().await.ok()?;
        let metrics = self.metrics.clone();
        let span = trace_span!(target: TRACES, "think", level = think.level.name());
        let answer = tokio::task::spawn_blocking(move || {
            let _entered = span.enter();
            let began = Instant::now();
            let answer = decide(&think, budget);
            metrics.think_seconds.observe(began.elapsed().as_secs_f64());
            drop(place);
            answer
        });
        // A bot that panics has no answer; the table answers for it.
        let answer = answer.await.ok().flatten();
        tokio::time::sleep_until(ready).await;
        answer
    }
}

fn decide(think: &Think, budget: Duration) -> Option<Action> {
    let view = think.view.view(&think.rules)?;
    let end = Instant::now() + budget;
    let more = || Instant::now() < end;
    Some(player(think.level, think.seed).decide(&view, &Budget::While(&more)))
}
