//! What a room consists of, how it is opened and rebuilt, and how a decision is recorded.

use std::fmt;
use std::sync::Arc;

use upcard_engine::{Edition, Event, Flaws, Game, Library, Rules, Seat, Seats, Viewer};

use super::known::{Known, Standstill};
use super::offers::Offers;
use super::outbox::{Delivery, Outbox};
use super::people::People;
use super::phrases::PhraseRate;
use super::recent::{Form, Recent};
use super::telling::Tellings;
use super::thinking::Thinking;
use super::timer::Timer;
use crate::guest::{Guest, Link};
use crate::pace::{Millis, Timing};
use crate::set_up::{RuleSource, SetUp};
use crate::state::{Emit, Judged, State, Update};
use crate::stored::{Entry, FoldError, RestoreError};
use crate::wire::{ClientMessage, Power, ServerMessage, Stage, TableError, Window};

/// Cleans the name that a person has typed; none where it is not allowed.
pub type NameRule = fn(&str) -> Option<String>;

/// May bots play by the rules of this source?
pub type BotRule = Arc<dyn Fn(&RuleSource, &Arc<Rules>) -> bool + Send + Sync>;

/// What a table does for others who come to it, and one in a person's own page need not: a program
/// that has tables of the second kind alone carries nothing for the first.
#[derive(Clone)]
pub struct Service {
    /// Cleans the names that people type.
    pub(super) names: NameRule,
    /// How the latest updates are kept; none where they are not, and who comes back gets a snapshot.
    updates: Option<Form>,
    /// Names what is wrong with a set-up, as messages do.
    pub(super) flaws: fn(&Flaws) -> Vec<String>,
    /// Says by which rules bots may play; by any where nothing does.
    bots: Option<BotRule>,
    /// What is done for people beside their seats; nothing where there are no others.
    pub(super) manners: Option<Manners>,
}

/// What a room does for people beside their seats: see [`super::company`].
#[derive(Clone, Copy)]
pub(super) struct Manners {
    /// Takes what somebody asks for.
    pub(super) ask: fn(&mut Room, Guest, ClientMessage) -> Result<(), TableError>,
    /// Uses a power of the host that names a visitor.
    pub(super) use_power: fn(&mut Room, Power) -> Result<(), TableError>,
    /// Would a reader of records take whoever is called so for a bot?
    pub(super) is_bots: fn(&str) -> bool,
    /// Must the host say yes before this guest sits down by this name?
    pub(super) asks_first: fn(&mut Room, Guest, &str) -> Result<bool, TableError>,
    /// Tells a connection that is greeted.
    pub(super) greet: fn(&mut Room, Link, Guest),
    /// Tells everybody what has changed.
    pub(super) look: fn(&mut Room),
    /// When something changes by itself.
    pub(super) due: fn(&Room) -> Option<Millis>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

impl Service {
    pub(super) const fn with(
        names: NameRule,
        updates: Form,
        flaws: fn(&Flaws) -> Vec<String>,
        manners: Manners,
    ) -> Service {
        Service { names, updates: Some(updates), flaws, bots: None, manners: Some(manners) }
    }

    /// The same, where bots get no seats by rules that are too dear for them. What it takes to find that
    /// out is the caller's: a table asks when it is opened or restored, and when its rules change, as
    /// [`crate::Weighed::may_take_long`] says.
    #[must_use]
    pub fn with_bots(self, may: BotRule) -> Service {
        Service { bots: Some(may), ..self }
    }

    pub(super) fn may_bots_play(&self, source: &RuleSource, rules: &Arc<Rules>) -> bool {
        self.bots.as_ref().is_none_or(|may| may(source, rules))
    }

    /// For a table in a person's own page: nobody else sees its names, no line to it breaks, and its
    /// rules have been judged before it was opened.
    #[must_use]
    pub const fn alone(names: NameRule) -> Service {
        Service { names, updates: None, flaws: |_| Vec::new(), bots: None, manners: None }
    }
}

/// One table, with those who are at it.
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) state: State,
    pub(super) service: Service,
    pub(super) people: People,
    pub(super) timer: Timer,
    pub(super) thinking: Thinking,
    pub(super) offers: Offers,
    pub(super) phrases: PhraseRate,
    pub(super) recent: Recent,
    /// What people have said of themselves.
    pub(super) known: Known,
    /// The match stands still.
    pub(super) standstill: Option<Standstill>,
    /// What everybody was told last of who is here.
    pub(super) tellings: Tellings,
    /// The people whom the host did not wait for when the match that is prepared was begun.
    pub(super) unready: Seats,
    /// When the present input came in, …
    pub(super) now: Millis,
    /// … and what it leads to.
    pub(super) out: Outbox,
    /// How many entries there are.
    entries: u64,
    /// How many of them stay: those up to the end of the last match.
    settled: u64,
    /// May bots play by the table's rules?
    pub(super) bots_play: bool,
    /// An entry could not be folded: nothing that follows may be trusted.
    broken: bool,
}

