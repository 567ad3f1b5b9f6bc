//! Play-by-play history of the current deal, for review at the table.

use upcard_engine::{Event, OwnView, RawEvent, RawView, Rules};
use upcard_table::compact;

/// Maximum number of events. A deal has a few hundred; in a longer one the beginning is dropped.
const MAX_EVENTS: usize = 2_000;

/// Events seen in the current deal, since its start or since the client joined.
#[derive(Clone, Debug, Default)]
pub struct Story {
    start: Option<Box<OwnView>>,
    events: Vec<Event>,
}

/// Returns `true` for events that a person would call a play: all except questions, declined offers and
/// scoring.
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
    /// Starts from the current view.
    pub(crate) fn begin(&mut self, view: Option<&OwnView>) {
        self.events.clear();
        self.start = view.cloned().map(Box::new);
    }

    /// Records an event that is being folded; `before` is the view before it.
    pub(crate) fn apply_event(&mut self, event: &Event, before: &OwnView, rules: &Rules) {
        if matches!(event, Event::DealBegan { .. }) || self.start.is_none() {
            self.begin(Some(before));
        }
        if self.events.len() == MAX_EVENTS
            && let Some(start) = &mut self.start
        {
            self.events.drain(..MAX_EVENTS / 2).for_each(|old| start.apply(rules, &old));
        }
        self.events.push(event.clone());
    }

    /// Serializes the story, to keep it across a page reload; `None` if it is empty.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let start = RawView::from((**self.start.as_ref()?).clone());
        let events: Vec<RawEvent> = self.events.iter().cloned().map(Into::into).collect();
        Some(compact::write(&(start, events)))
    }

    /// Parses the output of [`Story::bytes`]. `None` if it is invalid or does not lead to the current view,
    /// because events were missed.
    #[must_use]
    pub fn read(bytes: &[u8], rules: &Rules, now: &OwnView) -> Option<Story> {
        let (start, written) = compact::read::<(RawView, Vec<RawEvent>)>(bytes)?;
        let start = start.validate(rules).ok()?;
        let (mut view, mut events) = (start.clone(), Vec::new());
        for event in written.into_iter().take(MAX_EVENTS) {
            let event = event.validate(&view.table, rules).ok()?;
            view.apply(rules, &event);
            events.push(event);
        }
        (view == *now).then(|| Story { start: Some(Box::new(start)), events })
    }

    /// Number of plays.
    #[must_use]
    pub fn plays(&self) -> usize {
        self.events.iter().filter(|event| is_play(event)).count()
    }

    /// The play with this index, and the view right after it.
    #[must_use]
    pub fn at(&self, play: usize, rules: &Rules) -> Option<(&Event, OwnView)> {
        let mut view = (**self.start.as_ref()?).clone();
        let events = self.events.iter().inspect(|event| view.apply(rules, event));
        let event = events.filter(|event| is_play(event)).nth(play)?;
        Some((event, view))
    }
}
