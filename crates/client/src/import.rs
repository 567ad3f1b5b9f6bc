//! Import of another device's data, without losing any existing data.

use crate::is_later_state;
use crate::local::FORMAT;

/// Prefix of the page's storage keys.
pub const KEY_PREFIX: &str = "upcard.";

/// Keys on which page owns the match and where it is stored: not exported.
const PAGE_KEYS: [&str; 2] = ["upcard.open", "upcard.present"];

/// Key of the current match.
pub const MATCH_KEY: &str = "upcard.match";

/// Keys of lists with one item per line.
const LIST_KEYS: [&str; 9] = [
    "upcard.groups",
    "upcard.house-rules",
    "upcard.matches",
    "upcard.meetings",
    "upcard.score-seen",
    "upcard.score-sheets",
    "upcard.unkept",
    "upcard.visits",
    WAITING_LIST_KEY,
];

const SHEET_KEY_PREFIX: &str = "upcard.score-sheet.";

const WAITING_KEY_PREFIX: &str = "upcard.waiting.";

/// Key of the list of waiting matches.
pub const WAITING_LIST_KEY: &str = "upcard.waiting";

/// Key of a waiting match, by its number.
#[must_use]
pub fn waiting_key(number: u64) -> String {
    format!("{WAITING_KEY_PREFIX}{number}")
}

/// Returns `true` if this is the key of a match.
#[must_use]
pub fn is_match_key(name: &str) -> bool {
    name == MATCH_KEY
        || name.strip_prefix(WAITING_KEY_PREFIX).is_some_and(|number| number.parse::<u64>().is_ok())
}

/// Returns `true` if this saved match is the other one at the same or a later point.
#[must_use]
pub fn is_continuation(own: &str, other: &str) -> bool {
    let both = entries(own).zip(entries(other));
    own == other || both.is_some_and(|(own, other)| own.starts_with(other))
}

/// Entries of a saved match (see `LocalTable::kept`) without the format and the entry count; `None` for earlier
/// formats.
fn entries(kept: &str) -> Option<&str> {
    let start = format!("\0{}", char::from(FORMAT));
    let counted = kept.strip_prefix(&*start)?;
    // The last byte of a varint is below 128.
    let (at, last) = counted.char_indices().find(|(_, c)| u32::from(*c) < 128)?;
    counted.get(at + last.len_utf8()..).filter(|entries| !entries.is_empty())
}

/// List of waiting matches without those that are not imported.
#[must_use]
pub fn without_matches(list: &str, left: &[String]) -> String {
    let number = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    let stays = |line: &&str| !left.contains(&format!("{WAITING_KEY_PREFIX}{}", number(line)));
    list.lines().filter(stays).map(|line| format!("{line}\n")).collect()
}

/// Returns `true` if this key is exported.
#[must_use]
pub fn is_exported(name: &str) -> bool {
    name.starts_with(KEY_PREFIX) && !PAGE_KEYS.contains(&name)
}

/// Result of importing an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImportAction {
    /// Store this value under its key.
    Store(String),
    /// A match, while another one is current: add it to the waiting matches.
    AddWaiting(String),
    /// A score sheet started at this time, which differs from the device's version: keep both.
    KeepBoth(u64),
    /// Keep the device's version.
    Skip,
}

