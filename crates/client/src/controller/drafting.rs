//! What the person prepares before a move: selected cards, hand order, lay-downs and rearrangements.

use upcard_engine::Action;
use upcard_engine::table::Phase;
use upcard_rulebook::refusal_sentence;

use super::state::Controller;
use crate::prompt::{AnswerAction, Draft, advised, lay_down_refused};
use crate::wording::Texts;
use crate::{ArrangeDraft, DISCARD_SLOT, LayDownDraft, Purpose, Sort};

/// First id for cards on the table during a rearrangement.
const FIRST_TABLE_CARD_ID: u32 = 1_000_000;

impl<T: Texts> Controller<T> {
    /// Toggles the selection of a card.
    pub fn toggle(&mut self, id: u32) {
        self.clear_notice();
        let mut ids = std::mem::take(&mut self.selected);
        match ids.iter().position(|chosen| *chosen == id) {
            Some(at) => {
                ids.remove(at);
            }
            None => ids.push(id),
        }
        self.select(ids);
    }

    /// Replaces the selection.
    pub fn select(&mut self, ids: Vec<u32>) {
        self.selected = ids;
        self.changed.selected = true;
        self.update_targets();
    }

    /// Moves a card before another one in the hand, or to the end, and saves the displayed order as the
    /// person's own.
    pub fn arrange_hand(&mut self, shown: Sort, id: u32, before: Option<u32>) {
        let groups = self.groups(shown);
        self.hand.put(&groups, id, before);
        self.changed.hand = true;
    }

    /// Saves the displayed order as the person's own.
    pub fn keep_order(&mut self, shown: Sort) {
        if let Some(last) = self.groups(shown).last().and_then(|group| group.last()) {
            self.arrange_hand(shown, last.id, None);
        }
    }

    /// Opens the draft that an answer of the prompt stands for.
    pub(super) fn open(&mut self, does: &AnswerAction) {
        let Some(view) = self.view() else { return };
        let (hand, chosen) = (self.hand.items(), self.chosen());
        let draft = match does {
            // The last draft, if it can still be laid down.
            AnswerAction::Propose { .. } if self.prepared.action(&view).is_ok() => {
                Draft::Down(self.prepared.clone())
            }
            AnswerAction::OpenAdvised(Action::Arrange(changes)) => {
                let advised = ArrangeDraft::advised(&view, FIRST_TABLE_CARD_ID, changes, hand);
                if self.card_by_card {
                    let table = ArrangeDraft::new(&view, FIRST_TABLE_CARD_ID);
                    self.set_draft(Draft::Arrange(table));
                    self.build_goal = Draft::Arrange(advised);
                    return;
                }
                Draft::Arrange(advised)
            }
            AnswerAction::OpenAdvised(action) => {
                Draft::Down(LayDownDraft::advised(&view, hand, action).unwrap_or_default())
            }
            AnswerAction::Propose { .. } => return self.propose(),
            AnswerAction::OpenEnding(_) => Draft::Down(LayDownDraft::ending(&view, hand)),
            AnswerAction::OpenAnswer => Draft::Down(LayDownDraft::answer(&view, hand)),
            AnswerAction::OpenArrange => {
                Draft::Arrange(ArrangeDraft::new(&view, FIRST_TABLE_CARD_ID))
            }
            _ => Draft::Down(LayDownDraft::with_chosen(&view, &self.prepared, &chosen)),
        };
        self.set_draft(draft);
    }

    /// Returns what carries out a suggested action, as [`advised`] does, except that a draft that already
    /// matches it is submitted instead of being opened again.
    #[must_use]
    pub fn advised(&self, action: &Action) -> Option<AnswerAction> {
        let view = self.view()?;
        let hand = self.hand.items();
        let lies = match (&self.draft, action) {
            (Draft::Arrange(own), Action::Arrange(changes)) => {
                let advised = ArrangeDraft::advised(&view, FIRST_TABLE_CARD_ID, changes, hand);
                own.action(&view).is_ok_and(|own| advised.action(&view) == Ok(own))
            }
            // Identical wild cards may be swapped relative to the suggestion, so compare the resulting
            // actions.
            (Draft::Down(own), _) => {
                LayDownDraft::advised(&view, hand, action).is_some_and(|advised| {
                    own.action(&view).is_ok_and(|own| advised.action(&view) == Ok(own))
                })
            }
            _ => false,
        };
        let makes = |does: &AnswerAction| {
            matches!(does, AnswerAction::LayDown(_) | AnswerAction::Rearrange(_))
        };
        let made = || self.prompt().answers.into_iter().map(|answer| answer.action).find(makes);
        lies.then(made).flatten().or_else(|| advised(&view, action))
    }

