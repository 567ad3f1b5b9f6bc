//! Spots of the table where cards can be played: melds, or the slots of a draft.

use upcard_client::prompt::Draft;
use upcard_client::{DISCARD_SLOT, HandCard, Piece, Purpose, meld_order, melds_by_seat};

use crate::app::{App, Focus, Spot};

impl App {
    /// The spots, in display order.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        match self.play.draft() {
            Draft::None => {
                let melds = melds_by_seat(self.play.session());
                melds.iter().flat_map(|(_, melds)| melds).map(|m| Spot::Meld(m.id)).collect()
            }
            Draft::Down(draft) => {
                let count = draft.slots.len() + usize::from(draft.takes_another());
                let thrown = (draft.purpose == Purpose::Ending).then_some(Spot::Thrown);
                (0..count).map(Spot::Slot).chain(thrown).collect()
            }
            Draft::Arrange(draft) => (0..=draft.zones.len()).map(Spot::Slot).collect(),
        }
    }

    /// Cards in a slot of the draft, in the order of the meld they form.
    pub(crate) fn cards_in(&self, spot: Spot) -> Vec<Piece> {
        let of = |held: &HandCard| Piece { id: held.id, card: held.card, from_hand: true };
        let view = self.play.view();
        let found = match (self.play.draft(), spot) {
            (Draft::Down(draft), Spot::Thrown) => return draft.discard.iter().map(of).collect(),
            (Draft::Down(draft), Spot::Slot(at)) => draft.slots.get(at).map(|slot| {
                let meld = view.and_then(|view| slot.meld(&view));
                (slot.cards.iter().map(of).collect::<Vec<_>>(), meld)
            }),
            (Draft::Arrange(draft), Spot::Slot(at)) => draft
                .zones
                .get(at)
                .map(|zone| (zone.pieces.clone(), view.and_then(|view| zone.meld(&view)))),
            _ => None,
        };
        let (cards, meld) = found.unwrap_or_default();
        meld_order(&cards, meld.map(|meld| meld.spec().cards), |piece| piece.card)
    }

    /// Puts the chosen cards, or else the one under the cursor in the hand, into a slot of the draft.
    pub(crate) fn put_cards(&mut self, spot: Spot) {
        let mut ids = self.play.selected().clone();
        if ids.is_empty() && self.focus == Focus::Hand {
            ids.extend(self.under_cursor().map(|held| held.id));
        }
        match spot {
            Spot::Meld(_) => {}
            Spot::Slot(at) => self.play.put(&ids, at),
            Spot::Thrown => self.play.put(&ids, DISCARD_SLOT),
        }
    }

    /// The possible readings of a slot as a meld, and the index of the current one.
    pub(crate) fn readings(&self, spot: Spot) -> (Vec<upcard_cards::Meld>, usize) {
        let Some(view) = self.play.view() else { return (Vec::new(), 0) };
        let found = match (self.play.draft(), spot) {
            (Draft::Down(draft), Spot::Slot(at)) => {
                draft.slots.get(at).map(|slot| (slot.readings(&view), slot.reading))
            }
            (Draft::Arrange(draft), Spot::Slot(at)) => {
                draft.zones.get(at).map(|zone| (zone.readings(&view), zone.reading))
            }
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// Switches a slot to its next reading.
    pub(crate) fn next_reading(&mut self, spot: Spot) {
        let (all, now) = self.readings(spot);
        let (Spot::Slot(at), true) = (spot, all.len() > 1) else { return };
        let next = (now.min(all.len() - 1) + 1) % all.len();
        self.play.read_as(at, next);
    }

    pub(crate) fn under_cursor(&self) -> Option<HandCard> {
        self.displayed_hand().into_iter().flatten().nth(self.at)
    }
}
