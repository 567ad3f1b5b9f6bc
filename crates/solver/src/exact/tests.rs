//! The step limit of the exact search: hands from play stay far below it, and every hand gets an answer.

use super::*;
use crate::Solver;
use crate::samples::Samples;
use upcard_cards::{
    AceMode, Contract, Faces, LayDownRules, MeldRules, Rank, RankSet, SizeRule, Suit,
};

fn hand(packs: u8, jokers: u8, size: usize, number: u64) -> Cards {
    Samples(number).hand(&Cards::packs(packs, jokers), size)
}

fn solver(contract: &str, melds: MeldRules, lay_down: LayDownRules) -> Solver {
    let contract: Contract = contract.parse().expect("a contract");
    Solver::new(Problem::new(melds, lay_down, contract))
}

fn at_least() -> LayDownRules {
    let size = SizeRule::AtLeast;
    LayDownRules { sets: size, runs: size, ..LayDownRules::default() }
}

/// Maximum number of steps of the separate queries of a hand.
fn max_steps(solver: &Solver, hand: &Cards) -> u32 {
    let asked = |ask: &dyn Fn(&mut Steps)| {
        let mut steps = Steps::BUDGET;
        ask(&mut steps);
        Steps::BUDGET.0 - steps.0
    };
    let feasible = asked(&|steps| {
        let _ = feasible(&solver.problem, hand, Remainder::DISCARD, steps);
    });
    let near = asked(&|steps| {
        let _ = (0..4).find(|&missing| within(&solver.problem, hand, missing, steps));
    });
    feasible.max(near)
}

const CONTRACTS: [&str; 7] = ["2S3", "S3 R4", "2R4", "3S3", "2S3 R4", "S3 2R4", "3R4"];

#[test]
fn realistic_hands_stay_far_below_the_step_limit() {
    for (number, contract) in (0..).zip(CONTRACTS) {
        let red_twos = Faces::of_rank(Rank::TWO) & Faces::of_suits(Suit::is_red);
        let whole = [0, 2, 6].map(|ranks| Faces::of_ranks(RankSet::from_bits(ranks)));
        for wild_faces in whole.into_iter().chain([red_twos]) {
            let melds = MeldRules { wild_faces, ..MeldRules::default() };
            let solver = solver(contract, melds, at_least());
            for size in [10, 13, 16, 20] {
                let hand = hand(2, 4, size, number + size as u64);
                let steps = max_steps(&solver, &hand);
                assert!(steps < Steps::BUDGET.0 / 20, "{contract} {hand}: {steps}");
            }
        }
    }
}

#[test]
fn hands_of_any_size_get_an_answer() {
    let many = "R3 R4 R5 R6 R7 R8 R9 R10";
    let cases = [("3R4", AceMode::Either), ("S3 2R4", AceMode::Corner), (many, AceMode::Either)];
    let hand = hand(5, 10, 150, 3);
    let twos = MeldRules { wild_faces: Faces::of_rank(Rank::TWO), ..MeldRules::default() };
    for (contract, ace) in cases {
        let solver = solver(contract, MeldRules { ace, run_min: 3, ..twos }, at_least());
        // Easy lay-downs are found.
        let found = feasible(&solver.problem, &hand, Remainder::ANY, &mut { Steps::BUDGET });
        assert!(found, "{contract}");
        assert_eq!(solver.distance(&solver.state(&hand)), Some(0), "{contract}");
    }
    // A lay-down is found, if not the most valuable one.
    let solver = solver("3R4", twos, at_least());
    let best = best(&solver.problem, &hand, Remainder::ANY, &[1; 53]);
    assert!(best.is_some_and(|best| solver.judge(&best.melds).is_ok()));
}

#[test]
fn searches_stop_at_the_step_limit() {
    let melds = MeldRules { ace: AceMode::Corner, run_min: 3, ..MeldRules::default() };
    let solver = solver("R3 R4 R5 R6 R7 R8 R9 R10", melds, at_least());
    let mut steps = Steps(200_000);
    assert!(!feasible(&solver.problem, &hand(5, 10, 150, 3), Remainder::ANY, &mut steps));
    assert_eq!(steps.0, 0);
}
