//! A guest whose bots think a lot, beside others whose bots think little.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_engine::Level;
use upcard_table::wire::{Change, ClientMessage, SeatPlan, ServerMessage, SetUp, TableError};

use super::{Target, either, request_from};
use crate::common::{
    HELLO, connect, cookie_of, get, greet, hear, id_of, open, pace, say, say_all, sit, until,
};
use crate::visitor::Visitor;

/// Four bots with the longest thinking time.
const DEAR: &str = r#"{"game":"rummy","seats":[{"bot":{"level":"expert"}},
    {"bot":{"level":"expert"}},{"bot":{"level":"expert"}},{"bot":{"level":"expert"}}]}"#;

const CHEAP: &str = r#"{"game":"rummy","seats":["person",{"bot":{"level":"novice"}},
    {"bot":{"level":"novice"}},{"bot":{"level":"novice"}}]}"#;

/// Returns how many decisions were requested at one level and made at another.
async fn answers(target: &Target, asked: &str, answered: &str) -> usize {
    let (_, text) = get(target.address, "/metrics").await;
    let line = format!("upcard_thoughts_total{{asked=\"{asked}\",answered=\"{answered}\"}} ");
    let number = text.lines().find_map(|own| own.strip_prefix(&line));
    number.map_or(0, |number| number.parse().unwrap())
}

/// A client at another address, with its open tables.
#[derive(Default)]
struct Attacker {
    cookie: Option<String>,
    tables: Vec<tokio::task::JoinHandle<()>>,
}

impl Attacker {
    /// Requests a table; returns the response.
    async fn asks(&self, target: &Target, set_up: &str) -> String {
        let cookie = self.cookie.as_ref().map(|own| format!("cookie: {own}\r\n"));
        request_from(9, target.address, &cookie.unwrap_or_default(), set_up).await
    }

    /// Opens a table, starts its match and watches it.
    async fn opens(&mut self, target: &Target, set_up: &str) {
        let answer = self.asks(target, set_up).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 201"), "{answer}");
        self.cookie = self.cookie.take().or_else(|| cookie_of(head));
        let mut socket = greet(target.address, &id_of(body), self.cookie.as_deref()).await;
        say(&mut socket, &ClientMessage::Start).await.unwrap();
        self.tables
            .push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
    }

    /// Closes all connections.
    async fn goes(self) {
        for table in self.tables {
            table.abort();
            let _ = table.await;
        }
    }
}

/// Timeout for some dozens of decisions on a busy machine.
const PLAYING: Duration = Duration::from_secs(180);

/// A player against three novice bots.
struct Victim {
    visitor: Visitor,
    rng: ChaCha12Rng,
    pace: tokio::time::Interval,
}

impl Victim {
    async fn sits_down(target: &Target) -> Victim {
        let (table, cookie) = open(target.address, CHEAP).await;
        let mut socket = greet(target.address, &table, Some(&cookie)).await;
        say_all(&mut socket, [sit("Ann"), ClientMessage::Start]).await;
        let visitor = Visitor::new(socket);
        Victim { visitor, rng: ChaCha12Rng::seed_from_u64(3), pace: pace() }
    }

    /// Plays until this many bot decisions were made at this table.
    async fn plays(&mut self, target: &Target, until: usize) {
        let began = Instant::now();
        let mut last = None;
        while answers(target, "novice", "novice").await < until {
            // Repeated messages are no progress.
            assert!(
                began.elapsed() < PLAYING,
                "{until} answers never come; the table says {last:?}"
            );
            if let Some(action) = self.visitor.next_action(&mut self.rng) {
                self.pace.tick().await;
                self.visitor.say(&action).await;
            } else if self.visitor.seen.waits_for_next_deal() {
                self.visitor.say(&ClientMessage::Next).await;
            }
            last = Some(self.visitor.hear().await);
        }
    }
}

/// One guest keeps dozens of expert bots thinking for the maximum time, with a single bot slot. Another
/// guest's bots still respond: each of their requests waits for the one in progress, not for the queue. When
/// the first guest leaves, its requests are cancelled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_bot_users_delay_only_themselves() {
    let target = Target::with(&["--bot-threads", "1", "--bot-budget-ms", "1000"]);
    let mut attacker = Attacker::default();
    for _ in 0..12 {
        attacker.opens(&target, DEAR).await;
    }
    until("no expert thinks", async || answers(&target, "expert", "expert").await > 2).await;
    let (mut victim, before) =
        (Victim::sits_down(&target).await, answers(&target, "expert", "expert").await);
    victim.plays(&target, 20).await;
    let meanwhile = answers(&target, "expert", "expert").await - before;
    println!("20 answers, and {meanwhile} of experts meanwhile");
    assert!(meanwhile <= 60, "{meanwhile} long thoughts went before 20 answers");
    // The guest leaves: at most the request in progress is finished.
    attacker.goes().await;
    until("connections are left over", async || target.connections().await == 2).await;
    let gone = answers(&target, "expert", "expert").await;
    victim.visitor.say(&ClientMessage::HandOver).await;
    until("the table stands still", async || answers(&target, "novice", "novice").await > 40).await;
    let after = answers(&target, "expert", "expert").await;
    assert!(after <= gone + 1, "{after} instead of {gone}");
    target.end();
}

