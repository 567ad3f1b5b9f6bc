//! One connection to a table: a reader and a writer, so that what a slow reader sends still arrives.

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
use upcard_table::{Hex, Link, compact};

use crate::connections::coding::{self, Batches, Coding, Line, Out};
use crate::connections::links::cookie;
use crate::connections::listen::Held;
use crate::operations::entropy::random;
use crate::operations::limits::{COSTLY, MESSAGE, MESSAGES, cost};
use crate::operations::metrics::{Counted, Metrics, Outcome};
use crate::operations::quotas::Payer;
use crate::operations::rates::Meter;
use crate::rooms::ids::short;
use crate::rooms::registry::Registry;
use crate::rooms::room::RoomHandle;

/// What is read of a connection at once, in bytes. Most messages are shorter; the memory is held as
/// long as the connection.
const READ: usize = 1024;

/// Messages are gathered up to this many bytes before they are handed to the system.
const WRITE: usize = 8 * 1024;

/// How often a connection is asked whether it still reads …
const ASK: Duration = Duration::from_secs(20);

/// … and how many such questions may be unanswered when the next one is due. Who writes but does not
/// read does not answer, either.
const UNANSWERED: u32 = 2;

/// Messages over the rate that are answered; then the connection is cut.
const PATIENCE: u32 = 100;

/// How long the other side may take to close a connection that is closed here, …
const LINGER: Duration = Duration::from_secs(2);

/// … and how many messages it may still have been sending meanwhile.
const LATE: usize = 300;

/// Upgrades to a WebSocket.
pub(crate) async fn upgrade(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(held): Extension<Held>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let shared = &registry.shared;
    if let Err(refusal) = shared.check_origin(&headers) {
        return refusal.into_response();
    }
    let address = shared.client(&headers, peer);
    let guest = shared.keys().guest(&headers).unwrap_or_else(|| Hex(random()));
    let cookie = cookie(shared, &headers, guest).ok().flatten();
    let response = upgrade
        .protocols([compact::SUBPROTOCOL])
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| {
            let coding = Coding::of(&socket);
            let line = Out::over(coding, socket, held.parts());
            async move {
                serve(&registry, &id, Payer { guest, address }, coding, line).await;
                drop(held);
            }
        });
    (cookie, response).into_response()
}

/// Serves one connection: a reader and a writer, with a handle to the room. What happens only once is
/// boxed: a connection is idle most of the time, and its task takes as much memory as its largest moment.
async fn serve(
    registry: &Registry,
    id: &str,
    who: Payer,
    coding: Coding,
    (out, batches, line): (Out, Batches, Arc<Line>),
) {
    let shared = &registry.shared;
    let link = shared.new_link();
    let _counted = Counted::new(&shared.metrics.sockets);
    let time = shared.settings.write_time;
    let room = match Box::pin(registry.connect(id, link, who, out, false)).await {
        Ok(room) => room,
        Err(refusal) => {
            if let Some(message) = coding.write(&ServerMessage::Error { error: refusal.at_table() })
            {
                Box::pin(coding::send(&line, vec![message], time)).await;
            }
            return Box::pin(end(&line, time, true)).await;
        }
    };
    tracing::debug!(table = short(id), link = link.0, "connected");
    let unanswered = AtomicU32::new(0);
    let reader = Reader {
        line: &line,
        coding,
        link,
        room: &room,
        metrics: &shared.metrics,
        time,
        unanswered: &unanswered,
    };
    let mut writer = Writer { batches, line: &line, time, unanswered: &unanswered };
    let readable = {
        let mut writing = std::pin::pin!(writer.write());
        tokio::select! {
            () = writing.as_mut() => {
                Box::pin(room.disconnect(link)).await;
                true
            }
            readable = reader.read() => {
                // The room's last messages are still sent; it lets go of this connection then.
                Box::pin(async { tokio::join!(room.disconnect(link), writing) }).await;
                readable
            }
        }
    };
    Box::pin(end(&line, time, readable)).await;
}

