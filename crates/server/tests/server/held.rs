//! Servers in this process, on a store that delays its responses.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use tokio::sync::Semaphore;
use upcard_server::entries::decode;
use upcard_server::{Forget, ServeError, Settings};
use upcard_store::{Health, Store, StoreError};
use upcard_table::Timing;
use upcard_table::wire::{
    Change, ClientMessage, Pace, Power, Quota, Refused, ServerMessage, Sitter, Stage, TableError,
};

use crate::common::{
    HELLO, TWO_PEOPLE, WITH_BOT, Within, connect, get, greet, hear, open, pace, request,
    request_table, say, say_all, sit, until,
};
use crate::held_store::Held;
use crate::visitor::Visitor;

/// Starts a server with fast bots on a new store.
async fn serve(settings: Settings) -> (Arc<Held>, Within) {
    let timing = Timing { min_bot_delay: 0, max_bot_delay: 5, ..Timing::default() };
    let store = Held::new();
    let scene = Within::start(store.clone(), Settings { timing, ..settings }).await;
    (store, scene)
}

/// Opens a table, starts a match, and waits until it is the player's turn.
async fn playing(scene: &Within, set_up: &str) -> (Visitor, String) {
    let (table, cookie) = open(scene.address, set_up).await;
    let mut ann = Visitor::new(greet(scene.address, &table, Some(&cookie)).await);
    say_all(&mut ann.socket, [sit("Ann"), ClientMessage::Start]).await;
    while ann.seen.asked().is_none() {
        ann.hear().await;
    }
    (ann, table)
}

