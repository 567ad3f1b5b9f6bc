//! Lower bound on the cards left in a hand by any lay-down.

use upcard_cards::{
    AceMode, Card, Cards, Element, MeldKind, MeldRules, RANKS, Rank, RankSet, SUITS, ShortSort,
};

/// Minimum number of cards left by any lay-down of these elements: a set takes cards of one rank, a run cards
/// of one suit and each face once (an ace twice).
pub(crate) fn min_left(melds: &MeldRules, elements: &[Element], hand: &Cards) -> u8 {
    // There is no bound for runs of several suits.
    if melds.run_suits.is_mixed() {
        return 0;
    }
    let runs = elements.iter().filter(|e| e.kind == MeldKind::Run).count() as u8;
    let sets = elements.len() - runs as usize;
    let (mut ranks, mut suits, mut naturals, mut again) = ([0u8; 13], [0u8; 4], 0, 0);
    // For each suit the runs that its cards need, and the wilds that a single run of it needs.
    let (mut needed, mut gaps, mut wilds) = (0, 0, 0);
    for suit in SUITS {
        let (mut max, mut held) = (0, RankSet::NONE);
        for rank in RANKS {
            let card = Card::natural(rank, suit);
            let count = hand.count(card);
            if melds.is_wild(card) {
                wilds += count;
                continue;
            }
            naturals += count;
            ranks[rank.index()] += count;
            suits[suit.index()] += count;
            let times = if rank == Rank::ACE { 2 } else { 1 };
            again += count.saturating_sub(times * runs);
            max = max.max(count.div_ceil(times));
            if count > 0 {
                held.insert(rank);
            }
        }
        needed += max;
        if max == 1 && melds.ace != AceMode::Corner {
            gaps += gaps_of(held);
        }
    }
    wilds += hand.jokers();
    if sets == 0 {
        // Runs of one suit may share its cards freely; a suit with a single run must have its gaps filled.
        // Only if no run is to spare does each suit get exactly what it needs.
        let short = needed.saturating_sub(runs);
        let unfilled = if needed == runs { gaps.saturating_sub(wilds) } else { 0 };
        return again.max(short).max(u8::from(unfilled > 0));
    }
    ranks.short_sort_by(|a, b| b.cmp(a));
    suits.short_sort_by(|a, b| b.cmp(a));
    let gone: u8 =
        ranks.iter().take(sets).sum::<u8>() + suits.iter().take(runs as usize).sum::<u8>();
    naturals.saturating_sub(gone)
}

/// Minimum number of places missing between the lowest and the highest of these ranks, the ace low or high.
fn gaps_of(ranks: RankSet) -> u8 {
    let (low, high) = (ranks.bits(), ranks.bits() & !1 | 1 << 13);
    let gaps = |places: u16| {
        let span = 16 - places.leading_zeros() - places.trailing_zeros();
        (span - places.count_ones()) as u8
    };
    if ranks.is_empty() {
        0
    } else if ranks.has(Rank::ACE) {
        gaps(low).min(gaps(high))
    } else {
        gaps(low)
    }
}
