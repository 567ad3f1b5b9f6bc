//! Encoding of a connection's messages: JSON, or binary if the client has negotiated it.

use std::borrow::Borrow;
use std::future::poll_fn;
use std::iter::Peekable;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use upcard_line::{Disconnected, Sender, Sink, channel};
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, ServerMessage, TableError};

use crate::connections::pending_bytes::PendingBytes;
use crate::operations::limits::QUEUE_CAPACITY;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Json,
    Compact,
}

impl Encoding {
    pub(crate) fn of(socket: &WebSocket) -> Encoding {
        match socket.protocol() {
            Some(agreed) if agreed == compact::SUBPROTOCOL => Encoding::Compact,
            _ => Encoding::Json,
        }
    }

    pub(crate) fn write(self, message: &ServerMessage) -> Option<Message> {
        match self {
            Encoding::Json => serde_json::to_string(message).ok().map(Message::from),
            Encoding::Compact => Some(Message::from(compact::write(message))),
        }
    }

    /// Parses a message; `None` if it is malformed or in the other encoding.
    pub(crate) fn read(self, message: &Message) -> Option<ClientMessage> {
        match (self, message) {
            (Encoding::Json, Message::Text(text)) => serde_json::from_str(text).ok(),
            (Encoding::Compact, Message::Binary(bytes)) => compact::read(bytes),
            _ => None,
        }
    }
}

/// Messages written together, since a system call costs far more than the bytes.
pub(crate) type Batch = Vec<Message>;

#[derive(Debug)]
pub(crate) struct Socket {
    socket: WebSocket,
    /// Counter of the bytes received since the last complete message.
    pending: PendingBytes,
}

pub(crate) type Channel = upcard_line::Channel<Socket>;

pub(crate) type Receiver = upcard_line::Receiver<Socket>;

/// Overhead of a queued message beyond its text, in bytes.
const MESSAGE_OVERHEAD: usize = 64;

impl Sink for Socket {
    type Message = Message;

    fn size(message: &Message) -> usize {
        let text = match message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        text + MESSAGE_OVERHEAD
    }

    fn poll_send(
        &mut self,
        messages: &mut Peekable<impl Iterator<Item = Message>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Disconnected>> {
        let gone = |_| Disconnected;
        while messages.peek().is_some() {
            ready!(self.socket.poll_ready_unpin(context)).map_err(gone)?;
            if let Some(message) = messages.next() {
                self.socket.start_send_unpin(message).map_err(gone)?;
            }
        }
        self.socket.poll_flush_unpin(context).map_err(gone)
    }
}

/// Reads the next message from the peer; `None` at the end.
pub(crate) async fn read(channel: &Channel) -> Option<Result<Message, axum::Error>> {
    let next = |socket: &mut Socket, context: &mut Context<'_>| {
        let next = socket.socket.poll_next_unpin(context);
        if let Poll::Ready(Some(Ok(_))) = &next {
            socket.pending.reset();
        }
        next
    };
    poll_fn(|context| channel.with(|socket| next(socket, context)).unwrap_or(Poll::Ready(None)))
        .await
}

/// Writes messages; returns `false` if the peer is gone, or accepts nothing for `time`.
pub(crate) async fn send(channel: &Channel, batch: Batch, time: Duration) -> bool {
    tokio::time::timeout(time, channel.send(batch)).await == Ok(true)
}

#[derive(Clone, Debug)]
pub(crate) struct ClientSender {
    pub(crate) encoding: Encoding,
    sender: Sender<Socket>,
}

impl ClientSender {
    /// Creates the queue of a connection: sender, receiver and shared state. With a socket, whose incoming
    /// bytes are counted from now on, the receiver gets only batches that it does not accept at once.
    pub(crate) fn new(
        encoding: Encoding,
        socket: Option<(WebSocket, PendingBytes)>,
    ) -> (ClientSender, Receiver, Arc<Channel>) {
        let socket = socket.map(|(socket, pending)| {
            pending.reset();
            Socket { socket, pending }
        });
        let (sender, batches, channel) = channel(socket, QUEUE_CAPACITY);
        (ClientSender { encoding, sender }, batches, channel)
    }

