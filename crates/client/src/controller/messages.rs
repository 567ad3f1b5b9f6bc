//! Messages from the table: folds them into the state, words them, and updates the hand and the draft.

use upcard_cards::Cards;
use upcard_engine::{Event, View};
use upcard_table::wire::{Change, ServerMessage, Stage};

use super::state::Controller;
use crate::announce::{self, Announcement};
use crate::prompt::{Draft, LayDown};
use crate::wording::{Texts, news};
use crate::{Hand, LayDownDraft, Note, Plan, Planner, Reply, Targets, tr};

impl<T: Texts> Controller<T> {
    /// Folds a message from the table into the state. Call [`Controller::settle`] after the last message of a
    /// batch.
    pub fn fold(&mut self, message: ServerMessage) -> Option<Note> {
        self.changed.session = true;
        let sent = self.session.sent;
        let note = self.session.fold(message);
        if self.closing && sent.is_some() && self.session.sent.is_none() {
            self.closing = false;
            if !matches!(note, Some(Note::Refused(_))) {
                self.close_accepted();
            }
        }
        // Lines are worded with the state right after the event.
        note.iter().for_each(|note| self.apply_note(note));
        note
    }

    /// Sets the players of the finished match, by the names in its record ([`crate::Session::name_players`]).
    pub fn name_players(&mut self, names: &[String]) {
        if self.session.guesses_players() {
            self.session.name_players(names);
            self.changed.session = true;
        }
    }

    /// Updates everything derived from the folded messages: syncs the hand, removes cards that are gone from
    /// selections and drafts, and lays off the next of several cards.
    pub fn settle(&mut self) {
        self.follow_hand();
        self.replan();
        self.update_targets();
        self.lay_off_next();
    }

    /// Replans the hand if it or the table has changed.
    fn replan(&mut self) {
        let now = self.view().map(|view| (view.table.decision(), view.seat, *view.hand));
        if now == self.planned && now.is_some() {
            return;
        }
        let plan = self.view().map(|view| match self.planner {
            Some(planner) => planner.plan(&view),
            None => Plan::without_search(&view),
        });
        let plan = plan.unwrap_or_default();
        self.lay_down = self.view().map_or(LayDown::No, |view| LayDown::of(&view, &plan));
        self.changed.hand |= plan != self.plan;
        (self.plan, self.planned) = (plan, now);
    }

    /// Sets the planner. An empty lay-down that is already open is then filled with its proposal.
    pub fn set_planner(&mut self, planner: &'static dyn Planner) {
        self.planner = Some(planner);
        self.planned = None;
        self.replan();
        let is_empty = matches!(&self.draft, Draft::Down(draft) if draft.is_empty());
        if is_empty && self.lay_down != LayDown::No {
            self.propose();
        }
        self.update_targets();
        self.changed.session = true;
    }

