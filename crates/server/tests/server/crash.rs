//! A server is killed ten times while fifty tables play. Every table goes on afterwards; of the
//! actions that were acknowledged none is lost and none is there twice.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{Seen, Server, connect, cookie_of, hear, request, say, some_action, until};
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::chance::below;
use upcard_engine::{Library, Phase, Seat};
use upcard_server::entries::decode;
use upcard_store::{Sqlite, Store};
use upcard_table::wire::{ClientMessage, PROTOCOL, Resume, ServerMessage, Stage};
use upcard_table::{Entry, Room, Timing};

const TABLES: usize = 50;
const PEOPLE: usize = 2;
const KILLS: u32 = 10;

const GAMES: [&str; 5] =
    ["contract-rummy", "progressive-rummy", "ill-buy-it", "shanghai-rummy", "liverpool-rummy"];

/// What one person did.
#[derive(Default)]
struct Deeds {
    /// All that was sent: id and action.
    sent: HashMap<u64, String>,
    acknowledged: Vec<u64>,
    /// How many of them since the last kill.
    since: u32,
    seat: Option<Seat>,
}

struct World {
    address: SocketAddr,
    library: Library,
    over: AtomicBool,
    kills: AtomicU32,
}

struct Player {
    world: Arc<World>,
    table: String,
    cookie: String,
    deeds: Arc<Mutex<Deeds>>,
    rng: ChaCha12Rng,
    seen: Seen,
    ids: u64,
    /// Sent and not answered.
    open: Option<ClientMessage>,
}

