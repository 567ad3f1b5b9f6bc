//! What chance gave in a match, held against all that it could have given.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::{Outcome, shuffle};
use upcard_engine::{Action, Event, Game, Seat};

use super::net::Inputs;
use super::quiet::{Quiet, Steadily};
use super::stand::Stands;
use super::worth::{Each, Value, Worth, round};
use crate::outcome;

/// Orders of a whole pack that each deal is held against.
const ORDERS: usize = 40;

/// One position in so many is learnt from: those that follow each other say much the same.
const LEARNT: u64 = 4;

/// A position to learn from: what it looks like to each seat, and the round.
pub(super) struct Seen {
    pub(super) looks: Vec<Inputs>,
    pub(super) round: usize,
}

/// What chance gave in a deal, and what came of it for each seat.
#[derive(Default)]
pub(super) struct WatchedDeal {
    /// Which deal of the rules it is.
    pub(super) deal: u8,
    /// What each seat had before it.
    pub(super) before: Vec<f64>,
    /// What each seat gained; nothing where it is not over.
    pub(super) results: Vec<f64>,
    /// What luck was worth to each seat, in points and in chances to win.
    pub(super) points: Each,
    pub(super) wins: Each,
    /// Positions to learn from.
    pub(super) seen: Vec<Seen>,
}

/// What brought a match on.
pub(crate) enum Step {
    /// The next deal began.
    Deal,
    /// A seat did this.
    Act(Seat, Action),
}

impl Step {
    /// The game after the same step.
    fn taken(&self, mut game: Game) -> Option<Game> {
        match self {
            Step::Deal => game.next_deal(&mut ()),
            Step::Act(seat, action) => game.act(*seat, action, &mut ()).ok()?,
        }
        Some(game)
    }
}

/// Watches a match.
pub(crate) struct Watcher {
    rng: ChaCha8Rng,
    /// What says how much a position is worth; without it positions are kept to learn from.
    worth: Option<Arc<Worth>>,
    deals: Vec<WatchedDeal>,
    /// Does the stock lie in an order that is known?
    ordered: bool,
    now: Vec<f64>,
    positions: u64,
    steadily: Steadily,
}

impl Watcher {
    /// Keeps positions to learn from. The number decides which.
    pub(crate) fn learning(players: u8, seed: u64) -> Watcher {
        Watcher::new(players, seed, None)
    }

    /// The number decides which orders of the pack deals are held against; it has nothing to do with the deals.
    pub(super) fn new(players: u8, seed: u64, worth: Option<Arc<Worth>>) -> Watcher {
        Watcher {
            rng: ChaCha8Rng::seed_from_u64(seed),
            worth,
            deals: Vec::new(),
            ordered: false,
            now: vec![0.0; usize::from(players)],
            positions: seed % LEARNT,
            steadily: Steadily::default(),
        }
    }

    pub(super) fn deals(&self) -> impl Iterator<Item = &WatchedDeal> {
        self.deals.iter().filter(|deal| !deal.results.is_empty())
    }

    /// Looks at what this step from one position to another has led to.
    pub(crate) fn saw(&mut self, before: &Game, step: &Step, game: &Game, events: &[Event]) {
        for event in events {
            if let Event::DealBegan { deal, .. } = event {
                let zeros: Each = self.now.iter().map(|_| 0.0).collect();
                self.deals.push(WatchedDeal {
                    deal: *deal,
                    before: self.now.clone(),
                    points: zeros.clone(),
                    wins: zeros,
                    ..WatchedDeal::default()
                });
                self.ordered = false;
            }
        }
        self.chance(before, step, game, events);
        if events.iter().any(|event| matches!(event, Event::DealEnded { .. })) {
            let (choices, table) = (&game.rules().set.choices, game.table());
            let points = |seat| outcome::points(choices, table, seat);
            self.now = Seat::all(table.players()).map(points).collect();
            if let Some(deal) = self.deals.last_mut() {
                let gained = self.now.iter().zip(&deal.before).map(|(now, then)| now - then);
                deal.results = gained.collect();
            }
        }
    }

