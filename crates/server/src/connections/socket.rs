//! A WebSocket connection to a table: separate reader and writer, so that messages of a client that reads
//! slowly still arrive.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use upcard_table::wire::{ClientMessage, ServerMessage, TableError};
use upcard_table::{Link, compact};

use crate::connections::encoding::{self, Channel, ClientSender, Encoding, Receiver};
use crate::connections::error::Refusal;
use crate::connections::links::cookie;
use crate::connections::listen::ConnectionGuards;
use crate::operations::limits::{COSTLY_RATE, MAX_MESSAGE, MESSAGE_RATE, cost};
use crate::operations::metrics::{GaugeGuard, Metrics, Outcome};
use crate::operations::quotas::Payer;
use crate::operations::rates::Meter;
use crate::rooms::ids::short;
use crate::rooms::registry::Registry;
use crate::rooms::room::{Command, RoomHandle};

/// Size of the read buffer, in bytes. It lives as long as the connection, and most messages are shorter.
const READ_BUFFER: usize = 1024;

/// Size of the write buffer, in bytes.
const WRITE_BUFFER: usize = 8 * 1024;

/// Interval between pings …
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// … and how many may be unanswered when the next one is due: a client that does not read does not answer.
const MAX_UNANSWERED: u32 = 2;

/// Number of messages over the rate limit that are answered before the connection is closed.
const MAX_WARNINGS: u32 = 100;

/// Time for the peer to complete the closing handshake, …
const LINGER: Duration = Duration::from_secs(2);

/// … and how many messages it may still send meanwhile.
const MAX_LATE: usize = 300;

pub(crate) async fn upgrade(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(held): Extension<ConnectionGuards>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    let who = shared.payer(&headers, peer);
    let cookie = cookie(shared, &headers, who.guest).ok().flatten();
    let response = upgrade
        .protocols([compact::SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| {
            let encoding = Encoding::of(&socket);
            let channel = ClientSender::new(encoding, Some((socket, held.pending.clone())));
            async move {
                serve(&registry, &id, who, encoding, channel).await;
                drop(held);
            }
        });
    Ok((cookie, response).into_response())
}

/// Serves one connection: a reader and a writer, with a handle to the room. Rare steps are boxed: a
/// connection is idle most of the time, and its task is as large as its largest state.
async fn serve(
    registry: &Registry,
    id: &str,
    who: Payer,
    encoding: Encoding,
    (sender, receiver, channel): (ClientSender, Receiver, Arc<Channel>),
) {
    let shared = &registry.shared;
    let link = shared.new_link();
    let _counted = GaugeGuard::new(&shared.metrics.sockets);
    let time = shared.settings.write_timeout;
    let connect = Command::Connect { link, who, sender, from_peer: false };
    let room = match Box::pin(registry.send(id, connect)).await {
        Ok(room) => room,
        Err(refusal) => {
            let error = ServerMessage::Error { error: refusal.as_table_error() };
            let batch = encoding.write(&error).into_iter().collect();
            Box::pin(encoding::send(&channel, batch, time)).await;
            return Box::pin(end(&channel, time, true)).await;
        }
    };
    tracing::debug!(table = short(id), link = link.0, "connected");
    let unanswered = AtomicU32::new(0);
    let reader = Reader {
        channel: &channel,
        encoding,
        link,
        room: &room,
        metrics: &shared.metrics,
        time,
        unanswered: &unanswered,
    };
    let mut writer = Writer { receiver, channel: &channel, time, unanswered: &unanswered };
    let readable = {
        let mut writing = std::pin::pin!(writer.write());
        tokio::select! {
            () = writing.as_mut() => {
                Box::pin(room.disconnect(link)).await;
                true
            }
            readable = reader.read() => {
                // The room still sends its last messages, then drops this connection.
                Box::pin(async { tokio::join!(room.disconnect(link), writing) }).await;
                readable
            }
        }
    };
    Box::pin(end(&channel, time, readable)).await;
}

struct Reader<'a> {
    channel: &'a Channel,
    encoding: Encoding,
    link: Link,
    room: &'a RoomHandle,
    metrics: &'a Metrics,
    /// Write timeout of responses sent here. Nothing is read meanwhile.
    time: Duration,
    unanswered: &'a AtomicU32,
}

