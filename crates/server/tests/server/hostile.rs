//! Malicious clients: each gets an error and is cut off at the limit, without affecting others.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use upcard_table::wire::{ClientMessage, PROTOCOL, ServerMessage, TableError};

use crate::common::{
    HELLO, Place, Server, Socket, TWO_PEOPLE, enter, get, greeted, hear, open, ping, say, until,
};

/// A server with a table and a well-behaved spectator.
struct Scene {
    server: Server,
    address: SocketAddr,
    _place: Place,
    table: String,
    honest: Socket,
}

impl Scene {
    async fn with(flags: &[&str]) -> Scene {
        let place = Place::new("hostile");
        let server = Server::with(&place, flags);
        let address = server.address;
        let (table, _) = open(address, TWO_PEOPLE).await;
        let honest = greeted(address, &table, None).await;
        Scene { server, address, _place: place, table, honest }
    }

    async fn connect(&self) -> Socket {
        greeted(self.address, &self.table, None).await
    }

    /// Connects as a proxy would for `from`; returns status and body if rejected.
    async fn enter(&self, from: &str) -> Result<Socket, (u16, String)> {
        enter(self.address, &self.table, &[("x-forwarded-for", from)]).await
    }

    /// Checks that the spectator is served and the others are gone, and stops the server.
    async fn end(mut self) {
        ping(&mut self.honest).await;
        until("a connection is left over", async || {
            let (status, body) = get(self.address, "/health").await;
            // The limit per address applies until closed connections are no longer counted.
            assert!(status == 200 || status == 429, "{status}: {body}");
            // The spectator's, and that of the request.
            body.contains(r#""connections":2"#)
        })
        .await;
        assert!(self.server.stop());
    }
}

/// Receives the next message, skipping news about other visitors.
async fn answer(socket: &mut Socket) -> Option<ServerMessage> {
    loop {
        match hear(socket).await {
            Some(ServerMessage::Company(_) | ServerMessage::Openings(_)) => {}
            other => return other,
        }
    }
}

/// Collects all errors until the connection is closed.
async fn errors(socket: &mut Socket) -> Vec<TableError> {
    let mut errors = Vec::new();
    loop {
        let next = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
        match next.expect("the connection is not cut") {
            Some(Ok(Message::Text(text))) => {
                if let ServerMessage::Error { error } = serde_json::from_str(&text).unwrap() {
                    errors.push(error);
                }
            }
            Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return errors,
            Some(Ok(_)) => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_messages_are_answered_and_floods_disconnected() {
    let scene = Scene::with(&[]).await;
    let mut socket = scene.connect().await;
    let deep = "[".repeat(16_000);
    let texts = [
        "",
        "{}",
        "null",
        "\u{0}",
        "{\"act\":{}}",
        "{\"conquer\":{}}",
        "{\"act\":{\"id\":-1,\"decision\":1,\"action\":\"draw\"}}",
        "{\"act\":{\"id\":1e99,\"decision\":1,\"action\":\"draw\"}}",
        "{\"hello\":{\"protocol\":99999999}}",
        &deep,
    ];
    for message in texts.map(Message::text).into_iter().chain([Message::binary(vec![0xff; 100])]) {
        let what: String = message.to_string().chars().take(40).collect();
        socket.send(message).await.unwrap();
        let bad = ServerMessage::Error { error: TableError::BadMessage };
        assert_eq!(answer(&mut socket).await, Some(bad), "{what}");
    }
    // Now as fast as possible, until cut off.
    for _ in 0..2000 {
        if socket.send(Message::text("nonsense")).await.is_err() {
            break;
        }
    }
    let errors = errors(&mut socket).await;
    let fast = errors.iter().filter(|error| **error == TableError::TooFast).count();
    assert!(fast <= 101, "{fast} answers to a flood");
    assert!(errors.len() - fast < 200);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn valid_messages_cannot_bypass_the_rate_limit() {
    let scene = Scene::with(&[]).await;
    let mut socket = scene.connect().await;
    for _ in 0..2000 {
        if say(&mut socket, &HELLO).await.is_none() {
            break;
        }
    }
    errors(&mut socket).await;
    // A new connection has a fresh rate limit.
    let mut socket = scene.connect().await;
    ping(&mut socket).await;
    drop(socket);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overlong_messages_are_disconnected() {
    let scene = Scene::with(&[]).await;
    // One frame, many frames, and a frame with an enormous length.
    let mut socket = scene.connect().await;
    let _ = socket.send(Message::text("x".repeat(16 * 1024 + 1))).await;
    assert!(errors(&mut socket).await.iter().all(|error| *error == TableError::BadMessage));
    for head in [&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff][..], &[0xf3, 0x80]] {
        let mut socket = scene.connect().await;
        socket.get_mut().write_all(head).await.unwrap();
        socket.get_mut().write_all(&[0; 64]).await.unwrap();
        errors(&mut socket).await;
    }
    let mut socket = scene.connect().await;
    let piece = [&[0x01, 0xfe, 0x0f, 0xa0, 0, 0, 0, 0][..], &[b' '; 4000]].concat();
    let more = [&[0x00][..], &piece[1..]].concat();
    let stream = socket.get_mut();
    let mut sent = stream.write_all(&piece).await;
    for _ in 0..20 {
        sent = sent.and(stream.write_all(&more).await);
    }
    errors(&mut socket).await;
    scene.end().await;
}

fn part(text: &str, code: Data, is_last: bool) -> Message {
    Message::Frame(Frame::message(text.as_bytes().to_vec(), OpCode::Data(code), is_last))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fragments_of_an_endless_message_are_limited() {
    let scene = Scene::with(&[]).await;
    let mut socket = scene.connect().await;
    let ping = ClientMessage::Ping;
    let text = serde_json::to_string(&ping).unwrap();
    // Fragmented messages, with empty fragments and interleaved pings, work like others.
    for _ in 0..3 {
        let (begin, end) = text.split_at(2);
        socket.send(part(begin, Data::Text, false)).await.unwrap();
        for _ in 0..100 {
            socket.send(part("", Data::Continue, false)).await.unwrap();
        }
        socket.send(Message::Ping(Vec::new().into())).await.unwrap();
        socket.send(part(end, Data::Continue, true)).await.unwrap();
        assert_eq!(answer(&mut socket).await, Some(ServerMessage::Pong));
    }
    // The longest message may arrive in hundreds of fragments.
    socket.send(part("", Data::Text, false)).await.unwrap();
    for _ in 0..512 {
        socket.send(part(&" ".repeat(32), Data::Continue, false)).await.unwrap();
    }
    socket.send(part("", Data::Continue, true)).await.unwrap();
    let bad = ServerMessage::Error { error: TableError::BadMessage };
    assert_eq!(answer(&mut socket).await, Some(bad));
    say(&mut socket, &ping).await.unwrap();
    assert_eq!(answer(&mut socket).await, Some(ServerMessage::Pong));
    // A message that never ends is cut off, although it is empty.
    socket.send(part("", Data::Text, false)).await.unwrap();
    let flood = async {
        let mut sent = 0;
        while sent < 10_000_000 && socket.send(part("", Data::Continue, false)).await.is_ok() {
            sent += 1;
        }
        sent
    };
    let sent = tokio::time::timeout(Duration::from_secs(60), flood).await.expect("it is cut");
    assert!(sent < 10_000_000, "all of them are taken");
    assert!(errors(&mut socket).await.len() <= 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_origins_and_protocols_are_rejected() {
    let scene = Scene::with(&[]).await;
    for (origin, fine) in [
        ("https://elsewhere.example".to_owned(), false),
        ("null".to_owned(), false),
        (format!("http://{}.elsewhere.example", scene.address), false),
        (format!("http://{}", scene.address), true),
    ] {
        match enter(scene.address, &scene.table, &[("origin", &origin)]).await {
            Ok(_) => assert!(fine, "{origin}"),
            Err((status, body)) => {
                assert_eq!((fine, status), (false, 403), "{origin}");
                assert!(body.contains("foreign-origin") || body.is_empty(), "{body}");
            }
        }
    }
    // Older and newer clients are told the server's protocol version, and may retry.
    let mut socket = scene.connect().await;
    for protocol in [0, PROTOCOL + 1, u16::MAX] {
        say(&mut socket, &ClientMessage::Hello { protocol, resume: None }).await.unwrap();
        let ours = TableError::Protocol { ours: PROTOCOL };
        assert_eq!(answer(&mut socket).await, Some(ServerMessage::Error { error: ours }));
    }
    say(&mut socket, &HELLO).await.unwrap();
    assert!(matches!(answer(&mut socket).await, Some(ServerMessage::Welcome { .. })));
    drop(socket);
    // Not HTTP at all.
    for noise in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"GET\r\n\r\n", b"HELO there\r\n\r\n"] {
        let mut stream = TcpStream::connect(scene.address).await.unwrap();
        stream.write_all(noise).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer));
        // The connection may be reset instead.
        let _ = read.await.expect("the connection is not cut");
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"));
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_per_address_are_limited() {
    // The spectator's connection is one of the three.
    let scene = Scene::with(&["--connections-per-address", "3"]).await;
    let mut open = Vec::new();
    // The header is ignored, as no proxy is trusted.
    for from in ["192.0.2.1", "192.0.2.2"] {
        open.push(scene.enter(from).await.unwrap());
    }
    let (status, body) = scene.enter("192.0.2.3").await.unwrap_err();
    assert_eq!(status, 429);
    assert!(body.contains("too-many-from-address") || body.is_empty(), "{body}");
    open.pop();
    // The server notices closed connections with a delay.
    until("a place that is free again is not given away", async || {
        open.extend(scene.enter("192.0.2.3").await);
        open.len() == 2
    })
    .await;
    drop(open);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trusted_proxy_names_the_clients() {
    let scene = Scene::with(&["--connections-per-address", "2", "--proxy"]).await;
    let mut open = Vec::new();
    // Only the entry added by the proxy itself counts: the last one.
    for from in ["192.0.2.1", "192.0.2.1, 192.0.2.2", "2001:db8::1"] {
        open.push(scene.enter(from).await.unwrap());
        open.push(scene.enter(from).await.unwrap());
    }
    for from in ["192.0.2.1", "192.0.2.7, 192.0.2.2", "2001:db8::2"] {
        assert_eq!(scene.enter(from).await.unwrap_err().0, 429, "{from}");
    }
    drop(open);
    scene.end().await;
}
