//! Adapter that lets the bots of the crate gin-rummy-engine play Gin in the arena, through the protocol for
//! programs (docs/protocol.md):
//!
//! ```text
//! upcard arena --game gin --bots "sharp,cmd:adapters/gin-rummy-engine/target/release/gin-rummy-bots eaai"
//! ```
//!
//! For each decision the adapter reconstructs a table of the bots' own crate, replaying what the seat has
//! seen with consistent hidden cards. The bots decide about upcards, draws, discards and knocks; the arena's
//! best answer responds to a knock, which is at least as good as their own lay-offs.

mod bench;
mod deal;
mod paper;

use std::io::{BufRead, Write};
use std::process::ExitCode;

use gin_rummy_engine::gin_rummy::{Card, Hand};
use gin_rummy_engine::{
    DrawAction, EaaiSimpleBot, HeuristicBot, MonteCarloBot, Strategy, TurnAction, UpcardAction,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use deal::{Deal, Event};
use paper::Paper;

fn bot(name: &str, seed: u64) -> Option<Box<dyn Strategy>> {
    let rng = StdRng::seed_from_u64(seed);
    Some(match name.split_once(':') {
        None if name == "eaai" => Box::new(EaaiSimpleBot::new(rng)),
        None if name == "heuristic" => Box::new(HeuristicBot::new()),
        None if name == "paper" => Box::new(Paper),
        Some(("mc", samples)) => Box::new(MonteCarloBot::new(rng).samples(samples.parse().ok()?)),
        _ => return None,
    })
}

/// The relevant part of the arena's request.
struct Question<'a> {
    table: &'a Value,
    hand: Hand,
    offered: Vec<&'a str>,
}

impl<'a> Question<'a> {
    fn read(message: &'a Value) -> Option<Question<'a>> {
        let offered = message.get("offered")?.as_array()?.iter().filter_map(Value::as_str);
        Some(Question {
            table: message.pointer("/view/table")?,
            hand: cards(message.pointer("/view/hand")?.as_str()?)?,
            offered: offered.collect(),
        })
    }

    fn number(&self, field: &str) -> Option<u64> {
        self.table.get(field)?.as_u64()
    }

    fn discards(&self) -> Option<Vec<Card>> {
        let all = self.table.get("discards")?.as_array()?;
        all.iter().map(|card| card.as_str()?.parse().ok()).collect()
    }
}

fn cards(text: &str) -> Option<Hand> {
    text.split_whitespace().map(|card| card.parse::<Card>().ok()).collect()
}

/// A seat in a match.
struct Player {
    bot: Box<dyn Strategy>,
    me: u64,
    /// Number of the deal in the match, and its history.
    number: u64,
    deal: Option<Deal>,
}

impl Player {
    fn answer(&mut self, question: &Question<'_>) -> Option<String> {
        let phase = question.table.get("phase")?;
        let phase = phase.as_str().or_else(|| phase.as_object()?.keys().next().map(String::as_str));
        let phase = phase?;
        if phase == "show" {
            return Some("show".to_owned());
        }
        let number = question.number("deals_begun")?;
        if self.deal.is_none() || self.number != number {
            self.number = number;
            self.deal = Some(Deal::begun(
                question.hand,
                question.table.get("first_upcard")?.as_str()?.parse().ok()?,
                question.number("dealer")? == self.me,
            ));
        }
        let deal = self.deal.as_mut()?;
        let (discards, stock) = (question.discards()?, question.number("stock")? as usize);
        match phase {
            "upcard" => deal.offered(),
            "draw" => deal.to_draw(discards.last().copied()?, stock),
            _ => deal.to_play(question.hand),
        }
        let of = |seat: u64| question.table.pointer(&format!("/scores/{seat}"))?.as_u64();
        let scores = [of(self.me)?, of(1 - self.me)?].map(|score| score as u16);
        let table = deal.table(scores)?;
        let view = table.view(deal::ME);
        let (event, text) = match phase {
            "upcard" => match self.bot.offer_upcard(&view) {
                UpcardAction::Take => (Event::Take, "take".to_owned()),
                UpcardAction::Pass => (Event::Pass, "pass".to_owned()),
            },
            // After two passes drawing is forced.
            "draw" if !question.offered.contains(&"take") => (Event::Draw, "draw".to_owned()),
            "draw" => match self.bot.choose_draw(&view) {
                DrawAction::TakeDiscard => (Event::Take, "take".to_owned()),
                DrawAction::Stock => (Event::Draw, "draw".to_owned()),
            },
            "play" => match self.bot.play_turn(&view) {
                TurnAction::Discard(card) => (Event::Discard(card), format!("discard {}", text(card))),
                TurnAction::Knock { discard, melds } => {
                    let words: Vec<String> = melds.iter().map(said).collect();
                    let knock = format!("knock {} discard {}", words.join("; "), text(discard));
                    (Event::Discard(discard), knock)
                }
                TurnAction::BigGin(_) => return None,
            },
            _ => return None,
        };
        deal.done(event);
        Some(text)
    }
}

fn text(card: Card) -> String {
    let suit = ["C", "D", "H", "S"][card.suit as usize];
    format!("{}{suit}", card.rank.letter())
}

fn said(meld: gin_rummy_engine::gin_rummy::Meld) -> String {
    let kind = if meld.suit().is_some() { "run" } else { "set" };
    let cards: Vec<String> = meld.cards().iter().map(text).collect();
    format!("{kind} {}", cards.join(" "))
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    if name == "bench" {
        let millis = arguments.next().and_then(|millis| millis.parse().ok()).unwrap_or(300);
        return bench::rows(millis);
    }
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let Some(bot) = bot(&name, seed) else {
        eprintln!("usage: gin-rummy-bots eaai|heuristic|paper|mc:SAMPLES [SEED], or bench [MILLIS]");
        return ExitCode::FAILURE;
    };
    let mut player = Player { bot, me: 0, number: 0, deal: None };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(message) = serde_json::from_str::<Value>(&line) else { return ExitCode::FAILURE };
        match message.get("type").and_then(Value::as_str) {
            Some("hello") => player.me = message.get("seat").and_then(Value::as_u64).unwrap_or(0),
            Some("decide") => {
                let answer = Question::read(&message).and_then(|asked| player.answer(&asked));
                let Some(answer) = answer else {
                    eprintln!("this cannot be answered: {line}");
                    return ExitCode::FAILURE;
                };
                if writeln!(out, "{}", json!({ "action": answer })).and_then(|()| out.flush()).is_err() {
                    return ExitCode::SUCCESS;
                }
            }
            _ => {}
        }
    }
    ExitCode::SUCCESS
}
