//! Solver benchmarks: its queries, on hands from play.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::{
    AceMode, Card, Cards, Faces, JOKER, Meld, MeldKind, MeldRules, MeldSpec, RANKS, Stage,
};
use upcard_engine::chance::below;
use upcard_engine::table::Down;
use upcard_engine::{Phase, Rules};
use upcard_solver::{
    Declaring, Goal, Grouper, HandState, OneLife, Parts, Rearranging, Remainder, Solver,
};

use crate::policies;

/// A repeatable unit of work.
pub struct Workload {
    /// Description.
    pub name: &'static str,
    /// Number of items per run.
    pub items: usize,
    /// Target times per item in nanoseconds: first and final.
    pub targets: Option<(f64, f64)>,
    run_once: Box<dyn FnMut()>,
}

impl Workload {
    /// Runs all items once.
    pub fn run(&mut self) {
        (self.run_once)();
    }
}

/// Number of hands per deal.
const HANDS: usize = 512;

/// Hands of one deal, collected from play.
struct Hands {
    solver: Solver,
    hands: Vec<Cards>,
    states: Vec<HandState>,
    /// A card added to each hand, and the resulting hand.
    cards: Vec<Card>,
    drawn: Vec<Cards>,
}

/// A hand that can lay down.
struct ReadyHand {
    deal: usize,
    hand: Cards,
}

/// Plays matches with the simple policy until there are enough hands of each deal.
fn hands_from_play(rules: &Arc<Rules>) -> (Vec<Hands>, Vec<ReadyHand>) {
    let none = |solver| {
        let (hands, states, cards, drawn) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Hands { solver, hands, states, cards, drawn }
    };
    let mut all: Vec<Hands> = rules.deals.iter().map(|deal| none(deal.solver.clone())).collect();
    let mut ready = Vec::new();
    for number in 1..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut turns = 0;
        policies::play_match(rules, number, |game, seat| {
            let view = game.view(seat);
            let deal = view.table.deal() as usize;
            let standing = view.table.opened(view.rules, seat);
            if view.table.phase() == Phase::Play && standing == Down::No {
                turns += 1;
                let of_deal = &mut all[deal];
                if turns % 7 == 0 && of_deal.hands.len() < HANDS {
                    let unseen = view.unseen();
                    let drawn_index = below(&mut rng, unseen.len() as u32) as usize;
                    of_deal.hands.push(*view.hand);
                    of_deal.states.push(of_deal.solver.state(view.hand));
                    let card = unseen.nth(drawn_index).unwrap_or(JOKER);
                    of_deal.cards.push(card);
                    of_deal.drawn.push(view.hand.plus(&Cards::from_iter([card])));
                }
                if of_deal.solver.feasible(view.hand, Remainder::DISCARD) && ready.len() < HANDS {
                    ready.push(ReadyHand { deal, hand: *view.hand });
                }
            }
            policies::simple(&view, &mut rng)
        });
        if all.iter().all(|of_deal| of_deal.hands.len() >= HANDS) {
            break;
        }
    }
    (all, ready)
}