/// Builds a configuration with bots of one level in all seats, and these rule choices.
fn bots_by(game: &str, seats: usize, level: &str, changes: &str) -> String {
    let seats = vec![format!(r#"{{"bot":{{"level":"{level}"}}}}"#); seats].join(",");
    format!(r#"{{"game":"{game}","changes":[{changes}],"seats":[{seats}]}}"#)
}

/// Tables of one guest with hands larger than in any built-in game, whose bots use the maximum time; then
/// many more tables than cores. Another guest's table keeps running, and when the first guest leaves, its
/// requests are cancelled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expensive_hands_delay_only_their_table() {
    let eighty = bots_by("rummy", 4, "expert", r#"["pack.packs","7"],["dealing.hand","80"]"#);
    let sixteen =
        bots_by("points-rummy", 4, "expert", r#"["pack.packs","2"],["dealing.hand","16"]"#);
    let sharp = bots_by("rummy", 4, "sharp", "");
    let target = Target::with(&[]);
    let experts = async |target: &Target| {
        let mut all = 0;
        for answered in ["expert", "sharp", "steady", "novice", "random"] {
            all += answers(target, "expert", answered).await;
        }
        all
    };
    let mut attacker = Attacker::default();
    for _ in 0..3 {
        attacker.opens(&target, &eighty).await;
    }
    attacker.opens(&target, &sixteen).await;
    until("no expert thinks", async || experts(&target).await > 0).await;
    let began = Instant::now();
    let mut victim = Victim::sits_down(&target).await;
    victim.plays(&target, 30).await;
    let (whole, all) = (answers(&target, "expert", "expert").await, experts(&target).await);
    println!(
        "{:?} for 30 answers, beside {all} of experts, {whole} of them whole",
        began.elapsed()
    );
    // Some requests were answered at a lower level, and the metrics show it.
    assert!(whole < all, "{whole} of {all}");
    // Many tables at once, of as many guests as the limits require.
    let mut others: Vec<Attacker> = Vec::new();
    for number in 0..either(20, 55) {
        if number % 18 == 0 {
            others.push(Attacker::default());
        }
        others.last_mut().unwrap().opens(&target, &sharp).await;
    }
    let (began, before) = (Instant::now(), answers(&target, "sharp", "sharp").await);
    victim.plays(&target, 60).await;
    let sharps = answers(&target, "sharp", "sharp").await - before;
    println!("{:?} for 30 answers beside {sharps} of sharp players", began.elapsed());
    // They leave; requests in progress are cancelled or finished.
    attacker.goes().await;
    for other in others {
        other.goes().await;
    }
    until("connections are left over", async || target.connections().await == 2).await;
    let thought = async || experts(&target).await + answers(&target, "sharp", "sharp").await;
    let gone = thought().await;
    victim.plays(&target, 80).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(thought().await <= gone + cores, "bots think for nobody");
    target.end();
}

/// Rules that are too expensive even for the simplest bot allow no bot seats, in whatever way they are
/// requested. Absent players are covered by random play, and everyone is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_are_rejected_for_rules_that_are_too_expensive() {
    let changes = r#"["pack.packs","3"],["pack.jokers","4"],["dealing.hand","30"]"#;
    let target = Target::with(&[]);
    let attacker = Attacker::default();
    let answer = attacker.asks(&target, &bots_by("gin", 2, "novice", changes)).await;
    assert!(answer.starts_with("HTTP/1.1 422") && answer.contains("bots-too-dear"), "{answer}");
    let people = format!(r#"{{"game":"gin","changes":[{changes}],"seats":["person","person"]}}"#);
    let (table, cookie) = open(target.address, &people).await;
    let mut socket = greet(target.address, &table, Some(&cookie)).await;
    let (mut other, _) = connect(target.address, &table, None).await.unwrap();
    let changes = [("pack.packs", "3"), ("pack.jokers", "4"), ("dealing.hand", "30")];
    let changes = changes.map(|(path, value)| (path.into(), value.into())).to_vec();
    let bot = SeatPlan::Bot { level: Level::Novice };
    let set_up = SetUp { changes, ..SetUp::new("gin", vec![SeatPlan::Person, bot]) };
    let messages = [sit("Ann"), ClientMessage::SetUp { set_up }, ClientMessage::Start];
    say_all(&mut socket, messages).await;
    let too_dear = ServerMessage::Error { error: TableError::BotsTooDear };
    for _ in 0..2 {
        while hear(&mut socket).await.unwrap() != too_dear {}
    }
    say_all(&mut other, [HELLO, sit("Bo")]).await;
    let bo = |message: &ServerMessage| matches!(message, ServerMessage::Change { .. });
    while !bo(&hear(&mut socket).await.unwrap()) {}
    say(&mut socket, &ClientMessage::Start).await.unwrap();
    let began = |message: &ServerMessage| {
        matches!(message, ServerMessage::Change { change: Change::Began { .. }, .. })
    };
    while !began(&hear(&mut socket).await.unwrap()) {}
    say(&mut socket, &ClientMessage::HandOver).await.unwrap();
    say(&mut other, &ClientMessage::HandOver).await.unwrap();
    for _ in 0..2 {
        while hear(&mut socket).await.unwrap() != too_dear {}
    }
    // Random play may end the deal soon.
    until("nobody plays for them", async || answers(&target, "random", "random").await > 0).await;
    target.end();
}
