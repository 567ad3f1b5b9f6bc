//! Answers to an offer or a call. Each is stored at once, but nobody else is sent anything of it
//! before the offer is settled: who has answered already, and how quickly, would show who looked at
//! the card and who has given a standing answer.

use upcard_cards::ShortSort;
use upcard_engine::choices::Priority;
use upcard_engine::{Event, OwnView, Seat, Seats};

use crate::room::Room;
use crate::state::Update;
use crate::wire::Change;

/// Did this answer want the card? None where it is no answer.
fn wanted(event: &Event) -> Option<bool> {
    match event {
        Event::Answered { buy, .. } => Some(*buy == Some(true)),
        Event::CallAnswered { call, .. } => Some(matches!(call, Some(Some(_)))),
        _ => None,
    }
}

impl Room {
    /// What is sent after this update: an answer waits, and what settles the offer brings all
    /// answers with it, in the order of the seats. A race that somebody has won brings that answer
    /// alone: the others no longer matter, and who had given one by then stays private. It depends
    /// on the entries alone, so that a rebuilt table sends the same.
    pub(crate) fn release(&mut self, item: Update) -> impl Iterator<Item = Update> + use<> {
        let (settled, item) = match item {
            Update::Event(event) if wanted(&event).is_some() => {
                self.answers.push(event);
                (Vec::new(), None)
            }
            Update::Event(event) => (self.settled_answers(), Some(Update::Event(event))),
            Update::Change(change) => {
                if matches!(change, Change::Ended | Change::Began { .. } | Change::SetUp { .. }) {
                    self.answers.clear();
                }
                (Vec::new(), Some(Update::Change(change)))
            }
        };
        settled.into_iter().map(Update::Event).chain(item)
    }

    fn settled_answers(&mut self) -> Vec<Event> {
        let mut answers = std::mem::take(&mut self.answers);
        if answers.is_empty() {
            return answers;
        }
        let choices = &self.state.rules.set.choices;
        let race = match answers.first() {
            Some(Event::Answered { .. }) => choices.buying.priority == Priority::Race,
            _ => choices.shanghai.priority == Priority::Race,
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
}

/// The same view, without who else has answered the present offer.
pub(crate) fn without_others(view: OwnView) -> OwnView {
    let own = view.seat.filter(|seat| view.table.answered().has(*seat));
    view.with_answered(own.map_or(Seats::NONE, Seats::only))
}