/// Decides how to import a key, given the device's own value.
#[must_use]
pub fn import_action(name: &str, own: Option<&str>, value: &str) -> ImportAction {
    if !is_exported(name) {
        return ImportAction::Skip;
    }
    let Some(own) = own else { return ImportAction::Store(value.to_owned()) };
    if own == value {
        return ImportAction::Skip;
    }
    if name == MATCH_KEY {
        return ImportAction::AddWaiting(value.to_owned());
    }
    // A score sheet may have been continued on the other device, or on both.
    if let Some(begun) = name.strip_prefix(SHEET_KEY_PREFIX).and_then(|begun| begun.parse().ok()) {
        return match () {
            () if is_later_state(own, value) => ImportAction::Store(value.to_owned()),
            () if is_later_state(value, own) => ImportAction::Skip,
            () => ImportAction::KeepBoth(begun),
        };
    }
    if !LIST_KEYS.contains(&name) {
        return ImportAction::Skip;
    }
    let known: Vec<&str> = own.lines().collect();
    let new: Vec<&str> = value.lines().filter(|line| !known.contains(line)).collect();
    if new.is_empty() {
        return ImportAction::Skip;
    }
    let all = known.iter().copied().chain(new);
    ImportAction::Store(all.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::{Library, Seat};
    use upcard_table::wire::{ClientMessage, Level, SeatPlan, SetUp};

    use super::*;
    use crate::LocalTable;

    #[test]
    fn import_never_loses_existing_data() {
        let keep = |text: &str| ImportAction::Store(text.to_owned());
        let (skip, wait) = (ImportAction::Skip, ImportAction::AddWaiting("m".to_owned()));
        let sheet = "score-sheet 1\nrummy\ndeal 0\n";
        let further = &*format!("{sheet}deal 1\n");
        let other = &*sheet.replace("deal 0", "deal x");
        for (name, own, value, expected) in [
            ("upcard.record.7", None, "x", keep("x")),
            ("upcard.settings", Some("own"), "x", skip.clone()),
            ("upcard.matches", Some("b\na\n"), "c\na\n", keep("b\na\nc\n")),
            ("upcard.matches", Some("b\na\n"), "a\n", skip.clone()),
            ("upcard.match", None, "m", keep("m")),
            ("upcard.match", Some("m"), "m", skip.clone()),
            ("upcard.match", Some("own"), "m", wait),
            ("upcard.open", None, "x", skip.clone()),
            ("upcard.present", None, "7", skip.clone()),
            (&waiting_key(7), None, "m", keep("m")),
            ("token", None, "x", skip.clone()),
            ("upcard.score-sheet.7", Some(sheet), further, keep(further)),
            ("upcard.score-sheet.7", Some(further), sheet, skip.clone()),
            ("upcard.score-sheet.7", Some(sheet), other, ImportAction::KeepBoth(7)),
            ("upcard.score-steps.7", Some(sheet), further, skip),
        ] {
            assert_eq!(import_action(name, own, value), expected, "{name} {own:?} {value}");
        }
    }

    #[test]
    fn later_state_of_a_match_is_recognized() {
        let seats = vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }];
        let set_up = SetUp::new("rummy", seats);
        let table = |seed: u8| {
            let library = Arc::new(Library::standard().unwrap());
            let mut local = LocalTable::new(library, set_up.clone(), [seed; 32]).unwrap();
            local.connect(1);
            local.send(1, ClientMessage::Sit { seat: Some(Seat::at(0)), name: "Me".into() });
            local.send(1, ClientMessage::Start);
            local
        };
        let mut local = table(7);
        let before = local.saved_text();
        for _ in 0..100 {
            local.send(2, ClientMessage::HandOver);
            local.send(2, ClientMessage::TakeBack);
        }
        let after = local.saved_text();
        assert!(is_continuation(&before, &before) && is_continuation(&after, &before));
        assert!(!is_continuation(&before, &after));
        assert!(!is_continuation(&after, &table(8).saved_text()));
        let plain = is_continuation("x", "x") && !is_continuation("xy", "x");
        assert!(plain, "what is no match is compared as it is");
        assert!(is_match_key(MATCH_KEY) && is_match_key(&waiting_key(7)));
        assert!(!is_match_key(WAITING_LIST_KEY));
        let list = "7\tRummy\n17\tGin\n";
        assert_eq!(without_matches(list, &[waiting_key(7)]), "17\tGin\n");
        assert_eq!(without_matches(list, &[]), list);
    }
}
