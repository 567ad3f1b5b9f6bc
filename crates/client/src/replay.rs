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
        Ok(Replay { library, rules, seats: record.seats.clone(), events, moments, deals })
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

    /// The table after the match, as a seat knew it.
    #[must_use]
    pub fn over(&self, eye: Option<Seat>) -> Session {
        let mut session = self.session(usize::MAX, eye);
        session.view = Some(self.end_of(eye));
        session
    }

    /// A table that stands still at this moment, as a seat knew it.
    #[must_use]
    pub fn session(&self, at: usize, eye: Option<Seat>) -> Session {
        let mut session = Session::new(self.library.clone(), 1);
        session.seated = self.seats.iter().map(|name| SeatInfo::of(recorded(name))).collect();
        session.present = vec![true; self.seats.len()];
        session.seat = eye;
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
pub(crate) mod tests {
    use upcard_bots::{Bot, Budget, Novice};
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::MatchFigures;

    /// The record of a match of novices with these names, of so many deals at the most, as somebody gets it: as
    /// text. Each step is told, with the game after it.
    pub(crate) fn record_of(
        rules: Arc<Rules>,
        names: Vec<String>,
        (seed, deals): (u8, u8),
        mut tell: impl FnMut(&Game, Vec<Event>),
    ) -> Record {
        let mut record = Record::new(rules.set.clone(), names);
        let mut game = Game::new(rules, Chance::new([seed; 32], [0; 32]));
        while !game.is_over() && game.table().deals_begun() < deals {
            let mut events = Vec::new();
            match game.to_act() {
                None => {
                    game.next_deal(&mut events);
                    record.began(&events);
                }
                Some(seat) => {
                    let action = Novice.decide(&game.view(seat), &Budget::Playouts(1));
                    game.act(seat, &action, &mut events).unwrap();
                    record.acted(seat, &action, &events);
                }
            }
            tell(&game, events);
        }
        Record::parse(&record.to_string()).unwrap()
    }

    fn played(game: &str, players: u8, seed: u8) -> (Record, Vec<Event>, Vec<Game>) {
        let library = Library::standard().unwrap();
        let rules = Arc::new(Rules::new(library.select(game, &[]).unwrap(), players).unwrap());
        let names = (1..=players).map(|seat| format!("Player {seat}")).collect();
        let (mut all, mut games) = (Vec::new(), Vec::new());
        let record = record_of(rules, names, (seed, 4), |game, events| {
            all.extend(events);
            games.push(game.clone());
        });
        (record, all, games)
    }

    /// Places, points and what was laid are those of the match.
    #[test]
    fn figures_are_those_of_the_match() {
        for (game, players) in [("contract-rummy", 4), ("gin", 2), ("rummy-500", 3)] {
            let (record, all, games) = played(game, players, 3);
            let replay = Replay::of(library(), &record).unwrap();
            let scores: Vec<i32> = games.last().unwrap().table().scores().to_vec();
            let ended = all.iter().filter(|e| matches!(e, Event::DealEnded { .. })).count();
            let lowest_wins = game == "contract-rummy";
            for seat in Seat::all(players) {
                let figures = MatchFigures::of(&replay, seat).unwrap();
                assert_eq!(figures.deals.len(), ended, "{game}");
                let own = scores[seat.index()];
                let better =
                    scores.iter().filter(|n| if lowest_wins { **n < own } else { **n > own });
                assert_eq!(usize::from(figures.place), better.count() + 1, "{game} {scores:?}");
                let bought =
                    |e: &&Event| matches!(e, Event::Bought { seat: by, .. } if *by == seat);
                let sum: usize = figures.deals.iter().map(|deal| usize::from(deal.bought)).sum();
                if game == "contract-rummy" {
                    let points: i32 = figures.deals.iter().map(|deal| deal.points).sum();
                    assert_eq!(points, own);
                }
                // Buys of a deal that did not end are in none.
                assert!(sum <= all.iter().filter(bought).count());
                assert!(game == "gin" || figures.deals.iter().any(|deal| deal.laid));
            }
            assert_eq!(MatchFigures::of(&replay, Seat::at(usize::from(players))), None);
        }
    }

    fn library() -> Arc<Library> {
        Arc::new(Library::standard().unwrap())
    }

    /// What is kept of a match that was missed has its result, and so has its last play.
    #[test]
    fn after_the_match_it_is_as_it_ended() {
        let rules = library().select("gin", &[]).unwrap();
        let names = ["Ann".to_owned(), "bot sharp".to_owned()].to_vec();
        let mut last = None;
        let record =
            record_of(Arc::new(Rules::new(rules, 2).unwrap()), names, (3, 99), |game, _| {
                last = Some(game.clone());
            });
        let (replay, last) = (Replay::of(library(), &record).unwrap(), last.unwrap());
        assert!(last.is_over());
        let own = last.own_view(Some(Seat::at(1)));
        let over = replay.over(Some(Seat::at(1)));
        assert_eq!(over.view.as_ref(), Some(&own));
        assert_eq!(replay.view(usize::MAX, Some(Seat::at(1))), own);
        assert_eq!(
            (over.player_name(Seat::at(0)), over.player_name(Seat::at(1))),
            (Some("Ann"), None)
        );
    }

    /// After every play each seat sees what it saw at the table, and no more.
    #[test]
    fn every_moment_is_as_it_was_at_the_table() {
        for (game, players) in
            [("contract-rummy", 4), ("gin", 2), ("rummy-500", 3), ("pool-101", 3)]
        {
            let (record, all, games) = played(game, players, 7);
            let replay = Replay::of(library(), &record).unwrap();
            assert_eq!(replay.moments().len(), all.iter().filter(|event| is_play(event)).count());
            let mut looked = 0;
            for now in &games {
                let views: Vec<OwnView> =
                    Seat::all(players).map(|seat| now.own_view(Some(seat))).collect();
                // Where an action came to one play alone, or to several, the last of them is this one.
                let same = |at: &usize| replay.view(*at, Some(Seat::at(0))) == views[0];
                let near = looked..(looked + 40).min(replay.moments().len());
                let Some(at) = near.clone().find(same) else { continue };
                looked = at;
                for (seat, view) in Seat::all(players).zip(&views) {
                    assert_eq!(&replay.view(at, Some(seat)), view, "{game} {at}");
                    assert_eq!(replay.hands(at)[seat.index()], view.hand);
                }
            }
            assert!(looked > replay.moments().len() / 2, "{game}: {looked}");
        }
    }

    #[test]
    fn turns_and_deals_are_gone_to_forward_and_back() {
        let (record, ..) = played("contract-rummy", 4, 3);
        let replay = Replay::of(library(), &record).unwrap();
        let last = replay.moments().len() - 1;
        let mut at = 0;
        let mut turns = 0;
        while at < last {
            let next = replay.turn_on(at);
            assert!(next > at);
            if replay.moments()[next].turn > replay.moments()[at].turn {
                assert_eq!(replay.turn_back(next), at, "back from {next}");
            }
            (at, turns) = (next, turns + 1);
        }
        assert!(turns > 20, "{turns} turns");
        assert_eq!((replay.turn_on(last), replay.turn_back(0)), (last, 0));
        for deal in 1..=replay.deals() {
            let start = replay.deal_start(deal);
            assert_eq!(replay.moments()[start].deal, deal);
            assert!(start == 0 || replay.moments()[start - 1].deal < deal);
        }
        assert_eq!(replay.deal_start(99), last);
        for (at, moment) in replay.moments().iter().enumerate() {
            assert!(replay.at_line(moment.line) >= at);
            assert_eq!(replay.moments()[replay.at_line(moment.line)].line, moment.line);
        }
    }

    /// Nobody is told of another's cards: a line through the eyes of a seat names no card that it did
    /// not see, and every play has its line.
    #[test]
    fn lines_are_those_that_the_seat_was_told() {
        let (record, ..) = played("contract-rummy", 4, 5);
        let replay = Replay::of(library(), &record).unwrap();
        let (mut own, mut others) = (0, 0);
        for at in 0..replay.moments().len() {
            let event = &replay.events[replay.moments[at].event];
            let Event::Drew { seat, .. } = event else { continue };
            let session = replay.session(at, Some(Seat::at(0)));
            let line = replay.line(at, &session).unwrap();
            let named = line.args.iter().any(|(name, _)| *name == "card");
            assert_eq!(named, *seat == Seat::at(0));
            *(if named { &mut own } else { &mut others }) += 1;
        }
        assert!(own > 3 && others > own, "{own} own, {others} of others");
        for deal in 1..=replay.deals() {
            let lines = replay.lines(deal, Some(Seat::at(1)), |at, session, line| {
                assert_eq!(session.view.as_ref(), Some(&replay.view(at, Some(Seat::at(1)))));
                assert_eq!(line, replay.line(at, session).as_ref());
                at
            });
            let start = replay.deal_start(deal);
            assert_eq!(lines, (start..start + lines.len()).collect::<Vec<_>>());
        }
        assert!(replay.lines(99, None, |at, _, _| at).is_empty());
        let session = replay.session(0, None);
        assert!(session.view().is_none() && session.view.is_some());
    }

    #[test]
    fn what_is_no_record_is_refused_with_its_reason() {
        let read = |text: &str| Replay::read(library(), text).err();
        assert!(matches!(read(""), Some(ReplayFault::Record(_))));
        assert!(matches!(read("nonsense"), Some(ReplayFault::Record(_))));
        assert_eq!(read(&" ".repeat(LONGEST + 1)), Some(ReplayFault::Long));
        let (record, ..) = played("gin", 2, 1);
        let text = record.to_string();
        assert!(read(&text).is_none());
        // Half a record is a match that is not over; one with a line taken out is none.
        let lines: Vec<&str> = text.lines().collect();
        let empty = Record { lines: Vec::new(), ..record };
        assert_eq!(read(&empty.to_string()), Some(ReplayFault::Empty));
        let without = |gone: usize| {
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone);
            kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        let broken = (0..lines.len()).filter(|gone| read(&without(*gone)).is_some()).count();
        assert!(broken * 2 > lines.len(), "{broken} of {}", lines.len());
    }
}
