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
pub struct Disconnected;

/// Sending half of a connection.
pub trait Sink {
    /// Message type.
    type Message;

    /// Size of a queued message, in bytes.
    fn size(message: &Self::Message) -> usize;

    /// Writes as many messages as the connection accepts; ready once all are sent and flushed. Otherwise the
    /// last caller's waker is woken when there is room again.
    fn poll_send(
        &mut self,
        messages: &mut Peekable<impl Iterator<Item = Self::Message>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Disconnected>>;
}

/// State shared by both ends of the queue. Most connections are idle, so allocations are put off.
pub struct Channel<S: Sink> {
    /// The connection, if it ends in this process.
    socket: Option<Mutex<S>>,
    /// Capacity of the queue, in bytes.
    capacity: usize,
    /// Number of tasks that are sending; they are woken when the connection accepts more.
    active_senders: AtomicUsize,
    /// Wakers of these tasks. The connection wakes only one of them, which then wakes the others.
    wakers: Mutex<Vec<Waker>>,
    queue: Mutex<Queue<S::Message>>,
}

/// Messages that the connection did not accept at once.
struct Queue<M> {
    batches: VecDeque<Vec<M>>,
    /// Number of unsent batches, including those already taken out of the queue.
    unsent: usize,
    /// Bytes of the unsent batches.
    bytes: usize,
    /// Number of [`Sender`]s to this queue.
    sender_count: usize,
    is_receiver_gone: bool,
    overflowed: bool,
    /// Waker of the task that waits for a batch.
    receiver_waker: Option<Waker>,
    /// Waker of the task that waits for an overflow.
    overflow_waker: Option<Waker>,
}

impl<S: Sink> fmt::Debug for Channel<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").finish_non_exhaustive()
    }
}

/// Locks a mutex, ignoring poisoning. Locks are held briefly, never across an await.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates the queue of a connection: a sender, a receiver and the shared state. Without a socket the owner
/// of the receiver handles all batches. The queue holds at most `capacity` bytes.
pub fn channel<S: Sink>(
    socket: Option<S>,
    capacity: usize,
) -> (Sender<S>, Receiver<S>, Arc<Channel<S>>) {
    let queue = Queue {
        batches: VecDeque::new(),
        unsent: 0,
        bytes: 0,
        sender_count: 1,
        is_receiver_gone: false,
        overflowed: false,
        receiver_waker: None,
        overflow_waker: None,
    };
    let channel = Arc::new(Channel {
        socket: socket.map(Mutex::new),
        capacity,
        active_senders: AtomicUsize::new(0),
        wakers: Mutex::new(Vec::new()),
        queue: Mutex::new(queue),
    });
    (Sender(channel.clone()), Receiver(channel.clone()), channel)
}

/// Guard of a counted sending task. When dropped, uncounts it and wakes the other waiting tasks.
struct SendGuard<'a, S: Sink>(&'a Channel<S>);

impl<S: Sink> Drop for SendGuard<'_, S> {
    fn drop(&mut self) {
        self.0.active_senders.fetch_sub(1, Ordering::AcqRel);
        let others = std::mem::take(&mut *lock(&self.0.wakers));
        others.into_iter().for_each(Waker::wake);
    }
}

impl<S: Sink> Channel<S> {
    /// Runs a closure on the connection, for example to read from it. `None` without a connection.
    pub fn with<R>(&self, action: impl FnOnce(&mut S) -> R) -> Option<R> {
        self.socket.as_ref().map(|socket| action(&mut lock(socket)))
    }

    /// Size of a queued batch, in bytes.
    pub fn size(batch: &[S::Message]) -> usize {
        let bytes: usize = batch.iter().map(S::size).sum();
        // An empty batch is a request to flush.
        bytes.max(1)
    }

    /// Marks a batch of this [size](Channel::size), taken out of the queue, as sent.
    pub fn mark_sent(&self, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.unsent -= 1;
        queue.bytes -= bytes;
    }

