//! Luck of a match: each chance outcome compared with its alternatives.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::{Outcome, shuffle};
use upcard_engine::{Action, Event, Game, Seat};

use super::evaluator::{Evaluator, PerSeat, PositionValue, round_of};
use super::hand::HandCache;
use super::net::Inputs;
use super::quiet::{QuietPosition, SteadyBots};
use crate::outcome;

/// Random shuffles that each dealt pack is compared with.
const SHUFFLES: usize = 40;

/// One position in this many is kept for training: consecutive ones are much alike.
const SAMPLE_INTERVAL: u64 = 4;

/// Training position: each seat's network inputs, and the round.
pub(super) struct TrainingPosition {
    pub(super) inputs: Vec<Inputs>,
    pub(super) round: usize,
}

/// Chance outcomes and results of a deal, by seat.
#[derive(Default)]
pub(super) struct WatchedDeal {
    /// Index of the deal in the rules.
    pub(super) deal: u8,
    /// Points of each seat before it.
    pub(super) before: Vec<f64>,
    /// Points gained by each seat; empty if the deal is unfinished.
    pub(super) results: Vec<f64>,
    /// Value of luck to each seat, in points and in winning chances.
    pub(super) points: PerSeat,
    pub(super) wins: PerSeat,
    pub(super) samples: Vec<TrainingPosition>,
}

pub(crate) enum Step {
    /// The next deal began.
    Deal,
    /// A seat acted.
    Act(Seat, Action),
}

impl Step {
    fn apply(&self, mut game: Game) -> Option<Game> {
        match self {
            Step::Deal => game.next_deal(&mut ()),
            Step::Act(seat, action) => game.act(*seat, action, &mut ()).ok()?,
        }
        Some(game)
    }
}

pub(crate) struct LuckWatcher {
    rng: ChaCha8Rng,
    /// Position values; `None` to collect training positions instead.
    evaluator: Option<Arc<Evaluator>>,
    deals: Vec<WatchedDeal>,
    /// `true` if the order of the stock is public.
    order_is_public: bool,
    points: Vec<f64>,
    positions: u64,
    steady_bots: SteadyBots,
}

impl LuckWatcher {
    pub(crate) fn collecting(players: u8, seed: u64) -> LuckWatcher {
        LuckWatcher::new(players, seed, None)
    }

    /// Creates a watcher. `seed` selects the shuffles for comparison and is unrelated to the deals.
    pub(super) fn new(players: u8, seed: u64, evaluator: Option<Arc<Evaluator>>) -> LuckWatcher {
        LuckWatcher {
            rng: ChaCha8Rng::seed_from_u64(seed),
            evaluator,
            deals: Vec::new(),
            order_is_public: false,
            points: vec![0.0; usize::from(players)],
            positions: seed % SAMPLE_INTERVAL,
            steady_bots: SteadyBots::default(),
        }
    }

    pub(super) fn deals(&self) -> impl Iterator<Item = &WatchedDeal> {
        self.deals.iter().filter(|deal| !deal.results.is_empty())
    }

    pub(crate) fn observe(&mut self, before: &Game, step: &Step, game: &Game, events: &[Event]) {
        for event in events {
            if let Event::DealBegan { deal, .. } = event {
                let zeros: PerSeat = self.points.iter().map(|_| 0.0).collect();
                self.deals.push(WatchedDeal {
                    deal: *deal,
                    before: self.points.clone(),
                    points: zeros.clone(),
                    wins: zeros,
                    ..WatchedDeal::default()
                });
                self.order_is_public = false;
            }
        }
        self.record_chance(before, step, game, events);
        if events.iter().any(|event| matches!(event, Event::DealEnded { .. })) {
            let (choices, table) = (&game.rules().set.choices, game.table());
            let points = |seat| outcome::points(choices, table, seat);
            self.points = Seat::all(table.players()).map(points).collect();
            if let Some(deal) = self.deals.last_mut() {
                let gained = self.points.iter().zip(&deal.before).map(|(now, then)| now - then);
                deal.results = gained.collect();
            }
        }
    }

