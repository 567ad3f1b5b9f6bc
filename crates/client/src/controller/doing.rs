//! User input: moves, taps, answers.

use upcard_cards::Card;
use upcard_engine::{Action, MeldId};
use upcard_rulebook::refusal_sentence;
use upcard_table::wire::ClientMessage;

use super::state::{Ask, Controller, Notice};
use crate::prompt::{Does, LayDown};
use crate::taps::tap_stock;
use crate::wording::{Texts, table};
use crate::{Reply, Standing, Tap, throws_away_a_lay_down, tr, uses_up_the_contract};

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
    pub fn decline(&mut self, why: String) {
        self.session.sent = None;
        (self.closing, self.laying) = (false, None);
        self.changed.session = true;
        self.refuse(why);
    }

    /// Clears question and notice.
    pub fn silence(&mut self) {
        self.changed.ask |= self.ask.take().is_some();
        self.changed.notice |= self.notice.take().is_some();
    }

    /// Clears the notice.
    pub fn unsay(&mut self) {
        self.changed.notice |= self.notice.take().is_some();
    }

    /// Takes the question, to be answered elsewhere or dropped.
    pub fn take_ask(&mut self) -> Option<Ask> {
        self.changed.ask = true;
        self.ask.take()
    }

    fn ask_about(&mut self, question: String, answers: Vec<(String, Does, bool)>) {
        self.ask = Some(Ask { question, answers });
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
        self.silence();
        self.changed.session = true;
        let message = self.session.act(action);
        self.outbox.extend(message);
    }

    /// Makes a move of the person, unless it needs confirmation first.
    pub fn play_move(&mut self, action: Action) {
        let ready = self.lay_down == LayDown::Now;
        let asks = self.asks_discard
            && self.asked_twice != self.decision()
            && self.view().is_some_and(|view| throws_away_a_lay_down(&view, &action, ready));
        if asks {
            self.asked_twice = self.decision();
            let answers = vec![
                (tr!("discard-anyway", &self.texts), Does::Act(action), false),
                (tr!("go-down", &self.texts), Does::Propose { free: false }, true),
            ];
            let question = tr!("ask-discard", &self.texts);
            return self.ask_about(question, answers);
        }
        let spends = self.asked_twice != self.decision()
            && self.plan.advice.as_ref() != Some(&action)
            && self.view().is_some_and(|view| uses_up_the_contract(&view, &action));
        if spends {
            self.asked_twice = self.decision();
            let yes = (tr!("lay-off-anyway", &self.texts), Does::Act(action), false);
            let question = tr!("ask-lay-off", &self.texts);
            return self.ask_about(question, vec![yes]);
        }
        let passes = self.session.is_offer() && action == Action::Pass;
        self.act(&action);
        if passes {
            let mut settled = false;
            self.change_standing(|standing| settled = standing.passed_by_hand());
            if settled {
                self.inform(tr!("standing-newcomer", &self.texts));
            }
        }
    }

    /// Changes the standing answers.
    pub fn change_standing(&mut self, change: impl FnOnce(&mut Standing)) {
        change(&mut self.standing);
        self.changed.standing = true;
        self.work_out();
    }

    /// Gives the standing answer to the current offer, if there is one.
    pub fn answer_by_itself(&mut self) {
        if !(self.session.asked() && self.session.is_offer()) {
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
    pub fn carry_out(&mut self, does: Does) -> Option<Does> {
        self.unsay();
        match does {
            Does::Act(action) => self.play_move(action),
            Does::LayDown(action) | Does::Rearrange(action) => {
                self.act(&action);
                self.closing = self.session.sent.is_some();
            }
            Does::Drop(price) => {
                let yes = (tr!("drop-yes", &self.texts), Does::Act(Action::Drop), false);
                let question = tr!("drop-really", &self.texts, points = price);
                self.ask_about(question, vec![yes]);
            }
            Does::TakeDeep(card) => self.take_deep(card),
            Does::LayOff(meld) => self.tap_meld(meld),
            Does::TakeSeatBack => self.send(ClientMessage::TakeBack),
            Does::NextDeal => self.send(ClientMessage::Next),
            Does::Propose { .. }
            | Does::OpenAdvised(_)
            | Does::OpenEnding(_)
            | Does::OpenAnswer
            | Does::OpenLayDown
            | Does::MeldChosen
            | Does::Prepare
            | Does::OpenArrange => self.open(&does),
            Does::Cancel => self.close(),
            Does::ChooseDeep
            | Does::Sit
            | Does::AskForSeat
            | Does::ShowScores { .. }
            | Does::StandingAnswers
            | Does::Leave => return Some(does),
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
                let yes = (tr!("take-deep-yes", &self.texts), Does::Act(action), true);
                self.ask_about(question, vec![yes]);
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
        if matches!(tap, Some(Tap::ActAndMore(_))) {
            self.laying = Some(meld);
        }
        self.follow_tap(tap);
    }

    /// Handles a tap on the discard pile, with or without selected cards. Returns `true` if the pile should
    /// be shown.
    pub fn tap_discards(&mut self) -> bool {
        let chosen = self.chosen();
        let tap = self.view().map(|view| self.targets.tap_discards(&view, &chosen));
        let shows = matches!(tap, None | Some(Tap::ShowDiscards));
        self.follow_tap(tap);
        shows
    }

    /// Handles a tap on the stock.
    pub fn tap_stock(&mut self) {
        let tap = self.view().map(|view| tap_stock(&view));
        self.follow_tap(tap);
    }

    /// Carries out the result of a tap, or says why it has none.
    fn follow_tap(&mut self, tap: Option<Tap>) {
        match tap {
            None | Some(Tap::ShowDiscards) => {}
            Some(Tap::Act(action) | Tap::ActAndMore(action)) => self.play_move(action),
            Some(Tap::Ask(card, places)) => {
                let texts = &self.texts;
                let answer = |action| (table::place(texts, &action), Does::Act(action), true);
                let answers = places.into_iter().map(|place| answer(place.action)).collect();
                let question = match card {
                    None => tr!("ask-place", texts),
                    Some(card) => tr!("ask-place-card", texts, card = texts.card(card)),
                };
                self.ask_about(question, answers);
            }
            Some(Tap::Refused(refusal)) => self.refuse(refusal_sentence(refusal)),
            Some(Tap::ChooseFirst) => self.refuse(tr!("notice-choose-first", &self.texts)),
            Some(Tap::OneCard) => self.refuse(tr!("notice-one-card", &self.texts)),
        }
    }
}
