//! Editing contracts, meld by meld.

use upcard_cards::{Contract, Element, MeldKind, Purity, RunSuits};
use upcard_engine::Value;

/// Parses a list of contracts into their melds; `None` if the value is not such a list.
#[must_use]
pub fn elements(value: &Value, set_size: u8, run_size: u8) -> Option<Vec<Vec<Element>>> {
    let Value::List(deals) = value else { return None };
    let deal = |deal: &Value| {
        let Value::Text(text) = deal else { return None };
        Some(Contract::parse(text, set_size, run_size).ok()?.elements.to_vec())
    };
    deals.iter().map(deal).collect()
}

/// Value for these contracts. A contract has at most eight melds; further ones are dropped.
#[must_use]
pub fn value_from_elements(deals: &[Vec<Element>]) -> Value {
    let deal = |elements: &Vec<Element>| {
        let mut contract = Contract::default();
        elements.iter().for_each(|element| {
            let _ = contract.elements.try_push(*element);
        });
        Value::Text(contract.to_string())
    };
    Value::List(deals.iter().map(deal).collect())
}

/// Smallest and largest size of a contract meld of this kind.
#[must_use]
pub const fn element_sizes(kind: MeldKind) -> (u8, u8) {
    match kind {
        MeldKind::Set => (3, 30),
        MeldKind::Run => (3, 14),
        MeldKind::Pair => (2, 2),
    }
}

/// Further requirements that a contract can make of a meld, beyond kind and size: their id, and the fields of
/// [`Element`]. The empty requirement comes first.
#[must_use]
pub const fn demands(kind: MeldKind) -> &'static [(&'static str, Purity, RunSuits)] {
    match kind {
        MeldKind::Set => &[
            ("any", Purity::Any, RunSuits::One),
            ("suits", Purity::Suits, RunSuits::One),
            ("pure", Purity::Pure, RunSuits::One),
        ],
        MeldKind::Run => &[
            ("one-suit", Purity::Any, RunSuits::One),
            ("any-suits", Purity::Any, RunSuits::Any),
            ("colour", Purity::Any, RunSuits::Colour),
            ("turns", Purity::Any, RunSuits::Turns),
        ],
        MeldKind::Pair => &[("any", Purity::Any, RunSuits::One)],
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;
    use upcard_engine::choices::choice;

    use super::*;

    #[test]
    fn contracts_of_every_game_round_trip() {
        let library = Library::standard().unwrap();
        let contracts = choice("contracts.deals").unwrap();
        for id in library.ids() {
            let choices = library.select(id, &[]).unwrap().choices;
            let (set, run) = (choices.melds.set_size, choices.melds.run_size);
            let value = contracts.get(&choices);
            let deals = elements(&value, set, run).unwrap();
            let again = value_from_elements(&deals);
            assert_eq!(elements(&again, set, run), Some(deals.clone()), "{id}");
            for element in deals.iter().flatten() {
                let (least, most) = element_sizes(element.kind);
                assert!((least..=most).contains(&element.size), "{id}: {element}");
            }
        }
        assert_eq!(elements(&Value::Int(3), 3, 4), None);
    }

    #[test]
    fn demands_survive_the_contract_text() {
        let all = |kind, size| -> Vec<Element> {
            let plain = Element::plain(kind, size);
            let demands = demands(kind).iter();
            demands.map(|&(_, purity, suits)| Element { purity, suits, ..plain }).collect()
        };
        for kind in [MeldKind::Set, MeldKind::Run, MeldKind::Pair] {
            let (size, _) = element_sizes(kind);
            let deals = vec![all(kind, size)];
            assert_eq!(deals[0][0], Element::plain(kind, size));
            assert_eq!(elements(&value_from_elements(&deals), 3, 4), Some(deals));
        }
        // As in the notation.
        let texts = |kind| all(kind, 5).iter().map(Element::to_string).collect::<Vec<_>>();
        assert_eq!(texts(MeldKind::Set), ["S5", "S5d", "S5p"]);
        assert_eq!(texts(MeldKind::Run), ["R5", "R5m", "R5c", "R5a"]);
    }
}
