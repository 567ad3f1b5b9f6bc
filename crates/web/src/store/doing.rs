//! Forwards the player's actions to the match controller, and its messages to the table.

use leptos::prelude::*;
use upcard_cards::Card;
use upcard_client::prompt::Does;
use upcard_client::{Controller, InDeal, Sort, Standing};
use upcard_engine::{Action, MeldId};

use super::app::App;
use super::{kept, waiting};
use crate::later;
use crate::screens::Overlay;
use crate::text::Page;

impl App {
    /// Runs an action on the controller and handles the consequences.
    pub(super) fn control<R: Default>(self, does: impl FnOnce(&mut Controller<Page>) -> R) -> R {
        let asks = self.settings.with_untracked(|settings| settings.ask_discard);
        let done = self.play.try_update_value(|play| {
            play.ask_discards(asks);
            does(play)
        });
        self.pass_on();
        done.unwrap_or_default()
    }

    /// Notifies subscribers of changes and sends queued messages.
    fn pass_on(self) {
        let took = self.play.try_update_value(|play| (play.take_changed(), play.take_outbox()));
        let Some((changed, outbox)) = took else { return };
        self.tell(changed);
        outbox.into_iter().for_each(|message| self.send(message));
    }

    /// Plans the hand once the planner is loaded.
    pub(crate) fn let_plan(self) {
        if self.play.with_value(|play| play.planner().is_none()) {
            later::with_bots(move |bots| {
                self.control(|play| play.plan_by(bots.planner));
                // The planner may have been loaded after the offer.
                self.answer_by_itself();
            });
        }
    }

    /// Shows a message to the player.
    pub(crate) fn inform(self, what: String) {
        self.control(|play| play.inform(what));
    }

    /// Shows why something was refused; the prompt shakes a little to be noticed.
    pub(crate) fn refuse(self, why: String) {
        self.control(|play| play.refuse(why));
    }

    /// Clears that message.
    pub(crate) fn unsay(self) {
        self.control(Controller::unsay);
    }

    /// Names the players of the finished match, from its record.
    pub(crate) fn name_players(self, names: &[String]) {
        self.control(|play| play.name_players(names));
    }

    /// Makes a move.
    pub(crate) fn act(self, action: &Action) {
        self.control(|play| play.act(action));
    }

    /// Carries out an answer to the question.
    pub(crate) fn answer(self, does: Does) {
        self.close_question();
        self.carry_out(does);
    }

    /// Returns the action that carries out a hint, with the current draft.
    pub(crate) fn advised(self, action: &Action) -> Option<Does> {
        self.play.with_value(|play| play.advised(action))
    }

    /// Carries out an answer of the prompt or of a hint.
    pub(crate) fn carry_out(self, does: Does) {
        self.note_answer(&does);
        match self.control(|play| play.carry_out(does)) {
            Some(Does::Sit | Does::AskForSeat) => self.show(Overlay::Me),
            Some(Does::ChooseDeep) => self.show(Overlay::Discards),
            Some(Does::ShowScores { .. }) => self.show(Overlay::Scores),
            Some(Does::StandingAnswers) => self.show(Overlay::Comfort),
            Some(Does::Leave) => self.show(Overlay::Leave),
            _ => {}
        }
    }

    /// Closes a question unanswered.
    pub(crate) fn close_question(self) {
        self.control(|play| {
            play.take_ask();
        });
    }

    /// Takes the discards down to this card, or asks for confirmation.
    pub(crate) fn take_deep(self, card: Card) {
        self.close_sheet();
        self.control(|play| play.take_deep(card));
    }

    /// Returns `true` while a suggested rearrangement is being composed.
    pub(crate) fn is_becoming(self) -> bool {
        self.play.with_value(Controller::is_becoming)
    }

    /// Moves its next card into place.
    pub(crate) fn next_card(self) {
        self.control(Controller::next_card);
    }

    /// Handles a tap on a meld, with or without selected cards.
    pub(crate) fn tap_meld(self, meld: MeldId) {
        self.control(|play| play.tap_meld(meld));
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

    /// Toggles a card's selection.
    pub(crate) fn toggle(self, id: u32) {
        self.control(|play| play.toggle(id));
    }

    /// Selects only this card.
    pub(crate) fn select(self, id: u32) {
        self.control(|play| play.select(vec![id]));
    }

    /// Moves a card before another, or to the end; the hand is sorted manually from then on.
    pub(crate) fn arrange_hand(self, id: u32, before: Option<u32>) {
        let sort = self.settings.with_untracked(|settings| settings.sort);
        self.control(|play| play.arrange_hand(sort, id, before));
        self.change_settings(|settings| settings.sort = Sort::Mine);
    }

    /// Sets the sort order.
    pub(crate) fn set_sort(self, sort: Sort) {
        if sort == Sort::Mine {
            // The current order becomes the manual order.
            let shown = self.settings.with_untracked(|settings| settings.sort);
            self.control(|play| play.keep_order(shown));
        }
        self.change_settings(|settings| settings.sort = sort);
    }

    /// Starts a lay-down with these cards, or says why it is impossible.
    pub(crate) fn open_with(self, ids: &[u32]) {
        self.control(|play| play.open_with(ids));
    }

    /// Puts cards into a slot or a zone of the open draft.
    pub(crate) fn put(self, ids: &[u32], at: usize) {
        self.control(|play| play.put(ids, at));
    }

    /// Removes a card from the open draft.
    pub(crate) fn take_out(self, id: u32) {
        self.control(|play| play.take_out(id));
    }

    /// Chooses the reading of a slot or a zone.
    pub(crate) fn read_as(self, at: usize, reading: usize) {
        self.control(|play| play.read_as(at, reading));
    }

    /// Closes the draft.
    pub(crate) fn close_draft(self) {
        self.control(Controller::close);
    }

    /// Changes the standing answers; one may answer the open offer.
    pub(crate) fn change_standing(self, change: impl FnOnce(&mut Standing)) {
        self.control(|play| play.change_standing(change));
        if let Some(now) = self.in_deal() {
            self.standing().with_untracked(|standing| kept::keep_passing(standing, &now));
        }
        self.answer_by_itself();
    }

    /// Returns the position in the match; `None` on a shared device, which has no standing answers.
    fn in_deal(self) -> Option<InDeal> {
        if self.is_shared() {
            return None;
        }
        let alone = || waiting::number_of_present().map_or_else(String::new, |n| n.to_string());
        let place = self.table().unwrap_or_else(alone);
        self.session().with_untracked(|s| {
            let deal = s.view.as_ref()?.table.deals_begun().into();
            Some(InDeal { place, number: s.number, deal })
        })
    }

    /// Restores standing answers for this match or deal after a reload or return.
    pub(super) fn recall_standing(self) {
        if let Some(now) = self.in_deal() {
            let kept = kept::passing();
            self.control(|play| play.change_standing(|own| own.recall(&now, kept.as_deref())));
        }
    }
}
