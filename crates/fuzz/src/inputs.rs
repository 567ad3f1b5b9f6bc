//! Targets that do more than parse: they compile rules, play positions, and send messages to tables.

use std::sync::{Arc, OnceLock};

use upcard_arena::Thinking;
use upcard_arena::protocol::serve;
use upcard_bots::{Bot, Budget};
use upcard_engine::chance::commitment;
use upcard_engine::{Action, Flaws, Game, GameFile, Library, RuleSet, Rules, Seat, Value, View};
use upcard_rulebook::{flaws_text, refusal_sentence};
use upcard_table::wire::{ClientMessage, PROTOCOL, Power, SeatPlan, SetUp};
use upcard_table::{Hex, Input, Link, Outbox, Room, Timing};

use crate::read::{Reading, value_round_trips};
use crate::seeds;

/// The built-in games, parsed once.
fn library() -> Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| Arc::new(Library::standard().unwrap_or_default())).clone()
}

/// The answer to rules: their flaws, or none.
fn reading_of<T>(rules: Result<T, Flaws>) -> Reading {
    match rules {
        Ok(_) => Reading { valid: true, answer: 0 },
        Err(flaws) => Reading::invalid(flaws_text(&flaws)),
    }
}

/// Compiles rules for every table size and returns the longest answer.
fn compile(set: Result<RuleSet, Flaws>) -> Reading {
    let Ok(set) = &set else { return reading_of(set) };
    let sizes = (2..=8).map(|players| reading_of(Rules::new(set.clone(), players)));
    let answer = sizes.map(|read| read.answer).max().unwrap_or(0);
    Reading { valid: true, answer }
}

/// A game file: its values print back, and it compiles or is refused.
pub(crate) fn game(text: &str) -> Result<Reading, String> {
    let file = match GameFile::parse("fuzz", text) {
        Ok(file) => file,
        Err(flaws) => return Ok(reading_of::<GameFile>(Err(flaws))),
    };
    let variations = file.variations.iter().flat_map(|v| &v.sets);
    for (_, value, _) in file.sets.iter().chain(variations) {
        value_round_trips(value)?;
    }
    let mut names = vec!["fuzz".to_owned()];
    // Up to as many variations as any real game has; each is compiled.
    names.extend(file.variations.iter().take(20).map(|v| format!("fuzz+{}", v.id)));
    let mut library = (*library()).clone();
    library.insert("fuzz", file);
    let answers = names.iter().map(|name| compile(library.select(name, &[])).answer);
    Ok(Reading { valid: true, answer: answers.max().unwrap_or(0) })
}

/// A game name with variations.
pub(crate) fn name(text: &str) -> Result<Reading, String> {
    Ok(compile(library().select(text, &[])))
}

/// Changes of single choices, one per line.
pub(crate) fn changes(text: &str) -> Result<Reading, String> {
    let change = |line: &str| {
        let (path, value) = line.split_once('=')?;
        Some((path.trim().to_owned(), Value::from_argument(value.trim())))
    };
    let changes: Vec<_> = text.lines().filter_map(change).collect();
    for (_, value) in &changes {
        value_round_trips(value)?;
    }
    Ok(compile(library().select("contract-rummy", &changes)))
}

/// A table's configuration.
pub(crate) fn set_up(text: &str) -> Reading {
    match serde_json::from_str::<SetUp>(text) {
        Ok(set_up) => reading_of(set_up.source().rules(&library())),
        Err(error) => Reading::invalid(error),
    }
}

/// A scenario file: it plays without a panic. (There is no printed form.)
pub(crate) fn scenario(text: &str) -> Result<Reading, String> {
    let scenarios = match upcard_scenario::parse(text) {
        Ok(scenarios) => scenarios,
        Err(errors) => {
            let lengths = errors.iter().map(|error| error.to_string().len());
            return Ok(Reading { valid: false, answer: lengths.sum() });
        }
    };
    let mut answer = 0;
    for scenario in scenarios.iter().filter(|s| !s.game.contains(".toml")) {
        answer += match upcard_scenario::run(scenario, &scenario.game, &library()) {
            Ok(report) => {
                let lines = report.lines.iter().map(|line| &line.found);
                let lines = lines.map(|found| found.expected.len() + found.found.len());
                lines.sum::<usize>() + report.end.to_string().len()
            }
            Err(error) => error.to_string().len(),
        };
    }
    Ok(Reading { valid: true, answer })
}

