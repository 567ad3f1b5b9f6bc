//! Events as sentences, for the line under the table and for screen readers.

use upcard_client::Session;
use upcard_client::announce::Announcement;
use upcard_client::wire::{Level, Lost, TableError};
use upcard_client::wording::news as wording;
use upcard_engine::{Seat, Seats};

use crate::text::{Page, tr};

/// Returns a seat's name: 'You', a person's, or a bot's.
pub(crate) fn name(session: &Session, seat: Seat) -> String {
    wording::name(&Page, session, seat)
}

/// Returns the name of who plays a seat in the match, or has played it if it is over.
pub(crate) fn player(session: &Session, seat: Seat) -> String {
    wording::player(&Page, session, seat)
}

/// Returns a bot's name, which suits its level.
pub(crate) fn bot(level: Level, seat: Seat) -> String {
    wording::bot(&Page, level, seat)
}

pub(crate) fn announcement(session: &Session, line: &Announcement) -> String {
    wording::announcement(&Page, session, line)
}

/// Says who has won, by a text that handles the player's own win.
pub(crate) fn winners(session: &Session, id: &str, winners: Seats) -> String {
    wording::winners(&Page, session, id, winners)
}

pub(crate) fn names(session: &Session, seats: Seats) -> String {
    wording::names(&Page, session, seats)
}

pub(crate) fn join(all: &[String]) -> String {
    wording::join(&Page, all)
}

/// Says why someone has lost their seat.
pub(crate) fn lost(lost: Lost) -> String {
    tr!(match lost {
        Lost::GaveUp => "lost-gave-up",
        Lost::Kicked => "lost-kicked",
        Lost::Opened => "lost-opened",
        Lost::Moved => "lost-moved",
        Lost::Claimed => "lost-claimed",
        Lost::Objected => "lost-objected",
    })
}

/// Returns an error of the table as a sentence.
pub(crate) fn error(error: &TableError) -> String {
    match error {
        TableError::BadRules { flaws } => {
            tr!("error-bad-rules", flaws = crate::lazy::describe_flaws(flaws.clone()))
        }
        other => tr!(&format!("error-{}", other.code())),
    }
}
