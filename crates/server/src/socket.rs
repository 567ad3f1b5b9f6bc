//! One connection to a table: a reader and a writer, so that who reads slowly is still heard.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use upcard_table::wire::{ClientMessage, ServerMessage, TableError};
use upcard_table::{Hex, Link, compact};

use crate::coding::{Batch, Coding, Line, Out, size};
use crate::error::Refusal;
use crate::headers::own_origin;
use crate::identity::random;
use crate::limits::{COSTLY, MESSAGE, MESSAGES, cost};
use crate::links::is_secure;
use crate::listen::Held;
use crate::proxies::client;
use crate::quotas::Payer;
use crate::rates::Meter;
use crate::registry::{Shared, short};
use crate::task::Command;

/// What is read of a connection at once, in bytes. Most messages are shorter; the memory is held as
/// long as the connection.
const READ: usize = 1024;

/// Messages are gathered up to so many bytes before they are handed to the system.
const WRITE: usize = 8 * 1024;

/// How often a connection is asked whether it still reads …
const ASK: Duration = Duration::from_secs(20);

/// … and how many such questions may be unanswered when the next one is due. Who writes but does not
/// read does not answer, either.
const UNANSWERED: u32 = 2;

/// Messages over the rate that are answered; then the connection is cut.
const PATIENCE: u32 = 100;

/// The reader's own answers that may wait; it reads on when there is room.
const ANSWERS: usize = 4;

/// How long the other side may take to close a connection that is closed here, …
const LINGER: Duration = Duration::from_secs(2);

/// … and how many messages it may still have been sending meanwhile.
const LATE: usize = 300;

/// Upgrades to a WebSocket.
pub(crate) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(held): Extension<Held>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Refusal::ForeignOrigin.into_response();
    }
    let from = client(&shared.settings, &headers, peer);
    let known = shared.key.guest(&headers);
    let guest = known.unwrap_or_else(|| Hex(random()));
    let cookie = if known.is_none() {
        shared.key.cookie(guest, is_secure(&shared.settings, &headers))
    } else {
        None
    };
    let mut response = upgrade
        .protocols([compact::SUBPROTOCOL])
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| async move {
            serve(&shared, &id, Payer { guest, address: from }, socket).await;
            drop(held);
        });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn serve(shared: &Arc<Shared>, id: &str, who: Payer, socket: WebSocket) {
    let link = shared.new_link();
    let coding = Coding::of(&socket);
    let (out, batches, line) = Out::new(coding);
    let connect = Command::Connect { link, who, out };
    let (sink, mut stream) = socket.split();
    let mut sink = Sink { socket: sink, time: shared.settings.write_time };
    let table = match shared.tell(id, connect).await {
        Ok(table) => table,
        Err(refusal) => {
            if let Some(message) = coding.write(&ServerMessage::Error { error: refusal.at_table() })
            {
                sink.send(vec![message]).await;
            }
            sink.say_goodbye().await;
            return linger(&mut stream).await;
        }
    };
    tracing::debug!(table = short(id), link = link.0, "connected");
    let (answers, own) = mpsc::channel(ANSWERS);
    let unanswered = AtomicU32::new(0);
    let reader = Reader { coding, link, table: &table, answers, unanswered: &unanswered };
    let readable = {
        let mut writing = std::pin::pin!(write(&mut sink, batches, own, &line, &unanswered));
        tokio::select! {
            () = writing.as_mut() => {
                // A table that has ended needs no telling.
                let _ = table.send(Command::Gone { link }).await;
                true
            }
            readable = reader.read(&mut stream) => {
                // What the table says last is still sent; it lets go of this connection then.
                let _ = tokio::join!(table.send(Command::Gone { link }), writing);
                readable
            }
        }
    };
    sink.say_goodbye().await;
    if readable {
        linger(&mut stream).await;
    }
}

