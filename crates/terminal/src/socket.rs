//! Connection to a server's table: a WebSocket with automatic reconnection, in its own thread.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::http::header::{COOKIE, SET_COOKIE};
use tungstenite::{Message, WebSocket};
use upcard_client::wire::{ClientMessage, ServerMessage, TableError};
use upcard_client::{Check, Liveness};

use crate::address::Address;
use crate::place::{ConnectionEvent, Input};
use crate::server::{ByteStream, ServerError};

/// Poll interval for outgoing messages.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// Delay before reconnecting, doubled this many times at most.
const RECONNECT_DELAY: Duration = Duration::from_millis(400);
const MAX_DOUBLINGS: u32 = 5;

type Connection = WebSocket<Box<dyn ByteStream>>;

/// Connects to a table, and stores the cookie that the server sets.
fn connect(address: &mut Address) -> Result<Connection, ServerError> {
    let request = address.socket().into_client_request();
    let mut request = request.map_err(|error| ServerError::Foreign(Box::new(error)))?;
    if let Some(cookie) = address.server.cookie_header() {
        request.headers_mut().insert(COOKIE, cookie);
    }
    let (stream, waits) = address.server.connect()?;
    let made = tungstenite::client(request, stream);
    let (socket, answer) = made.map_err(|error| match error {
        tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))
            if answer.status() == 404 =>
        {
            ServerError::NoTable
        }
        tungstenite::HandshakeError::Failure(tungstenite::Error::Io(error)) => {
            ServerError::Unreachable(error)
        }
        tungstenite::HandshakeError::Failure(error) => ServerError::Foreign(Box::new(error)),
        tungstenite::HandshakeError::Interrupted(_) => {
            ServerError::Unreachable(io::ErrorKind::TimedOut.into())
        }
    })?;
    waits.set_read_timeout(Some(POLL_INTERVAL))?;
    let cookie = answer.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
    address.server.store_cookie(cookie);
    Ok(socket)
}

/// An open connection, not carrying messages yet.
pub struct Opened {
    address: Address,
    connection: Connection,
}

impl Opened {
    /// Opens the connection to a table.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn to(mut address: Address) -> Result<Opened, ServerError> {
        let connection = connect(&mut address)?;
        Ok(Opened { address, connection })
    }

    /// The cookie by which the server knows this person from now on.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.address.server.cookie.as_deref()
    }

    /// Starts carrying messages, and reconnects after a disconnection.
    pub(crate) fn begin(self, found: Sender<Input>) -> Socket {
        let (send, said) = mpsc::channel();
        let Opened { mut address, connection } = self;
        thread::spawn(move || {
            let mut connection = Some(connection);
            let mut tries = 0;
            let mut liveness = Liveness::new(0.0);
            let since = Instant::now();
            loop {
                let made = connection.take().map_or_else(|| connect(&mut address), Ok);
                if let Ok(made) = made {
                    tries = 0;
                    // Earlier messages must be sent again.
                    while said.try_recv().is_ok() {}
                    if found.send(Input::ConnectionEvent(ConnectionEvent::Online)).is_err() {
                        return;
                    }
                    if relay(made, &found, &said, &mut liveness, since) == StreamEnd::All {
                        return;
                    }
                }
                if found.send(Input::ConnectionEvent(ConnectionEvent::Offline)).is_err() {
                    return;
                }
                thread::sleep(RECONNECT_DELAY * 2u32.pow(tries));
                tries = (tries + 1).min(MAX_DOUBLINGS);
            }
        });
        Socket(send)
    }
}

/// How a connection ended.
#[derive(PartialEq, Eq)]
enum StreamEnd {
    /// Nothing more to send.
    All,
    Broken,
}

/// Carries messages in both directions until there are no more, or the connection breaks.
fn relay(
    mut connection: Connection,
    found: &Sender<Input>,
    said: &Receiver<ClientMessage>,
    liveness: &mut Liveness,
    since: Instant,
) -> StreamEnd {
    let now = || since.elapsed().as_secs_f64() * 1000.0;
    liveness.note_connecting(now());
    liveness.note_open(now());
    let send = |connection: &mut Connection, message: &ClientMessage| {
        let text = serde_json::to_string(message).unwrap_or_default();
        connection.send(Message::text(text))
    };
    loop {
        loop {
            match said.try_recv() {
                Ok(message) => {
                    if send(&mut connection, &message).is_err() {
                        return StreamEnd::Broken;
                    }
                    if matches!(message, ClientMessage::Act { .. }) {
                        liveness.note_action(now());
                    }
                }
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => {
                    let _ = connection.close(None);
                    let _ = connection.flush();
                    return StreamEnd::All;
                }
            }
        }
        match liveness.check(now()) {
            Check::Wait => {}
            Check::Ping => {
                if send(&mut connection, &ClientMessage::Ping).is_err() {
                    return StreamEnd::Broken;
                }
                liveness.note_ping(now());
            }
            Check::Reconnect => return StreamEnd::Broken,
        }
        match connection.read() {
            Ok(Message::Text(text)) => {
                liveness.note_received(now());
                // Ignore unknown messages of later versions.
                let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { continue };
                if message == (ServerMessage::Error { error: TableError::Waiting }) {
                    liveness.note_store_wait(now());
                }
                if found
                    .send(Input::ConnectionEvent(ConnectionEvent::Message(Box::new(message))))
                    .is_err()
                {
                    return StreamEnd::All;
                }
            }
            Ok(_) => liveness.note_received(now()),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(_) => return StreamEnd::Broken,
        }
    }
}

/// A running connection; dropping it closes it.
pub(crate) struct Socket(Sender<ClientMessage>);

impl Socket {
    pub(crate) fn send(&self, message: &ClientMessage) {
        // If the thread has ended, nobody needs the message.
        let _ = self.0.send(message.clone());
    }
}
