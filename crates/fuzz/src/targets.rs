//! The fuzz targets, one per parser.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use upcard_arena::protocol::{Answer, ToProgram};
use upcard_cards::{Card, Cards, Contract, MeldSpec};
use upcard_engine::record::Record;
use upcard_engine::{Action, Value};
use upcard_table::wire::{ClientMessage, ServerMessage, SetUp};
use upcard_table::{Hex, compact};

use crate::cost::Limits;
use crate::read::{Reading, value_round_trips};
use crate::{identity, inputs, seeds};

/// A parser under test.
pub struct Target {
    /// Name.
    pub name: &'static str,
    /// Valid texts to start from.
    pub seeds: fn() -> Vec<String>,
    /// Words to insert.
    pub words: &'static [&'static str],
    /// Cost limits.
    pub limits: Limits,
    /// Reads a text. The error describes the violated property.
    pub check: fn(&str) -> Result<Reading, String>,
}

const CARD_WORDS: &[&str] =
    &["JK", "AS", "2C", "TD", "KH", "set", "run", "pair", "as", ";", "low", "high", "wild", "M1"];

/// All parsers and messages of the project.
pub const TARGETS: &[Target] = &[
    Target {
        name: "cards",
        seeds: || seeds::texts(&["JK", "4D", "TD 4C JK AS 2S", "5H 5D 5S 5C 5H"]),
        words: CARD_WORDS,
        limits: Limits::READING,
        check: |text| Ok(round_trips::<Card>(text)?.or(round_trips::<Cards>(text)?)),
    },
    Target {
        name: "melds",
        seeds: seeds::melds,
        words: CARD_WORDS,
        limits: Limits::READING,
        check: round_trips::<MeldSpec>,
    },
    Target {
        name: "contracts",
        seeds: || {
            seeds::texts(&[
                "2S3 R4", "3R", "S R5 P", "4S4", "5R3", "S5 R5 P", "2S R", "S4d S3p", "R13m",
                "R4c R5a",
            ])
        },
        words: &["S", "R4", "2S3", "P", "14", "30"],
        limits: Limits::READING,
        check: round_trips::<Contract>,
    },
    Target {
        name: "actions",
        seeds: seeds::actions,
        words: CARD_WORDS,
        limits: Limits::READING,
        check: round_trips::<Action>,
    },
    Target {
        name: "values",
        seeds: || seeds::texts(&["3", "true", "\"none\"", "[1, 2]", "{ \"2-4\" = 2 }", "any"]),
        words: &["[", "]", "{", "}", "=", ",", "\"2\""],
        limits: Limits::READING,
        check: |text| value_round_trips(&Value::from_argument(text)),
    },
    Target {
        name: "games",
        seeds: seeds::games,
        words: &["extends", "rummy", "\"none\"", "[variations.x]", "about = \"x\"", "[1, 2]"],
        limits: Limits::RULES,
        check: inputs::game,
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
        limits: Limits::PLAY,
        check: inputs::scenario,
    },
    Target {
        name: "records",
        seeds: seeds::records,
        words: &["> next", "chance", "seat 3 x", "secret 1", "winners 1", "> 1 draw"],
        limits: Limits::PLAY,
        check: record_round_trips,
    },
    Target {
        name: "client messages",
        seeds: seeds::client_messages,
        words: &["null", "{}", "[]", "{\"act\":", ","],
        limits: Limits::READING,
        check: json_round_trips::<ClientMessage>,
    },
    Target {
        name: "server messages",
        seeds: seeds::server_messages,
        words: &["null", "{}", "[]", "{\"act\":", ","],
        limits: Limits::READING,
        check: json_round_trips::<ServerMessage>,
    },
    Target {
        name: "compact messages",
        seeds: seeds::compact_messages,
        words: &["\u{0}", "\u{1}", "\u{7f}"],
        limits: Limits::BYTES,
        check: |text| {
            Ok(bytes_round_trip::<ClientMessage>(text)?
                .or(bytes_round_trip::<ServerMessage>(text)?))
        },
    },
    Target {
        name: "hex",
        seeds: || seeds::texts(&["00ff", "DEADBEEF", "0123456789abcdef"]),
        words: &["+f", "0x"],
        limits: Limits::READING,
        check: |text| Ok(round_trips::<Hex<2>>(text)?.or(round_trips::<Hex<4>>(text)?)),
    },
    Target {
        name: "names",
        seeds: seeds::names,
        words: &["+twos-wild", "+", "rummy", "contract-rummy"],
        limits: Limits::RULES,
        check: inputs::name,
    },
    Target {
        name: "changes",
        seeds: seeds::changes,
        words: &["melds.ace=", "dealing.hand=", "[1, 2]", "{ \"2-4\" = 2 }", "\"S R5\", "],
        limits: Limits::RULES,
        check: inputs::changes,
    },
    Target {
        name: "set-ups",
        seeds: seeds::set_ups,
        words: &["\"person\", ", "[\"melds.ace\",\"low\"], ", "+x", "null"],
        limits: Limits::RULES,
        check: |text| Ok(json_round_trips::<SetUp>(text)?.or(inputs::set_up(text))),
    },
    Target {
        name: "compact set-ups",
        seeds: seeds::compact_set_ups,
        words: &["\u{0}", "\u{1}", "\u{7f}", "rummy"],
        limits: Limits::BYTES,
        check: bytes_round_trip::<SetUp>,
    },
    Target {
        name: "cookies",
        seeds: identity::cookies,
        words: &["upcard=", "; ", ".", "00", "=", "\""],
        limits: Limits::READING,
        check: identity::cookie,
    },
    Target {
        name: "rejoin tokens",
        seeds: identity::rejoin_tokens,
        words: &[".", "0", "99999999999999999999", "-1", "abcdefghijkm"],
        limits: Limits::READING,
        check: identity::rejoin_token,
    },
    Target {
        name: "forwarded headers",
        seeds: identity::forwarded_headers,
        words: &["for=", "proto=https", ";", ", ", "\"", "\\", "[::1]:80", "192.0.2.1", "\n"],
        limits: Limits::LINES,
        check: identity::forwarded,
    },
    Target {
        name: "origins",
        seeds: || {
            seeds::texts(&["https://a.example", "http://[::1]:8080", "HTTPS://A.example:443"])
        },
        words: &["https://", "://", ":", "@", "[", "]", "/", "null"],
        limits: Limits::READING,
        check: identity::origin,
    },
    Target {
        name: "tables",
        seeds: seeds::client_messages,
        words: &["null", "{}", "[]", "+x", "set 4D 4C JK; "],
        limits: Limits::TABLE,
        check: inputs::table,
    },
    Target {
        name: "moves",
        seeds: seeds::actions,
        words: CARD_WORDS,
        limits: Limits::TABLE,
        check: inputs::moves,
    },
    Target {
        name: "engine protocol",
        seeds: seeds::protocol,
        words: &["null", "{}", "[]", "+x", "\n"],
        limits: Limits::LINES,
        check: |text| {
            let line = text.lines().next().unwrap_or_default();
            let lines = json_round_trips::<ToProgram>(line)?.or(json_round_trips::<Answer>(line)?);
            Ok(lines.or(inputs::protocol(text)))
        },
    },
];