impl Reader<'_> {
    /// Reads until the peer closes, exceeds the rate limit by far, or the room has ended; returns `true` if
    /// the connection is still readable.
    async fn read(&self) -> bool {
        let (messages, costly) = (Meter::new(MESSAGE_RATE), Meter::new(COSTLY_RATE));
        let (mut beyond, mut greeted) = (0, false);
        loop {
            let message = match encoding::read(self.channel).await {
                None | Some(Ok(Message::Close(_))) => return true,
                Some(Err(_)) => {
                    // Message too long, or protocol error: the client may still receive the reason.
                    self.answer(TableError::BadMessage).await;
                    return false;
                }
                Some(Ok(message)) => message,
            };
            if matches!(message, Message::Pong(_)) {
                self.unanswered.store(0, Ordering::Relaxed);
            }
            let error = if !messages.allow(1) {
                TableError::TooFast
            } else if matches!(message, Message::Ping(_) | Message::Pong(_)) {
                continue;
            } else if let Some(read) = self.encoding.read(&message) {
                let cost = cost(&read, message.into_data().len());
                if costly.allow(cost) {
                    // The first `Hello` of a connection is free, whatever its guest has done on others;
                    // further ones count against the rate.
                    let first = !greeted && matches!(read, ClientMessage::Hello { .. });
                    greeted |= first;
                    let cost = if first { 0 } else { cost };
                    if !self.room.message(self.link, read, cost).await {
                        return true;
                    }
                    self.metrics.message(Outcome::Taken);
                    continue;
                }
                TableError::TooFast
            } else {
                TableError::BadMessage
            };
            let fast = error == TableError::TooFast;
            self.metrics.message(if fast { Outcome::TooFast } else { Outcome::Unreadable });
            beyond += u32::from(fast);
            if beyond > MAX_WARNINGS || !self.answer(error).await {
                return true;
            }
        }
    }

    async fn answer(&self, error: TableError) -> bool {
        match self.encoding.write(&ServerMessage::Error { error }) {
            Some(message) => Box::pin(encoding::send(self.channel, vec![message], self.time)).await,
            None => false,
        }
    }
}

/// Writing half of a connection: sends what the socket did not accept at once.
struct Writer<'a> {
    receiver: Receiver,
    channel: &'a Channel,
    time: Duration,
    unanswered: &'a AtomicU32,
}

impl Writer<'_> {
    /// Writes queued messages, and pings the client periodically. Ends when the queue is closed or overflows,
    /// or the client accepts nothing more.
    async fn write(&mut self) {
        let channel = self.channel;
        tokio::select! {
            () = self.write_all() => {}
            () = channel.overflowed() => {}
        }
    }

    async fn write_all(&mut self) {
        let (channel, time) = (self.channel, self.time);
        let mut ask =
            tokio::time::interval_at(tokio::time::Instant::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            let sent = tokio::select! {
                biased;
                batch = self.receiver.recv() => {
                    // `None` if the room has ended or dropped this connection.
                    let Some(batch) = batch else { return };
                    let bytes = Channel::size(&batch);
                    let sent = Box::pin(encoding::send(channel, batch, time)).await;
                    channel.mark_sent(bytes);
                    sent
                }
                _ = ask.tick() => {
                    let ping = Message::Ping(Vec::new().into());
                    self.unanswered.fetch_add(1, Ordering::Relaxed) < MAX_UNANSWERED
                        && Box::pin(encoding::send(channel, vec![ping], time)).await
                }
            };
            if !sent {
                return;
            }
        }
    }
}

/// Closes a connection; if it is still readable, discards what the peer has sent until it closes as well.
/// Dropping a connection with unread data resets it, and the reset may overtake the last messages.
async fn end(channel: &Channel, time: Duration, readable: bool) {
    let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("") };
    // The peer may be gone already, or not read.
    let goodbye = encoding::send(channel, vec![Message::Close(Some(frame))], time);
    let _ = tokio::time::timeout(LINGER, goodbye).await;
    if !readable {
        return;
    }
    let closing = async {
        for _ in 0..MAX_LATE {
            let Some(Ok(_)) = encoding::read(channel).await else { break };
        }
    };
    // A peer that does not close in time is cut off.
    let _ = tokio::time::timeout(LINGER, closing).await;
}