    fn record_chance(&mut self, before: &Game, step: &Step, game: &Game, events: &[Event]) {
        let mut drawn = 0;
        let mut orders = Vec::new();
        for event in events {
            match event {
                Event::Drew { .. } | Event::Penalty { .. }
                    if orders.is_empty() && !self.order_is_public =>
                {
                    drawn += 1;
                }
                Event::Dealt { deck: Some(deck), .. } => orders.push(Outcome::Pack(deck.clone())),
                Event::Reshuffled { turned: true, .. } => self.order_is_public = true,
                Event::Reshuffled { stock: Some(stock), upcard, .. } => {
                    self.order_is_public = false;
                    let cards = stock.iter().chain(upcard).copied();
                    orders.push(Outcome::Reshuffle(cards.collect()));
                }
                _ => {}
            }
        }
        if drawn == 0 && orders.is_empty() {
            return;
        }
        let quiet = QuietPosition::after(game.clone(), &mut self.steady_bots);
        let Some(evaluator) = self.evaluator.clone() else {
            self.positions += 1;
            if self.positions.is_multiple_of(SAMPLE_INTERVAL) && !quiet.is_over() {
                let sample = TrainingPosition {
                    inputs: HandCache::default().inputs(&quiet),
                    round: round_of(quiet.game.table()),
                };
                if let Some(deal) = self.deals.last_mut() {
                    deal.samples.push(sample);
                }
            }
            return;
        };
        let Some(deal) = self.deals.last_mut() else { return };
        let (mut hands, then) = (HandCache::default(), deal.before.clone());
        let now = evaluator.evaluate(&quiet, &mut hands, &then);
        let mut other = |game: Game| {
            let after = QuietPosition::after(step.apply(game)?, &mut self.steady_bots);
            Some(evaluator.evaluate(&after, &mut hands, &then))
        };
        for nth in 0..drawn {
            let mut mean = Mean::default();
            for StockPosition { at, count, .. } in possible_positions(before, nth, drawn) {
                let mut game = before.clone();
                game.swap_in_stock(game.stock().len() - 1 - nth, at);
                // The step stays legal whichever card is drawn.
                mean.add(f64::from(count), other(game).as_ref().unwrap_or(&now));
            }
            mean.add_luck(deal, &now);
        }
        // New order of many cards: sample from the alternatives.
        for order in orders {
            let mut mean = Mean::default();
            for _ in 0..SHUFFLES {
                let mut game = before.clone();
                game.chance_mut().expect(shuffled(&order, &mut self.rng));
                mean.add(1.0, other(game).as_ref().unwrap_or(&now));
            }
            mean.add_luck(deal, &now);
        }
    }
}

/// Average value over the alternatives.
#[derive(Default)]
struct Mean {
    count: f64,
    points: PerSeat,
    wins: PerSeat,
}

impl Mean {
    fn add(&mut self, count: f64, value: &PositionValue) {
        self.count += count;
        for (sums, more) in [(&mut self.points, &value.points), (&mut self.wins, &value.wins)] {
            if sums.is_empty() {
                sums.extend(more.iter().map(|_| 0.0));
            }
            sums.iter_mut().zip(more).for_each(|(sum, one)| *sum += count * one);
        }
    }

    /// Adds the difference between the actual value and this average.
    fn add_luck(&self, deal: &mut WatchedDeal, now: &PositionValue) {
        let both = [
            (&mut deal.points, &now.points, &self.points),
            (&mut deal.wins, &now.wins, &self.wins),
        ];
        for (luck, now, sums) in both {
            for ((luck, now), sum) in luck.iter_mut().zip(now).zip(sums) {
                *luck += now - sum / self.count;
            }
        }
    }
}

/// Stock position that the drawn card could have occupied, with the number of equivalent ones.
struct StockPosition {
    at: usize,
    count: u32,
    /// `true` if it is drawn later in the same step.
    later: bool,
}

/// Stock positions that the `nth` of `drawn` cards could have come from, equivalent ones merged.
fn possible_positions(game: &Game, nth: usize, drawn: usize) -> Vec<StockPosition> {
    let stock = game.stock();
    let lowest = usize::from(game.table().wild_under_stock(game.rules()));
    let end = stock.len().saturating_sub(nth);
    let mut places: Vec<StockPosition> = Vec::new();
    for at in (lowest..end).rev() {
        // A card drawn later swaps places with it.
        let later = at + 1 < end && at + drawn >= stock.len();
        let same =
            |place: &&mut StockPosition| !later && !place.later && stock[place.at] == stock[at];
        match places.iter_mut().find(same) {
            Some(place) => place.count += 1,
            None => places.push(StockPosition { at, count: 1, later }),
        }
    }
    places
}

fn shuffled(order: &Outcome, rng: &mut ChaCha8Rng) -> Outcome {
    let mut order = order.clone();
    if let Outcome::Pack(cards) | Outcome::Reshuffle(cards) = &mut order {
        shuffle(rng, cards);
    }
    order
}

#[cfg(test)]
mod tests {
    use upcard_bots::{Bot, Budget, Steady};
    use upcard_engine::chance::Chance;

