//! A line to a connection, with a way to it for whoever has something to send, and a queue for what the
//! connection does not take at once.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::iter::Peekable;
use std::sync::PoisonError;
use std::task::{Context, Poll, Waker};

use crate::sync::{Arc, AtomicUsize, Mutex, MutexGuard, Ordering};

/// The other side is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone;

/// A connection, as far as it takes messages.
pub trait Sink {
    /// What it takes.
    type Message;

    /// What a message takes while it waits, in bytes.
    fn size(message: &Self::Message) -> usize;

    /// Takes these messages, all of them at once as far as it can; ready when all are on their way. Where
    /// it is not, whoever asked last is woken when it takes more.
    ///
    /// # Errors
    /// Where the other side is gone.
    fn poll_take(
        &mut self,
        messages: &mut Peekable<impl Iterator<Item = Self::Message>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Gone>>;
}

/// A connection, as both of its sides know it. There are many that are idle: nothing is set aside for
/// one before it is needed.
pub struct Line<S: Sink> {
    /// The connection, where it ends in this process.
    socket: Option<Mutex<S>>,
    /// The most bytes that may wait.
    most: usize,
    /// How many send and are woken when the connection takes more.
    sending: AtomicUsize,
    /// Those of them that wait. The connection wakes one of them alone, who wakes the others.
    waiting: Mutex<Vec<Waker>>,
    queue: Mutex<Queue<S::Message>>,
}

/// What the connection has not taken at once.
struct Queue<M> {
    batches: VecDeque<Vec<M>>,
    /// Batches that have not been handed over yet, also those that were taken out …
    unsent: usize,
    /// … and their bytes.
    bytes: usize,
    /// How many [`Way`]s lead here.
    ways: usize,
    /// Nobody takes anything out any more.
    is_abandoned: bool,
    /// Too much waited.
    is_cut: bool,
    /// Whoever waits for a batch.
    taker: Option<Waker>,
    /// Whoever waits for too much to wait.
    cutter: Option<Waker>,
}

impl<S: Sink> fmt::Debug for Line<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").finish_non_exhaustive()
    }
}

/// Locked for as long as it takes to look or to hand something over, and never while waiting.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line to a connection, or to whoever takes the batches out by themselves: a way to it, and what waits.
/// No more than `most` bytes may wait.
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

/// Counts one who sends, until this is dropped, when the others go on.
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
    /// Does something else with the connection, where there is one, such as to read.
    pub fn with<R>(&self, does: impl FnOnce(&mut S) -> R) -> Option<R> {
        self.socket.as_ref().map(|socket| does(&mut lock(socket)))
    }

    /// What a batch takes while it waits, in bytes.
    pub fn size(batch: &[S::Message]) -> usize {
        let bytes: usize = batch.iter().map(S::size).sum();
        // Without messages it is a call to flush.
        bytes.max(1)
    }

    /// A batch of this [size](Line::size) that was taken out of the queue has been handed over.
    pub fn sent(&self, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.unsent -= 1;
        queue.bytes -= bytes;
    }

    /// Over when too much waits for the connection. One at a time can wait for that.
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

    /// Hands messages over; false where the other side is gone.
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

    /// Hands messages over where they are taken at once; what is left otherwise, or nothing where they
    /// only have to be flushed, stays. This saves a task's turn for each connection and move.
    fn send_now(&self, messages: &mut Peekable<impl Iterator<Item = S::Message>>) -> bool {
        let Some(socket) = &self.socket else { return false };
        let mut socket = lock(socket);
        // Who is sending waits to be woken, and only one can.
        if self.sending.load(Ordering::Acquire) > 0 {
            return false;
        }
        // Whoever is left with the rest asks to be woken.
        let mut context = Context::from_waker(Waker::noop());
        matches!(socket.poll_take(messages, &mut context), Poll::Ready(Ok(())))
    }

    /// Lets a batch wait; false where too much waits already, or nobody sends it any more.
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

/// What waits for a connection, for whoever sends it.
#[derive(Debug)]
pub struct Batches<S: Sink>(Arc<Line<S>>);

impl<S: Sink> Batches<S> {
    /// The next batch; none when nothing more comes. Whoever takes it says when it is
    /// [sent](Line::sent).
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

/// A way to a connection.
#[derive(Debug)]
pub struct Way<S: Sink>(Arc<Line<S>>);

impl<S: Sink> Way<S> {
    /// Sends messages; false where the connection does not take them. It is cut then.
    pub fn send(&self, messages: impl IntoIterator<Item = S::Message>) -> bool {
        let mut messages = messages.into_iter().peekable();
        if messages.peek().is_none() {
            return true;
        }
        // What waits goes first.
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
