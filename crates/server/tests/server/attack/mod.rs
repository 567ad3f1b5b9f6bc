//! The attacks that the server withstands, as `docs/THREATS.md` lists them. `cargo xtask attack`
//! runs them, and `cargo xtask attack --long` runs them with more of everything.

mod adrift;
mod bots;
mod flood;
mod http;
mod origins;
mod slow;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use upcard_engine::Library;
use upcard_engine::choices::{CHOICES, Choice};
use upcard_table::wire::{SeatPlan, SetUp};

use crate::common::{Place, Server, request, until};

/// The first number in the short form, the second in the long one.
fn either(short: usize, long: usize) -> usize {
    if std::env::var_os("UPCARD_ATTACK").is_some_and(|form| form == "long") { long } else { short }
}

/// A server that is attacked.
struct Target {
    server: Server,
    address: SocketAddr,
    place: Place,
}

impl Target {
    async fn with(flags: &[&str]) -> Target {
        let place = Place::new("attack");
        let server = Server::with(&place, flags).await;
        let address = server.address;
        Target { server, address, place }
    }

    /// The number of open connections, that of the question included.
    async fn connections(&self) -> usize {
        let (_, _, body) = request(self.address, "GET", "/health", "", "").await.unwrap();
        number(&body, "connections")
    }

    /// Waits until no more than the question's own connection is open.
    async fn alone(&self) {
        until("connections are left over", async || self.connections().await == 1).await;
    }

    /// Opens a table; its id and the host's cookie.
    async fn open(&self, set_up: &str) -> (String, String) {
        let (status, head, body) =
            request(self.address, "POST", "/api/tables", "", set_up).await.unwrap();
        assert_eq!(status, 201, "{body}");
        let id = body.split('"').nth(3).unwrap().to_owned();
        (id, crate::common::cookie_of(&head).unwrap())
    }

    /// Ends the server, which must end well; its store stays as long as what comes back.
    fn end(self) -> Place {
        assert!(self.server.stop());
        self.place
    }
}

/// The number behind a name in a flat JSON object.
fn number(body: &str, name: &str) -> usize {
    let (_, rest) = body.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{body}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{name} in {body}"))
}

/// Another address of this machine than the usual one.
fn other_address(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 99, 0, number))
}

/// A connection from another address of this machine.
async fn connect_from(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// All that comes until the connection ends; it must end.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes));
    // A connection that is reset has ended, too.
    let _ = read.await.expect("the connection is not cut");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes as it is, and reads until the connection ends.
async fn raw(address: SocketAddr, text: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text).await.unwrap();
    rest(&mut stream).await
}

/// A set-up that names every choice, and is another one for each number: as long as one can be.
fn long_set_up(number: usize) -> SetUp {
    let rules = Library::standard().unwrap().select("rummy", &[]).unwrap();
    let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person; 2]);
    let own = |choice: &Choice| (choice.path.to_owned(), choice.get(&rules.choices).to_string());
    set_up.changes = CHOICES.iter().map(own).collect();
    set_up.offer_seconds += u16::try_from(number % 1_000).unwrap();
    set_up
}
