//! Attacks that the server withstands, as listed in `docs/THREATS.md`. `cargo xtask attack` runs them, `cargo
//! xtask attack --long` with larger numbers.

mod adrift;
mod bots;
mod flood;
mod http;
mod origins;
mod slow;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use upcard_engine::Library;
use upcard_engine::choices::{CHOICES, Choice};
use upcard_table::wire::{SeatPlan, SetUp};

use crate::common::{Place, Server, get, until};

/// Returns the first number in the short form, the second in the long one.
fn either(short: usize, long: usize) -> usize {
    if std::env::var_os("UPCARD_ATTACK").is_some_and(|form| form == "long") { long } else { short }
}

struct Target {
    server: Server,
    address: SocketAddr,
    place: Place,
}

impl Target {
    fn with(flags: &[&str]) -> Target {
        let place = Place::new("attack");
        let server = Server::with(&place, flags);
        let address = server.address;
        Target { server, address, place }
    }

    /// Returns the number of open connections, including that of the request.
    async fn connections(&self) -> usize {
        let (_, body) = get(self.address, "/health").await;
        let (_, rest) = body.split_once("\"connections\":").unwrap_or_else(|| panic!("{body}"));
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or_else(|_| panic!("{body}"))
    }

    /// Waits until only the request's own connection is open.
    async fn alone(&self) {
        until("connections are left over", async || self.connections().await == 1).await;
    }

    /// Stops the server, which must exit cleanly; its store lives as long as the result.
    fn end(self) -> Place {
        assert!(self.server.stop());
        self.place
    }
}

/// Connects from another loopback address of this machine.
async fn connect_from(number: u8, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::new(127, 99, 0, number), 0).into())?;
    socket.connect(to).await
}

/// Reads until the connection is closed, which must happen.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes));
    // A reset also counts as closed.
    let _ = read.await.expect("the connection is not cut");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a raw text and reads until the connection is closed.
async fn raw(address: SocketAddr, text: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text).await.unwrap();
    rest(&mut stream).await
}

/// Requests a table from another address of this machine; returns the complete response.
async fn request_from(from: u8, to: SocketAddr, headers: &str, set_up: &str) -> String {
    let mut stream = connect_from(from, to).await.unwrap();
    let text = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{set_up}",
        set_up.len()
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    rest(&mut stream).await
}

/// Builds a configuration that names every rule choice, as long as possible and different for each number.
fn long_set_up(number: usize) -> SetUp {
    let rules = Library::standard().unwrap().select("rummy", &[]).unwrap();
    let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person; 2]);
    let own = |choice: &Choice| (choice.path.to_owned(), choice.get(&rules.choices).to_string());
    set_up.changes = CHOICES.iter().map(own).collect();
    set_up.offer_seconds += u16::try_from(number % 1_000).unwrap();
    set_up
}
