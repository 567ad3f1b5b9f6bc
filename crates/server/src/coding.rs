//! How a connection is spoken to: in JSON, or in bytes where it has asked for them.

use std::collections::VecDeque;
use std::iter::Peekable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::Notify;
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

/// A connection, as both of its sides know it. There are many that are idle: nothing is set aside for
/// one before it is needed.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The connection, where it ends in this process.
    socket: Option<Mutex<WebSocket>>,
    /// How many send and are woken when the system takes more.
    sending: AtomicUsize,
    queue: Mutex<Queue>,
    /// Something has come into the queue, or nothing more will.
    come: Notify,
    /// Too much waits.
    cut: Notify,
}

/// What the system has not taken at once.
#[derive(Debug, Default)]
struct Queue {
    batches: VecDeque<Batch>,
    /// Batches that have not been handed to the system yet, also those that were taken out …
    unsent: usize,
    /// … and their bytes.
    bytes: usize,
    /// How many [`Out`]s lead here.
    ways: usize,
    /// Nobody takes anything out any more.
    is_abandoned: bool,
}

/// Locked for as long as it takes to look or to hand something to the system, and never while waiting.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts one who sends, until this is dropped.
struct Sending<'a>(&'a AtomicUsize);

impl<'a> Sending<'a> {
    fn new(of: &'a AtomicUsize) -> Sending<'a> {
        of.fetch_add(1, Ordering::AcqRel);
        Sending(of)
    }
}

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Line {
    /// The next message of the other side; none when there are no more.
    pub(crate) async fn read(&self) -> Option<Result<Message, axum::Error>> {
        let socket = self.socket.as_ref()?;
        std::future::poll_fn(|context| lock(socket).poll_next_unpin(context)).await
    }

    /// A batch that was taken out of the queue has been handed to the system.
    pub(crate) fn sent(&self, bytes: usize) {
        let mut queue = lock(&self.queue);
        queue.unsent -= 1;
        queue.bytes -= bytes;
    }

    /// Over when too much waits for the connection.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// Hands messages to the system; false where the other side is gone, or takes nothing for `time`.
    pub(crate) async fn send(&self, batch: Batch, time: Duration) -> bool {
        let Some(socket) = &self.socket else { return false };
        let _sending = Sending::new(&self.sending);
        let mut rest = batch.into_iter().peekable();
        let sent = std::future::poll_fn(|context| hand_over(&mut lock(socket), &mut rest, context));
        matches!(tokio::time::timeout(time, sent).await, Ok(Ok(())))
    }

    /// Hands messages to the system where it takes them at once; what is left otherwise, or nothing
    /// where it only has to be flushed, stays. This saves a task's turn for each connection and move.
    fn send_now(&self, messages: &mut Peekable<impl Iterator<Item = Message>>) -> bool {
        let Some(socket) = &self.socket else { return false };
        let mut socket = lock(socket);
        // Who is sending waits to be woken, and only one can.
        if self.sending.load(Ordering::Acquire) > 0 {
            return false;
        }
        // Whoever is left with the rest asks to be woken.
        let mut context = Context::from_waker(Waker::noop());
        matches!(hand_over(&mut socket, messages, &mut context), Poll::Ready(Ok(())))
    }

    /// Lets a batch wait; false where too much waits already, or nobody sends it any more.
    fn put(&self, batch: Batch) -> bool {
        let bytes = size(&batch);
        {
            let mut queue = lock(&self.queue);
            if queue.is_abandoned {
                return false;
            }
            if queue.bytes + bytes > WAITING {
                drop(queue);
                self.cut.notify_one();
                return false;
            }
            queue.bytes += bytes;
            queue.unsent += 1;
            queue.batches.push_back(batch);
        }
        self.come.notify_one();
        true
    }
}

/// Hands messages to the system, all of them at once as far as it takes them.
fn hand_over(
    socket: &mut WebSocket,
    rest: &mut Peekable<impl Iterator<Item = Message>>,
    context: &mut Context<'_>,
) -> Poll<Result<(), axum::Error>> {
    while rest.peek().is_some() {
        ready!(socket.poll_ready_unpin(context))?;
        if let Some(message) = rest.next() {
            socket.start_send_unpin(message)?;
        }
    }
    socket.poll_flush_unpin(context)
}

/// What waits for a connection, for whoever sends it.
#[derive(Debug)]
pub(crate) struct Batches(Arc<Line>);

impl Batches {
    /// The next batch; none when nothing more comes. Whoever takes it says when it is
    /// [sent](Line::sent).
    pub(crate) async fn recv(&mut self) -> Option<Batch> {
        loop {
            {
                let mut queue = lock(&self.0.queue);
                if let Some(batch) = queue.batches.pop_front() {
                    return Some(batch);
                }
                if queue.ways == 0 {
                    return None;
                }
            }
            self.0.come.notified().await;
        }
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        let mut queue = lock(&self.0.queue);
        queue.is_abandoned = true;
        queue.batches = VecDeque::new();
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
#[derive(Debug)]
pub(crate) struct Out {
    coding: Coding,
    line: Arc<Line>,
}

impl Clone for Out {
    fn clone(&self) -> Out {
        Out::to(self.coding, self.line.clone())
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        let mut queue = lock(&self.line.queue);
        queue.ways -= 1;
        if queue.ways == 0 {
            drop(queue);
            self.line.come.notify_one();
        }
    }
}

impl Out {
    /// A way, the batches that come by it, and what both sides know of it.
    pub(crate) fn new(coding: Coding) -> (Out, Batches, Arc<Line>) {
        Out::by(coding, Line::default())
    }

    /// A way to a socket, by which only those batches come that the system does not take at once.
    pub(crate) fn over(coding: Coding, socket: WebSocket) -> (Out, Batches, Arc<Line>) {
        Out::by(coding, Line { socket: Some(Mutex::new(socket)), ..Line::default() })
    }

    fn by(coding: Coding, line: Line) -> (Out, Batches, Arc<Line>) {
        let line = Arc::new(line);
        (Out::to(coding, line.clone()), Batches(line.clone()), line)
    }

    fn to(coding: Coding, line: Arc<Line>) -> Out {
        lock(&line.queue).ways += 1;
        Out { coding, line }
    }

    /// Sends messages; false where the connection does not take them. It is cut then.
    pub(crate) fn send<'w, 'm: 'w>(
        &self,
        messages: impl IntoIterator<Item = &'w mut Written<'m>>,
    ) -> bool {
        // A message that cannot be written is nobody's fault; there is none.
        self.pass_on(messages.into_iter().filter_map(|message| message.coded(self.coding)))
    }

    /// The form of the messages.
    pub(crate) fn coding(&self) -> Coding {
        self.coding
    }

    /// Sends messages that are in the connection's form already; false where it does not take them.
    pub(crate) fn pass_on(&self, messages: impl IntoIterator<Item = Message>) -> bool {
        let mut messages = messages.into_iter().peekable();
        if messages.peek().is_none() {
            return true;
        }
        // What waits goes first.
        let all_sent = lock(&self.line.queue).unsent == 0;
        all_sent && self.line.send_now(&mut messages) || self.line.put(messages.collect())
    }
}

/// A message, written once for each form that is asked for.
pub(crate) struct Written<'a> {
    message: &'a ServerMessage,
    /// Is it for one connection alone?
    once: bool,
    json: Option<Message>,
    compact: Option<Message>,
}

impl<'a> Written<'a> {
    pub(crate) fn new(message: &'a ServerMessage) -> Written<'a> {
        Written { message, once: false, json: None, compact: None }
    }

    /// A message for this many connections.
    pub(crate) fn of(message: &'a ServerMessage, connections: usize) -> Written<'a> {
        Written { once: connections == 1, ..Written::new(message) }
    }

    fn coded(&mut self, coding: Coding) -> Option<Message> {
        if self.once {
            return coding.write(self.message);
        }
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

    /// The other side does not read for a while; what is sent meanwhile comes in order when it does,
    /// whoever of the two senders handed it over.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_a_slow_reader_has_not_taken_comes_in_order() {
        use axum::extract::ws::WebSocketUpgrade;
        use tokio::net::TcpSocket;
        use tokio_tungstenite::tungstenite;

        let (opened, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let upgrade = move |upgrade: WebSocketUpgrade| {
            let opened = opened.clone();
            let open = async move |socket| {
                let _ = opened.send(Out::over(Coding::Compact, socket));
            };
            async move { upgrade.on_upgrade(open) }
        };
        let router = axum::Router::new().route("/", axum::routing::get(upgrade));
        // The system takes little.
        let listening = TcpSocket::new_v4().unwrap();
        listening.set_send_buffer_size(4096).unwrap();
        listening.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = listening.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        let client = TcpSocket::new_v4().unwrap();
        client.set_recv_buffer_size(4096).unwrap();
        let stream = client.connect(address).await.unwrap();
        let url = format!("ws://{address}/");
        let (mut client, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let (out, mut batches, line) = lines.recv().await.unwrap();

        let send = |number: u8| out.pass_on(vec![Message::Binary(vec![number; 2000].into())]);
        assert!((0..30).all(send));
        assert!(lock(&line.queue).unsent > 0, "the system has taken all");
        let writer = line.clone();
        let writing = tokio::spawn(async move {
            while let Some(batch) = batches.recv().await {
                let bytes = size(&batch);
                assert!(writer.send(batch, Duration::from_secs(60)).await);
                writer.sent(bytes);
            }
        });
        while line.sending.load(Ordering::Acquire) == 0 {
            tokio::task::yield_now().await;
        }
        assert!((30..50).all(send));
        for number in 0..250 {
            if number < 200 {
                // More is sent while the rest is being written.
                assert!(send(number + 50));
            }
            let message = client.next().await.unwrap().unwrap();
            let expected = tungstenite::Bytes::from(vec![number; 2000]);
            assert_eq!(message, tungstenite::Message::Binary(expected));
        }
        drop(out);
        writing.await.unwrap();
        serving.abort();
    }
}
