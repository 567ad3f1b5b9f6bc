//! Four players at a table: novice bots, each knowing only what its own socket receives.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures_util::{FutureExt, SinkExt, StreamExt};
use parking_lot::Mutex;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_client::Session;
use upcard_engine::{Library, Phase};
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, PROTOCOL, ServerMessage, Stage};

use crate::Failure;
use crate::process::Server;

/// A connection, in the binary encoding of the page or in JSON.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    json: bool,
}

impl Socket {
    async fn send(&mut self, message: &ClientMessage) -> Result<(), Failure> {
        let message = match self.json {
            true => Message::text(serde_json::to_string(message)?),
            false => Message::binary(compact::write(message)),
        };
        Ok(self.stream.send(message).await?)
    }

    /// Parses a table message; `None` for control frames.
    fn read(message: &Message) -> Result<Option<ServerMessage>, Failure> {
        Ok(match message {
            Message::Text(text) => Some(serde_json::from_str(text)?),
            Message::Binary(bytes) => Some(compact::read(bytes).ok_or("no message")?),
            _ => None,
        })
    }
}

/// Counters over all tables.
#[derive(Default)]
pub(crate) struct Counted {
    moves: AtomicU64,
    refused: AtomicU64,
    times: Mutex<Vec<Duration>>,
}

impl Counted {
    pub(crate) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    pub(crate) fn forget_times(&self) {
        self.times.lock().clear();
    }

    pub(crate) fn times(&self) -> Vec<Duration> {
        self.times.lock().clone()
    }
}

/// Speed of play.
#[derive(Default)]
pub(crate) struct Pace(AtomicU32);

impl Pace {
    /// Sets the maximum number of moves per minute at each table.
    pub(crate) fn moves_a_minute(&self, moves: u32) {
        self.0.store(moves, Ordering::Relaxed);
    }

    /// Delay before a table's next move; `part`, a random fraction of 1, spreads the moves.
    fn wait(&self, part: f64) -> Duration {
        match self.0.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            moves => Duration::from_secs_f64(60.0 / f64::from(moves) * 2.0 * part),
        }
    }
}

fn library() -> Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| Arc::new(Library::standard().unwrap_or_else(|flaws| panic!("{flaws}"))))
        .clone()
}

