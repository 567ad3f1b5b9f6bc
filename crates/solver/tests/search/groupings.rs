//! The best grouping of a hand against all groupings.

use std::collections::HashMap;

use upcard_cards::{AceMode, AllWild, Card, Cards, End, Meld, MeldKind, MeldRules, Stage};
use upcard_solver::{Deadwood, Declaring, Grouper, OneLife, deadwood};

use crate::common::{ACES, ALL_WILD, CAPS, Random, all_melds, random, rounds};

/// What these cards are worth.
fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter().map(|card| u32::from(values[card.index()])).sum()
}

/// The least that is left over, by trying all melds from this one on.
fn least(
    melds: &[Cards],
    from: usize,
    hand: &Cards,
    values: &[u8; 53],
    known: &mut HashMap<(usize, Cards), u32>,
) -> u32 {
    if let Some(&points) = known.get(&(from, *hand)) {
        return points;
    }
    let mut points = worth(hand, values);
    for (at, meld) in melds.iter().enumerate().skip(from) {
        if let Some(rest) = hand.minus(meld) {
            points = points.min(least(melds, at, &rest, values, known));
        }
    }
    known.insert((from, *hand), points);
    points
}

/// The same, with all melds that the rules know.
fn plain(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> u32 {
    let melds = all_melds(hand, rules, &[MeldKind::Set, MeldKind::Run]);
    let mut cards: Vec<Cards> = melds.iter().map(Meld::cards).collect();
    cards.sort_by_key(Cards::words);
    cards.dedup();
    least(&cards, 0, hand, values, &mut HashMap::new())
}

/// Ace 1, courts 10, jokers 15.
fn plain_values() -> [u8; 53] {
    std::array::from_fn(|face| if face == 52 { 15 } else { (face as u8 % 13 + 1).min(10) })
}

fn any_rules(random: &mut Random) -> MeldRules {
    let wild_ranks = match random.below(4) {
        0 => 0,
        1 => 1 << random.below(13) | 1 << random.below(13),
        _ => 1 << random.below(13),
    };
    MeldRules {
        set_min: random.pick(&[3, 3, 3, 4]),
        set_max: random.pick(&[None, None, Some(4), Some(5)]),
        run_min: random.pick(&[3, 3, 4]),
        run_max: random.pick(&[14, 14, 13, 5]),
        ace: random.pick(&ACES),
        wild_ranks,
        wild_cap: random.pick(&CAPS),
        all_wild: random.pick(&ALL_WILD),
        natural_place: random.one_in(2),
        distinct_suits: random.one_in(3),
        ..MeldRules::default()
    }
}

/// The pack's cards of few ranks and suits, so that melds are common.
fn crowded(random: &mut Random, packs: u8, jokers: u8) -> Cards {
    let low = random.below(13);
    let ranks = 4 + random.below(4);
    let suits = 1 + random.below(4);
    let near = |card: &Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => (rank.index() + 13 - low) % 13 < ranks && suit.index() < suits,
        _ => true,
    };
    Cards::packs(packs, jokers).iter().filter(near).collect()
}

fn check(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) {
    let found = deadwood(hand, rules, values);
    let expected = plain(hand, rules, values);
    assert_eq!(found.points, expected, "{hand} {rules:?} {found:?}");
    check_grouping(&found, hand, rules, values);
}

