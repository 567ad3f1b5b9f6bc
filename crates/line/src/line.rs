//! Outgoing queue of a connection: a cloneable sender, and a bounded queue for messages that the connection
//! does not accept at once.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::iter::Peekable;
use std::sync::PoisonError;
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, AtomicUsize, Mutex, MutexGuard, Ordering};

/// Error: the peer has closed the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone;

/// Sending half of a connection.
pub trait Sink {
    /// Message type.
    type Message;

    /// Size of a queued message, in bytes.
    fn size(message: &Self::Message) -> usize;

    /// Writes as many messages as the connection accepts; ready once all are sent and flushed. Otherwise the
    /// last caller's waker is woken when there is room again.
    ///
    /// # Errors
    /// If the peer has closed the connection.
    fn poll_take(
        &mut self,
        messages: &mut Peekable<impl Iterator<Item = Self::Message>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Gone>>;
}

/// State shared by both ends of the queue. Most connections are idle, so nothing is allocated before it is
/// needed.
pub struct Line<S: Sink> {
    /// The connection, if it ends in this process.
    socket: Option<Mutex<S>>,
    /// Capacity of the queue, in bytes.
    most: usize,
    /// Number of tasks that are sending; they are woken when the connection accepts more.
    sending: AtomicUsize,
    /// Wakers of these tasks. The connection wakes only one of them, which then wakes the others.
    waiting: Mutex<Vec<Waker>>,
    queue: Mutex<Queue<S::Message>>,
}

/// Messages that the connection did not accept at once.
struct Queue<M> {
    batches: VecDeque<Vec<M>>,
    /// Number of unsent batches, including those already taken out of the queue.
    unsent: usize,
    /// Bytes of the unsent batches.
    bytes: usize,
    /// Number of [`Way`]s to this queue.
    ways: usize,
    /// The receiver is gone.
    is_abandoned: bool,
    /// The queue has overflowed.
    is_cut: bool,
    /// Waker of the task that waits for a batch.
    taker: Option<Waker>,
    /// Waker of the task that waits for an overflow.
    cutter: Option<Waker>,
}

impl<S: Sink> fmt::Debug for Line<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").finish_non_exhaustive()
    }
}

/// Locks a mutex, ignoring poisoning. Locks are held briefly, never across an await.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates the queue of a connection: a sender, a receiver and the shared state. Without a socket the owner
/// of the receiver handles all batches. The queue holds at most `most` bytes.
pub fn line<S: Sink>(socket: Option<S>, most: usize) -> (Way<S>, Batches<S>, Arc<Line<S>>) {
    let queue = Queue {
        batches: VecDeque::new(),
        unsent: 0,
        bytes: 0,
        ways: 1,
        is_abandoned: false,
        is_cut: false,
        taker: None,
        cutter: None,
    };
    let line = Arc::new(Line {
        socket: socket.map(Mutex::new),
        most,
        sending: AtomicUsize::new(0),
        waiting: Mutex::new(Vec::new()),
        queue: Mutex::new(queue),
    });
    (Way(line.clone()), Batches(line.clone()), line)
}

/// Guard that counts a sending task. Wakes the other waiting tasks when dropped.
struct Sending<'a, S: Sink>(&'a Line<S>);

impl<'a, S: Sink> Sending<'a, S> {
    fn new(line: &'a Line<S>) -> Sending<'a, S> {
        line.sending.fetch_add(1, Ordering::AcqRel);
        Sending(line)
    }
}

impl<S: Sink> Drop for Sending<'_, S> {
    fn drop(&mut self) {
        self.0.sending.fetch_sub(1, Ordering::AcqRel);
        let others = std::mem::take(&mut *lock(&self.0.waiting));
        others.into_iter().for_each(Waker::wake);
    }
}

impl<S: Sink> Line<S> {
    /// Runs a closure on the connection, for example to read from it. `None` without a connection.
    pub fn with<R>(&self, does: impl FnOnce(&mut S) -> R) -> Option<R> {
        self.socket.as_ref().map(|socket| does(&mut lock(socket)))
    }

    /// Size of a queued batch, in bytes.
    pub fn size(batch: &[S::Message]) -> usize {
        let bytes: usize = batch.iter().map(S::size).sum();
        // An empty batch is a request to flush.
        bytes.max(1)
    }

