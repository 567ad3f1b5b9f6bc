//! Clickable areas of the screen.

use ratatui::layout::Rect;
use upcard_client::prompt::AnswerAction;
use upcard_engine::MeldId;

/// A spot on the table where cards can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    Meld(MeldId),
    /// A slot of a lay-down or a rearrangement; the index after the last one creates a slot.
    Slot(usize),
    /// The discard that goes with a lay-down.
    Thrown,
}

/// Area within lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A card of the hand, by position.
    Card(usize),
    /// A spot on the table, or a card in it.
    Spot(Spot, Option<usize>),
    /// A hidden card to draw, by position.
    Pick(u8),
    Answer(AnswerAction),
    /// An answer to a question; the index after the last one cancels.
    Choice(usize),
    Item(usize),
}

/// Clickable areas within lines.
pub(crate) type ClickAreas = Vec<(Area, Target)>;

/// Clickable area of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    pub(crate) place: Rect,
    pub(crate) target: Target,
}
