//! Encoding and decoding of plays: melds, cards and positions as numbers.

use upcard_cards::{Card, End, MeldKind, MeldSpec};
use upcard_engine::{Action, MeldId, Table};

use crate::numbers::{
    AS, CALL, CUT, DECLARE, END, FURTHER, HIGH, KNOCK, LOW, OFF, PAIR, PICK, REARRANGE, RUN, SET,
    SHANGHAI, SHOW, SLIDE, SLOT, SLOTS, SWAP, card_number,
};

/// Denominator of cut heights (per mille).
const CUT_STEP: u32 = 1000;

/// Encodes a count from 0: `FURTHER` for each 32, and the slot.
fn push_count(number: usize, to: &mut Vec<u8>) {
    let slots = usize::from(SLOTS);
    to.extend(std::iter::repeat_n(FURTHER, number / slots));
    to.push(SLOT + (number % slots) as u8);
}

fn push_end(end: Option<End>, to: &mut Vec<u8>) {
    to.extend(end.map(|end| if end == End::Low { LOW } else { HIGH }));
}

/// Encodes a meld: its kind, its cards, and its identity if ambiguous. The cards of a set are in ascending
/// order.
pub(crate) fn meld(spec: &MeldSpec) -> Vec<u8> {
    let mut numbers = vec![match spec.kind {
        MeldKind::Set => SET,
        MeldKind::Run => RUN,
        MeldKind::Pair => PAIR,
    }];
    let mut cards: Vec<u8> = spec.cards.iter().map(|card| card_number(*card)).collect();
    if spec.kind != MeldKind::Run {
        cards.sort_unstable();
    }
    numbers.extend(cards);
    if let Some(named) = spec.named {
        numbers.extend([AS, card_number(named)]);
    }
    numbers
}

pub(crate) fn decode_meld(numbers: &[u8]) -> Option<MeldSpec> {
    let (&kind, rest) = numbers.split_first()?;
    let kind = match kind {
        SET => MeldKind::Set,
        RUN => MeldKind::Run,
        PAIR => MeldKind::Pair,
        _ => return None,
    };
    let (cards, named) = match rest {
        [cards @ .., AS, named] => (cards, Some(crate::numbers::card(*named)?)),
        cards => (cards, None),
    };
    let cards: Option<Vec<Card>> = cards.iter().map(|&n| crate::numbers::card(n)).collect();
    Some(MeldSpec { kind, cards: cards?, named })
}

/// Returns the height of a cut at a slot, in per mille.
pub(crate) fn cut_at(slot: u8) -> u16 {
    (u32::from(slot) * CUT_STEP / u32::from(SLOTS)) as u16
}

/// Returns the allowed slot nearest to a height.
pub(crate) fn cut_slot(height: u16) -> u8 {
    let slot = (u32::from(height) * u32::from(SLOTS) + CUT_STEP / 2) / CUT_STEP;
    slot.clamp(1, u32::from(SLOTS) - 1) as u8
}

/// Encodes a listed multi-number play at this table; `None` for single-number plays, lay-downs, and melds
/// that are not there.
pub(crate) fn play(action: &Action, table: &Table) -> Option<Vec<u8>> {
    let mut to = Vec::new();
    let slot = |id: MeldId, to: &mut Vec<u8>| {
        let (place, _) = table.meld(id)?;
        push_count(place, to);
        Some(())
    };
    match action {
        Action::Off { meld, card, end: at } => {
            to.extend([OFF, card_number(*card)]);
            slot(*meld, &mut to)?;
            push_end(*at, &mut to);
        }
        Action::Slide { meld, card, to: at } => {
            to.extend([SLIDE, card_number(*card)]);
            slot(*meld, &mut to)?;
            push_end(Some(*at), &mut to);
        }
        Action::Swap { meld, card, wild, end: at } => {
            to.extend([SWAP, card_number(*card)]);
            slot(*meld, &mut to)?;
            to.extend(wild.map(card_number));
            push_end(*at, &mut to);
        }
        Action::Call { meld, end: at } => {
            to.push(CALL);
            slot(*meld, &mut to)?;
            push_end(*at, &mut to);
        }
        Action::Pick(place) => {
            to.push(PICK);
            push_count(usize::from(place.checked_sub(1)?), &mut to);
        }
        Action::Cut(height) => to.extend([CUT, SLOT + cut_slot(*height)]),
        Action::Discard { card, shanghai: true } => to.extend([SHANGHAI, card_number(*card)]),
        Action::Knock { discard, .. } => to.extend([KNOCK, discard.map_or(END, card_number)]),
        Action::Declare { finish, .. } => to.extend([DECLARE, finish.map_or(END, card_number)]),
        Action::Show(_) => to.push(SHOW),
        Action::Arrange(_) => to.push(REARRANGE),
        _ => return None,
    }
    Some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn melds_round_trip() {
        for text in [
            "set 4C 4D JK",
            "run 5S JK 7S 8S",
            "pair KD KS",
            "set 2S JK JK as 7",
            "run JK 2S as 5S",
        ] {
            let spec: MeldSpec = text.parse().unwrap();
            assert_eq!(decode_meld(&meld(&spec)), Some(spec), "{text}");
        }
        let mixed: MeldSpec = "set JK 4D 4C".parse().unwrap();
        assert_eq!(decode_meld(&meld(&mixed)).unwrap().to_string(), "set 4C 4D JK");
        assert_eq!(decode_meld(&[AS]), None);
        assert_eq!(decode_meld(&[]), None);
    }

    #[test]
    fn counts_and_heights_have_slots() {
        let encoded = |n| {
            let mut to = Vec::new();
            push_count(n, &mut to);
            to
        };
        assert_eq!(encoded(0), [SLOT]);
        assert_eq!(encoded(31), [SLOT + 31]);
        assert_eq!(encoded(70), [FURTHER, FURTHER, SLOT + 6]);
        assert_eq!((cut_slot(500), cut_at(16)), (16, 500));
        assert_eq!([0, 1, 999, 1000].map(cut_slot), [1, 1, 31, 31]);
        assert!((1..SLOTS).all(|slot| cut_slot(cut_at(slot)) == slot));
    }
}
