//! Players with broken connections who send duplicate, late, outdated or meaningless messages and race for
//! upcards: every match is played to its end. If one hangs, the test reports who waits for whom.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use tokio_tungstenite::tungstenite::Message;
use upcard_engine::Library;
use upcard_engine::chance::below;
use upcard_table::wire::{ClientMessage, PROTOCOL, Resume, RuleSource, ServerMessage, Stage};

use super::{Target, either};
use crate::common::{HELLO, Socket, connect, hear, open, pace, random_seed, say, sit};
use crate::visitor::Seen;

/// Number of players at each table, without bots.
const PEOPLE: usize = 4;

/// Games in which several players may buy the upcard, the first of them by the rules and in a race.
const GAMES: [(&str, &str); 5] = [
    ("shanghai-rummy", "buying.priority=race"),
    ("shanghai-rummy", ""),
    ("contract-rummy", "buying.priority=race"),
    ("ill-buy-it", ""),
    ("liverpool-rummy", "buying.priority=race"),
];

/// A table without events for this long hangs: it is longer than any timeout.
const DEAD_AFTER: Duration = Duration::from_secs(45);

/// State shared by the players of a table.
struct Scene {
    address: SocketAddr,
    table: String,
    over: AtomicBool,
    seated: AtomicUsize,
    sent: AtomicU64,
    /// Time of the last event.
    last: Mutex<Instant>,
    /// State of each player, for reporting a hang.
    known: Mutex<[String; PEOPLE]>,
}

struct Drifter {
    scene: Arc<Scene>,
    number: usize,
    cookie: Option<String>,
    rng: ChaCha12Rng,
    seen: Seen,
    ids: u64,
    /// Sent and not answered.
    open: Option<ClientMessage>,
    old: Vec<ClientMessage>,
}

impl Drifter {
    fn dice(&mut self, sides: u32) -> bool {
        below(&mut self.rng, sides) == 0
    }

