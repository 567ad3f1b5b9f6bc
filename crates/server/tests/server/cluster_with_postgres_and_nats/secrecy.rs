//! Content of the messages between nodes.

use std::collections::{HashMap, HashSet};

use futures_util::StreamExt;
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use tokio_tungstenite::tungstenite::Message as Frame;
use upcard_server::wire::{Address, Message, Opener, Part};
use upcard_store::Store;
use upcard_table::wire::{ClientMessage, ServerMessage, Stage};

use super::servers::Nodes;
use crate::common::{Socket, connect, greet, open, pace, say, sit, until};
use crate::visitor::Seen;

/// All messages on the NATS server, decrypted with the cluster's secret.
struct Tap {
    subscriber: async_nats::Subscriber,
    secret: [u8; 32],
    openers: HashMap<(Address, Address), Opener>,
}

impl Tap {
    async fn new(nodes: &Nodes) -> Tap {
        let client = async_nats::connect(nodes.nats.url()).await.unwrap();
        let subscriber = client.subscribe("upcard.>").await.unwrap();
        client.flush().await.unwrap();
        let secret =
            nodes.database.open().await.get_or_insert("cluster-key", Vec::new()).await.unwrap();
        Tap { subscriber, secret: secret.try_into().unwrap(), openers: HashMap::new() }
    }

    /// Returns the next message with sender and receiver.
    async fn next(&mut self) -> (Address, Address, Message) {
        loop {
            let sealed = self.subscriber.next().await.unwrap();
            let mut names = sealed.subject.split('.').skip(1).map(|name| name.parse().unwrap());
            let (to, from): (Address, Address) = (names.next().unwrap(), names.next().unwrap());
            let opener = self.openers.entry((from, to));
            let opener = opener.or_insert_with(|| Opener::new(&self.secret, from, to));
            if let Ok((message, _)) = opener.open(&sealed.payload) {
                return (from, to, message);
            }
        }
    }
}

/// A player, with all texts received.
struct Person {
    socket: Socket,
    received: Vec<String>,
    seen: Seen,
}

impl Person {
    async fn at(nodes: &Nodes, table: &str, cookie: &str) -> Person {
        let mut socket = greet(nodes.addresses[1], table, Some(cookie)).await;
        say(&mut socket, &sit("Somebody")).await.unwrap();
        Person { socket, received: Vec::new(), seen: Seen::default() }
    }

    /// Receives everything that the table has sent so far.
    async fn hear(&mut self) {
        say(&mut self.socket, &ClientMessage::Ping).await.unwrap();
        loop {
            let frame = self.socket.next().await.expect("the table lets go of a connection");
            let Frame::Text(text) = frame.unwrap() else { continue };
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            self.seen.fold(&message);
            self.received.push(text.as_str().to_owned());
            if message == ServerMessage::Pong {
                return;
            }
        }
    }
}

/// Two people play through a node that does not hold their table. That node receives exactly what each of
/// them is sent, byte for byte, and nothing else about the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and nats-server"]
async fn only_visible_data_is_sent_to_other_nodes() {
    let nodes = Nodes::start(2).await;
    let mut tap = Tap::new(&nodes).await;
    let set_up = r#"{"game":"contract-rummy","offer-seconds":1,"seats":["person","person",
        {"bot":{"level":"novice"}}]}"#;
    let (table, host) = open(nodes.addresses[0], set_up).await;
    // The first node to be asked takes the table.
    let held = async || nodes.measured(0, "upcard_tables_held").await == Some(1);
    until("the node where it was opened does not have the table", held).await;
    let (first, other) = connect(nodes.addresses[0], &table, None).await.unwrap();
    let mut people = [
        Person::at(&nodes, &table, &host).await,
        Person::at(&nodes, &table, &other.unwrap()).await,
    ];
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    let (mut ids, mut pace) = (0, pace());
    while ids < 60 {
        // Each of them sends at most two messages.
        pace.tick().await;
        pace.tick().await;
        for (place, person) in people.iter_mut().enumerate() {
            person.hear().await;
            if person.seen.stage == Stage::Seating && place == 0 {
                say(&mut person.socket, &ClientMessage::Start).await.unwrap();
            }
            // A deal may be over before all have responded.
            if person.seen.waits_for_next_deal() {
                say(&mut person.socket, &ClientMessage::Next).await.unwrap();
            }
            if let Some(action) = person.seen.action(ids + 1, &mut rng) {
                ids += 1;
                say(&mut person.socket, &action).await.unwrap();
            }
        }
    }
    let mut received = Vec::new();
    for person in &mut people {
        person.hear().await;
        received.push(std::mem::take(&mut person.received));
    }
    drop((first, people));
    // Until both connections are closed.
    let (mut forwarded, mut gone) = (HashMap::<u64, Vec<String>>::new(), HashSet::new());
    let mut fronts = Vec::new();
    while gone.len() < 2 {
        let (from, to, message) = tap.next().await;
        match message {
            Message::ToClient { link, parts } => {
                fronts.push((from, to));
                let texts = parts.into_iter().map(|part| match part {
                    Part::Text(text) => text,
                    Part::Bytes(_) => panic!("nobody has asked for bytes"),
                });
                forwarded.entry(link).or_default().extend(texts);
            }
            // Either side may close first, and the other need not respond then.
            Message::Disconnected { link } | Message::Closed { link, .. } => {
                gone.insert(link);
            }
            Message::Heartbeat | Message::Open(_) | Message::FromClient { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    fronts.dedup();
    assert_eq!(fronts.len(), 1, "from the node that has the table to the one that has not");
    let mut forwarded: Vec<(u64, Vec<String>)> = forwarded.into_iter().collect();
    forwarded.sort_by_key(|(link, _)| *link);
    assert_eq!(forwarded.len(), received.len());
    for ((link, forwarded), received) in forwarded.iter().zip(&received) {
        assert!(received.len() > 30 && forwarded.starts_with(received), "connection {link}");
    }
    println!("{} messages compared", received.iter().map(Vec::len).sum::<usize>());
}