    /// Marks a batch of this [size](Line::size), taken out of the queue, as sent.
    pub fn sent(&self, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.unsent -= 1;
        queue.bytes -= bytes;
    }

    /// Completes when the queue overflows. Only one task can wait for this.
    pub async fn is_cut(&self) {
        poll_fn(|context| {
            let mut queue = lock(&self.queue);
            if queue.is_cut {
                return Poll::Ready(());
            }
            queue.cutter = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Sends messages; returns `false` if the peer has closed the connection.
    pub async fn send(&self, batch: Vec<S::Message>) -> bool {
        let Some(socket) = &self.socket else { return false };
        let _sending = Sending::new(self);
        let mut rest = batch.into_iter().peekable();
        poll_fn(|context| {
            let mut socket = lock(socket);
            let taken = socket.poll_take(&mut rest, context);
            if taken.is_pending() {
                let mut waiting = lock(&self.waiting);
                if !waiting.iter().any(|own| own.will_wake(context.waker())) {
                    waiting.push(context.waker().clone());
                }
            }
            taken
        })
        .await
        .is_ok()
    }

    /// Sends messages without waiting; returns `true` if all were sent and flushed. Messages that were not
    /// accepted stay in the iterator. This saves a task switch per connection and move.
    fn send_now(&self, messages: &mut Peekable<impl Iterator<Item = S::Message>>) -> bool {
        let Some(socket) = &self.socket else { return false };
        let mut socket = lock(socket);
        // A sending task is registered to be woken, and there is only one waker.
        if self.sending.load(Ordering::Acquire) > 0 {
            return false;
        }
        // The writer of the remaining messages registers its own waker.
        let mut context = Context::from_waker(Waker::noop());
        matches!(socket.poll_take(messages, &mut context), Poll::Ready(Ok(())))
    }

    /// Queues a batch; returns `false` if the queue is full or has no receiver.
    fn put(&self, batch: Vec<S::Message>) -> bool {
        let bytes = Line::<S>::size(&batch);
        let mut queue = lock(&self.queue);
        if queue.is_abandoned {
            return false;
        }
        let fits = queue.bytes + bytes <= self.most;
        let waiting = if fits {
            queue.bytes += bytes;
            queue.unsent += 1;
            queue.batches.push_back(batch);
            queue.taker.take()
        } else {
            queue.is_cut = true;
            queue.cutter.take()
        };
        drop(queue);
        waiting.into_iter().for_each(Waker::wake);
        fits
    }
}

/// Receiver of the queued batches.
#[derive(Debug)]
pub struct Batches<S: Sink>(Arc<Line<S>>);

impl<S: Sink> Batches<S> {
    /// Waits for the next batch; `None` once all senders are gone. The caller reports each batch by
    /// [`sent`](Line::sent).
    pub async fn recv(&mut self) -> Option<Vec<S::Message>> {
        poll_fn(|context| {
            let mut queue = lock(&self.0.queue);
            if let Some(batch) = queue.batches.pop_front() {
                return Poll::Ready(Some(batch));
            }
            if queue.ways == 0 {
                return Poll::Ready(None);
            }
            queue.taker = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl<S: Sink> Drop for Batches<S> {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.is_abandoned = true;
        queue.batches = VecDeque::new();
    }
}

/// Sender to a connection.
#[derive(Debug)]
pub struct Way<S: Sink>(Arc<Line<S>>);

impl<S: Sink> Way<S> {
    /// Sends messages; returns `false` if the connection does not accept them and has to be closed.
    pub fn send(&self, messages: impl IntoIterator<Item = S::Message>) -> bool {
        let mut messages = messages.into_iter().peekable();
        if messages.peek().is_none() {
            return true;
        }
        // Queued messages go first.
        let all_sent = lock(&self.0.queue).unsent == 0;
        all_sent && self.0.send_now(&mut messages) || self.0.put(messages.collect())
    }
}

impl<S: Sink> Clone for Way<S> {
    fn clone(&self) -> Way<S> {
        lock(&self.0.queue).ways += 1;
        Way(self.0.clone())
    }
}

impl<S: Sink> Drop for Way<S> {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.ways -= 1;
        let waiting = if queue.ways == 0 { queue.taker.take() } else { None };
        drop(queue);
        waiting.into_iter().for_each(Waker::wake);
    }
}
