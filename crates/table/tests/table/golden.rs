//! Golden file of every message, as JSON and in binary: a change of either encoding shows here and requires a
//! new protocol version.
//!
//! The file has a line of JSON and a line of hexadecimal bytes for each message. `UPCARD_BLESS` rewrites it from
//! its lines of JSON; review the difference.

use std::fmt::Debug;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use upcard_engine::{Level, RawEvent};
use upcard_table::compact;
use upcard_table::wire::{
    Change, ClientMessage, CoverWhy, Power, Refused, SeatChange, SeatPlan, ServerMessage, SetUp,
    TableError, Wish,
};

/// Names of an enum's variants, which serde lists when it refuses an unknown one.
fn variants<T: DeserializeOwned + Debug>() -> Vec<String> {
    let error = serde_json::from_str::<T>("\"?\"").unwrap_err().to_string();
    let names: Vec<String> = error.split('`').skip(3).step_by(2).map(str::to_owned).collect();
    assert!(!names.is_empty(), "{error}");
    names
}

/// Writes the message in both encodings. It reads back from both, but not from fewer or more bytes.
fn written<T>(message: &T) -> String
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let json = serde_json::to_string(message).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).as_ref().ok(), Some(message), "{json}");
    let bytes = compact::write(message);
    assert_eq!(compact::read::<T>(&bytes).as_ref(), Some(message), "{json}");
    assert_eq!(compact::read::<T>(&[&bytes[..], &[0]].concat()), None, "{json}");
    assert_eq!(compact::read::<T>(&bytes[..bytes.len() - 1]), None, "{json}");
    format!("{json}\n{}\n", hex::encode(bytes))
}

#[test]
fn messages_keep_their_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/messages.txt");
    let file = std::fs::read_to_string(&path).unwrap();
    let messages: Vec<&str> = file.lines().step_by(2).collect();
    // No message of a client is named like one of the table.
    let in_both = |json: &&str| match serde_json::from_str::<ClientMessage>(json) {
        Ok(message) => written(&message),
        Err(_) => match serde_json::from_str::<ServerMessage>(json) {
            Ok(message) => written(&message),
            Err(error) => panic!("{json}: {error}"),
        },
    };
    let today: String = messages.iter().map(in_both).collect();
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(&path, &today).unwrap();
    } else {
        for (number, (is, was)) in (1..).zip(today.lines().zip(file.lines())) {
            assert_eq!(is, was, "line {number}");
        }
        assert_eq!(today.lines().count(), file.lines().count());
    }
    // Each level by its name and its number.
    let seats = Level::ALL.map(|level| SeatPlan::Bot { level }).to_vec();
    let levels = ClientMessage::SetUp { set_up: SetUp::new("rummy", seats) };
    let levels = serde_json::to_string(&levels).unwrap();
    assert!(messages.contains(&levels.as_str()), "no message with all levels");

    let messages = messages.into_iter().map(|json| serde_json::from_str(json).unwrap());
    let messages: Vec<Value> = messages.collect();
    for (place, variants) in [
        ("", variants::<ClientMessage>()),
        ("", variants::<ServerMessage>()),
        ("/host/power", variants::<Power>()),
        ("/wish/wish", variants::<Wish>()),
        ("/event/event", variants::<RawEvent>()),
        ("/change/change", variants::<Change>()),
        ("/change/change/seat/why", variants::<SeatChange>()),
        ("/change/change/seat/why/covered-for/why", variants::<CoverWhy>()),
        ("/refused/why", variants::<Refused>()),
        ("/error/error", variants::<TableError>()),
    ] {
        for variant in variants {
            let is = |value: &Value| *value == variant || value.get(&variant).is_some();
            let mut places = messages.iter().filter_map(|message| message.pointer(place));
            assert!(places.any(is), "no message has {variant} at {place:?}");
        }
    }
}
