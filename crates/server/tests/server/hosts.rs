//! Guarantees of docs/operations.md for administrators: upgrades, backups, keys.

use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::Message;
use upcard_server::signing::verify_record;
use upcard_store::{Sqlite, Store};
use upcard_table::wire::{
    Change, ClientMessage, Level, PROTOCOL, SeatPlan, ServerMessage, SetUp, Stage, TableError,
};

use crate::common::{
    Place, Server, TWO_PEOPLE, WITH_BOT, change, connect, enter, error_of, get, golden, greet,
    hear, hello, open, program, request, request_table, run_to_end, say, say_all, sit, started,
};
use crate::settings::refused;
use crate::story::record_key;
use crate::visitor::Visitor;

/// The table in the golden file, and its number of entries at the start of the third deal.
const TABLE: &str = "qqnzi8qdk2cm";
const THIRD_DEAL: u32 = 98;

/// Copies the file of the first version.
fn first_version(name: &str) -> Place {
    let copy = Place::new(name);
    std::fs::copy(golden("first-schema.db"), &copy).unwrap();
    copy
}

/// Copies it, modifies it, and removes its publicly known key.
fn old_file(name: &str, sql: &str) -> Place {
    let copy = first_version(name);
    change(&copy, sql);
    change(&copy, "DELETE FROM kept");
    copy
}