    /// What chance answered in this step.
    fn chance(&mut self, before: &Game, step: &Step, game: &Game, events: &[Event]) {
        let mut drawn = 0;
        let mut orders = Vec::new();
        for event in events {
            match event {
                Event::Drew { .. } | Event::Penalty { .. }
                    if orders.is_empty() && !self.ordered =>
                {
                    drawn += 1;
                }
                Event::Dealt { deck: Some(deck), .. } => orders.push(Outcome::Pack(deck.clone())),
                Event::Reshuffled { turned: true, .. } => self.ordered = true,
                Event::Reshuffled { stock: Some(stock), upcard, .. } => {
                    self.ordered = false;
                    let cards = stock.iter().chain(upcard).copied();
                    orders.push(Outcome::Reshuffle(cards.collect()));
                }
                _ => {}
            }
        }
        if drawn == 0 && orders.is_empty() {
            return;
        }
        let quiet = Quiet::after(game.clone(), &mut self.steadily);
        let Some(worth) = self.worth.clone() else {
            self.positions += 1;
            if self.positions.is_multiple_of(LEARNT) && !quiet.is_over() {
                let seen = Seen {
                    looks: Stands::default().inputs(&quiet),
                    round: round(quiet.game.table()),
                };
                if let Some(deal) = self.deals.last_mut() {
                    deal.seen.push(seen);
                }
            }
            return;
        };
        let Some(deal) = self.deals.last_mut() else { return };
        let (mut stands, then) = (Stands::default(), deal.before.clone());
        let now = worth.of(&quiet, &mut stands, &then);
        let mut other = |game: Game| {
            let after = step.taken(game)?;
            Some(worth.of(&Quiet::after(after, &mut self.steadily), &mut stands, &then))
        };
        for nth in 0..drawn {
            let mut mean = Mean::default();
            for Place { at, count, .. } in places(before, nth, drawn) {
                let mut game = before.clone();
                game.exchange_in_stock(game.stock().len() - 1 - nth, at);
                // What was allowed is allowed, whatever lies in the stock.
                mean.add(f64::from(count), other(game).as_ref().unwrap_or(&now));
            }
            mean.less(deal, &now);
        }
        // A new order of many cards: of all others that could have been only some are looked at.
        for order in orders {
            let mut mean = Mean::default();
            for _ in 0..ORDERS {
                let mut game = before.clone();
                game.chance_mut().expect(shuffled(&order, &mut self.rng));
                mean.add(1.0, other(game).as_ref().unwrap_or(&now));
            }
            mean.less(deal, &now);
        }
    }
}

/// What could have been, on average.
#[derive(Default)]
struct Mean {
    count: f64,
    points: Each,
    wins: Each,
}

impl Mean {
    fn add(&mut self, count: f64, value: &Value) {
        self.count += count;
        for (sums, more) in [(&mut self.points, &value.points), (&mut self.wins, &value.wins)] {
            if sums.is_empty() {
                sums.extend(more.iter().map(|_| 0.0));
            }
            sums.iter_mut().zip(more).for_each(|(sum, one)| *sum += count * one);
        }
    }

