//! Decoded observations.

use upcard_cards::{Card, Cards, Element, MeldKind, RANKS, Rank, SUITS, Suit};
use upcard_engine::Seat;

use crate::error::GymError;
use crate::layout::{
    ELEMENT_COLUMNS, FACES, Layout, MELD_COLUMNS, MELD_HEADER, PILE_COLUMNS, SEAT_COLUMNS,
};
use crate::observe::{CONTINUED_SET, STOCK_CARD, element_of, kind_number};

/// A meld of an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedMeld {
    /// Its id at the table.
    pub id: u16,
    /// Its owner.
    pub owner: Seat,
    /// Its kind.
    pub kind: MeldKind,
    /// A set's rank.
    pub rank: Option<Rank>,
    /// A run's suit, and the position of its lowest card: 0 for a low ace.
    pub run: Option<(Suit, u8)>,
    /// Its cards; those of a run in ascending order.
    pub cards: Vec<Card>,
}

/// A seat of an observation. `docs/python.md` describes its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedSeat {
    /// Number of cards in its hand.
    pub count: i16,
    /// The remaining columns.
    pub columns: Vec<i16>,
    /// Cards known to be in its hand; for the observer, what every opponent knows of it.
    pub known: Cards,
}

/// A decoded observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The observer.
    pub seat: Seat,
    /// Columns of the table, the last of which are unused.
    pub table: Vec<i16>,
    /// The hand.
    pub hand: Cards,
    /// The seats, in absolute order.
    pub seats: Vec<ObservedSeat>,
    /// Cards that must be played in this turn.
    pub freed: Cards,
    /// Contract elements, and whether each has yet to be laid.
    pub contract: Vec<(Element, bool)>,
    /// Melds, oldest first.
    pub melds: Vec<ObservedMeld>,
    /// Discards and who discarded them, upcard last.
    pub discards: Vec<(Card, Option<Seat>)>,
    /// Cards of the stock in publicly known order, next to be drawn last.
    pub known_stock: Vec<Card>,
    /// Discards that are out of play for good.
    pub buried: Cards,
    /// Numbers of the partial play.
    pub said: Vec<u8>,
}

/// Columns of the table.
const SEAT_COLUMN: usize = 29;
const DISCARDS_COLUMN: usize = 18;
const KNOWN_STOCK_COLUMN: usize = 31;

const INVALID: GymError = GymError::InvalidObservation("an impossible value");

fn card(number: i16) -> Result<Card, GymError> {
    let index = usize::try_from(number - 1).ok();
    index.and_then(Card::from_index).ok_or(INVALID)
}

fn faces(counts: &[i16]) -> Result<Cards, GymError> {
    let mut all = Cards::NONE;
    for (index, &count) in counts.iter().enumerate() {
        if !(0..=i16::from(Cards::MAX_COPIES)).contains(&count) {
            return Err(INVALID);
        }
        let face = Card::from_index(index).ok_or(INVALID)?;
        all.extend(std::iter::repeat_n(face, count as usize));
    }
    Ok(all)
}

