//! Valid seed texts, from the project's files and from generated matches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde::Serialize;
use upcard_bench::policies;
use upcard_engine::chance::Chance;
use upcard_engine::record::{Origin, Part, Record};
use upcard_engine::{Deal, Event, Game, Library, Rules, Seat, Viewer};
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, ServerMessage, SetUp};

pub(crate) fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn files(folder: &str, extension: &str) -> Vec<String> {
    let mut paths = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}

pub(crate) fn melds() -> Vec<String> {
    texts(&[
        "set 4D 4C JK",
        "run 5S JK 7S 8S",
        "pair KD KS",
        "set JK JK 2S as 7",
        "run JK JK 2S 2H as 5S",
        "run AC 2C 3C 4C",
        "run TH JH QH KH AH",
    ])
}

pub(crate) fn actions() -> Vec<String> {
    texts(&[
        "draw",
        "take",
        "take 7H",
        "buy",
        "pass",
        "down set 4D 4C 4S; run 5S JK 7S 8S; pair KD KS",
        "declare run 4H 5H 6H 7H; run 9C TC JK QC; set KS KH KD finish 2D",
        "declare set 6H 6D 6S as 9",
        "knock set 7S 7H 7D; run 3C 4C 5C discard 9D",
        "knock set 7S 7H 7D; run 3C 4C 5C 6C",
        "show set 9C 9D 9H; run AS 2S 3S",
        "show",
        "off M2 9H",
        "off M3 JK low",
        "off M3 6S wild high",
        "swap M3 6S",
        "swap M3 8S for 2C",
        "swap M3 AC low",
        "arrange M1 set 5H 5D 5S; M2 run 4C 5C 6C 7C; new run 3D 4D 5D 6D; M3 gone",
        "call M4 low",
        "pick 3",
        "cut ~400",
        "discard 8S shanghai",
        "keep",
        "undo",
    ])
}

pub(crate) fn games() -> Vec<String> {
    files("games", "toml")
}

/// The scenarios, one text each.
pub(crate) fn scenarios() -> Vec<String> {
    let mut all = Vec::new();
    for text in files("scenarios", "scenario") {
        let mut one = String::new();
        for line in text.lines() {
            if line.starts_with("game ") && !one.is_empty() {
                all.push(std::mem::take(&mut one));
            }
            one.push_str(line);
            one.push('\n');
        }
        all.push(one);
    }
    all
}

/// Games whose matches cover most features.
const GAMES: [&str; 13] = [
    "contract-rummy",
    "progressive-rummy",
    "shanghai-rummy",
    "progressive-rummy-15",
    "liverpool-rummy",
    "rummy",
    "carioca",
    "continental",
    "kalooki",
    "loba",
    "kalooki-40",
    "continental-15",
    "telefunken",
];

/// Number of answers to play per match.
const MAX_ANSWERS: usize = 60;

/// Plays the beginnings of some matches and returns their records. `on_step` receives the game and the events
/// of each answer.
fn play_games(mut on_step: impl FnMut(&Game, &[Event])) -> Vec<Record> {
    let mut records = Vec::new();
    let Ok(library) = Library::standard() else { return records };
    for (number, id) in GAMES.iter().enumerate() {
        let Ok(set) = library.select(id, &[]) else { continue };
        let Ok(rules) = Rules::new(set.clone(), 4) else { continue };
        let seats = (1..=4).map(|seat| format!("seat {seat}")).collect();
        let mut record = Record::new(set, seats);
        let mut game = Game::new(Arc::new(rules), Chance::numbered(number as u64));
        let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
        for _ in 0..MAX_ANSWERS {
            let mut events: Vec<Event> = Vec::new();
            match game.to_act() {
                None if game.is_over() => break,
                None => {
                    game.next_deal(&mut events);
                    record.began(&events);
                }
                Some(seat) => {
                    let Some(action) = policies::simple(&game.view(seat), &mut rng) else { break };
                    if game.act(seat, &action, &mut events).is_err() {
                        break;
                    }
                    record.acted(seat, &action, &events);
                }
            }
            on_step(&game, &events);
        }
        records.push(record);
    }
    records
}

