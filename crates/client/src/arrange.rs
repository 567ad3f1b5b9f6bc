//! Draft of a rearrangement: the melds on the table are taken apart and recombined, and judged as a whole.

use upcard_cards::{Card, Meld, MeldKind, Stage};
use upcard_engine::{Action, Change, MeldId, Refusal, View};

use crate::hand::HandCard;
use crate::readings;

/// A card in the draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Id within the draft; cards from the hand keep their hand id.
    pub id: u32,
    /// Face.
    pub card: Card,
    /// `true` if it comes from the hand.
    pub from_hand: bool,
}

/// A meld in the draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Zone {
    /// Original meld; `None` for a new one.
    pub meld: Option<MeldId>,
    /// Cards.
    pub pieces: Vec<Piece>,
    /// Index of the selected reading.
    pub reading: usize,
    original: Option<Meld>,
}

/// Why a draft is not a valid rearrangement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrangeError {
    /// Nothing was changed.
    Nothing,
    /// The cards of this zone are not a meld.
    NoMeld(usize),
    /// A card from the table is not in any zone.
    Loose,
    /// The rules do not allow it.
    Refused(Refusal),
}

/// A rearrangement under construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrangeDraft {
    /// The melds.
    pub zones: Vec<Zone>,
}

impl Zone {
    /// Possible readings of the cards; the original meld comes first while it is unchanged.
    #[must_use]
    pub fn readings(&self, view: &View<'_>) -> Vec<Meld> {
        let cards: Vec<Card> = self.pieces.iter().map(|piece| piece.card).collect();
        let rules = &view.contract_rules().melds;
        let mut all = readings(&cards, rules, Stage::Later, &[MeldKind::Set, MeldKind::Run]);
        if let Some(was) = self.original
            && was.cards() == cards.iter().copied().collect()
        {
            all.retain(|meld| *meld != was);
            all.insert(0, was);
        }
        all
    }

    /// Selected reading.
    #[must_use]
    pub fn meld(&self, view: &View<'_>) -> Option<Meld> {
        let all = self.readings(view);
        all.get(self.reading).or(all.last()).copied()
    }
}

impl ArrangeDraft {
    /// Starts from the current table. Its cards get ids from `first_id` up.
    #[must_use]
    pub fn new(view: &View<'_>, first_id: u32) -> ArrangeDraft {
        let mut ids = first_id..;
        let zone = |table: &upcard_engine::TableMeld| {
            let cards = table.meld.spec().cards.into_iter().zip(&mut ids);
            let pieces = cards.map(|(card, id)| Piece { id, card, from_hand: false }).collect();
            Zone { meld: Some(table.id), pieces, reading: 0, original: Some(table.meld) }
        };
        ArrangeDraft { zones: view.table.melds().iter().map(zone).collect() }
    }

    /// Builds the draft of a suggested rearrangement. Cards from the table get ids from `first_id` up.
    #[must_use]
    pub fn advised(
        view: &View<'_>,
        first_id: u32,
        changes: &[Change],
        hand: &[HandCard],
    ) -> ArrangeDraft {
        let mut draft = ArrangeDraft::new(view, first_id);
        // Changing melds release their cards. Among identical cards a meld prefers its own, then others from
        // the table, then those from the hand.
        let mut loose = Vec::new();
        let mut targets = Vec::new();
        for change in changes {
            let is_own = |zone: &Zone| change.meld.is_some() && zone.meld == change.meld;
            let at = draft.zones.iter().position(is_own).unwrap_or_else(|| {
                draft.zones.push(Zone::default());
                draft.zones.len() - 1
            });
            loose.extend(draft.zones[at].pieces.drain(..).map(|piece| (Some(at), piece)));
            targets.push((at, change.now.as_ref()));
        }
        let piece = |held: &HandCard| Piece { id: held.id, card: held.card, from_hand: true };
        loose.extend(hand.iter().map(|held| (None, piece(held))));
        for own_first in [true, false] {
            for (at, now) in &targets {
                for card in now.iter().flat_map(|meld| &meld.cards) {
                    let has = |zone: &Zone| {
                        zone.pieces.iter().filter(|piece| piece.card == *card).count()
                    };
                    let wanted =
                        now.iter().flat_map(|meld| &meld.cards).filter(|c| *c == card).count();
                    let fits = |(from, piece): &(Option<usize>, Piece)| {
                        piece.card == *card && (!own_first || *from == Some(*at))
                    };
                    if has(&draft.zones[*at]) < wanted
                        && let Some(found) = loose.iter().position(fits)
                    {
                        draft.zones[*at].pieces.push(loose.remove(found).1);
                    }
                }
            }
        }
        let rules = &view.contract_rules().melds;
        for (at, now) in targets {
            let meant = now.and_then(|spec| Meld::new(spec, rules, Stage::Later).ok());
            let readings = draft.zones[at].readings(view);
            draft.zones[at].reading = readings.iter().position(|m| Some(*m) == meant).unwrap_or(0);
        }
        draft
    }