/// An action, judged in the middle of several games; the answer is the refusals as sentences.
pub(crate) fn moves(text: &str) -> Result<Reading, String> {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let action = match text.parse::<Action>() {
        Ok(action) => action,
        Err(error) => return Ok(Reading::invalid(error)),
    };
    let mut answer = action.to_string().len();
    for game in GAMES.get_or_init(seeds::games_in_play) {
        let Some(seat) = game.to_act() else { continue };
        if let Err(refusal) = game.view(seat).judge(&action) {
            answer += refusal_sentence(refusal).len();
        }
    }
    Ok(Reading { valid: true, answer })
}

/// Connection of the host to a room.
const HOST: Link = Link(1);

fn input(room: &mut Room, input: Input) -> Outbox {
    room.input(1_000, &mut || [7; 32], input)
}

fn send(room: &mut Room, message: ClientMessage) -> Outbox {
    input(room, Input::Message { link: HOST, message })
}

/// A table in each stage of its life.
fn rooms() -> Vec<Room> {
    let seats = vec![SeatPlan::Person, SeatPlan::Person, SeatPlan::Person];
    let set_up = SetUp::new("contract-rummy", seats);
    let Ok((mut room, _)) = Room::open(library(), Timing::default(), Hex([1; 16]), set_up) else {
        return Vec::new();
    };
    // The host and a spectator.
    for (link, guest) in [(HOST, Hex([1; 16])), (Link(2), Hex([2; 16]))] {
        input(&mut room, Input::Connected { link, guest });
        let message = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
        input(&mut room, Input::Message { link, message });
    }
    let mut all = vec![room.clone()];
    send(&mut room, ClientMessage::Sit { seat: Some(Seat::at(0)), name: "Ada".to_owned() });
    send(&mut room, ClientMessage::Commit { commitment: Hex(commitment(&[9; 32])) });
    send(&mut room, ClientMessage::Start);
    all.push(room.clone());
    send(&mut room, ClientMessage::Reveal { entropy: Hex([9; 32]) });
    all.push(room.clone());
    send(&mut room, ClientMessage::Host { power: Power::End });
    all.push(room);
    all
}

/// A message from the host to a table in each stage; the answer is everything sent back.
pub(crate) fn table(text: &str) -> Result<Reading, String> {
    static ROOMS: OnceLock<Vec<Room>> = OnceLock::new();
    let message: ClientMessage = match serde_json::from_str(text) {
        Ok(message) => message,
        Err(error) => return Ok(Reading::invalid(error)),
    };
    let mut answer = 0;
    for room in ROOMS.get_or_init(rooms) {
        let mut room = room.clone();
        let out = send(&mut room, message.clone());
        if room.is_broken() {
            return Err("a message broke the table".to_owned());
        }
        for delivery in out.deliveries {
            answer += serde_json::to_string(&delivery.message).unwrap_or_default().len();
        }
    }
    Ok(Reading { valid: true, answer })
}

/// A bot with a constant answer.
struct DrawBot;

impl Bot for DrawBot {
    fn decide(&mut self, _: &View<'_>, _: &Budget<'_>) -> Action {
        Action::Draw
    }
}

/// Lines of the bot protocol, as a program reads them.
pub(crate) fn protocol(text: &str) -> Reading {
    let mut answers = Vec::new();
    match serve(&mut DrawBot, Thinking::Playouts(1), text.as_bytes(), &mut answers) {
        Ok(()) => Reading { valid: true, answer: answers.len() },
        Err(error) => Reading { valid: false, answer: answers.len() + error.to_string().len() },
    }
}
