//! Rearranging compared with a naive search over all partitions.

use crate::common::{ACES, Random, all_melds, random, rounds, worth};
use upcard_cards::{Card, Cards, JOKER, Meld, MeldKind, MeldRules, MeldSpec, RANKS, SUITS, Stage};
use upcard_solver::Rearranging;

/// A random legal meld of few ranks and suits.
fn any_meld(random: &mut Random, rules: &MeldRules) -> Meld {
    loop {
        let jokers = random.one_in(2);
        let mut cards = Vec::new();
        let kind = if random.one_in(2) { MeldKind::Set } else { MeldKind::Run };
        let rank = random.below(6);
        for i in 0..3 + random.below(3) {
            let natural = match kind {
                MeldKind::Run => {
                    let suit = SUITS[random.below(2)];
                    let suit = cards.first().and_then(|c: &Card| c.suit()).unwrap_or(suit);
                    Card::natural(RANKS[(rank + i) % 13], suit)
                }
                _ => Card::natural(RANKS[rank], SUITS[random.below(3)]),
            };
            cards.push(if jokers && random.one_in(4) { JOKER } else { natural });
        }
        if let Ok(meld) = Meld::new(&MeldSpec { kind, cards, named: None }, rules, Stage::Later) {
            return meld;
        }
    }
}

/// Maximum value of the hand that can be played, by trying every meld for the first card that must be laid,
/// and then every meld of the rest.
fn naive_best(table: Cards, hand: Cards, rules: &MeldRules, value: &[u8; 53]) -> Option<u32> {
    fn go(
        melds: &[(Meld, Cards)],
        must: Cards,
        hand: Cards,
        value: &[u8; 53],
        from: usize,
    ) -> Option<u32> {
        let first = must.iter_counts().map(|(c, _)| c).next();
        let mut best = first.is_none().then_some(0);
        for (i, (_, cards)) in melds.iter().enumerate() {
            // Once nothing must be laid any more, further melds come in order.
            if first.is_none() && i < from {
                continue;
            }
            if first.is_some_and(|c| !cards.has(c)) || !must.plus(&hand).contains(cards) {
                continue;
            }
            let of_hand = cards.without(&must);
            let next = if first.is_none() { i } else { 0 };
            let rest = go(melds, must.without(cards), hand.without(&of_hand), value, next);
            best = best.max(rest.map(|r| r + worth(&of_hand, value)));
        }
        best
    }
    let all = all_melds(&table.plus(&hand), rules, &[MeldKind::Set, MeldKind::Run]);
    let mut melds: Vec<(Meld, Cards)> = all.into_iter().map(|m| (m, m.cards())).collect();
    melds.sort_by_key(|(m, cards)| (cards.words(), m.kind()));
    melds.dedup_by_key(|(_, cards)| *cards);
    go(&melds, table, hand, value, 0)
}

#[test]
fn rearranging_agrees_with_naive_search() {
    let mut random = random(20);
    let mut played = 0;
    for round in 0..rounds(300, 20_000) {
        let rules = MeldRules {
            run_min: 3 + random.below(2) as u8,
            run_max: random.pick(&[13, 14]),
            ace: random.pick(&ACES[..3]),
            set_max: random.pick(&[None, None, Some(4)]),
            ..MeldRules::default()
        };
        let table: Vec<Meld> =
            (0..1 + random.below(3)).map(|_| any_meld(&mut random, &rules)).collect();
        let laid = table.iter().fold(Cards::NONE, |sum, m| sum.plus(&m.cards()));
        if laid.len() > 11 || laid.jokers() > 2 {
            continue;
        }
        let mut hand = Cards::NONE;
        for _ in 0..1 + random.below(3) {
            let near = Card::natural(RANKS[random.below(8)], SUITS[random.below(3)]);
            hand.add(if random.one_in(8) { JOKER } else { near });
        }
        let value: [u8; 53] = std::array::from_fn(|i| 1 + (i % 13 % 4) as u8);
        let ask = Rearranging { rules: &rules, value: &value, keep: 0, budget: 1_000_000 };
        let found = ask.best(&table, &hand);
        let expected = naive_best(laid, hand, &rules, &value).unwrap();
        let got = found.as_ref().map_or(0, |f| worth(&f.played, &value));
        assert_eq!(got, expected, "round {round}: {table:?} + {hand} {rules:?}");
        if let Some(found) = found {
            assert!(found.proven);
            let mut all = Cards::NONE;
            for (_, meld) in &found.melds {
                assert_eq!(Meld::new(&meld.spec(), &rules, Stage::Later), Ok(*meld), "{meld}");
                all = all.plus(&meld.cards());
            }
            assert_eq!(all, laid.plus(&found.played));
            assert!(hand.contains(&found.played));
            played += 1;
        }
    }
    assert!(played > 50, "{played}");
}
