//! A client's state of its table, folded from messages only.

use std::sync::Arc;

use upcard_engine::{
    Action, Event, Library, MAX_PLAYERS, OwnView, Phase, RawEvent, Rules, Seat, Seats,
    ValidationError, View,
};
use upcard_table::Hex;
use upcard_table::wire::{
    Change, ClientMessage, Company, DealRow, Lost, Opening, Pace, SeatChange, SeatInfo,
    ServerMessage, SetUp, Sitter, Snapshot, Stage, TableError, Window,
};

use crate::addressee::Addressee;
use crate::note::Note;
use crate::played::parse_sitter;
use crate::{Fairness, Story};

/// Source of the list of players of the finished match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum PlayersSource {
    /// Guessed from the current seating, since this client joined later.
    #[default]
    Guessed,
    /// The match's record.
    Recorded,
    /// This client was present at the end.
    Seen,
}

/// A client's state of its table.
#[derive(Clone, Debug, Default)]
pub struct Session {
    library: Arc<Library>,
    /// Rules of the match.
    pub rules: Option<Arc<Rules>>,
    /// View of the match.
    pub view: Option<OwnView>,
    /// This client's seat.
    pub seat: Option<Seat>,
    pub(crate) addressee: Addressee,
    /// `true` if this client is the host.
    pub host: bool,
    /// Seat of the host.
    pub host_seat: Option<Seat>,
    /// Seats that this client has held in the current match.
    pub held: Seats,
    /// Why this client lost its seat.
    pub lost: Option<Lost>,
    /// Stage of the table.
    pub stage: Stage,
    /// Setup of the table.
    pub set_up: Option<SetUp>,
    /// Seats.
    pub seated: Vec<SeatInfo>,
    /// Previous person of each seat.
    former: Vec<Option<String>>,
    /// Players of the finished match, until the next one begins.
    played: Vec<Sitter>,
    players_source: PlayersSource,
    /// Connection status by seat.
    pub present: Vec<bool>,
    /// Number of the match, from 1.
    pub number: u32,
    /// Last sequence number folded.
    pub sequence: Option<u64>,
    /// Finished deals of the match.
    pub sheet: Vec<DealRow>,
    /// Time window of the current decision.
    pub window: Option<Window>,
    /// Plays of the current deal.
    pub story: Story,
    /// `true` if phrases are allowed.
    pub phrases: bool,
    /// Visitors and their requests.
    pub company: Company,
    /// Open seats by visitor, as sent by the server; empty for older servers.
    pub openings: Vec<Opening>,
    /// Fairness checks of the deals.
    pub fairness: Fairness,
    /// This client's commitment for the next match that the table has.
    committed: Option<Hex<32>>,
    /// Speed of bots and card animations at a server's table.
    pub pace: Pace,
    /// `true` if the table allows hints.
    pub hints: bool,
    /// `true` if this client's hand was dropped in this deal because of missed turns.
    pub dropped: bool,
    /// Id of the pending action.
    pub sent: Option<u64>,
    /// Decision that the pending action answers.
    answering: u32,
    /// Offer or call that this client's seat has answered; it stays open until all have.
    answered: Option<u32>,
    next_id: u64,
}

impl Session {
    /// Empty state. `first_id` is the id of the first action; a reconnecting client must pass an id larger
    /// than all it has used.
    #[must_use]
    pub fn new(library: Arc<Library>, first_id: u64) -> Session {
        Session { library, phrases: true, hints: true, next_id: first_id, ..Session::default() }
    }

