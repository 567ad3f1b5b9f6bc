//! State beyond one deal: hands won, eliminated seats, chips.

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// Elimination, rejoining, chips, and sharing of a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PoolState {
    /// Seats eliminated from the match.
    pub(crate) out: Seats,
    /// Number of times each seat has rejoined.
    pub(crate) rejoined: [u8; MAX_PLAYERS],
    /// Seats still to be asked whether they rejoin.
    pub(crate) may_rejoin: Seats,
    /// The total with which they would rejoin.
    pub(crate) rejoin_total: i32,
    /// Seats that have agreed to share the pool.
    pub(crate) agreed: Seats,
    /// Whether a seat has declined to share it.
    pub(crate) declined: bool,
    /// Whether all have agreed.
    pub(crate) split: bool,
    /// Winner of the last deal.
    pub(crate) winner: Option<Seat>,
    /// Net chips won by each seat so far.
    pub(crate) chips: [i32; MAX_PLAYERS],
}

/// Hands won in a game with knocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HandsWon {
    /// Number of hands won by each seat.
    pub(crate) won: [u8; MAX_PLAYERS],
    /// Boxes of each seat.
    pub(crate) boxes: [u8; MAX_PLAYERS],
    /// With three games scored at once: number of games in which a seat has started scoring, so that its next
    /// hand counts in one more, at most three.
    pub(crate) reach: [u8; MAX_PLAYERS],
    /// Points of each seat in each of the three games.
    pub(crate) columns: [[i32; 3]; MAX_PLAYERS],
    /// Boxes of each seat in each of them.
    pub(crate) column_boxes: [[u8; 3]; MAX_PLAYERS],
}

impl HandsWon {
    /// Creates the state for seats with these numbers of won hands, and these points in three games scored at
    /// once. Each hand counts in the games that its seat had entered by then.
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
