//! Hands that rivals are likely to hold, by how long they have played and what they took and threw.
//!
//! Hidden cards that were dealt at random leave a rival with far more deadwood than one has who has
//! played for some turns, and farther from its contract. So cards of its hand are exchanged for others again and again, and each
//! exchange is kept by how much likelier it makes the hand (Metropolis' rule).

use rand_core::Rng;
use upcard_cards::{Card, Cards, Faces, RANKS, SUITS};
use upcard_engine::chance::below;
use upcard_engine::table::Down;
use upcard_engine::{DealRules, Discard, Game, Seat, View};

use super::rival::turns;
use crate::hands;
use crate::measure;
use crate::objective::fits_table;

/// Exchanges that are tried for each hand.
const EXCHANGES: u32 = 40;

/// How much less likely a hand is for each point of deadwood: for each turn of the rival, and at the
/// most.
const DEADWOOD: (f64, f64) = (0.014, 0.13);

/// The same for each card that is missing, where hands need sequences.
const DISTANCE: (f64, f64) = (0.5, 3.0);

/// The same for each card that its contract is missing.
const CONTRACT: (f64, f64) = (0.4, 2.5);

/// Exchanges that are tried beyond those, where a hand could have been laid down that was not.
const MORE_EXCHANGES: u32 = 400;

/// How much less likely a hidden card is that could be laid off by a rival who is down.
const LAID_OFF: f64 = 1.5;

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
    /// Where there are contracts.
    contract: Contract,
}

/// What a rival has shown of its contract.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contract {
    /// There is none, or it is down.
    Done,
    /// It is still to be laid, and may be ready to be.
    Ahead,
    /// The rival could have laid it down in its last turn, and has no card more since.
    NotReady,
}

impl Contract {
    fn of(view: &View<'_>, seat: Seat) -> Contract {
        let state = view.table.seat(seat);
        let deal = view.table.deal_rules(view.rules);
        if !view.rules.has_contracts()
            || state.remaining.len() != deal.contract.elements.len()
            || state.opened(view.rules) != Down::No
        {
            return Contract::Done;
        }
        // What it has bought may have come after its last turn.
        let had_a_turn = view.table.discards().iter().any(|discard| discard.by == Some(seat));
        let could = had_a_turn && state.bought == 0 && !deal.whole_hand;
        if could { Contract::NotReady } else { Contract::Ahead }
    }
}

impl<'v> Worlds<'v> {
    pub(crate) fn of(view: &View<'v>) -> Worlds<'v> {
        let deal = view.table.deal_rules(view.rules);
        let deadwood = (DEADWOOD.0 * turns(view)).min(DEADWOOD.1);
        let (each, most) = if view.rules.has_contracts() { CONTRACT } else { DISTANCE };
        let distance = (each * turns(view)).min(most);
        let rivals = Seat::all(view.table.players())
            .map(|seat| {
                let (known, mut likely) = (view.known_of(seat), likely(view, seat));
                if view.table.seat(seat).qualified_to_lay_off(view.rules) != Down::No {
                    fits_table(view).iter().for_each(|card| likely[card.index()] -= LAID_OFF);
                }
                let contract = Contract::of(view, seat);
                Rival { known, likely, deadwood, distance, contract }
            })
            .collect();
        Worlds { view: *view, deal, rivals }
    }

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
        if self.view.rules.has_contracts() {
            self.towards_a_contract(rng, rival, hand, (missing, cards));
        } else if self.deal.sequences.is_some() {
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

    /// The same where contracts are to be laid: what counts is how far a hand is from one.
    fn towards_a_contract(
        &self,
        rng: &mut impl Rng,
        rival: &Rival,
        hand: Cards,
        (missing, cards): (usize, &mut [Card]),
    ) {
        if rival.contract == Contract::Done {
            return exchange(rng, rival, (hand, ()), (missing, cards), |_, ()| ((), 0.0));
        }
        let solver = &self.deal.solver;
        let distance = |hand: &Cards| solver.distance(&solver.state(hand)).unwrap_or(FAR);
        let now = distance(&hand);
        let hard = rival.contract == Contract::NotReady;
        let likelier = |now: u8, then: u8| match (now, then) {
            (0, 1..) if hard => f64::INFINITY,
            (_, 0) if hard => f64::NEG_INFINITY,
            _ => rival.distance * (f64::from(now) - f64::from(then)),
        };
        exchange(rng, rival, (hand, now), (missing, cards), |other, now| {
            let then = distance(other);
            (then, likelier(now, then))
        });
        let from = cards.len() - missing;
        let held =
            |cards: &[Card]| cards[from..].iter().fold(rival.known, |h, c| hands::with(&h, *c));
        let mut left = if hard { MORE_EXCHANGES } else { 0 };
        while left > 0 && distance(&held(cards)) == 0 {
            let out = from + below(rng, missing as u32) as usize;
            cards.swap(out, below(rng, from as u32) as usize);
            left -= 1;
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

/// The distance where none is known.
const FAR: u8 = 30;

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
