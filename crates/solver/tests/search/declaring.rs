//! Hands that need sequences: their cost, and their distance from a declaration.

use std::collections::HashMap;

use upcard_cards::{AceMode, AllWild, Card, Cards, Faces, Meld, MeldKind, MeldRules, RANKS, SUITS};
use upcard_solver::{Declaring, Grouper, OneLife};

use crate::common::{
    CAPS, Random, all_melds, check_melds, crowded, plain_values, random, rounds, with, worth,
};

/// Required numbers of sequences, pure ones, sets and long sequences; or what a meld counts as.
pub(crate) type Wanted = [u8; 4];

/// Memoized results for a hand by the first meld considered and the requirements left.
pub(crate) type Known = HashMap<(usize, Wanted, Cards), Option<u32>>;

/// The least left over of a hand by melds from index `from` on, with these requirements left. `None` if they
/// cannot be met.
pub(crate) fn declared(
    melds: &[(Cards, Wanted)],
    from: usize,
    wanted: Wanted,
    hand: &Cards,
    values: &[u8; 53],
    known: &mut Known,
) -> Option<u32> {
    if let Some(&points) = known.get(&(from, wanted, *hand)) {
        return points;
    }
    let mut points = (wanted == [0; 4]).then(|| worth(hand, values));
    for (at, (meld, is)) in melds.iter().enumerate().skip(from) {
        if let Some(rest) = hand.minus(meld) {
            let wanted = std::array::from_fn(|what| wanted[what].saturating_sub(is[what]));
            let found = declared(melds, at, wanted, &rest, values, known);
            points = [points, found].into_iter().flatten().min();
        }
    }
    known.insert((from, wanted, *hand), points);
    points
}

/// All legal melds of a hand, with what each counts as; a sequence of `long` cards is long.
pub(crate) fn melds_of(hand: &Cards, rules: &MeldRules, long: usize) -> Vec<(Cards, Wanted)> {
    let melds = all_melds(hand, rules, &[MeldKind::Set, MeldKind::Run]);
    let of = |meld: &Meld| {
        let run = meld.kind() == MeldKind::Run;
        let pure = run && meld.wilds_and_naturals(rules).0 == 0;
        (meld.cards(), [run, pure, !run, run && meld.size() >= long].map(u8::from))
    };
    let mut melds: Vec<(Cards, Wanted)> = melds.iter().map(of).collect();
    melds.sort_by_key(|(cards, is)| (cards.words(), *is));
    melds.dedup();
    melds
}

/// The minimum cost of a hand, over all legal melds.
fn naive_declared(
    hand: &Cards,
    rules: &MeldRules,
    values: &[u8; 53],
    declaring: &Declaring,
) -> u32 {
    let melds = melds_of(hand, rules, 0);
    let all = worth(hand, values);
    let wanted = [declaring.sequences, declaring.pure, 0, 0];
    let valid = declared(&melds, 0, wanted, hand, values, &mut HashMap::new());
    let pure = melds.iter().filter(|(_, is)| is[1] > 0).map(|(cards, _)| worth(cards, values));
    let outside = match declaring.one_life {
        OneLife::All => all,
        OneLife::Outside => all - pure.max().unwrap_or(0),
    };
    outside.min(valid.unwrap_or(all))
}

/// Rules similar to those of Indian rummy.
fn indian_rules(random: &mut Random) -> (MeldRules, Declaring) {
    let rules = MeldRules {
        run_min: 3,
        ace: random.pick(&[AceMode::Either, AceMode::Low]),
        wild_faces: if random.one_in(4) { Faces::NONE } else { random.wild_rank() },
        natural_place: !random.one_in(4),
        distinct_suits: !random.one_in(4),
        own_set: random.one_in(2),
        all_wild: random.pick(&[AllWild::Never, AllWild::Never, AllWild::Any]),
        wild_cap: random.pick(&[CAPS[0], CAPS[0], CAPS[1], CAPS[3], CAPS[5]]),
        cap_sets: random.one_in(2),
        ..MeldRules::default()
    };
    let sequences = random.below(3) as u8;
    let declaring = Declaring {
        sequences,
        pure: random.below(2) as u8,
        // Small hands have no room for more.
        sets: u8::from(sequences < 2 && random.one_in(3)),
        one_life: random.pick(&[OneLife::All, OneLife::Outside]),
    };
    (rules, declaring)
}

