//! Players connected by sockets under faults, and a record of their actions.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use tokio::task::JoinHandle;
use upcard_client::{Check, Liveness};
use upcard_engine::chance::pick;
use upcard_engine::{Library, Seat, Seats};
use upcard_server::entries::decode;
use upcard_store::Store;
use upcard_table::wire::{ClientMessage, PROTOCOL, Resume, ServerMessage, Stage, TableError};
use upcard_table::{Entry, Room, Timing};

use crate::common::{Socket, answers_ready, connect, hear, open, say, sit, until};
use crate::visitor::Seen;

/// Number of people at each table; bots take the other seats.
const PEOPLE: usize = 2;

/// Connection timeout: a suspended process still accepts connections.
const CONNECT: Duration = Duration::from_secs(1);

/// Interval between readiness checks of the nodes …
const CHECK: Duration = Duration::from_secs(1);

/// … and their timeout.
const ANSWER: Duration = Duration::from_millis(800);

const GAMES: [&str; 5] =
    ["contract-rummy", "progressive-rummy", "ill-buy-it", "shanghai-rummy", "liverpool-rummy"];

#[derive(Default)]
struct Actions {
    /// Everything sent: id and action.
    sent: HashMap<u64, String>,
    acknowledged: Vec<u64>,
    /// Number acknowledged since the last fault.
    since: u32,
    seat: Option<Seat>,
}

/// Time of the last event at a table, and the longest pause.
struct Progress {
    last: Instant,
    longest: Duration,
}

/// State shared by all players.
struct Scene {
    addresses: Vec<SocketAddr>,
    /// Those ready at the last check.
    ready: Mutex<Vec<SocketAddr>>,
    began: Instant,
    over: AtomicBool,
    faults: AtomicU32,
}

impl Scene {
    /// Picks a random ready node, as a load balancer does; any node if none is ready.
    fn pick(&self, rng: &mut ChaCha12Rng) -> SocketAddr {
        let ready = self.ready.lock().unwrap();
        let from = if ready.is_empty() { &self.addresses } else { &*ready };
        *pick(rng, from).unwrap()
    }

    /// Periodically checks which nodes are ready.
    async fn balance(self: Arc<Scene>) {
        let mut often = tokio::time::interval(CHECK);
        while !self.over.load(Ordering::Relaxed) {
            often.tick().await;
            let asked = self.addresses.iter().map(|&address| async move {
                answers_ready(address, ANSWER).await.then_some(address)
            });
            let ready = futures_util::future::join_all(asked).await;
            *self.ready.lock().unwrap() = ready.into_iter().flatten().collect();
        }
    }
}

struct Player {
    scene: Arc<Scene>,
    table: String,
    cookie: String,
    actions: Arc<Mutex<Actions>>,
    progress: Arc<Mutex<Progress>>,
    rng: ChaCha12Rng,
    seen: Seen,
    /// Decides when a connection is given up, as in the page.
    line: Liveness,
    ids: u64,
    /// Sent and not answered.
    open: Option<ClientMessage>,
    /// Number of faults when it was sent.
    after: u32,
}

