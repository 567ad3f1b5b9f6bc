//! What chance gave in a match, and what it could have given.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::{Card, Cards};
use upcard_engine::chance::below;
use upcard_engine::{Event, Game, Seat};

use super::net::{Inputs, Net};
use super::stand::{MOST_CARDS, Stand, Standing, inputs};

/// Deals that each deal is compared with.
const DEALT: usize = 12;

/// What chance gave in a deal, and what came of it for each seat.
#[derive(Clone, Debug, Default)]
pub(super) struct WatchedDeal {
    /// Which deal of the rules it is.
    pub(super) deal: u8,
    /// What each seat had before it.
    pub(super) before: Vec<f64>,
    /// What each seat gained; nothing where it is not over.
    pub(super) results: Vec<f64>,
    /// What luck was worth to each seat, by the net.
    pub(super) luck: Vec<f64>,
    /// Positions to learn from, each with its seat.
    pub(super) positions: Vec<(usize, Inputs)>,
}

/// Watches a match.
pub(crate) struct Watcher {
    rng: ChaCha8Rng,
    /// What says how much a position is worth; without it positions are kept to learn from.
    net: Option<Arc<Net>>,
    deals: Vec<WatchedDeal>,
    /// Does the stock lie in an order that is known?
    ordered: bool,
    now: Vec<f64>,
}

impl Watcher {
    /// Keeps positions to learn from. The number decides which hands are dealt for comparison; it has
    /// nothing to do with the deals.
    pub(crate) fn learning(players: u8, seed: u64) -> Watcher {
        Watcher::new(players, seed, None)
    }

    pub(super) fn new(players: u8, seed: u64, net: Option<Arc<Net>>) -> Watcher {
        Watcher {
            rng: ChaCha8Rng::seed_from_u64(seed),
            net,
            deals: Vec::new(),
            ordered: false,
            now: vec![0.0; usize::from(players)],
        }
    }

    pub(super) fn deals(&self) -> impl Iterator<Item = &WatchedDeal> {
        self.deals.iter().filter(|deal| !deal.results.is_empty())
    }

    /// Looks at what has happened; `points` says what a seat has now.
    pub(crate) fn saw(&mut self, game: &Game, events: &[Event], points: impl Fn(Seat) -> f64) {
        for event in events {
            match event {
                Event::DealBegan { deal, .. } => {
                    let (deal, before) = (*deal, self.now.clone());
                    let luck = vec![0.0; before.len()];
                    let begun = WatchedDeal { deal, before, luck, ..WatchedDeal::default() };
                    self.deals.push(begun);
                    self.ordered = false;
                }
                Event::Dealt { hands, .. } => {
                    let hands: Option<Vec<Cards>> = hands.iter().copied().collect();
                    hands.into_iter().for_each(|hands| self.dealt(game, hands));
                }
                Event::Reshuffled { turned, .. } => self.ordered = *turned,
                _ => {}
            }
        }
        self.drawn(game, events);
        if events.iter().any(|event| matches!(event, Event::DealEnded { .. })) {
            self.now = Seat::all(game.table().players()).map(points).collect();
            if let Some(deal) = self.deals.last_mut() {
                let gained = self.now.iter().zip(&deal.before).map(|(now, then)| now - then);
                deal.results = gained.collect();
            }
        }
    }

    /// Adds what was given, where all stands are such and could have been others, each as likely as its
    /// number says.
    fn note(&mut self, game: &Game, stands: &[Stand], others: &[(f64, Vec<Stand>)]) {
        let Some(deal) = self.deals.last_mut() else { return };
        for seat in 0..stands.len() {
            let now = inputs(game, seat, stands);
            let Some(net) = &self.net else {
                deal.positions.push((seat, now));
                continue;
            };
            let all: f64 = others.iter().map(|(count, _)| count).sum();
            let worth = |stands: &[Stand]| net.value(&inputs(game, seat, stands));
            let expected: f64 =
                others.iter().map(|(count, stands)| count * worth(stands)).sum::<f64>() / all;
            deal.luck[seat] += net.value(&now) - expected;
        }
    }

