//! The targets: one for each parser.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use upcard_cards::{Card, Cards, Contract, MeldSpec};
use upcard_engine::record::Record;
use upcard_engine::{Action, GameFile, Library, Rules, Value};
use upcard_table::wire::{ClientMessage, ServerMessage};
use upcard_table::{Hex, compact};

use crate::seeds;

/// Something that reads texts.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Good texts to begin with.
    pub seeds: fn() -> Vec<String>,
    /// Words to put in.
    pub words: &'static [&'static str],
    /// Reads a text: was it a good one? The error says which promise was broken.
    pub check: fn(&str) -> Result<bool, String>,
}

const CARD_WORDS: &[&str] =
    &["JK", "AS", "2C", "TD", "KH", "set", "run", "pair", "as", ";", "low", "high", "wild", "M1"];

/// Every parser of the project.
pub const TARGETS: &[Target] = &[
    Target {
        name: "cards",
        seeds: || seeds::texts(&["JK", "4D", "TD 4C JK AS 2S", "5H 5D 5S 5C 5H"]),
        words: CARD_WORDS,
        check: |text| Ok(reads_back::<Card>(text)? | reads_back::<Cards>(text)?),
    },
    Target { name: "melds", seeds: seeds::melds, words: CARD_WORDS, check: reads_back::<MeldSpec> },
    Target {
        name: "contracts",
        seeds: || seeds::texts(&["2S3 R4", "3R", "S R5 P", "4S4", "5R3", "S5 R5 P", "2S R"]),
        words: &["S", "R4", "2S3", "P", "14", "30"],
        check: reads_back::<Contract>,
    },
    Target {
        name: "actions",
        seeds: seeds::actions,
        words: CARD_WORDS,
        check: reads_back::<Action>,
    },
    Target {
        name: "values",
        seeds: || seeds::texts(&["3", "true", "\"none\"", "[1, 2]", "{ \"2-4\" = 2 }", "any"]),
        words: &["[", "]", "{", "}", "=", ",", "\"2\""],
        check: |text| value_reads_back(&Value::from_argument(text)),
    },
    Target {
        name: "games",
        seeds: seeds::games,
        words: &["extends", "rummy", "\"none\"", "[variations.x]", "about = \"x\"", "[1, 2]"],
        check: game,
    },
    Target {
        name: "scenarios",
        seeds: seeds::scenarios,
        words: &[
            "down",
            "now",
            "laid",
            "?5",
            "only",
            "chance",
            "blind",
            "reshuffle",
            "turn 1 play",
        ],
        check: a_scenario,
    },
    Target {
        name: "records",
        seeds: seeds::records,
        words: &["> next", "chance", "seat 3 x", "secret 1", "winners 1", "> 1 draw"],
        check: record,
    },
    Target {
        name: "client messages",
        seeds: seeds::client_messages,
        words: &["null", "{}", "[]", "{\"act\":", ","],
        check: json_reads_back::<ClientMessage>,
    },
    Target {
        name: "server messages",
        seeds: seeds::server_messages,
        words: &["null", "{}", "[]", "{\"act\":", ","],
        check: json_reads_back::<ServerMessage>,
    },
    Target {
        name: "compact messages",
        seeds: seeds::compact_messages,
        words: &["\u{0}", "\u{1}", "\u{7f}"],
        check: |text| {
            Ok(bytes_read_back::<ClientMessage>(text)? | bytes_read_back::<ServerMessage>(text)?)
        },
    },
    Target {
        name: "hex",
        seeds: || seeds::texts(&["00ff", "DEADBEEF", "0123456789abcdef"]),
        words: &["+f", "0x"],
        check: |text| Ok(reads_back::<Hex<2>>(text)? | reads_back::<Hex<4>>(text)?),
    },
];

/// What is read prints back to the same value.
fn reads_back<T: FromStr + Display + PartialEq + Debug>(text: &str) -> Result<bool, String> {
    let Ok(value) = text.parse::<T>() else { return Ok(false) };
    let printed = value.to_string();
    match printed.parse::<T>() {
        Ok(again) if again == value => Ok(true),
        Ok(again) => Err(format!("{value:?} prints as '{printed}', which is read as {again:?}")),
        Err(_) => Err(format!("{value:?} prints as '{printed}', which is not read")),
    }
}

