//! The line to a server's table: one WebSocket that comes back by itself, in a thread of its own.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::header::{COOKIE, SET_COOKIE};
use tungstenite::http::{HeaderValue, Uri};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};
use upcard_client::wire::{ClientMessage, ServerMessage, TableError};
use upcard_client::{Check, Liveness};

use crate::place::{Came, Heard};

/// How long a connection may take until it stands.
const OPENING: Duration = Duration::from_secs(10);

/// How long is waited for a message before it is looked for what is to be sent.
const GLANCE: Duration = Duration::from_millis(40);

/// A line that broke is made again after this, then after twice as long, and so on so many times.
const AGAIN: Duration = Duration::from_millis(400);
const DOUBLINGS: u32 = 5;

/// Why there is no line.
#[derive(Debug, Error)]
pub enum LineError {
    /// It leads to no table.
    #[error("this is no link to a table: such a link looks like https://cards.example.org/t/NAME")]
    NoLink,
    /// The server knows no such table.
    #[error("the server knows no such table")]
    NoTable,
    /// There is no answer.
    #[error("there is no connection: {0}")]
    Unreachable(#[from] io::Error),
    /// The answer is none of a server with tables.
    #[error("this is no server with tables: {0}")]
    Foreign(Box<tungstenite::Error>),
}

/// Where a table is, and who comes there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The table's socket.
    socket: Uri,
    host: String,
    port: u16,
    /// The person's cookie; none where the server does not know them yet.
    pub cookie: Option<String>,
}

impl Address {
    /// The table of a link.
    ///
    /// # Errors
    /// The link leads to none.
    pub fn of(link: &str) -> Result<Address, LineError> {
        let link: Uri = link.parse().map_err(|_| LineError::NoLink)?;
        let (scheme, usual) = match link.scheme_str() {
            Some("http") => ("ws", 80),
            Some("https") => ("wss", 443),
            _ => return Err(LineError::NoLink),
        };
        let authority = link.authority().ok_or(LineError::NoLink)?;
        let (base, table) =
            link.path().trim_end_matches('/').rsplit_once("/t/").ok_or(LineError::NoLink)?;
        if table.is_empty() || table.contains('/') {
            return Err(LineError::NoLink);
        }
        let socket = format!("{scheme}://{authority}{base}/api/tables/{table}/socket");
        Ok(Address {
            socket: socket.parse().map_err(|_| LineError::NoLink)?,
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(usual),
            cookie: None,
        })
    }

    /// The server, as the name of a file.
    #[must_use]
    pub fn server(&self) -> String {
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' }
        };
        format!("{}-{}", self.host.chars().map(plain).collect::<String>(), self.port)
    }

    fn connect(&mut self) -> Result<Connection, LineError> {
        // Which of them encrypts is said here, whatever else the program uses.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut request = self
            .socket
            .clone()
            .into_client_request()
            .map_err(|error| LineError::Foreign(Box::new(error)))?;
        if let Some(cookie) =
            self.cookie.as_deref().and_then(|text| HeaderValue::from_str(text).ok())
        {
            request.headers_mut().insert(COOKIE, cookie);
        }
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        let mut stream = None;
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, OPENING) {
                Ok(found) => {
                    stream = Some(found);
                    break;
                }
                Err(error) => failed = error,
            }
        }
        let stream = stream.ok_or(failed)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(OPENING))?;
        stream.set_write_timeout(Some(OPENING))?;
        let waits = stream.try_clone()?;
        let made = tungstenite::client_tls(request, stream);
        let (socket, answer) = made.map_err(|error| match error {
            tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))
                if answer.status() == 404 =>
            {
                LineError::NoTable
            }
            tungstenite::HandshakeError::Failure(tungstenite::Error::Io(error)) => {
                LineError::Unreachable(error)
            }
            tungstenite::HandshakeError::Failure(error) => LineError::Foreign(Box::new(error)),
            tungstenite::HandshakeError::Interrupted(_) => {
                LineError::Unreachable(io::ErrorKind::TimedOut.into())
            }
        })?;
        waits.set_read_timeout(Some(GLANCE))?;
        let given = answer.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
        let given = given.and_then(|text| text.split(';').next());
        if let Some(given) = given {
            self.cookie = Some(given.to_owned());
        }
        Ok(socket)
    }
}

type Connection = WebSocket<MaybeTlsStream<TcpStream>>;

/// A line that was opened, and does not carry anything yet.
pub struct Opened {
    address: Address,
    connection: Connection,
}

