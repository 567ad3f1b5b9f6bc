//! Import of another device's data, without losing any existing data.

use crate::{Local, is_further};

/// Prefix of the page's storage keys.
pub const OURS: &str = "upcard.";

/// Keys on which page owns the match and where it is stored: not exported.
const OWN: [&str; 2] = ["upcard.open", "upcard.present"];

/// Key of the current match.
pub const MATCH: &str = "upcard.match";

/// Keys of lists with one item per line.
const LISTS: [&str; 9] = [
    "upcard.groups",
    "upcard.house-rules",
    "upcard.matches",
    "upcard.meetings",
    "upcard.score-seen",
    "upcard.score-sheets",
    "upcard.unkept",
    "upcard.visits",
    WAITING,
];

/// Prefix of the keys of score sheets.
const SHEETS: &str = "upcard.score-sheet.";

/// Prefix of the keys of waiting matches.
const WAITS: &str = "upcard.waiting.";

/// Key of the list of waiting matches.
pub const WAITING: &str = "upcard.waiting";

/// Key of a waiting match, by its number.
#[must_use]
pub fn waiting(number: u64) -> String {
    format!("{WAITS}{number}")
}

/// Returns `true` if this is the key of a match.
#[must_use]
pub fn is_match(name: &str) -> bool {
    name == MATCH || name.strip_prefix(WAITS).is_some_and(|number| number.parse::<u64>().is_ok())
}

/// Returns `true` if this saved match is the other one at the same or a later point.
#[must_use]
pub fn holds(own: &str, other: &str) -> bool {
    let both = entries(own).zip(entries(other));
    own == other || both.is_some_and(|(own, other)| own.starts_with(other))
}

/// Entries of a saved match (see `Local::kept`) without the format and the entry count; `None` for earlier
/// formats.
fn entries(kept: &str) -> Option<&str> {
    let start = format!("\0{}", char::from(Local::FORMAT));
    let counted = kept.strip_prefix(&*start)?;
    // The last byte of a varint is below 128.
    let (at, last) = counted.char_indices().find(|(_, c)| u32::from(*c) < 128)?;
    counted.get(at + last.len_utf8()..).filter(|entries| !entries.is_empty())
}

/// List of waiting matches without those that are not imported.
#[must_use]
pub fn list_without(list: &str, left: &[String]) -> String {
    let number = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    let stays = |line: &&str| !left.contains(&format!("{WAITS}{}", number(line)));
    list.lines().filter(stays).map(|line| format!("{line}\n")).collect()
}

/// Returns `true` if this key is exported.
#[must_use]
pub fn is_taken(name: &str) -> bool {
    name.starts_with(OURS) && !OWN.contains(&name)
}

/// Result of importing an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brought {
    /// Store this value under its key.
    Keep(String),
    /// A match, while another one is current: add it to the waiting matches.
    Waits(String),
    /// A score sheet started at this time, which differs from the device's version: keep both.
    Beside(u64),
    /// Keep the device's version.
    Not,
}

/// Decides how to import a key, given the device's own value.
#[must_use]
pub fn brought(name: &str, own: Option<&str>, value: &str) -> Brought {
    if !is_taken(name) {
        return Brought::Not;
    }
    let Some(own) = own else { return Brought::Keep(value.to_owned()) };
    if own == value {
        return Brought::Not;
    }
    if name == MATCH {
        return Brought::Waits(value.to_owned());
    }
    // A score sheet may have been continued on the other device, or on both.
    if let Some(begun) = name.strip_prefix(SHEETS).and_then(|begun| begun.parse().ok()) {
        return match () {
            () if is_further(own, value) => Brought::Keep(value.to_owned()),
            () if is_further(value, own) => Brought::Not,
            () => Brought::Beside(begun),
        };
    }
    if !LISTS.contains(&name) {
        return Brought::Not;
    }
    let known: Vec<&str> = own.lines().collect();
    let new: Vec<&str> = value.lines().filter(|line| !known.contains(line)).collect();
    if new.is_empty() {
        return Brought::Not;
    }
    let all = known.iter().copied().chain(new);
    Brought::Keep(all.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::{Library, Seat};
    use upcard_table::wire::{ClientMessage, Level, SeatPlan, SetUp};

    use super::*;

    #[test]
    fn nothing_that_is_there_is_lost() {
        let keep = |text: &str| Brought::Keep(text.to_owned());
        assert_eq!(brought("upcard.record.7", None, "x"), keep("x"));
        assert_eq!(brought("upcard.settings", Some("own"), "x"), Brought::Not);
        assert_eq!(brought("upcard.matches", Some("b\na\n"), "c\na\n"), keep("b\na\nc\n"));
        assert_eq!(brought("upcard.matches", Some("b\na\n"), "a\n"), Brought::Not);
        assert_eq!(brought("upcard.match", None, "m"), keep("m"));
        assert_eq!(brought("upcard.match", Some("m"), "m"), Brought::Not);
        assert_eq!(brought("upcard.match", Some("own"), "m"), Brought::Waits("m".to_owned()));
        assert_eq!(brought("upcard.open", None, "x"), Brought::Not);
        assert_eq!(brought("upcard.present", None, "7"), Brought::Not);
        assert_eq!(brought(&waiting(7), None, "m"), keep("m"));
        assert_eq!(brought("token", None, "x"), Brought::Not);
        let (sheet, further) =
            ("score-sheet 1\nrummy\ndeal 0\n", "score-sheet 1\nrummy\ndeal 0\ndeal 1\n");
        assert_eq!(brought("upcard.score-sheet.7", Some(sheet), further), keep(further));
        assert_eq!(brought("upcard.score-sheet.7", Some(further), sheet), Brought::Not);
        let other = sheet.replace("deal 0", "deal x");
        assert_eq!(brought("upcard.score-sheet.7", Some(sheet), &other), Brought::Beside(7));
        assert_eq!(brought("upcard.score-steps.7", Some(sheet), further), Brought::Not);
    }
    #[test]
    fn a_match_that_is_here_and_has_gone_on_is_known() {
        let seats = vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }];
        let set_up = SetUp::new("rummy", seats);
        let table = |seed: u8| {
            let library = Arc::new(Library::standard().unwrap());
            let mut local = Local::new(library, set_up.clone(), [seed; 32]).unwrap();
            local.connect(1);
            local.send(1, ClientMessage::Sit { seat: Some(Seat::at(0)), name: "Me".into() });
            local.send(1, ClientMessage::Start);
            local
        };
        let mut local = table(7);
        let before = local.kept();
        for _ in 0..100 {
            local.send(2, ClientMessage::HandOver);
            local.send(2, ClientMessage::TakeBack);
        }
        let after = local.kept();
        assert!(holds(&before, &before) && holds(&after, &before) && !holds(&before, &after));
        assert!(!holds(&after, &table(8).kept()));
        assert!(holds("x", "x") && !holds("xy", "x"), "what is no match is compared as it is");
        assert!(is_match(MATCH) && is_match(&waiting(7)) && !is_match(WAITING));
        let list = "7\tRummy\n17\tGin\n";
        assert_eq!(list_without(list, &[waiting(7)]), "17\tGin\n");
        assert_eq!(list_without(list, &[]), list);
    }
}
