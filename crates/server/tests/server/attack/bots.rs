//! Somebody whose bots think much, beside others whose bots think little.

use futures_util::StreamExt;
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use tokio::io::AsyncWriteExt;
use upcard_engine::Library;
use upcard_table::wire::{ClientMessage, PROTOCOL};

use super::{Target, connect_from, other_address, rest};
use crate::common::{Seen, connect, cookie_of, hear, pace, request, say, some_action, until};

/// Four bots that think for as long as they may.
const DEAR: &str = r#"{"game":"rummy","seats":[{"bot":{"level":"expert"}},
    {"bot":{"level":"expert"}},{"bot":{"level":"expert"}},{"bot":{"level":"expert"}}]}"#;

const CHEAP: &str = r#"{"game":"rummy","seats":["person",{"bot":{"level":"novice"}},
    {"bot":{"level":"novice"}},{"bot":{"level":"novice"}}]}"#;

/// How many answers bots gave that were asked at one level and thought at another.
async fn answers(target: &Target, asked: &str, answered: &str) -> usize {
    let (_, _, text) = request(target.address, "GET", "/metrics", "", "").await.unwrap();
    let line = format!("upcard_thoughts_total{{asked=\"{asked}\",answered=\"{answered}\"}} ");
    let number = text.lines().find_map(|own| own.strip_prefix(&line));
    number.map_or(0, |number| number.parse().unwrap())
}

/// Opens a table from another address, begins its match and looks on.
async fn open_dear(target: &Target, cookie: &mut Option<String>) -> tokio::task::JoinHandle<()> {
    let mut stream = connect_from(other_address(9), target.address).await.unwrap();
    let cookies = cookie.as_ref().map(|own| format!("cookie: {own}\r\n")).unwrap_or_default();
    let text = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{cookies}content-length: {}\r\n\r\n{DEAR}",
        DEAR.len()
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 201"), "{answer}");
    *cookie = cookie.take().or_else(|| cookie_of(head));
    let table = body.split('"').nth(3).unwrap();
    let (mut socket, _) = connect(target.address, table, cookie.as_deref()).await.unwrap();
    for message in [ClientMessage::Hello { protocol: PROTOCOL, resume: None }, ClientMessage::Start]
    {
        say(&mut socket, &message).await.unwrap();
    }
    tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} })
}

/// One guest lets dozens of experts think for as long as they may, where one bot can think at a time.
/// Somebody else's bots answer all the same: each of their questions waits for the thought that is under
/// way, and not for those that wait. When the guest has gone nobody thinks for it any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_lets_bots_think_much_waits_alone() {
    let target = Target::with(&["--bot-threads", "1", "--bot-budget-ms", "1000"]).await;
    let (mut cookie, mut dear) = (None, Vec::new());
    for _ in 0..12 {
        dear.push(open_dear(&target, &mut cookie).await);
    }
    until("no expert thinks", async || answers(&target, "expert", "expert").await > 2).await;
    let (table, cookie) = target.open(CHEAP).await;
    let (mut socket, _) = connect(target.address, &table, Some(&cookie)).await.unwrap();
    let sit = ClientMessage::Sit { seat: None, name: "Ann".into() };
    for message in
        [ClientMessage::Hello { protocol: PROTOCOL, resume: None }, sit, ClientMessage::Start]
    {
        say(&mut socket, &message).await.unwrap();
    }
    let (library, mut seen, mut rng) =
        (Library::standard().unwrap(), Seen::default(), ChaCha12Rng::seed_from_u64(3));
    let (mut pace, mut ids, before) = (pace(), 0, answers(&target, "expert", "expert").await);
    let mut own = 0;
    while own < 20 {
        if let Some(view) = seen.asked() {
            let action = some_action(&view, &mut rng).unwrap().to_string();
            ids += 1;
            let act = ClientMessage::Act { id: ids, decision: view.table.decision(), action };
            pace.tick().await;
            say(&mut socket, &act).await.unwrap();
        } else if seen.waits_for_next_deal() {
            say(&mut socket, &ClientMessage::Next).await.unwrap();
        }
        seen.fold(&library, &hear(&mut socket).await.unwrap());
        own = answers(&target, "novice", "novice").await;
    }
    let meanwhile = answers(&target, "expert", "expert").await - before;
    println!("{own} answers, and {meanwhile} of experts meanwhile");
    assert!(meanwhile <= 3 * own, "{meanwhile} long thoughts went before {own} answers");
    // The guest goes: at most what is under way is thought to its end.
    for table in dear {
        table.abort();
        let _ = table.await;
    }
    until("connections are left over", async || target.connections().await == 2).await;
    let gone = answers(&target, "expert", "expert").await;
    say(&mut socket, &ClientMessage::HandOver).await.unwrap();
    until("the table stands still", async || answers(&target, "novice", "novice").await > own + 20)
        .await;
    let after = answers(&target, "expert", "expert").await;
    assert!(after <= gone + 1, "{after} instead of {gone}");
    target.end();
}