    /// Library of games.
    #[must_use]
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// This client's view for judging actions; `None` for spectators and before the match.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        self.view.as_ref()?.view(self.rules.as_ref()?)
    }

    /// Returns `true` in this client's turn, even while others decide.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.view().is_some_and(|view| view.table.turn().seat == view.seat)
    }

    /// Returns `true` if this client's seat has a pending decision and is not played by a bot.
    #[must_use]
    pub fn must_decide(&self) -> bool {
        let asks = |view: View<'_>| view.table.asks(view.seat) && !self.has_answered();
        self.view().is_some_and(asks) && !self.covered()
    }

    /// Returns `true` if this client's seat has answered the current offer or call. The table reveals answers
    /// only when all are in, so the client tracks its own.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        self.view.as_ref().is_some_and(|own| {
            let offer = matches!(own.table.phase(), Phase::Offers { .. } | Phase::Call { .. });
            let decision = own.table.decision();
            let on_its_way = self.sent.is_some() && self.answering == decision;
            offer && (on_its_way || self.answered == Some(decision))
        })
    }

    /// Number of consecutive missed turns after which a hand is dropped; 0 for never.
    #[must_use]
    pub fn missed_turns_allowed(&self) -> u8 {
        let rules = self.rules.as_ref();
        rules.and_then(|rules| rules.set.choices.dropping.missed_turns.0).unwrap_or(0)
    }

    /// Returns `true` if a bot plays this client's seat.
    #[must_use]
    pub fn covered(&self) -> bool {
        self.seat.and_then(|seat| self.seated.get(seat.index())).is_some_and(|info| info.covered)
    }

    /// Returns `true` if the upcard is offered to any seat.
    #[must_use]
    pub fn is_offer(&self) -> bool {
        let phase = self.view.as_ref().map(|own| own.table.phase());
        matches!(phase, Some(Phase::Offers { .. })) && self.stage == Stage::Playing
    }

    /// Creates the message for an action, unless another one is pending.
    pub fn act(&mut self, action: &Action) -> Option<ClientMessage> {
        let decision = self.view.as_ref()?.table.decision();
        if self.sent.is_some() {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        self.sent = Some(id);
        self.answering = decision;
        Some(ClientMessage::Act { id, decision, action: action.to_string() })
    }

    /// Creates the message that commits this person to entropy for the next match, if one is needed.
    pub fn commit(&mut self, random: impl FnOnce() -> [u8; 32]) -> Option<ClientMessage> {
        if self.seat.is_none() || self.stage == Stage::Gathering {
            return None;
        }
        let message = self.fairness.commit(self.committed, random);
        if let Some(ClientMessage::Commit { commitment }) = &message {
            self.committed = Some(*commitment);
        }
        message
    }

    /// Name of a seat's person; `None` for bots and free seats.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&str> {
        match &self.seated.get(seat.index())?.sitter {
            Sitter::Person { name } => Some(name),
            Sitter::Bot { .. } | Sitter::Free => None,
        }
    }

    /// Name of the previous person of a seat.
    #[must_use]
    pub fn former_name(&self, seat: Seat) -> Option<&str> {
        self.former.get(seat.index())?.as_deref()
    }

    /// Player of a seat in the current or last match, otherwise the current occupant.
    #[must_use]
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        let now = || self.seated.get(seat.index()).map(|info| &info.sitter);
        self.played.get(seat.index()).or_else(now)
    }

    /// Returns `true` if this client was present at the end of the finished match.
    #[must_use]
    pub fn saw_the_end(&self) -> bool {
        self.stage == Stage::Over && self.players_source == PlayersSource::Seen
    }

    /// Returns `true` if the players of the finished match are only guessed from the current seating. Its
    /// record has them.
    #[must_use]
    pub fn guesses_players(&self) -> bool {
        self.stage == Stage::Over
            && self.view.is_some()
            && self.players_source == PlayersSource::Guessed
    }

    /// Sets the players of the finished match from the names in its record, including people who have left
    /// since. Keeps this client's seat.
    pub fn name_players(&mut self, names: &[String]) {
        if !self.guesses_players() {
            return;
        }
        self.players_source = PlayersSource::Recorded;
        let now = match self.played.is_empty() {
            true => sitters(&self.seated),
            false => std::mem::take(&mut self.played),
        };
        let sitter = |(at, name): (usize, &String)| {
            match now.get(at) {
                Some(sitter) if self.seat == Some(Seat::at(at)) => sitter.clone(),
                // A seat that was given up during the match.
                Some(Sitter::Bot { level }) => Sitter::Bot { level: *level },
                _ => parse_sitter(name),
            }
        };
        self.played = names.iter().take(MAX_PLAYERS).enumerate().map(sitter).collect();
    }

    /// Remembers the players at the end of the match.
    fn finish_match(&mut self) {
        if self.stage == Stage::Playing {
            self.played = sitters(&self.seated);
            self.players_source = PlayersSource::Seen;
        }
        self.stage = Stage::Over;
    }

    /// Folds a message into the state.
    pub fn fold(&mut self, message: ServerMessage) -> Option<Note> {
        match message {
            ServerMessage::Welcome { seat, host, .. } => {
                self.seat = seat;
                self.host = host;
                // If phrases are off, the table says so in a later message.
                self.phrases = true;
                self.company = Company::default();
                self.openings.clear();
                None
            }
            ServerMessage::Company(company) => {
                self.company = *company;
                Some(Note::Company)
            }
            ServerMessage::Openings(openings) => {
                self.openings = openings;
                Some(Note::Company)
            }
            ServerMessage::Snapshot(snapshot) => match self.replace(*snapshot) {
                Ok(()) => Some(Note::Fresh),
                Err(_) => Some(Note::Error(TableError::Damaged)),
            },
            ServerMessage::Event { sequence, event } => match self.step(sequence) {
                Ok(()) => self.apply_event(event),
                Err(note) => note,
            },
            ServerMessage::Change { sequence, change } => match self.step(sequence) {
                Ok(()) => Some(self.apply_change(change)),
                Err(note) => note,
            },
            ServerMessage::Window(window) => {
                self.window = Some(window);
                None
            }
            ServerMessage::Accepted { id } => {
                if self.sent == Some(id) {
                    self.sent = None;
                    self.answered = Some(self.answering);
                }
                None
            }
            ServerMessage::Refused { id, why } => {
                if self.sent == Some(id) {
                    self.sent = None;
                }
                Some(Note::Refused(why))
            }
            ServerMessage::Said { seat, phrase } => Some(Note::Phrase(seat, phrase)),
            ServerMessage::Error { error } => {
                if error == TableError::UsedEntropy {
                    self.fairness.refused();
                    self.committed = None;
                }
                Some(Note::Error(error))
            }
            ServerMessage::Presence { present } => {
                let changed = |(_, (was, is)): &(usize, (&bool, &bool))| was != is;
                let mut seats = self.present.iter().zip(&present).enumerate();
                let note = seats.find(changed).map(|(i, (_, is))| Note::Presence(Seat::at(i), *is));
                self.present = present;
                note
            }
            ServerMessage::Pong => None,
            ServerMessage::Phrases { allowed } => {
                let changed = self.phrases != allowed;
                self.phrases = allowed;
                changed.then_some(Note::Phrases(allowed))
            }
        }
    }

    /// Advances the sequence number. The error is the note on a duplicate or a gap.
    fn step(&mut self, sequence: u64) -> Result<(), Option<Note>> {
        match self.sequence {
            Some(last) if sequence <= last => Err(None),
            Some(last) if sequence == last + 1 => {
                self.sequence = Some(sequence);
                Ok(())
            }
            _ => Err(Some(Note::Gap)),
        }
    }

    /// Replaces the state by a snapshot, unless the snapshot is invalid under these rules.
    fn replace(&mut self, snapshot: Snapshot) -> Result<(), ValidationError> {
        let rules = snapshot.set_up.source().rules(&self.library).ok().map(Arc::new);
        let shown = snapshot.view.clone().zip(rules.as_deref());
        let view = shown.map(|(view, rules)| view.validate(rules)).transpose()?;
        self.fairness.compare(&snapshot, rules.as_deref());
        let known = self.number == snapshot.number && self.view.is_some();
        (self.played, self.players_source) = match snapshot.stage {
            Stage::Playing => (Vec::new(), PlayersSource::Guessed),
            Stage::Over if !known => (sitters(&snapshot.seated), PlayersSource::Guessed),
            Stage::Over if self.stage == Stage::Playing => {
                (sitters(&self.seated), PlayersSource::Seen)
            }
            _ if known => (std::mem::take(&mut self.played), self.players_source),
            _ => (Vec::new(), PlayersSource::Guessed),
        };
        self.sequence = Some(snapshot.sequence);
        self.stage = snapshot.stage;
        self.seated = snapshot.seated;
        self.present = snapshot.present;
        self.host = snapshot.is_host;
        self.host_seat = snapshot.host;
        self.seat = snapshot.seat;
        self.held = snapshot.held;
        self.lost = snapshot.lost;
        self.number = snapshot.number;
        self.rules = rules;
        self.set_up = Some(snapshot.set_up);
        self.view = view;
        self.committed = snapshot.committed;
        self.pace = snapshot.pace;
        self.hints = !snapshot.hints_off;
        self.dropped = false;
        self.sent = None;
        self.answered = None;
        self.window = None;
        self.sheet = snapshot.sheet;
        self.story.begin(self.view.as_ref());
        Ok(())
    }

    /// Restores the story of this deal that was saved across a page reload, if it matches the current state.
    pub fn recall_story(&mut self, bytes: &[u8]) {
        let (Some(rules), Some(view)) = (&self.rules, &self.view) else { return };
        if let Some(story) = Story::read(bytes, rules, view) {
            self.story = story;
        }
    }

    /// Validates an event; `None` if it is impossible at this table.
    #[must_use]
    pub fn validate_event(&self, event: RawEvent) -> Option<Event> {
        event.validate(&self.view.as_ref()?.table, self.rules.as_ref()?).ok()
    }

    fn apply_event(&mut self, event: RawEvent) -> Option<Note> {
        // An impossible event means that messages are missing.
        let Some(event) = self.validate_event(event) else { return Some(Note::Gap) };
        let (rules, view) = self.rules.as_ref().zip(self.view.as_mut())?;
        let decision = view.table.decision();
        self.sheet.extend(DealRow::of(view.table.deal(), &event));
        self.story.apply_event(&event, view, rules);
        view.apply(rules, &event);
        let playing = view.table.in_deal();
        self.fairness.apply_event(&event, view.table.deals_begun(), self.seat, playing);
        if matches!(event, Event::DealBegan { .. }) {
            self.dropped = false;
            // Readiness was for this deal.
            self.seated.iter_mut().for_each(|info| info.ready = false);
        }
        if view.table.decision() != decision {
            self.window = None;
        }
        if matches!(event, Event::MatchEnded { .. }) {
            self.finish_match();
        }
        Some(Note::Happened(event))
    }

    fn apply_change(&mut self, change: Change) -> Note {
        let rules = self.rules.as_deref();
        self.fairness.apply_change(&change, self.number, self.seat, &self.seated, rules);
        if matches!(change, Change::Began { .. })
            || (self.stage == Stage::Gathering && change == Change::Ended)
        {
            self.committed = None;
        }
        match &change {
            Change::SetUp { set_up, seated, host } => {
                self.seated.clone_from(seated);
                self.host_seat = *host;
                self.set_up = Some(set_up.clone());
            }
            Change::Seat { seat, info, host, why } => {
                self.dropped |= *why == SeatChange::Missed && self.seat == Some(*seat);
                let before = self.name(*seat).map(str::to_owned);
                self.former.resize(self.seated.len(), None);
                if let (Some(former), Some(_)) = (self.former.get_mut(seat.index()), &before) {
                    *former = before;
                }
                if let Some(entry) = self.seated.get_mut(seat.index()) {
                    *entry = info.clone();
                }
                self.host_seat = *host;
            }
            Change::Gathering { .. } => {
                self.stage = Stage::Gathering;
                // Spectators have not held a seat in the coming match.
                self.held = self.seat.map_or(Seats::NONE, Seats::only);
                self.lost = self.lost.filter(|lost| *lost == Lost::Kicked);
            }
            Change::Began { number, source, .. } => {
                self.stage = Stage::Playing;
                self.number = *number;
                self.rules = source.rules(&self.library).ok().map(Arc::new);
                self.view = Some(OwnView::new(source.players, self.seat));
                self.answered = None;
                self.story.begin(None);
                self.sheet.clear();
                (self.played, self.players_source) = (Vec::new(), PlayersSource::Guessed);
            }
            Change::Revealed { .. } | Change::Committed { .. } => {}
            Change::Paced { pace } => self.pace = *pace,
            Change::Hinted { allowed } => self.hints = *allowed,
            Change::Ended => self.finish_match(),
        }
        Note::Changed(change)
    }
}

/// Occupants by seat.
fn sitters(seated: &[SeatInfo]) -> Vec<Sitter> {
    seated.iter().map(|info| info.sitter.clone()).collect()
}