    use super::super::evaluator::{ROUNDS, TrainingStats};
    use super::super::net::{INPUTS, Net};
    use super::*;
    use crate::options::rules;

    fn barely_trained(rules: &upcard_engine::Rules) -> Arc<Evaluator> {
        let (more, less) = ([1.0; INPUTS], [-1.0; INPUTS]);
        let net = Net::train(&[(&more, 30.0), (&less, -30.0)], 1);
        let found = TrainingStats {
            deals: vec![(900.0, 1.0); rules.deals.len()],
            rounds: vec![(0.5, 1.0); ROUNDS],
            growth: (40.0, 1.0),
        };
        Arc::new(Evaluator::new(rules, net, &found))
    }

    /// Luck of this step for each seat, in points and in winning chances.
    fn luck(evaluator: &Arc<Evaluator>, before: &Game, step: &Step) -> [PerSeat; 2] {
        let players = before.table().players();
        let mut watcher = LuckWatcher::new(players, 1, Some(evaluator.clone()));
        let zeros: PerSeat = Seat::all(players).map(|_| 0.0).collect();
        watcher.deals.push(WatchedDeal {
            before: zeros.to_vec(),
            points: zeros.clone(),
            wins: zeros,
            ..WatchedDeal::default()
        });
        let (mut game, mut events) = (before.clone(), Vec::new());
        let Step::Act(seat, action) = step else { panic!("cards are drawn by seats") };
        game.act(*seat, action, &mut events).unwrap();
        watcher.record_chance(before, step, &game, &events);
        let deal = watcher.deals.pop().unwrap();
        [deal.points, deal.wins]
    }

    /// Over all cards that could have been drawn (or come with a buy), luck sums to zero, whatever the
    /// values.
    #[test]
    fn luck_sums_to_zero_over_all_cards() {
        let [mut drawn, mut bought] = [0; 2];
        for (name, players) in
            [("contract-rummy", 3), ("rummy", 2), ("gin", 2), ("rummy-500", 2), ("points-rummy", 2)]
        {
            let rules = rules(name, &[], Some(players)).unwrap();
            let evaluator = barely_trained(&rules);
            let mut game = Game::new(rules, Chance::numbered(3)).without_undo();
            let (mut steady, mut each) = (Steady::default(), 0);
            for _ in 0..400 {
                let Some(seat) = game.next_to_act(&mut ()) else { break };
                let before = game.clone();
                let action = steady.decide(&game.view(seat), &Budget::Playouts(0));
                let mut events = Vec::new();
                game.act(seat, &action, &mut events).unwrap();
                let came =
                    |event: &&Event| matches!(event, Event::Drew { .. } | Event::Penalty { .. });
                let came: Vec<&Event> = events.iter().filter(came).collect();
                let [came] = came[..] else { continue };
                let bonus = matches!(came, Event::Penalty { .. });
                each += 1;
                if !bonus && each % 16 != 0 || bonus && bought >= 3 {
                    continue;
                }
                let step = Step::Act(seat, action);
                let mut sums = [0.0; 2];
                let mut most: f64 = 0.0;
                let stock = before.stock().len();
                let lowest = usize::from(before.table().wild_under_stock(before.rules()));
                for at in lowest..stock {
                    let mut other = before.clone();
                    other.swap_in_stock(stock - 1, at);
                    for (sum, luck) in sums.iter_mut().zip(luck(&evaluator, &other, &step)) {
                        *sum += luck[0];
                        most = most.max(luck[0].abs());
                    }
                }
                let zero = |sum: &f64| sum.abs() < 1e-6 * most.max(1.0);
                assert!(sums.iter().all(zero), "{name}: {sums:?}");
                *(if bonus { &mut bought } else { &mut drawn }) += usize::from(most > 1e-3);
            }
        }
        assert!(drawn > 10 && bought == 3, "{drawn} {bought}");
    }

    #[test]
    fn equivalent_stock_positions_are_merged() {
        let rules = rules("contract-rummy", &[], Some(3)).unwrap();
        let mut game = Game::new(rules, Chance::numbered(1)).without_undo();
        game.next_deal(&mut ());
        let stock = game.stock().len();
        for (nth, drawn) in [(0, 1), (0, 2), (1, 2)] {
            let places = possible_positions(&game, nth, drawn);
            let count: u32 = places.iter().map(|place| place.count).sum();
            assert_eq!(count as usize, stock - nth, "{nth} of {drawn}");
            // The other drawn card is not merged with others.
            let later = places.iter().filter(|place| place.later).count();
            assert_eq!(later, drawn - 1 - nth);
            assert!(places.len() < stock - nth);
        }
    }
}
