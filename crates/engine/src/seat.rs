//! Seats, and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum number of players at a table.
pub const MAX_PLAYERS: usize = 8;

/// A seat, counted from 0. Texts, including its [`Display`](fmt::Display), count from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this index.
    #[must_use]
    pub const fn at(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// Returns the seat with this number, counted from 1 as in texts; `None` for 0.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Seat> {
        match number {
            0 => None,
            number => Some(Seat(number - 1)),
        }
    }

    /// Index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number in texts, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.saturating_add(1)
    }

    /// Returns `true` if the seat exists at a table of this many players.
    #[must_use]
    pub const fn is_of(self, players: u8) -> bool {
        self.0 < players
    }

    /// Iterates over the seats of this many players.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..players).map(Seat)
    }

    /// The next seat in turn order.
    #[must_use]
    pub const fn next(self, players: u8) -> Seat {
        self.ahead(1, players)
    }

    /// The seat this many steps ahead in turn order, at most once round the table. Avoids division,
    /// since it is called for every decision.
    #[inline]
    #[must_use]
    pub const fn ahead(self, steps: u8, players: u8) -> Seat {
        let seat = self.0 + steps;
        Seat(if seat < players { seat } else { seat - players })
    }

    /// The next seat in turn order that satisfies the predicate; the seat itself if there is none.
    #[must_use]
    pub fn next_of(self, players: u8, holds: impl Fn(Seat) -> bool) -> Seat {
        (1..players).map(|step| self.ahead(step, players)).find(|&s| holds(s)).unwrap_or(self)
    }

    /// The nearest previous seat in turn order that satisfies the predicate; the seat itself if
    /// there is none.
    #[must_use]
    pub fn previous_of(self, players: u8, holds: impl Fn(Seat) -> bool) -> Seat {
        let mut back = (1..players).map(|step| self.ahead(players - step, players));
        back.find(|&seat| holds(seat)).unwrap_or(self)
    }

    /// The previous seat in turn order.
    #[must_use]
    pub const fn previous(self, players: u8) -> Seat {
        self.ahead(players - 1, players)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[must_use]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// Returns the set with these bits; the first seat is the lowest bit.
    pub const fn from_bits(bits: u8) -> Seats {
        Seats(bits)
    }

    /// All seats of this many players.
    pub const fn all(players: u8) -> Seats {
        Seats(((1u16 << players) - 1) as u8)
    }

    /// Returns the set of this seat alone.
    pub const fn only(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }

    /// Returns `true` if this seat is in the set; `false` for seats beyond [`MAX_PLAYERS`].
    #[inline]
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        seat.index() < MAX_PLAYERS && self.0 & 1 << seat.0 != 0
    }

    /// Returns the set with this seat added, which must be below [`MAX_PLAYERS`].
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Returns the set without this seat.
    pub const fn without(self, seat: Seat) -> Seats {
        if self.has(seat) { Seats(self.0 & !(1 << seat.0)) } else { self }
    }

    /// Adds a seat, which must be below [`MAX_PLAYERS`].
    pub const fn insert(&mut self, seat: Seat) {
        *self = self.with(seat);
    }

    /// Set difference.
    pub const fn minus(self, others: Seats) -> Seats {
        Seats(self.0 & !others.0)
    }

    /// Number of seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat with the lowest number.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The first seat of the set after this one in turn order; this seat itself comes last.
    #[inline]
    #[must_use]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        let later = self.0 as u16 >> seat.0 >> 1;
        match later {
            0 => self.first(),
            later => Some(Seat(seat.0 + 1 + later.trailing_zeros() as u8)),
        }
    }

    /// Iterates over the seats by number.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let seat = left.first()?;
            left = left.without(seat);
            Some(seat)
        })
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_set_operations() {
        let some: Seats = [Seat(5), Seat(0), Seat(5)].into_iter().collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), [Seat(0), Seat(5)]);
        assert_eq!((some.len(), some.first()), (2, Some(Seat(0))));
        assert!(some.has(Seat(5)) && !some.has(Seat(1)) && !some.has(Seat(200)));
        assert_eq!(some.without(Seat(0)), Seats::only(Seat(5)));
        assert_eq!(some.without(Seat(200)), some);
        assert_eq!(Seats::all(8).minus(some).len(), 6);
        assert_eq!(Seats::all(0), Seats::NONE);
    }

    #[test]
    fn turn_order_wraps_around() {
        assert_eq!((Seat(3).next(4), Seat(0).previous(4)), (Seat(0), Seat(3)));
        let some: Seats = [Seat(0), Seat(2)].into_iter().collect();
        let next = |seat| some.next_after(Seat(seat));
        assert_eq!([0, 1, 2, 3, 7].map(next), [2, 2, 0, 0, 0].map(|seat| Some(Seat(seat))));
        assert_eq!(Seats::NONE.next_after(Seat(1)), None);
        assert_eq!(Seats::only(Seat(7)).next_after(Seat(7)), Some(Seat(7)));
        assert_eq!(Seat(1).previous_of(3, |seat| seat != Seat(0)), Seat(2));
        assert_eq!(Seat(3).to_string(), "4");
        assert_eq!((Seat::from_number(4), Seat::from_number(0)), (Some(Seat(3)), None));
    }
}
