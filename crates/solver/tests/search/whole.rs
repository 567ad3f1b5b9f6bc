//! Contracts that use up a whole hand, compared with all ways to distribute the extra cards.

use upcard_cards::{Card, Cards, Contract, LayDownRules, MeldRules, SameSuitRuns};
use upcard_solver::{Goal, Problem, Solver};

use crate::common::{nearest, random, rounds, with};

/// Run lengths of at least four that add up to this.
fn lengths(runs: usize, cards: usize) -> Vec<Vec<usize>> {
    if runs == 1 {
        return vec![vec![cards]];
    }
    let first = 4..=cards.saturating_sub(4 * (runs - 1));
    first
        .flat_map(|size| {
            let rest = lengths(runs - 1, cards - size);
            rest.into_iter().map(move |rest| [vec![size], rest].concat())
        })
        .filter(|sizes| sizes.is_sorted())
        .collect()
}

#[test]
fn whole_hand_distance_is_the_minimum_over_run_lengths() {
    let mut random = random(17);
    let pack = Cards::packs(2, 4);
    let mut distinct = 0;
    for round in 0..rounds(60, 600) {
        let runs = 1 + random.below(3);
        let cards = 4 * runs + random.below(if runs == 3 { 3 } else { 4 });
        let melds = MeldRules::default();
        let same_suit_runs =
            random.pick(&[SameSuitRuns::Any, SameSuitRuns::NotContiguous, SameSuitRuns::Gap]);
        let rules = LayDownRules { same_suit_runs, ..LayDownRules::default() };
        let of = |sizes: &[usize]| -> Contract {
            let words: Vec<String> = sizes.iter().map(|size| format!("R{size}")).collect();
            words.join(" ").parse().unwrap()
        };
        let problems: Vec<Solver> = lengths(runs, cards)
            .iter()
            .map(|s| Solver::new(Problem::new(melds, rules, of(s))))
            .collect();
        let solver = Solver::new(Problem::new(melds, rules, of(&vec![4; runs])));
        let whole = solver.whole_hand(cards);
        assert!(cards == 4 * runs || matches!(whole, Goal::WholeHand(..)));
        // Few suits, so that hands come near.
        let mut narrow = pack;
        for card in Card::all().filter(|c| c.index() / 13 > 1 + round % 2 && !c.is_joker()) {
            while narrow.remove(card) {}
        }
        let held = cards - random.below(2);
        let hand = random.hand(&narrow, held);
        let expected = nearest(&problems, &hand);
        let at = || format!("round {round}: {hand} for {cards} cards, {rules:?}");
        let survey = whole.survey(&solver.state(&hand));
        if hand.jokers() > 2 {
            assert!(survey.distance <= expected, "{}", at());
            continue;
        }
        distinct += 1;
        assert_eq!(survey.distance, expected, "{}", at());
        for card in Card::all() {
            let nearer = nearest(&problems, &with(hand, card)) < expected;
            assert_eq!(survey.useful.has(card), nearer, "{card} comes, {}", at());
            let mut less = hand;
            if less.remove(card) {
                let missed = nearest(&problems, &less) > expected;
                assert_eq!(survey.needed.has(card), missed, "{card} goes, {}", at());
                assert!(!missed || survey.used.has(card), "{card} is not used, {}", at());
            }
        }
    }
    assert!(distinct > rounds(40, 400), "{distinct}");
}