/// The half of a connection that listens.
struct Reader<'a> {
    line: &'a Line,
    coding: Coding,
    link: Link,
    room: &'a RoomHandle,
    metrics: &'a Metrics,
    /// How long the other side may take nothing of what is answered here. Meanwhile nothing is read.
    time: Duration,
    /// Questions whether this connection still reads that it has not answered.
    unanswered: &'a AtomicU32,
}

impl Reader<'_> {
    /// Reads until the other side closes or sends far too much, or the room has ended; true if more
    /// could be read.
    async fn read(&self) -> bool {
        let (messages, costly) = (Meter::new(MESSAGES), Meter::new(COSTLY));
        let (mut beyond, mut greeted) = (0, false);
        loop {
            let message = match coding::read(self.line).await {
                None | Some(Ok(Message::Close(_))) => return true,
                Some(Err(_)) => {
                    // Too long, or no WebSocket any more: it may still hear why.
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
            } else if let Some(read) = self.coding.read(&message) {
                let cost = cost(&read, message.into_data().len());
                if costly.allow(cost) {
                    // A new connection is greeted whatever its guest has done on others; who wants to be
                    // greeted once more pays for it.
                    let first = !greeted && matches!(read, ClientMessage::Hello { .. });
                    greeted |= first;
                    let cost = if first { 0 } else { cost };
                    if self.room.message(self.link, read, cost).await.is_err() {
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
            if beyond > PATIENCE || !self.answer(error).await {
                return true;
            }
        }
    }

    async fn answer(&self, error: TableError) -> bool {
        match self.coding.write(&ServerMessage::Error { error }) {
            Some(message) => Box::pin(coding::send(self.line, vec![message], self.time)).await,
            None => false,
        }
    }
}

/// The half of a connection that sends what the system has not taken at once.
struct Writer<'a> {
    batches: Batches,
    line: &'a Line,
    /// How long the other side may take nothing.
    time: Duration,
    unanswered: &'a AtomicU32,
}

impl Writer<'_> {
    /// Writes what the room sends, and asks now and then whether the other side still reads. Ends when
    /// there is nothing more to come, or nothing more is taken.
    async fn write(&mut self) {
        let line = self.line;
        tokio::select! {
            () = self.write_all() => {}
            () = line.is_cut() => {}
        }
    }

    async fn write_all(&mut self) {
        let (line, time) = (self.line, self.time);
        let mut ask = tokio::time::interval_at(tokio::time::Instant::now() + ASK, ASK);
        loop {
            let sent = tokio::select! {
                biased;
                batch = self.batches.recv() => {
                    // Without one the room has ended, or lets go of this connection.
                    let Some(batch) = batch else { return };
                    let bytes = Line::size(&batch);
                    let sent = Box::pin(coding::send(line, batch, time)).await;
                    line.sent(bytes);
                    sent
                }
                _ = ask.tick() => {
                    let ping = Message::Ping(Vec::new().into());
                    self.unanswered.fetch_add(1, Ordering::Relaxed) < UNANSWERED
                        && Box::pin(coding::send(line, vec![ping], time)).await
                }
            };
            if !sent {
                return;
            }
        }
    }
}

/// Closes a connection, and reads, and forgets, what the other side had been sending until it closes,
/// too, where more can be read. To drop a connection with something unread resets it, and a reset may
/// overtake what was sent last.
async fn end(line: &Line, time: Duration, readable: bool) {
    let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("") };
    // The other side may be gone already, or not read.
    let goodbye = coding::send(line, vec![Message::Close(Some(frame))], time);
    let _ = tokio::time::timeout(LINGER, goodbye).await;
    if !readable {
        return;
    }
    let closing = async {
        for _ in 0..LATE {
            let Some(Ok(_)) = coding::read(line).await else { break };
        }
    };
    // Whoever does not close in time is cut.
    let _ = tokio::time::timeout(LINGER, closing).await;
}
