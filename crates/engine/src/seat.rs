//! A seat, and a set of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most players at a table.
pub const MAX_PLAYERS: usize = 8;

/// A seat, counted from 0. Texts count from 1, and so does its [`Display`](fmt::Display).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat at this place of a list by seats.
    #[must_use]
    pub const fn at(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// The seat with this number, counted from 1 as in texts; none for 0.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Seat> {
        match number {
            0 => None,
            number => Some(Seat(number - 1)),
        }
    }

    /// Its place in lists by seats.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number in texts, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.saturating_add(1)
    }

    /// Is it a seat of a table for this many players?
    #[must_use]
    pub const fn is_of(self, players: u8) -> bool {
        self.0 < players
    }

    /// The seats of this many players.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..players).map(Seat)
    }

    /// The next seat in turn order.
    #[must_use]
    pub const fn next(self, players: u8) -> Seat {
        self.ahead(1, players)
    }

    /// The seat this many steps ahead in turn order, at the most once round the table. No division,
    /// since it is asked for at every decision.
    #[inline]
    #[must_use]
    pub const fn ahead(self, steps: u8, players: u8) -> Seat {
        let seat = self.0 + steps;
        Seat(if seat < players { seat } else { seat - players })
    }

    /// The next seat in turn order of which this holds; the seat itself where there is none.
    #[must_use]
    pub fn next_of(self, players: u8, holds: impl Fn(Seat) -> bool) -> Seat {
        (1..players).map(|step| self.ahead(step, players)).find(|&s| holds(s)).unwrap_or(self)
    }

    /// The nearest seat before it in turn order of which this holds; the seat itself where there is
    /// none.
    #[must_use]
    pub fn previous_of(self, players: u8, holds: impl Fn(Seat) -> bool) -> Seat {
        let mut back = (1..players).map(|step| self.ahead(players - step, players));
        back.find(|&seat| holds(seat)).unwrap_or(self)
    }

    /// The seat before it in turn order.
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
pub struct Seats(u8);

impl Seats {
    /// None.
    pub const NONE: Seats = Seats(0);

    /// The seats with these bits, that of the first lowest.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Seats {
        Seats(bits)
    }

    /// All seats of this many players.
    #[must_use]
    pub const fn all(players: u8) -> Seats {
        Seats(((1u16 << players) - 1) as u8)
    }

    /// This one alone.
    #[must_use]
    pub const fn only(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }

    /// Is this seat among them? No seat beyond the largest table is.
    #[inline]
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        seat.index() < MAX_PLAYERS && self.0 & 1 << seat.0 != 0
    }

    /// With this seat, which must be one of the largest table's.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        if self.has(seat) { Seats(self.0 & !(1 << seat.0)) } else { self }
    }

    /// Adds a seat, which must be one of the largest table's.
    pub const fn insert(&mut self, seat: Seat) {
        *self = self.with(seat);
    }

    /// Those of these that are not among the others.
    #[must_use]
    pub const fn minus(self, others: Seats) -> Seats {
        Seats(self.0 & !others.0)
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Are there none?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first by number.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The first of these after a seat in turn order, that seat being the last.
    #[inline]
    #[must_use]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        let later = self.0 as u16 >> seat.0 >> 1;
        match later {
            0 => self.first(),
            later => Some(Seat(seat.0 + 1 + later.trailing_zeros() as u8)),
        }
    }

    /// The seats, by number.
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
    fn a_set_of_seats_is_a_set() {
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
    fn turns_go_round() {
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