    async fn play(mut self) -> Seen {
        while !self.scene.over.load(Ordering::Relaxed) {
            let back = connect(self.scene.address, &self.scene.table, self.cookie.as_deref());
            if let Some((socket, cookie)) = back.await {
                self.cookie = self.cookie.take().or(cookie);
                // `None` if the connection broke.
                let _ = self.session(socket).await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.seen
    }

    async fn session(&mut self, mut socket: Socket) -> Option<()> {
        let resume = (self.seen.sequence() > 0 && !self.dice(4))
            .then_some(Resume { after: self.seen.sequence(), seat: self.seen.seat });
        self.says(&mut socket, ClientMessage::Hello { protocol: PROTOCOL, resume }).await?;
        if self.seen.seat.is_none() {
            self.says(&mut socket, sit(&format!("P{}", self.number))).await?;
        }
        if let Some(open) = self.open.clone() {
            // Sending it again tells whether it was executed before the connection broke.
            self.says(&mut socket, open).await?;
        }
        let mut pace = pace();
        while !self.scene.over.load(Ordering::Relaxed) {
            tokio::select! {
                biased;
                message = hear(&mut socket) => self.takes(&message?),
                _ = pace.tick() => {
                    // The connection breaks silently.
                    if self.dice(150) {
                        return None;
                    }
                    if let Some(message) = self.whim() {
                        self.says(&mut socket, message).await?;
                    } else if self.dice(100) {
                        socket.send(Message::text("{\"act\":{\"id\":1")).await.ok()?;
                    } else if let Some(message) = self.answer() {
                        let twice = self.dice(10).then(|| message.clone());
                        self.says(&mut socket, message).await?;
                        if let Some(message) = twice {
                            self.says(&mut socket, message).await?;
                        }
                    }
                }
            }
        }
        None
    }

    async fn says(&mut self, socket: &mut Socket, message: ClientMessage) -> Option<()> {
        self.scene.sent.fetch_add(1, Ordering::Relaxed);
        say(socket, &message).await
    }

    fn takes(&mut self, message: &ServerMessage) {
        let (before, had) = (self.seen.sequence(), self.seen.seat);
        self.seen.fold(message);
        if self.seen.sequence() > before {
            *self.scene.last.lock().unwrap() = Instant::now();
        }
        if had.is_none() && self.seen.seat.is_some() {
            self.scene.seated.fetch_add(1, Ordering::Relaxed);
        }
        if let ServerMessage::Accepted { .. } | ServerMessage::Refused { .. } = message {
            self.old.extend(self.open.take());
        }
        let asked = self.seen.asked().map(|view| (view.table.phase(), view.table.decision()));
        let phase = self.seen.view.as_ref().map(|own| (own.table.phase(), own.table.decision()));
        self.scene.known.lock().unwrap()[self.number] = format!(
            "person {}, seat {:?}, at {}: {:?}, sees {phase:?}, asked {asked:?}, covered {}, ready {}, \
             not answered {:?}",
            self.number,
            self.seen.seat,
            self.seen.sequence(),
            self.seen.stage,
            self.seen.covered(),
            self.seen.ready(),
            self.open
        );
    }

    /// Returns a random useless message.
    fn whim(&mut self) -> Option<ClientMessage> {
        let decision = self.seen.view.as_ref().map_or(0, |own| own.table.decision());
        let number = u64::from(below(&mut self.rng, 40));
        let act = |decision, action: &str| {
            Some(ClientMessage::Act { id: 1_000_000 + number, decision, action: action.into() })
        };
        match below(&mut self.rng, 160) {
            // An old message, …
            0..8 if !self.old.is_empty() => {
                let at = below(&mut self.rng, self.old.len() as u32) as usize;
                Some(self.old[at].clone())
            }
            // … for a past or future decision, …
            8..12 => act(decision.wrapping_sub(1), "buy"),
            12..16 => act(decision + 1, "pass"),
            // … or an impossible action.
            16..20 => act(decision, "discard JK"),
            20 => act(decision, "\u{fffc}"),
            21 => Some(ClientMessage::Next),
            22 => Some(ClientMessage::Ping),
            23 => Some(ClientMessage::Hello { protocol: PROTOCOL - 1, resume: None }),
            24 => Some(HELLO),
            25 => Some(ClientMessage::HandOver),
            26 => Some(ClientMessage::Leave),
            27 => Some(ClientMessage::Start),
            _ => None,
        }
    }

    fn answer(&mut self) -> Option<ClientMessage> {
        let all = self.scene.seated.load(Ordering::Relaxed) == PEOPLE;
        match self.seen.stage {
            Stage::Seating if self.seen.seat.is_none() => {
                return Some(sit(&format!("P{}", self.number)));
            }
            Stage::Seating => return (self.number == 0 && all).then_some(ClientMessage::Start),
            Stage::Over => {
                self.scene.over.store(true, Ordering::Relaxed);
                return None;
            }
            Stage::Gathering => return None,
            Stage::Playing => {}
        }
        if self.open.is_some() {
            return self.open.clone();
        }
        if self.seen.covered() {
            return self.dice(3).then_some(ClientMessage::TakeBack);
        }
        if self.seen.waits_for_next_deal() {
            return Some(ClientMessage::Next);
        }
        self.open = Some(self.seen.action(self.ids + 1, &mut self.rng)?);
        self.ids += 1;
        self.open.clone()
    }
}

/// Opens a table and lets its players play a match to the end; returns the number of messages sent.
async fn match_of(address: SocketAddr, seed: u64) -> u64 {
    let library = Library::standard().unwrap();
    let (game, change) = GAMES[seed as usize % GAMES.len()];
    let mut changes: Vec<(String, String)> = Vec::new();
    let deals = format!("match.deals={}", either(1, 2));
    for change in [change, &deals] {
        let Some((path, value)) = change.split_once('=') else { continue };
        let mut with = changes.clone();
        with.push((path.to_owned(), value.to_owned()));
        let source = RuleSource { game: game.into(), changes: with.clone(), players: 4 };
        if source.new_rules(&library).is_ok() {
            changes = with;
        }
    }
    let changes = serde_json::to_string(&changes).unwrap();
    let body = format!(
        r#"{{"game":"{game}","changes":{changes},"offer-seconds":1,"seats":["person","person","person","person"]}}"#
    );
    let (table, host) = open(address, &body).await;
    let scene = Arc::new(Scene {
        address,
        table,
        over: AtomicBool::new(false),
        seated: AtomicUsize::new(0),
        sent: AtomicU64::new(0),
        last: Mutex::new(Instant::now()),
        known: Mutex::default(),
    });
    let people: Vec<_> = (0..PEOPLE)
        .map(|number| Drifter {
            scene: scene.clone(),
            number,
            cookie: (number == 0).then(|| host.clone()),
            rng: ChaCha12Rng::seed_from_u64(seed * 10 + number as u64),
            seen: Seen::default(),
            ids: 0,
            open: None,
            old: Vec::new(),
        })
        .map(|drifter| tokio::spawn(drifter.play()))
        .collect();
    while !scene.over.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(people.iter().all(|one| !one.is_finished() || scene.over.load(Ordering::Relaxed)));
        if scene.last.lock().unwrap().elapsed() > DEAD_AFTER {
            let known = scene.known.lock().unwrap().join("\n");
            panic!("a match of {game}, seed {seed}, stands still:\n{known}");
        }
    }
    for one in people {
        one.await.unwrap();
    }
    scene.sent.load(Ordering::Relaxed)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_match_gets_stuck_whatever_clients_send() {
    let target = Target::with(&[]);
    let (address, first) = (target.address, random_seed() >> 8);
    let at_once = either(5, 10) as u64;
    let (mut matches, mut messages) = (0, 0);
    for turn in 0..either(1, 12) as u64 {
        let seeds = first + turn * at_once..first + (turn + 1) * at_once;
        let played: Vec<_> = seeds.map(|seed| tokio::spawn(match_of(address, seed))).collect();
        for one in played {
            messages += one.await.unwrap();
            matches += 1;
        }
    }
    println!("{matches} matches, {messages} messages of their people");
    target.end();
}