impl Observation {
    /// Decodes an observation.
    ///
    /// # Errors
    /// If its size is wrong, or a value is invalid.
    pub fn read(layout: &Layout, from: &[i16]) -> Result<Observation, GymError> {
        if from.len() != layout.size() {
            let (found, wanted) = (from.len(), layout.size());
            return Err(GymError::Size { what: "observation", found, wanted });
        }
        let players = usize::from(layout.players);
        let table = layout.table.of(from).to_vec();
        let index =
            |seat: i16| usize::try_from(seat).ok().filter(|at| *at < players).ok_or(INVALID);
        let me = index(table[SEAT_COLUMN])?;
        // Seats are relative to the observer.
        let seat_of = |number| index(number).map(|ahead| Seat::at((me + ahead) % players));
        let rows = layout.seats.of(from).chunks_exact(SEAT_COLUMNS);
        let known = layout.known.of(from).chunks_exact(FACES);
        let seat = |(row, known): (&[i16], &[i16])| {
            Ok(ObservedSeat { count: row[0], columns: row[1..].to_vec(), known: faces(known)? })
        };
        let mut seats = rows.zip(known).map(seat).collect::<Result<Vec<_>, GymError>>()?;
        seats.rotate_right(me);
        let mut contract = Vec::new();
        for row in layout.contract.of(from).chunks_exact(ELEMENT_COLUMNS).filter(|row| row[0] != 0)
        {
            let size = u8::try_from(row[1]).map_err(|_| INVALID)?;
            contract.push((element_of(row[0], size).ok_or(INVALID)?, row[2] != 0));
        }
        let pile: Vec<&[i16]> = layout.pile.of(from).chunks_exact(PILE_COLUMNS).collect();
        let count = |column: usize| usize::try_from(table[column]).map_err(|_| INVALID);
        let discard_rows = pile.get(..count(DISCARDS_COLUMN)?).ok_or(INVALID)?;
        let discard = |row: &&[i16]| {
            let by = if row[1] == 0 { None } else { Some(seat_of(row[1] - 1)?) };
            Ok((card(row[0])?, by))
        };
        let discards = discard_rows.iter().rev().map(discard).collect::<Result<_, GymError>>()?;
        let first = pile.len().checked_sub(count(KNOWN_STOCK_COLUMN)?).ok_or(INVALID)?;
        let stocked = |row: &&[i16]| if row[1] == STOCK_CARD { card(row[0]) } else { Err(INVALID) };
        // The next to be drawn is at the very end of the array, and the last here, too.
        let known_stock = pile[first..].iter().map(stocked).collect::<Result<_, _>>()?;
        let said = layout.said.of(from).iter().take_while(|number| **number != 0);
        let said = said.map(|number| u8::try_from(number - 1).map_err(|_| INVALID));
        Ok(Observation {
            seat: Seat::at(me),
            table,
            hand: faces(layout.hand.of(from))?,
            seats,
            freed: faces(layout.freed.of(from))?,
            contract,
            melds: melds(layout, from, seat_of)?,
            discards,
            known_stock,
            buried: faces(layout.buried.of(from))?,
            said: said.collect::<Result<_, _>>()?,
        })
    }
}

fn kind(number: i16) -> Result<MeldKind, GymError> {
    let kinds = [MeldKind::Set, MeldKind::Run, MeldKind::Pair];
    kinds.into_iter().find(|kind| kind_number(*kind) == number).ok_or(INVALID)
}

fn melds(
    layout: &Layout,
    from: &[i16],
    seat_of: impl Fn(i16) -> Result<Seat, GymError>,
) -> Result<Vec<ObservedMeld>, GymError> {
    let mut melds: Vec<ObservedMeld> = Vec::new();
    for row in layout.melds.of(from).chunks_exact(MELD_COLUMNS).filter(|row| row[2] != 0) {
        let cards = row[MELD_HEADER..].iter().take_while(|card| **card != 0);
        let cards: Vec<Card> = cards.map(|number| card(*number)).collect::<Result<_, _>>()?;
        if row[2] == CONTINUED_SET {
            melds.last_mut().ok_or(INVALID)?.cards.extend(cards);
            continue;
        }
        let kind = kind(row[2])?;
        let place = usize::try_from(row[3] - 1).ok();
        let (mut rank, mut run) = (None, None);
        if kind == MeldKind::Run {
            let suit = place.and_then(|place| SUITS.get(place)).ok_or(INVALID)?;
            run = Some((*suit, u8::try_from(row[4] - 1).map_err(|_| INVALID)?));
        } else {
            rank = place.and_then(|place| RANKS.get(place)).copied();
        }
        let id = u16::try_from(row[0]).map_err(|_| INVALID)?;
        melds.push(ObservedMeld { id, owner: seat_of(row[1] - 1)?, kind, rank, run, cards });
    }
    Ok(melds)
}
