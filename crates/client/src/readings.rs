//! Possible readings of cards as melds, with ambiguous wild cards.

use upcard_cards::{Card, Meld, MeldKind, MeldRules, MeldSpec, RANKS, Rank, Stage, Suit};

/// Every meld that these cards can form under the rules, most likely first: wild cards at the high end of a
/// run come before those at the low end. Generates candidates; the engine judges them.
#[must_use]
pub fn readings(cards: &[Card], rules: &MeldRules, stage: Stage, kinds: &[MeldKind]) -> Vec<Meld> {
    let mut found: Vec<Meld> = Vec::new();
    let mut add = |spec: MeldSpec| {
        if let Ok(meld) = Meld::new(&spec, rules, stage)
            && !found.contains(&meld)
        {
            found.push(meld);
        }
    };
    for &kind in kinds {
        match kind {
            MeldKind::Run => runs(cards, rules, &mut add),
            MeldKind::Set | MeldKind::Pair => {
                add(MeldSpec { kind, cards: cards.to_vec(), named: None });
                if cards.iter().all(|&c| rules.is_wild(c)) {
                    for rank in RANKS {
                        let named = Some(Card::natural(rank, Suit::Clubs));
                        add(MeldSpec { kind, cards: cards.to_vec(), named });
                    }
                }
            }
        }
    }
    found
}

/// Tries the cards at every position of every suit: natural cards at their own places, the others in the
/// gaps.
fn runs(cards: &[Card], rules: &MeldRules, add: &mut impl FnMut(MeldSpec)) {
    let len = cards.len() as u8;
    if !(1..=14).contains(&len) {
        return;
    }
    let all_wild = cards.iter().all(|&c| rules.is_wild(c));
    let mixed = rules.run_suits.is_mixed();
    for &suit in rules.run_suits.representatives() {
        let natural = |c: &&Card| c.suit() == Some(suit) && !rules.is_wild(**c);
        if !mixed && !all_wild && !cards.iter().any(|c| natural(&c)) {
            continue;
        }
        // From the highest start down, so that wild cards are placed high first.
        for low in (0..=13u8).rev() {
            let mut left = cards.to_vec();
            let ranks = (low..low + len).filter_map(|place| Rank::new(place % 13));
            let faces: Vec<Vec<Card>> = ranks
                .enumerate()
                .map(|(slot, rank)| {
                    let suits = rules.run_suits.suits(suit, slot).iter();
                    suits.map(|suit| Card::natural(rank, *suit)).collect()
                })
                .collect();
            let mut slots: Vec<Option<Card>> = faces
                .iter()
                .map(|faces| left.iter().position(|c| faces.contains(c)).map(|at| left.remove(at)))
                .collect();
            for slot in slots.iter_mut().filter(|slot| slot.is_none()) {
                *slot = left.pop();
            }
            let Some(laid) = slots.into_iter().collect::<Option<Vec<Card>>>() else { continue };
            let named = all_wild.then(|| faces.first()?.first().copied()).flatten();
            add(MeldSpec { kind: MeldKind::Run, cards: laid.clone(), named });
            if named.is_some() {
                add(MeldSpec { kind: MeldKind::Run, cards: laid, named: None });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(cards: &str) -> Vec<String> {
        let cards: Vec<Card> = cards.split(' ').map(|c| c.parse().unwrap()).collect();
        let kinds = [MeldKind::Set, MeldKind::Run];
        let all = readings(&cards, &MeldRules::default(), Stage::First, &kinds);
        all.iter().map(|meld| meld.spec().to_string()).collect()
    }

    #[test]
    fn ambiguous_wilds_have_several_readings() {
        assert_eq!(texts("9H 8H TH JK"), ["run 8H 9H TH JK", "run JK 8H 9H TH"]);
        assert_eq!(texts("8H JK TH JH"), ["run 8H JK TH JH"]);
        assert_eq!(texts("8H JK 8D"), ["set 8D 8H JK"]);
        assert_eq!(texts("QD KD AD JK"), ["run JK QD KD AD"]);
        assert_eq!(texts("8H 4D"), Vec::<String>::new());
        assert_eq!(texts("8H JK JK JK").len(), 5);
    }
}
