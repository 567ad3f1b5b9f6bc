//! How a connection is spoken to: in JSON, or in bytes where it has asked for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use tokio::sync::{Mutex, Notify, mpsc};
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, ServerMessage};

use crate::limits::WAITING;

/// The form of the messages of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Json,
    Compact,
}

impl Coding {
    /// What was agreed upon when the connection was made.
    pub(crate) fn of(socket: &WebSocket) -> Coding {
        match socket.protocol() {
            Some(agreed) if agreed == compact::SUBPROTOCOL => Coding::Compact,
            _ => Coding::Json,
        }
    }

    /// Writes a message.
    pub(crate) fn write(self, message: &ServerMessage) -> Option<Message> {
        match self {
            Coding::Json => serde_json::to_string(message).ok().map(Message::from),
            Coding::Compact => Some(Message::from(compact::write(message))),
        }
    }

    /// Reads a message; none where it is not one, or not in this form.
    pub(crate) fn read(self, message: &Message) -> Option<ClientMessage> {
        match (self, message) {
            (Coding::Json, Message::Text(text)) => serde_json::from_str(text).ok(),
            (Coding::Compact, Message::Binary(bytes)) => compact::read(bytes),
            _ => None,
        }
    }
}

/// Messages that are sent at the same time: they go out together, since a system call costs far more
/// than the bytes.
pub(crate) type Batch = Vec<Message>;

/// What is known of a connection on both of its sides.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// Bytes that have not been handed to the system yet.
    waiting: AtomicUsize,
    /// Too many of them wait.
    cut: Notify,
    /// The way out, where the connection ends in this process.
    sink: Option<Mutex<SplitSink<WebSocket, Message>>>,
}

impl Line {
    /// A batch has been handed to the system.
    pub(crate) fn sent(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Over when too much waits for the connection.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// Hands messages to the system; false where the other side is gone, or takes nothing for `time`.
    pub(crate) async fn send(&self, batch: Batch, time: Duration) -> bool {
        let Some(sink) = &self.sink else { return false };
        let sent = async {
            let mut sink = sink.lock().await;
            for message in batch {
                sink.feed(message).await?;
            }
            sink.flush().await
        };
        matches!(tokio::time::timeout(time, sent).await, Ok(Ok(())))
    }

    /// Hands messages to the system where it takes them at once; otherwise those that are left, or
    /// none where they only have to be flushed. This saves a task's turn for each connection and move.
    fn send_now(&self, batch: Batch) -> Result<(), Batch> {
        let Some(Ok(mut sink)) = self.sink.as_ref().map(|sink| sink.try_lock()) else {
            return Err(batch);
        };
        // Whoever is left with the rest asks to be woken.
        let mut context = Context::from_waker(Waker::noop());
        let mut rest = batch.into_iter();
        while !rest.as_slice().is_empty() {
            let Poll::Ready(Ok(())) = sink.poll_ready_unpin(&mut context) else {
                return Err(rest.collect());
            };
            if rest.next().is_some_and(|message| sink.start_send_unpin(message).is_err()) {
                return Err(rest.collect());
            }
        }
        match sink.poll_flush_unpin(&mut context) {
            Poll::Ready(Ok(())) => Ok(()),
            _ => Err(Vec::new()),
        }
    }
}

/// What a message takes beyond its text, in bytes.
const MESSAGE: usize = 64;

/// What a batch takes while it waits, in bytes.
pub(crate) fn size(batch: &Batch) -> usize {
    let of = |message: &Message| match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    };
    let bytes: usize = batch.iter().map(|message| of(message) + MESSAGE).sum();
    // Without messages it is a call to flush.
    bytes.max(1)
}

/// The way to a connection.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    coding: Coding,
    batches: mpsc::UnboundedSender<Batch>,
    line: Arc<Line>,
}

impl Out {
    /// A way, the batches that come by it, and what is known of it on both sides.
    pub(crate) fn new(coding: Coding) -> (Out, mpsc::UnboundedReceiver<Batch>, Arc<Line>) {
        Out::by(coding, Line::default())
    }

    /// A way to a socket, by which only those batches come that the system does not take at once.
    pub(crate) fn over(
        coding: Coding,
        sink: SplitSink<WebSocket, Message>,
    ) -> (Out, mpsc::UnboundedReceiver<Batch>, Arc<Line>) {
        Out::by(coding, Line { sink: Some(Mutex::new(sink)), ..Line::default() })
    }

    fn by(coding: Coding, line: Line) -> (Out, mpsc::UnboundedReceiver<Batch>, Arc<Line>) {
        let (batches, queue) = mpsc::unbounded_channel();
        let line = Arc::new(line);
        (Out { coding, batches, line: line.clone() }, queue, line)
    }

    /// Sends messages; false where the connection does not take them. It is cut then.
    pub(crate) fn send<'w, 'm: 'w>(
        &self,
        messages: impl IntoIterator<Item = &'w mut Written<'m>>,
    ) -> bool {
        // A message that cannot be written is nobody's fault; there is none.
        self.pass_on(
            messages.into_iter().filter_map(|message| message.coded(self.coding)).collect(),
        )
    }

    /// The form of the messages.
    pub(crate) fn coding(&self) -> Coding {
        self.coding
    }

    /// Sends messages that are in the connection's form already; false where it does not take them.
    pub(crate) fn pass_on(&self, batch: Batch) -> bool {
        if batch.is_empty() {
            return true;
        }
        // What waits goes first.
        let batch = match self.line.waiting.load(Ordering::Relaxed) {
            0 => match self.line.send_now(batch) {
                Ok(()) => return true,
                Err(rest) => rest,
            },
            _ => batch,
        };
        let bytes = size(&batch);
        if self.line.waiting.fetch_add(bytes, Ordering::Relaxed) + bytes > WAITING {
            self.line.cut.notify_one();
            return false;
        }
        self.batches.send(batch).is_ok()
    }
}

/// A message, written once for each form that is asked for.
pub(crate) struct Written<'a> {
    message: &'a ServerMessage,
    json: Option<Message>,
    compact: Option<Message>,
}

impl<'a> Written<'a> {
    pub(crate) fn new(message: &'a ServerMessage) -> Written<'a> {
        Written { message, json: None, compact: None }
    }

    fn coded(&mut self, coding: Coding) -> Option<Message> {
        let place = match coding {
            Coding::Json => &mut self.json,
            Coding::Compact => &mut self.compact,
        };
        if place.is_none() {
            *place = coding.write(self.message);
        }
        place.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_table::wire::TableError;

    #[tokio::test]
    async fn who_has_too_much_waiting_is_cut() {
        let (out, mut queue, line) = Out::new(Coding::Json);
        let flaws = vec!["x".repeat(10_000)];
        let error = ServerMessage::Error { error: TableError::BadRules { flaws } };
        let send = || out.send([&mut Written::new(&error)]);
        let sent = (0..1_000).take_while(|_| send()).count();
        assert!((10..=WAITING / 10_000).contains(&sent), "{sent} messages of 10 kB wait");
        line.is_cut().await;
        // What is taken makes room.
        let (out, mut other, line) = Out::new(Coding::Json);
        for _ in 0..1_000 {
            assert!(out.send([&mut Written::new(&error)]));
            let batch = other.recv().await.unwrap();
            line.sent(size(&batch));
        }
        assert!(queue.recv().await.is_some());
    }
}