impl Room {
    /// Opens a table. Its first entry is to be stored before anybody is let in.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub fn open(
        library: Arc<Library>,
        timing: Timing,
        host: Guest,
        set_up: SetUp,
    ) -> Result<(Room, Entry), Flaws> {
        Room::open_with(Service::shared(), library, timing, host, set_up)
    }

    /// Opens a table that does as much for others as is said.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub fn open_with(
        service: Service,
        library: Arc<Library>,
        timing: Timing,
        host: Guest,
        set_up: SetUp,
    ) -> Result<(Room, Entry), Flaws> {
        set_up.source().new_rules(&library)?;
        let state = State::open(library, host, set_up.clone())?;
        let opened = Entry::Opened { host, set_up, edition: Edition::LATEST };
        Ok((Room::around(state, timing, service).asked_for_bots(), opened))
    }

    /// Rebuilds a table from its entries. Nobody is connected then.
    ///
    /// # Errors
    /// Why the entries do not make a table.
    pub fn restore<'a>(
        library: Arc<Library>,
        timing: Timing,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Room, RestoreError> {
        Room::restore_with(Service::shared(), library, timing, entries)
    }

    /// Rebuilds a table that does as much for others as is said.
    ///
    /// # Errors
    /// Why the entries do not make a table.
    pub fn restore_with<'a>(
        service: Service,
        library: Arc<Library>,
        timing: Timing,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Room, RestoreError> {
        let (state, entries) = State::opened(library, entries)?;
        let mut room = Room::around(state, timing, service);
        for (number, entry) in entries {
            let folded = room.fold(|state, emit| state.apply(entry, emit));
            let ((), updates) = folded.map_err(|unfit| unfit.at(number))?;
            if let Entry::Standing(standing) = entry {
                room.recent.begin_after(standing.sequence);
                room.offers.forget();
            }
            for update in updates {
                for update in room.offers.release(update, room.state.rules()) {
                    room.recent.push(&update);
                }
            }
        }
        room.people = People::nobody(&room.state);
        Ok(room.asked_for_bots())
    }

    /// The room, once it has been found out whether bots may play by its rules.
    fn asked_for_bots(mut self) -> Room {
        let source = self.state.set_up().source();
        self.bots_play = self.service.may_bots_play(&source, self.state.rules());
        self
    }

    /// Are there seats for bots, though they cannot play by the table's rules? A table that is new is not
    /// to be opened then.
    #[must_use]
    pub fn bots_too_dear(&self) -> bool {
        !self.bots_play && self.state.set_up().has_bots()
    }

    fn around(state: State, timing: Timing, service: Service) -> Room {
        Room {
            people: People::nobody(&state),
            recent: Recent::new(service.updates),
            state,
            service,
            timer: Timer::new(timing),
            thinking: Thinking::default(),
            offers: Offers::default(),
            phrases: PhraseRate::default(),
            known: Known::default(),
            standstill: None,
            tellings: Tellings::default(),
            unready: Seats::NONE,
            now: 0,
            out: Outbox::default(),
            entries: 1,
            settled: 1,
            bots_play: true,
            broken: false,
        }
    }

    /// Folds an entry as is said; what that gives, and the updates that clients are to be sent.
    fn fold<T>(
        &mut self,
        fold: impl FnOnce(&mut State, Emit<'_>) -> Result<T, FoldError>,
    ) -> Result<(T, Vec<Update>), FoldError> {
        if self.broken {
            return Err(FoldError::Misfit);
        }
        let playing = |state: &State| state.stage() == Stage::Playing;
        let (before, mut updates) = (playing(&self.state), Vec::new());
        let folded = fold(&mut self.state, &mut |update| updates.push(update))?;
        self.entries += 1;
        if before || playing(&self.state) {
            self.settled = self.entries;
        }
        Ok((folded, updates))
    }

    /// How many entries belong to matches and what came before them: they stay. Those after them may
    /// give way to [`Room::standing`].
    #[must_use]
    pub fn settled(&self) -> u64 {
        self.settled
    }

    /// Between matches, the one entry that stands for all after the first [`Room::settled`].
    #[must_use]
    pub fn standing(&self) -> Option<Entry> {
        if self.broken { None } else { self.state.standing(self.sequence()) }
    }

    /// The same table and the same people, with another game being played: tests of secrecy compare
    /// what the two send.
    #[must_use]
    pub fn with_game(&self, game: Game) -> Room {
        Room { state: self.state.in_another_game(game), ..self.clone() }
    }

    /// Lets tables have the same rules in memory once: `shared` is given where this table's come from
    /// and the rules, and returns others of the same source, or these. A match that is being played
    /// keeps its own.
    pub fn share_rules(&mut self, shared: impl FnOnce(RuleSource, Arc<Rules>) -> Arc<Rules>) {
        self.state.share_rules(shared);
    }

    /// What is stored of it.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The sequence number of the last update.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.recent.sequence()
    }

    /// How many are connected.
    #[must_use]
    pub fn visitors(&self) -> usize {
        self.people.count()
    }

    /// Does a seat still wait for a bot's answer to this question? What it does not wait for any more
    /// need not be thought about.
    #[must_use]
    pub fn awaits(&self, seat: Seat, request: u64) -> bool {
        self.thinking.awaits(seat, request)
    }

    /// Could an entry not be folded? The table must be rebuilt from what is stored then.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Nothing runs while nobody looks on, and in a pause.
    pub(super) fn paused(&self) -> bool {
        self.broken || self.standstill.is_some() || !self.people.is_anybody_here()
    }

    /// Carries out a decision: the entry is to be stored, the table changes, and all are notified.
    pub(super) fn record(&mut self, entry: Entry) {
        let folded = self.fold(|state, emit| state.apply(&entry, emit));
        self.recorded(folded.map(|((), updates)| (entry, updates)));
    }

    /// The same for an action that was judged.
    pub(super) fn carry_out(&mut self, judged: Judged, id: Option<u64>, spent: u32) {
        let folded = self.fold(|state, emit| state.carry_out(judged, (id, spent), emit));
        self.recorded(folded);
    }

    fn recorded(&mut self, folded: Result<(Entry, Vec<Update>), FoldError>) {
        // Entries are judged before they are made. Should one not fold all the same, the table
        // stops here rather than send what is wrong.
        let Ok((entry, updates)) = folded else {
            self.broken = true;
            return;
        };
        let away = matches!(
            entry,
            Entry::Covered { .. }
                | Entry::CoveredFor { .. }
                | Entry::GaveUp { .. }
                | Entry::Left { .. }
                | Entry::SeatOpened { .. }
        );
        self.out.entries.push(entry);
        for update in updates {
            if let Update::Event(Event::Dealt { .. }) = update {
                self.timer.deal();
            }
            for update in self.offers.release(update, self.state.rules()) {
                self.broadcast(&update);
                self.recent.push(&update);
            }
        }
        if away && !self.bots_play && self.state.in_match() {
            self.send_all(ServerMessage::Error { error: TableError::BotsTooDear });
        }
    }

    fn broadcast(&mut self, item: &Update) {
        let sequence = self.sequence() + 1;
        match item {
            Update::Change(change) => {
                self.send_all(ServerMessage::Change { sequence, change: change.clone() });
            }
            // What is hidden from a seat is hidden from those who look on: most is hidden from nobody.
            Update::Event(event) if event.seen_by(Viewer::Spectator) == *event => {
                let event = event.clone().into();
                self.send_all(ServerMessage::Event { sequence, event });
            }
            Update::Event(event) => {
                // Those who see the same get the same.
                let first = self.out.deliveries.len();
                for (link, guest) in self.people.welcomed() {
                    let event = event.seen_by(self.viewer(guest)).into();
                    let message = ServerMessage::Event { sequence, event };
                    let same = |delivery: &&mut Delivery| delivery.message == message;
                    match self.out.deliveries[first..].iter_mut().find(same) {
                        Some(delivery) => delivery.to.push(link),
                        None => {
                            let mut to = Vec::with_capacity(self.people.count());
                            to.push(link);
                            self.out.deliveries.push(Delivery { to, message });
                        }
                    }
                }
            }
        }
    }

    pub(super) fn viewer(&self, guest: Guest) -> Viewer {
        self.state.viewed(guest).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Sends all the same.
    pub(super) fn send_all(&mut self, message: ServerMessage) {
        self.out.send(self.people.links(|_| true), message);
    }

    /// The time for the present decision, where it has a limit.
    pub(super) fn window(&self) -> Option<Window> {
        if self.paused() { None } else { self.timer.window(self.now, &self.state, &self.people) }
    }

    /// Sends all how much time the present decision has left, where it has a limit.
    pub(super) fn send_window(&mut self) {
        if let Some(window) = self.window() {
            self.send_all(ServerMessage::Window(window));
        }
    }
}
