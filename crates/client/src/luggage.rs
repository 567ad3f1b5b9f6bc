//! What a device keeps, brought to another one: nothing that is there already is lost by it.

/// How the names of what the page keeps begin.
pub const OURS: &str = "upcard.";

/// What says which page goes on with the match, and where it is stored: that is not taken along.
const OWN: [&str; 2] = ["upcard.open", "upcard.present"];

/// The match that is kept as the present one.
pub const MATCH: &str = "upcard.match";

/// Those that are lists, a line for each thing.
const LISTS: [&str; 8] = [
    "upcard.groups",
    "upcard.house-rules",
    "upcard.matches",
    "upcard.meetings",
    "upcard.score-seen",
    "upcard.score-sheets",
    "upcard.visits",
    "upcard.waiting",
];

/// The name of a match that waits, by its number.
#[must_use]
pub fn waiting(number: u64) -> String {
    format!("{OURS}waiting.{number}")
}

/// Is what the page keeps under this name taken along?
#[must_use]
pub fn is_taken(name: &str) -> bool {
    name.starts_with(OURS) && !OWN.contains(&name)
}

/// What becomes of something that is brought along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Brought {
    /// It is kept under its name, as it is given here.
    Keep(String),
    /// It is a match, and there is another present one: it waits beside that.
    Waits(String),
    /// The device keeps what it has.
    Not,
}

/// What becomes of what is brought under this name, where the device has this under it.
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
    if !LISTS.contains(&name) {
        return Brought::Not;
    }
    let known: Vec<&str> = own.lines().collect();
    let new = value.lines().filter(|line| !known.contains(line));
    let all = known.iter().copied().chain(new);
    Brought::Keep(all.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_there_is_lost() {
        let keep = |text: &str| Brought::Keep(text.to_owned());
        assert_eq!(brought("upcard.record.7", None, "x"), keep("x"));
        assert_eq!(brought("upcard.settings", Some("own"), "x"), Brought::Not);
        assert_eq!(brought("upcard.matches", Some("b\na\n"), "c\na\n"), keep("b\na\nc\n"));
        assert_eq!(brought("upcard.match", None, "m"), keep("m"));
        assert_eq!(brought("upcard.match", Some("m"), "m"), Brought::Not);
        assert_eq!(brought("upcard.match", Some("own"), "m"), Brought::Waits("m".to_owned()));
        assert_eq!(brought("upcard.open", None, "x"), Brought::Not);
        assert_eq!(brought("upcard.present", None, "7"), Brought::Not);
        assert_eq!(brought(&waiting(7), None, "m"), keep("m"));
        assert_eq!(brought("token", None, "x"), Brought::Not);
    }
}