pub(crate) fn records() -> Vec<String> {
    let mut all = Vec::new();
    for mut record in play_games(|_, _| {}) {
        all.push(record.to_string());
        // The same record with everything that a server adds.
        record.origin = Some(Origin { number: 2, gathering: 3 });
        record.entropy_commitments = vec![(Seat::at(0), [1; 32]), (Seat::at(2), [2; 32])];
        record.entropy = vec![Part { seat: Some(Seat::at(2)), entropy: [3; 32] }];
        record.ended();
        record.revealed(Deal::FIRST, [4; 32]);
        record.seal([5; 32], |_| [6; 64]);
        all.push(record.to_string());
    }
    all
}

pub(crate) fn client_messages() -> Vec<String> {
    let zeros = "0".repeat(64);
    let mut all = texts(&[
        r#"{"hello":{"protocol":3}}"#,
        r#"{"hello":{"protocol":3,"resume":{"after":17,"seat":2}}}"#,
        r#"{"sit":{"seat":1,"name":"Ada"}}"#,
        r#""leave""#,
        r#"{"set-up":{"set-up":{"game":"contract-rummy","changes":[["buying.limit.per-deal","3"]],
            "seats":["person",{"bot":{"level":"steady"}},{"bot":{"level":"novice"}}],
            "clock":{"per-move":{"seconds":20,"bank":60}},"offer-seconds":15}}}"#,
        r#""start""#,
        r#"{"act":{"id":7,"decision":12,"action":"down set 4D 4C 4S; run 5S JK 7S 8S"}}"#,
        r#""next""#,
        r#""hand-over""#,
        r#""take-back""#,
        r#"{"host":{"power":{"kick":{"seat":2}}}}"#,
        r#"{"host":{"power":"end"}}"#,
        r#""rematch""#,
        r#"{"say":{"phrase":"good-luck"}}"#,
        r#""ping""#,
    ]);
    all.push(format!(r#"{{"commit":{{"commitment":"{zeros}"}}}}"#));
    all.push(format!(r#"{{"reveal":{{"entropy":"{zeros}"}}}}"#));
    all
}

pub(crate) fn server_messages() -> Vec<String> {
    let mut all = texts(&[
        r#"{"welcome":{"protocol":3,"seat":null,"host":true}}"#,
        r#"{"accepted":{"id":7}}"#,
        r#"{"refused":{"id":7,"why":{"rule":{"code":"turn.not-yours"}}}}"#,
        r#"{"refused":{"id":7,"why":{"late":{"seat":2,"by":31}}}}"#,
        r#"{"window":{"decision":12,"left":9000,"of":15000}}"#,
        r#"{"presence":{"present":[true,false,true]}}"#,
        r#"{"said":{"seat":1,"phrase":"thanks"}}"#,
        r#"{"error":{"error":{"bad-rules":{"flaws":["a","b"]}}}}"#,
        r#"{"change":{"sequence":3,"change":{"gathering":{"commitments":[],"bound":[],"number":1}}}}"#,
        r#""pong""#,
    ]);
    let mut sequence = 0;
    let mut kinds = Vec::new();
    play_games(|_, events| {
        for event in events {
            sequence += 1;
            // A few of each kind of event.
            let kind = std::mem::discriminant(event);
            if kinds.iter().filter(|k| **k == kind).count() < 3 {
                kinds.push(kind);
                let event = event.redacted_for(Viewer::Seat(Seat::at(1))).into();
                let message = ServerMessage::Event { sequence, event };
                all.extend(serde_json::to_string(&message).ok());
            }
        }
    });
    all
}

/// Binary messages, each byte as a character.
pub(crate) fn compact_messages() -> Vec<String> {
    let (sent, answered) = (client_messages(), server_messages());
    let sent = sent.iter().filter_map(|text| serde_json::from_str::<ClientMessage>(text).ok());
    let answered = answered.iter();
    let answered = answered.filter_map(|text| serde_json::from_str::<ServerMessage>(text).ok());
    sent.map(|message| letters(&message)).chain(answered.map(|message| letters(&message))).collect()
}

fn letters(message: &impl Serialize) -> String {
    compact::write(message).into_iter().map(char::from).collect()
}

/// Names of games with variations.
pub(crate) fn names() -> Vec<String> {
    let Ok(library) = Library::standard() else { return Vec::new() };
    let mut all: Vec<String> = library.ids().map(str::to_owned).collect();
    for id in library.ids() {
        let variations = library.file(id).map_or(&[][..], |file| &file.variations);
        all.extend(variations.iter().map(|variation| format!("{id}+{}", variation.id)));
    }
    all
}

/// Lists of changes, one per line.
pub(crate) fn changes() -> Vec<String> {
    texts(&[
        "melds.ace=low\nbuying.limit.per-deal=3",
        "contracts.deals=[\"2S\", \"S R5\"]\ndealing.hand=[10, 11]\nmatch.deals=all",
        "pack.packs={ \"2-4\" = 2, \"5-8\" = 3 }\npack.wild-ranks=[\"2\", 3]",
        "scoring.ace=face\nsettling.places=[12, -2, -4, -6]\nplayers.max=6",
    ])
}

pub(crate) fn set_ups() -> Vec<String> {
    let seats = r#""seats":["person",{"bot":{"level":"steady"}},"person"]"#;
    let mut all = vec![
        format!(r#"{{"game":"rummy",{seats},"offer-seconds":15}}"#),
        format!(r#"{{"game":"liverpool-rummy","changes":[["melds.ace","low"]],{seats}}}"#),
        format!(r#"{{"game":"rummy",{seats},"clock":{{"per-move":{{"seconds":20,"bank":60}}}}}}"#),
    ];
    all.extend(names().iter().map(|name| format!(r#"{{"game":"{name}",{seats}}}"#)));
    all
}

/// Binary table configurations, each byte as a character.
pub(crate) fn compact_set_ups() -> Vec<String> {
    let all = set_ups();
    let all = all.iter().filter_map(|text| serde_json::from_str::<SetUp>(text).ok());
    all.map(|set_up| letters(&set_up)).collect()
}

/// Messages of the bot protocol, and a bot's answers.
pub(crate) fn protocol() -> Vec<String> {
    let hello = r#"{"type":"hello","protocol":1,"game":"contract-rummy","set":{"melds.ace":"low"},
        "choices":{"melds.ace":"low"},"players":3,"seat":1}"#;
    let mut all = texts(&[
        &hello.replace('\n', ""),
        r#"{"type":"over","scores":[1,-2,30]}"#,
        r#"{"action":"draw"}"#,
    ]);
    play_games(|game, _| {
        let Some(seat) = game.to_act().filter(|_| all.len() < 12) else { return };
        let offered = game.view(seat).offered(20);
        let message = upcard_arena::protocol::ToProgram::Decide {
            decision: game.table().decision(),
            view: Box::new(game.own_view(Some(seat)).into()),
            offered: offered.actions.iter().map(ToString::to_string).collect(),
            more: offered.cut_short,
            millis: 1000,
        };
        let hello = all[0].clone();
        all.extend(serde_json::to_string(&message).map(|message| format!("{hello}\n{message}")));
    });
    all
}

/// Games in the middle of a turn, one of each kind.
pub(crate) fn games_in_play() -> Vec<Game> {
    let mut all: Vec<Game> = Vec::new();
    play_games(|game, _| {
        let name = &game.rules().set.id;
        let known = all.iter().filter(|other| other.rules().set.id == *name).count();
        let melds = game.table().melds().len();
        if game.table().phase() == upcard_engine::Phase::Play && known < 1 + melds.min(1) {
            all.push(game.clone());
        }
    });
    all
}