    /// Computes the targets of the selected cards and the standing reply.
    pub(super) fn update_targets(&mut self) {
        let chosen = self.chosen();
        let reply = |view: &View<'_>| match self.planner {
            Some(planner) => self.standing.reply(view, |view, card| planner.helps(view, card)),
            // Without a planner, no offer is passed automatically.
            None => self.standing.reply(view, |_, _| true),
        };
        let of = |view: View<'_>| (Targets::of(&view, &chosen), reply(&view));
        let (targets, reply) = self.view().map_or((Targets::default(), Reply::Ask), of);
        self.changed.selected |= targets != self.targets;
        self.changed.session |= reply != self.reply;
        (self.targets, self.reply) = (targets, reply);
    }

    fn apply_note(&mut self, note: &Note) {
        match note {
            Note::Fresh => self.drop_draft(),
            Note::Happened(event) => {
                self.apply_event(event);
                if let Some(line) = announce::event_line(&self.session, event) {
                    let words = news::announcement(&self.texts, &self.session, &line);
                    if announce::concerns_player(&self.session, event) {
                        self.log_own(words);
                    } else {
                        self.log.push(words);
                        self.changed.log = true;
                    }
                }
            }
            Note::Changed(change) => {
                if matches!(change, Change::Began { .. }) {
                    self.standing.reset_match_answers();
                    self.changed.standing = true;
                }
                let is_announced = !self.private || self.session.stage != Stage::Seating;
                if let Some(line) =
                    announce::change_line(&self.session, change).filter(|_| is_announced)
                {
                    if !self.private && announce::is_own_return(&self.session, change) {
                        self.inform(news::announcement(&self.texts, &self.session, &line));
                    }
                    self.announce(&line);
                }
                if let Some(seat) = announce::arrived_seat(change) {
                    self.arrived = self.arrived.with(seat);
                }
            }
            // Already announced when they took the seat.
            Note::Presence(seat, present) if self.arrived.has(*seat) => {
                self.arrived = self.arrived.without(*seat);
                if !present {
                    self.apply_note(note);
                }
            }
            // A seat that was given up or reconfigured is not a departure.
            Note::Presence(seat, present)
                if !self.private && self.session.name(*seat).is_some() =>
            {
                self.announce(&announce::presence_line(*seat, *present));
            }
            Note::Refused(why) => {
                let why = news::refused(&self.texts, &self.session, why);
                self.refuse(why);
            }
            Note::Phrase(seat, phrase) => {
                let said = news::phrase(&self.texts, &self.session, *seat, *phrase);
                self.log_own(said);
            }
            Note::Phrases(allowed) => {
                let id = if *allowed { "phrases-on" } else { "phrases-off" };
                let line = tr!(id, &self.texts);
                self.log_own(line);
            }
            // The owner of the connection words errors and fills gaps.
            Note::Presence(..) | Note::Error(_) | Note::Gap | Note::Company => {}
        }
    }

    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::DealBegan { .. } => {
                self.standing.reset_deal_answers();
                self.changed.standing = true;
                self.drop_draft();
                self.prepared = LayDownDraft::default();
                self.clear_hand();
            }
            Event::Dealt { .. } => self.clear_hand(),
            Event::TurnBegan { .. } => {
                // A lay-down draft is kept until the player's turn.
                if matches!(self.draft, Draft::Arrange(_)) {
                    self.drop_draft();
                }
                self.clear_messages();
            }
            Event::DealEnded { .. } => {
                self.drop_draft();
                self.prepared = LayDownDraft::default();
                self.clear_messages();
            }
            Event::LaidDown { seat, .. } | Event::Arranged { seat, .. }
                if self.session.seat == Some(*seat) =>
            {
                self.close_accepted();
            }
            _ => {}
        }
    }

    fn clear_hand(&mut self) {
        self.hand = Hand::default();
        self.changed.hand = true;
    }

    fn drop_draft(&mut self) {
        (self.draft, self.build_goal) = (Draft::None, Draft::None);
        self.selected.clear();
        self.changed.draft = true;
        self.changed.selected = true;
    }

    /// Closes a draft that the table has accepted.
    fn close_accepted(&mut self) {
        self.leaving.extend(self.drafted());
        (self.draft, self.build_goal) = (Draft::None, Draft::None);
        self.prepared = LayDownDraft::default();
        self.changed.draft = true;
    }

    /// Ids of the hand cards in a lay-down draft.
    fn drafted(&self) -> Vec<u32> {
        let Draft::Down(draft) = &self.draft else { return Vec::new() };
        draft.slots.iter().flat_map(|slot| &slot.cards).map(|held| held.id).collect()
    }

    fn announce(&mut self, line: &Announcement) {
        let words = news::announcement(&self.texts, &self.session, line);
        self.log_own(words);
    }

    fn log_own(&mut self, line: String) {
        self.log.push_own(line);
        self.changed.log = true;
    }

    fn follow_hand(&mut self) {
        let Some(cards) = self.session.view.as_ref().map(|own| own.hand) else { return };
        let held: Cards = self.hand.items().iter().map(|held| held.card).collect();
        if held == cards {
            return;
        }
        // Prefer removing the cards that were selected or in the draft.
        let mut leaving = std::mem::take(&mut self.leaving);
        leaving.extend(&self.selected);
        leaving.extend(self.drafted());
        self.hand.follow(&cards, &leaving);
        self.changed.hand = true;
        // Drafts lose cards that left the hand.
        self.prepared.follow(&self.hand);
        if let Draft::Down(draft) = &mut self.draft {
            self.changed.draft |= draft.follow(&self.hand);
        }
        let (hand, draft) = (&self.hand, &self.draft);
        // During a rearrangement, selected cards may be from the table.
        let lies = |id: u32| matches!(draft, Draft::Arrange(draft) if draft.find(id).is_some());
        self.selected.retain(|id| hand.get(*id).is_some() || lies(*id));
    }

    /// Lays off the next of several selected cards on the same meld, if it is unambiguous.
    fn lay_off_next(&mut self) {
        if self.session.sent.is_some() {
            return;
        }
        if let Some(meld) = self.laying_off_on.take()
            && !self.selected.is_empty()
        {
            self.tap_meld(meld);
        }
    }
}
