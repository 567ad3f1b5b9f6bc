//! Hands that rivals are likely to hold, by how long they have played and what they took and threw.
//!
//! Hidden cards that were dealt at random leave a rival with far more deadwood than one has who has
//! played for some turns. So cards of its hand are exchanged for others again and again, and each
//! exchange is kept by how much likelier it makes the hand (Metropolis' rule).

use rand_core::Rng;
use upcard_cards::{Card, Cards, Faces, RANKS, SUITS};
use upcard_engine::chance::below;
use upcard_engine::{DealRules, Discard, Game, Seat, View};

use super::rival::turns;
use crate::hands;
use crate::measure;

/// Exchanges that are tried for each hand.
const EXCHANGES: u32 = 40;

/// How much less likely a hand is for each point of deadwood: for each turn of the rival, and at the
/// most.
const DEADWOOD: (f64, f64) = (0.014, 0.13);

/// The same for each card that is missing, where hands need sequences.
const DISTANCE: (f64, f64) = (0.5, 3.0);

/// How much less likely a hand is in which a card that was taken from the discards is in no meld.
const IDLE: f64 = 2.5;

/// How much less likely a hidden card is that goes with one that was thrown, or left lying.
const THROWN: f64 = 0.6;
const LEFT: f64 = 0.35;

/// How much less likely a hand is that could have knocked.
const READY: f64 = 1.5;

/// Makes worlds that agree with a view.
pub(crate) struct Worlds<'v> {
    view: View<'v>,
    deal: &'v DealRules,
    rivals: Vec<Rival>,
}

struct Rival {
    known: Cards,
    /// How likely a hidden card of each face is, as a logarithm.
    likely: [f64; Card::FACES],
    /// For each point of deadwood.
    deadwood: f64,
    /// For each card that is missing, where hands need sequences.
    distance: f64,
}

impl<'v> Worlds<'v> {
    pub(crate) fn of(view: &View<'v>) -> Worlds<'v> {
        let deal = view.table.deal_rules(view.rules);
        let deadwood = (DEADWOOD.0 * turns(view)).min(DEADWOOD.1);
        let distance = (DISTANCE.0 * turns(view)).min(DISTANCE.1);
        let rivals = Seat::all(view.table.players())
            .map(|seat| {
                let (known, likely) = (view.known_of(seat), likely(view, seat));
                Rival { known, likely, deadwood, distance }
            })
            .collect();
        Worlds { view: *view, deal, rivals }
    }

    /// A world.
    pub(crate) fn world(&self, rng: &mut impl Rng) -> Game {
        self.view.imagined_by(rng, |rng, seat, missing, cards| {
            self.develop(rng, &self.rivals[seat.index()], missing, cards);
        })
    }

    /// Exchanges cards so that the last of these, which go to the rival, make a likely hand.
    fn develop(&self, rng: &mut impl Rng, rival: &Rival, missing: usize, cards: &mut [Card]) {
        let hand = cards[cards.len() - missing..]
            .iter()
            .fold(rival.known, |hand, card| hands::with(&hand, *card));
        if missing == 0 || missing == cards.len() {
            return;
        }
        if self.deal.sequences.is_some() {
            // What counts is how far a hand is from a declaration.
            let now = measure::distance(self.deal, &hand);
            exchange(rng, rival, (hand, now), (missing, cards), |other, now| {
                let then = measure::distance_near(self.deal, other, now);
                (then, rival.distance * (f64::from(now) - f64::from(then)))
            });
        } else {
            let now = self.weight(rival, &hand);
            exchange(rng, rival, (hand, now), (missing, cards), |other, now| {
                let then = self.weight(rival, other);
                (then, then - now)
            });
        }
    }

    /// How likely a whole hand is, as a logarithm.
    fn weight(&self, rival: &Rival, hand: &Cards) -> f64 {
        let (points, idle) = if rival.known.is_empty() {
            (measure::points(self.deal, hand), 0)
        } else {
            let (points, left) = measure::loose(self.deal, hand);
            let known = Faces::of(&rival.known);
            (points as i32, (Faces::of(&left) & known).len())
        };
        let ready = self.view.knock_limit().is_some_and(|limit| points <= limit);
        -rival.deadwood * f64::from(points)
            - IDLE * f64::from(idle)
            - if ready { READY } else { 0.0 }
    }
}

/// Exchanges cards of a hand, the last of these, for others. `then` says how another hand measures
/// beside this one, and how much likelier that makes it.
fn exchange<M: Copy>(
    rng: &mut impl Rng,
    rival: &Rival,
    (mut hand, mut now): (Cards, M),
    (missing, cards): (usize, &mut [Card]),
    then: impl Fn(&Cards, M) -> (M, f64),
) {
    let others = cards.len() - missing;
    for _ in 0..EXCHANGES {
        let out = others + below(rng, missing as u32) as usize;
        let into = below(rng, others as u32) as usize;
        let mut other = hand;
        other.remove(cards[out]);
        other.add(cards[into]);
        let likely = |card: Card| rival.likely[card.index()];
        let (measure, gain) = then(&other, now);
        if keeps(rng, gain + likely(cards[into]) - likely(cards[out])) {
            cards.swap(out, into);
            (hand, now) = (other, measure);
        }
    }
}

/// Is an exchange kept that makes a hand likelier by this, as a logarithm?
fn keeps(rng: &mut impl Rng, gain: f64) -> bool {
    gain >= 0.0 || f64::from(rng.next_u32()) < libm::exp(gain) * f64::from(u32::MAX)
}

/// How likely each face is among a rival's hidden cards, as a logarithm.
fn likely(view: &View<'_>, seat: Seat) -> [f64; Card::FACES] {
    let mut likely = [0.0; Card::FACES];
    let before = seat.previous(view.table.players());
    for &Discard { card, by: who } in view.table.discards() {
        let weight = if who == Some(seat) {
            THROWN
        } else if who.is_none_or(|who| who == before) {
            // It still lies there: it was not wanted.
            LEFT
        } else {
            continue;
        };
        let Some((rank, suit)) = card.rank().zip(card.suit()) else { continue };
        for other in SUITS.into_iter().filter(|other| *other != suit) {
            likely[Card::natural(rank, other).index()] -= weight;
        }
        let place = rank.index() as i32;
        for (step, share) in [(-2, 0.4), (-1, 0.8), (1, 0.8), (2, 0.4)] {
            let rank = usize::try_from(place + step).ok().and_then(|place| RANKS.get(place));
            if let Some(rank) = rank {
                likely[Card::natural(*rank, suit).index()] -= weight * share;
            }
        }
    }
    likely
}
