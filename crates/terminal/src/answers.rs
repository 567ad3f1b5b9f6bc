//! What answers do: those of the prompt, and those of a key on a place of the table.

use upcard_cards::Card;
use upcard_client::prompt::{Answer, Does, Draft};
use upcard_client::wire::ClientMessage;
use upcard_client::wording::{prompt, table};
use upcard_client::{ArrangeDraft, LayDownDraft, Purpose, Tap, throws_away_a_lay_down, tr};
use upcard_engine::table::Phase;
use upcard_engine::{Action, MeldId};
use upcard_rulebook::refusal_sentence;

use crate::app::{App, Ask, Focus, Sheet, Spot, Then};

/// Cards of the table have ids from here on while it is rearranged.
const FIRST_OF_TABLE: u32 = 1_000_000;

impl App {
    /// Does what an answer of the prompt says.
    pub(crate) fn carry_out(&mut self, does: Does) {
        self.notice = None;
        match does {
            Does::Act(action) => self.play_move(action),
            Does::LayDown(action) | Does::Rearrange(action) => {
                self.act(&action);
                if self.notice.is_none() {
                    self.put_away();
                }
            }
            Does::Propose { .. } => {
                let prepared = std::mem::take(&mut self.prepared);
                let hand = self.hand.items().to_vec();
                let draft = self.session.view().map(|view| {
                    // What was put together before, where it can be laid down.
                    let ready = prepared.action(&view).is_ok();
                    if ready { prepared } else { LayDownDraft::proposed(&view, &hand) }
                });
                self.open_draft(draft.map(Draft::Down));
            }
            Does::OpenEnding(_) | Does::OpenAnswer => {
                let hand = self.hand.items().to_vec();
                let answers = does == Does::OpenAnswer;
                let open = if answers { LayDownDraft::answer } else { LayDownDraft::ending };
                let draft = self.session.view().map(|view| open(&view, &hand));
                self.open_draft(draft.map(Draft::Down));
            }
            Does::OpenLayDown | Does::MeldChosen | Does::Prepare => {
                let (kept, chosen) = (self.prepared.clone(), self.chosen());
                let draft = self
                    .session
                    .view()
                    .map(|view| LayDownDraft::with_chosen(&view, &kept, &chosen));
                self.open_draft(draft.map(Draft::Down));
            }
            Does::OpenArrange => {
                let draft = self.session.view().map(|v| ArrangeDraft::new(&v, FIRST_OF_TABLE));
                self.open_draft(draft.map(Draft::Arrange));
            }
            Does::Drop(price) => {
                let yes = (tr!("drop-yes", &self.words), Then::Does(Does::Act(Action::Drop)));
                self.ask(tr!("drop-really", &self.words, points = price), vec![yes]);
            }
            Does::TakeDeep(card) => self.take_deep(card),
            Does::ChooseDeep => self.open(Sheet::Discards),
            Does::Cancel => self.put_away(),
            Does::TakeSeatBack => self.send(ClientMessage::TakeBack),
            Does::NextDeal => {
                self.sheet = None;
                self.send(ClientMessage::Next);
            }
            Does::ShowScores { .. } => self.open(Sheet::Scores),
            Does::StandingAnswers => self.open(Sheet::Comfort),
            Does::Leave => self.ask_to_leave(),
            // The person has a seat from the beginning.
            Does::Sit => {}
        }
        self.refresh();
    }

    fn open_draft(&mut self, draft: Option<Draft>) {
        self.selected.clear();
        self.draft = draft.unwrap_or_default();
        self.focus = Focus::Hand;
        self.within = 0;
    }

    /// Asks something; the first answer is under the cursor.
    pub(crate) fn ask(&mut self, question: String, answers: Vec<(String, Then)>) {
        self.ask = Some(Ask { question, answers, at: 0 });
    }

    /// Asks whether to leave, unless the match is over.
    pub(crate) fn ask_to_leave(&mut self) {
        if self.match_over().is_some() {
            self.leave();
            return;
        }
        let words = &self.words;
        let answers = vec![(tr!("leave-yes", words), Then::Quit)];
        self.ask(tr!("quit-really", words), answers);
    }

    /// Closes what is being put together. A lay-down is there again when it is opened again.
    pub(crate) fn put_away(&mut self) {
        if let Draft::Down(draft) = std::mem::take(&mut self.draft)
            && draft.purpose == Purpose::LayDown
        {
            self.prepared = draft;
        }
        self.selected.clear();
        self.focus = Focus::Hand;
        self.prepared.follow(&self.hand);
    }

    /// Makes a move of the person's, unless it is one that is worth a question first.
    pub(crate) fn play_move(&mut self, action: Action) {
        let now = self.session.view.as_ref().map(|own| own.table.decision());
        let throws_away = self
            .session
            .view()
            .is_some_and(|view| throws_away_a_lay_down(&view, &action, self.known.can_lay));
        if throws_away && self.asked_twice != now {
            self.asked_twice = now;
            let words = &self.words;
            let answers = vec![
                (tr!("go-down", words), Then::Does(Does::Propose { free: false })),
                (tr!("discard-anyway", words), Then::Does(Does::Act(action))),
            ];
            self.ask(tr!("ask-discard", words), answers);
            return;
        }
        let passes_offer = self.session.is_offer() && action == Action::Pass;
        self.act(&action);
        if passes_offer && self.notice.is_none() && self.standing.passed_by_hand() {
            self.inform(tr!("standing-newcomer", &self.words));
        }
    }

