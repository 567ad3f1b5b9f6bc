//! Bot scheduler: a bounded number of slots, shared out fairly. Cancelled requests are dropped, and overdue
//! ones are answered by a faster bot.

mod shares;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tracing::{Span, trace_span};
use upcard_bots::{Abandoned, Budget, think};
use upcard_engine::{Action, Level};
use upcard_table::Think;

use crate::operations::metrics::{Metrics, Thought, Unwanted};
use crate::operations::traces::TRACES;

pub(crate) use self::shares::Account;
pub(crate) use self::shares::Shares;

/// A request that starts this long after its answer was due is answered by the [`QUICK`] level.
const OVERDUE: Duration = Duration::from_secs(1);

/// Level with negligible computing time, used for overdue requests.
const QUICK: Level = Level::Novice;

/// Bot scheduler.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Places>);

struct Places {
    line: Mutex<InLine>,
    /// Number of slots.
    places: usize,
    budget: Duration,
    metrics: Arc<Metrics>,
    tables: AtomicU64,
}

struct InLine {
    shares: Shares<Question>,
    taken: usize,
    asked: u64,
}

/// A queued request.
struct Question {
    think: Think,
    asked: Instant,
    wanted: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Action>>,
    span: Span,
}

/// Handle to a pending decision. Dropping it cancels the request.
pub(crate) struct Asked {
    places: Arc<Places>,
    who: Account,
    number: u64,
    wanted: Arc<AtomicBool>,
}

/// A pending decision.
pub(crate) struct Answer {
    answer: oneshot::Receiver<Option<Action>>,
    ready: tokio::time::Instant,
}

impl Answer {
    /// Waits for the decision, at least until its delay is over. The inner `None` means that the bot failed;
    /// the outer one that the request was cancelled.
    pub(crate) async fn come(self) -> Option<Option<Action>> {
        let answer = self.answer.await.ok()?;
        tokio::time::sleep_until(self.ready).await;
        Some(answer)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
        if self.places.line.lock().shares.withdraw(self.who, self.number).is_some() {
            self.places.metrics.unwanted(Unwanted::Waiting);
        }
    }
}

impl Pool {
    /// Creates a scheduler with this many slots, and a thinking time per decision.
    pub(crate) fn new(places: usize, budget: Duration, metrics: Arc<Metrics>) -> Pool {
        let line = InLine { shares: Shares::new(), taken: 0, asked: 0 };
        let tables = AtomicU64::new(0);
        Pool(Arc::new(Places { line: Mutex::new(line), places, budget, metrics, tables }))
    }

    /// Returns a number for another table.
    pub(crate) fn new_table(&self) -> u64 {
        self.0.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// Requests a decision, charged to this account.
    pub(crate) fn ask(&self, who: Account, think: Think) -> (Asked, Answer) {
        let asked = Instant::now();
        let ready = tokio::time::Instant::from_std(asked) + Duration::from_millis(think.delay);
        let wanted = Arc::new(AtomicBool::new(true));
        let (answer, coming) = oneshot::channel();
        let span = trace_span!(target: TRACES, "think", level = think.level.name());
        let question = Question { think, asked, wanted: wanted.clone(), answer, span };
        let mut line = self.0.line.lock();
        line.asked += 1;
        let number = line.asked;
        line.shares.push(who, number, question);
        // Otherwise a running thread takes the request when it has finished its current one.
        if line.taken < self.0.places {
            line.taken += 1;
            let places = self.0.clone();
            tokio::task::spawn_blocking(move || places.work());
        }
        drop(line);
        let places = self.0.clone();
        (Asked { places, who, number, wanted }, Answer { answer: coming, ready })
    }
}

impl Places {
    /// Returns the next request; releases the slot if there is none.
    fn next(&self) -> Option<(Account, Question)> {
        let mut line = self.line.lock();
        let next = line.shares.next();
        line.taken -= usize::from(next.is_none());
        next
    }

    /// Processes requests until the queue is empty.
    fn work(&self) {
        while let Some((who, question)) = self.next() {
            let began = Instant::now();
            self.metrics.think_wait_seconds.observe((began - question.asked).as_secs_f64());
            // If the bot panics there is no answer, and the table decides for it.
            let thinks = AssertUnwindSafe(|| self.think(&question, began));
            let answer = std::panic::catch_unwind(thinks).unwrap_or(Ok(None));
            let took = began.elapsed();
            self.metrics.think_seconds.observe(took.as_secs_f64());
            self.line.lock().shares.done(who, u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
            match answer {
                // The caller may have gone.
                Ok(action) => drop(question.answer.send(action)),
                Err(Abandoned) => self.metrics.unwanted(Unwanted::Thinking),
            }
        }
    }

    /// Computes a decision, with a faster bot if it is overdue.
    fn think(&self, question: &Question, began: Instant) -> Result<Option<Action>, Abandoned> {
        let _entered = question.span.enter();
        let Question { think: asked, asked: at, wanted, .. } = question;
        let Some(view) = asked.view.view(&asked.rules) else { return Ok(None) };
        let due = *at + Duration::from_millis(asked.delay);
        let level = if began > due + OVERDUE { asked.level.min(QUICK) } else { asked.level };
        let end = began + self.budget;
        let more = || Instant::now() < end;
        let wanted = || wanted.load(Ordering::Relaxed);
        let thought = think(level, asked.seed, &view, &Budget::While(&more), &wanted)?;
        let (asked, answered) = (asked.level.name(), thought.level.name());
        self.metrics.thought(&Thought { asked, answered });
        Ok(Some(thought.action))
    }
}