    /// Completes when the queue overflows. Only one task can wait for this.
    pub async fn overflowed(&self) {
        poll_fn(|context| {
            let mut queue = lock(&self.queue);
            if queue.overflowed {
                return Poll::Ready(());
            }
            queue.overflow_waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Sends messages; returns `false` if the peer has closed the connection.
    pub async fn send(&self, batch: Vec<S::Message>) -> bool {
        let Some(socket) = &self.socket else { return false };
        self.active_senders.fetch_add(1, Ordering::AcqRel);
        let _sending = SendGuard(self);
        let mut rest = batch.into_iter().peekable();
        poll_fn(|context| {
            let mut socket = lock(socket);
            let taken = socket.poll_send(&mut rest, context);
            if taken.is_pending() {
                let mut wakers = lock(&self.wakers);
                if !wakers.iter().any(|own| own.will_wake(context.waker())) {
                    wakers.push(context.waker().clone());
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
        if self.active_senders.load(Ordering::Acquire) > 0 {
            return false;
        }
        // The writer of the remaining messages registers its own waker.
        let mut context = Context::from_waker(Waker::noop());
        matches!(socket.poll_send(messages, &mut context), Poll::Ready(Ok(())))
    }

    /// Queues a batch; returns `false` if the queue is full or has no receiver.
    fn enqueue(&self, batch: Vec<S::Message>) -> bool {
        let bytes = Channel::<S>::size(&batch);
        let mut queue = lock(&self.queue);
        if queue.is_receiver_gone {
            return false;
        }
        let fits = queue.bytes + bytes <= self.capacity;
        let wakers = if fits {
            queue.bytes += bytes;
            queue.unsent += 1;
            queue.batches.push_back(batch);
            queue.receiver_waker.take()
        } else {
            queue.overflowed = true;
            queue.overflow_waker.take()
        };
        drop(queue);
        wakers.into_iter().for_each(Waker::wake);
        fits
    }
}

/// Receiver of the queued batches.
#[derive(Debug)]
pub struct Receiver<S: Sink>(Arc<Channel<S>>);

impl<S: Sink> Receiver<S> {
    /// Waits for the next batch; `None` once all senders are gone. The caller reports each batch by
    /// [`mark_sent`](Channel::mark_sent).
    pub async fn recv(&mut self) -> Option<Vec<S::Message>> {
        poll_fn(|context| {
            let mut queue = lock(&self.0.queue);
            if let Some(batch) = queue.batches.pop_front() {
                return Poll::Ready(Some(batch));
            }
            if queue.sender_count == 0 {
                return Poll::Ready(None);
            }
            queue.receiver_waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl<S: Sink> Drop for Receiver<S> {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.is_receiver_gone = true;
        queue.batches = VecDeque::new();
    }
}

/// Sender to a connection.
#[derive(Debug)]
pub struct Sender<S: Sink>(Arc<Channel<S>>);

impl<S: Sink> Sender<S> {
    /// Sends messages; returns `false` if the connection does not accept them and has to be closed.
    pub fn send(&self, messages: impl IntoIterator<Item = S::Message>) -> bool {
        let mut messages = messages.into_iter().peekable();
        if messages.peek().is_none() {
            return true;
        }
        // Queued messages go first.
        let all_sent = lock(&self.0.queue).unsent == 0;
        all_sent && self.0.send_now(&mut messages) || self.0.enqueue(messages.collect())
    }
}

impl<S: Sink> Clone for Sender<S> {
    fn clone(&self) -> Sender<S> {
        lock(&self.0.queue).sender_count += 1;
        Sender(self.0.clone())
    }
}

impl<S: Sink> Drop for Sender<S> {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.sender_count -= 1;
        let wakers = if queue.sender_count == 0 { queue.receiver_waker.take() } else { None };
        drop(queue);
        wakers.into_iter().for_each(Waker::wake);
    }
}
