//! Excessive amounts of legitimate traffic: configurations, requests, new tables, pings.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use upcard_engine::Seat;
use upcard_store::{Sqlite, Store};
use upcard_table::wire::{ClientMessage, Power, ServerMessage, TableError};

use super::{Target, either, long_set_up, request_from};
use crate::common::{HELLO, TWO_PEOPLE, greeted, hear, open, request_table, say, sit};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_cannot_fill_the_store() {
    let target = Target::with(&[]);
    let (table, cookie) = open(target.address, TWO_PEOPLE).await;
    let began = Instant::now();
    let mut hosts = tokio::task::JoinSet::new();
    // Stay at eight connections per guest; more would close the oldest.
    for host in 0..either(6, 8) {
        let mut socket = greeted(target.address, &table, Some(&cookie)).await;
        hosts.spawn(async move {
            let mut cut = false;
            for number in 0..either(60, 600) {
                let set_up = long_set_up(100 * host + number);
                let sit = sit(&format!("{host} {number}"));
                cut = say(&mut socket, &ClientMessage::SetUp { set_up }).await.is_none()
                    || say(&mut socket, &sit).await.is_none();
                if cut {
                    break;
                }
            }
            // The host receives an error or is cut off; a client cut off while sending may miss earlier
            // messages.
            let slowed = async {
                let mut fast = 0;
                while let Some(Ok(message)) = socket.next().await {
                    let Message::Text(text) = message else { continue };
                    let too_fast = ServerMessage::Error { error: TableError::TooFast };
                    fast += usize::from(serde_json::from_str(&text).ok() == Some(too_fast));
                    if fast == 30 || cut && fast > 0 {
                        break;
                    }
                }
            };
            tokio::time::timeout(Duration::from_secs(20), slowed).await.is_ok()
        });
    }
    while let Some(slowed) = hosts.join_next().await {
        assert!(slowed.unwrap(), "a host is neither told to slow down nor cut");
    }
    let seconds = began.elapsed().as_secs() + 1;
    let place = target.end();
    let entries = Sqlite::open(&place).unwrap().entries(&table).await.unwrap();
    let bytes: u64 = entries.iter().map(|entry| entry.len() as u64).sum();
    // A burst of 240 units and four per second, of up to 512 bytes each.
    let most = (240 + 4 * seconds) * 512;
    println!("{bytes} bytes stored in {seconds} s, {} entries", entries.len());
    assert!(entries.iter().any(|entry| entry.len() > 2_000), "no long set-up is taken");
    assert!(bytes <= most, "{bytes} bytes are stored after {seconds} s");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_cannot_use_up_the_hosts_limits() {
    let target = Target::with(&[]);
    let (table, cookie) = open(target.address, TWO_PEOPLE).await;
    let mut host = greeted(target.address, &table, Some(&cookie)).await;
    let mut strangers = Vec::new();
    for _ in 0..either(8, 30) {
        let mut stranger = greeted(target.address, &table, None).await;
        for _ in 0..59 {
            let end = ClientMessage::Host { power: Power::End };
            if say(&mut stranger, &end).await.is_none() {
                break;
            }
        }
        strangers.push(stranger);
    }
    // Wait until all of them have been processed before the host's message.
    for stranger in &mut strangers {
        let ping = say(stranger, &ClientMessage::Ping).await;
        while ping.is_some() {
            match hear(stranger).await {
                Some(ServerMessage::Error { error: TableError::TooFast } | ServerMessage::Pong)
                | None => break,
                Some(_) => {}
            }
        }
    }
    say(&mut host, &sit("Ann")).await.unwrap();
    loop {
        match hear(&mut host).await.unwrap() {
            ServerMessage::Welcome { seat: Some(seat), .. } if seat == Seat::at(0) => break,
            ServerMessage::Error { error } => panic!("{error:?}"),
            _ => {}
        }
    }
    target.end();
}

/// Requesting the full state repeatedly counts against the rate limit, over all connections.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_first_hello_of_a_connection_is_free() {
    let target = Target::with(&[]);
    let (table, cookie) = open(target.address, TWO_PEOPLE).await;
    let mut refused = 0;
    for _ in 0..8 {
        let mut socket = greeted(target.address, &table, Some(&cookie)).await;
        // The burst limit of a connection.
        for _ in 0..58 {
            say(&mut socket, &HELLO).await.unwrap();
        }
        say(&mut socket, &ClientMessage::Ping).await.unwrap();
        loop {
            match hear(&mut socket).await.unwrap() {
                ServerMessage::Pong => break,
                ServerMessage::Error { error: TableError::TooFast } => refused += 1,
                _ => {}
            }
        }
    }
    assert!(refused > 50, "{refused} of 464 greetings are refused");
    // A new connection is still greeted.
    greeted(target.address, &table, Some(&cookie)).await;
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_count_against_the_message_rate() {
    let target = Target::with(&[]);
    let (table, _) = open(target.address, TWO_PEOPLE).await;
    let mut socket = greeted(target.address, &table, None).await;
    for _ in 0..2_000 {
        if socket.send(Message::Ping(vec![0; 100].into())).await.is_err() {
            break;
        }
    }
    let (mut fast, too_fast) = (0, ServerMessage::Error { error: TableError::TooFast });
    while let Some(message) = hear(&mut socket).await {
        fast += u32::from(message == too_fast);
    }
    // A client that is still writing may miss the last messages; what matters is that it is cut off.
    assert!(fast <= 101, "{fast} answers to a flood of pings");
    target.alone().await;
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_about_tables_are_rate_limited() {
    let target = Target::with(&[]);
    let (table, _) = open(target.address, TWO_PEOPLE).await;
    for path in ["", "/qr.svg", "/socket"] {
        let one = format!("GET /api/tables/{table}{path} HTTP/1.1\r\nhost: x\r\n\r\n");
        let last = "GET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let mut stream = TcpStream::connect(target.address).await.unwrap();
        let (mut answers, mut questions) = stream.split();
        let text = format!("{}{last}", one.repeat(1_500));
        let (sent, heard) = tokio::join!(questions.write_all(text.as_bytes()), async {
            let mut text = String::new();
            let _ = tokio::io::AsyncReadExt::read_to_string(&mut answers, &mut text).await;
            text
        });
        sent.unwrap();
        let refused = heard.matches("HTTP/1.1 429").count();
        assert!(refused > 100, "{path}: {refused} of 1,500 questions are refused");
        assert!(heard.contains("too-fast") && heard.ends_with("{\"ready\":true}"));
    }
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opening_tables_is_rate_limited_per_guest() {
    let target = Target::with(&[]);
    let (_, cookie) = open(target.address, TWO_PEOPLE).await;
    // Garbage beside the cookie does not create another guest.
    let with = format!("cookie: upcard=x.y; {cookie}; upcard=z\r\n");
    // Another guest at the same address can open one, but addresses are limited, too.
    for (headers, least, limit) in [(with.as_str(), 20, 40), ("", 1, 100)] {
        let mut opened = 0;
        loop {
            let (status, _, body) = request_table(target.address, headers, TWO_PEOPLE).await;
            if status != 201 {
                assert!(status == 429 && body.contains("too-fast"), "{headers}: {body}");
                break;
            }
            opened += 1;
            assert!(opened < limit, "{headers}: nobody stops this");
        }
        assert!(opened >= least, "{headers}: {opened} tables");
    }
    let answer = request_from(3, target.address, "", TWO_PEOPLE).await;
    assert!(answer.starts_with("HTTP/1.1 201"), "another address is not refused");
    target.end();
}
