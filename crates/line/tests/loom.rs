//! Checks all interleavings of three threads on a queue, with at most three preemptions. The source file is
//! compiled here against loom's locks and atomics.

use std::iter::Peekable;
use std::task::{Context, Poll, Waker};

use loom::future::block_on;
use loom::model::Builder;
use loom::sync::{Arc, Mutex};
use loom::thread;

#[path = "../src/channel.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a crate of its own elsewhere")]
mod channel;

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex, MutexGuard};
}

use channel::{Channel, Disconnected, Receiver, Sink, channel};

/// Connection with room for a limited number of messages.
#[derive(Clone)]
struct Pipe(Arc<Mutex<Inner>>);

struct Inner {
    room: usize,
    taken: Vec<u8>,
    waits: Option<Waker>,
}

impl Pipe {
    fn new(room: usize) -> Pipe {
        Pipe(Arc::new(Mutex::new(Inner { room, taken: Vec::new(), waits: None })))
    }

    /// Makes room, as a peer does that reads.
    fn give(&self, room: usize) {
        let waits = {
            let mut inner = self.0.lock().unwrap();
            inner.room += room;
            inner.waits.take()
        };
        waits.into_iter().for_each(Waker::wake);
    }

    fn taken(&self) -> Vec<u8> {
        self.0.lock().unwrap().taken.clone()
    }
}

impl Sink for Pipe {
    type Message = u8;

    fn size(_: &u8) -> usize {
        1
    }

    fn poll_send(
        &mut self,
        messages: &mut Peekable<impl Iterator<Item = u8>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Disconnected>> {
        let mut inner = self.0.lock().unwrap();
        while messages.peek().is_some() {
            if inner.room == 0 {
                inner.waits = Some(context.waker().clone());
                return Poll::Pending;
            }
            inner.room -= 1;
            inner.taken.extend(messages.next());
        }
        Poll::Ready(Ok(()))
    }
}

fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

/// Writes all queued batches until the senders are gone.
fn write(channel: &Channel<Pipe>, mut receiver: Receiver<Pipe>) {
    block_on(async {
        while let Some(batch) = receiver.recv().await {
            let bytes = Channel::<Pipe>::size(&batch);
            assert!(channel.send(batch).await);
            channel.mark_sent(bytes);
        }
    });
}

#[test]
fn messages_arrive_in_order_whenever_the_peer_reads() {
    check(|| {
        let pipe = Pipe::new(1);
        let (sender, receiver, channel) = channel(Some(pipe.clone()), 100);
        let room = thread::spawn(move || assert!(sender.send([1, 2]) && sender.send([3])));
        let writer = thread::spawn(move || write(&channel, receiver));
        pipe.give(2);
        room.join().unwrap();
        writer.join().unwrap();
        assert_eq!(pipe.taken(), [1, 2, 3]);
    });
}

#[test]
fn replies_do_not_block_the_queue() {
    check(|| {
        let pipe = Pipe::new(0);
        let (sender, receiver, channel) = channel(Some(pipe.clone()), 100);
        let reader = channel.clone();
        let room = thread::spawn(move || assert!(sender.send([1]) && sender.send([2])));
        let answers = thread::spawn(move || assert!(block_on(reader.send(vec![9]))));
        pipe.give(3);
        write(&channel, receiver);
        room.join().unwrap();
        answers.join().unwrap();
        let taken: Vec<u8> = pipe.taken().into_iter().filter(|own| *own != 9).collect();
        assert_eq!((taken, pipe.taken().len()), (vec![1, 2], 3));
    });
}

#[test]
fn both_sending_tasks_are_woken() {
    check(|| {
        let pipe = Pipe::new(0);
        let (_way, _batches, channel) = channel(Some(pipe.clone()), 100);
        let send = |number: u8| {
            let channel = channel.clone();
            thread::spawn(move || assert!(block_on(channel.send(vec![number]))))
        };
        let both = [send(1), send(2)];
        pipe.give(2);
        both.into_iter().for_each(|one| one.join().unwrap());
        assert_eq!(pipe.taken().len(), 2);
    });
}

#[test]
fn the_writer_ends_with_the_last_sender() {
    check(|| {
        let (sender, receiver, channel) = channel(None::<Pipe>, 100);
        let other = sender.clone();
        let gone = [sender, other].map(|sender| thread::spawn(move || drop(sender)));
        write(&channel, receiver);
        gone.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn overflow_wakes_the_waiting_task() {
    check(|| {
        let (sender, mut receiver, channel) = channel(None::<Pipe>, 2);
        let room = thread::spawn(move || {
            let sent = [sender.send([1]), sender.send([2]), sender.send([3])];
            (sent, sender)
        });
        let takes = thread::spawn(move || (block_on(receiver.recv()), receiver));
        block_on(channel.overflowed());
        let (sent, _way) = room.join().unwrap();
        assert_eq!(sent, [true, true, false]);
        assert_eq!(takes.join().unwrap().0, Some(vec![1]));
    });
}
