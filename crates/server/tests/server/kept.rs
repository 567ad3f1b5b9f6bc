//! A store left behind by an earlier server is served by this one: every table, seat and record is there, and
//! play continues.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use upcard_engine::Seat;
use upcard_server::Settings;
use upcard_server::signing::verify_record;
use upcard_store::{Sqlite, Store};
use upcard_table::Timing;
use upcard_table::wire::{ClientMessage, ServerMessage, Stage};

use crate::common::{
    Place, Within, connect, get, golden, hear, hello, open, pace, request, sit, started,
};
use crate::story::record_key;
use crate::visitor::{Seen, Visitor};

/// Expected state of a table: what its players saw last.
#[derive(Serialize, Deserialize)]
struct Kept {
    table: String,
    entries: usize,
    /// Its public summary.
    about: Value,
    people: Vec<Person>,
    /// Records of its finished matches.
    records: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Person {
    cookie: String,
    seat: Option<Seat>,
    sequence: u64,
    stage: Stage,
    decision: Option<u32>,
    scores: Vec<i32>,
    hand: Option<String>,
}

impl Person {
    fn of(cookie: &str, seen: &Seen) -> Person {
        let view = seen.view.as_ref();
        Person {
            cookie: cookie.to_owned(),
            seat: seen.seat,
            sequence: seen.sequence(),
            stage: seen.stage,
            decision: view.map(|view| view.table.decision()),
            scores: view.map_or(Vec::new(), |view| view.table.scores().to_vec()),
            hand: seen.seat.and(view).map(|view| view.hand.to_string()),
        }
    }
}

/// Connects with a known cookie and receives the snapshot.
async fn back(address: SocketAddr, table: &str, cookie: &str) -> Visitor {
    let (socket, set) = connect(address, table, Some(cookie)).await.unwrap();
    assert_eq!(set, None, "a guest is known by the cookie of before");
    let mut visitor = Visitor { ids: 1_000_000, ..Visitor::new(socket) };
    hello(&mut visitor.socket, None).await;
    visitor.until(|message| matches!(message, ServerMessage::Snapshot(_))).await;
    visitor
}

/// Processes the messages that have already arrived.
async fn catch_up(people: &mut [Visitor]) {
    let soon = Duration::from_millis(10);
    for person in people {
        while let Ok(message) = tokio::time::timeout(soon, hear(&mut person.socket)).await {
            person.seen.fold(&message.unwrap());
        }
    }
}

/// Makes a move, or gets ready for the next deal; returns `true` if a move was made.
async fn act(person: &mut Visitor, rng: &mut ChaCha12Rng) -> bool {
    if person.seen.seat.is_none() || person.seen.stage != Stage::Playing {
        return false;
    }
    if person.seen.covered() {
        person.say(&ClientMessage::TakeBack).await;
        return false;
    }
    if person.seen.waits_for_next_deal() {
        person.say(&ClientMessage::Next).await;
        return false;
    }
    let Some(action) = person.next_action(rng) else { return false };
    person.say(&action).await;
    person.answer().await.is_ok()
}

/// Plays at least this many moves, until one of the players has to decide or the match is over.
async fn play(people: &mut [Visitor], moves: u32, rng: &mut ChaCha12Rng) {
    let (mut made, mut pace) = (0, pace());
    loop {
        catch_up(people).await;
        let over = people.iter().any(|person| person.seen.stage == Stage::Over);
        if over || made >= moves && people.iter().any(|person| person.seen.asked().is_some()) {
            return;
        }
        pace.tick().await;
        for person in &mut *people {
            if act(person, rng).await {
                made += 1;
                break;
            }
        }
    }
}

/// How far to play a table before the server stops.
enum Until {
    /// The match is not started.
    Seated,
    /// The players leave.
    Left,
    /// This many moves of the first match.
    Moves(u32),
    /// To the end of the first match, …
    Over,
    /// … and this many moves of the next one.
    Again(u32),
}

const ONE_DEAL: &str = r#"[["match.deals","1"]]"#;
const TWO: &str = r#"["person","person",{"bot":{"level":"novice"}}]"#;
const ONE: &str = r#"["person",{"bot":{"level":"steady"}}]"#;

/// Tables of the fixture: game, rule choices, seats, extent.
const TABLES: [(&str, &str, &str, Until); 10] = [
    ("rummy", ONE_DEAL, ONE, Until::Over),
    ("rummy", ONE_DEAL, TWO, Until::Again(6)),
    ("contract-rummy", "[]", TWO, Until::Moves(60)),
    ("shanghai-rummy", "[]", TWO, Until::Moves(40)),
    ("gin", "[]", ONE, Until::Moves(10)),
    ("pool-101", "[]", TWO, Until::Moves(8)),
    ("rummy-500", "[]", ONE, Until::Moves(20)),
    ("three-thirteen", "[]", TWO, Until::Moves(30)),
    ("liverpool-rummy", "[]", TWO, Until::Left),
    ("may-i", "[]", TWO, Until::Seated),
];

const STORE: &str = "server-schema-3.db.gz";
const SEEN: &str = "server-schema-3.json";

/// Plays at tables of a running server, and saves its store and what the players saw.
async fn leave_behind() {
    let (path, server, address) = started("leave-behind");
    let mut rng = ChaCha12Rng::seed_from_u64(11);
    let mut kept = Vec::new();
    for (game, changes, seats, until) in &TABLES {
        let set_up = format!(r#"{{"game":"{game}","changes":{changes},"seats":{seats}}}"#);
        let (table, host) = open(address, &set_up).await;
        let mut cookies = vec![host];
        if *seats == TWO {
            cookies.push(connect(address, &table, None).await.unwrap().1.unwrap());
        }
        let mut people = Vec::new();
        for (cookie, name) in cookies.iter().zip(["Ann", "Bo"]) {
            let mut person = back(address, &table, cookie).await;
            person.say(&sit(name)).await;
            let sits = |message: &ServerMessage| {
                matches!(message, ServerMessage::Welcome { seat: Some(_), .. })
            };
            person.until(sits).await;
            people.push(person);
        }
        let begun = |message: &ServerMessage| matches!(message, ServerMessage::Event { .. });
        let host = &mut people[0];
        if let Until::Moves(_) | Until::Over | Until::Again(_) = until {
            host.say(&ClientMessage::Start).await;
            host.until(begun).await;
        }
        match until {
            Until::Seated => {}
            Until::Left => {
                host.say(&ClientMessage::Leave).await;
                let left = |message: &ServerMessage| {
                    matches!(message, ServerMessage::Welcome { seat: None, .. })
                };
                host.until(left).await;
            }
            Until::Moves(moves) => play(&mut people, *moves, &mut rng).await,
            Until::Over | Until::Again(_) => play(&mut people, u32::MAX, &mut rng).await,
        }
        if let Until::Again(moves) = until {
            for person in &mut people {
                person.say(&ClientMessage::Rematch).await;
            }
            for person in &mut people {
                person.until(begun).await;
            }
            play(&mut people, *moves, &mut rng).await;
        }
        catch_up(&mut people).await;
        // Nothing happens after they have left.
        let seen = cookies.iter().zip(people);
        let people: Vec<Person> = seen.map(|(cookie, one)| Person::of(cookie, &one.seen)).collect();
        let about = about(address, &table, &people[0].cookie).await;
        let finished = about["finished"].as_u64().unwrap();
        let mut records = Vec::new();
        for number in 1..=finished {
            let path = format!("/api/tables/{table}/matches/{number}/record");
            let (status, text) = get(address, &path).await;
            assert_eq!(status, 200, "{text}");
            records.push(text);
        }
        kept.push(Kept { table, entries: 0, about, people, records });
    }
    assert!(server.stop());
    let store = Sqlite::open(&path).unwrap();
    for table in &mut kept {
        table.entries = store.entries(&table.table).await.unwrap().len();
    }
    store.close().await.unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&std::fs::read(&path).unwrap()).unwrap();
    std::fs::write(golden(STORE), packed.finish().unwrap()).unwrap();
    std::fs::write(golden(SEEN), serde_json::to_string_pretty(&kept).unwrap() + "\n").unwrap();
}

/// Returns the public summary of a table.
async fn about(address: SocketAddr, table: &str, cookie: &str) -> Value {
    let (path, with) = (format!("/api/tables/{table}"), format!("cookie: {cookie}\r\n"));
    let (status, _, body) = request(address, "GET", &path, &with, "").await.unwrap();
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// Returns `true` if the summary still contains everything it did before. It may contain more: rules that
/// differ from today's edition appear among the changes.
fn is_still_said(before: &Value, today: &Value) -> bool {
    let in_key = |key: &String, before: &Value, now: &Value| match (before, now) {
        (Value::Array(before), Value::Array(now)) if key == "changes" => now.starts_with(before),
        _ => is_still_said(before, now),
    };
    match (before, today) {
        (Value::Object(before), Value::Object(today)) => before
            .iter()
            .all(|(key, value)| today.get(key).is_some_and(|now| in_key(key, value, now))),
        (Value::Array(before), Value::Array(today)) => {
            before.len() == today.len()
                && before.iter().zip(today).all(|(before, today)| is_still_said(before, today))
        }
        _ => before == today,
    }
}

/// Never change the fixture: it is what existing servers have stored. A new store format gets a file of its
/// own, written by the first version that has it, with `UPCARD_BLESS_STORE` set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stores_of_earlier_releases_are_served_and_play_continues() {
    if std::env::var_os("UPCARD_BLESS_STORE").is_some() {
        leave_behind().await;
    }
    let kept: Vec<Kept> =
        serde_json::from_str(&std::fs::read_to_string(golden(SEEN)).unwrap()).unwrap();
    assert_eq!(kept.len(), TABLES.len());
    let path = Place::new("left-behind");
    let mut file = Vec::new();
    GzDecoder::new(&std::fs::read(golden(STORE)).unwrap()[..]).read_to_end(&mut file).unwrap();
    std::fs::write(&path, file).unwrap();
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(store.count().await.unwrap(), kept.len() as u64);
    for table in &kept {
        let entries = store.entries(&table.table).await.unwrap().len();
        assert_eq!(entries, table.entries, "{}", table.table);
    }
    // A server process would refuse these keys, which are public.
    let timing = Timing {
        min_bot_delay: 0,
        max_bot_delay: 5,
        absent: 2000,
        next_deal: 2000,
        ..Timing::default()
    };
    let settings = Settings { timing, ..Settings::default() };
    let server = Within::start(Arc::new(store), settings).await;
    let address = server.address;
    let key = record_key(address).await;
    let mut rng = ChaCha12Rng::seed_from_u64(12);
    let (mut records, mut played) = (0, 0);
    for Kept { table, about: before, people, records: proved, .. } in &kept {
        let today = about(address, table, &people[0].cookie).await;
        assert!(is_still_said(before, &today), "{before} was said, {today} is");
        for (number, before) in (1..).zip(proved) {
            let path = format!("/api/tables/{table}/matches/{number}/record");
            let (status, text) = get(address, &path).await;
            assert_eq!((status, &text), (200, before), "a record is printed and signed as it was");
            assert_eq!(verify_record(&text, Some(&key)).unwrap().signed, Some(key));
            records += 1;
        }
        // Nothing happens before the first player is back.
        let mut visitors = Vec::new();
        for person in people {
            let visitor = back(address, table, &person.cookie).await;
            if visitors.is_empty() {
                let now = Person::of(&person.cookie, &visitor.seen);
                // The fixture also has scores of seats that do not exist.
                let mut before = person.clone();
                let others = before.scores.split_off(now.scores.len());
                assert!(others.iter().all(|score| *score == 0), "{table}");
                assert_eq!(now, before, "{table}");
            }
            assert_eq!(visitor.seen.seat, person.seat, "{table}");
            visitors.push(visitor);
        }
        if people[0].stage == Stage::Playing {
            play(&mut visitors, 3, &mut rng).await;
            assert!(visitors[0].seen.sequence() > people[0].sequence, "{table}");
            played += 1;
        }
    }
    assert_eq!((records, played), (2, 7));
    server.end().await.unwrap();
}