#[test]
fn declared_cost_is_minimal() {
    let mut random = random(17);
    for _ in 0..rounds(500, 50_000) {
        let (rules, declaring) = indian_rules(&mut random);
        let pack = crowded(&mut random, 2, 2);
        let size = 6 + random.below(4);
        let hand = random.hand(&pack, size);
        let values = plain_values();
        let found = declaring.cheapest(&hand, &rules, &values);
        let expected = naive_declared(&hand, &rules, &values, &declaring);
        assert_eq!(found.points, expected, "{hand} {rules:?} {declaring:?} {found:?}");
        check_melds(&found, &hand, &rules);
        let runs = found.melds.iter().filter(|meld| meld.kind() == MeldKind::Run);
        let pure = runs.clone().filter(|meld| meld.wilds_and_naturals(&rules).0 == 0).count();
        if !found.melds.is_empty() && declaring.one_life == OneLife::All {
            assert!(runs.count() >= usize::from(declaring.sequences), "{hand} {found:?}");
            assert!(pure >= usize::from(declaring.pure), "{hand} {rules:?} {found:?}");
        }
    }
}

#[test]
fn completeness_agrees_with_naive_search() {
    let mut random = random(29);
    let (mut complete, mut with_all) = (0, 0);
    for _ in 0..rounds(600, 30_000) {
        let (mut rules, mut declaring) = indian_rules(&mut random);
        rules.all_wild = random.pick(&[AllWild::Never, AllWild::Trio, AllWild::Sets, AllWild::Any]);
        declaring.sequences = random.below(3) as u8;
        declaring.pure = random.below(usize::from(declaring.sequences) + 1) as u8;
        declaring.sets = random.below(2) as u8;
        let long = if declaring.sequences > 0 { random.pick(&[0, 4, 5]) } else { 0 };
        let pack = crowded(&mut random, 2, 3);
        let mut hand = Cards::NONE;
        // A sequence, perhaps a set, and random cards: many of these hands are ready.
        let (suit, low) = (random.pick(&SUITS), random.below(10));
        hand.extend(RANKS[low..low + 3].iter().map(|rank| Card::natural(*rank, suit)));
        if random.one_in(2) {
            let rank = random.pick(&RANKS);
            hand.extend(SUITS[..3].iter().map(|suit| Card::natural(rank, *suit)));
        }
        let over = 2 + random.below(3);
        hand = hand.plus(&random.hand(&pack, over));
        let melds = melds_of(&hand, &rules, long.into());
        let wanted = [declaring.sequences, declaring.pure, declaring.sets, u8::from(long > 0)];
        let left = declared(&melds, 0, wanted, &hand, &[1; 53], &mut HashMap::new());
        let found = declaring.complete_with(&hand, &rules, long);
        assert_eq!(found.is_some(), left == Some(0), "{hand} {rules:?} {declaring:?} {long}");
        let Some(found) = found else { continue };
        let cards = found.iter().fold(Cards::NONE, |all, meld| all.plus(&meld.cards()));
        let runs = || found.iter().filter(|meld| meld.kind() == MeldKind::Run);
        let pure = runs().filter(|meld| meld.wilds_and_naturals(&rules).0 == 0).count();
        assert_eq!(cards, hand);
        assert!(runs().count() >= declaring.sequences.into(), "{hand} {found:?}");
        assert!(pure >= declaring.pure.into(), "{hand} {found:?}");
        assert!(found.len() - runs().count() >= declaring.sets.into(), "{hand} {found:?}");
        assert!(long == 0 || runs().any(|run| run.size() >= long.into()), "{hand} {found:?}");
        complete += 1;
        with_all += usize::from(declaring.sets > 0 && long > 0);
    }
    assert!(complete > 20 && with_all > 0, "{complete} {with_all}");
}

/// With three suits and most ranks wild there are very many groupings, nearly all without the set.
#[test]
fn required_set_is_found_among_many_groupings() {
    let rules = MeldRules {
        set_max: Some(4),
        run_min: 3,
        run_max: 13,
        wild_faces: RANKS[1..9].iter().fold(Faces::NONE, |all, rank| all | Faces::of_rank(*rank)),
        natural_place: true,
        distinct_suits: true,
        own_set: true,
        ..MeldRules::default()
    };
    let hand: Cards = SUITS[1..]
        .iter()
        .flat_map(|suit| RANKS[1..].iter().map(|r| Card::natural(*r, *suit)))
        .collect();
    let declaring = Declaring { sequences: 2, pure: 1, sets: 1, one_life: OneLife::All };
    for long in [0, 10] {
        let found = declaring.complete_with(&hand, &rules, long).expect("a set and three runs");
        let runs: Vec<_> = found.iter().filter(|meld| meld.kind() == MeldKind::Run).collect();
        assert!(runs.len() >= 2 && found.len() > runs.len(), "{found:?}");
        assert!(runs.iter().any(|run| run.size() >= long.into()), "{found:?}");
    }
}

