//! Melds by seat, and the order of the cards within a meld.

use upcard_cards::{Card, Meld, MeldRules, ShortSort};
use upcard_engine::Seat;
use upcard_engine::table::TableMeld;

use crate::Session;

/// Melds of each seat that has any: the player's seat first, then in turn order.
#[must_use]
pub fn melds_by_seat(session: &Session) -> Vec<(Seat, Vec<TableMeld>)> {
    let Some(own) = &session.view else { return Vec::new() };
    let (table, me) = (&own.table, session.seat.unwrap_or(Seat::at(0)));
    let order = std::iter::once(me).chain(table.seats_after(me)).take(usize::from(table.players()));
    let of = |seat| table.melds().iter().filter(|meld| meld.owner == seat).copied().collect();
    let laid = order.map(|seat| (seat, of(seat)));
    laid.filter(|(_, melds): &(_, Vec<_>)| !melds.is_empty()).collect()
}

/// Cards of a meld, each with the card that it stands for if it is wild.
#[must_use]
pub fn meld_cards(meld: &Meld, rules: &MeldRules) -> Vec<(Card, Option<Card>)> {
    match meld {
        Meld::Run(run) => run
            .cards()
            .iter()
            .enumerate()
            // In a run of several suits, a wild card does not stand for a single card.
            .map(|(i, &card)| {
                let face = Some(run.face(i)).filter(|_| !run.suits().is_mixed());
                (card, face.filter(|face| *face != card))
            })
            .collect(),
        Meld::Set(_) => {
            let mut cards: Vec<Card> = meld.spec().cards;
            cards.short_sort_by_key(|c| rules.is_wild(*c));
            cards.into_iter().map(|card| (card, None)).collect()
        }
    }
}

/// Removes these cards from a list, in the order given and once for each mention, and returns them.
pub(crate) fn take_cards<T>(
    from: &mut Vec<T>,
    cards: impl IntoIterator<Item = Card>,
    face: impl Fn(&T) -> Card,
) -> Vec<T> {
    let place = |from: &Vec<T>, card| from.iter().position(|item| face(item) == card);
    cards.into_iter().filter_map(|card| place(from, card).map(|at| from.remove(at))).collect()
}

/// Sorts cards in meld order; unchanged if they are not a meld.
#[must_use]
pub fn meld_order<T: Clone>(
    items: &[T],
    laid: Option<Vec<Card>>,
    face: impl Fn(&T) -> Card,
) -> Vec<T> {
    let mut left = items.to_vec();
    match laid {
        Some(laid) => take_cards(&mut left, laid, face),
        None => left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_sorted_in_meld_order() {
        let cards = |text: &str| -> Vec<Card> {
            text.split(' ').map(|card| card.parse().unwrap()).collect()
        };
        let put: Vec<(u32, Card)> = (1..).zip(cards("7H 5H JK 5H")).collect();
        let laid = Some(cards("5H JK 7H 8H"));
        let ids = |laid| -> Vec<u32> {
            meld_order(&put, laid, |item| item.1).into_iter().map(|item| item.0).collect()
        };
        assert_eq!(ids(laid), [2, 3, 1]);
        assert_eq!(ids(None), [1, 2, 3, 4]);
    }
}
