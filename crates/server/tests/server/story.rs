//! Typical use of a server: open, join, play, reconnect.

use std::net::SocketAddr;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_engine::record::{Record, ReplayError, from_hex};
use upcard_engine::{Phase, Seat};
use upcard_server::signing::{RecordKey, VerifyError, verify_record};
use upcard_table::wire::{
    Change, ClientMessage, PROTOCOL, Resume, ServerMessage, Stage, TableError,
};
use upcard_testkit::tamper::{Tampered, tampered};

use crate::common::{
    Place, Server, connect, error_of, get, greet, hear, hello, open, pace, request, request_table,
    say, sit, started,
};
use crate::visitor::Visitor;

const SET_UP: &str = r#"{"game":"rummy","changes":[["match.deals","1"]],
    "seats":["person",{"bot":{"level":"novice"}}]}"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_survives_broken_connections() {
    let (place, server, address) = started("story");
    let (table, cookie) = open(address, SET_UP).await;
    let (socket, set) = connect(address, &table, Some(&cookie)).await.unwrap();
    assert_eq!(set, None, "a known guest keeps the cookie");
    let mut ann = Visitor::new(socket);
    hello(&mut ann.socket, None).await;
    ann.say(&sit("Ann")).await;
    let entropy = upcard_table::Hex([7; 32]);
    let commitment = upcard_table::Hex(upcard_engine::chance::commitment(&entropy.0));
    ann.say(&ClientMessage::Commit { commitment }).await;
    ann.say(&ClientMessage::Start).await;
    let mut rng = ChaCha12Rng::seed_from_u64(4);
    let mut pace = pace();
    let mut moved_at = None;
    while ann.seen.stage != Stage::Over {
        let asked_at = ann.seen.asked().map(|view| (ann.seen.sequence(), view.table.decision()));
        if asked_at.is_some() && asked_at != moved_at {
            pace.tick().await;
            let action = ann.next_action(&mut rng).unwrap();
            ann.say(&action).await;
            if ann.ids == 5 {
                // The connection breaks right after the action was sent.
                let resume = Some(Resume { after: ann.seen.sequence(), seat: ann.seen.seat });
                drop(ann.socket);
                ann.socket = connect(address, &table, Some(&cookie)).await.unwrap().0;
                hello(&mut ann.socket, resume).await;
                ann.say(&action).await;
            }
            // On a slow machine a bot may have covered the seat and played meanwhile.
            moved_at = if ann.answer().await.is_ok() { asked_at } else { None };
            continue;
        }
        let message = ann.hear().await;
        if let ServerMessage::Change { change: Change::Gathering { .. }, .. } = message {
            ann.say(&ClientMessage::Reveal { entropy }).await;
        }
    }
    assert_eq!(ann.seen.view.as_ref().unwrap().table.phase(), Phase::MatchOver);

    // The record is available, and verifies every deal.
    let record = format!("/api/tables/{table}/matches/1/record");
    let (status, text) = get(address, &record).await;
    assert_eq!(status, 200);
    let key = record_key(address).await;
    let checked = verify_record(&text, Some(&key)).unwrap();
    assert_eq!(
        (checked.proof.before_match, checked.proof.contributors),
        (1, vec![Some(Seat::at(0))])
    );
    every_tampering_is_noticed(&text, &key);
    let missing = format!("/api/tables/{table}/matches/2/record");
    let (status, body) = get(address, &missing).await;
    assert!(status == 404 && body.contains("no-such-match"), "{body}");

    let with = format!("cookie: {cookie}\r\n");
    for qr in ["qr.svg", "rejoin.svg"] {
        let place = format!("/api/tables/{table}/{qr}");
        let (status, head, body) = request(address, "GET", &place, &with, "").await.unwrap();
        assert!(status == 200 && body.contains("<svg"), "{head}");
    }
    assert!(server.stop());
    // After a restart the same key signs the same record.
    let server = Server::at(address, &place, &[]);
    assert_eq!(record_key(address).await, key);
    assert_eq!(get(address, &record).await.1, text);
    assert!(server.stop());
}