impl Opened {
    /// Opens the line to a table.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn to(mut address: Address) -> Result<Opened, LineError> {
        let connection = address.connect()?;
        Ok(Opened { address, connection })
    }

    /// The cookie by which the server knows this person from now on.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.address.cookie.as_deref()
    }

    /// Carries messages from now on, and is made again where it breaks.
    pub(crate) fn begin(self, found: Sender<Came>) -> Socket {
        let (send, said) = mpsc::channel();
        let Opened { mut address, connection } = self;
        thread::spawn(move || {
            let mut connection = Some(connection);
            let mut tries = 0;
            let mut liveness = Liveness::new(0.0);
            let since = Instant::now();
            loop {
                let made = connection.take().map_or_else(|| address.connect(), Ok);
                if let Ok(made) = made {
                    tries = 0;
                    // What was said before has to be said again.
                    while said.try_recv().is_ok() {}
                    if found.send(Came::Heard(Heard::Online)).is_err() {
                        return;
                    }
                    if carry(made, &found, &said, &mut liveness, since) == Carried::All {
                        return;
                    }
                }
                if found.send(Came::Heard(Heard::Offline)).is_err() {
                    return;
                }
                thread::sleep(AGAIN * 2u32.pow(tries));
                tries = (tries + 1).min(DOUBLINGS);
            }
        });
        Socket(send)
    }
}

/// How a connection came to its end.
#[derive(PartialEq, Eq)]
enum Carried {
    /// There is nothing more to be carried.
    All,
    /// It broke.
    Broken,
}

/// Carries messages in both directions until there are no more, or the connection breaks.
fn carry(
    mut connection: Connection,
    found: &Sender<Came>,
    said: &Receiver<ClientMessage>,
    liveness: &mut Liveness,
    since: Instant,
) -> Carried {
    let now = || since.elapsed().as_secs_f64() * 1000.0;
    liveness.connects(now());
    liveness.opened(now());
    let send = |connection: &mut Connection, message: &ClientMessage| {
        let text = serde_json::to_string(message).unwrap_or_default();
        connection.send(Message::text(text))
    };
    loop {
        loop {
            match said.try_recv() {
                Ok(message) => {
                    if send(&mut connection, &message).is_err() {
                        return Carried::Broken;
                    }
                    if matches!(message, ClientMessage::Act { .. }) {
                        liveness.acted(now());
                    }
                }
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => {
                    let _ = connection.close(None);
                    let _ = connection.flush();
                    return Carried::All;
                }
            }
        }
        match liveness.check(now()) {
            Check::Wait => {}
            Check::Ask => {
                if send(&mut connection, &ClientMessage::Ping).is_err() {
                    return Carried::Broken;
                }
                liveness.asked(now());
            }
            Check::GiveUp => return Carried::Broken,
        }
        match connection.read() {
            Ok(Message::Text(text)) => {
                liveness.received(now());
                // What cannot be read is of a later version, and is not for this program.
                let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { continue };
                if message == (ServerMessage::Error { error: TableError::Waiting }) {
                    liveness.told_to_wait(now());
                }
                if found.send(Came::Heard(Heard::Said(Box::new(message)))).is_err() {
                    return Carried::All;
                }
            }
            Ok(_) => liveness.received(now()),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(_) => return Carried::Broken,
        }
    }
}

/// A line that carries messages; it ends with this.
pub(crate) struct Socket(Sender<ClientMessage>);

impl Socket {
    /// Sends this.
    pub(crate) fn say(&self, message: &ClientMessage) {
        // A thread that has ended is one that nobody hears any more.
        let _ = self.0.send(message.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_table() {
        let address = Address::of("http://127.0.0.1:8080/t/abc").unwrap();
        assert_eq!(address.socket, "ws://127.0.0.1:8080/api/tables/abc/socket");
        assert_eq!(address.server(), "127.0.0.1-8080");
        let address = Address::of("https://cards.example.org/rummy/t/abc/").unwrap();
        assert_eq!(address.socket, "wss://cards.example.org/rummy/api/tables/abc/socket");
        assert_eq!((address.host.as_str(), address.port), ("cards.example.org", 443));
        let wrong = [
            "",
            "gin",
            "ftp://a/t/b",
            "http://a/",
            "http://a/t/",
            "http://a/t/b/c",
            "http://a/r/b",
        ];
        for link in wrong {
            assert!(matches!(Address::of(link), Err(LineError::NoLink)), "{link}");
        }
    }
}