/// Returns `true` if all of these cards can be declared after `to_come` more cards and `to_go` discards.
fn after(
    declaring: &Declaring,
    cards: &Cards,
    to_come: u8,
    to_go: usize,
    rules: &MeldRules,
    from: usize,
) -> bool {
    if to_go > 0 {
        return cards.iter_counts().any(|(card, _)| {
            let mut rest = *cards;
            card.index() >= from && {
                rest.remove(card);
                after(declaring, &rest, to_come, to_go - 1, rules, card.index())
            }
        });
    }
    if to_come == 0 {
        return declaring.complete(cards, rules).is_some();
    }
    Card::all().any(|card| after(declaring, &with(*cards, card), to_come - 1, 0, rules, 0))
}

#[test]
fn declaration_distance_is_minimal() {
    let mut random = random(18);
    let (mut far, mut tried) = (0, 0);
    for _ in 0..rounds(150, 5_000) {
        let (mut rules, declaring) = indian_rules(&mut random);
        rules.all_wild = AllWild::Never;
        let pack = crowded(&mut random, 2, 2);
        let size = 6 + random.below(2);
        let over = random.below(2);
        let hand = random.hand(&pack, size + over);
        let grouper = Grouper::new(&rules, &plain_values());
        let found = compare_distance(&grouper, &declaring, &hand, size as u8, &rules);
        for to_come in 0..=2 {
            let to_go = hand.len() + usize::from(to_come) - size;
            let can = after(&declaring, &hand, to_come, to_go, &rules, 0);
            let says = found.is_some_and(|found| found <= to_come);
            assert_eq!(can, says, "{hand}, {size} cards {rules:?} {declaring:?} {found:?}");
            if can {
                break;
            }
        }
        far += usize::from(found.is_none_or(|found| found > 2));
        tried += 1;
    }
    assert!(far * 2 < tried, "{far} of {tried} are too far to be looked at");
}

/// The meld and declaration rules of the Indian games of the catalogue, with any wild rank.
fn indian(random: &mut Random) -> (MeldRules, Declaring) {
    let rules = MeldRules {
        set_max: random.pick(&[Some(4), Some(4), None, Some(3)]),
        run_min: 3,
        run_max: 13,
        ace: random.pick(&[AceMode::Either, AceMode::Either, AceMode::Low, AceMode::High]),
        wild_faces: random.wild_rank(),
        natural_place: true,
        distinct_suits: true,
        own_set: random.one_in(2),
        ..MeldRules::default()
    };
    let sets = random.below(2) as u8;
    (rules, Declaring { sequences: 2, pure: 1, sets, one_life: OneLife::All })
}

/// Compares the distance by the tables with that by the search, which is returned.
fn compare_distance(
    grouper: &Grouper,
    declaring: &Declaring,
    hand: &Cards,
    size: u8,
    rules: &MeldRules,
) -> Option<u8> {
    let expected = declaring.distance(hand, size, rules);
    assert_eq!(grouper.distance(declaring, hand, size), expected, "{hand}, {size} {rules:?}");
    for distance in 0..=size {
        let within = expected.is_some_and(|expected| expected <= distance);
        let says = grouper.is_within(declaring, hand, size, distance);
        assert_eq!(says, within, "{hand}, {size} cards, {distance} {rules:?}");
    }
    expected
}

/// Compares the tables with the search, and the quick checks with the exact distance, which is returned.
fn same_distance(rules: &MeldRules, declaring: &Declaring, hand: &Cards, size: u8) -> Option<u8> {
    let grouper = Grouper::new(rules, &plain_values());
    let expected = compare_distance(&grouper, declaring, hand, size, rules);
    // If no cards at all would do, the quick check may not notice; nor are there tables for ranks wild in
    // some suits only, or for required sets without equal cards. A negative answer is always right.
    let complete = grouper.may_be_complete(declaring, hand, size);
    assert!(complete || expected != Some(0), "{hand} {rules:?}");
    if !rules.splits_ranks() && (declaring.sets == 0 || rules.own_set) {
        assert_eq!(complete && expected.is_some(), expected == Some(0), "{hand} {rules:?}");
    }
    expected
}

#[test]
fn sequence_table_agrees_with_search() {
    let mut random = random(24);
    for _ in 0..rounds(400, 40_000) {
        let (rules, declaring) = indian(&mut random);
        let (packs, jokers) = (1 + random.below(2) as u8, random.below(3) as u8);
        let pack = crowded(&mut random, packs, jokers);
        let (size, over) = (6 + random.below(4), random.below(2));
        let hand = random.hand(&pack, size + over);
        same_distance(&rules, &declaring, &hand, size as u8);
    }
}

