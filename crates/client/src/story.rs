//! The deal that is being played, play by play, to look back at without leaving the table.

use upcard_engine::{Event, OwnView, Rules, WrittenEvent, WrittenView};
use upcard_table::compact;

/// Events kept at the most. A deal has a few hundred; one that is longer loses its beginning.
const MOST: usize = 2_000;

/// What was seen of the present deal, from its beginning or from where the client came in.
#[derive(Clone, Debug, Default)]
pub struct Story {
    start: Option<Box<OwnView>>,
    events: Vec<Event>,
}

/// Is this something that a person would call a play, and wants to see? All but what is asked,
/// declined and counted round it.
pub(crate) fn is_play(event: &Event) -> bool {
    !matches!(
        event,
        Event::DealerFound { .. }
            | Event::DealBegan { .. }
            | Event::WasCut { .. }
            | Event::Dealt { .. }
            | Event::TurnBegan { .. }
            | Event::BeganWithoutDraw
            | Event::UpcardOffered { .. }
            | Event::UpcardDeclined
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::OffersClosed
            | Event::Penalty { .. }
            | Event::CallOffered { .. }
            | Event::CallAnswered { .. }
            | Event::CallsClosed
            | Event::ClaimOffered { .. }
            | Event::Reshuffled { .. }
            | Event::MatchEnded { .. }
            | Event::Totalled { .. }
            | Event::WildTurned { .. }
            | Event::GroupsAsked { .. }
            | Event::RejoinOffered { .. }
            | Event::RejoinAnswered { .. }
            | Event::SplitOffered { .. }
            | Event::SplitAnswered { .. }
            | Event::BetweenDeals
    )
}

impl Story {
    /// Begins with what is known now.
    pub(crate) fn begin(&mut self, view: Option<&OwnView>) {
        self.events.clear();
        self.start = view.cloned().map(Box::new);
    }

    /// An event that has been folded; `before` is the view that it was folded into.
    pub(crate) fn happened(&mut self, event: &Event, before: &OwnView, rules: &Rules) {
        if matches!(event, Event::DealBegan { .. }) || self.start.is_none() {
            self.begin(Some(before));
        }
        if self.events.len() == MOST
            && let Some(start) = &mut self.start
        {
            self.events.drain(..MOST / 2).for_each(|old| start.apply(rules, &old));
        }
        self.events.push(event.clone());
    }

    /// As bytes, to be kept while a page is loaded again; none where nothing was seen.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let start = WrittenView::from((**self.start.as_ref()?).clone());
        let events: Vec<WrittenEvent> = self.events.iter().cloned().map(Into::into).collect();
        Some(compact::write(&(start, events)))
    }

    /// Reads what [`Story::bytes`] gave. None where it is something else, or does not lead to what is known
    /// now: then something happened that nobody saw here.
    #[must_use]
    pub fn read(bytes: &[u8], rules: &Rules, now: &OwnView) -> Option<Story> {
        let (start, written) = compact::read::<(WrittenView, Vec<WrittenEvent>)>(bytes)?;
        let start = start.judge(rules).ok()?;
        let (mut view, mut events) = (start.clone(), Vec::new());
        for event in written.into_iter().take(MOST) {
            let event = event.judge(&view.table, rules).ok()?;
            view.apply(rules, &event);
            events.push(event);
        }
        (view == *now).then(|| Story { start: Some(Box::new(start)), events })
    }

    /// How many plays it has.
    #[must_use]
    pub fn plays(&self) -> usize {
        self.events.iter().filter(|event| is_play(event)).count()
    }

    /// The play with this number, from 0, and what was known right after it.
    #[must_use]
    pub fn at(&self, play: usize, rules: &Rules) -> Option<(&Event, OwnView)> {
        let mut view = (**self.start.as_ref()?).clone();
        let mut number = 0;
        for event in &self.events {
            view.apply(rules, event);
            if is_play(event) {
                if number == play {
                    return Some((event, view));
                }
                number += 1;
            }
        }
        None
    }
}