    /// Sends messages; returns `false` if the connection does not accept them and has to be closed.
    pub(crate) fn send<'w, 'm: 'w>(
        &self,
        messages: impl IntoIterator<Item = &'w mut EncodedMessage<'m>>,
    ) -> bool {
        // A message that cannot be serialized is skipped.
        self.send_encoded(messages.into_iter().filter_map(|message| message.encoded(self.encoding)))
    }

    /// Sends messages that are already encoded; returns `false` if the connection does not accept them.
    pub(crate) fn send_encoded(&self, messages: impl IntoIterator<Item = Message>) -> bool {
        self.sender.send(messages)
    }
}

/// Sends an error to connections; what becomes of those that do not accept it is up to the caller.
pub(crate) fn send_error(
    senders: impl IntoIterator<Item = impl Borrow<ClientSender>>,
    error: TableError,
) {
    let message = ServerMessage::Error { error };
    let mut message = EncodedMessage::new(&message);
    for sender in senders {
        sender.borrow().send([&mut message]);
    }
}

/// A message, serialized at most once per encoding.
pub(crate) struct EncodedMessage<'a> {
    message: &'a ServerMessage,
    /// Whether it has a single recipient, so that caching is useless.
    single_recipient: bool,
    json: Option<Message>,
    compact: Option<Message>,
}

impl<'a> EncodedMessage<'a> {
    pub(crate) fn new(message: &'a ServerMessage) -> EncodedMessage<'a> {
        EncodedMessage { message, single_recipient: false, json: None, compact: None }
    }

    pub(crate) fn of(message: &'a ServerMessage, connections: usize) -> EncodedMessage<'a> {
        EncodedMessage { single_recipient: connections == 1, ..EncodedMessage::new(message) }
    }

    fn encoded(&mut self, encoding: Encoding) -> Option<Message> {
        if self.single_recipient {
            return encoding.write(self.message);
        }
        let place = match encoding {
            Encoding::Json => &mut self.json,
            Encoding::Compact => &mut self.compact,
        };
        if place.is_none() {
            *place = encoding.write(self.message);
        }
        place.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_whose_queue_overflows_is_closed() {
        let (out, mut queue, channel) = ClientSender::new(Encoding::Json, None);
        let flaws = vec!["x".repeat(10_000)];
        let error = ServerMessage::Error { error: TableError::BadRules { flaws } };
        let send = || out.send([&mut EncodedMessage::new(&error)]);
        let sent = (0..1_000).take_while(|_| send()).count();
        assert!((10..=QUEUE_CAPACITY / 10_000).contains(&sent), "{sent} messages of 10 kB wait");
        channel.overflowed().await;
        // Sent messages free capacity.
        let (out, mut other, channel) = ClientSender::new(Encoding::Json, None);
        for _ in 0..1_000 {
            assert!(out.send([&mut EncodedMessage::new(&error)]));
            let batch = other.recv().await.unwrap();
            channel.mark_sent(Channel::size(&batch));
        }
        assert!(queue.recv().await.is_some());
    }

    /// The peer does not read for a while. Messages sent meanwhile arrive in order, whether written directly
    /// or by the writer task.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_slow_reader_receives_messages_in_order() {
        use axum::extract::ws::WebSocketUpgrade;
        use tokio::net::TcpSocket;
        use tokio_tungstenite::tungstenite;

        let (opened, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let upgrade = move |upgrade: WebSocketUpgrade| {
            let opened = opened.clone();
            let open = async move |socket| {
                let socket = Some((socket, PendingBytes::default()));
                let _ = opened.send(ClientSender::new(Encoding::Compact, socket));
            };
            async move { upgrade.on_upgrade(open) }
        };
        let router = axum::Router::new().route("/", axum::routing::get(upgrade));
        // Small socket buffers.
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
        let (out, mut batches, channel) = lines.recv().await.unwrap();

        let send = |number: u8| out.send_encoded(vec![Message::Binary(vec![number; 2000].into())]);
        assert!((0..30).all(send));
        let (taken, mut first) = tokio::sync::oneshot::channel();
        let mut taken = Some(taken);
        let writing = tokio::spawn(async move {
            while let Some(batch) = batches.recv().await {
                taken.take().into_iter().for_each(|taken| taken.send(()).unwrap());
                let bytes = Channel::size(&batch);
                assert!(super::send(&channel, batch, Duration::from_secs(60)).await);
                channel.mark_sent(bytes);
            }
        });
        // The socket buffers are full: some messages are queued and being written.
        (&mut first).await.unwrap();
        assert!((30..50).all(send));
        for number in 0..250 {
            if number < 200 {
                // Send more while the rest is being written.
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
