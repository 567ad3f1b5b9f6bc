//! The best grouping of a hand compared with all groupings.

use std::collections::HashMap;

use upcard_cards::{AceMode, AllWild, Cards, End, Faces, Meld, MeldRules, RANKS, RankSet};
use upcard_solver::{Deadwood, Grouper, deadwood};

use crate::common::{
    ACES, ALL_WILD, CAPS, Random, check_melds, crowded, plain_values, random, rounds, worth,
};
use crate::declaring::{declared, melds_of};

/// The least left over, by trying all legal melds.
fn naive_deadwood(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> u32 {
    let left = declared(&melds_of(hand, rules, 0), 0, [0; 4], hand, values, &mut HashMap::new());
    left.expect("nothing is required")
}

fn any_rules(random: &mut Random) -> MeldRules {
    let wild_ranks = match random.below(4) {
        0 => RankSet::NONE,
        1 => [random.pick(&RANKS), random.pick(&RANKS)].into_iter().collect(),
        _ => random.rank(),
    };
    let wild_faces = random.faces(wild_ranks);
    MeldRules {
        set_min: random.pick(&[3, 3, 3, 4]),
        set_max: random.pick(&[None, None, Some(4), Some(5)]),
        run_min: random.pick(&[3, 3, 4]),
        run_max: random.pick(&[14, 14, 13, 5]),
        ace: random.pick(&ACES),
        wild_faces,
        wild_cap: random.pick(&CAPS),
        cap_sets: random.one_in(2),
        all_wild: random.pick(&ALL_WILD),
        natural_place: random.one_in(2),
        distinct_suits: random.one_in(3),
        own_set: random.one_in(2),
        ..MeldRules::default()
    }
}

fn check(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) {
    let found = deadwood(hand, rules, values);
    let expected = naive_deadwood(hand, rules, values);
    assert_eq!(found.points, expected, "{hand} {rules:?} {found:?}");
    check_grouping(&found, hand, rules, values);
}

#[test]
fn best_grouping_is_minimal() {
    let mut random = random(14);
    for _ in 0..rounds(600, 60_000) {
        let rules = any_rules(&mut random);
        let pack = crowded(&mut random, 2, 2);
        let size = 3 + random.below(6);
        let hand = random.hand(&pack, size);
        let mut values = plain_values();
        if random.one_in(2) {
            values = std::array::from_fn(|_| random.below(15) as u8);
        }
        check(&hand, &rules, &values);
    }
}

#[test]
fn gin_hands() {
    let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
    let mut random = random(15);
    for _ in 0..rounds(600, 60_000) {
        let pack = if random.one_in(4) { Cards::packs(1, 0) } else { crowded(&mut random, 1, 0) };
        let size = 10 + random.below(2);
        let hand = random.hand(&pack, size);
        check(&hand, &rules, &plain_values());
    }
}

/// Unrealistic hands of four packs, with small sets: the work is bounded for any method.
#[test]
fn huge_hands_are_grouped_within_the_step_limit() {
    let rules = MeldRules { set_max: Some(4), ..MeldRules::default() };
    let grouper = Grouper::new(&rules, &plain_values());
    let mut random = random(17);
    for _ in 0..2 {
        // At most three of a face: more are for the search alone.
        let hand = random.hand(&Cards::packs(3, 1), 70);
        let best = grouper.best(&hand);
        check_grouping(&best, &hand, &rules, &plain_values());
        assert!(best.points < worth(&hand, &plain_values()) / 2, "{hand}");
    }
}

/// Checks that a grouping is one of this hand, and leaves what it reports.
fn check_grouping(found: &Deadwood, hand: &Cards, rules: &MeldRules, values: &[u8; 53]) {
    check_melds(found, hand, rules);
    assert_eq!(worth(&found.left, values), found.points);
}

fn compare(grouper: &Grouper, hand: &Cards, rules: &MeldRules, values: &[u8; 53]) {
    let points = deadwood(hand, rules, values).points;
    assert_eq!(grouper.points(hand), points, "{hand} {rules:?} {values:?}");
    let best = grouper.best(hand);
    assert_eq!(best.points, points, "{hand} {rules:?} {best:?}");
    check_grouping(&best, hand, rules, values);
    let (loose, left) = grouper.loose(hand);
    assert_eq!((loose, worth(&left, values)), (points, points), "{hand} {rules:?} {left}");
    let melded = hand.minus(&left).expect("cards of the hand");
    assert_eq!(deadwood(&melded, rules, values).points, 0, "{hand} {rules:?} {left}");
    let whole = deadwood(hand, rules, &[1; 53]).points == 0;
    assert_eq!(grouper.all_in_melds(hand).is_some(), whole, "{hand} {rules:?}");
}

#[test]
fn tables_agree_with_search() {
    let mut random = random(20);
    for _ in 0..rounds(60, 6_000) {
        let mut rules = any_rules(&mut random);
        if random.one_in(2) {
            rules.wild_faces = Faces::NONE;
        }
        if !random.one_in(4) {
            rules.wild_cap = CAPS[0];
        }
        let mut values = plain_values();
        if random.one_in(2) {
            let of_rank: [u8; 13] = std::array::from_fn(|_| random.below(15) as u8);
            values = std::array::from_fn(|face| of_rank[face % 13]);
        }
        let grouper = Grouper::new(&rules, &values);
        for _ in 0..40 {
            let packs = 1 + random.below(3) as u8;
            let jokers = random.below(4) as u8;
            let pack = crowded(&mut random, packs, jokers);
            let size = (3 + random.below(8)).min(pack.len());
            let hand = random.hand(&pack, size);
            compare(&grouper, &hand, &rules, &values);
        }
    }
}

#[test]
fn tables_agree_with_search_on_realistic_hands() {
    let mut random = random(21);
    for round in 0..rounds(300, 30_000) {
        let rules = match round % 3 {
            0 => MeldRules {
                wild_faces: random.wild_rank(),
                natural_place: true,
                distinct_suits: true,
                own_set: random.one_in(2),
                run_min: 3,
                ..MeldRules::default()
            },
            // As in Three Thirteen.
            _ => MeldRules {
                run_min: 3,
                ace: AceMode::Low,
                wild_faces: random.wild_rank(),
                all_wild: AllWild::Any,
                natural_place: true,
                ..MeldRules::default()
            },
        };
        let values = plain_values();
        let grouper = Grouper::new(&rules, &values);
        for _ in 0..8 {
            let pack = Cards::packs(2, random.below(3) as u8);
            let size = 10 + random.below(4);
            let hand = random.hand(&pack, size);
            if hand.iter().filter(|card| rules.is_wild(*card)).count() <= 3 {
                compare(&grouper, &hand, &rules, &values);
            }
        }
    }
}

#[test]
fn hands_of_thirteen_with_wilds() {
    let mut random = random(16);
    for _ in 0..rounds(40, 4000) {
        let rules = MeldRules {
            run_min: 3,
            ace: AceMode::Low,
            wild_faces: random.wild_rank(),
            all_wild: AllWild::Any,
            ..MeldRules::default()
        };
        let naturals = Cards::packs(2, 0);
        let hand = random.hand(&naturals, 13);
        let wilds = hand.iter().filter(|card| rules.is_wild(*card)).count();
        if wilds <= 2 {
            check(&hand, &rules, &plain_values());
        }
    }
}

/// The least left over after any lay-offs on these melds, one after the other.
fn defended(hand: &Cards, melds: &[Meld], rules: &MeldRules, values: &[u8; 53]) -> u32 {
    let mut points = naive_deadwood(hand, rules, values);
    for (at, meld) in melds.iter().enumerate() {
        for (card, _) in hand.iter_counts() {
            for end in [None, Some(End::Low), Some(End::High)] {
                if let Ok(longer) = meld.with(card, end, rules) {
                    let (mut rest, mut melds) = (*hand, melds.to_vec());
                    rest.remove(card);
                    melds[at] = longer;
                    points = points.min(defended(&rest, &melds, rules, values));
                }
            }
        }
    }
    points
}

#[test]
fn best_defence_is_minimal() {
    let mut random = random(19);
    let values = plain_values();
    for _ in 0..rounds(300, 20_000) {
        let rules = MeldRules {
            run_min: 3,
            set_max: Some(4),
            ace: AceMode::Low,
            wild_faces: if random.one_in(8) { random.wild_rank() } else { Faces::NONE },
            ..MeldRules::default()
        };
        let pack = crowded(&mut random, 1, 0);
        let knocker = random.hand(&pack, 10);
        let knocked = deadwood(&knocker, &rules, &values).melds;
        let left = pack.without(&knocker);
        let size = 5 + random.below(4);
        let hand = random.hand(&left, size);
        if hand.iter().filter(|card| rules.is_wild(*card)).count() > 1 {
            continue;
        }
        let found = Grouper::new(&rules, &values).defence(&hand, &knocked);
        let expected = defended(&hand, &knocked, &rules, &values);
        assert_eq!(found.deadwood.points, expected, "{hand} {knocked:?} {found:?}");
        // The lay-offs are legal in their order, and what is left is the hand without them.
        let (mut rest, mut melds) = (hand, knocked.clone());
        for (at, card, end) in found.lay_offs {
            let fit = melds[at].fit(card, &rules);
            let end = end.or(fit.low.then_some(End::Low)).or(fit.high.then_some(End::High));
            melds[at] = melds[at].with(card, end, &rules).unwrap();
            assert!(rest.remove(card));
        }
        let melds = found.deadwood.melds.iter().map(Meld::cards);
        assert_eq!(melds.fold(found.deadwood.left, |all, meld| all.plus(&meld)), rest);
    }
}
