//! Traces, as received by a collector.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use upcard_table::wire::{ClientMessage, ServerMessage};

use crate::common::{Server, WITH_BOT, greet, hear, open, own_host, own_host_at, say_all, sit};

/// Collector that keeps all request bodies.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Vec<u8>>>>);

impl Collector {
    async fn start() -> (Collector, SocketAddr) {
        let listener = TcpListener::bind(own_host()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let collector = Collector::default();
        let taking = collector.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(taking.clone().take(stream));
            }
        });
        (collector, address)
    }

    /// Responds to the requests of one connection.
    async fn take(self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut read = Vec::new();
        loop {
            let end = |read: &[u8]| read.windows(4).position(|part| part == b"\r\n\r\n");
            while end(&read).is_none() {
                if stream.read_buf(&mut read).await? == 0 {
                    return Ok(());
                }
            }
            let end = end(&read).unwrap() + 4;
            let head = String::from_utf8(read[..end].to_vec()).unwrap().to_lowercase();
            assert!(head.starts_with("post /v1/traces http/1.1\r\n"), "{head}");
            assert!(head.contains("content-type: application/x-protobuf\r\n"), "{head}");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.unwrap().parse().unwrap();
            while read.len() < end + length {
                stream.read_buf(&mut read).await?;
            }
            let rest = read.split_off(end + length);
            self.0.lock().unwrap().push(read.split_off(end));
            read = rest;
            let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\n\
                          content-length: 0\r\n\r\n";
            stream.write_all(answer.as_bytes()).await?;
        }
    }
}

fn value<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

fn number(span: &Span, key: &str) -> Option<i64> {
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::IntValue(number) => Some(*number),
        _ => None,
    }
}

/// Opens a table, sits down and leaves; a bot takes over, and a spectator watches for a while.
async fn play(address: SocketAddr) -> (String, String) {
    let (table, cookie) = open(address, WITH_BOT).await;
    let mut socket = greet(address, &table, Some(&cookie)).await;
    say_all(&mut socket, [sit("Wilhelmina"), ClientMessage::Start]).await;
    let mut spectator = greet(address, &table, None).await;
    let is_event = |message: &ServerMessage| matches!(message, ServerMessage::Event { .. });
    while !is_event(&hear(&mut socket).await.unwrap()) {}
    drop(socket);
    let mut events = 0;
    while events < 20 {
        events += u32::from(is_event(&hear(&mut spectator).await.unwrap()));
    }
    (table, cookie)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_show_timings_and_no_personal_data() {
    let (collector, address) = Collector::start().await;
    let server = Server::with("memory", &["--traces", &format!("http://{address}")]);
    let (table, cookie) = play(server.address).await;
    // Remaining spans are sent during the shutdown.
    assert!(server.stop());
    let bodies = std::mem::take(&mut *collector.0.lock().unwrap());
    let (mut spans, mut attributes) = (Vec::new(), BTreeSet::new());
    for body in &bodies {
        for secret in [table.as_str(), cookie.split_once('=').unwrap().1, "Wilhelmina"] {
            let found = body.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} stands in a trace");
        }
        let sent = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
        for of_resource in sent.resource_spans {
            let resource = of_resource.resource.unwrap().attributes;
            assert_eq!(value(&resource, "service.name"), Some("upcard"));
            spans.extend(of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
    }
    for span in &spans {
        assert!(span.events.is_empty() && span.start_time_unix_nano <= span.end_time_unix_nano);
        attributes.extend(span.attributes.iter().map(|attribute| attribute.key.as_str()));
    }
    let known = BTreeSet::from(["entries", "http.route", "id", "level", "status"]);
    assert_eq!(attributes, known, "whatever else is said in traces is to be looked at here");
    let named = |name: &'static str| spans.iter().filter(move |span| span.name == name);
    let opened =
        named("request").find(|s| value(&s.attributes, "http.route") == Some("/api/tables"));
    assert_eq!(number(opened.unwrap(), "status"), Some(201));
    let novice = |span: &&Span| value(&span.attributes, "level") == Some("novice");
    assert!(named("think").filter(novice).count() > 3, "a bot has thought");
    // A table's span contains the time of its store requests.
    for store in named("store") {
        let within = named("table").find(|table| table.span_id == store.parent_span_id);
        let within = within.expect("a table stores something in the course of its work");
        assert_eq!(value(&within.attributes, "id"), Some(&table[..4]));
        assert!(number(store, "entries") > Some(0));
        assert!(within.start_time_unix_nano <= store.start_time_unix_nano);
        assert!(store.end_time_unix_nano <= within.end_time_unix_nano);
    }
    assert!(named("store").count() > 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_collector_delays_nothing() {
    let traces = ["--traces", &format!("http://{}", own_host_at(4318))];
    let server = Server::with("memory", &traces);
    play(server.address).await;
    assert!(server.stop());
}