/// The printed form parses to the same value.
fn round_trips<T>(text: &str) -> Result<Reading, String>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    let value = match text.parse::<T>() {
        Ok(value) => value,
        Err(error) => return Ok(Reading::invalid(error)),
    };
    let printed = value.to_string();
    match printed.parse::<T>() {
        Ok(again) if again == value => Ok(Reading::valid(&printed)),
        Ok(again) => Err(format!("{value:?} prints as '{printed}', which is parsed as {again:?}")),
        Err(_) => Err(format!("{value:?} prints as '{printed}', which cannot be parsed")),
    }
}

fn json_round_trips<T>(text: &str) -> Result<Reading, String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let value = match serde_json::from_str::<T>(text) {
        Ok(value) => value,
        Err(error) => return Ok(Reading::invalid(error)),
    };
    // Through a JSON tree, as a client in another language would see it.
    let tree = serde_json::to_value(&value).map_err(|e| e.to_string())?;
    let printed = serde_json::to_string(&tree).map_err(|e| e.to_string())?;
    match serde_json::from_str::<T>(&printed) {
        Ok(again) if again == value => Ok(Reading::valid(&printed)),
        _ => Err(format!("{value:?} prints as {printed}, which is not parsed as the same")),
    }
}

/// As `round_trips`, for binary messages: each character is truncated to a byte.
fn bytes_round_trip<T>(text: &str) -> Result<Reading, String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let bytes: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let Some(value) = compact::read::<T>(&bytes) else { return Ok(Reading::default()) };
    let written = compact::write(&value);
    if compact::read::<T>(&written).as_ref() == Some(&value) {
        Ok(Reading { valid: true, answer: written.len() })
    } else {
        Err(format!("{value:?} is written as {written:?}, which is not parsed as the same"))
    }
}

/// A record: it prints back, and its replay finishes or fails with an error.
fn record_round_trips(text: &str) -> Result<Reading, String> {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => return Ok(Reading::invalid(error)),
    };
    let printed = record.to_string();
    let again = Record::parse(&printed)
        .map_err(|error| format!("its output cannot be parsed: {error}\n{printed}"))?;
    let kinds = |r: &Record| r.lines.iter().map(|line| line.kind.clone()).collect::<Vec<_>>();
    // Whether the closing line fits depends on the spacing of the lines before it.
    let ends = |r: &Record| r.closing.as_ref().map(|closing| (closing.hash, closing.signature));
    let same = again.rules.id == record.rules.id
        && again.rules.choices == record.rules.choices
        && again.seats == record.seats
        && again.entropy == record.entropy
        && (again.format, again.origin, &again.entropy_commitments)
            == (record.format, record.origin, &record.entropy_commitments)
        && again.key == record.key
        && ends(&again) == ends(&record)
        && kinds(&again) == kinds(&record);
    if !same {
        return Err(format!("its output is parsed as another record:\n{printed}"));
    }
    let errors = [record.replay(|_, _| {}).err(), record.verify().err()];
    let errors = errors.iter().flatten().map(|error| error.to_string().len());
    Ok(Reading { valid: true, answer: errors.fold(printed.len(), usize::max) })
}
