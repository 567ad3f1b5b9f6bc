//! Answers to an offer or a call. Each is stored at once but sent to nobody else before the offer is
//! settled: who has answered, and how quickly, would reveal who looked at the card and who has a
//! standing answer.

use upcard_cards::ShortSort;
use upcard_engine::choices::Priority;
use upcard_engine::{Event, Rules, Seat};

use crate::pace::Millis;
use crate::state::Update;
use crate::wire::{Change, Refused};

/// The present offer, and the last race for a card.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// Answers to the present offer, not sent yet.
    answers: Vec<Event>,
    /// Decision, winner and time of the last race.
    race: Option<(u32, Seat, Millis)>,
}

/// Returns whether this answer wants the card; `None` if the event is no answer.
fn accepts_card(event: &Event) -> Option<bool> {
    match event {
        Event::Answered { buy, .. } => Some(*buy == Some(true)),
        Event::CallAnswered { call, .. } => Some(matches!(call, Some(Some(_)))),
        _ => None,
    }
}

impl Offers {
    /// Returns what to send after this update: an answer is held back, and the event that settles
    /// the offer releases all answers in seat order. A race that was won releases only the winner's:
    /// the others no longer matter, and who had answered stays private. Depends on the entries
    /// alone, so that a restored table sends the same.
    pub(super) fn release(
        &mut self,
        item: Update,
        rules: &Rules,
    ) -> impl Iterator<Item = Update> + use<> {
        let mut settled = Vec::new();
        let item = match item {
            Update::Event(event) if accepts_card(&event).is_some() => {
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
        if race && answers.iter().any(|answer| accepts_card(answer) == Some(true)) {
            answers.retain(|answer| accepts_card(answer) == Some(true));
        }
        answers.short_sort_by_key(|answer| match answer {
            Event::Answered { seat, .. } | Event::CallAnswered { seat, .. } => *seat,
            _ => Seat::at(0),
        });
        answers
    }

    /// Drops the held answers, since the offer is gone.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }

    pub(super) fn close_race(&mut self, decision: u32, seat: Seat, now: Millis) {
        self.race = Some((decision, seat, now));
    }

    /// Turns a refusal into "late" if somebody else won the race for this decision.
    pub(super) fn refine_refusal(&self, why: Refused, decision: u32, now: Millis) -> Refused {
        match (why, self.race) {
            (Refused::Stale { .. }, Some((of, seat, at))) if of == decision => {
                Refused::Late { seat, by: now.saturating_sub(at) }
            }
            (why, _) => why,
        }
    }
}
