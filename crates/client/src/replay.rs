//! A match looked at again from its record: every play of it, what a seat knew right after it, and all
//! hands.

use std::fmt;
use std::sync::Arc;

use upcard_cards::Cards;
use upcard_engine::record::{LineKind, Record, RecordError, ReplayError};
use upcard_engine::{Event, Game, Library, OwnView, Rules, Seat, Viewer};
use upcard_table::wire::{SeatInfo, Stage};

use crate::Session;
use crate::announce::{self, Line};
use crate::played::recorded;
use crate::story::is_play;

/// Why a text is no match that can be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayFault {
    /// It is longer than any record.
    Long,
    /// It is no record.
    Record(RecordError),
    /// Its plays do not follow from one another.
    Replay(ReplayError),
    /// Nothing was played in it.
    Empty,
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFault::Long => f.write_str("it is too long"),
            ReplayFault::Record(error) => error.fmt(f),
            ReplayFault::Replay(error) => error.fmt(f),
            ReplayFault::Empty => f.write_str("nothing was played"),
        }
    }
}

impl std::error::Error for ReplayFault {}

/// A play, and where it stands in the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The deal, from 1.
    pub deal: usize,
    /// The turn in the match, from 0: all plays of a turn have one.
    pub turn: usize,
    /// The line of the record.
    pub line: usize,
    /// Its event, in the order of all.
    event: usize,
}

/// A record that is looked at.
pub struct Replay {
    library: Arc<Library>,
    rules: Arc<Rules>,
    seats: Vec<String>,
    /// All that happened, nothing of it hidden.
    events: Vec<Event>,
    moments: Vec<Moment>,
    /// The match before each deal, with the number of events before it.
    deals: Vec<(usize, Game)>,
    /// Whoever looks at it had this seat.
    own: Option<Seat>,
}

/// The longest record that is read, in bytes: the longest matches of eight have a tenth of it.
const LONGEST: usize = 4_000_000;

impl Replay {
    /// Reads a record and plays it.
    ///
    /// # Errors
    /// Why it cannot be looked at, with the line where there is one.
    pub fn read(library: Arc<Library>, text: &str) -> Result<Replay, ReplayFault> {
        if text.len() > LONGEST {
            return Err(ReplayFault::Long);
        }
        let record = Record::parse(text).map_err(ReplayFault::Record)?;
        Replay::of(library, &record)
    }

    /// Plays a record. One that stops being legal in the middle is none.
    ///
    /// # Errors
    /// Why it cannot be looked at, with the line where there is one.
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

    /// Whoever looks at it had this seat, which is called 'you' from now on. All others have their names, also for
    /// whoever looks through their eyes.
    #[must_use]
    pub fn told_to(self, own: Option<Seat>) -> Replay {
        Replay { own, ..self }
    }

