//! The hand in groups: the melds that it holds for what is asked, near melds, the rest.

use upcard_cards::{Card, Cards, Contract, Element, Elements, Meld, MeldKind, ShortSort};
use upcard_engine::View;
use upcard_engine::table::Down;
use upcard_solver::{Leave, Problem};

use crate::groups;
use crate::hand::{high_rank, suit_order};

/// Groups the hand of this view.
#[must_use]
pub fn grouping(view: &View<'_>) -> Vec<Vec<Card>> {
    let mut hand = *view.hand;
    let mut groups = Vec::new();
    if let Some(found) = groups::groups(view) {
        for meld in found.melds {
            hand = hand.without(&meld.cards());
            groups.push(in_order(&meld));
        }
        groups.extend(near(&hand, [MeldKind::Set, MeldKind::Run]));
        return groups;
    }
    let contract = view.rules.has_contracts() && view.table.seat(view.seat).down == Down::No;
    if contract {
        if let Some(melds) = contract_melds(view) {
            for meld in melds {
                hand = hand.without(&meld.cards());
                groups.push(in_order(&meld));
            }
        }
    } else {
        let deal = view.contract_rules();
        let sizes = [(MeldKind::Run, deal.melds.run_min), (MeldKind::Set, deal.melds.set_min)];
        let mut found = true;
        while found {
            found = false;
            for (kind, size) in sizes {
                let problem = view.lay_down_problem().with_contract(Contract::single(kind, size));
                if let Some(melds) = best(&problem, &hand, Leave::ANY, view) {
                    for meld in melds {
                        hand = hand.without(&meld.cards());
                        groups.push(in_order(&meld));
                    }
                    found = true;
                }
            }
        }
    }
    // Beginnings of sets are no help where only runs are wanted, nor the other way round.
    let problem = view.lay_down_problem();
    let wanted = problem.contract().elements.iter().map(|element| element.kind);
    if contract {
        groups.extend(near(&hand, wanted));
    } else {
        groups.extend(near(&hand, [MeldKind::Set, MeldKind::Run]));
    }
    groups
}

fn best(problem: &Problem, hand: &Cards, leave: Leave, view: &View<'_>) -> Option<Vec<Meld>> {
    problem.best(hand, leave, &view.contract_rules().values).map(|found| found.melds.to_vec())
}

/// The melds of the largest part of the contract that the hand holds.
fn contract_melds(view: &View<'_>) -> Option<Vec<Meld>> {
    let problem = view.lay_down_problem();
    let open = problem.contract().clone();
    if let Some(melds) = best(&problem, view.hand, view.lay_down_leave(), view) {
        return Some(melds);
    }
    let all = open.all().bits();
    let mut parts: Vec<Contract> =
        (1..all).map(|part| open.part(Elements::from_bits(part))).collect();
    parts.short_sort_by_key(|part| std::cmp::Reverse(part.size()));
    parts
        .into_iter()
        .find_map(|part| best(&problem.clone().with_contract(part), view.hand, Leave::ANY, view))
}

/// The meld's cards as they lie: a run in rising order.
fn in_order(meld: &Meld) -> Vec<Card> {
    meld.spec().cards
}

/// Does the hand hold another card that could lie in one meld with this one: a wild one, or one of
/// its rank, or of its suit and near?
pub(crate) fn has_company(view: &View<'_>, card: Card) -> bool {
    let rules = &view.contract_rules().melds;
    let problem = view.lay_down_problem();
    let wanted = &problem.contract().elements;
    let any = |kinds: fn(&MeldKind) -> bool| {
        wanted.is_empty() || wanted.iter().any(|element| kinds(&element.kind))
    };
    let (sets, runs) = (any(|kind| *kind != MeldKind::Run), any(|kind| *kind == MeldKind::Run));
    let apart = |other: &Card| {
        // An ace is near the king and the two.
        let (a, b) = (high_rank(*other), high_rank(card));
        a.abs_diff(b).min((a % 13).abs_diff(b % 13))
    };
    let mut others = view.hand.iter();
    let own = others.position(|held| held == card);
    view.hand.iter().enumerate().filter(|(at, _)| Some(*at) != own).any(|(_, other)| {
        rules.is_wild(card)
            || rules.is_wild(other)
            || sets && other.rank() == card.rank()
            || runs && other.suit() == card.suit() && (1..=2).contains(&apart(&other))
    })
}

