//! Answers to an offer or a call. Each is stored at once, but nobody else is sent anything of it
//! before the offer is settled: who has answered already, and how quickly, would show who looked at
//! the card and who has given a standing answer.

use upcard_cards::ShortSort;
use upcard_engine::choices::Priority;
use upcard_engine::{Event, Rules, Seat};

use crate::pace::Millis;
use crate::state::Update;
use crate::wire::{Change, Refused};

/// The present offer, and the last race for a card.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// Answers to the present offer that have not been sent to anybody yet.
    answers: Vec<Event>,
    /// Who closed the last race: its decision, who, and when.
    race: Option<(u32, Seat, Millis)>,
}

/// Did this answer want the card? None where it is no answer.
fn wanted(event: &Event) -> Option<bool> {
    match event {
        Event::Answered { buy, .. } => Some(*buy == Some(true)),
        Event::CallAnswered { call, .. } => Some(matches!(call, Some(Some(_)))),
        _ => None,
    }
}

impl Offers {
    /// What is sent after this update: an answer waits, and what settles the offer brings all
    /// answers with it, in the order of the seats. A race that somebody has won brings that answer
    /// alone: the others no longer matter, and who had given one by then stays private. It depends
    /// on the entries alone, so that a rebuilt table sends the same.
    pub(super) fn release(
        &mut self,
        item: Update,
        rules: &Rules,
    ) -> impl Iterator<Item = Update> + use<> {
        let mut settled = Vec::new();
        let item = match item {
            Update::Event(event) if wanted(&event).is_some() => {
                self.answers.push(event);
                None
            }
            Update::Event(_) => {
                settled = self.settle(rules);
                Some(item)
            }
            Update::Change(ref change) => {
                if matches!(change, Change::Ended | Change::Began { .. } | Change::SetUp { .. }) {
                    self.forget();
                }
                Some(item)
            }
        };
        settled.into_iter().map(Update::Event).chain(item)
    }

    fn settle(&mut self, rules: &Rules) -> Vec<Event> {
        let mut answers = std::mem::take(&mut self.answers);
        let choices = &rules.set.choices;
        let race = match answers.first() {
            None => return answers,
            Some(Event::Answered { .. }) => choices.buying.priority == Priority::Race,
            Some(_) => choices.shanghai.priority == Priority::Race,
        };
        if race && answers.iter().any(|answer| wanted(answer) == Some(true)) {
            answers.retain(|answer| wanted(answer) == Some(true));
        }
        answers.short_sort_by_key(|answer| match answer {
            Event::Answered { seat, .. } | Event::CallAnswered { seat, .. } => *seat,
            _ => Seat::at(0),
        });
        answers
    }

    /// There is no offer any more.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }

    pub(super) fn close_race(&mut self, decision: u32, seat: Seat, now: Millis) {
        self.race = Some((decision, seat, now));
    }

    /// Why somebody was refused who wanted the card at this decision: late where another has got it.
    pub(super) fn why(&self, why: Refused, decision: u32, now: Millis) -> Refused {
        match (why, self.race) {
            (Refused::Stale { .. }, Some((of, seat, at))) if of == decision => {
                Refused::Late { seat, by: now.saturating_sub(at) }
            }
            (why, _) => why,
        }
    }
}
