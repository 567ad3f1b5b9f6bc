//! What lies where on the screen, for the mouse.

use ratatui::layout::Rect;
use upcard_client::prompt::Does;
use upcard_engine::MeldId;

/// A place on the table that cards can be taken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A meld on the table.
    Meld(MeldId),
    /// A slot of a lay-down, or of a rearrangement; past the last one it is new.
    Slot(usize),
    /// The card that is thrown with what is put together.
    Thrown,
}

/// Where something lies among lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lies {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// What can be clicked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A card of the hand, by its place.
    Card(usize),
    /// A place on the table, or a card in it.
    Spot(Spot, Option<usize>),
    /// A hidden card that can be drawn, by its place.
    Pick(u8),
    /// An answer of the prompt.
    Answer(Does),
    /// An answer to a question; past the last one none.
    Choice(usize),
    /// A line of a sheet that can be chosen.
    Item(usize),
}

/// What lies where among lines.
pub(crate) type Placed = Vec<(Lies, Target)>;

/// What lies where on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    pub(crate) place: Rect,
    pub(crate) target: Target,
}
