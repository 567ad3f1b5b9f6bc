//! Names of cards, melds, contracts and phases.

use upcard_cards::{Card, Contract, Element, MeldKind, Purity, Rank, RunSuits, ShortSort};
use upcard_engine::choices::WildSuits;
use upcard_engine::{DealRules, Phase, Rules};

use crate::words::{Args, list, number, plain, text};

/// Name of a card: `ten of diamonds`, `joker`.
#[must_use]
pub fn card_name(card: Card) -> String {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => {
            let letter = Args::new().with("suit", suit.letter().to_string());
            let suit = text("suit", None, &letter);
            text("card", None, &Args::new().with("rank", rank_name(rank)).with("suit", suit))
        }
        _ => plain("card-joker"),
    }
}

/// Name of a rank: `ten`.
#[must_use]
pub fn rank_name(rank: Rank) -> String {
    text("rank", None, &rank_args(rank))
}

/// Plural name of a rank: `tens`.
#[must_use]
pub fn ranks_name(rank: Rank) -> String {
    text("rank", Some("many"), &rank_args(rank))
}

/// Names of the wild cards of these ranks and suits: `red tens`.
pub fn wilds_names(ranks: impl IntoIterator<Item = Rank>, suits: WildSuits) -> Vec<String> {
    let name = |rank| {
        let args = Args::new().with("suits", suits.word()).with("ranks", ranks_name(rank));
        text("wild-cards", None, &args)
    };
    ranks.into_iter().map(name).collect()
}

fn rank_args(rank: Rank) -> Args {
    Args::new().with("rank", format!("r{}", rank.letter()))
}

/// Name of a kind of meld: `set`.
#[must_use]
pub fn kind_name(kind: MeldKind) -> String {
    text("kind", None, &Args::new().with("kind", kind.word()))
}

/// A contract in words: `two sets of three and a run of four`. Empty if there is no contract.
#[must_use]
pub fn contract_words(contract: &Contract) -> String {
    // Sets, then runs, then pairs, so that order makes no difference.
    let mut elements = contract.elements.clone();
    elements.short_sort();
    let part = |same: &[Element]| {
        let args = Args::new()
            .with("kind", element_word(same[0]))
            .with("count", same.len())
            .with("times", number(same.len()))
            .with("size", number(same[0].size));
        text("element", None, &args)
    };
    list(&elements.chunk_by(|one, next| one == next).map(part).collect::<Vec<_>>())
}

/// Message variant for the kind of an element and its further requirements.
const fn element_word(element: Element) -> &'static str {
    match (element.purity, element.suits) {
        (Purity::Any, RunSuits::One) => element.kind.word(),
        (Purity::Suits, _) => "suits",
        (Purity::Pure, _) => "pure",
        (_, RunSuits::Any) => "run-any",
        (_, RunSuits::Colour) => "run-colour",
        (_, RunSuits::Turns) => "run-turns",
    }
}

/// The contract of a deal in words, preceded by its short name if it has one: `TT (two sets of three)`. Empty
/// if there is no contract.
#[must_use]
pub fn deal_words(rules: &Rules, deal: &DealRules) -> String {
    let words = contract_words(&deal.contract);
    let set = &rules.set;
    let changed = set.changed.iter().any(|(path, _)| path == "contracts.deals");
    let name = set.catalogue.terms.contracts.get(usize::from(deal.number).saturating_sub(1));
    match name.filter(|_| !changed && !words.is_empty()) {
        Some(name) => {
            let args = Args::new().with("name", name.as_str()).with("contract", words);
            text("contract-label", None, &args)
        }
        None => words,
    }
}

/// Prompt for the current phase.
#[must_use]
pub fn phase_words(phase: &Phase) -> String {
    plain(match phase {
        Phase::DealOver { .. } => "phase-deal-over",
        Phase::MatchOver => "phase-match-over",
        Phase::Cut { .. } => "phase-cut",
        Phase::Draw => "phase-draw",
        Phase::Offers { .. } => "phase-offers",
        Phase::Play => "phase-play",
        Phase::Call { .. } => "phase-call",
        Phase::Pick { .. } => "phase-pick",
        Phase::Claim { .. } => "phase-claim",
        Phase::Upcard { .. } => "phase-upcard",
        Phase::Show { .. } => "phase-show",
        Phase::Rejoin { .. } => "phase-rejoin",
        Phase::Split { .. } => "phase-split",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_read_naturally() {
        let words = |text| contract_words(&Contract::parse(text, 3, 4).unwrap());
        assert_eq!(words("2S R"), "two sets of three and a run of four");
        assert_eq!(words("S5 R5 P"), "a set of five, a run of five and a pair");
        assert_eq!(words("R13m"), "a run of 13 in any suits");
        assert_eq!(words("R13c"), "a run of 13 of one colour");
        assert_eq!(words("R13a"), "a run of 13 of alternating colours");
        assert_eq!(words(""), "");
    }

    #[test]
    fn every_card_has_a_name() {
        let names: Vec<String> = Card::all().map(card_name).collect();
        assert_eq!(names[0], "ace of clubs");
        assert_eq!(names[52], "joker");
        assert!(names.iter().all(|name| !name.contains(['⟦', '{'])));
    }
}