impl Player {
    async fn play(mut self, host: bool) -> Seen {
        let mut first = true;
        while !self.world.over.load(Ordering::Relaxed) {
            let back = connect(self.world.address, &self.table, Some(&self.cookie)).await;
            if let Some((socket, _)) = back {
                // None is a connection that broke.
                let _ = self.session(socket, host, &mut first).await;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        self.seen
    }

    async fn session(
        &mut self,
        mut socket: crate::common::Socket,
        host: bool,
        first: &mut bool,
    ) -> Option<()> {
        let resume = (self.seen.sequence > 0)
            .then_some(Resume { after: self.seen.sequence, seat: self.seen.seat });
        say(&mut socket, &ClientMessage::Hello { protocol: PROTOCOL, resume }).await?;
        if *first || self.seen.seat.is_none() {
            let sit = ClientMessage::Sit { seat: None, name: "Somebody".into() };
            say(&mut socket, &sit).await?;
            *first = false;
        }
        if let Some(open) = self.open.clone() {
            // Was it carried out before the connection broke? The same message tells.
            say(&mut socket, &open).await?;
        }
        let kills = self.world.kills.load(Ordering::Relaxed);
        let mut wished = Instant::now();
        while !self.world.over.load(Ordering::Relaxed) {
            let heard = tokio::time::timeout(Duration::from_millis(60), hear(&mut socket)).await;
            match heard {
                Ok(None) => return None,
                Ok(Some(message)) => {
                    self.take(&message, kills);
                    continue;
                }
                Err(_) => {}
            }
            if wished.elapsed() < Duration::from_millis(40) {
                continue;
            }
            wished = Instant::now();
            if let Some(wish) = self.wish(host) {
                say(&mut socket, &wish).await?;
            }
        }
        None
    }

    fn take(&mut self, message: &ServerMessage, kills: u32) {
        self.seen.fold(&self.world.library, message);
        let mut deeds = self.deeds.lock().unwrap();
        deeds.seat = self.seen.seat.or(deeds.seat);
        match message {
            ServerMessage::Accepted { id } => {
                if !deeds.acknowledged.contains(id) {
                    deeds.acknowledged.push(*id);
                }
                if kills == KILLS {
                    deeds.since += 1;
                }
                self.open = None;
            }
            ServerMessage::Refused { .. } => self.open = None,
            ServerMessage::Error { .. } => {}
            _ => {}
        }
    }

    fn wish(&mut self, host: bool) -> Option<ClientMessage> {
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
        if self.seen.covered {
            return Some(ClientMessage::TakeBack);
        }
        let own = self.seen.view.as_ref()?;
        if let Phase::DealOver { .. } = own.table.phase {
            return (!self.seen.ready).then_some(ClientMessage::Next);
        }
        let view = self.seen.asked()?;
        let action = some_action(&view, &mut self.rng)?.to_string();
        let decision = view.table.decision;
        self.ids += 1;
        let id = self.ids;
        self.deeds.lock().unwrap().sent.insert(id, action.clone());
        let act = ClientMessage::Act { id, decision, action };
        self.open = Some(act.clone());
        Some(act)
    }
}

async fn open_table(address: SocketAddr, game: &str) -> (String, String) {
    let body = format!(
        r#"{{"game":"{game}","offer-seconds":1,"seats":["person","person",
        {{"bot":{{"level":"novice"}}}},{{"bot":{{"level":"steady"}}}}]}}"#
    );
    let (status, head, body) = request(address, "POST", "/api/tables", "", &body).await.unwrap();
    assert_eq!(status, 201, "{body}");
    let id = body.split('"').nth(3).unwrap().to_owned();
    (id, cookie_of(&head).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_action_is_lost_or_doubled() {
    let folder = std::env::temp_dir().join(format!("upcard-crash-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("crash.db");
    let mut server = Server::start(&path).await;
    let address = server.address;
    let library = Library::standard().unwrap();
    let world = Arc::new(World {
        address,
        library,
        over: AtomicBool::new(false),
        kills: AtomicU32::new(0),
    });
    let mut tables = Vec::new();
    let mut players = Vec::new();
    for n in 0..TABLES {
        let (table, host) = open_table(address, GAMES[n % GAMES.len()]).await;
        let mut deeds = Vec::new();
        for person in 0..PEOPLE {
            let cookie = if person == 0 {
                host.clone()
            } else {
                connect(address, &table, None).await.unwrap().1.unwrap()
            };
            let of = Arc::new(Mutex::new(Deeds::default()));
            deeds.push(of.clone());
            let player = Player {
                world: world.clone(),
                table: table.clone(),
                cookie,
                deeds: of,
                rng: ChaCha12Rng::seed_from_u64((n * PEOPLE + person) as u64),
                seen: Seen::default(),
                ids: 0,
                open: None,
            };
            players.push(tokio::spawn(player.play(person == 0)));
        }
        tables.push((table, deeds));
    }
    let mut rng = ChaCha12Rng::seed_from_u64(rng_seed());
    for kill in 1..=KILLS {
        tokio::time::sleep(Duration::from_millis(500 + u64::from(below(&mut rng, 1500)))).await;
        server.kill();
        world.kills.store(kill, Ordering::Relaxed);
        server = Server::again(address, &path).await;
    }
    // Every table goes on.
    let goes_on = |deeds: &Vec<Arc<Mutex<Deeds>>>| {
        deeds.iter().map(|d| d.lock().unwrap().since).sum::<u32>() >= 3
    };
    let all_go_on = async || tables.iter().all(|(_, deeds)| goes_on(deeds));
    until("a table does not go on", all_go_on).await;
    world.over.store(true, Ordering::Relaxed);
    let mut seen = Vec::new();
    for player in players {
        seen.push(player.await.unwrap());
    }
    assert!(server.stop(), "a stop without loss");
    let store = Sqlite::open(&path).unwrap();
    let library = Arc::new(Library::standard().unwrap());
    let (mut checked, mut stored) = (0, 0);
    for (n, (table, deeds)) in tables.iter().enumerate() {
        let entries = decode(&store.entries(table).await.unwrap()).unwrap();
        let room = Room::restore(library.clone(), Timing::default(), &entries).unwrap();
        for (person, deeds) in deeds.iter().enumerate() {
            let deeds = deeds.lock().unwrap();
            let mut found: HashMap<u64, Vec<String>> = HashMap::new();
            for entry in &entries {
                if let Entry::Acted { seat, action, id: Some(id), .. } = entry
                    && Some(*seat) == deeds.seat
                {
                    found.entry(*id).or_default().push(action.to_string());
                    stored += 1;
                }
            }
            for (id, actions) in &found {
                assert_eq!(actions.len(), 1, "action {id} is there twice");
                assert_eq!(Some(&actions[0]), deeds.sent.get(id), "action {id}");
            }
            for id in &deeds.acknowledged {
                assert!(found.contains_key(id), "action {id} is lost");
                checked += 1;
            }
            let seen = &seen[n * PEOPLE + person];
            assert!(seen.sequence <= room.sequence());
            if seen.sequence == room.sequence() {
                let mut truth = room.state().game().map(|game| game.own_view(seen.seat));
                let mut known = seen.view.clone();
                // Who has answered an offer is told when it is settled.
                for view in [&mut truth, &mut known].into_iter().flatten() {
                    if let Phase::Offers { answered, .. } | Phase::Call { answered, .. } =
                        &mut view.table.phase
                    {
                        *answered = upcard_engine::Seats::NONE;
                    }
                }
                assert_eq!(known, truth);
            }
        }
    }
    println!(
        "{KILLS} kills, {TABLES} tables: {checked} acknowledged actions checked, \
         {stored} stored, none lost, none doubled"
    );
    assert!(checked > 500);
    drop(store);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Another seed for each run: the moments of the kills are random.
fn rng_seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).unwrap();
    let seed = u64::from_le_bytes(bytes);
    println!("seed {seed}");
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    rng.next_u64()
}