/// Solver queries under a game's rules, each over the same number of hands per deal.
#[must_use]
pub fn workloads(rules: &Arc<Rules>) -> Vec<Workload> {
    let (all, ready) = hands_from_play(rules);
    let all = Arc::new(all);
    let items = all.iter().map(|of_deal| of_deal.hands.len()).sum();
    let each = |name, targets, mut query: Box<dyn FnMut(&Hands)>| {
        let all = all.clone();
        let run_once = Box::new(move || all.iter().for_each(&mut query));
        Workload { name, items, targets, run_once }
    };
    let mut workloads = vec![
        each(
            "contract feasible, from the cards",
            Some((40.0, 10.0)),
            Box::new(|d| {
                for hand in &d.hands {
                    black_box(d.solver.feasible(black_box(hand), Remainder::DISCARD));
                }
            }),
        ),
        each(
            "distance, from the cards",
            Some((40.0, 10.0)),
            Box::new(|d| {
                for hand in &d.hands {
                    black_box(d.solver.distance(&d.solver.state(black_box(hand))));
                }
            }),
        ),
        each(
            "distance of a hand kept as a state",
            None,
            Box::new(|d| {
                for state in &d.states {
                    black_box(d.solver.distance(black_box(state)));
                }
            }),
        ),
        add_and_remove_card(&all, items),
        // What bots query: the distance after a discard is one more if the card is needed.
        each(
            "survey before a discard, from the cards",
            Some((300.0, 80.0)),
            Box::new(|d| {
                let goal = Goal::Contract(&d.solver);
                for hand in &d.drawn {
                    black_box(goal.survey_of(&goal.state(black_box(hand)), Parts::NEEDED));
                }
            }),
        ),
        each(
            "whole survey of a hand kept as a state",
            None,
            Box::new(|d| {
                for state in &d.states {
                    black_box(d.solver.survey(black_box(state)));
                }
            }),
        ),
    ];
    workloads.extend(laying_down(rules, ready));
    workloads.push(rearranging());
    workloads.extend(groupings());
    workloads
}

/// Deadwood of a gin hand, best grouping of thirteen cards with a wild rank, and distance of thirteen cards
/// from a declaration in an Indian game.
fn groupings() -> [Workload; 3] {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    let mut any = |n: u32| below(&mut rng, n) as usize;
    let mut hands = |packs, jokers, size| -> Vec<Cards> {
        (0..HANDS).map(|_| draw(Cards::packs(packs, jokers), size, &mut any)).collect()
    };
    let gin = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
    let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
    let wild =
        MeldRules { run_min: 3, wild_faces: Faces::of_rank(RANKS[4]), natural_place: true, ..gin };
    let indian = MeldRules {
        set_max: Some(4),
        run_max: 13,
        ace: AceMode::Either,
        distinct_suits: true,
        ..wild
    };
    let needs = Declaring { sequences: 2, pure: 1, sets: 0, one_life: OneLife::All };
    let (ten, thirteen) = (hands(1, 0, 10), hands(2, 2, 13));
    let [gin, wild, indian] = [gin, wild, indian].map(|rules| Grouper::new(&rules, &values));
    let distance = move |hand: &Cards| indian.distance(&needs, hand, 13);
    let points = move |hand: &Cards| gin.points(hand);
    let grouped = move |hand: &Cards| wild.best(hand);
    [
        of_each("distance of thirteen from a declaration", None, thirteen.clone(), distance),
        of_each("deadwood of ten cards (gin)", Some((60.0, 20.0)), ten, points),
        of_each("best grouping of thirteen with wilds", Some((1000.0, 300.0)), thirteen, grouped),
    ]
}

/// A query of each of these hands.
fn of_each<T>(
    name: &'static str,
    targets: Option<(f64, f64)>,
    hands: Vec<Cards>,
    query: impl Fn(&Cards) -> T + 'static,
) -> Workload {
    let items = hands.len();
    let run_once = move || {
        for hand in &hands {
            black_box(query(black_box(hand)));
        }
    };
    Workload { name, items, targets, run_once: Box::new(run_once) }
}

/// Adds and removes a card, querying the distance each time.
fn add_and_remove_card(all: &Arc<Vec<Hands>>, items: usize) -> Workload {
    let all = all.clone();
    let mut states: Vec<Vec<HandState>> =
        all.iter().map(|of_deal| of_deal.states.clone()).collect();
    let run_once = move || {
        for (of_deal, states) in all.iter().zip(&mut states) {
            for (state, card) in states.iter_mut().zip(&of_deal.cards) {
                state.add(black_box(*card));
                black_box(of_deal.solver.distance(state));
                state.remove(black_box(*card));
                black_box(of_deal.solver.distance(state));
            }
        }
    };
    let name = "distance after adding or removing one card";
    Workload { name, items: 2 * items, targets: Some((15.0, 4.0)), run_once: Box::new(run_once) }
}