/// The half of a connection that listens.
struct Reader<'a> {
    coding: Coding,
    link: Link,
    table: &'a mpsc::Sender<Command>,
    answers: mpsc::Sender<Message>,
    /// Questions whether this connection still reads that it has not answered.
    unanswered: &'a AtomicU32,
}

impl Reader<'_> {
    /// Reads until the other side closes or says far too much, or the table has ended; true if more
    /// could be read.
    async fn read(self, stream: &mut SplitStream<WebSocket>) -> bool {
        let (messages, costly) = (Meter::new(MESSAGES), Meter::new(COSTLY));
        let mut beyond = 0;
        loop {
            let message = match stream.next().await {
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
                    // A new connection is greeted whatever its guest has done on others.
                    let cost = if matches!(read, ClientMessage::Hello { .. }) { 0 } else { cost };
                    let said = Command::Said { link: self.link, message: read, cost };
                    if self.table.send(said).await.is_err() {
                        return true;
                    }
                    continue;
                }
                TableError::TooFast
            } else {
                TableError::BadMessage
            };
            beyond += u32::from(error == TableError::TooFast);
            if beyond > PATIENCE || !self.answer(error).await {
                return true;
            }
        }
    }

    async fn answer(&self, error: TableError) -> bool {
        match self.coding.write(&ServerMessage::Error { error }) {
            Some(message) => self.answers.send(message).await.is_ok(),
            None => false,
        }
    }
}

/// Writes what the table tells and what the reader answers, and asks now and then whether the other
/// side still reads. Ends when there is nothing more to come, or nothing more is taken.
async fn write(
    sink: &mut Sink,
    mut batches: mpsc::UnboundedReceiver<Batch>,
    mut answers: mpsc::Receiver<Message>,
    line: &Line,
    unanswered: &AtomicU32,
) {
    let mut ask = tokio::time::interval_at(tokio::time::Instant::now() + ASK, ASK);
    let writing = async {
        loop {
            let sent = tokio::select! {
                biased;
                batch = batches.recv() => match batch {
                    Some(batch) => {
                        let bytes = size(&batch);
                        let sent = sink.send(batch).await;
                        line.sent(bytes);
                        sent
                    }
                    // The table is gone, or lets go of this connection.
                    None => break,
                },
                Some(answer) = answers.recv() => sink.send(vec![answer]).await,
                _ = ask.tick() => {
                    unanswered.fetch_add(1, Ordering::Relaxed) < UNANSWERED
                        && sink.send(vec![Message::Ping(Vec::new().into())]).await
                }
            };
            if !sent {
                return;
            }
        }
        while let Ok(answer) = answers.try_recv() {
            if !sink.send(vec![answer]).await {
                return;
            }
        }
    };
    tokio::select! {
        () = writing => {}
        () = line.is_cut() => {}
    }
}

/// The half of a connection that speaks.
struct Sink {
    socket: SplitSink<WebSocket, Message>,
    /// How long it may take nothing.
    time: Duration,
}

impl Sink {
    /// Sends messages together; false where the other side is gone, or takes nothing for too long.
    async fn send(&mut self, batch: Batch) -> bool {
        let sent = async {
            for message in batch {
                self.socket.feed(message).await?;
            }
            self.socket.flush().await
        };
        matches!(tokio::time::timeout(self.time, sent).await, Ok(Ok(())))
    }

    async fn say_goodbye(&mut self) {
        let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("") };
        // The other side may be gone already, or not read.
        let goodbye = self.send(vec![Message::Close(Some(frame))]);
        let _ = tokio::time::timeout(LINGER, goodbye).await;
    }
}

/// Reads, and forgets, what the other side had been sending until it closes, too. To drop a
/// connection with something unread resets it, and a reset may overtake what was said last.
async fn linger(stream: &mut SplitStream<WebSocket>) {
    let closing = async {
        for _ in 0..LATE {
            let Some(Ok(_)) = stream.next().await else { break };
        }
    };
    // Whoever does not close in time is cut.
    let _ = tokio::time::timeout(LINGER, closing).await;
}