    /// Opens the lay-down that the planner proposes; an empty one without a planner.
    pub(super) fn propose(&mut self) {
        let Some(view) = self.view() else { return };
        let melds = self.planner.map(|planner| planner.proposal(&view)).unwrap_or_default();
        let draft = LayDownDraft::proposed(&view, melds, self.hand.items());
        self.set_draft(Draft::Down(draft));
    }

    /// Moves the next card of a suggested rearrangement into place. Returns `false` if all are in place.
    pub fn next_card(&mut self) -> bool {
        let (Draft::Arrange(draft), Draft::Arrange(goal)) = (&mut self.draft, &self.build_goal)
        else {
            return false;
        };
        let more = draft.step_towards(goal);
        if !more {
            self.build_goal = Draft::None;
        }
        self.changed.draft = true;
        more
    }

    fn set_draft(&mut self, draft: Draft) {
        self.build_goal = Draft::None;
        self.draft = draft;
        self.changed.draft = true;
        self.select(Vec::new());
    }

    /// Opens a lay-down with these cards from the hand, or says why that is not possible.
    pub fn open_with(&mut self, ids: &[u32]) {
        let over = |phase| matches!(phase, Phase::DealOver { .. } | Phase::MatchOver);
        let view = self.view().filter(|_| !self.session.covered());
        let Some(view) = view.filter(|view| !over(view.table.phase())) else { return };
        if let Some(refusal) = lay_down_refused(&view) {
            return self.refuse(refusal_sentence(refusal));
        }
        let draft = LayDownDraft::new(&view);
        self.set_draft(Draft::Down(draft));
        self.put(ids, 0);
    }

    /// Puts cards into a slot or meld of the draft. An index past the last one creates a new one; [`DISCARD_SLOT`]
    /// is the discard.
    pub fn put(&mut self, ids: &[u32], at: usize) {
        self.build_goal = Draft::None;
        let hand = &self.hand;
        match &mut self.draft {
            Draft::None => {}
            Draft::Down(draft) => {
                let most = if at == DISCARD_SLOT { 1 } else { ids.len() };
                let held = ids.iter().filter_map(|id| hand.get(*id)).take(most);
                held.for_each(|held| draft.put(held, at));
                self.select_valid_readings();
            }
            Draft::Arrange(draft) => {
                let mut at = at;
                for id in ids {
                    let count = draft.zones.len();
                    match hand.get(*id) {
                        Some(held) => draft.add(held, at),
                        None => draft.move_to(*id, at),
                    }
                    // The first card created the meld; the others go into it too.
                    if at >= count {
                        at = draft.zones.len().saturating_sub(1);
                    }
                }
            }
        }
        self.changed.draft = true;
        self.select(Vec::new());
    }

    /// Selects readings of the slots that the rules accept, if there are any.
    fn select_valid_readings(&mut self) {
        let mut draft = std::mem::take(&mut self.draft);
        if let (Draft::Down(draft), Some(view)) = (&mut draft, self.view()) {
            draft.select_valid_readings(&view);
        }
        self.draft = draft;
    }

    /// Returns a card from the draft to the hand.
    pub fn remove_from_draft(&mut self, id: u32) {
        self.build_goal = Draft::None;
        match &mut self.draft {
            Draft::None => {}
            Draft::Down(draft) => {
                draft.take(id);
                self.select_valid_readings();
            }
            Draft::Arrange(draft) => draft.back(id),
        }
        self.changed.draft = true;
        self.selected.retain(|chosen| *chosen != id);
        self.changed.selected = true;
        self.update_targets();
    }

    /// Selects the reading of a slot or meld of the draft.
    pub fn read_as(&mut self, at: usize, reading: usize) {
        self.build_goal = Draft::None;
        let place = match &mut self.draft {
            Draft::None => None,
            Draft::Down(draft) => draft.slots.get_mut(at).map(|slot| &mut slot.reading),
            Draft::Arrange(draft) => draft.zones.get_mut(at).map(|zone| &mut zone.reading),
        };
        place.into_iter().for_each(|place| *place = reading);
        self.changed.draft = true;
    }

    /// Closes the draft. A lay-down is kept and shown again when it is reopened.
    pub fn close(&mut self) {
        if let Draft::Down(draft) = std::mem::take(&mut self.draft)
            && draft.purpose == Purpose::LayDown
        {
            self.prepared = draft;
            self.prepared.follow(&self.hand);
        }
        self.set_draft(Draft::None);
    }
}
