//! The exact searches against a naive enumerator.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::{
    Random, distinct, is_listed, naive_lay_downs, narrow_pack, random, rounds, solver, worth,
};
use upcard_cards::{
    Card, Cards, Faces, LayDownRules, Meld, MeldKind, MeldRules, MeldSpec, Rank, SUITS, Stage,
};
use upcard_solver::{Problem, Remainder, Solver};

const SMALL: [&str; 16] = [
    "S3", "R3", "R4", "P", "2S3", "S3 R3", "2R3", "S3 P", "2R4", "S3 R4", "S3 S4", "R3 R4", "3S3",
    "S4 P", "R3 P", "R5",
];

fn leave(random: &mut Random, hand: usize) -> Remainder {
    match random.below(5) {
        0 => Remainder::NOTHING,
        1 => Remainder::DISCARD,
        2 => Remainder { at_least: 1, at_most: 1 },
        3 => {
            let least = random.below(4) as u8;
            Remainder { at_least: least, at_most: least + random.below(hand + 1) as u8 }
        }
        _ => Remainder::ANY,
    }
}

/// The meld with its name, so that it is unambiguous.
fn named(meld: &Meld) -> MeldSpec {
    let named = match meld {
        Meld::Set(set) => set.rank().map(|r| Card::natural(r, SUITS[0])),
        Meld::Run(run) => Some(run.face(0)),
    };
    MeldSpec { named, ..meld.spec() }
}

fn check_legal(solver: &Solver, melds: &[Meld]) {
    for meld in melds {
        let again = Meld::new(&named(meld), &solver.problem().melds, Stage::First);
        assert_eq!(again, Ok(*meld), "{solver:?}");
        // Specs without the rules are unambiguous only if no wilds other than twos are used.
        let others = solver.problem().melds.wild_faces - Faces::of_rank(Rank::TWO);
        if others.is_empty() {
            assert_eq!(Meld::new(&meld.spec(), &solver.problem().melds, Stage::First), Ok(*meld));
        }
    }
    assert_eq!(solver.judge(melds), Ok(()), "{melds:?} {solver:?}");
}

fn values(random: &mut Random) -> [u8; 53] {
    let by_rank: Vec<u8> = (0..13).map(|_| random.below(16) as u8).collect();
    let odd = random.one_in(3);
    std::array::from_fn(|i| if i == 52 || odd { random.below(26) as u8 } else { by_rank[i % 13] })
}

#[test]
fn each_feasible_and_best_agree_with_naive_search() {
    let mut random = random(1);
    let (mut feasible, mut tried) = (0, 0);
    for round in 0..rounds(4_000, 300_000) {
        let solver = solver(&mut random, &SMALL);
        let pack = narrow_pack(&mut random);
        let size = 3 + random.below(7);
        let hand = random.hand(&pack, size);
        let leave = leave(&mut random, hand.len());
        let expected = naive_lay_downs(&solver, &hand, leave);
        let mut found = BTreeSet::new();
        solver.each(&hand, leave, |lay_down| {
            check_legal(&solver, &lay_down.melds);
            let new = found.insert(distinct(&lay_down.melds));
            assert!(new, "round {round}: twice {:?}", lay_down.melds);
            ControlFlow::Continue(())
        });
        let differ: Vec<_> = found.symmetric_difference(&expected).take(3).collect();
        assert!(differ.is_empty(), "round {round}: {differ:?} {hand} {leave:?} {solver:?}");
        let feasible_now = solver.feasible(&hand, leave);
        let some = !expected.is_empty();
        assert_eq!(feasible_now, some, "round {round}: {hand} {leave:?} {solver:?}");
        let value = values(&mut random);
        let mut least = None;
        solver.each(&hand, leave, |lay_down| {
            let left = worth(&lay_down.left(&hand), &value);
            least = Some(least.map_or(left, |l: u32| l.min(left)));
            ControlFlow::Continue(())
        });
        let best = solver.best(&hand, leave, &value);
        let left = best.as_ref().map(|b| worth(&b.left(&hand), &value));
        assert_eq!(left, least, "round {round}: {hand} {leave:?} {solver:?}");
        if let Some(best) = best {
            check_legal(&solver, &best.melds);
            assert!(expected.contains(&distinct(&best.melds)), "round {round}");
            feasible += 1;
        }
        tried += 1;
    }
    assert!(feasible * 10 > tried, "{feasible} of {tried} hands could lay down");
}

/// The distance, by adding cards of any face one by one.
fn naive_distance(solver: &Solver, hand: &Cards, most: u8) -> Option<u8> {
    let faces: Vec<(Card, u8)> = Card::all().map(|card| (card, most)).collect();
    (0..=most).find(|&missing| any_added(solver, *hand, &faces, missing))
}

fn any_added(solver: &Solver, hand: Cards, faces: &[(Card, u8)], missing: u8) -> bool {
    if missing == 0 {
        return is_listed(solver, &hand, Remainder::ANY);
    }
    let Some((&(card, count), faces)) = faces.split_first() else { return false };
    let mut hand = hand;
    for n in 0..=count.min(missing) {
        if n > 0 {
            hand.add(card);
        }
        if any_added(solver, hand, faces, missing - n) {
            return true;
        }
    }
    false
}

#[test]
fn distance_agrees_with_adding_cards() {
    let mut random = random(2);
    let mut seen = [0; 4];
    for round in 0..rounds(240, 10_000) {
        let solver = solver(&mut random, &SMALL);
        let pack = narrow_pack(&mut random);
        let size = 2 + random.below(6);
        let hand = random.hand(&pack, size);
        let expected = naive_distance(&solver, &hand, 2);
        let found = solver.distance(&solver.state(&hand));
        let melds = solver.problem().melds;
        // If wilds must lie apart, a hand may seem nearer than it is, unless it is ready.
        if melds.keeps_apart() || melds.set_naturals > 1 {
            let near = expected.is_none_or(|expected| found.is_some_and(|found| found <= expected));
            assert!(near, "round {round}: {hand} {solver:?}");
            assert_eq!(found == Some(0), expected == Some(0), "round {round}: {hand} {solver:?}");
        } else if expected.is_some() {
            assert_eq!(found, expected, "round {round}: {hand} {solver:?}");
        } else {
            assert!(found.is_none_or(|d| d > 2), "round {round}: {hand} {solver:?}");
        }
        seen[expected.map_or(3, usize::from)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn pairs_are_not_sets_and_trios_have_no_rank() {
    let (melds, rules) = (MeldRules::default(), LayDownRules::default());
    let solver = Solver::new(Problem::new(melds, rules, "S3 P".parse().unwrap()));
    let hand: Cards = "KC KD KH KS KS".parse().unwrap();
    assert!(solver.feasible(&hand, Remainder::NOTHING));
    let meld = |pair: bool, cards: &str| {
        let cards = cards.parse().unwrap();
        Meld::set(Some(Rank::KING), pair, cards, &solver.problem().melds, Stage::First).unwrap()
    };
    let (set, pair) = (meld(false, "KC KD KH"), meld(true, "KS KS"));
    assert_eq!(pair.kind(), MeldKind::Pair);
    assert_eq!(solver.judge(&[pair, set]), Ok(()));
    assert_eq!(solver.judge(&[set, set]), Err(upcard_solver::LayDownError::Contract));
    assert_eq!(solver.judge(&[pair]), Err(upcard_solver::LayDownError::Part));
}
