//! Speed of contract queries under the rules of contract rummy.
//!
//! Hands come from play by a simple policy, which draws and discards the card of least use to the contract.
//! Each number is the time for one hand; `seven` is the mean over the seven contracts.

use std::sync::OnceLock;

use divan::{Bencher, black_box, counter::ItemsCount};
use upcard_cards::{Card, Cards, LayDownRules, MeldRules, SameSuitRuns};
use upcard_solver::{HandState, Parts, Problem, Remainder, Solver};

const CONTRACTS: [&str; 7] = ["2S3", "S3 R4", "2R4", "3S3", "2S3 R4", "S3 2R4", "3R4"];
const HANDS: usize = 1024;

fn main() {
    divan::main();
}

struct Position {
    solver: Solver,
    hands: Vec<Cards>,
    states: Vec<HandState>,
    /// A card added to each hand.
    cards: Vec<Card>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

fn positions() -> &'static [Position] {
    static ALL: OnceLock<Vec<Position>> = OnceLock::new();
    ALL.get_or_init(|| CONTRACTS.iter().map(|contract| position(contract)).collect())
}

fn position(contract: &str) -> Position {
    let rules = LayDownRules {
        same_rank_sets: true,
        same_suit_runs: SameSuitRuns::NotContiguous,
        ..LayDownRules::default()
    };
    let solver = Solver::new(Problem::new(MeldRules::default(), rules, contract.parse().unwrap()));
    let pack = Cards::packs(2, 3);
    let mut random = Random(5);
    let (mut hands, mut cards) = (Vec::new(), Vec::new());
    let size = if matches!(contract, "2S3" | "S3 R4" | "2R4") { 10 } else { 12 };
    while hands.len() < HANDS {
        let mut left = pack;
        let mut draw = |random: &mut Random| {
            let card = left.nth(random.below(left.len())).unwrap();
            left.remove(card);
            card
        };
        let mut hand: Cards = (0..size).map(|_| draw(&mut random)).collect();
        for _ in 0..12 {
            let drawn = draw(&mut random);
            hands.push(hand);
            cards.push(drawn);
            hand.add(drawn);
            let discard = hand.iter_counts().map(|(c, _)| c).min_by_key(|&card| {
                let mut rest = hand;
                rest.remove(card);
                (solver.distance(&solver.state(&rest)), card == drawn, card.index())
            });
            hand.remove(discard.unwrap());
        }
    }
    hands.truncate(HANDS);
    cards.truncate(HANDS);
    let states = hands.iter().map(|h| solver.state(h)).collect();
    Position { solver, hands, states, cards }
}

fn positions_of(contract: &str) -> Vec<&'static Position> {
    let all = positions();
    match CONTRACTS.iter().position(|c| *c == contract) {
        Some(at) => vec![&all[at]],
        None => all.iter().collect(),
    }
}

/// The contracts, and `seven` for all of them.
const ALL: [&str; 8] = ["seven", "2S3", "S3 R4", "2R4", "3S3", "2S3 R4", "S3 2R4", "3R4"];

fn time(bencher: Bencher, contract: &str, mut query: impl FnMut(&Position)) {
    let positions = positions_of(contract);
    bencher
        .counter(ItemsCount::new(HANDS * positions.len()))
        .bench_local(|| positions.iter().for_each(|p| query(p)));
}

/// From the cards alone; the contract is feasible if the distance is zero.
#[divan::bench(args = ALL)]
fn feasible_and_distance(bencher: Bencher, contract: &str) {
    time(bencher, contract, |p| {
        for hand in &p.hands {
            let state = p.solver.state(black_box(hand));
            black_box(p.solver.distance(&state));
        }
    });
}

#[divan::bench(args = ALL)]
fn distance_of_a_state(bencher: Bencher, contract: &str) {
    time(bencher, contract, |p| {
        for state in &p.states {
            black_box(p.solver.distance(black_box(state)));
        }
    });
}

/// Adds and removes a card, querying the distance each time.
#[divan::bench(args = ALL)]
fn distance_after_one_card(bencher: Bencher, contract: &str) {
    let positions = positions_of(contract);
    let states =
        |p: &'static Position| p.states.iter().zip(&p.cards).map(move |(s, c)| (p, *s, *c));
    let mut states: Vec<_> = positions.iter().flat_map(|p| states(p)).collect();
    bencher.counter(ItemsCount::new(2 * states.len())).bench_local(|| {
        for (p, state, card) in &mut states {
            state.add(black_box(*card));
            black_box(p.solver.distance(state));
            state.remove(black_box(*card));
            black_box(p.solver.distance(state));
        }
    });
}

/// What bots query before a discard: the distance, and the cards needed for it.
#[divan::bench(args = ALL)]
fn survey_before_a_discard(bencher: Bencher, contract: &str) {
    time(bencher, contract, |p| {
        for (state, card) in p.states.iter().zip(&p.cards) {
            let mut state = *state;
            state.add(*card);
            black_box(p.solver.survey_of(&state, Parts::NEEDED));
        }
    });
}

#[divan::bench(args = ALL)]
fn best(bencher: Bencher, contract: &str) {
    let value: [u8; 53] = std::array::from_fn(|i| match i {
        52 => 25,
        _ if i % 13 == 0 => 15,
        _ if i % 13 > 8 => 10,
        _ => 5,
    });
    time(bencher, contract, |p| {
        for hand in &p.hands {
            black_box(p.solver.best(hand, Remainder::DISCARD, &value));
        }
    });
}
