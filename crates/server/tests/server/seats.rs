//! Seats over the network: rejoin links, several connections per person, many spectators.

use std::net::SocketAddr;
use std::time::Duration;

use upcard_engine::{Event, Seat};
use upcard_table::wire::{Change, ClientMessage, Lost, ServerMessage, Snapshot, Stage, TableError};

use crate::common::{
    Server, Socket, connect, cookie_of, error_of, get, greet, hear, hello, open, request, say, sit,
    snapshot, started,
};

const SET_UP: &str = r#"{"game":"rummy","seats":["person","person",{"bot":{"level":"novice"}}]}"#;

/// Sends a greeting and returns the snapshot.
async fn shown(socket: &mut Socket) -> Box<Snapshot> {
    hello(socket, None).await;
    snapshot(socket).await
}

/// Returns a table with its host Ann seated and the match started, and her connection and cookie.
async fn playing(address: SocketAddr) -> (String, Socket, String) {
    let (table, cookie) = open(address, SET_UP).await;
    let (mut ann, _) = connect(address, &table, Some(&cookie)).await.unwrap();
    shown(&mut ann).await;
    say(&mut ann, &sit("Ann <b>")).await.unwrap();
    assert_eq!(snapshot(&mut ann).await.seat, Some(Seat::at(0)));
    say(&mut ann, &ClientMessage::Start).await.unwrap();
    while !matches!(
        hear(&mut ann).await.unwrap(),
        ServerMessage::Event { event: Event::Dealt { .. }, .. }
    ) {}
    (table, ann, cookie)
}

/// Checks that a request for a link redirects to this place, and sets no cookie.
async fn redirects(address: SocketAddr, method: &str, link: &str, headers: &str, place: &str) {
    let (status, head, _) = request(address, method, link, headers, "").await.unwrap();
    assert!(status == 303 && head.contains(&format!("location: {place}")), "{head}");
    assert_eq!(cookie_of(&head), None);
}