    /// The rules of the match.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Who played, by seat.
    #[must_use]
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The plays, in the order in which they happened; there is one at least.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// All that happened, nothing of it hidden.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many deals something was played in.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.moment(usize::MAX).deal
    }

    fn moment(&self, at: usize) -> Moment {
        self.moments[at.min(self.moments.len() - 1)]
    }

    /// The first play of a deal, from 1; the last play of all where there is no such deal.
    #[must_use]
    pub fn deal_start(&self, deal: usize) -> usize {
        let first = self.moments.iter().position(|moment| moment.deal >= deal);
        first.unwrap_or(self.moments.len() - 1)
    }

    /// The first play of the next turn, or the last play of all.
    #[must_use]
    pub fn turn_on(&self, at: usize) -> usize {
        let now = self.moment(at).turn;
        let next = self.moments.iter().position(|moment| moment.turn > now);
        next.unwrap_or(self.moments.len() - 1)
    }

    /// The first play of this turn, or where it is that, of the turn before.
    #[must_use]
    pub fn turn_back(&self, at: usize) -> usize {
        let at = at.min(self.moments.len() - 1);
        let wanted = self.moments[at.saturating_sub(1)].turn;
        self.moments.iter().position(|moment| moment.turn == wanted).unwrap_or(0)
    }

    /// The play at a line of the record, or the last one before it.
    #[must_use]
    pub fn at_line(&self, line: usize) -> usize {
        self.moments.iter().rposition(|moment| moment.line <= line).unwrap_or(0)
    }

    /// The last event of a play: after the very last one comes what the match came to.
    fn last_event(&self, moment: Moment) -> usize {
        let ends = self.moments.last() == Some(&moment) && moment.deal == self.deals.len();
        if ends { self.events.len() - 1 } else { moment.event }
    }

    /// What a seat knew right after this play; what all see where no seat is given.
    #[must_use]
    pub fn view(&self, at: usize, eye: Option<Seat>) -> OwnView {
        let moment = self.moment(at);
        let (begun, game) = &self.deals[moment.deal - 1];
        let mut view = game.own_view(eye);
        let viewer = eye.map_or(Viewer::Spectator, Viewer::Seat);
        for event in &self.events[*begun..=self.last_event(moment)] {
            view.apply(&self.rules, &event.seen_by(viewer));
        }
        view
    }

    /// All hands right after this play, by seat.
    #[must_use]
    pub fn hands(&self, at: usize) -> Vec<Cards> {
        let hand = |seat| self.view(at, Some(seat)).hand;
        Seat::all(self.rules.players).map(hand).collect()
    }

    /// The table after the last play and what came of it, as all see it.
    pub(crate) fn end(&self) -> OwnView {
        self.end_of(None)
    }

    /// The same as a seat knew it.
    fn end_of(&self, eye: Option<Seat>) -> OwnView {
        let (begun, game) = &self.deals[self.deals.len() - 1];
        let mut view = game.own_view(eye);
        let viewer = eye.map_or(Viewer::Spectator, Viewer::Seat);
        for event in &self.events[*begun..] {
            view.apply(&self.rules, &event.seen_by(viewer));
        }
        view
    }

    /// The table after the match, as a seat knew it, told to whoever had that seat.
    #[must_use]
    pub fn over(&self, own: Option<Seat>) -> Session {
        let mut session = self.session(usize::MAX, own);
        session.tell_looker(own);
        session.view = Some(self.end_of(own));
        session
    }

    /// A table that stands still at this moment, as a seat knew it.
    #[must_use]
    pub fn session(&self, at: usize, eye: Option<Seat>) -> Session {
        let mut session = Session::new(self.library.clone(), 1);
        session.seated = self.seats.iter().map(|name| SeatInfo::of(recorded(name))).collect();
        session.present = vec![true; self.seats.len()];
        session.seat = eye;
        session.tell_looker(self.own);
        session.stage = Stage::Over;
        session.rules = Some(self.rules.clone());
        session.view = Some(self.view(at, eye));
        session
    }

    /// The plays of a deal, from 1, each with what a seat was told of it. `word` gets the table as it was
    /// right after the play.
    pub fn lines<T>(
        &self,
        deal: usize,
        eye: Option<Seat>,
        mut word: impl FnMut(usize, &Session, Option<&Line>) -> T,
    ) -> Vec<T> {
        let Some((begun, game)) = self.deals.get(deal.wrapping_sub(1)) else { return Vec::new() };
        let first = self.deal_start(deal);
        let mut session = self.session(first, eye);
        session.view = Some(game.own_view(eye));
        let viewer = eye.map_or(Viewer::Spectator, Viewer::Seat);
        let (mut next, mut words) = (*begun, Vec::new());
        let plays = self.moments.iter().enumerate().skip(first);
        for (at, moment) in plays.take_while(|(_, moment)| moment.deal == deal) {
            let last = self.last_event(*moment);
            for event in &self.events[next..=last] {
                if let Some(view) = &mut session.view {
                    view.apply(&self.rules, &event.seen_by(viewer));
                }
            }
            next = last + 1;
            words.push(word(at, &session, self.line(at, &session).as_ref()));
        }
        words
    }

    /// What happened in this play, as the seat of this session was told it.
    #[must_use]
    pub fn line(&self, at: usize, session: &Session) -> Option<Line> {
        let event = self.events.get(self.moment(at).event)?;
        let viewer = session.seat.map_or(Viewer::Spectator, Viewer::Seat);
        announce::happened(session, &event.seen_by(viewer))
    }
}

#[cfg(test)]
pub(crate) mod tests;
