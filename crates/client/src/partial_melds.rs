//! Finding partial melds among the cards of a hand.

use upcard_cards::{Card, Cards, MeldKind, ShortSort, Suit};
use upcard_engine::View;

/// Returns `true` if the hand contains another card that could share a meld with this one: a wild card, one
/// of the same rank, or a nearby one of the same suit.
pub(crate) fn has_partner(view: &View<'_>, card: Card) -> bool {
    let rules = &view.contract_rules().melds;
    let solver = view.lay_down_solver();
    let wanted = &solver.problem().contract.elements;
    let any = |kinds: fn(&MeldKind) -> bool| {
        wanted.is_empty() || wanted.iter().any(|element| kinds(&element.kind))
    };
    let mixed = rules.run_suits.is_mixed();
    let (sets, runs) = (any(|kind| *kind != MeldKind::Run), any(|kind| *kind == MeldKind::Run));
    let apart = |other: &Card| {
        // The ace is adjacent to both king and two.
        let (a, b) = (high_rank(*other), high_rank(card));
        a.abs_diff(b).min((a % 13).abs_diff(b % 13))
    };
    let mut others = view.hand.iter();
    let own = others.position(|held| held == card);
    view.hand.iter().enumerate().filter(|(at, _)| Some(*at) != own).any(|(_, other)| {
        rules.is_wild(card)
            || rules.is_wild(other)
            || sets && other.rank() == card.rank()
            || runs && (mixed || other.suit() == card.suit()) && (1..=2).contains(&apart(&other))
    })
}

/// Groups unmelded cards by the kinds of melds wanted: equal ranks, then neighbours in suit, with jokers
/// first because they fit anywhere; and the remaining single cards, by rank.
pub(crate) fn partial_melds(
    hand: &Cards,
    wanted: impl IntoIterator<Item = MeldKind>,
) -> (Vec<Vec<Card>>, Vec<Card>) {
    let (mut sets, mut runs) = (false, false);
    for kind in wanted {
        match kind {
            MeldKind::Set | MeldKind::Pair => sets = true,
            MeldKind::Run => runs = true,
        }
    }
    let mut left: Vec<Card> = hand.iter().collect();
    left.short_sort_by_key(|&card| (suit_order(card), high_rank(card)));
    let mut groups = Vec::new();
    let jokers: Vec<Card> = left.iter().copied().filter(|c| c.is_joker()).collect();
    left.retain(|c| !c.is_joker());
    if !jokers.is_empty() {
        groups.push(jokers);
    }
    // Sequences of three or more in a suit, with gaps of one.
    let close = |a: &Card, b: &Card| {
        runs && a.suit() == b.suit() && (1..=2).contains(&(high_rank(*b) - high_rank(*a)))
    };
    let mut rest = Vec::new();
    for stretch in left.chunk_by(close) {
        if stretch.len() >= 3 {
            groups.push(stretch.to_vec());
        } else {
            rest.extend_from_slice(stretch);
        }
    }
    rest.short_sort_by_key(|&card| (std::cmp::Reverse(high_rank(card)), suit_order(card)));
    let mut singles = Vec::new();
    for same in rest.chunk_by(|a, b| sets && a.rank() == b.rank()) {
        if same.len() >= 2 { groups.push(same.to_vec()) } else { singles.extend_from_slice(same) }
    }
    singles.short_sort_by_key(|&card| (suit_order(card), high_rank(card)));
    let mut rest = Vec::new();
    for two in singles.chunk_by(close) {
        if two.len() >= 2 { groups.push(two.to_vec()) } else { rest.extend_from_slice(two) }
    }
    rest.short_sort_by_key(|&card| (std::cmp::Reverse(high_rank(card)), suit_order(card)));
    (groups, rest)
}

/// Suit order with alternating colours, jokers last.
pub(crate) fn suit_order(card: Card) -> u8 {
    match card.suit() {
        Some(Suit::Spades) => 0,
        Some(Suit::Hearts) => 1,
        Some(Suit::Clubs) => 2,
        Some(Suit::Diamonds) => 3,
        None => 4,
    }
}

/// Rank order with the ace above the king and the joker on top.
pub(crate) fn high_rank(card: Card) -> u8 {
    match card.rank() {
        Some(rank) if rank.index() == 0 => 13,
        Some(rank) => rank.index() as u8,
        None => 14,
    }
}
