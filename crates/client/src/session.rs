//! What a client knows of its table: folded from the messages, and nothing else.

use std::sync::Arc;

use upcard_engine::{
    Action, Event, Foreign, Library, MAX_PLAYERS, OwnView, Phase, Rules, Seat, Seats, View,
    WrittenEvent,
};
use upcard_table::Hex;
use upcard_table::wire::{
    Change, ClientMessage, Company, DealRow, Lost, Opening, Pace, SeatChange, SeatInfo,
    ServerMessage, SetUp, Sitter, Snapshot, Stage, TableError, Window,
};

use crate::note::Note;
use crate::played::recorded;
use crate::told::Told;
use crate::{Fairness, Story};

/// How a client knows who has played the match that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Known {
    /// By who sits there now: it came later.
    #[default]
    Guessed,
    /// By the match's record.
    Recorded,
    /// It saw the end.
    Seen,
}

/// What a client knows of its table.
#[derive(Clone, Debug, Default)]
pub struct Session {
    library: Arc<Library>,
    /// The rules of the match.
    pub rules: Option<Arc<Rules>>,
    /// What is known of the match.
    pub view: Option<OwnView>,
    /// The own seat.
    pub seat: Option<Seat>,
    pub(crate) told: Told,
    /// Is this the host?
    pub host: bool,
    /// The host's seat.
    pub host_seat: Option<Seat>,
    /// The seats that this client has held in the present match, as bits.
    pub held: Seats,
    /// Why this client has no seat any more.
    pub lost: Option<Lost>,
    /// The stage.
    pub stage: Stage,
    /// What is played.
    pub set_up: Option<SetUp>,
    /// The seats.
    pub seated: Vec<SeatInfo>,
    /// Who sat in a seat before its last change of person.
    former: Vec<Option<String>>,
    /// Who played the match that is over, until the next begins.
    played: Vec<Sitter>,
    /// How that is known.
    known: Known,
    /// Who is connected, by seat.
    pub present: Vec<bool>,
    /// The number of the match, from 1.
    pub number: u32,
    /// The last number that was folded.
    pub sequence: Option<u64>,
    /// The deals of the match that are over.
    pub sheet: Vec<DealRow>,
    /// The time for the present decision.
    pub window: Option<Window>,
    /// The present deal, play by play.
    pub story: Story,
    /// Are phrases allowed?
    pub phrases: bool,
    /// Who else is here, and what they wish.
    pub company: Company,
    /// Which seats are open to whom, as far as the table says it to this client; none where it has not, or is a
    /// server's of an earlier version.
    pub openings: Vec<Opening>,
    /// What is known of the fairness of the deals.
    pub fairness: Fairness,
    /// What the table knows as the own commitment for the next match.
    committed: Option<Hex<32>>,
    /// How fast bots answer and cards move at a server's table.
    pub pace: Pace,
    /// Does the table allow hints?
    pub hints: bool,
    /// Was the own hand dropped in this deal because turns were missed?
    pub dropped: bool,
    /// The action that is on its way.
    pub sent: Option<u64>,
    /// The decision that the action on its way answers.
    answering: u32,
    /// The offer or call that the own seat has answered; it stays open until all have.
    answered: Option<u32>,
    /// The number of the next action.
    next_id: u64,
}

impl Session {
    /// Nothing is known yet. `first_id` numbers the actions; a client that comes back takes a
    /// larger one than it has used.
    #[must_use]
    pub fn new(library: Arc<Library>, first_id: u64) -> Session {
        Session { library, phrases: true, hints: true, next_id: first_id, ..Session::default() }
    }

