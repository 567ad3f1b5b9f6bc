//! User input: moves, taps, answers.

use upcard_cards::Card;
use upcard_engine::{Action, MeldId};
use upcard_rulebook::refusal_sentence;
use upcard_table::wire::ClientMessage;

use super::state::{Confirmation, Controller, Notice};
use crate::prompt::{AnswerAction, LayDown};
use crate::taps::tap_stock;
use crate::wording::{Texts, table};
use crate::{
    Reply, StandingAnswers, Tap, discards_despite_lay_down, leaves_too_few_for_contract, tr,
};

impl<T: Texts> Controller<T> {
    /// Shows an informational notice.
    pub fn inform(&mut self, text: String) {
        self.notice = Some(Notice { text, refusal: false });
        self.changed.notice = true;
    }

    /// Shows why something was refused.
    pub fn refuse(&mut self, text: String) {
        self.notice = Some(Notice { text, refusal: true });
        self.refusals += 1;
        self.changed.notice = true;
    }

    /// Reports that a sent message was not carried out, although no rule forbids it.
    pub fn report_failure(&mut self, why: String) {
        self.session.sent = None;
        (self.closing, self.laying_off_on) = (false, None);
        self.changed.session = true;
        self.refuse(why);
    }

    /// Clears question and notice.
    pub fn clear_messages(&mut self) {
        self.changed.ask |= self.ask.take().is_some();
        self.changed.notice |= self.notice.take().is_some();
    }

    /// Clears the notice.
    pub fn clear_notice(&mut self) {
        self.changed.notice |= self.notice.take().is_some();
    }

    /// Takes the question, to be answered elsewhere or dropped.
    pub fn take_confirmation(&mut self) -> Option<Confirmation> {
        self.changed.ask = true;
        self.ask.take()
    }

    fn ask_confirmation(&mut self, question: String, answers: Vec<(String, AnswerAction, bool)>) {
        self.ask = Some(Confirmation { question, answers });
        self.changed.ask = true;
    }

    /// Sets whether to confirm a discard while the contract can be laid down.
    pub fn ask_discards(&mut self, asks: bool) {
        self.asks_discard = asks;
    }

    /// Queues a message to the table.
    pub fn send(&mut self, message: ClientMessage) {
        self.outbox.push(message);
    }

    /// Makes a move. It has been checked already; the table checks it again.
    pub fn act(&mut self, action: &Action) {
        self.clear_messages();
        self.changed.session = true;
        let message = self.session.act(action);
        self.outbox.extend(message);
    }

    /// Makes a move of the person, unless it needs confirmation first.
    pub fn play_move(&mut self, action: Action) {
        let ready = self.lay_down == LayDown::Now;
        let asks = self.asks_discard
            && self.confirmed_decision != self.decision()
            && self.view().is_some_and(|view| discards_despite_lay_down(&view, &action, ready));
        if asks {
            self.confirmed_decision = self.decision();
            let answers = vec![
                (tr!("discard-anyway", &self.texts), AnswerAction::Act(action), false),
                (tr!("go-down", &self.texts), AnswerAction::Propose { free: false }, true),
            ];
            let question = tr!("ask-discard", &self.texts);
            return self.ask_confirmation(question, answers);
        }
        let spends = self.confirmed_decision != self.decision()
            && self.plan.advice.as_ref() != Some(&action)
            && self.view().is_some_and(|view| leaves_too_few_for_contract(&view, &action));
        if spends {
            self.confirmed_decision = self.decision();
            let yes = (tr!("lay-off-anyway", &self.texts), AnswerAction::Act(action), false);
            let question = tr!("ask-lay-off", &self.texts);
            return self.ask_confirmation(question, vec![yes]);
        }
        let passes = self.session.is_offer() && action == Action::Pass;
        self.act(&action);
        if passes {
            let mut settled = false;
            self.change_standing(|standing| settled = standing.note_manual_pass());
            if settled {
                self.inform(tr!("standing-newcomer", &self.texts));
            }
        }
    }

    /// Changes the standing answers.
    pub fn change_standing(&mut self, change: impl FnOnce(&mut StandingAnswers)) {
        change(&mut self.standing);
        self.changed.standing = true;
        self.update_targets();
    }

    /// Gives the standing answer to the current offer, if there is one.
    pub fn send_standing_reply(&mut self) {
        if !(self.session.must_decide() && self.session.is_offer()) {
            return;
        }
        match self.reply {
            Reply::Ask => {}
            Reply::Pass(_) => self.act(&Action::Pass),
            Reply::Buy => {
                self.act(&Action::Buy);
                // Explains the automatic buy.
                self.inform(tr!("standing-buys", &self.texts));
            }
        }
    }

