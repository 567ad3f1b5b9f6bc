//! The contract of a deal, meld by meld.

use upcard_cards::{Contract, Element, MeldKind};
use upcard_engine::Value;

/// The contracts of the deals, each as its melds; none where the value is no list of them.
#[must_use]
pub fn elements(value: &Value, set_size: u8, run_size: u8) -> Option<Vec<Vec<Element>>> {
    let Value::List(deals) = value else { return None };
    let deal = |deal: &Value| {
        let Value::Text(text) = deal else { return None };
        Some(Contract::parse(text, set_size, run_size).ok()?.elements.to_vec())
    };
    deals.iter().map(deal).collect()
}

/// The value for such contracts. A contract has eight melds at the most; what is beyond is left out.
#[must_use]
pub fn with_elements(deals: &[Vec<Element>]) -> Value {
    let deal = |elements: &Vec<Element>| {
        let mut contract = Contract::default();
        elements.iter().for_each(|element| {
            let _ = contract.elements.try_push(*element);
        });
        Value::Text(contract.to_string())
    };
    Value::List(deals.iter().map(deal).collect())
}

/// The fewest and the most cards that a contract can ask of a meld of this kind.
#[must_use]
pub const fn element_sizes(kind: MeldKind) -> (u8, u8) {
    match kind {
        MeldKind::Set => (3, 30),
        MeldKind::Run => (3, 14),
        MeldKind::Pair => (2, 2),
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;
    use upcard_engine::choices::choice;

    use super::*;

    #[test]
    fn the_contracts_of_every_game_read_back() {
        let library = Library::standard().unwrap();
        let contracts = choice("contracts.deals").unwrap();
        for id in library.ids() {
            let choices = library.select(id, &[]).unwrap().choices;
            let (set, run) = (choices.melds.set_size, choices.melds.run_size);
            let value = contracts.get(&choices);
            let deals = elements(&value, set, run).unwrap();
            let again = with_elements(&deals);
            assert_eq!(elements(&again, set, run), Some(deals.clone()), "{id}");
            for element in deals.iter().flatten() {
                let (least, most) = element_sizes(element.kind);
                assert!((least..=most).contains(&element.size), "{id}: {element}");
            }
        }
        assert_eq!(elements(&Value::Int(3), 3, 4), None);
    }
}