    /// The known games.
    #[must_use]
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The own view, to judge by; none for spectators and before the match.
    #[must_use]
    pub fn view(&self) -> Option<View<'_>> {
        self.view.as_ref()?.view(self.rules.as_ref()?)
    }

    /// Is it the own turn, whoever is asked first?
    #[must_use]
    pub fn own_turn(&self) -> bool {
        self.view().is_some_and(|view| view.table.turn().seat == view.seat)
    }

    /// Is the own seat asked, and not being played by a bot?
    #[must_use]
    pub fn asked(&self) -> bool {
        let asks = |view: View<'_>| view.table.asks(view.seat) && !self.has_answered();
        self.view().is_some_and(asks) && !self.covered()
    }

    /// Has the own seat answered the offer or the call that is open? A table tells who has only when
    /// all have, so this is what the page itself remembers.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        self.view.as_ref().is_some_and(|own| {
            let offer = matches!(own.table.phase(), Phase::Offers { .. } | Phase::Call { .. });
            let decision = own.table.decision();
            let on_its_way = self.sent.is_some() && self.answering == decision;
            offer && (on_its_way || self.answered == Some(decision))
        })
    }

    /// After how many missed turns in a row a hand is dropped; 0 where it never is.
    #[must_use]
    pub fn missed_turns_allowed(&self) -> u8 {
        let rules = self.rules.as_ref();
        rules.and_then(|rules| rules.set.choices.dropping.missed_turns.0).unwrap_or(0)
    }

    /// Does a bot play the own seat?
    #[must_use]
    pub fn covered(&self) -> bool {
        self.seat.and_then(|seat| self.seated.get(seat.index())).is_some_and(|info| info.covered)
    }

    /// Is the upcard offered to anybody now?
    #[must_use]
    pub fn is_offer(&self) -> bool {
        let phase = self.view.as_ref().map(|own| own.table.phase());
        matches!(phase, Some(Phase::Offers { .. })) && self.stage == Stage::Playing
    }

    /// The message that carries out an action, if nothing is on its way.
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

    /// The message that commits this person to entropy for the next match, where one is wanted.
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

    /// The name of a seat's person; none for bots and free seats.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&str> {
        match &self.seated.get(seat.index())?.sitter {
            Sitter::Person { name } => Some(name),
            Sitter::Bot { .. } | Sitter::Free => None,
        }
    }

    /// The name of the person who last sat in a seat, before what changed there last.
    #[must_use]
    pub fn former_name(&self, seat: Seat) -> Option<&str> {
        self.former.get(seat.index())?.as_deref()
    }

    /// Who plays a seat in the match: of one that is over whoever did, whoever sits there now.
    #[must_use]
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        let now = || self.seated.get(seat.index()).map(|info| &info.sitter);
        self.played.get(seat.index()).or_else(now)
    }

    /// Did this client see the match end that is over?
    #[must_use]
    pub fn saw_the_end(&self) -> bool {
        self.stage == Stage::Over && self.known == Known::Seen
    }

    /// Is it only guessed, by who sits there now, who has played the match that is over? Its record says it.
    #[must_use]
    pub fn guesses_players(&self) -> bool {
        self.stage == Stage::Over && self.view.is_some() && self.known == Known::Guessed
    }

    /// Who has played the match that is over, by the names in its record: whoever has left since then is named, and
    /// not who sits there now. The own seat is one's own.
    pub fn name_players(&mut self, names: &[String]) {
        if !self.guesses_players() {
            return;
        }
        self.known = Known::Recorded;
        let now = match self.played.is_empty() {
            true => sitters(&self.seated),
            false => std::mem::take(&mut self.played),
        };
        let sitter = |(at, name): (usize, &String)| {
            match now.get(at) {
                Some(sitter) if self.seat == Some(Seat::at(at)) => sitter.clone(),
                // A seat that was given up in the match.
                Some(Sitter::Bot { level }) => Sitter::Bot { level: *level },
                _ => recorded(name),
            }
        };
        self.played = names.iter().take(MAX_PLAYERS).enumerate().map(sitter).collect();
    }

    /// The match is over: who has played it is held.
    fn end(&mut self) {
        if self.stage == Stage::Playing {
            self.played = sitters(&self.seated);
            self.known = Known::Seen;
        }
        self.stage = Stage::Over;
    }

    /// Folds a message.
    pub fn fold(&mut self, message: ServerMessage) -> Option<Note> {
        match message {
            ServerMessage::Welcome { seat, host, .. } => {
                self.seat = seat;
                self.host = host;
                // A table where they are off says so after this.
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
                Some(true) => self.happened(event),
                Some(false) => None,
                None => Some(Note::Gap),
            },
            ServerMessage::Change { sequence, change } => match self.step(sequence) {
                Some(true) => Some(self.changed(change)),
                Some(false) => None,
                None => Some(Note::Gap),
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

    /// Is this the next number? False for one that is known already, none where some are missing.
    fn step(&mut self, sequence: u64) -> Option<bool> {
        match self.sequence {
            Some(last) if sequence <= last => Some(false),
            Some(last) if sequence > last + 1 => None,
            Some(_) => {
                self.sequence = Some(sequence);
                Some(true)
            }
            None => None,
        }
    }

    /// Takes the place of everything, unless what is shown cannot be of a table with these rules.
    fn replace(&mut self, snapshot: Snapshot) -> Result<(), Foreign> {
        let rules = snapshot.set_up.source().rules(&self.library).ok().map(Arc::new);
        let shown = snapshot.view.clone().zip(rules.as_deref());
        let view = shown.map(|(view, rules)| view.judge(rules)).transpose()?;
        self.fairness.compare(&snapshot, rules.as_deref());
        let known = self.number == snapshot.number && self.view.is_some();
        (self.played, self.known) = match snapshot.stage {
            Stage::Playing => (Vec::new(), Known::Guessed),
            Stage::Over if !known => (sitters(&snapshot.seated), Known::Guessed),
            Stage::Over if self.stage == Stage::Playing => (sitters(&self.seated), Known::Seen),
            _ if known => (std::mem::take(&mut self.played), self.known),
            _ => (Vec::new(), Known::Guessed),
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

    /// Takes up the story of this deal that was kept while the page was loaded again, where it leads to what is
    /// known now.
    pub fn recall_story(&mut self, bytes: &[u8]) {
        let (Some(rules), Some(view)) = (&self.rules, &self.view) else { return };
        if let Some(story) = Story::read(bytes, rules, view) {
            self.story = story;
        }
    }

    /// What a table says has happened, if it can have happened there.
    #[must_use]
    pub fn judged(&self, event: WrittenEvent) -> Option<Event> {
        event.judge(&self.view.as_ref()?.table, self.rules.as_ref()?).ok()
    }

    fn happened(&mut self, event: WrittenEvent) -> Option<Note> {
        // What cannot have happened here shows that something is missing.
        let Some(event) = self.judged(event) else { return Some(Note::Gap) };
        let (rules, view) = self.rules.as_ref().zip(self.view.as_mut())?;
        let decision = view.table.decision();
        self.sheet.extend(DealRow::of(view.table.deal(), &event));
        self.story.happened(&event, view, rules);
        view.apply(rules, &event);
        let playing = view.table.in_deal();
        self.fairness.happened(&event, view.table.deals_begun(), self.seat, playing);
        if matches!(event, Event::DealBegan { .. }) {
            self.dropped = false;
            // Whoever was ready was so for this deal.
            self.seated.iter_mut().for_each(|info| info.ready = false);
        }
        if view.table.decision() != decision {
            self.window = None;
        }
        if matches!(event, Event::MatchEnded { .. }) {
            self.end();
        }
        Some(Note::Happened(event))
    }

    fn changed(&mut self, change: Change) -> Note {
        let rules = self.rules.as_deref();
        self.fairness.changed(&change, self.number, self.seat, &self.seated, rules);
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
                if let Some(former) = self.former.get_mut(seat.index())
                    && before.is_some()
                {
                    *former = before;
                }
                if let Some(entry) = self.seated.get_mut(seat.index()) {
                    *entry = info.clone();
                }
                self.host_seat = *host;
            }
            Change::Gathering { .. } => {
                self.stage = Stage::Gathering;
                // Whoever looks on now has held no seat in the match that comes.
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
                (self.played, self.known) = (Vec::new(), Known::Guessed);
            }
            Change::Revealed { .. } | Change::Committed { .. } => {}
            Change::Paced { pace } => self.pace = *pace,
            Change::Hinted { allowed } => self.hints = *allowed,
            Change::Ended => self.end(),
        }
        Note::Changed(change)
    }
}

/// Who sits where.
fn sitters(seated: &[SeatInfo]) -> Vec<Sitter> {
    seated.iter().map(|info| info.sitter.clone()).collect()
}