    /// Notes by how much what has been is more than that.
    fn less(&self, deal: &mut WatchedDeal, now: &Value) {
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

/// A place of the stock that a card could have lain in, and how many come to the same.
struct Place {
    at: usize,
    count: u32,
    /// Is it drawn afterwards?
    later: bool,
}

/// The places that the card could have lain in which is drawn as the nth of so many, one for all that come to
/// the same.
fn places(game: &Game, nth: usize, drawn: usize) -> Vec<Place> {
    let stock = game.stock();
    let lowest = usize::from(game.table().wild_under_stock(game.rules()));
    let end = stock.len().saturating_sub(nth);
    let mut places: Vec<Place> = Vec::new();
    for at in (lowest..end).rev() {
        // What is drawn afterwards changes places with it.
        let later = at + 1 < end && at + drawn >= stock.len();
        let same = |place: &&mut Place| !later && !place.later && stock[place.at] == stock[at];
        match places.iter_mut().find(same) {
            Some(place) => place.count += 1,
            None => places.push(Place { at, count: 1, later }),
        }
    }
    places
}

/// The same cards in any order.
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

    use super::super::net::{INPUTS, Net};
    use super::super::worth::{Found, ROUNDS};
    use super::*;
    use crate::options::rules;

    /// Values of a net that has learnt next to nothing.
    fn untaught(rules: &upcard_engine::Rules) -> Arc<Worth> {
        let (more, less) = ([1.0; INPUTS], [-1.0; INPUTS]);
        let net = Net::learnt(&[(&more, 30.0), (&less, -30.0)], 1);
        let found = Found {
            deals: vec![(900.0, 1.0); rules.deals.len()],
            rounds: vec![(0.5, 1.0); ROUNDS],
            growth: (40.0, 1.0),
        };
        Arc::new(Worth::new(rules, net, &found))
    }

    /// What this step brings each seat by luck, in points and in chances to win.
    fn luck(worth: &Arc<Worth>, before: &Game, step: &Step) -> [Each; 2] {
        let players = before.table().players();
        let mut watcher = Watcher::new(players, 1, Some(worth.clone()));
        let zeros: Each = Seat::all(players).map(|_| 0.0).collect();
        watcher.deals.push(WatchedDeal {
            before: zeros.to_vec(),
            points: zeros.clone(),
            wins: zeros,
            ..WatchedDeal::default()
        });
        let (mut game, mut events) = (before.clone(), Vec::new());
        let Step::Act(seat, action) = step else { panic!("cards are drawn by seats") };
        game.act(*seat, action, &mut events).unwrap();
        watcher.chance(before, step, &game, &events);
        let deal = watcher.deals.pop().unwrap();
        [deal.points, deal.wins]
    }

    /// Of a card that is drawn, or comes with a bought one, all that it could have been are together worth
    /// nothing, whatever the values are.
    #[test]
    fn all_cards_together_are_no_luck() {
        let [mut drawn, mut bought] = [0; 2];
        for (name, players) in
            [("contract-rummy", 3), ("rummy", 2), ("gin", 2), ("rummy-500", 2), ("points-rummy", 2)]
        {
            let rules = rules(name, &[], Some(players)).unwrap();
            let worth = untaught(&rules);
            let mut game = Game::new(rules, Chance::numbered(3)).without_drafts();
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
                    other.exchange_in_stock(stock - 1, at);
                    for (sum, luck) in sums.iter_mut().zip(luck(&worth, &other, &step)) {
                        *sum += luck[0];
                        most = most.max(luck[0].abs());
                    }
                }
                assert!(
                    sums.iter().all(|sum| sum.abs() < 1e-6 * most.max(1.0)),
                    "{name}: {sums:?}"
                );
                *(if bonus { &mut bought } else { &mut drawn }) += usize::from(most > 1e-3);
            }
        }
        assert!(drawn > 10 && bought == 3, "{drawn} {bought}");
    }

    #[test]
    fn places_are_counted_face_by_face() {
        let rules = rules("contract-rummy", &[], Some(3)).unwrap();
        let mut game = Game::new(rules, Chance::numbered(1)).without_drafts();
        game.next_deal(&mut ());
        let stock = game.stock().len();
        for (nth, drawn) in [(0, 1), (0, 2), (1, 2)] {
            let places = places(&game, nth, drawn);
            let count: u32 = places.iter().map(|place| place.count).sum();
            assert_eq!(count as usize, stock - nth, "{nth} of {drawn}");
            // The other card that is drawn stands for itself.
            let later = places.iter().filter(|place| place.later).count();
            assert_eq!(later, drawn - 1 - nth);
            assert!(places.len() < stock - nth);
        }
    }
}
