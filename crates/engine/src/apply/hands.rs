//! Effects of events on hands, and on one viewer's knowledge of blind cards.

use upcard_cards::{Card, Cards};

use crate::event::Event;
use crate::seat::Seat;

/// Cards that an event removes from a hand and adds to it.
#[derive(Default)]
pub(crate) struct HandEffect {
    pub(crate) out: Cards,
    pub(crate) into: Cards,
}

/// Returns the event's effect on this seat's hand. (A deal replaces the hand; not covered here.)
pub(crate) fn hand_effect(event: &Event, me: Seat) -> HandEffect {
    let one = |card: Card| [card].into_iter().collect::<Cards>();
    let out = |out| HandEffect { out, ..HandEffect::default() };
    let into = |into| HandEffect { into, ..HandEffect::default() };
    match event {
        Event::Drew { seat, card: Some(card) } | Event::Penalty { seat, card: Some(card) }
            if *seat == me =>
        {
            into(one(*card))
        }
        Event::Took { seat, card } | Event::Bought { seat, card, .. } if *seat == me => {
            into(one(*card))
        }
        Event::TookDeep { seat, cards } if *seat == me => into(cards.iter().copied().collect()),
        Event::LaidDown { seat, melds, .. } | Event::Shown { seat, melds } if *seat == me => {
            out(melds.iter().fold(Cards::NONE, |sum, m| sum.plus(&m.cards())))
        }
        Event::DeclaredWrong { seat, finish: Some(card), .. } if *seat == me => out(one(*card)),
        Event::Declared { seat, melds, finish: thrown }
        | Event::Knocked { seat, melds, discard: thrown, .. }
            if *seat == me =>
        {
            let thrown: Cards = thrown.iter().copied().collect();
            out(melds.iter().fold(thrown, |sum, m| sum.plus(&m.cards())))
        }
        Event::LaidOff { seat, card, .. }
        | Event::Slid { seat, card, .. }
        | Event::Discarded { seat, card, .. }
            if *seat == me =>
        {
            out(one(*card))
        }
        Event::Swapped { seat, card, wild, .. } if *seat == me => {
            HandEffect { out: one(*card), into: one(*wild) }
        }
        Event::Arranged { seat, played, .. } if *seat == me => out(*played),
        Event::TookBack { seat, back, away, .. } if *seat == me => {
            HandEffect { out: *away, into: *back }
        }
        Event::Picked { from, card: Some(card), .. } if *from == me => out(one(*card)),
        Event::Picked { to, card: Some(card), .. } if *to == me => into(one(*card)),
        _ => HandEffect::default(),
    }
}

/// The seat that played cards face up from its hand; `None` for other events.
pub(crate) fn played_by(event: &Event) -> Option<Seat> {
    match event {
        Event::LaidDown { seat, .. }
        | Event::LaidOff { seat, .. }
        | Event::Slid { seat, .. }
        | Event::Swapped { seat, .. }
        | Event::Arranged { seat, .. }
        | Event::Declared { seat, .. }
        | Event::Knocked { seat, .. }
        | Event::Shown { seat, .. }
        | Event::Discarded { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// Updates one viewer's knowledge of blind cards; called before the event is folded.
pub(crate) fn note_sighting(
    sightings: &mut Vec<(Seat, Card)>,
    event: &Event,
    viewer: Option<Seat>,
) {
    match event {
        Event::DealBegan { .. } | Event::DealEnded { .. } => sightings.clear(),
        Event::Picked { from, to, card } => {
            match card.filter(|_| viewer == Some(*from) || viewer == Some(*to)) {
                // The caller knows a card that the other seat now holds; the other seat knows only
                // its own hand.
                Some(card) if viewer == Some(*from) => sightings.push((*to, card)),
                // The card that the viewer knew in the caller's hand may be this very card, which
                // the viewer now holds.
                Some(card) => forget(sightings, (*from, card)),
                None => sightings.retain(|(holder, _)| holder != from),
            }
        }
        _ if sightings.is_empty() => {}
        _ => {
            if let Some(seat) = played_by(event) {
                let out = hand_effect(event, seat).out;
                out.iter().for_each(|card| forget(sightings, (seat, card)));
            }
        }
    }
}

fn forget(sightings: &mut Vec<(Seat, Card)>, seen: (Seat, Card)) {
    if let Some(at) = sightings.iter().position(|known| *known == seen) {
        sightings.remove(at);
    }
}
