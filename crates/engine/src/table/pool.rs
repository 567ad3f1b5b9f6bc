//! What a table knows beyond one deal: hands won, who is out of a match, chips.

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// Who is out of a match, who comes back, chips, and what is in a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PoolState {
    /// Seats that are out of the match.
    pub(crate) out: Seats,
    /// How often each seat has come back.
    pub(crate) rejoined: [u8; MAX_PLAYERS],
    /// Seats that are still to be asked whether they come back.
    pub(crate) may_rejoin: Seats,
    /// The total with which they would.
    pub(crate) rejoin_total: i32,
    /// Seats that have agreed to share the pool.
    pub(crate) agreed: Seats,
    /// Has somebody declined to?
    pub(crate) declined: bool,
    /// Have all agreed?
    pub(crate) split: bool,
    /// Who won the last deal.
    pub(crate) winner: Option<Seat>,
    /// The chips that each seat has won, or lost, so far.
    pub(crate) chips: [i32; MAX_PLAYERS],
}

/// The hands that were won in a game in which one knocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HandsWon {
    /// How many each seat has won.
    pub(crate) won: [u8; MAX_PLAYERS],
    /// The boxes of each seat.
    pub(crate) boxes: [u8; MAX_PLAYERS],
    /// Where three games are scored at once: in how many of them a seat enters its next hand,
    /// less one.
    pub(crate) reach: [u8; MAX_PLAYERS],
    /// The points of each seat in each of the three games.
    pub(crate) columns: [[i32; 3]; MAX_PLAYERS],
    /// The boxes of each seat in each of them.
    pub(crate) column_boxes: [[u8; 3]; MAX_PLAYERS],
}

impl HandsWon {
    /// Of seats that have won so many hands, and have these points in three games that are scored at
    /// once: each hand in as many of them as its seat came in.
    #[must_use]
    pub fn of(won: &[u8], columns: &[(Seat, [i32; 3])]) -> HandsWon {
        let mut hands = HandsWon::default();
        for (seat, &won) in won.iter().enumerate().take(MAX_PLAYERS) {
            (hands.won[seat], hands.boxes[seat], hands.reach[seat]) = (won, won, won.min(3));
        }
        for (seat, points) in columns {
            let seat = seat.index();
            hands.columns[seat] = *points;
            for (column, points) in (0..).zip(points) {
                let (won, entered) = (hands.won[seat], *points > 0);
                let boxes = if entered { won.saturating_sub(column).max(1) } else { 0 };
                hands.column_boxes[seat][usize::from(column)] = boxes;
                let reach = if entered { column + 1 } else { 0 };
                hands.reach[seat] = hands.reach[seat].max(reach);
            }
        }
        hands
    }
}