/// What no meld holds, by the kinds of melds that are wanted: equal ranks together, then neighbours
/// of a suit, then the rest by rank; jokers first, they go with everything.
fn near(hand: &Cards, wanted: impl IntoIterator<Item = MeldKind>) -> Vec<Vec<Card>> {
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
    // Stretches of a suit of three or more, holes of one allowed.
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
    let mut odd = Vec::new();
    for two in singles.chunk_by(close) {
        if two.len() >= 2 { groups.push(two.to_vec()) } else { odd.extend_from_slice(two) }
    }
    odd.short_sort_by_key(|&card| (std::cmp::Reverse(high_rank(card)), suit_order(card)));
    if !odd.is_empty() {
        groups.push(odd);
    }
    groups
}

/// How many cards of each element of the seat's contract the hand has, near enough for a picture:
/// complete melds first, then the best beginnings among what is left. Elements that are laid
/// already count in full.
#[must_use]
pub fn progress(view: &View<'_>) -> Vec<u8> {
    let state = view.table.seat(view.seat);
    let open = state.remaining;
    let deal = view.contract_rules();
    let mut hand = *view.hand;
    let mut wilds: u8 =
        hand.iter_counts().filter(|(c, _)| deal.melds.is_wild(*c)).map(|(_, n)| n).sum();
    let mut filled: Vec<u8> = deal
        .contract
        .elements
        .iter()
        .enumerate()
        .map(|(i, e)| if open.has(i) { 0 } else { e.size })
        .collect();
    if state.down != Down::No {
        return filled;
    }
    for meld in contract_melds(view).unwrap_or_default() {
        let open = deal.contract.elements.iter().enumerate().find(|(i, e)| {
            filled[*i] == 0 && e.kind == meld.kind() && e.size as usize <= meld.size()
        });
        if let Some((i, element)) = open {
            filled[i] = element.size;
            hand = hand.without(&meld.cards());
            wilds = wilds.min(
                hand.iter_counts().filter(|(c, _)| deal.melds.is_wild(*c)).map(|(_, n)| n).sum(),
            );
        }
    }
    for (i, element) in deal.contract.elements.iter().enumerate() {
        if filled[i] > 0 {
            continue;
        }
        let start = beginning(&hand, *element, view);
        hand = hand.without(&start);
        let natural = (start.len() as u8).min(element.size);
        let help = wilds.min(element.size - natural);
        wilds -= help;
        filled[i] = natural + help;
    }
    filled
}

/// The most naturals of the hand that could stand together in such a meld.
fn beginning(hand: &Cards, element: Element, view: &View<'_>) -> Cards {
    let rules = &view.contract_rules().melds;
    let natural = |c: &Card| !rules.is_wild(*c);
    let mut best = Cards::NONE;
    let mut offer = |cards: Cards| {
        if cards.len() > best.len() {
            best = cards;
        }
    };
    match element.kind {
        MeldKind::Set | MeldKind::Pair => {
            for rank in upcard_cards::RANKS {
                let same = hand.iter().filter(natural).filter(|c| c.rank() == Some(rank));
                offer(same.take(element.size as usize).collect());
            }
        }
        MeldKind::Run => {
            let (first, last) = rules.places();
            for suit in upcard_cards::SUITS {
                for low in first..=(last + 1).saturating_sub(element.size).max(first) {
                    let faces = (low..low + element.size)
                        .filter_map(|place| upcard_cards::Rank::new(place % 13))
                        .map(|rank| Card::natural(rank, suit));
                    offer(faces.filter(natural).filter(|c| hand.has(*c)).collect());
                }
            }
        }
    }
    best
}