fn json_reads_back<T>(text: &str) -> Result<bool, String>
where
    T: serde_json_like::Both + PartialEq + Debug,
{
    let Some(value) = T::read(text) else { return Ok(false) };
    let printed = value.write()?;
    match T::read(&printed) {
        Some(again) if again == value => Ok(true),
        _ => Err(format!("{value:?} prints as {printed}, which is not read as the same")),
    }
}

/// The bytes are the characters of the text, as far as they are bytes.
fn bytes_read_back<T>(text: &str) -> Result<bool, String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let bytes: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let Some(value) = compact::read::<T>(&bytes) else { return Ok(false) };
    let written = compact::write(&value);
    if compact::read::<T>(&written).as_ref() == Some(&value) {
        Ok(true)
    } else {
        Err(format!("{value:?} is written as {written:?}, which is not read as the same"))
    }
}

/// Reading and writing messages, for both directions.
mod serde_json_like {
    use super::{ClientMessage, Json, ServerMessage};

    /// Read from JSON and written to it.
    pub(super) trait Both: Sized {
        /// Reads it; none where it is not one.
        fn read(text: &str) -> Option<Self>;
        /// Writes it.
        fn write(&self) -> Result<String, String>;
    }

    macro_rules! both {
        ($($message:ty),+) => {$(
            impl Both for $message {
                fn read(text: &str) -> Option<Self> {
                    serde_json::from_str(text).ok()
                }

                fn write(&self) -> Result<String, String> {
                    // By way of a tree, as a client in another language would see it.
                    let tree: Json = serde_json::to_value(self).map_err(|e| e.to_string())?;
                    serde_json::to_string(&tree).map_err(|e| e.to_string())
                }
            }
        )+};
    }
    both!(ClientMessage, ServerMessage);
}

fn value_reads_back(value: &Value) -> Result<bool, String> {
    let printed = value.to_string();
    let again = Value::from_argument(&printed);
    if again == *value {
        Ok(true)
    } else {
        Err(format!("{value:?} prints as {printed}, which is read as {again:?}"))
    }
}

/// A game's file: its values print back, and whatever it says can be compiled or is refused.
fn game(text: &str) -> Result<bool, String> {
    let Ok(file) = GameFile::parse("fuzz", text) else { return Ok(false) };
    let variations = file.variations.iter().flat_map(|v| &v.sets);
    for (_, value, _) in file.sets.iter().chain(variations) {
        value_reads_back(value)?;
    }
    let mut names = vec!["fuzz".to_owned()];
    names.extend(file.variations.iter().map(|v| format!("fuzz+{}", v.id)));
    let mut library = Library::standard().map_err(|flaws| flaws.to_string())?;
    library.insert("fuzz", file);
    for name in names {
        let Ok(set) = library.select(&name, &[]) else { continue };
        for players in 2..=8 {
            // Refused or not, it may not panic.
            let _ = Rules::new(set.clone(), players);
        }
    }
    Ok(true)
}

/// A scenario file: what is read is played without a panic. (There is no printed form.)
fn a_scenario(text: &str) -> Result<bool, String> {
    let Ok(scenarios) = upcard_scenario::parse(text) else { return Ok(false) };
    let library = Library::standard().map_err(|flaws| flaws.to_string())?;
    for scenario in scenarios.iter().filter(|s| !s.game.contains(".toml")) {
        let _ = upcard_scenario::run(scenario, &library);
    }
    Ok(true)
}

/// A record: it prints back, and replaying it comes to an end or to an error.
fn record(text: &str) -> Result<bool, String> {
    let Ok(record) = Record::parse(text) else { return Ok(false) };
    let printed = record.to_string();
    let again = Record::parse(&printed)
        .map_err(|error| format!("what it prints is not read: {error}\n{printed}"))?;
    let kinds = |r: &Record| r.lines.iter().map(|line| line.kind.clone()).collect::<Vec<_>>();
    let same = again.rules.id == record.rules.id
        && again.rules.choices == record.rules.choices
        && again.seats == record.seats
        && again.entropy == record.entropy
        && kinds(&again) == kinds(&record);
    if !same {
        return Err(format!("what it prints is read as another record:\n{printed}"));
    }
    let _ = record.replay(|_, _| {});
    let _ = record.verify();
    Ok(true)
}
