//! Bot scheduler: a bounded number of slots, shared out fairly. Cancelled requests are dropped, and overdue
//! ones are answered by a faster bot.

mod fair_queue;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tracing::{Span, trace_span};
use upcard_bots::{Budget, Cancelled, think};
use upcard_engine::{Action, Level};
use upcard_table::BotRequest;

use crate::operations::metrics::{CancelledState, DecisionLabels, Metrics};
use crate::operations::traces::TRACES;

pub(crate) use self::fair_queue::{Account, FairQueue};

/// A request that starts this long after its answer was due is answered by the [`OVERDUE_LEVEL`] level.
const OVERDUE_AFTER: Duration = Duration::from_secs(1);

/// Level with negligible computing time, used for overdue requests.
const OVERDUE_LEVEL: Level = Level::Novice;

#[derive(Clone)]
pub(crate) struct Pool(Arc<Scheduler>);

struct Scheduler {
    queue: Mutex<RequestQueue>,
    slots: usize,
    budget: Duration,
    metrics: Arc<Metrics>,
    tables: AtomicU64,
}

struct RequestQueue {
    shares: FairQueue<QueuedRequest>,
    slots_in_use: usize,
}

struct QueuedRequest {
    think: BotRequest,
    asked: Instant,
    wanted: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Action>>,
    span: Span,
}

/// Handle to a pending decision. Dropping it cancels the request.
pub(crate) struct PendingRequest {
    slots: Arc<Scheduler>,
    who: Account,
    number: u64,
    wanted: Arc<AtomicBool>,
}

pub(crate) struct PendingAnswer {
    answer: oneshot::Receiver<Option<Action>>,
    ready: tokio::time::Instant,
}

impl PendingAnswer {
    /// Waits for the decision, at least until its delay is over. The inner `None` means that the bot failed;
    /// the outer one that the request was cancelled.
    pub(crate) async fn wait(self) -> Option<Option<Action>> {
        let answer = self.answer.await.ok()?;
        tokio::time::sleep_until(self.ready).await;
        Some(answer)
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
        if self.slots.queue.lock().shares.withdraw(self.who, self.number).is_some() {
            self.slots.metrics.cancelled(CancelledState::Waiting);
        }
    }
}

impl Pool {
    /// Creates a scheduler with this many slots, and a thinking time per decision.
    pub(crate) fn new(slots: usize, budget: Duration, metrics: Arc<Metrics>) -> Pool {
        let queue = RequestQueue { shares: FairQueue::new(), slots_in_use: 0 };
        let tables = AtomicU64::new(0);
        Pool(Arc::new(Scheduler { queue: Mutex::new(queue), slots, budget, metrics, tables }))
    }

    pub(crate) fn new_table(&self) -> u64 {
        self.0.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// Requests a decision, charged to this account.
    pub(crate) fn ask(&self, who: Account, think: BotRequest) -> (PendingRequest, PendingAnswer) {
        let asked = Instant::now();
        let ready = tokio::time::Instant::from_std(asked) + Duration::from_millis(think.delay);
        let wanted = Arc::new(AtomicBool::new(true));
        let (answer, receiver) = oneshot::channel();
        let span = trace_span!(target: TRACES, "think", level = think.level.name());
        let request = QueuedRequest { think, asked, wanted: wanted.clone(), answer, span };
        let mut queue = self.0.queue.lock();
        let number = queue.shares.push(who, request);
        // Otherwise a running thread takes the request when it has finished its current one.
        if queue.slots_in_use < self.0.slots {
            queue.slots_in_use += 1;
            let slots = self.0.clone();
            tokio::task::spawn_blocking(move || slots.work());
        }
        drop(queue);
        let slots = self.0.clone();
        (PendingRequest { slots, who, number, wanted }, PendingAnswer { answer: receiver, ready })
    }
}

impl Scheduler {
    /// Returns the next request; releases the slot if there is none.
    fn next(&self) -> Option<(Account, QueuedRequest)> {
        let mut queue = self.queue.lock();
        let next = queue.shares.next();
        queue.slots_in_use -= usize::from(next.is_none());
        next
    }

    /// Processes requests until the queue is empty.
    fn work(&self) {
        while let Some((who, request)) = self.next() {
            let began = Instant::now();
            self.metrics.think_wait_seconds.observe((began - request.asked).as_secs_f64());
            // If the bot panics there is no answer, and the table decides for it.
            let thinks = AssertUnwindSafe(|| self.think(&request, began));
            let answer = std::panic::catch_unwind(thinks).unwrap_or(Ok(None));
            let took = began.elapsed();
            self.metrics.think_seconds.observe(took.as_secs_f64());
            self.queue.lock().shares.done(who, u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
            match answer {
                // The caller may have gone.
                Ok(action) => drop(request.answer.send(action)),
                Err(Cancelled) => self.metrics.cancelled(CancelledState::Thinking),
            }
        }
    }

    /// Computes a decision, with a faster bot if it is overdue.
    fn think(&self, request: &QueuedRequest, began: Instant) -> Result<Option<Action>, Cancelled> {
        let _entered = request.span.enter();
        let QueuedRequest { think: asked, asked: at, wanted, .. } = request;
        let Some(view) = asked.view.view(&asked.rules) else { return Ok(None) };
        let due = *at + Duration::from_millis(asked.delay);
        let level =
            if began > due + OVERDUE_AFTER { asked.level.min(OVERDUE_LEVEL) } else { asked.level };
        let end = began + self.budget;
        let more = || Instant::now() < end;
        let wanted = || wanted.load(Ordering::Relaxed);
        let thought = think(level, asked.seed, &view, &Budget::While(&more), &wanted)?;
        let (asked, answered) = (asked.level.name(), thought.level.name());
        self.metrics.thoughts.get_or_create(&DecisionLabels { asked, answered }).inc();
        Ok(Some(thought.action))
    }
}