/// A query about a hand that can lay down.
type Query = Box<dyn FnMut(&Rules, &Solver, &ReadyHand)>;

/// Lay-downs of hands that can lay down.
fn laying_down(rules: &Arc<Rules>, ready: Vec<ReadyHand>) -> Vec<Workload> {
    let ready = Arc::new(ready);
    let items = ready.len();
    let work = |name, mut query: Query| {
        let (rules, ready) = (rules.clone(), ready.clone());
        let run_once = move || {
            ready.iter().for_each(|ready| query(&rules, &rules.deals[ready.deal].solver, ready));
        };
        Workload { name, items, targets: None, run_once: Box::new(run_once) }
    };
    vec![
        work(
            "first lay-down of a hand that is ready",
            Box::new(|_, solver, ready| {
                solver.each(black_box(&ready.hand), Remainder::DISCARD, |lay_down| {
                    black_box(lay_down);
                    ControlFlow::Break(())
                });
            }),
        ),
        work(
            "best lay-down of a hand that is ready",
            Box::new(|rules, solver, ready| {
                black_box(solver.best(black_box(&ready.hand), Remainder::DISCARD, &rules.values));
            }),
        ),
        work(
            "quick lay-down of a hand that is ready",
            Box::new(|rules, solver, ready| {
                let goal = Goal::Contract(solver);
                goal.lay_downs(black_box(&ready.hand), &rules.values)
                    .for_each(|found| drop(black_box(found)));
            }),
        ),
    ]
}

fn rearranging() -> Workload {
    let tables = tables(32);
    let items = tables.len();
    let run_once = move || {
        let rules = MeldRules::default();
        let query = Rearranging { rules: &rules, value: &[1; 53], keep: 1, budget: u32::MAX };
        for (table, hand) in &tables {
            black_box(query.best(black_box(table), hand));
        }
    };
    let name = "best rearrangement of 60 cards with 14 in hand";
    Workload { name, items, targets: Some((5e6, 5e5)), run_once: Box::new(run_once) }
}

/// This many of the cards left, by random numbers below the one given.
fn draw(mut left: Cards, size: usize, any: &mut impl FnMut(u32) -> usize) -> Cards {
    let mut hand = Cards::NONE;
    while hand.len() < size {
        let Some(card) = left.nth(any(left.len() as u32)) else { break };
        left.remove(card);
        hand.add(card);
    }
    hand
}

/// Melds of sixty cards on the table and fourteen cards in hand, from three packs with six jokers.
fn tables(number: usize) -> Vec<(Vec<Meld>, Cards)> {
    let rules = MeldRules::default();
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut any = |n: u32| below(&mut rng, n) as usize;
    let mut table = || {
        let mut left = Cards::packs(3, 6);
        let mut melds: Vec<Meld> = Vec::new();
        while melds.iter().map(Meld::size).sum::<usize>() < 60 {
            let (suit, rank, run) = (any(4), any(13), any(2) == 0);
            let kind = if run { MeldKind::Run } else { MeldKind::Set };
            let mut card = |i: usize| {
                let (suit, rank) = if run { (suit, (rank + i) % 13) } else { (any(4), rank) };
                let wild = any(12) == 0;
                Card::from_index(13 * suit + rank).filter(|_| !wild).unwrap_or(JOKER)
            };
            let size = 3 + rank % 3 + usize::from(run);
            let spec = MeldSpec { kind, cards: (0..size).map(&mut card).collect(), named: None };
            let Ok(meld) = Meld::new(&spec, &rules, Stage::Later) else { continue };
            if let Some(rest) = left.minus(&meld.cards()) {
                left = rest;
                melds.push(meld);
            }
        }
        (melds, draw(left, 14, &mut any))
    };
    (0..number).map(|_| table()).collect()
}
