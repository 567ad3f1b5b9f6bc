//! What can be seen: screens, and what lies over them.

use std::sync::Arc;

use upcard_client::ReplayLink;
use upcard_client::lessons::Course;
use upcard_engine::Seat;

/// The screens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    /// Where one starts.
    Home,
    /// Choosing a game, for a table with others (true) or alone.
    New(bool),
    /// Setting up the table for the game that was chosen, with others (true) or alone; from its changed rules
    /// (true) or not.
    SetUp(bool, bool),
    /// Changing its rules, for a table with others (true) or alone.
    House(bool),
    /// House rules by their text, before anything is accepted.
    Link(String),
    /// The table.
    Table,
}

/// What lies over the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    /// The menu.
    Menu,
    /// The rule sheet.
    Rules,
    /// The score sheet.
    Scores,
    /// The settings.
    Settings,
    /// All discards.
    Discards,
    /// Whether to leave.
    Leave,
    /// Whether to give the seat up.
    GiveUp,
    /// What the host may do to a seat.
    Seat(Seat),
    /// The link that friends join by.
    Invite,
    /// The link that moves the own seat to another device.
    Device,
    /// Standing answers, the pace, what is asked twice.
    Comfort,
    /// What the contract asks for, with examples.
    Contract,
    /// A hint.
    Hint,
    /// The keys.
    Keys,
    /// This deal, play by play.
    Story,
    /// Phrases to send.
    Phrases,
    /// The picture of the link that friends join by.
    Code,
    /// The people of the table.
    People,
    /// One's own name and face, and the way to a seat.
    Me,
    /// What is played at this table, to be changed.
    TableSetUp,
    /// Going to a table by its short code.
    Join,
    /// A match looked at again.
    Replay,
    /// The matches that were played here, and a record to open.
    Games,
    /// The score of a game with real cards.
    Score,
    /// The puzzle of the day.
    Puzzle,
    /// The lessons.
    Lessons,
    /// One of them.
    Lesson(Course),
}

/// A match that is looked at again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Looked {
    /// One of a server's table, from this moment on, and the seat that one had in it.
    Table(ReplayLink, Option<Seat>),
    /// One of this record, through the eyes of the seat that one had in it.
    Record(Arc<str>, Option<Seat>),
}
