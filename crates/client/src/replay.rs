//! Replay of a match from its record: every play, what a seat knew right after it, and all hands.

use std::sync::Arc;

use upcard_cards::Cards;
use upcard_engine::record::{LineKind, Record, RecordError, ReplayError};
use upcard_engine::{Event, Game, Library, OwnView, Rules, Seat, Viewer};
use upcard_table::wire::{SeatInfo, Stage};

use crate::Session;
use crate::announce::{self, Announcement};
use crate::played::parse_sitter;
use crate::story::is_play;

/// Why a text cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, strum::Display)]
pub enum ReplayFault {
    /// Longer than the maximum.
    #[strum(to_string = "it is too long")]
    TooLong,
    /// Not a valid record.
    #[strum(transparent)]
    Record(RecordError),
    /// The actions are not legal.
    #[strum(transparent)]
    Replay(ReplayError),
    /// It contains no plays.
    #[strum(to_string = "nothing was played")]
    Empty,
}

impl std::error::Error for ReplayFault {}

/// Position of a play in the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Deal, from 1.
    pub deal: usize,
    /// Turn within the match, from 0; shared by all plays of a turn.
    pub turn: usize,
    /// Line of the record.
    pub line: usize,
    /// Index of its event.
    event: usize,
}

/// A replayed record.
pub struct Replay {
    library: Arc<Library>,
    rules: Arc<Rules>,
    seats: Vec<String>,
    /// All events, uncensored.
    events: Vec<Event>,
    moments: Vec<Moment>,
    /// Game state before each deal, with the number of events before it.
    deals: Vec<(usize, Game)>,
    /// Seat of the person viewing the replay.
    own: Option<Seat>,
}

/// Maximum size of a record in bytes; the longest matches of eight players have a tenth of it.
const MAX_RECORD_BYTES: usize = 4_000_000;