fn record() -> String {
    format!("/api/tables/{TABLE}/matches/1/record")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_match_continues_in_a_newer_version() {
    let path = old_file("middle", &format!("DELETE FROM entries WHERE number > {THIRD_DEAL}"));
    let server = Server::start(&path);
    let mut ann = Visitor::new(greet(server.address, TABLE, None).await);
    let mut was = None;
    // The person is absent: bots play to the end.
    while ann.seen.stage != Stage::Over {
        ann.hear().await;
        was = was.or(ann.seen.view.as_ref().map(|_| ann.seen.stage));
    }
    assert_eq!(was, Some(Stage::Playing), "it is found in the middle of the match");
    let (status, text) = get(server.address, &record()).await;
    assert_eq!(status, 200, "{text}");
    // Deals of the old version and of this one are verified alike.
    assert!(verify_record(&text, None).unwrap().proof.deals() >= 3);
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_actions_now_illegal_is_set_aside() {
    // A move stored by a program with other rules: this table has no buying.
    let other = r#"UPDATE entries SET text = replace(text, '"take"', '"buy"') WHERE number = 10"#;
    let path = old_file("otherwise", other);
    let server = Server::start(&path);
    let mut socket = greet(server.address, TABLE, None).await;
    assert_eq!(error_of(&mut socket).await, TableError::Damaged);
    let (status, body) = get(server.address, &record()).await;
    assert!(status == 503 && body.contains("damaged"), "{body}");
    assert!(server.stop());
    // The other program still finds every entry.
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(store.entries(TABLE).await.unwrap().len(), 159);
}

/// The date of a record is the end of its match, whenever it is fetched.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_dated_by_the_end_of_its_match() {
    // The 159th and last entry ended it.
    let sql = "UPDATE entries SET at = 784111777000 + (number - 159) * 1000";
    let path = old_file("dated", sql);
    let server = Server::start(&path);
    let (status, head, _) = request(server.address, "GET", &record(), "", "").await.unwrap();
    let date = head.lines().find_map(|line| line.strip_prefix("last-modified: "));
    assert_eq!((status, date), (200, Some("Sun, 06 Nov 1994 08:49:37 GMT")), "{head}");
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleting_a_key_invalidates_cookies_or_changes_the_signer() {
    let path = old_file("keys", "");
    let server = Server::start(&path);
    let (_, cookie) = open(server.address, TWO_PEOPLE).await;
    let known = async |server: &Server| {
        let (_, set) = connect(server.address, TABLE, Some(&cookie)).await.unwrap();
        set.is_none()
    };
    assert!(known(&server).await);
    let (key, (_, before)) =
        (record_key(server.address).await, get(server.address, &record()).await);
    assert!(server.stop());

    change(&path, "DELETE FROM kept WHERE name = 'record-key'");
    let server = Server::start(&path);
    assert!(known(&server).await);
    let (other, (_, after)) =
        (record_key(server.address).await, get(server.address, &record()).await);
    assert_ne!(key, other);
    // Records saved earlier are signed by the old key, new ones by the new key.
    for (text, by) in [(&before, key), (&after, other)] {
        assert_eq!(verify_record(text, Some(&by)).unwrap().signed, Some(by));
    }
    assert!(server.stop());

    change(&path, "DELETE FROM kept WHERE name = 'key'");
    let server = Server::start(&path);
    assert!(!known(&server).await);
    assert_eq!(record_key(server.address).await, other);
    assert!(server.stop());
}

#[test]
fn a_server_rejects_published_keys() {
    let path = first_version("published");
    let sql = |sql: &str| change(&path, sql);
    // The key of the file is in the sources; the others are keys of tests.
    let seven = "x'0707070707070707070707070707070707070707070707070707070707070707'";
    let later = seven.replace("07'", "070000000000000001'");
    let another = format!("INSERT INTO kept VALUES ('key-1', {later})");
    for (names, change) in [
        ("'key'", String::new()),
        ("'record-key'", format!("UPDATE kept SET name = 'record-key', bytes = {seven}")),
        ("'cluster-key'", "UPDATE kept SET name = 'cluster-key'".to_owned()),
        // A replaced key is followed by a timestamp.
        ("'key' and 'key-1'", format!("UPDATE kept SET name = 'key'; {another}")),
    ] {
        sql(&change);
        let (code, log) = refused(&["--store", path.to_str().unwrap()]);
        assert_eq!(code, Some(1), "{log}");
        assert!(log.contains(&format!("the key {names} of this store is public")), "{log}");
        assert!(log.contains("'upcard new-keys --store STORE'"), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_of_file_and_wal_is_a_complete_copy() {
    let (path, server, address) = started("snapshot");
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(open(address, TWO_PEOPLE).await.0);
    }
    let copy = Place::new("snapshot-copy");
    server.snapshot(&path, &copy);
    assert!(server.stop());
    let server = Server::start(&copy);
    for id in ids {
        assert_eq!(get(server.address, &format!("/api/tables/{id}")).await.0, 200);
    }
    assert!(server.stop());
}

/// A table of an additional game does not need the file any more: it is served unchanged without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_a_folder_are_offered_and_their_tables_survive_its_removal() {
    let path = Place::new("house-games");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.toml");
    let text = "name = \"House gin\"\nextends = \"gin\"\n[knocking]\nlimit = 7\n\
                [variations.long]\nabout = \"To 250\"\nmatch.target = 250\n";
    std::fs::write(&file, text).unwrap();
    let games = folder.path().display().to_string();
    let server = Server::with(&path, &["--games", &games]);
    let (_, listed) = get(server.address, "/api/games").await;
    assert!(listed.contains(r#""id":"house""#) && listed.contains("House gin"), "{listed}");
    let set_up = |game: &str| TWO_PEOPLE.replace("rummy", game);
    let about = format!("/api/tables/{}", open(server.address, &set_up("house")).await.0);
    let (_, before) = get(server.address, &about).await;
    assert!(before.contains(r#""game":"gin","changes":[["knocking.limit","7"]]"#), "{before}");
    let long = format!("/api/tables/{}", open(server.address, &set_up("house+long")).await.0);
    let (_, long) = get(server.address, &long).await;
    assert!(long.contains(r#"["knocking.limit","7"]"#), "{long}");
    assert!(long.contains(r#"["match.target","250"]"#), "{long}");
    // The host of an existing table configures it for this game; the table is found by its short code.
    let (id, cookie) = open(server.address, &set_up("gin")).await;
    let mut host = greet(server.address, &id, Some(&cookie)).await;
    let house = SetUp::new("house", vec![SeatPlan::Person; 2]);
    say(&mut host, &ClientMessage::SetUp { set_up: house }).await.unwrap();
    loop {
        let heard = hear(&mut host).await.unwrap();
        if let ServerMessage::Change { change: Change::SetUp { set_up, .. }, .. } = heard {
            assert_eq!(set_up.changes, [("knocking.limit".to_owned(), "7".to_owned())]);
            break;
        }
    }
    for (code, place) in [(&id[6..], format!("/t/{id}")), ("zzzzz2", "/wrong-link".to_owned())] {
        let path = format!("/c/{}", code.to_uppercase());
        let (status, head, _) = request(server.address, "GET", &path, "", "").await.unwrap();
        assert_eq!(status, 303);
        assert!(head.contains(&format!("location: {place}")), "{head}");
    }
    drop(host);
    let (status, _, unknown) = request_table(server.address, "", &set_up("house+x")).await;
    assert_eq!(status, 422, "{unknown}");
    assert!(unknown.contains("house has no variation 'x'"), "{unknown}");
    // The folder's path is not disclosed.
    assert!(!unknown.contains(&games), "{unknown}");
    assert!(server.stop());
    let server = Server::start(&path);
    assert_eq!(get(server.address, "/api/games").await.1, "[]");
    let told = |text: &str| text.split(r#""waiting""#).next().map(str::to_owned);
    assert_eq!(told(&get(server.address, &about).await.1), told(&before));
    assert!(server.stop());
}

#[test]
fn a_folder_with_an_invalid_game_is_rejected() {
    let rejected = |folder: &Path| {
        let (code, log) = refused(&["--store", "memory", "--games", folder.to_str().unwrap()]);
        assert_eq!(code, Some(1));
        log
    };
    let wrong = |name: &str, text: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
        rejected(folder.path())
    };
    let known = wrong("gin.toml", "name = \"Gin\"");
    assert!(known.contains("gin.toml: this name is taken by a built-in game"), "{known}");
    let value = wrong("house.toml", "name = \"House\"\n[melds]\nset-size = \"many\"");
    assert!(value.contains("house.toml:3: melds.set-size"), "{value}");
    let plus = wrong("a+b.toml", "name = \"House\"\nextends = \"gin\"");
    assert!(plus.contains("a+b.toml: the name of a game file or its folder"), "{plus}");
    assert!(rejected(Path::new("/no/such/folder")).contains("/no/such/folder: cannot be read"));
}

#[test]
fn a_store_readable_by_others_causes_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    let path = old_file("readable", "");
    for (mode, warned) in [(0o644, true), (0o600, false)] {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        // An address of another machine: the server exits after opening the store.
        let elsewhere = ["--listen", "192.0.2.1:1", "--store", path.to_str().unwrap()];
        let (_, log) = run_to_end(program().args(elsewhere));
        assert_eq!(log.contains("other users of this machine can read"), warned, "{log}");
    }
}

/// Addresses are counted in memory only.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ip_addresses_are_not_stored() {
    let path = Place::new("address");
    let server = Server::with(&path, &["--proxy", "1"]);
    let from = "x-forwarded-for: 203.0.113.77\r\n";
    let (status, head, _) = request_table(server.address, from, TWO_PEOPLE).await;
    assert_eq!(status, 201, "{head}");
    assert!(server.stop());
    for ending in ["", "-wal"] {
        // After a shutdown everything is in one file.
        let Ok(bytes) = std::fs::read(format!("{}{ending}", path.display())) else { continue };
        for address in [&b"203.0.113.77"[..], &[203, 0, 113, 77]] {
            assert!(!bytes.windows(address.len()).any(|part| part == address));
        }
    }
}

/// A client that returns with an old page after an upgrade is told the current protocol version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_page_is_told_to_reload() {
    let path = old_file("page", "");
    let server = Server::start(&path);
    let (mut socket, _) = connect(server.address, TABLE, None).await.unwrap();
    let old = ClientMessage::Hello { protocol: PROTOCOL - 1, resume: None };
    say(&mut socket, &old).await.unwrap();
    assert_eq!(error_of(&mut socket).await, TableError::Protocol { ours: PROTOCOL });
    // After reloading it continues at the same address.
    hello(&mut socket, None).await;
    assert!(matches!(hear(&mut socket).await, Some(ServerMessage::Welcome { .. })));
    assert!(server.stop());
}

/// The page uses the binary encoding. The bytes of its greeting, and of the error for outdated pages, never
/// change, whatever the protocol version: these are the bytes that pages of all versions send and read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_any_version_understand_the_version_error_and_keep_the_seat() {
    let server = Server::start("memory");
    let (table, cookie) = open(server.address, WITH_BOT).await;
    let mut socket = greet(server.address, &table, Some(&cookie)).await;
    say_all(&mut socket, [sit("Ann"), ClientMessage::Start]).await;
    let playing = |message: &ServerMessage| {
        matches!(message, ServerMessage::Change { change: Change::Began { .. }, .. })
    };
    while !playing(&hear(&mut socket).await.unwrap()) {}
    drop(socket);
    // Message kind, protocol version, nothing to resume.
    for old in [[0, 1, 0], [0, 2, 0], [0, 3, 0], [0, 4, 0], [0, 99, 0]] {
        let headers = [("cookie", &*cookie), ("sec-websocket-protocol", "upcard-compact")];
        let mut page = enter(server.address, &table, &headers).await.unwrap();
        page.send(Message::binary(old.to_vec())).await.unwrap();
        let answer = page.next().await.unwrap().unwrap();
        // An error, its kind, and the server's version.
        assert_eq!(answer, Message::binary(vec![9, 0, PROTOCOL as u8]), "{old:?}");
    }
    // After reloading it finds its seat and its match.
    let mut ann = Visitor::new(greet(server.address, &table, Some(&cookie)).await);
    while ann.seen.sequence() == 0 {
        ann.hear().await;
    }
    let (seat, stage) = (ann.seen.seat, ann.seen.stage);
    assert_eq!((seat, stage), (Some(upcard_engine::Seat::at(0)), Stage::Playing));
    assert!(server.stop());
}

/// The page of a table in memory describes its game; all other paths have the page's own description.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_preview_shows_the_game_and_no_names() {
    let place = Place::new("preview");
    let pages = place.folder();
    let page = "<meta property=\"og:title\" content=\"Upcard\">\n\
                <meta property=\"og:description\" content=\"Cards\">";
    std::fs::write(pages.join("index.html"), page).unwrap();
    let server = Server::with(&place, &["--pages", pages.to_str().unwrap()]);
    let seats = vec![SeatPlan::Person, SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }];
    let mut set_up = SetUp::new("contract-rummy", seats);
    for (changes, own) in [(Vec::new(), ""), (vec![("pack.jokers", "0")], ", with house rules")] {
        set_up.changes = changes.into_iter().map(|(p, v)| (p.to_owned(), v.to_owned())).collect();
        let body = serde_json::to_string(&set_up).unwrap();
        let (_, _, opened) = request_table(server.address, "", &body).await;
        let opened: serde_json::Value = serde_json::from_str(&opened).unwrap();
        let (status, seen) = get(server.address, opened["path"].as_str().unwrap()).await;
        assert_eq!(status, 200);
        let title = format!("content=\"Contract Rummy{own}: a seat at the card table\"");
        assert!(seen.contains(&title), "{seen}");
        assert!(
            seen.contains("seats are free. Open the link") || seen.contains("One seat"),
            "{seen}"
        );
    }
    for elsewhere in ["/", "/t/aaaaaaaaaaaa", "/t/..", "/t/%3Cb%3E", "/t/x/y"] {
        assert_eq!(get(server.address, elsewhere).await, (200, page.to_owned()), "{elsewhere}");
    }
}