    /// Carries out an answer of the prompt. Returns actions that the user interface must perform itself, such
    /// as showing a sheet.
    pub fn carry_out(&mut self, does: AnswerAction) -> Option<AnswerAction> {
        self.clear_notice();
        match does {
            AnswerAction::Act(action) => self.play_move(action),
            AnswerAction::LayDown(action) | AnswerAction::Rearrange(action) => {
                self.act(&action);
                self.closing = self.session.sent.is_some();
            }
            AnswerAction::Drop(price) => {
                let yes = (tr!("drop-yes", &self.texts), AnswerAction::Act(Action::Drop), false);
                let question = tr!("drop-really", &self.texts, points = price);
                self.ask_confirmation(question, vec![yes]);
            }
            AnswerAction::TakeDeep(card) => self.take_deep(card),
            AnswerAction::LayOff(meld) => self.tap_meld(meld),
            AnswerAction::TakeSeatBack => self.send(ClientMessage::TakeBack),
            AnswerAction::NextDeal => self.send(ClientMessage::Next),
            AnswerAction::Propose { .. }
            | AnswerAction::OpenAdvised(_)
            | AnswerAction::OpenEnding(_)
            | AnswerAction::OpenAnswer
            | AnswerAction::OpenLayDown
            | AnswerAction::MeldChosen
            | AnswerAction::Prepare
            | AnswerAction::OpenArrange => self.open(&does),
            AnswerAction::Cancel => self.close(),
            AnswerAction::ChooseDeep
            | AnswerAction::Sit
            | AnswerAction::AskForSeat
            | AnswerAction::ShowScores { .. }
            | AnswerAction::StandingAnswers
            | AnswerAction::Leave => return Some(does),
        }
        None
    }

    /// Asks for confirmation of taking the discard pile down to this card, with the number of cards and the
    /// obligation.
    pub fn take_deep(&mut self, card: Card) {
        let action = Action::TakeDeep(card);
        let judged = self.view().and_then(|view| {
            let at = view.table.pile().rposition(|discard| discard == card)?;
            Some((view.table.discards().len() - at, view.judge(&action).map(|_| ())))
        });
        match judged {
            Some((1, Ok(()))) => self.play_move(Action::Take),
            Some((count, Ok(()))) => {
                let card = self.texts.card(card);
                let question = tr!("ask-deep", &self.texts, card = card, count = count);
                let yes = (tr!("take-deep-yes", &self.texts), AnswerAction::Act(action), true);
                self.ask_confirmation(question, vec![yes]);
            }
            Some((_, Err(refusal))) => self.refuse(refusal_sentence(refusal)),
            None => {}
        }
    }

    /// Handles a tap on a meld, with or without selected cards.
    pub fn tap_meld(&mut self, meld: MeldId) {
        if self.session.covered() {
            return;
        }
        let chosen = self.chosen();
        let tap = self.view().map(|view| self.targets.tap_meld(&view, &chosen, meld));
        if matches!(tap, Some(Tap::ActAndContinue(_))) {
            self.laying_off_on = Some(meld);
        }
        self.apply_tap(tap);
    }

    /// Handles a tap on the discard pile, with or without selected cards. Returns `true` if the pile should
    /// be shown.
    pub fn tap_discards(&mut self) -> bool {
        let chosen = self.chosen();
        let tap = self.view().map(|view| self.targets.tap_discards(&view, &chosen));
        let shows = matches!(tap, None | Some(Tap::ShowDiscards));
        self.apply_tap(tap);
        shows
    }

    /// Handles a tap on the stock.
    pub fn tap_stock(&mut self) {
        let tap = self.view().map(|view| tap_stock(&view));
        self.apply_tap(tap);
    }

    /// Carries out the result of a tap, or says why it has none.
    fn apply_tap(&mut self, tap: Option<Tap>) {
        match tap {
            None | Some(Tap::ShowDiscards) => {}
            Some(Tap::Act(action) | Tap::ActAndContinue(action)) => self.play_move(action),
            Some(Tap::Ask(card, places)) => {
                let texts = &self.texts;
                let answer =
                    |action| (table::place(texts, &action), AnswerAction::Act(action), true);
                let answers = places.into_iter().map(|place| answer(place.action)).collect();
                let question = match card {
                    None => tr!("ask-place", texts),
                    Some(card) => tr!("ask-place-card", texts, card = texts.card(card)),
                };
                self.ask_confirmation(question, answers);
            }
            Some(Tap::Refused(refusal)) => self.refuse(refusal_sentence(refusal)),
            Some(Tap::SelectCardFirst) => self.refuse(tr!("notice-choose-first", &self.texts)),
            Some(Tap::OneDiscardOnly) => self.refuse(tr!("notice-one-card", &self.texts)),
        }
    }
}