impl Replay {
    /// Parses and replays a record.
    ///
    /// # Errors
    /// Why it cannot be replayed, with the line if there is one.
    pub fn read(library: Arc<Library>, text: &str) -> Result<Replay, ReplayFault> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(ReplayFault::TooLong);
        }
        let record = Record::parse(text).map_err(ReplayFault::Record)?;
        Replay::of(library, &record)
    }

    /// Replays a record, which must be legal throughout.
    ///
    /// # Errors
    /// Why it cannot be replayed, with the line if there is one.
    pub fn of(library: Arc<Library>, record: &Record) -> Result<Replay, ReplayFault> {
        let rules = record.table_rules().map_err(ReplayFault::Replay)?;
        let (mut events, mut moments, mut deals) = (Vec::new(), Vec::new(), Vec::new());
        let (mut turn, mut turns_begun) = (0, false);
        record
            .replay(|step, happened| {
                if matches!(step.line.kind, LineKind::Next(_)) || deals.is_empty() {
                    deals.push((events.len(), step.before.clone()));
                }
                for event in happened {
                    if matches!(event, Event::TurnBegan { .. } | Event::DealBegan { .. }) {
                        turn += usize::from(turns_begun);
                        turns_begun = false;
                    }
                    if is_play(event) {
                        turns_begun = true;
                        let (deal, line) = (deals.len(), step.line.number);
                        moments.push(Moment { deal, turn, line, event: events.len() });
                    }
                    events.push(event.clone());
                }
            })
            .map_err(ReplayFault::Replay)?;
        if moments.is_empty() {
            return Err(ReplayFault::Empty);
        }
        let seats = record.seats.clone();
        Ok(Replay { library, rules, seats, events, moments, deals, own: None })
    }

    /// Sets the seat of the person viewing the replay, who is addressed as 'you'. All others appear by name,
    /// even when viewed from their seats.
    #[must_use]
    pub fn addressed_to(self, own: Option<Seat>) -> Replay {
        Replay { own, ..self }
    }

    /// Rules of the match.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Names by seat.
    #[must_use]
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// All plays in order; never empty.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// All events, uncensored.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Number of deals with plays.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.moment(usize::MAX).deal
    }

    fn moment(&self, at: usize) -> Moment {
        self.moments[at.min(self.moments.len() - 1)]
    }

    /// First play of a deal, from 1; the last play of the match if there is no such deal.
    #[must_use]
    pub fn deal_start(&self, deal: usize) -> usize {
        let first = self.moments.iter().position(|moment| moment.deal >= deal);
        first.unwrap_or(self.moments.len() - 1)
    }

    /// First play of the next turn, or the last play of the match.
    #[must_use]
    pub fn next_turn(&self, at: usize) -> usize {
        let now = self.moment(at).turn;
        let next = self.moments.iter().position(|moment| moment.turn > now);
        next.unwrap_or(self.moments.len() - 1)
    }

    /// First play of this turn; if `at` is that play, the first of the previous turn.
    #[must_use]
    pub fn previous_turn(&self, at: usize) -> usize {
        let at = at.min(self.moments.len() - 1);
        let wanted = self.moments[at.saturating_sub(1)].turn;
        self.moments.iter().position(|moment| moment.turn == wanted).unwrap_or(0)
    }

    /// Last event of a play: the last play includes the end of the match.
    fn last_event(&self, moment: Moment) -> usize {
        let ends = self.moments.last() == Some(&moment) && moment.deal == self.deals.len();
        if ends { self.events.len() - 1 } else { moment.event }
    }

    /// What a seat knew right after this play; the spectator view if `viewer` is `None`.
    #[must_use]
    pub fn view(&self, at: usize, viewer: Option<Seat>) -> OwnView {
        let moment = self.moment(at);
        self.view_after(moment.deal, self.last_event(moment), viewer)
    }

    /// The same right after an event of a deal, from 1.
    fn view_after(&self, deal: usize, event: usize, viewer: Option<Seat>) -> OwnView {
        let (begun, game) = &self.deals[deal - 1];
        let mut view = game.own_view(viewer);
        let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        for event in &self.events[*begun..=event] {
            view.apply(&self.rules, &event.redacted_for(viewer));
        }
        view
    }

    /// All hands right after this play, by seat.
    #[must_use]
    pub fn hands(&self, at: usize) -> Vec<Cards> {
        let hand = |seat| self.view(at, Some(seat)).hand;
        Seat::all(self.rules.players).map(hand).collect()
    }

    /// Spectator view after the end of the match.
    pub(crate) fn end(&self) -> OwnView {
        self.end_of(None)
    }

    /// The same from a seat's view.
    fn end_of(&self, viewer: Option<Seat>) -> OwnView {
        self.view_after(self.deals.len(), self.events.len() - 1, viewer)
    }

    /// Session after the match from the view of a seat, addressed to its player.
    #[must_use]
    pub fn over(&self, own: Option<Seat>) -> Session {
        let mut session = self.session(usize::MAX, own);
        session.address_replay_viewer(own);
        session.view = Some(self.end_of(own));
        session
    }

    /// Session frozen at this moment, from the view of a seat.
    #[must_use]
    pub fn session(&self, at: usize, viewer: Option<Seat>) -> Session {
        let mut session = Session::new(self.library.clone(), 1);
        session.seated = self.seats.iter().map(|name| SeatInfo::of(parse_sitter(name))).collect();
        session.present = vec![true; self.seats.len()];
        session.seat = viewer;
        session.address_replay_viewer(self.own);
        session.stage = Stage::Over;
        session.rules = Some(self.rules.clone());
        session.view = Some(self.view(at, viewer));
        session
    }

    /// Plays of a deal, from 1, each with the announcement to a seat. `word` gets the session right after the
    /// play.
    pub fn lines<T>(
        &self,
        deal: usize,
        viewer: Option<Seat>,
        mut word: impl FnMut(usize, &Session, Option<&Announcement>) -> T,
    ) -> Vec<T> {
        let Some((begun, game)) = self.deals.get(deal.wrapping_sub(1)) else { return Vec::new() };
        let first = self.deal_start(deal);
        let mut session = self.session(first, viewer);
        session.view = Some(game.own_view(viewer));
        let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        let (mut next, mut words) = (*begun, Vec::new());
        let plays = self.moments.iter().enumerate().skip(first);
        for (at, moment) in plays.take_while(|(_, moment)| moment.deal == deal) {
            let last = self.last_event(*moment);
            for event in &self.events[next..=last] {
                if let Some(view) = &mut session.view {
                    view.apply(&self.rules, &event.redacted_for(viewer));
                }
            }
            next = last + 1;
            words.push(word(at, &session, self.line(at, &session).as_ref()));
        }
        words
    }

    /// Announcement of this play to the seat of this session.
    #[must_use]
    pub fn line(&self, at: usize, session: &Session) -> Option<Announcement> {
        let event = self.events.get(self.moment(at).event)?;
        let viewer = session.seat.map_or(Viewer::Spectator, Viewer::Seat);
        announce::event_line(session, &event.redacted_for(viewer))
    }
}

#[cfg(test)]
pub(crate) mod tests;
