//! Samples likely hands for the rivals, from how long they have played and what they took and threw.
//!
//! Hidden cards dealt at random leave a rival with far more deadwood than a real player has after some turns,
//! and farther from its contract. So cards are exchanged between its hand and the rest repeatedly, and each
//! exchange is accepted or rejected by the Metropolis rule.

use rand_core::Rng;
use upcard_cards::{Card, Cards, Faces, RANKS, SUITS};
use upcard_engine::chance::below;
use upcard_engine::table::Down;
use upcard_engine::{DealRules, Discard, Game, Seat, View};

use super::rival::turns;
use crate::hands;
use crate::measure;
use crate::objective::fits_table;

/// Exchanges tried per hand.
const EXCHANGES: u32 = 40;

/// Penalty on the log-likelihood of a hand per point of deadwood: per turn of the rival, and its maximum.
const DEADWOOD_PENALTY: (f64, f64) = (0.014, 0.13);

/// The same per missing card, in games that need sequences.
const DISTANCE_PENALTY: (f64, f64) = (0.5, 3.0);

/// The same per card that the contract is missing.
const CONTRACT_PENALTY: (f64, f64) = (0.4, 2.5);

/// Additional exchanges tried while a hand could have been laid down but was not.
const MORE_EXCHANGES: u32 = 400;

/// Penalty for a hidden card that a rival who is down could have laid off.
const LAY_OFF_PENALTY: f64 = 1.5;

/// Penalty for each card taken from the discard pile that is in no meld.
const IDLE_PENALTY: f64 = 2.5;

/// Penalties for a hidden card that goes with one the rival threw, or declined.
const THROWN_PENALTY: f64 = 0.6;
const DECLINED_PENALTY: f64 = 0.35;

/// Penalty for a hand that could have knocked.
const READY_PENALTY: f64 = 1.5;

/// Samples worlds that are consistent with a view.
pub(crate) struct Worlds<'v> {
    view: View<'v>,
    deal: &'v DealRules,
    rivals: Vec<Rival>,
}

struct Rival {
    known: Cards,
    /// Log-likelihood of a hidden card, by face.
    likely: [f64; Card::FACES],
    /// Penalty per point of deadwood.
    deadwood: f64,
    /// Penalty per missing card, in games that need sequences or have contracts.
    distance: f64,
    /// State of its contract.
    contract: Contract,
}

/// What is known about a rival's contract.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contract {
    /// There is none, or it is down.
    Done,
    /// Not laid yet; the hand may be ready.
    Ahead,
    /// Not ready: the rival had a turn and did not lay it down, and has bought no card.
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
        // Cards that it bought may have come after its last turn.
        let had_a_turn = view.table.discards().iter().any(|discard| discard.by == Some(seat));
        let could = had_a_turn && state.bought == 0 && !deal.whole_hand;
        if could { Contract::NotReady } else { Contract::Ahead }
    }
}

impl<'v> Worlds<'v> {
    pub(crate) fn of(view: &View<'v>) -> Worlds<'v> {
        let deal = view.table.deal_rules(view.rules);
        let deadwood = (DEADWOOD_PENALTY.0 * turns(view)).min(DEADWOOD_PENALTY.1);
        let (each, most) =
            if view.rules.has_contracts() { CONTRACT_PENALTY } else { DISTANCE_PENALTY };
        let distance = (each * turns(view)).min(most);
        let rivals = Seat::all(view.table.players())
            .map(|seat| {
                let (known, mut likely) = (view.known_of(seat), likely(view, seat));
                if view.table.seat(seat).qualified_to_lay_off(view.rules) != Down::No {
                    fits_table(view)
                        .iter()
                        .for_each(|card| likely[card.index()] -= LAY_OFF_PENALTY);
                }
                let contract = Contract::of(view, seat);
                Rival { known, likely, deadwood, distance, contract }
            })
            .collect();
        Worlds { view: *view, deal, rivals }
    }

    pub(crate) fn world(&self, rng: &mut impl Rng) -> Game {
        self.view.sample_world_by(rng, |rng, seat, missing, cards| {
            self.develop(rng, &self.rivals[seat.index()], missing, cards);
        })
    }

    /// Exchanges cards so that the last `missing` of `cards`, which go to the rival, make a likely hand.
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
            // The measure is the distance from a declaration.
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

    /// The same for games with contracts: the measure is the distance from the contract.
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
        let distance =
            |hand: &Cards| solver.distance(&solver.state(hand)).unwrap_or(UNKNOWN_DISTANCE);
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
            - IDLE_PENALTY * f64::from(idle)
            - if ready { READY_PENALTY } else { 0.0 }
    }
}

const UNKNOWN_DISTANCE: u8 = 30;

/// Exchanges cards of the hand, the last `missing` of `cards`, for others. `then` measures another hand,
/// given the measure of the current one, and returns the gain in log-likelihood.
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

/// Returns `true` if the Metropolis rule accepts an exchange with this gain in log-likelihood.
fn keeps(rng: &mut impl Rng, gain: f64) -> bool {
    gain >= 0.0 || f64::from(rng.next_u32()) < libm::exp(gain) * f64::from(u32::MAX)
}

/// Log-likelihood of each face among a rival's hidden cards.
fn likely(view: &View<'_>, seat: Seat) -> [f64; Card::FACES] {
    let mut likely = [0.0; Card::FACES];
    let before = seat.previous(view.table.players());
    for &Discard { card, by: who } in view.table.discards() {
        let weight = if who == Some(seat) {
            THROWN_PENALTY
        } else if who.is_none_or(|who| who == before) {
            // The rival left it on the pile, so did not want it.
            DECLINED_PENALTY
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