    /// Moves one card to its place in another draft of the same table and hand, in order of the melds. If all
    /// are in place, copies the readings and returns `false`.
    pub fn step_towards(&mut self, other: &ArrangeDraft) -> bool {
        for (at, zone) in other.zones.iter().enumerate() {
            let lies = |id| self.zones.get(at).is_some_and(|z| z.pieces.iter().any(|p| p.id == id));
            if let Some(next) = zone.pieces.iter().find(|piece| !lies(piece.id)) {
                self.put(*next, at);
                return true;
            }
        }
        self.clone_from(other);
        false
    }

    /// Finds the card with this id in the zones.
    #[must_use]
    pub fn find(&self, id: u32) -> Option<Piece> {
        self.zones.iter().flat_map(|zone| &zone.pieces).copied().find(|piece| piece.id == id)
    }

    /// Adds a card from the hand to a zone; an index past the last zone creates a new one.
    pub fn add(&mut self, held: HandCard, zone: usize) {
        self.put(Piece { id: held.id, card: held.card, from_hand: true }, zone);
    }

    /// Moves a card to another zone; an index past the last zone creates a new one.
    pub fn move_to(&mut self, id: u32, zone: usize) {
        if let Some(piece) = self.find(id) {
            self.put(piece, zone);
        }
    }

    fn put(&mut self, piece: Piece, zone: usize) {
        self.remove(piece.id);
        if zone >= self.zones.len() {
            self.zones.push(Zone::default());
        }
        let at = zone.min(self.zones.len() - 1);
        self.zones[at].pieces.push(piece);
        self.zones[at].reading = 0;
    }

    /// Returns a card to the hand. Cards from the table stay where they are.
    pub fn back(&mut self, id: u32) {
        if self.find(id).is_some_and(|piece| piece.from_hand) {
            self.remove(id);
        }
    }

    fn remove(&mut self, id: u32) {
        for zone in &mut self.zones {
            if zone.pieces.iter().any(|piece| piece.id == id) {
                zone.pieces.retain(|piece| piece.id != id);
                zone.reading = 0;
            }
        }
        // Empty new zones are removed.
        self.zones.retain(|zone| zone.meld.is_some() || !zone.pieces.is_empty());
    }

    /// Builds the action.
    ///
    /// # Errors
    /// What is wrong with the draft, or the rule that forbids it.
    pub fn action(&self, view: &View<'_>) -> Result<Action, ArrangeError> {
        let mut changes = Vec::new();
        for (index, zone) in self.zones.iter().enumerate() {
            if zone.pieces.is_empty() {
                changes.push(Change { meld: zone.meld, now: None });
                continue;
            }
            let meld = zone.meld(view).ok_or(ArrangeError::NoMeld(index))?;
            if zone.original != Some(meld) {
                changes.push(Change { meld: zone.meld, now: Some(meld.spec()) });
            }
        }
        if changes.is_empty() {
            return Err(ArrangeError::Nothing);
        }
        let action = Action::Arrange(changes);
        match view.judge(&action) {
            Ok(_) => Ok(action),
            Err(Refusal::ArrangeCards) => Err(ArrangeError::Loose),
            Err(refusal) => Err(ArrangeError::Refused(refusal)),
        }
    }
}
