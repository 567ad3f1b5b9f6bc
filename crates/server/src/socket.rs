//! One connection to a table.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use tokio::sync::mpsc;
use upcard_table::wire::{ServerMessage, TableError};
use upcard_table::{Hex, compact};

use crate::app::address;
use crate::coding::{Batch, Coding, Out};
use crate::error::Refusal;
use crate::headers::own_origin;
use crate::identity::random;
use crate::limits::{Bucket, MESSAGE, MESSAGES_A_SECOND, MESSAGES_AT_ONCE};
use crate::links::is_secure;
use crate::quotas::Payer;
use crate::registry::{Shared, short};
use crate::task::Command;

/// Batches of messages that may wait for a connection: what is told in a minute or more.
const WAITING: usize = 256;

/// What is read of a connection at once, in bytes. Most messages are shorter; the memory is held as
/// long as the connection.
const READ: usize = 1024;

/// Messages are gathered up to so many bytes before they are handed to the system.
const WRITE: usize = 8 * 1024;

/// A connection is asked after so long whether it is still there …
const ASK: Duration = Duration::from_secs(20);

/// … and is given up when nothing has come for so long.
const SILENCE: Duration = Duration::from_secs(50);

/// Messages over the rate that are answered; then the connection is cut.
const PATIENCE: u32 = 100;

/// How long the other side may take to close a connection that is closed here, …
const LINGER: Duration = Duration::from_secs(2);

/// … and how many messages it may still have been sending meanwhile.
const LATE: usize = 300;

/// Upgrades to a WebSocket.
pub(crate) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Refusal::ForeignOrigin.into_response();
    }
    let (most, most_each) = (shared.settings.connections, shared.settings.connections_per_address);
    let from = address(&shared, &headers, peer);
    let entered = match shared.connections.enter(from, most, most_each) {
        Ok(entered) => entered,
        Err(refusal) => return refusal.into_response(),
    };
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
            drop(entered);
        });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn serve(shared: &Arc<Shared>, id: &str, who: Payer, mut socket: WebSocket) {
    let link = shared.new_link();
    let coding = Coding::of(&socket);
    let (out, mut messages) = mpsc::channel(WAITING);
    let out = Out { coding, messages: out };
    let connect = Command::Connect { link, who, out };
    let table = match shared.tell(id, connect).await {
        Ok(table) => table,
        Err(refusal) => {
            let error = match refusal {
                Refusal::NoSuchTable => TableError::NoSuchTable,
                _ => TableError::Unavailable,
            };
            return farewell(&mut socket, error).await;
        }
    };
    tracing::debug!(table = short(id), link = link.0, "connected");
    let mut bucket = Bucket::new(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, Instant::now());
    let mut beyond = 0;
    let mut heard = Instant::now();
    let mut ask = tokio::time::interval(ASK);
    let mut readable = true;
    loop {
        tokio::select! {
            batch = messages.recv() => match batch {
                // The table is gone, or has cut this connection.
                None => break,
                Some(batch) => {
                    if !send(&mut socket, batch).await {
                        break;
                    }
                }
            },
            came = socket.recv() => {
                heard = Instant::now();
                match came {
                    None | Some(Ok(Message::Close(_))) => break,
                    Some(Err(_)) => {
                        // Too long, or no WebSocket any more: it may still hear why.
                        answer(&mut socket, TableError::BadMessage).await;
                        readable = false;
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(message)) => {
                        let error = if !bucket.take(heard) {
                            beyond += 1;
                            TableError::TooFast
                        } else {
                            match coding.read(&message) {
                                Some(message) => {
                                    let said = Command::Said { link, message };
                                    if table.send(said).await.is_err() {
                                        break;
                                    }
                                    continue;
                                }
                                None => TableError::BadMessage,
                            }
                        };
                        if beyond > PATIENCE || !answer(&mut socket, error).await {
                            break;
                        }
                    }
                }
            },
            _ = ask.tick() => {
                let silent = heard.elapsed() > SILENCE;
                if silent || !send(&mut socket, vec![Message::Ping(Vec::new().into())]).await {
                    break;
                }
            }
        }
    }
    // A table that has ended needs no telling.
    let _ = table.send(Command::Gone { link }).await;
    // What the table says last is still sent; it lets go of this connection then.
    while let Some(batch) = messages.recv().await {
        if !send(&mut socket, batch).await {
            break;
        }
    }
    say_goodbye(&mut socket).await;
    if readable {
        linger(&mut socket).await;
    }
}

/// Sends messages together; false where the other side is gone, or takes nothing for too long.
async fn send(socket: &mut WebSocket, batch: Batch) -> bool {
    let sent = async {
        for message in batch {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    matches!(tokio::time::timeout(SILENCE, sent).await, Ok(Ok(())))
}

async fn answer(socket: &mut WebSocket, error: TableError) -> bool {
    match Coding::of(socket).write(&ServerMessage::Error { error }) {
        Some(message) => send(socket, vec![message]).await,
        None => false,
    }
}

async fn farewell(socket: &mut WebSocket, error: TableError) {
    answer(socket, error).await;
    say_goodbye(socket).await;
    linger(socket).await;
}

async fn say_goodbye(socket: &mut WebSocket) {
    let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("") };
    // The other side may be gone already.
    send(socket, vec![Message::Close(Some(frame))]).await;
}

/// Reads, and forgets, what the other side had been sending until it closes, too. To drop a
/// connection with something unread resets it, and a reset may overtake what was said last.
async fn linger(socket: &mut WebSocket) {
    let closing = async {
        for _ in 0..LATE {
            let Some(Ok(_)) = socket.recv().await else { break };
        }
    };
    // Whoever does not close in time is cut.
    let _ = tokio::time::timeout(LINGER, closing).await;
}