/// Makes a move once it is the player's turn; returns why it, or the next deal, was rejected, other than for
/// being too late.
async fn make_a_move(player: &mut Visitor, rng: &mut ChaCha12Rng) -> Result<(), Refused> {
    let mut pace = pace();
    loop {
        while player.seen.asked().is_none() {
            if player.seen.waits_for_next_deal() {
                player.say(&ClientMessage::Next).await;
            }
            // Starting the next deal can be rejected, too.
            if let ServerMessage::Error { error: TableError::Quota { of } } = player.hear().await {
                return Err(Refused::Quota { of });
            }
        }
        let action = player.next_action(rng).unwrap();
        pace.tick().await;
        player.say(&action).await;
        let answer = player.answer().await;
        if !matches!(answer, Err(Refused::Stale { .. } | Refused::Late { .. })) {
            return answer;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn creating_records_does_not_block_tables() {
    let (store, scene) = serve(Settings::default()).await;
    let (_elsewhere, long) = playing(&scene, WITH_BOT).await;
    let (mut ann, table) = playing(&scene, WITH_BOT).await;
    store.entries.forget_permits(Semaphore::MAX_PERMITS);
    let asked = store.asked.load(Ordering::Relaxed);
    let address = scene.address;
    // Twenty at once, one of them for the record of the table in play.
    let records: Vec<_> = (0..20)
        .map(|n| {
            let id = if n == 1 { &table } else { &long };
            let path = format!("/api/tables/{id}/matches/1/record");
            tokio::spawn(async move { request(address, "GET", &path, "", "").await.unwrap() })
        })
        .collect();
    while store.asked.load(Ordering::Relaxed) == asked {
        tokio::task::yield_now().await;
    }
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    for _ in 0..3 {
        make_a_move(&mut ann, &mut rng).await.unwrap();
    }
    assert!(records.iter().all(|record| !record.is_finished()), "all of them still wait");
    // Only a few concurrently.
    assert!(store.asked.load(Ordering::Relaxed) - asked <= 2);
    store.entries.add_permits(20);
    for record in records {
        let (status, _, body) = record.await.unwrap();
        assert!(status == 409 && body.contains("match-running"), "{body}");
    }
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hung_store_does_not_block_shutdown() {
    let settings = Settings { stop: Duration::from_millis(300), ..Settings::default() };
    let (store, scene) = serve(settings).await;
    let (mut ann, _) = playing(&scene, WITH_BOT).await;
    store.hangs.store(true, Ordering::Relaxed);
    // The table is waiting for the store when the shutdown starts.
    say_all(&mut ann.socket, [sit("Anna"), ClientMessage::Ping]).await;
    let ended = scene.end().await;
    assert!(matches!(ended, Err(ServeError::Hung)), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_waiting_for_its_store_notifies_players_and_stops_clocks() {
    let (store, scene) = serve(Settings::default()).await;
    let clock = r#"{"game":"rummy","clock":{"per-move":{"seconds":5,"bank":0}},
                    "seats":["person",{"bot":{"level":"novice"}}]}"#;
    let (mut ann, _) = playing(&scene, clock).await;
    let mut pace = pace();
    // Until the player has to decide and no other message is pending: then nothing is stored automatically.
    loop {
        ann.say(&ClientMessage::Ping).await;
        ann.until(|message| *message == ServerMessage::Pong).await;
        if ann.seen.asked().is_some() {
            break;
        }
        pace.tick().await;
    }
    store.changes.forget_permits(Semaphore::MAX_PERMITS);
    let action = ann.next_action(&mut ChaCha12Rng::seed_from_u64(1)).unwrap();
    ann.say(&action).await;
    let waiting = ServerMessage::Error { error: TableError::Waiting };
    // The second notice comes after eleven seconds, twice the time limit of a move.
    let mut notices = 0;
    while notices < 2 {
        let answer = ann.hear().await;
        let accepted = matches!(answer, ServerMessage::Accepted { .. });
        assert!(!accepted, "nothing is told that is not stored");
        assert!(!matches!(answer, ServerMessage::Refused { .. }), "{answer:?}");
        notices += u32::from(answer == waiting);
    }
    store.changes.add_permits(Semaphore::MAX_PERMITS);
    let mut accepted = false;
    while !accepted || ann.seen.asked().is_none() {
        let message = ann.hear().await;
        accepted |= message == ServerMessage::Accepted { id: 1 };
        assert!(!matches!(message, ServerMessage::Refused { .. }), "{message:?}");
        assert!(!ann.seen.covered(), "the time for the move ran while the table waited");
    }
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_does_not_query_the_store() {
    let (store, scene) = serve(Settings::default()).await;
    let counted = || store.log.lock().unwrap().iter().filter(|what| **what == "count").count();
    // Once at startup, for the log.
    assert_eq!(counted(), 1);
    store.hangs.store(true, Ordering::Relaxed);
    store.entries.forget_permits(Semaphore::MAX_PERMITS);
    let with = |fault: StoreError| Health { fault: Some(fault), ..Health::default() };
    let healths = [
        (Health::default(), 200, "\"status\":\"ok\""),
        (with(StoreError::Failed("secret".into())), 503, "[\"write-failed\"]"),
        (with(StoreError::FileReplaced("x".into())), 503, "[\"file-gone\"]"),
        (Health { waiting: Duration::from_secs(6), ..Health::default() }, 503, "[\"disk-slow\"]"),
        (Health { free: Some(1 << 20), ..Health::default() }, 200, "[\"disk-nearly-full\"]"),
        (Health { free: Some(1 << 40), ..Health::default() }, 200, "\"status\":\"ok\""),
    ];
    for (health, wanted, part) in healths {
        *store.health.lock().unwrap() = health;
        let (status, body) = get(scene.address, "/health").await;
        assert!(status == wanted && body.contains(part), "{body}");
        assert_eq!(body.contains("degraded"), !part.contains("ok"), "{body}");
        assert!(!body.contains("secret"), "{body}");
    }
    assert_eq!(counted(), 1);
    store.hangs.store(false, Ordering::Relaxed);
    scene.end().await.unwrap();
}

/// A write would wait until the database is back; opening a table must not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_table_opens_while_the_database_is_unreachable() {
    let (store, scene) = serve(Settings::default()).await;
    store.hangs.store(true, Ordering::Relaxed);
    let away = StoreError::Unreachable("no answer".into());
    *store.health.lock().unwrap() = Health { fault: Some(away), ..Health::default() };
    let opened = request_table(scene.address, "", WITH_BOT);
    let opened = tokio::time::timeout(Duration::from_secs(20), opened).await;
    let (status, _, body) = opened.unwrap();
    assert!(status == 503 && body.contains("\"unavailable\""), "{status} {body}");
    store.hangs.store(false, Ordering::Relaxed);
    *store.health.lock().unwrap() = Health::default();
    open(scene.address, WITH_BOT).await;
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_tables_are_counted_before_removal_and_never_disables_it() {
    let store = Held::new();
    store.old.store(3, Ordering::Relaxed);
    let scene = Within::start(store.clone(), Settings::default()).await;
    while store.old.load(Ordering::Relaxed) > 0 {
        tokio::task::yield_now().await;
    }
    let swept = |store: &Held| {
        let mut log = store.log.lock().unwrap().clone();
        log.retain(|what| *what != "count");
        log
    };
    assert_eq!(swept(&store), ["unused", "forget", "forget", "forget"]);
    scene.end().await.unwrap();

    let settings = Settings { forget: Forget::Never, ..Settings::default() };
    let (store, scene) = serve(settings).await;
    while !swept(&store).contains(&"tidy") {
        tokio::task::yield_now().await;
    }
    assert_eq!(swept(&store), ["unused", "tidy"]);
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_only_spectators_does_not_expire() {
    let touch_interval = Duration::from_millis(50);
    let (store, scene) = serve(Settings { touch_interval, ..Settings::default() }).await;
    let (table, cookie) = open(scene.address, WITH_BOT).await;
    let uses = || store.log.lock().unwrap().iter().filter(|what| **what == "use").count();
    // Nobody is there.
    tokio::time::sleep(4 * touch_interval).await;
    assert_eq!(uses(), 0);
    let (mut socket, _) = connect(scene.address, &table, Some(&cookie)).await.unwrap();
    until("nobody says that the table is used", async || uses() >= 3).await;
    // Entries are stored as before.
    say_all(&mut socket, [HELLO, sit("Ann")]).await;
    while !matches!(
        hear(&mut socket).await.unwrap(),
        ServerMessage::Change { .. } | ServerMessage::Welcome { seat: Some(_), .. }
    ) {}
    let stored = store.inner.entries(&table).await.unwrap().len();
    assert!(stored >= 2, "{stored}");
    scene.end().await.unwrap();
}

/// Sits down repeatedly under different names; returns the first error.
async fn rename(scene: &Within, table: &str, cookie: &str, times: u32) -> Option<TableError> {
    let mut socket = greet(scene.address, table, Some(cookie)).await;
    let mut pace = pace();
    for n in 0..times {
        say(&mut socket, &sit(&format!("Ann {}", n % 50))).await.unwrap();
        loop {
            match hear(&mut socket).await.unwrap() {
                // Continue, after an error more slowly.
                ServerMessage::Change { change: Change::Seat { .. }, .. }
                | ServerMessage::Error { error: TableError::TooFast } => break,
                ServerMessage::Error { error } => return Some(error),
                _ => {}
            }
        }
        if n >= 40 {
            pace.tick().await;
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn superseded_entries_are_compacted() {
    let (store, scene) = serve(Settings::default()).await;
    let (table, cookie) = open(scene.address, WITH_BOT).await;
    assert_eq!(rename(&scene, &table, &cookie, 80).await, None);
    let entries = store.inner.entries(&table).await.unwrap();
    assert!(entries.len() <= 34, "{} entries", entries.len());
    // The last name is kept across a restart.
    let library = Arc::new(upcard_engine::Library::standard().unwrap());
    let entries = decode(&entries).unwrap();
    let room = upcard_table::Room::restore(library, Timing::default(), &entries).unwrap();
    let sitter = Sitter::Person { name: "Ann 29".into() };
    assert_eq!(room.state().seated()[0].sitter, sitter);
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn storage_quotas_limit_tables_guests_and_addresses() {
    let quotas = [
        (Settings { table_quota: 1000, ..Settings::default() }, Quota::Table),
        (Settings { guest_quota: 1000, ..Settings::default() }, Quota::Guest),
        (Settings { address_quota: 1000, ..Settings::default() }, Quota::Address),
    ];
    for (settings, of) in quotas {
        let (store, scene) = serve(settings).await;
        let (table, cookie) = open(scene.address, WITH_BOT).await;
        let error = rename(&scene, &table, &cookie, 40).await;
        assert_eq!(error, Some(TableError::Quota { of }));
        let stored = store.inner.entries(&table).await.unwrap();
        let bytes: usize = stored.iter().map(Vec::len).sum();
        assert!((1000..1300).contains(&bytes), "{bytes} bytes");
        // A new table can be opened if only the old one is full.
        let with = format!("cookie: {cookie}\r\n");
        let opened = request_table(scene.address, &with, TWO_PEOPLE).await;
        if of == Quota::Table {
            assert_eq!(opened.0, 201);
        } else {
            assert!(opened.0 == 429 && opened.2.contains(of.code()), "{}", opened.2);
        }
        scene.end().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_bot_match_is_ended_and_charged_to_the_opener() {
    let settings = Settings { table_quota: 500, guest_quota: 1400, ..Settings::default() };
    let (store, scene) = serve(settings).await;
    let (table, cookie) = open(scene.address, WITH_BOT).await;
    let mut ann = Visitor::new(greet(scene.address, &table, Some(&cookie)).await);
    let messages = [sit("Ann"), ClientMessage::Start, ClientMessage::HandOver];
    say_all(&mut ann.socket, messages).await;
    let quota = ServerMessage::Error { error: TableError::Quota { of: Quota::Table } };
    let mut full = false;
    while ann.seen.stage != Stage::Over {
        full |= ann.hear().await == quota;
    }
    assert!(full, "they are told why");
    let stored = store.inner.entries(&table).await.unwrap();
    let bytes: usize = stored.iter().map(Vec::len).sum();
    assert!((1500..1700).contains(&bytes), "{bytes} bytes");
    assert_eq!(stored.last().unwrap(), br#""ended""#);
    let with = format!("cookie: {cookie}\r\n");
    let opened = request_table(scene.address, &with, WITH_BOT).await;
    assert!(opened.0 == 429 && opened.2.contains(Quota::Guest.code()), "{}", opened.2);
    scene.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_over_quota_is_refused_without_effect() {
    let settings = Settings { table_quota: 500, ..Settings::default() };
    let (store, scene) = serve(settings).await;
    let (mut ann, table) = playing(&scene, WITH_BOT).await;
    ann.say(&ClientMessage::Host { power: Power::Pace { pace: Pace::Fast } }).await;
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    let why = loop {
        if let Err(why) = make_a_move(&mut ann, &mut rng).await {
            break why;
        }
    };
    assert_eq!(why, Refused::Quota { of: Quota::Table });
    // The host can still end the match.
    ann.say(&ClientMessage::Host { power: Power::End }).await;
    while ann.seen.stage != Stage::Over {
        ann.hear().await;
    }
    let ended = store.inner.entries(&table).await.unwrap();
    assert_eq!(ended.last().unwrap(), br#""ended""#);
    scene.end().await.unwrap();
}
