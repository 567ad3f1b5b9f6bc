//! Effects of answers: those of the prompt, and of keys on a spot of the table.

use upcard_cards::Card;
use upcard_client::hint::Hint;
use upcard_client::prompt::{Answer, AnswerAction};
use upcard_client::tr;
use upcard_client::wording::prompt;
use upcard_engine::Action;
use upcard_engine::table::Phase;
use upcard_rulebook::refusal_sentence;

use crate::app::{App, Ask, Effect, Sheet, Spot};
use crate::place::Place;
use crate::texts::in_notation;

impl App {
    /// Executes an answer of the prompt.
    pub(crate) fn carry_out(&mut self, does: AnswerAction) {
        if does == AnswerAction::NextDeal {
            self.sheet = None;
        }
        match self.play.carry_out(does) {
            Some(AnswerAction::ChooseDeep) => self.open(Sheet::Discards),
            Some(AnswerAction::ShowScores { .. }) => self.open(Sheet::Scores),
            Some(AnswerAction::StandingAnswers) => self.open(Sheet::Preferences),
            Some(AnswerAction::Leave) => self.ask_to_leave(),
            Some(AnswerAction::Sit) => self.sit(),
            Some(AnswerAction::AskForSeat) => self.ask_for_seat(),
            _ => {}
        }
        self.pass_on();
    }

    /// Asks whether to leave, unless the match is over.
    pub(crate) fn ask_to_leave(&mut self) {
        if self.match_over().is_some() {
            self.leave();
            return;
        }
        let words = &self.words;
        let answers = vec![(tr!("leave-yes", words), Effect::Quit)];
        let question = match self.place {
            Place::Local(_) => tr!("quit-really", words),
            Place::Remote(_) => tr!("quit-afar", words),
        };
        self.ask = Some(Ask { question, answers, at: 0 });
    }

    /// Handles the action key on a spot.
    pub(crate) fn tap(&mut self, spot: Spot) {
        match spot {
            Spot::Meld(meld) => {
                self.play.tap_meld(meld);
                self.pass_on();
            }
            spot => {
                self.put_cards(spot);
                self.refresh();
            }
        }
    }

    /// Takes the discard pile down to this card, or asks for confirmation.
    pub(crate) fn take_deep(&mut self, card: Card) {
        self.sheet = None;
        self.play.take_deep(card);
        self.pass_on();
    }

    /// Answers of the prompt: key, text, effect, and whether Enter gives it.
    pub(crate) fn answers(&self) -> Vec<(char, String, AnswerAction, bool)> {
        let asked = &self.prompt;
        let word = |does: &AnswerAction| {
            prompt::answer(&self.words, self.play.session(), &asked.question, does)
        };
        // Rare answers have no key on the page, but one here.
        let key = |key: &str| key.chars().next().unwrap_or('w');
        // Costly answers are not given by Enter, which is easily pressed once too often.
        let costs = |does: &AnswerAction| {
            matches!(
                does,
                AnswerAction::Act(Action::Buy | Action::Rejoin | Action::Leave | Action::Split)
            )
        };
        let main = |answer: &Answer| answer.main && !costs(&answer.action);
        let answers = asked.answers.iter();
        answers.map(|a| (key(a.key), word(&a.action), a.action.clone(), main(a))).collect()
    }

    /// Returns what follows the advice of a hint, if a single key suffices.
    pub(crate) fn advised(&self, hint: &Hint) -> Option<AnswerAction> {
        let (action, _) = hint.advice.as_ref()?;
        self.play.advised(action)
    }

    /// Gives the default answer, if anything is asked.
    pub(crate) fn answer_main(&mut self) {
        if self.is_cutting() {
            self.play.act(&Action::Cut(self.cut));
            self.pass_on();
        } else if self.is_deciding_in(|phase| matches!(phase, Phase::Pick { .. })) {
            self.play.act(&Action::Pick(self.pick + 1));
            self.pass_on();
        } else if let Some((_, _, does, _)) = self.answers().into_iter().find(|(.., main)| *main) {
            self.carry_out(does);
        }
    }

    /// Executes a typed action; shows an error and returns `false` if it is refused.
    pub(crate) fn enter(&mut self, text: &str) -> bool {
        let text = text.trim();
        self.play.clear_notice();
        if text == "next" {
            self.carry_out(AnswerAction::NextDeal);
            return true;
        }
        let action: Action = match in_notation(text).parse() {
            Ok(action) => action,
            Err(error) => {
                self.play.refuse(tr!("line-unreadable", &self.words, why = format!("{error}")));
                return false;
            }
        };
        match self.play.view().map(|view| view.judge(&action).map(|_| ())) {
            Some(Ok(())) => {
                self.play.act(&action);
                self.pass_on();
                let made = self.play.notice().is_none();
                if made {
                    self.play.close();
                }
                self.refresh();
                made
            }
            Some(Err(refusal)) => {
                self.play.refuse(refusal_sentence(refusal));
                false
            }
            None => false,
        }
    }
}