async fn connect(server: &Server, table: &str, cookie: Option<&str>) -> Result<Socket, Failure> {
    let url = format!("ws://{}/api/tables/{table}/socket", server.address);
    let mut request = url.into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    // Each player has a different address, as in [`Server::open`].
    static PEOPLE: AtomicU32 = AtomicU32::new(0);
    let address = Ipv4Addr::from(0x0a01_0000 + PEOPLE.fetch_add(1, Ordering::Relaxed));
    request.headers_mut().insert("x-forwarded-for", address.to_string().parse()?);
    let stream = TcpStream::connect(server.address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    if !server.json {
        request.headers_mut().insert("sec-websocket-protocol", compact::SUBPROTOCOL.parse()?);
    }
    let connected = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
    let mut socket = Socket { stream: connected.await?.0, json: server.json };
    socket.send(&ClientMessage::Hello { protocol: PROTOCOL, resume: None }).await?;
    Ok(socket)
}

/// Connects a spectator and waits for the snapshot.
pub(crate) async fn spectator(server: &Server, table: &str) -> Result<Socket, Failure> {
    let mut socket = connect(server, table, None).await?;
    loop {
        let message = socket.stream.next().await.ok_or("the connection is gone")??;
        if let Some(ServerMessage::Snapshot(_)) = Socket::read(&message)? {
            return Ok(socket);
        }
    }
}

/// One of the four players.
struct Person {
    socket: Socket,
    session: Session,
    bot: Box<dyn Bot>,
    answered: u64,
    refused: bool,
}

impl Person {
    fn fold(&mut self, message: Message) -> Result<(), Failure> {
        let Some(message) = Socket::read(&message)? else { return Ok(()) };
        match &message {
            ServerMessage::Accepted { id } => (self.answered, self.refused) = (*id, false),
            ServerMessage::Refused { id, .. } => (self.answered, self.refused) = (*id, true),
            ServerMessage::Error { error } => return Err(format!("{error:?}").into()),
            _ => {}
        }
        self.session.fold(message);
        Ok(())
    }

    async fn hear(&mut self) -> Result<(), Failure> {
        let message = self.socket.stream.next().await.ok_or("the connection is gone")??;
        self.fold(message)
    }

    /// Processes messages until the condition holds.
    async fn until(&mut self, is: impl Fn(&Person) -> bool) -> Result<(), Failure> {
        while !is(self) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Processes the messages that have already arrived.
    fn catch_up(&mut self) -> Result<bool, Failure> {
        let mut any = false;
        while let Some(message) = self.socket.stream.next().now_or_never() {
            self.fold(message.ok_or("the connection is gone")??)?;
            any = true;
        }
        Ok(any)
    }

    fn sequence(&self) -> u64 {
        self.session.sequence.unwrap_or(0)
    }
}

/// The four players of a table.
pub(crate) struct Party {
    people: Vec<Person>,
    number: u64,
    draws: u64,
}

impl Party {
    /// Seats four players and starts the match.
    pub(crate) async fn sit_down(
        server: &Server,
        table: &str,
        host: &str,
        number: u64,
    ) -> Result<Party, Failure> {
        let mut people = Vec::new();
        for seat in 0..4 {
            let mut person = Person {
                socket: connect(server, table, (seat == 0).then_some(host)).await?,
                session: Session::new(library(), 1),
                bot: player(Level::Novice, number * 4 + seat),
                answered: 0,
                refused: false,
            };
            let sit = ClientMessage::Sit { seat: None, name: format!("Person {seat}") };
            person.socket.send(&sit).await?;
            people.push(person);
        }
        for person in &mut people {
            person.until(|p| p.session.seat.is_some()).await?;
        }
        people[0].socket.send(&ClientMessage::Start).await?;
        for person in &mut people {
            person.until(|p| p.session.stage == Stage::Playing).await?;
        }
        Ok(Party { people, number, draws: 0 })
    }

    /// Plays until stopped. If a connection breaks, the table reports it and stops.
    pub(crate) async fn play(
        mut self,
        counted: Arc<Counted>,
        pace: Arc<Pace>,
        over: Arc<AtomicBool>,
    ) {
        while !over.load(Ordering::Relaxed) {
            if let Err(error) = self.step(&counted, &pace).await {
                eprintln!("table {}: {error}", self.number);
                return;
            }
        }
    }

    /// Returns a pseudo-random fraction of 1, different for each move and table.
    fn draw(&mut self) -> f64 {
        self.draws += 1;
        let mixed = (self.number << 32 | self.draws).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64
            / (1u64 << 53) as f64
    }

    /// Plays one move if some player has to decide.
    async fn step(&mut self, counted: &Counted, pace: &Pace) -> Result<(), Failure> {
        let part = self.draw();
        tokio::time::sleep(pace.wait(part)).await;
        for person in &mut self.people {
            person.catch_up()?;
        }
        if self.between().await? {
            return Ok(());
        }
        let Some(seat) = self.people.iter().position(|p| p.session.must_decide()) else {
            // The event that opens the next decision has not arrived yet.
            let [a, b, c, d] = &mut self.people[..] else { return Err("four people".into()) };
            tokio::select! {
                message = a.hear() => message?,
                message = b.hear() => message?,
                message = c.hear() => message?,
                message = d.hear() => message?,
            }
            return Ok(());
        };
        let person = &mut self.people[seat];
        let Some(view) = person.session.view() else { return Err("no view".into()) };
        let action = person.bot.decide(&view, &Budget::Playouts(0));
        let before = person.sequence();
        person.session.sent = None;
        let Some(act) = person.session.act(&action) else { return Err("no act".into()) };
        let ClientMessage::Act { id, .. } = act else { return Err("no act".into()) };
        let began = Instant::now();
        person.socket.send(&act).await?;
        person.until(|p| p.answered == id).await?;
        if person.refused {
            counted.refused.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        // Decisions on an offer are announced once all players have decided.
        if !self.people[seat].session.has_answered() {
            for person in &mut self.people {
                person.until(|p| p.sequence() > before).await?;
            }
        }
        let time = began.elapsed();
        counted.moves.fetch_add(1, Ordering::Relaxed);
        if pace.0.load(Ordering::Relaxed) > 0 {
            counted.times.lock().push(time);
        }
        Ok(())
    }

    /// After a deal or a match all players continue; returns `false` in the middle of a deal.
    async fn between(&mut self) -> Result<bool, Failure> {
        let session = &self.people[0].session;
        let message = match session.stage {
            Stage::Over => ClientMessage::Rematch,
            Stage::Gathering | Stage::Seating => {
                self.people[0].hear().await?;
                return Ok(true);
            }
            Stage::Playing => match session.view().map(|view| view.table.phase()) {
                Some(Phase::DealOver { .. }) => ClientMessage::Next,
                _ => return Ok(false),
            },
        };
        let before =
            self.people[0].session.view().map(|v| (v.table.deals_begun(), v.table.decision()));
        for person in &mut self.people {
            person.socket.send(&message).await?;
        }
        for person in &mut self.people {
            person
                .until(|p| {
                    let now = p.session.view().map(|v| (v.table.deals_begun(), v.table.decision()));
                    p.session.stage == Stage::Playing && now != before && now.is_some()
                })
                .await?;
        }
        Ok(true)
    }
}