    /// The hands of a deal, beside others that could have been.
    fn dealt(&mut self, game: &Game, hands: Vec<Cards>) {
        if hands.iter().any(|hand| hand.len() > MOST_CARDS) {
            return;
        }
        // What was turned up for the deal is in nobody's hand.
        let mut pack = game.rules().pack;
        if let Some(card) = game.table().wild() {
            pack.remove(card);
        }
        let stands = |hands: &[Cards]| -> Vec<Stand> {
            let seats = Seat::all(game.table().players()).zip(hands);
            seats.map(|(seat, hand)| Standing::of(game, seat, hand).as_it_is()).collect()
        };
        let now = stands(&hands);
        let deals = if self.net.is_some() { DEALT } else { 0 };
        let others = (0..deals).map(|_| {
            let mut left: Vec<Card> = pack.iter().collect();
            let hand = |hand: &Cards| random_hand(&mut left, hand.len(), &mut self.rng);
            (1.0, stands(&hands.iter().map(hand).collect::<Vec<_>>()))
        });
        let others: Vec<_> = others.collect();
        self.note(game, &now, &others);
    }

    /// The cards that came from the stock, the last one first: so what lay in it before each is known.
    fn drawn(&mut self, game: &Game, events: &[Event]) {
        let drawn = |event: &Event| match event {
            Event::Drew { seat, card: Some(card) } => Some((*seat, *card)),
            Event::Penalty { seat, card: Some(card) } => Some((*seat, *card)),
            _ => None,
        };
        if !events.iter().any(|event| drawn(event).is_some()) {
            return;
        }
        let under = game.table().wild_under_stock(game.rules());
        let mut stock: Cards = game.stock().iter().skip(usize::from(under)).copied().collect();
        let mut hands: Vec<Cards> =
            Seat::all(game.table().players()).map(|seat| *game.hand(seat)).collect();
        let mut found = Vec::new();
        for event in events.iter().rev() {
            match event {
                // What was drawn before is hidden by it, whatever was drawn.
                Event::Reshuffled { .. } => break,
                Event::Bought { seat, card, .. } => {
                    hands[seat.index()].remove(*card);
                }
                _ => {}
            }
            let Some((seat, card)) = drawn(event) else { continue };
            hands[seat.index()].remove(card);
            stock.add(card);
            // The card under the stock is known, and no chance.
            let known = self.ordered || under && game.stock().is_empty();
            if !known {
                found.push((seat, card, hands.clone(), stock));
            }
        }
        for (seat, card, hands, stock) in found.into_iter().rev() {
            if hands.iter().any(|hand| hand.len() >= MOST_CARDS) {
                continue;
            }
            let seats = Seat::all(game.table().players()).zip(&hands);
            let mut stands: Vec<Stand> =
                seats.map(|(seat, hand)| Standing::of(game, seat, hand).as_it_is()).collect();
            let own = Standing::of(game, seat, &hands[seat.index()]);
            let others = if self.net.is_some() { stock } else { Cards::NONE };
            // Many cards come to the same.
            let mut kinds: Vec<(f64, Stand)> = Vec::new();
            for (card, count) in others.iter_counts() {
                let stand = own.with(card);
                match kinds.iter_mut().find(|(_, other)| other.looks_like(&stand)) {
                    Some((sum, _)) => *sum += f64::from(count),
                    None => kinds.push((f64::from(count), stand)),
                }
            }
            let others: Vec<_> = kinds
                .into_iter()
                .map(|(count, stand)| {
                    let mut stands = stands.clone();
                    stands[seat.index()] = stand;
                    (count, stands)
                })
                .collect();
            stands[seat.index()] = own.with(card);
            self.note(game, &stands, &others);
        }
    }
}

/// Any hand of this size, out of these cards.
fn random_hand(pack: &mut Vec<Card>, size: usize, rng: &mut ChaCha8Rng) -> Cards {
    let mut hand = Cards::NONE;
    for _ in 0..size.min(pack.len()) {
        let at = below(rng, pack.len() as u32) as usize;
        hand.add(pack.swap_remove(at));
    }
    hand
}