/// Creates a rejoin link for this guest; returns its path.
async fn link(address: SocketAddr, table: &str, cookie: &str) -> (u16, String) {
    let path = format!("/api/tables/{table}/rejoin");
    let with = format!("cookie: {cookie}\r\n");
    let (status, _, body) = request(address, "POST", &path, &with, "").await.unwrap();
    let link = body.split('"').nth(3).unwrap();
    let base = format!("http://{address}");
    (status, link.strip_prefix(&base).unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejoin_link_asks_for_confirmation_and_works_once() {
    let (_place, server, address) = started("seats");
    let (table, mut ann, cookie) = playing(address).await;
    let (status, rejoin) = link(address, &table, &cookie).await;
    assert_eq!(status, 200);
    // A stranger has no seat to move.
    let (status, _) = link(address, &table, "").await;
    assert_eq!(status, 403);

    // Opening it asks for confirmation, with the name escaped, without scripts, and changes nothing.
    let (status, head, body) = request(address, "GET", &rejoin, "", "").await.unwrap();
    assert_eq!(status, 200, "{head}");
    assert_eq!(cookie_of(&head), None);
    assert!(body.contains("Ann &lt;b&gt;") && body.contains("<form method=\"post\""), "{body}");
    assert!(!body.contains("<script") && !body.contains("style="), "{body}");
    assert_eq!(get(address, "/r/style.css").await.0, 200);

    // Another site's page cannot confirm.
    let foreign = "origin: https://elsewhere.example\r\n";
    let (status, head, _) = request(address, "POST", &rejoin, foreign, "").await.unwrap();
    assert!(status == 403 && cookie_of(&head).is_none());

    // A device without a cookie becomes a new guest, and gets the seat with its hand.
    let (status, head, _) = request(address, "POST", &rejoin, "", "").await.unwrap();
    assert_eq!(status, 303);
    assert!(head.contains(&format!("location: /t/{table}")), "{head}");
    let phone = cookie_of(&head).unwrap();
    assert_ne!(phone, cookie);
    let (mut new, set) = connect(address, &table, Some(&phone)).await.unwrap();
    assert_eq!(set, None);
    let now = shown(&mut new).await;
    assert_eq!((now.seat, now.is_host, now.lost), (Some(Seat::at(0)), true, None));
    assert!(!now.view.unwrap().hand.is_empty());
    // The old device is notified.
    let now = snapshot(&mut ann).await;
    assert_eq!((now.seat, now.is_host, now.lost), (None, false, Some(Lost::Moved)));

    // The link is used up, for opening and for confirming.
    for method in ["GET", "POST"] {
        redirects(address, method, &rejoin, "", "/wrong-link").await;
    }
    // It stays used up after the seat has returned to the first device, which keeps its cookie.
    let (_, back) = link(address, &table, &phone).await;
    let with = format!("cookie: {cookie}\r\n");
    redirects(address, "POST", &back, &with, &format!("/t/{table}")).await;
    assert_eq!(snapshot(&mut ann).await.seat, Some(Seat::at(0)));
    redirects(address, "POST", &rejoin, "", "/wrong-link").await;

    // A damaged link.
    let broken = rejoin.replace('.', "0.");
    redirects(address, "GET", &broken, "", "/wrong-link").await;
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejoin_link_cannot_give_a_second_seat() {
    let (_place, server, address) = started("seats");
    let (table, cookie) = open(address, SET_UP).await;
    let (mut ann, _) = connect(address, &table, Some(&cookie)).await.unwrap();
    let (mut bo, set) = connect(address, &table, None).await.unwrap();
    let bos = set.unwrap();
    for (socket, name) in [(&mut ann, "Ann"), (&mut bo, "Bo")] {
        shown(socket).await;
        say(socket, &sit(name)).await.unwrap();
        assert!(snapshot(socket).await.seat.is_some());
    }
    let (_, rejoin) = link(address, &table, &cookie).await;
    let with = format!("cookie: {bos}\r\n");
    for method in ["GET", "POST"] {
        let (status, head, body) = request(address, method, &rejoin, &with, "").await.unwrap();
        assert!(status == 409 && body.contains("The seat was not moved"), "{head}{body}");
        assert_eq!(cookie_of(&head), None);
    }
    assert_eq!(shown(&mut bo).await.seat, Some(Seat::at(1)));
    assert_eq!(shown(&mut ann).await.seat, Some(Seat::at(0)));
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejoin_link_recovers_a_seat_after_cleared_cookies_and_a_restart() {
    let (place, server, address) = started("seats");
    let (table, ann, cookie) = playing(address).await;
    let (_, rejoin) = link(address, &table, &cookie).await;
    drop(ann);
    server.kill();
    let server = Server::at(address, &place, &[]);
    let (_, head, _) = request(address, "POST", &rejoin, "", "").await.unwrap();
    let (mut again, _) = connect(address, &table, cookie_of(&head).as_deref()).await.unwrap();
    let now = shown(&mut again).await;
    assert_eq!((now.seat, now.stage), (Some(Seat::at(0)), Stage::Playing));
    // Used up, also after a restart.
    server.kill();
    let server = Server::at(address, &place, &[]);
    let (_, head, _) = request(address, "POST", &rejoin, "", "").await.unwrap();
    assert!(head.contains("location: /wrong-link"), "{head}");
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_cannot_exclude_players() {
    let (_place, server, address) = started("seats");
    let (table, mut ann, cookie) = playing(address).await;
    let mut crowd = Vec::new();
    let error = loop {
        let mut socket = greet(address, &table, None).await;
        match hear(&mut socket).await.unwrap() {
            ServerMessage::Error { error } => break error,
            _ => crowd.push(socket),
        }
        assert!(crowd.len() < 100, "any number may look on");
    };
    assert_eq!(error, TableError::TooManyWatching);
    // The host can still reconnect, even with a second tab.
    ann.close(None).await.unwrap();
    for _ in 0..2 {
        let (mut socket, _) = connect(address, &table, Some(&cookie)).await.unwrap();
        assert_eq!(shown(&mut socket).await.seat, Some(Seat::at(0)));
        crowd.push(socket);
    }
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_per_person_are_limited_and_the_newest_stays() {
    let (_place, server, address) = started("seats");
    let (table, mut ann, cookie) = playing(address).await;
    let mut tabs = Vec::new();
    for _ in 0..8 {
        let (mut socket, _) = connect(address, &table, Some(&cookie)).await.unwrap();
        assert_eq!(shown(&mut socket).await.seat, Some(Seat::at(0)));
        tabs.push(socket);
    }
    // The oldest connection is told why it is closed.
    assert_eq!(error_of(&mut ann).await, TableError::TooManyOfOne);
    while hear(&mut ann).await.is_some() {}
    // Both tabs can play: one hands over to a bot, the other takes back.
    let covered = |message: &ServerMessage, wish: bool| match message {
        ServerMessage::Change { change: Change::Seat { seat, info, .. }, .. } => {
            *seat == Seat::at(0) && info.covered == wish
        }
        _ => false,
    };
    for (from, to, message, wish) in
        [(0, 7, ClientMessage::HandOver, true), (7, 0, ClientMessage::TakeBack, false)]
    {
        say(&mut tabs[from], &message).await.unwrap();
        let seen = async { while !covered(&hear(&mut tabs[to]).await.unwrap(), wish) {} };
        tokio::time::timeout(Duration::from_secs(30), seen).await.unwrap();
    }
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_players_are_told_whose_turn_it_is() {
    let (_place, server, address) = started("seats");
    let (table, ann, cookie) = playing(address).await;
    let about = format!("/api/tables/{table}");
    let asked_with = async |headers: &str| {
        let (status, _, body) = request(address, "GET", &about, headers, "").await.unwrap();
        assert_eq!(status, 200, "{body}");
        body
    };
    let own = asked_with(&format!("cookie: {cookie}\r\n")).await;
    assert!(own.contains("\"you\":{\"seat\":0,\"waiting\":["), "{own}");
    // A stranger does not see this.
    assert!(!asked_with("").await.contains("\"you\""));
    drop(ann);
    assert!(server.stop());
}