#[test]
fn the_best_grouping_leaves_no_more_than_any() {
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

/// A grouping is one of this hand, and leaves what it says.
fn check_grouping(found: &Deadwood, hand: &Cards, rules: &MeldRules, values: &[u8; 53]) {
    let mut all = found.left;
    for meld in &found.melds {
        let read = Meld::new(&meld.spec_under(rules), rules, Stage::First);
        assert_eq!(read, Ok(*meld), "{hand} {rules:?}");
        all = all.plus(&meld.cards());
    }
    assert_eq!(all, *hand);
    assert_eq!(worth(&found.left, values), found.points);
}

/// The tables against the search.
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
fn the_tables_say_what_the_search_says() {
    let mut random = random(20);
    for _ in 0..rounds(60, 6_000) {
        let mut rules = any_rules(&mut random);
        if random.one_in(2) {
            rules.wild_ranks = 0;
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

/// Hands as they are held in the games of the catalogue.
#[test]
fn the_tables_say_what_the_search_says_of_hands_from_play() {
    let mut random = random(21);
    let three_thirteen = |rank: u32| MeldRules {
        run_min: 3,
        ace: AceMode::Low,
        wild_ranks: 1 << rank,
        all_wild: AllWild::Any,
        natural_place: true,
        ..MeldRules::default()
    };
    for round in 0..rounds(300, 30_000) {
        let rules = match round % 3 {
            0 => MeldRules {
                wild_ranks: 1 << random.below(13),
                ace: AceMode::Either,
                natural_place: true,
                distinct_suits: true,
                run_min: 3,
                ..MeldRules::default()
            },
            _ => three_thirteen(random.below(13) as u32),
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
            wild_ranks: 1 << random.below(13),
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

/// What is known of a hand by the melds from one on, with this many sequences and pure ones wanted.
type Known = HashMap<(usize, (u8, u8), Cards), Option<u32>>;

/// The least that is left over of a hand by melds from this one on, if this many sequences and pure
/// ones are still wanted. None where there are too few.
fn declared(
    melds: &[(Cards, bool, bool)],
    from: usize,
    wanted: (u8, u8),
    hand: &Cards,
    values: &[u8; 53],
    known: &mut Known,
) -> Option<u32> {
    if let Some(&points) = known.get(&(from, wanted, *hand)) {
        return points;
    }
    let mut points = (wanted == (0, 0)).then(|| worth(hand, values));
    for (at, (meld, run, pure)) in melds.iter().enumerate().skip(from) {
        if let Some(rest) = hand.minus(meld) {
            let wanted =
                (wanted.0.saturating_sub(u8::from(*run)), wanted.1.saturating_sub(u8::from(*pure)));
            let found = declared(melds, at, wanted, &rest, values, known);
            points = [points, found].into_iter().flatten().min();
        }
    }
    known.insert((from, wanted, *hand), points);
    points
}

/// The fewest points that a hand costs, by all melds that the rules know.
fn plain_declared(
    hand: &Cards,
    rules: &MeldRules,
    values: &[u8; 53],
    declaring: &Declaring,
) -> u32 {
    let melds = all_melds(hand, rules, &[MeldKind::Set, MeldKind::Run]);
    let mut melds: Vec<(Cards, bool, bool)> = melds
        .iter()
        .map(|meld| {
            let run = meld.kind() == MeldKind::Run;
            (meld.cards(), run, run && meld.wilds_and_naturals(rules).0 == 0)
        })
        .collect();
    melds.sort_by_key(|(cards, run, pure)| (cards.words(), *run, *pure));
    melds.dedup();
    let all = worth(hand, values);
    let wanted = (declaring.sequences, declaring.pure);
    let valid = declared(&melds, 0, wanted, hand, values, &mut HashMap::new());
    let pure = melds.iter().filter(|(_, _, pure)| *pure).map(|(cards, ..)| worth(cards, values));
    let outside = match declaring.one_life {
        OneLife::All => all,
        OneLife::Outside => all - pure.max().unwrap_or(0),
    };
    outside.min(valid.unwrap_or(all))
}

/// Rules near those of Indian rummy.
fn indian_rules(random: &mut Random) -> (MeldRules, Declaring) {
    let rules = MeldRules {
        run_min: 3,
        ace: random.pick(&[AceMode::Either, AceMode::Low]),
        wild_ranks: if random.one_in(4) { 0 } else { 1 << random.below(13) },
        natural_place: !random.one_in(4),
        distinct_suits: !random.one_in(4),
        all_wild: random.pick(&[AllWild::Never, AllWild::Never, AllWild::Any]),
        wild_cap: random.pick(&[CAPS[0], CAPS[0], CAPS[1], CAPS[3]]),
        ..MeldRules::default()
    };
    let declaring = Declaring {
        sequences: random.below(3) as u8,
        pure: random.below(2) as u8,
        one_life: random.pick(&[OneLife::All, OneLife::Outside]),
    };
    (rules, declaring)
}

#[test]
fn a_declared_hand_costs_no_more_than_by_any_grouping() {
    let mut random = random(17);
    for _ in 0..rounds(500, 50_000) {
        let (rules, declaring) = indian_rules(&mut random);
        let pack = crowded(&mut random, 2, 2);
        let size = 6 + random.below(4);
        let hand = random.hand(&pack, size);
        let values = plain_values();
        let found = declaring.cheapest(&hand, &rules, &values);
        let expected = plain_declared(&hand, &rules, &values, &declaring);
        assert_eq!(found.points, expected, "{hand} {rules:?} {declaring:?} {found:?}");
        let melds = found.melds.iter().map(Meld::cards);
        assert_eq!(melds.fold(found.left, |all, meld| all.plus(&meld)), hand);
        for meld in &found.melds {
            assert_eq!(
                Meld::new(&meld.spec_under(&rules), &rules, Stage::First),
                Ok(*meld),
                "{hand}"
            );
        }
        let runs = found.melds.iter().filter(|meld| meld.kind() == MeldKind::Run);
        let pure = runs.clone().filter(|meld| meld.wilds_and_naturals(&rules).0 == 0).count();
        if !found.melds.is_empty() && declaring.one_life == OneLife::All {
            assert!(runs.count() >= usize::from(declaring.sequences), "{hand} {found:?}");
            assert!(pure >= usize::from(declaring.pure), "{hand} {rules:?} {found:?}");
        }
    }
}

/// Can all of these cards be declared after this many more, if others go?
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
    Card::all().any(|card| {
        let mut more = *cards;
        more.add(card);
        after(declaring, &more, to_come - 1, 0, rules, 0)
    })
}

#[test]
fn a_declaration_is_as_far_as_the_fewest_cards_that_make_it() {
    let mut random = random(18);
    let (mut far, mut tried) = (0, 0);
    for _ in 0..rounds(150, 5_000) {
        let (mut rules, declaring) = indian_rules(&mut random);
        rules.all_wild = AllWild::Never;
        let pack = crowded(&mut random, 2, 2);
        let size = 6 + random.below(2);
        let over = random.below(2);
        let hand = random.hand(&pack, size + over);
        let found = declaring.distance(&hand, size as u8, &rules);
        let grouper = Grouper::new(&rules, &plain_values());
        assert_eq!(grouper.distance(&declaring, &hand, size as u8), found, "{hand} {rules:?}");
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

/// The rules of melds and of declaring in the Indian games of the catalogue, with any wild rank.
fn indian(random: &mut Random) -> (MeldRules, Declaring) {
    let rules = MeldRules {
        set_max: random.pick(&[Some(4), Some(4), None, Some(3)]),
        run_min: 3,
        run_max: 13,
        ace: random.pick(&[AceMode::Either, AceMode::Either, AceMode::Low, AceMode::High]),
        wild_ranks: 1 << random.below(13),
        natural_place: true,
        distinct_suits: true,
        all_wild: AllWild::Never,
        ..MeldRules::default()
    };
    (rules, Declaring { sequences: 2, pure: 1, one_life: OneLife::All })
}

/// The tables against the search, and what is asked quickly against what is counted.
fn same_distance(rules: &MeldRules, declaring: &Declaring, hand: &Cards, size: u8) {
    let grouper = Grouper::new(rules, &plain_values());
    let expected = declaring.distance(hand, size, rules);
    assert_eq!(grouper.distance(declaring, hand, size), expected, "{hand}, {size} {rules:?}");
    for distance in 0..=size {
        let within = expected.is_some_and(|expected| expected <= distance);
        let says = grouper.is_within(declaring, hand, size, distance);
        assert_eq!(says, within, "{hand}, {size} cards, {distance} {rules:?}");
    }
    let complete = grouper.may_be_complete(declaring, hand, size);
    assert_eq!(complete, expected == Some(0), "{hand} {rules:?}");
}

#[test]
fn the_table_of_sequences_says_what_the_search_says() {
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
fn the_table_of_sequences_says_what_the_search_says_of_whole_hands() {
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

/// The least that is left over after any lay-offs on these melds, one after the other.
fn defended(hand: &Cards, melds: &[Meld], rules: &MeldRules, values: &[u8; 53]) -> u32 {
    let mut points = plain(hand, rules, values);
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
fn a_defence_leaves_no_more_than_any() {
    let mut random = random(19);
    let values = plain_values();
    for _ in 0..rounds(300, 20_000) {
        let rules = MeldRules {
            run_min: 3,
            set_max: Some(4),
            ace: AceMode::Low,
            wild_ranks: if random.one_in(8) { 1 << random.below(13) } else { 0 },
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
