//! Lay-offs and groupings.

use crate::common::{Random, random, rounds};
use upcard_cards::{
    Card, Cards, Contract, End, JOKER, LayDownRules, Meld, MeldRules, MeldSpec, RANKS, SUITS, Stage,
};
use upcard_solver::{LayOff, LayingOff, Leave, Problem};

fn never(_: usize) -> bool {
    false
}

fn meld(text: &str, rules: &MeldRules) -> Meld {
    Meld::new(&text.parse::<MeldSpec>().unwrap(), rules, Stage::Later).unwrap()
}

/// The most value that can be laid off, by trying every step.
fn plain(ask: &LayingOff<'_>, table: &[Meld], hand: &Cards, taken: u8) -> Option<i32> {
    let worth = |card: Card| i32::from(ask.value[card.index()]);
    let wilds = hand.iter().filter(|&c| ask.rules.is_wild(c)).count();
    let mut best = (hand.len() >= ask.keep as usize && (taken == 0 || wilds == 0)).then_some(0);
    for (at, meld) in table.iter().enumerate() {
        let mut go_on = |changed: Meld, rest: Cards, gain: i32, taken: u8| {
            let mut table = table.to_vec();
            table[at] = changed;
            let more = plain(ask, &table, &rest, taken);
            best = best.max(more.map(|m| m + gain));
        };
        for (card, _) in hand.iter_counts() {
            let mut rest = *hand;
            rest.remove(card);
            for end in [None, Some(End::Low), Some(End::High)] {
                if let Ok(longer) = meld.with(card, end, ask.rules) {
                    go_on(longer, rest, worth(card), taken);
                }
            }
            for (slot, wild) in meld.wilds_for(card, ask.rules) {
                for end in [End::Low, End::High] {
                    if ask.slides
                        && let Ok(slid) = meld.slid(card, slot, wild, end, ask.rules)
                    {
                        go_on(slid, rest, worth(card), taken);
                    }
                }
                if matches!(meld, Meld::Run(_))
                    && (ask.swaps)(at)
                    && let Ok(swapped) = meld.swapped(card, slot, wild, ask.rules)
                {
                    let mut rest = rest;
                    rest.add(wild);
                    go_on(swapped, rest, worth(card) - worth(wild), 1);
                }
            }
        }
    }
    best
}

fn any_table(random: &mut Random, rules: &MeldRules) -> Vec<Meld> {
    let mut table = Vec::new();
    while table.len() < 2 + random.below(2) {
        let (suit, rank) = (SUITS[random.below(2)], random.below(11));
        let cards: Vec<Card> = (0..4)
            .map(|i| {
                let natural = Card::natural(RANKS[(rank + i) % 13], suit);
                if random.one_in(5) { JOKER } else { natural }
            })
            .collect();
        let text = if random.one_in(4) {
            format!("set {0}C {0}D {0}H", RANKS[rank])
        } else {
            format!("run {}", cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        if let Ok(meld) = Meld::new(&text.parse::<MeldSpec>().unwrap(), rules, Stage::Later) {
            table.push(meld);
        }
    }
    table
}

#[test]
fn lay_offs_agree_with_trying_every_step() {
    let mut random = random(30);
    let mut laid = 0;
    for round in 0..rounds(400, 20_000) {
        let rules = MeldRules { run_max: random.pick(&[13, 14]), ..MeldRules::default() };
        let table = any_table(&mut random, &rules);
        let mut hand = Cards::NONE;
        for _ in 0..1 + random.below(5) {
            let near = Card::natural(RANKS[random.below(13)], SUITS[random.below(2)]);
            hand.add(if random.one_in(6) { JOKER } else { near });
        }
        let value: [u8; 53] =
            std::array::from_fn(|i| if i == 52 { 15 } else { 2 + (i % 13) as u8 });
        let (slides, swaps) = (random.one_in(2), random.one_in(2));
        let may_swap = |_: usize| swaps;
        let keep = random.below(2) as u8;
        let ask = LayingOff { rules: &rules, value: &value, keep, slides, swaps: &may_swap };
        let found = ask.best(&table, &hand);
        let worth = |cards: &Cards| cards.iter().map(|c| i32::from(value[c.index()])).sum::<i32>();
        let gain = worth(&hand) - worth(&found.left);
        // Without sets, a wild's place and what must stay can tie in ways that are not searched.
        let expected = plain(&ask, &table, &hand, 0).unwrap_or(0);
        if keep == 0 {
            assert_eq!(gain, expected, "round {round}: {table:?} {hand} {slides} {swaps}");
        }
        assert!(gain <= expected);
        // The steps can be made, one after the other.
        let (mut melds, mut left) = (table.clone(), hand);
        for step in &found.steps {
            match *step {
                LayOff::Add { meld, card, end } => {
                    assert!(left.remove(card));
                    melds[meld] = melds[meld].with(card, end, &rules).unwrap();
                }
                LayOff::Slide { meld, natural, slot, wild, end } => {
                    assert!(left.remove(natural));
                    melds[meld] = melds[meld].slid(natural, slot, wild, end, &rules).unwrap();
                }
                LayOff::Swap { meld, natural, slot, wild } => {
                    assert!(left.remove(natural));
                    left.add(wild);
                    melds[meld] = melds[meld].swapped(natural, slot, wild, &rules).unwrap();
                }
            }
        }
        assert_eq!((melds, left), (found.table.clone(), found.left));
        assert!(left.len() >= keep as usize || hand.len() < keep as usize);
        laid += usize::from(!found.steps.is_empty());
    }
    assert!(laid > 100, "{laid}");
}

#[test]
fn a_hand_is_sorted_for_its_contract() {
    let rules = MeldRules::default();
    let contract: Contract = "2S3 R4".parse().unwrap();
    let together = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
    let problem = Problem::new(rules, together, contract);
    let hand: Cards = "7C 7D 7H 9S TS QS KD KH 2C 4H".parse().unwrap();
    let grouping = problem.grouping(&hand, &Cards::packs(2, 3), &[5; 53]).unwrap();
    assert_eq!(Some(grouping.missing() as u8), problem.distance(&hand, None));
    assert_eq!(grouping.made, [meld("set 7C 7D 7H", &rules)]);
    assert_eq!(grouping.near.len(), 2);
    assert_eq!(grouping.rest, "2C 4H".parse().unwrap());
}

#[test]
fn what_is_left_after_laying_down_and_off() {
    let rules = MeldRules::default();
    let contract: Contract = "S3".parse().unwrap();
    let problem = Problem::new(rules, LayDownRules::default(), contract);
    let table = [meld("run 4S 5S 6S 7S", &rules)];
    let hand: Cards = "8C 8D 8H 8S 9S KD".parse().unwrap();
    let value: [u8; 53] = [5; 53];
    let ask = LayingOff { rules: &rules, value: &value, keep: 1, slides: false, swaps: &never };
    let found = problem.least_left(&hand, Leave::DISCARD, &table, &ask, 100).unwrap();
    assert!(found.proven);
    assert_eq!(found.lay_offs.left, "KD".parse().unwrap());
    assert_eq!(found.value, 5);
}