#[test]
fn sequence_table_agrees_with_search_on_whole_hands() {
    let mut random = random(25);
    for round in 0..rounds(12, 2_000) {
        let (rules, declaring) = indian(&mut random);
        let pack = Cards::packs(2, 2);
        let pack = if round % 3 == 0 { pack } else { crowded(&mut random, 2, 2) };
        let size = 13 + random.below(2);
        let hand = random.hand(&pack, size);
        same_distance(&rules, &declaring, &hand, 13);
    }
}

/// Rules of runs alone, none of them pure, with any wild rank.
fn runs_alone(random: &mut Random) -> (MeldRules, Declaring) {
    let run_min = 3 + random.below(2) as u8;
    let rules = MeldRules {
        set_min: MeldRules::NO_SETS,
        run_min,
        run_max: run_min + random.below(10) as u8,
        ace: random.pick(&[AceMode::Either, AceMode::Either, AceMode::Low, AceMode::High]),
        wild_faces: if random.one_in(4) { Faces::NONE } else { random.wild_rank() },
        ..MeldRules::default()
    };
    let sequences = random.below(5) as u8;
    (rules, Declaring { sequences, pure: 0, sets: 0, one_life: OneLife::All })
}

#[test]
fn runs_table_agrees_with_search() {
    let mut random = random(28);
    let mut ready = 0;
    for round in 0..rounds(600, 60_000) {
        let (rules, declaring) = runs_alone(&mut random);
        let wilds = random.below(4) as u8;
        let pack = match round % 3 {
            0 => Cards::packs(2, 2 + wilds),
            // Few suits and ranks, so that runs overlap.
            _ => crowded(&mut random, 1 + (round % 2) as u8, 2 + wilds),
        };
        let (size, over) =
            (4 + random.below(if round % 50 == 0 { 12 } else { 6 }), random.below(2));
        let hand = random.hand(&pack, size + over);
        let distance = same_distance(&rules, &declaring, &hand, size as u8);
        ready += usize::from(distance == Some(0));
    }
    assert!(ready > 10, "{ready}");
}

#[test]
fn a_hand_without_a_pure_sequence_costs_all_its_cards() {
    let mut random = random(26);
    for _ in 0..rounds(300, 30_000) {
        let (rules, declaring) = indian_rules(&mut random);
        let pack = crowded(&mut random, 2, 2);
        let size = 6 + random.below(4);
        let hand = random.hand(&pack, size);
        let values = plain_values();
        let found = Grouper::new(&rules, &values).cheapest(&declaring, &hand);
        let expected = declaring.cheapest(&hand, &rules, &values);
        assert_eq!(found.points, expected.points, "{hand} {rules:?} {declaring:?}");
    }
}

/// A negative answer is certain: such a hand cannot be declared, even if more sequences are required than the
/// table covers or a cap limits the wilds.
#[test]
fn completeness_check_has_no_false_negatives() {
    let mut random = random(27);
    let mut complete = 0;
    for round in 0..rounds(600, 60_000) {
        let (mut rules, mut declaring) = indian(&mut random);
        rules.wild_cap = random.pick(&[CAPS[0], CAPS[1], CAPS[3], CAPS[4], CAPS[5]]);
        declaring.sequences = 1 + random.below(4) as u8;
        declaring.pure = random.below(usize::from(declaring.sequences) + 1) as u8;
        // Computing the distance with so many sequences and a set takes minutes.
        declaring.sets = 0;
        let pack = crowded(&mut random, 1, 2);
        let mut hand = Cards::NONE;
        // Runs and random cards: many of these hands are ready.
        for _ in 0..declaring.sequences {
            let (suit, low) = (random.pick(&SUITS), random.below(10));
            hand.extend(RANKS[low..low + 3].iter().map(|rank| Card::natural(*rank, suit)));
        }
        let over = random.below(3);
        hand = hand.plus(&random.hand(&pack, over));
        let size = hand.len() as u8;
        let grouper = Grouper::new(&rules, &plain_values());
        if declaring.complete(&hand, &rules).is_some() {
            assert!(grouper.may_be_complete(&declaring, &hand, size), "{hand} {rules:?}");
            complete += 1;
        }
        if round % 10 == 0 && size >= 6 {
            compare_distance(&grouper, &declaring, &hand, size, &rules);
        }
    }
    assert!(complete > 100, "{complete}");
}
