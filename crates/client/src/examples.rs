//! Example melds for a contract, legal and illegal.

use upcard_cards::{Card, Element, Meld, MeldKind, MeldRules, MeldSpec, RANKS, SUITS, Stage};
use upcard_engine::View;

/// An example meld or non-meld.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Element of the contract.
    pub element: Element,
    /// Cards.
    pub cards: Vec<Card>,
    /// `true` if they are such a meld.
    pub legal: bool,
}

/// Examples for each kind of meld in this seat's contract, or for sets and runs without a contract: natural
/// cards, the same with a wild card, and a near miss. The engine judges them.
#[must_use]
pub fn examples(view: &View<'_>) -> Vec<Example> {
    let deal = view.contract_rules();
    let rules = &deal.melds;
    let mut elements: Vec<Element> = deal.contract.elements.iter().copied().collect();
    if elements.is_empty() {
        let set = Element::plain(MeldKind::Set, rules.set_min);
        elements.extend(Some(set).filter(|set| set.size != MeldRules::NO_SETS));
        elements.push(Element::plain(MeldKind::Run, rules.run_min));
    }
    let mut all: Vec<Example> = Vec::new();
    for element in elements {
        if all.iter().any(|example| example.element == element) {
            continue;
        }
        for cards in candidates(element, rules, &view.rules.pack) {
            let spec = MeldSpec { kind: element.kind, cards: cards.clone(), named: None };
            let legal = Meld::new(&spec, rules, Stage::First)
                .is_ok_and(|meld| element.is_met_by(&meld, rules));
            let same = |example: &Example| example.element == element && example.legal == legal;
            let most = if legal { 2 } else { 1 };
            if all.iter().filter(|example| same(example)).count() < most {
                all.push(Example { element, cards, legal });
            }
        }
    }
    all
}

/// Natural melds first, then with a wild card, then with one wrong card.
fn candidates(element: Element, rules: &MeldRules, pack: &upcard_cards::Cards) -> Vec<Vec<Card>> {
    let size = usize::from(element.size);
    let wild = pack.iter_counts().map(|(card, _)| card).find(|card| rules.is_wild(*card));
    let eight = RANKS[7];
    let of = |rank, suit: usize| Card::natural(rank, SUITS[suit % 4]);
    // A long run starts low enough not to wrap around.
    let low = 3.min(13usize.saturating_sub(size));
    let beginning = element.suits.representative(0, SUITS[2]);
    let natural: Vec<Card> = match element.kind {
        MeldKind::Run => (0..size)
            .map(|at| {
                let suits = element.suits.suits(beginning, at);
                Card::natural(RANKS[(low + at) % 13], suits[(at + at / 2) % suits.len()])
            })
            .collect(),
        MeldKind::Set | MeldKind::Pair => (0..size).map(|at| of(eight, at)).collect(),
    };
    let with = |card: Card| {
        let mut cards = natural.clone();
        let at = if element.kind == MeldKind::Run { 1.min(size - 1) } else { size - 1 };
        cards[at] = card;
        cards
    };
    let wrong = match element.kind {
        MeldKind::Run => {
            let mut suits = SUITS.into_iter().cycle().skip(1).take(SUITS.len());
            let other_suit = suits.find(|suit| !element.suits.allows(beginning, 1, *suit));
            // If every suit is allowed, duplicate a rank instead.
            let rank = if other_suit.is_some() { low + 1 } else { low };
            with(Card::natural(RANKS[rank % 13], other_suit.unwrap_or(SUITS[1])))
        }
        MeldKind::Set | MeldKind::Pair => with(of(RANKS[8], 3)),
    };
    let mut all = vec![natural.clone()];
    all.extend(wild.map(with));
    all.push(wrong);
    all
}
