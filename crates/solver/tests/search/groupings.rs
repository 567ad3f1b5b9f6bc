//! The best grouping of a hand against all groupings.

use std::collections::HashMap;

use upcard_cards::{AceMode, AllWild, Card, Cards, Meld, MeldKind, MeldRules, Stage};
use upcard_solver::deadwood;

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
    let mut all = found.left;
    for meld in &found.melds {
        assert_eq!(
            Meld::new(&meld.said(rules), rules, Stage::First),
            Ok(*meld),
            "{hand} {rules:?}"
        );
        all = all.plus(&meld.cards());
    }
    assert_eq!(all, *hand);
    assert_eq!(worth(&found.left, values), found.points);
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