impl Player {
    async fn play(mut self, host: bool) -> Seen {
        let mut first = true;
        while !self.scene.over.load(Ordering::Relaxed) {
            let address = self.scene.pick(&mut self.rng);
            let back = connect(address, &self.table, Some(&self.cookie));
            if let Ok(Some((socket, _))) = tokio::time::timeout(CONNECT, back).await {
                // `None` if the connection broke.
                let _ = self.session(socket, host, &mut first).await;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        self.seen
    }

    async fn session(&mut self, mut socket: Socket, host: bool, first: &mut bool) -> Option<()> {
        let resume = (self.seen.sequence() > 0)
            .then_some(Resume { after: self.seen.sequence(), seat: self.seen.seat });
        say(&mut socket, &ClientMessage::Hello { protocol: PROTOCOL, resume }).await?;
        if *first || self.seen.seat.is_none() {
            say(&mut socket, &sit("Somebody")).await?;
            *first = false;
        }
        if let Some(open) = self.open.clone() {
            // Sending it again tells whether it was executed before the connection broke.
            self.after = self.scene.faults.load(Ordering::Relaxed);
            say(&mut socket, &open).await?;
        }
        let began = self.scene.began;
        let now = || began.elapsed().as_secs_f64() * 1000.0;
        self.line.note_connecting(now());
        self.line.note_open(now());
        let mut sent_at = Instant::now();
        while !self.scene.over.load(Ordering::Relaxed) {
            match tokio::time::timeout(Duration::from_millis(60), hear(&mut socket)).await {
                Ok(None) => return None,
                Ok(Some(message)) => {
                    if message == (ServerMessage::Error { error: TableError::Waiting }) {
                        self.line.note_store_wait(now());
                    } else {
                        self.line.note_received(now());
                    }
                    self.take(&message);
                    continue;
                }
                Err(_) => {}
            }
            match self.line.check(now()) {
                Check::Wait => {}
                Check::Ping => {
                    self.line.note_ping(now());
                    say(&mut socket, &ClientMessage::Ping).await?;
                }
                Check::Reconnect => return None,
            }
            if sent_at.elapsed() < Duration::from_millis(40) {
                continue;
            }
            sent_at = Instant::now();
            if let Some(message) = self.next_message(host) {
                self.after = self.scene.faults.load(Ordering::Relaxed);
                if matches!(message, ClientMessage::Act { .. }) {
                    self.line.note_action(now());
                }
                say(&mut socket, &message).await?;
            }
        }
        None
    }

    fn take(&mut self, message: &ServerMessage) {
        let before = self.seen.sequence();
        self.seen.fold(message);
        if self.seen.sequence() > before {
            let mut progress = self.progress.lock().unwrap();
            progress.longest = progress.longest.max(progress.last.elapsed());
            progress.last = Instant::now();
        }
        let mut actions = self.actions.lock().unwrap();
        actions.seat = self.seen.seat.or(actions.seat);
        match message {
            ServerMessage::Accepted { id } => {
                if !actions.acknowledged.contains(id) {
                    actions.acknowledged.push(*id);
                }
                if self.scene.faults.load(Ordering::Relaxed) == self.after {
                    actions.since += 1;
                }
                self.open = None;
            }
            ServerMessage::Refused { .. } => self.open = None,
            _ => {}
        }
    }

    fn next_message(&mut self, host: bool) -> Option<ClientMessage> {
        self.seen.seat?;
        match self.seen.stage {
            Stage::Seating => return host.then_some(ClientMessage::Start),
            Stage::Over => return Some(ClientMessage::Rematch),
            Stage::Gathering => return None,
            Stage::Playing => {}
        }
        if self.open.is_some() {
            return self.open.clone();
        }
        if self.seen.covered() {
            return Some(ClientMessage::TakeBack);
        }
        if self.seen.waits_for_next_deal() {
            return Some(ClientMessage::Next);
        }
        let act = self.seen.action(self.ids + 1, &mut self.rng)?;
        self.ids += 1;
        if let ClientMessage::Act { id, action, .. } = &act {
            self.actions.lock().unwrap().sent.insert(*id, action.clone());
        }
        self.open = Some(act);
        self.open.clone()
    }
}

struct Played {
    table: String,
    actions: Vec<Arc<Mutex<Actions>>>,
    progress: Arc<Mutex<Progress>>,
}

/// Tables at which people play until told to stop.
pub(crate) struct Crowd {
    scene: Arc<Scene>,
    tables: Vec<Played>,
    players: Vec<JoinHandle<Seen>>,
}

/// Numbers of checked actions.
pub(crate) struct Checked {
    pub(crate) acknowledged: u32,
    pub(crate) stored: u32,
}

impl Crowd {
    /// Opens tables and seats players.
    pub(crate) async fn gather(addresses: Vec<SocketAddr>, tables: usize) -> Crowd {
        let scene = Arc::new(Scene {
            ready: Mutex::new(addresses.clone()),
            addresses,
            began: Instant::now(),
            over: AtomicBool::new(false),
            faults: AtomicU32::new(0),
        });
        tokio::spawn(scene.clone().balance());
        let mut crowd = Crowd { scene: scene.clone(), tables: Vec::new(), players: Vec::new() };
        for n in 0..tables {
            let address = scene.addresses[n % scene.addresses.len()];
            let set_up = format!(
                r#"{{"game":"{}","offer-seconds":1,"seats":["person","person",
                {{"bot":{{"level":"novice"}}}},{{"bot":{{"level":"steady"}}}}]}}"#,
                GAMES[n % GAMES.len()]
            );
            let (table, host) = open(address, &set_up).await;
            let progress = Progress { last: Instant::now(), longest: Duration::ZERO };
            let progress = Arc::new(Mutex::new(progress));
            let mut actions = Vec::new();
            for person in 0..PEOPLE {
                let cookie = if person == 0 {
                    host.clone()
                } else {
                    connect(address, &table, None).await.unwrap().1.unwrap()
                };
                let of = Arc::new(Mutex::new(Actions::default()));
                actions.push(of.clone());
                let player = Player {
                    scene: scene.clone(),
                    table: table.clone(),
                    cookie,
                    actions: of,
                    progress: progress.clone(),
                    rng: ChaCha12Rng::seed_from_u64((n * PEOPLE + person) as u64),
                    seen: Seen::default(),
                    line: Liveness::new(0.0),
                    ids: 0,
                    open: None,
                    after: 0,
                };
                crowd.players.push(tokio::spawn(player.play(person == 0)));
            }
            crowd.tables.push(Played { table, actions, progress });
        }
        crowd
    }

    /// Records a fault: acknowledgements are counted from here.
    pub(crate) fn fault(&self) {
        self.scene.faults.fetch_add(1, Ordering::Relaxed);
        for actions in self.tables.iter().flat_map(|played| &played.actions) {
            actions.lock().unwrap().since = 0;
        }
    }

    /// Returns the number of tables with at least this many actions acknowledged since the last fault.
    pub(crate) fn going_on(&self, least: u32) -> usize {
        let goes_on = |played: &&Played| {
            played.actions.iter().map(|actions| actions.lock().unwrap().since).sum::<u32>() >= least
        };
        self.tables.iter().filter(goes_on).count()
    }

    /// Returns the number of actions acknowledged since the last fault, at all tables.
    pub(crate) fn acknowledged(&self) -> u32 {
        let all = self.tables.iter().flat_map(|played| &played.actions);
        all.map(|actions| actions.lock().unwrap().since).sum()
    }

    pub(crate) fn tables(&self) -> usize {
        self.tables.len()
    }

    /// Records a fault, and waits until all tables go on.
    pub(crate) async fn goes_on_after_fault(&self, least: u32) {
        self.fault();
        self.goes_on(least).await;
    }

    /// Waits until every table has this many actions acknowledged since the last fault.
    pub(crate) async fn goes_on(&self, least: u32) {
        until("a table does not go on", async || self.going_on(least) == self.tables()).await;
    }

    /// Returns the longest pause at any table since the previous call.
    pub(crate) fn longest_pause(&self) -> Duration {
        let longest = self.tables.iter().map(|played| {
            let mut progress = played.progress.lock().unwrap();
            let longest = progress.longest.max(progress.last.elapsed());
            progress.longest = Duration::ZERO;
            longest
        });
        longest.max().unwrap_or_default()
    }

    /// Stops playing; returns what each player has seen.
    pub(crate) async fn end(&mut self) -> Vec<Seen> {
        self.scene.over.store(true, Ordering::Relaxed);
        let mut seen = Vec::new();
        for player in self.players.drain(..) {
            seen.push(player.await.unwrap());
        }
        seen
    }

    /// Compares the players' actions and views with the store: no acknowledged action is lost or duplicated.
    pub(crate) async fn check(&self, store: &dyn Store, seen: &[Seen]) -> Checked {
        let library = Arc::new(Library::standard().unwrap());
        let mut checked = Checked { acknowledged: 0, stored: 0 };
        for (n, played) in self.tables.iter().enumerate() {
            let entries = decode(&store.entries(&played.table).await.unwrap()).unwrap();
            let room = Room::restore(library.clone(), Timing::default(), &entries).unwrap();
            for (person, actions) in played.actions.iter().enumerate() {
                let actions = actions.lock().unwrap();
                checked.check_actions(&actions, &entries);
                let seen = &seen[n * PEOPLE + person];
                assert!(seen.sequence() <= room.sequence(), "{} is not stored", seen.sequence());
                if seen.sequence() == room.sequence() {
                    check_view(seen, &room);
                }
            }
        }
        checked
    }
}

impl Checked {
    fn check_actions(&mut self, actions: &Actions, entries: &[Entry]) {
        let mut found: HashMap<u64, Vec<String>> = HashMap::new();
        for entry in entries {
            if let Entry::Acted { seat, action, id: Some(id), .. } = entry
                && Some(*seat) == actions.seat
            {
                found.entry(*id).or_default().push(action.to_string());
                self.stored += 1;
            }
        }
        for (id, stored) in &found {
            assert_eq!(stored.len(), 1, "action {id} is there twice");
            assert_eq!(Some(&stored[0]), actions.sent.get(id), "action {id}");
        }
        for id in &actions.acknowledged {
            assert!(found.contains_key(id), "action {id} is lost");
            self.acknowledged += 1;
        }
    }
}

/// Checks a client's view against the stored state.
fn check_view(seen: &Seen, room: &Room) {
    let truth = room.state().game().map(|game| game.own_view(seen.seat));
    // Decisions on an offer are announced once it is settled.
    let [truth, known] =
        [truth, seen.view.clone()].map(|view| Some(view?.with_answered(Seats::NONE)));
    assert_eq!(known, truth);
}