    /// A key on a meld of the table.
    pub(crate) fn tap_meld(&mut self, meld: MeldId) {
        let chosen = self.chosen();
        let targets = &self.known.targets;
        let tap = self.session.view().map(|view| targets.tap_meld(&view, &chosen, meld));
        match tap {
            None => {}
            Some(Tap::Act(action)) => self.play_move(action),
            Some(Tap::ActAndMore(action)) => {
                self.laying = Some(meld);
                self.play_move(action);
            }
            Some(Tap::Ask(card, places)) => {
                let words = &self.words;
                let question = card.map_or_else(
                    || tr!("ask-place", words),
                    |card| tr!("ask-place-card", words, card = words_of(self, card)),
                );
                let answers = places.into_iter();
                let answers = answers
                    .map(|p| (table::place(words, &p.action), Then::Does(Does::Act(p.action))));
                let answers = answers.collect();
                self.ask(question, answers);
            }
            Some(Tap::Refused(refusal)) => self.refuse(refusal_sentence(refusal)),
            Some(Tap::ChooseFirst) => self.refuse(tr!("notice-choose-first", &self.words)),
            Some(Tap::OneCard) => self.refuse(tr!("notice-one-card", &self.words)),
            Some(Tap::ShowDiscards) => self.open(Sheet::Discards),
        }
        self.refresh();
    }

    /// A key on a place of the table.
    pub(crate) fn tap(&mut self, spot: Spot) {
        match spot {
            Spot::Meld(meld) => self.tap_meld(meld),
            spot => {
                self.put(spot);
                self.refresh();
            }
        }
    }

    /// Asks whether to take the discards down to this card: how many come with it, and what it obliges
    /// to.
    pub(crate) fn take_deep(&mut self, card: Card) {
        let action = Action::TakeDeep(card);
        let judged = self.session.view().and_then(|view| {
            let at = view.table.pile().rposition(|discard| discard == card)?;
            Some((view.table.discards().len() - at, view.judge(&action).map(|_| ())))
        });
        self.sheet = None;
        let words = &self.words;
        match judged {
            Some((1, Ok(()))) => self.play_move(Action::Take),
            Some((count, Ok(()))) => {
                let question = tr!("ask-deep", words, card = words_of(self, card), count = count);
                let yes = (tr!("take-deep-yes", words), Then::Does(Does::Act(action)));
                self.ask(question, vec![yes]);
            }
            Some((_, Err(refusal))) => self.refuse(refusal_sentence(refusal)),
            None => {}
        }
    }

    /// The answers of the prompt with the keys that give them and their words.
    pub(crate) fn answers(&self) -> Vec<(char, String, Does, bool)> {
        let asked = &self.known.prompt;
        let word = |does: &Does| prompt::answer(&self.words, &self.session, &asked.question, does);
        // Whatever has no key on the page, since it is rare, has one here.
        let key = |key: &str| key.chars().next().unwrap_or('w');
        // What has a price is not done by Enter, which is soon pressed once too often.
        let costs = |does: &Does| {
            matches!(does, Does::Act(Action::Buy | Action::Rejoin | Action::Leave | Action::Split))
        };
        let main = |answer: &Answer| answer.main && !costs(&answer.does);
        let answers = asked.answers.iter();
        answers.map(|a| (key(a.key), word(&a.does), a.does.clone(), main(a))).collect()
    }

    /// Does what most people will want, if anything is asked.
    pub(crate) fn answer_main(&mut self) {
        if self.asked_in(|phase| matches!(phase, Phase::Cut { .. })) {
            self.act(&Action::Cut(self.cut));
        } else if self.asked_in(|phase| matches!(phase, Phase::Pick { .. })) {
            self.act(&Action::Pick(self.pick + 1));
        } else if let Some((_, _, does, _)) = self.answers().into_iter().find(|(.., main)| *main) {
            self.carry_out(does);
        }
    }

    /// Does what was typed, or says why not.
    pub(crate) fn enter(&mut self, text: &str) -> bool {
        let text = text.trim();
        self.notice = None;
        if text == "next" {
            self.carry_out(Does::NextDeal);
            return true;
        }
        let action: Action = match text.parse() {
            Ok(action) => action,
            Err(error) => {
                self.refuse(tr!("line-unreadable", &self.words, why = format!("{error}")));
                return false;
            }
        };
        let judged = self.session.view().map(|view| view.judge(&action).map(|_| ()));
        match judged {
            Some(Ok(())) => {
                self.act(&action);
                if self.notice.is_none() {
                    self.put_away();
                }
                self.refresh();
                self.notice.is_none()
            }
            Some(Err(refusal)) => {
                self.refuse(refusal_sentence(refusal));
                false
            }
            None => false,
        }
    }
}

/// A card as it is written in a sentence.
fn words_of(app: &App, card: Card) -> String {
    upcard_client::wording::Texts::card(&app.words, card)
}
