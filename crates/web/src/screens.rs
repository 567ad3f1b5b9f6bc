//! Screens and overlays.

use std::sync::Arc;

use upcard_client::ReplayLink;
use upcard_client::lessons::Course;
use upcard_engine::Seat;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    Home,
    /// Choosing a game, with others (`true`) or alone.
    ChooseGame(bool),
    /// Setting up the table for the chosen game: with others (`true`) or alone; coming from its changed rules
    /// (`true`) or not.
    SetUp(bool, bool),
    /// Changing its rules, with others (`true`) or alone.
    HouseEditor(bool),
    /// House rules from a link, as text, before they are accepted.
    HouseLink(String),
    Table,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    Menu,
    Rules,
    Scores,
    Settings,
    Discards,
    /// Confirmation to leave.
    Leave,
    /// Confirmation to give up the seat.
    GiveUp,
    /// The host's powers over a seat.
    Seat(Seat),
    Invite,
    /// The link that moves the player's seat to another device.
    MoveSeat,
    /// Standing answers, bot speed, confirmations.
    TableOptions,
    /// The contract explained, with examples.
    Contract,
    Hint,
    Keys,
    /// This deal, play by play.
    Story,
    Phrases,
    /// The QR code of the invitation link.
    QrCode,
    People,
    /// The player's name and face, and a way to get a seat.
    OwnProfile,
    TableSetUp,
    /// Joining a table by its short code.
    Join,
    Replay,
    /// Matches played here, and opening a record.
    Games,
    /// The score of a game with real cards.
    HomeScore,
    /// The puzzle of the day.
    Puzzle,
    Lessons,
    Lesson(Course),
}

/// Source of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReplaySource {
    /// A match on a server, from this moment, and the player's seat in it.
    Table(ReplayLink, Option<Seat>),
    /// A record, and the player's seat in it.
    Record(Arc<str>, Option<Seat>),
}
