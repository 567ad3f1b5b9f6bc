//! Example melds. Their legality always comes from the engine.

use upcard_cards::{
    Card, Cards, JOKER, Meld, MeldKind, MeldRules, MeldSpec, RANKS, Rank, RunSuits, SUITS, Stage,
    Suit,
};
use upcard_engine::{DealRules, MeldPlace, Refusal};

use crate::refusals::refusal_sentence;
use crate::sheet::{Example, ExampleMeld};
use crate::words::plain;

/// Card at a position of a run: 0 the low ace, 12 the king, 13 the high ace, then wrapping around.
fn card_at(suit: Suit, place: u8) -> Card {
    Card::natural(RANKS[place as usize % 13], suit)
}

/// A run of the given size from a position upwards, with wild cards in some slots.
pub(crate) fn run(suit: Suit, low: u8, size: u8, wilds: &[(u8, Card)]) -> MeldSpec {
    let card =
        |i: u8| wilds.iter().find(|(slot, _)| *slot == i).map_or(card_at(suit, low + i), |w| w.1);
    MeldSpec { kind: MeldKind::Run, cards: (0..size).map(card).collect(), named: None }
}

pub(crate) fn set(rank: Rank, size: u8, first: &[Card]) -> MeldSpec {
    let rest = SUITS.iter().cycle().map(|&suit| Card::natural(rank, suit));
    let cards = first.iter().copied().chain(rest).take(size as usize).collect();
    MeldSpec { kind: MeldKind::Set, cards, named: None }
}

/// A meld with the engine's verdict; `None` if the pack lacks its cards.
pub(crate) fn judge_meld(spec: &MeldSpec, rules: &MeldRules, pack: &Cards) -> Option<Example> {
    if !pack.contains(&spec.multiset()?) {
        return None;
    }
    let verdict = Meld::new(spec, rules, Stage::First);
    let caption = match verdict {
        Ok(_) => plain(match spec.kind {
            MeldKind::Set => "example-set",
            MeldKind::Run => "example-run",
            MeldKind::Pair => "example-pair",
        }),
        Err(error) => refusal_sentence(Refusal::Meld(MeldPlace::LayDown, error)),
    };
    Some(Example { melds: vec![to_example_meld(spec)], legal: verdict.is_ok(), caption })
}

fn to_example_meld(spec: &MeldSpec) -> ExampleMeld {
    ExampleMeld { kind: spec.kind, cards: spec.cards.clone() }
}

/// The same run with suits that the rule allows, using as many suits as possible.
fn in_suits(mut run: MeldSpec, suits: RunSuits) -> MeldSpec {
    let first = run.cards.first().and_then(|card| card.suit()).unwrap_or(Suit::Clubs);
    let beginning = suits.representative(0, first);
    for (slot, card) in run.cards.iter_mut().enumerate() {
        let of = suits.suits(beginning, slot);
        if let (Some(rank), Some(suit)) = (card.rank(), of.get((slot / 2 + slot) % of.len())) {
            *card = Card::natural(rank, *suit);
        }
    }
    run
}

/// Melds that fulfil a contract; `None` if the candidates tried here do not.
pub(crate) fn contract(deal: &DealRules, pack: &Cards) -> Option<Example> {
    let mut specs = Vec::new();
    // Sets from the king down and low runs suit by suit, so that they do not overlap.
    let mut rank = 12u8;
    let mut suits = [Suit::Hearts, Suit::Spades, Suit::Diamonds, Suit::Clubs].iter().cycle();
    let mut runs = 0;
    for element in &deal.contract.elements {
        let spec = match element.kind {
            MeldKind::Run => {
                let low = 2 + 4 * (runs / 4);
                runs += 1;
                let low = low.min(14u8.saturating_sub(element.size));
                in_suits(run(*suits.next()?, low, element.size, &[]), element.suits)
            }
            kind => {
                let spec = set(Rank::new(rank)?, element.size, &[]);
                rank = rank.checked_sub(1)?;
                MeldSpec { kind, ..spec }
            }
        };
        specs.push(spec);
    }
    specs.iter().try_fold(Cards::NONE, |sum, spec| {
        let cards = spec.multiset()?;
        let within = cards.iter_counts().all(|(card, n)| sum.count(card) + n <= pack.count(card));
        within.then(|| sum.plus(&cards))
    })?;
    let melds: Result<Vec<Meld>, _> =
        specs.iter().map(|spec| Meld::new(spec, &deal.melds, Stage::First)).collect();
    deal.solver.judge(&melds.ok()?).ok()?;
    let melds = specs.iter().map(to_example_meld).collect();
    Some(Example { melds, legal: true, caption: String::new() })
}

/// A joker if the pack has one, otherwise a card of a wild rank.
pub(crate) fn some_wild(rules: &MeldRules, pack: &Cards) -> Option<Card> {
    if pack.has(JOKER) {
        return Some(JOKER);
    }
    let rank = RANKS.iter().find(|rank| rules.has_wild_of(**rank))?;
    let cards = [Suit::Diamonds, Suit::Clubs].map(|suit| Card::natural(*rank, suit));
    cards.into_iter().find(|card| rules.is_wild(*card))
}