/// Returns the public key for the server's records.
pub(crate) async fn record_key(address: SocketAddr) -> [u8; 32] {
    let (status, body) = get(address, "/api/key").await;
    assert!(status == 200 && body.contains(r#""algorithm":"ed25519""#), "{body}");
    let key = body.split('"').find_map(from_hex);
    key.unwrap_or_else(|| panic!("no key in {body}"))
}

/// Every change of a signed record is detected, and closing it again does not restore the signature.
fn every_tampering_is_noticed(text: &str, key: &[u8; 32]) {
    for Tampered { description, line, text } in tampered(text) {
        assert!(verify_record(&text, None).is_err(), "line {line}: {description} is not noticed");
    }
    let mut record = Record::parse(text).unwrap();
    record.seats[0] = "Eve".into();
    record.close();
    let unsigned = record.to_string();
    assert_eq!(verify_record(&unsigned, None).unwrap_err(), ReplayError::NotSigned.into());
    let eve = RecordKey::new(&[6; 32]);
    eve.seal(&mut record);
    let other = record.to_string();
    assert_eq!(verify_record(&other, None).unwrap().signed, Some(eve.public()));
    assert_eq!(verify_record(&other, Some(key)).unwrap_err(), VerifyError::OtherKey(eve.public()));
    // The other key's signature under this one's name.
    record.key = Some(*key);
    let signature = record.closing.as_ref().and_then(|closing| closing.signature).unwrap();
    record.seal(*key, |_| signature);
    assert_eq!(verify_record(&record.to_string(), None).unwrap_err(), VerifyError::Signature(*key));
    record.key = None;
    record.close();
    assert_eq!(verify_record(&record.to_string(), None).unwrap().signed, None);
    assert_eq!(verify_record(&record.to_string(), Some(key)).unwrap_err(), VerifyError::NotSigned);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_explain_what_to_do_next() {
    let (_place, server, address) = started("story");
    let (table, cookie) = open(address, SET_UP).await;
    let mut ann = greet(address, &table, Some(&cookie)).await;
    say(&mut ann, &sit("Ann")).await.unwrap();
    // A stranger gets a cookie, may watch, and finds no free seat.
    let (mut bo, set) = connect(address, &table, None).await.unwrap();
    assert!(set.is_some());
    let mut pace = pace();
    hello(&mut bo, None).await;
    assert!(matches!(hear(&mut bo).await, Some(ServerMessage::Welcome { seat: None, .. })));
    loop {
        let Some(ServerMessage::Snapshot(now)) = hear(&mut bo).await else { continue };
        if now.seated[0].sitter == (upcard_table::wire::Sitter::Person { name: "Ann".into() }) {
            break;
        }
        pace.tick().await;
        hello(&mut bo, None).await;
    }
    say(&mut bo, &sit("Bo")).await.unwrap();
    assert_eq!(error_of(&mut bo).await, TableError::TableFull);
    // An outdated client.
    say(&mut bo, &ClientMessage::Hello { protocol: 0, resume: None }).await.unwrap();
    assert_eq!(error_of(&mut bo).await, TableError::Protocol { ours: PROTOCOL });
    // Wrong links.
    for wrong in ["abcdefghijkm", "no", "..%2f..%2fhealth"] {
        let mut lost = greet(address, wrong, None).await;
        assert_eq!(error_of(&mut lost).await, TableError::NoSuchTable, "{wrong}");
        let about = format!("/api/tables/{wrong}");
        let (status, body) = get(address, &about).await;
        assert!(status == 404 && body.contains("no-such-table"), "{body}");
    }
    // Not JSON, too many, too large.
    use futures_util::SinkExt;
    bo.send("nonsense".into()).await.unwrap();
    assert_eq!(error_of(&mut bo).await, TableError::BadMessage);
    // More than the rate limit allows even on a slow machine.
    for _ in 0..150 {
        say(&mut bo, &ClientMessage::Ping).await.unwrap();
    }
    assert_eq!(error_of(&mut bo).await, TableError::TooFast);
    let long = "x".repeat(40_000);
    // The connection may be closed while sending.
    let _ = bo.send(long.clone().into()).await;
    while hear(&mut bo).await.is_some() {}
    // Other sites' pages.
    let foreign = "origin: https://elsewhere.example\r\n";
    let (status, _, body) = request_table(address, foreign, SET_UP).await;
    assert!(status == 403 && body.contains("foreign-origin"), "{body}");
    assert_eq!(request_table(address, "", &long).await.0, 413);
    let (status, head, _) = request(address, "GET", "/health", "", "").await.unwrap();
    assert_eq!(status, 200);
    let policy = head.lines().find(|l| l.starts_with("content-security-policy:")).unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"));
    // A running match has no record yet.
    say(&mut ann, &ClientMessage::Start).await.unwrap();
    loop {
        let record = format!("/api/tables/{table}/matches/1/record");
        let (status, body) = get(address, &record).await;
        if body.contains("no-such-match") {
            pace.tick().await;
            continue;
        }
        assert!(status == 409 && body.contains("match-running"), "{body}");
        break;
    }
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_of_a_missing_table_gets_an_error() {
    let (_place, server, address) = started("story");
    let mut visitors = tokio::task::JoinSet::new();
    for visitor in 0..12_u64 {
        visitors.spawn(async move {
            for time in 0..50 {
                let (mut lost, _) = connect(address, "abcdefghijkm", None).await.unwrap();
                // Before, while and after the server finds out that there is no such table.
                let wait = (time * 7919 + visitor * 104_729) % 3000;
                tokio::time::sleep(std::time::Duration::from_micros(wait)).await;
                hello(&mut lost, None).await;
                assert_eq!(error_of(&mut lost).await, TableError::NoSuchTable);
            }
        });
    }
    visitors.join_all().await;
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unloaded_table_is_loaded_for_the_next_visitor() {
    let path = Place::new("leaving");
    let server = Server::with(&path, &["--idle-minutes", "0"]);
    let address = server.address;
    let (table, _) = open(address, SET_UP).await;
    let mut visitors = tokio::task::JoinSet::new();
    for visitor in 0..4_u64 {
        let table = table.clone();
        visitors.spawn(async move {
            for time in 0..50 {
                let mut socket = greet(address, &table, None).await;
                let answer = hear(&mut socket).await;
                assert!(matches!(answer, Some(ServerMessage::Welcome { .. })), "{answer:?}");
                socket.close(None).await.unwrap();
                let wait = (time * 7919 + visitor * 104_729) % 3000;
                tokio::time::sleep(std::time::Duration::from_micros(wait)).await;
                let about = format!("/api/tables/{table}");
                let (status, body) = get(address, &about).await;
                assert_eq!(status, 200, "{body}");
            }
        });
    }
    visitors.join_all().await;
    assert!(server.stop());
}
