//! Forwards the player's actions to the match controller, and its messages to the table.

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::prompt::AnswerAction;
use upcard_client::{AnswerScope, Controller, Sort, StandingAnswers};
use upcard_engine::{Action, MeldId};

use super::app::App;
use super::{preferences, waiting};
use crate::lazy;
use crate::screens::Overlay;
use crate::text::Page;

impl App {
    /// Runs an action on the controller and handles the consequences.
    pub(super) fn control<R: Default>(self, does: impl FnOnce(&mut Controller<Page>) -> R) -> R {
        let asks = self.settings.with_untracked(|settings| settings.ask_discard);
        let done = self.controller.try_update_value(|controller| {
            controller.ask_discards(asks);
            does(controller)
        });
        self.flush();
        done.unwrap_or_default()
    }

    /// Notifies subscribers of changes and sends queued messages.
    fn flush(self) {
        let took = self
            .controller
            .try_update_value(|controller| (controller.take_changed(), controller.take_outbox()));
        let Some((changed, outbox)) = took else { return };
        self.notify(changed);
        outbox.into_iter().for_each(|message| self.send(message));
    }

    /// Plans the hand once the planner is loaded.
    pub(crate) fn load_planner(self) {
        if self.controller.with_value(|controller| controller.planner().is_none()) {
            lazy::with_bots(move |bots| {
                self.control(|controller| controller.set_planner(bots.planner));
                // The planner may have been loaded after the offer.
                self.send_standing_reply();
            });
        }
    }

    /// Shows a message to the player.
    pub(crate) fn inform(self, what: String) {
        self.control(|controller| controller.inform(what));
    }

    /// Shows why something was refused; the prompt shakes a little to be noticed.
    pub(crate) fn refuse(self, why: String) {
        self.control(|controller| controller.refuse(why));
    }

    /// Clears that message.
    pub(crate) fn clear_notice(self) {
        self.control(Controller::clear_notice);
    }

    /// Names the players of the finished match, from its record.
    pub(crate) fn name_players(self, names: &[String]) {
        self.control(|controller| controller.name_players(names));
    }

    pub(crate) fn act(self, action: &Action) {
        self.control(|controller| controller.act(action));
    }

    /// Carries out an answer to the question.
    pub(crate) fn answer(self, does: AnswerAction) {
        self.close_question();
        self.carry_out(does);
    }

    /// Returns the action that carries out a hint, with the current draft.
    pub(crate) fn advised(self, action: &Action) -> Option<AnswerAction> {
        self.controller.with_value(|controller| controller.advised(action))
    }

    /// Carries out an answer of the prompt or of a hint.
    pub(crate) fn carry_out(self, does: AnswerAction) {
        self.record_response_time(&does);
        match self.control(|controller| controller.carry_out(does)) {
            Some(AnswerAction::Sit | AnswerAction::AskForSeat) => self.show(Overlay::OwnProfile),
            Some(AnswerAction::ChooseDeep) => self.show(Overlay::Discards),
            Some(AnswerAction::ShowScores { .. }) => self.show(Overlay::Scores),
            Some(AnswerAction::StandingAnswers) => self.show(Overlay::TableOptions),
            Some(AnswerAction::Leave) => self.show(Overlay::Leave),
            _ => {}
        }
    }

    /// Closes a question unanswered.
    pub(crate) fn close_question(self) {
        self.control(|controller| {
            controller.take_confirmation();
        });
    }

    /// Takes the discards down to this card, or asks for confirmation.
    pub(crate) fn take_deep(self, card: Card) {
        self.close_sheet();
        self.control(|controller| controller.take_deep(card));
    }

    /// Returns `true` while a suggested rearrangement is being composed.
    pub(crate) fn is_building(self) -> bool {
        self.controller.with_value(Controller::is_building)
    }

    /// Moves its next card into place.
    pub(crate) fn next_card(self) {
        self.control(Controller::next_card);
    }

    /// Handles a tap on a meld, with or without selected cards.
    pub(crate) fn tap_meld(self, meld: MeldId) {
        self.control(|controller| controller.tap_meld(meld));
    }

    /// Handles a tap on the discards, with or without selected cards.
    pub(crate) fn tap_discards(self) {
        if self.control(Controller::tap_discards) {
            self.show(Overlay::Discards);
        }
    }

    pub(crate) fn tap_stock(self) {
        self.control(Controller::tap_stock);
    }

    pub(crate) fn toggle(self, id: u32) {
        self.control(|controller| controller.toggle(id));
    }

    /// Selects only this card.
    pub(crate) fn select(self, id: u32) {
        self.control(|controller| controller.select(vec![id]));
    }

    /// Moves a card before another, or to the end; the hand is sorted manually from then on.
    pub(crate) fn arrange_hand(self, id: u32, before: Option<u32>) {
        let sort = self.settings.with_untracked(|settings| settings.sort);
        self.control(|controller| controller.arrange_hand(sort, id, before));
        self.change_settings(|settings| settings.sort = Sort::Mine);
    }

    pub(crate) fn set_sort(self, sort: Sort) {
        if sort == Sort::Mine {
            // The current order becomes the manual order.
            let shown = self.settings.with_untracked(|settings| settings.sort);
            self.control(|controller| controller.keep_order(shown));
        }
        self.change_settings(|settings| settings.sort = sort);
    }

    /// Starts a lay-down with these cards, or says why it is impossible.
    pub(crate) fn open_with(self, ids: &[u32]) {
        self.control(|controller| controller.open_with(ids));
    }

    /// Puts cards into a slot or a zone of the open draft.
    pub(crate) fn put(self, ids: &[u32], at: usize) {
        self.control(|controller| controller.put(ids, at));
    }

    pub(crate) fn remove_from_draft(self, id: u32) {
        self.control(|controller| controller.remove_from_draft(id));
    }

    /// Chooses the reading of a slot or a zone.
    pub(crate) fn read_as(self, at: usize, reading: usize) {
        self.control(|controller| controller.read_as(at, reading));
    }

    pub(crate) fn close_draft(self) {
        self.control(Controller::close);
    }

    /// Changes the standing answers; one may answer the open offer.
    pub(crate) fn change_standing(self, change: impl FnOnce(&mut StandingAnswers)) {
        self.control(|controller| controller.change_standing(change));
        if let Some(now) = self.answer_scope() {
            self.standing()
                .with_untracked(|standing| preferences::save_temporary_standing(standing, &now));
        }
        self.send_standing_reply();
    }

    /// Returns the position in the match; `None` on a shared device, which has no standing answers.
    fn answer_scope(self) -> Option<AnswerScope> {
        if self.is_shared() {
            return None;
        }
        let alone = || waiting::current_number().map_or_else(String::new, |n| n.to_string());
        let place = self.table().unwrap_or_else(alone);
        self.session().with_untracked(|s| {
            let deal = s.view.as_ref()?.table.deals_begun().into();
            Some(AnswerScope { place, number: s.number, deal })
        })
    }

    /// Restores standing answers for this match or deal after a reload or return.
    pub(super) fn restore_standing(self) {
        if let Some(now) = self.answer_scope() {
            let kept = preferences::load_temporary_standing();
            self.control(|controller| {
                controller.change_standing(|own| own.restore_temporary(&now, kept.as_deref()))
            });
        }
    }
}
