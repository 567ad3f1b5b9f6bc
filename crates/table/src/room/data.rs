//! The room: its state, how it is opened and restored, and how entries are recorded.

use std::fmt;
use std::sync::Arc;

use upcard_engine::{Edition, Event, Flaws, Game, Library, Rules, Seat, Seats, Viewer};

use super::company_limit::CompanyLimits;
use super::known_people::{ActivePause, KnownPeople};
use super::offers::Offers;
use super::outbox::{Delivery, Outbox};
use super::pending_requests::PendingRequests;
use super::people::People;
use super::phrases::PhraseRate;
use super::timer::Timer;
use super::update_buffer::{UpdateBuffer, UpdateEncoding};
use crate::guest::{Guest, Link};
use crate::pace::{Millis, Timing};
use crate::set_up::{RuleSource, SetUp};
use crate::state::{Emit, Judged, State, Update};
use crate::stored::{Entry, FoldError, RestoreError};
use crate::wire::{ClientMessage, Power, ServerMessage, Stage, TableError, Window};

/// Cleans the name that a person typed; `None` if it is not allowed.
pub type NameRule = fn(&str) -> Option<String>;

/// Returns `true` if bots can play by the rules of this source.
pub type BotRule = Arc<dyn Fn(&RuleSource, &Arc<Rules>) -> bool + Send + Sync>;

/// Optional features of a table. A private table in a person's own page needs few of them; passed as
/// function pointers, so that a program with only such tables does not link the rest.
#[derive(Clone)]
pub struct Service {
    /// Cleans the names that people type.
    pub(super) names: NameRule,
    /// Encoding of the recent updates; `None` if none are kept, and clients that reconnect get a
    /// snapshot.
    updates: Option<UpdateEncoding>,
    /// Converts the flaws of a set-up to the codes in messages.
    pub(super) flaws: fn(&Flaws) -> Vec<String>,
    /// Decides which rules bots can play; `None` allows all.
    bots: Option<BotRule>,
    /// Features beyond the seats; `None` at a table without other people.
    pub(super) company_features: Option<CompanyFeatures>,
}

/// Features for people beyond their seats: see [`super::company`].
#[derive(Clone, Copy)]
pub(super) struct CompanyFeatures {
    /// Handles a person's request.
    pub(super) ask: fn(&mut Room, Guest, ClientMessage) -> Result<(), TableError>,
    /// Exercises a host power that names a visitor.
    pub(super) use_power: fn(&mut Room, Power) -> Result<(), TableError>,
    /// Returns `true` if a record would mistake this name for a bot's.
    pub(super) is_bot_name: fn(&str) -> bool,
    /// Returns `true` if the host must first approve that this guest sits down by this name.
    pub(super) needs_approval: fn(&mut Room, Guest, &str) -> Result<bool, TableError>,
    /// Sends presence to a welcomed connection.
    pub(super) greet: fn(&mut Room, Link, Guest),
    /// Notifies everybody of changes.
    pub(super) look: fn(&mut Room),
    /// Returns when something changes without input.
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
        updates: UpdateEncoding,
        flaws: fn(&Flaws) -> Vec<String>,
        company_features: CompanyFeatures,
    ) -> Service {
        Service {
            names,
            updates: Some(updates),
            flaws,
            bots: None,
            company_features: Some(company_features),
        }
    }

    /// The same, but bots get no seats if the rules are too expensive for them. The caller answers for
    /// the cost of that check: it runs when a table is opened or restored, and when its rules change (see
    /// [`crate::PreparedInput::may_take_long`]).
    #[must_use]
    pub fn with_bots(self, may: BotRule) -> Service {
        Service { bots: Some(may), ..self }
    }

    pub(super) fn can_bots_play(&self, source: &RuleSource, rules: &Arc<Rules>) -> bool {
        self.bots.as_ref().is_none_or(|may| may(source, rules))
    }

    /// Service of a table in a person's own page: its names are private, its connection does not break,
    /// and its rules were checked before it was opened.
    #[must_use]
    pub const fn alone(names: NameRule) -> Service {
        Service { names, updates: None, flaws: |_| Vec::new(), bots: None, company_features: None }
    }
}

/// A table with its connected people.
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) state: State,
    pub(super) service: Service,
    pub(super) people: People,
    pub(super) timer: Timer,
    pub(super) pending_requests: PendingRequests,
    pub(super) offers: Offers,
    pub(super) phrases: PhraseRate,
    pub(super) update_buffer: UpdateBuffer,
    pub(super) known_people: KnownPeople,
    pub(super) active_pause: Option<ActivePause>,
    /// Presence as last sent to each group.
    pub(super) company_limits: CompanyLimits,
    /// People whom the host did not wait for when starting the match in preparation.
    pub(super) unready: Seats,
    /// Time of the present input.
    pub(super) now: Millis,
    /// Output of the present input.
    pub(super) out: Outbox,
    /// Number of entries.
    entries: u64,
    /// Number of permanent entries: those up to the end of the last match.
    permanent_entries: u64,
    /// `true` if bots can play by the table's rules.
    pub(super) bots_play: bool,
    /// `true` if an entry could not be folded: the state can no longer be trusted.
    broken: bool,
}

impl Room {
    /// Opens a table. Its first entry must be stored before anybody is admitted.
    ///
    /// # Errors
    /// Flaws of the rules.
    pub fn open(
        library: Arc<Library>,
        timing: Timing,
        host: Guest,
        set_up: SetUp,
    ) -> Result<(Room, Entry), Flaws> {
        Room::open_with(Service::shared(), library, timing, host, set_up)
    }

    /// Opens a table with this service.
    ///
    /// # Errors
    /// Flaws of the rules.
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
        Ok((Room::with_state(state, timing, service).with_bots_checked(), opened))
    }

    /// Restores a table from its entries, without connections.
    ///
    /// # Errors
    /// Why the entries do not restore.
    pub fn restore<'a>(
        library: Arc<Library>,
        timing: Timing,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Room, RestoreError> {
        Room::restore_with(Service::shared(), library, timing, entries)
    }

    /// Restores a table with this service from its entries.
    ///
    /// # Errors
    /// Why the entries do not restore.
    pub fn restore_with<'a>(
        service: Service,
        library: Arc<Library>,
        timing: Timing,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Room, RestoreError> {
        let (state, entries) = State::opened(library, entries)?;
        let mut room = Room::with_state(state, timing, service);
        for (number, entry) in entries {
            let folded = room.fold(|state, emit| state.apply(entry, emit));
            let ((), updates) = folded.map_err(|unfit| unfit.at(number))?;
            if let Entry::Standing(standing) = entry {
                room.update_buffer.begin_after(standing.sequence);
                room.offers.forget();
            }
            for update in updates {
                for update in room.offers.release(update, room.state.rules()) {
                    room.update_buffer.push(&update);
                }
            }
        }
        room.people = People::without_connections(&room.state);
        Ok(room.with_bots_checked())
    }

    fn with_bots_checked(mut self) -> Room {
        let source = self.state.set_up().source();
        self.bots_play = self.service.can_bots_play(&source, self.state.rules());
        self
    }

    /// Returns `true` if there are seats for bots, but the rules are too expensive for them. A new table
    /// must not be opened then.
    #[must_use]
    pub fn rules_too_costly_for_bots(&self) -> bool {
        !self.bots_play && self.state.set_up().has_bots()
    }

    fn with_state(state: State, timing: Timing, service: Service) -> Room {
        Room {
            people: People::without_connections(&state),
            update_buffer: UpdateBuffer::new(service.updates),
            state,
            service,
            timer: Timer::new(timing),
            pending_requests: PendingRequests::default(),
            offers: Offers::default(),
            phrases: PhraseRate::default(),
            known_people: KnownPeople::default(),
            active_pause: None,
            company_limits: CompanyLimits::default(),
            unready: Seats::NONE,
            now: 0,
            out: Outbox::default(),
            entries: 1,
            permanent_entries: 1,
            bots_play: true,
            broken: false,
        }
    }

    /// Folds an entry; returns the result and the updates for clients.
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
            self.permanent_entries = self.entries;
        }
        Ok((folded, updates))
    }

    /// Number of permanent entries: those of matches and before. Later ones may be replaced by
    /// [`Room::standing`].
    #[must_use]
    pub fn permanent_entries(&self) -> u64 {
        self.permanent_entries
    }

    /// Between matches: the single entry that replaces all those after the first [`Room::permanent_entries`].
    #[must_use]
    pub fn standing(&self) -> Option<Entry> {
        if self.broken { None } else { self.state.standing(self.sequence()) }
    }

    /// The same table and people with another game in progress: secrecy tests compare the output of the
    /// two.
    #[must_use]
    pub fn with_game(&self, game: Game) -> Room {
        Room { state: self.state.in_another_game(game), ..self.clone() }
    }

    /// Deduplicates rules across tables: `shared` receives the source and the rules, and returns equal
    /// ones from the same source, or these. A running match keeps its own.
    pub fn share_rules(&mut self, shared: impl FnOnce(RuleSource, Arc<Rules>) -> Arc<Rules>) {
        self.state.share_rules(shared);
    }

    /// Returns the stored state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sequence number of the last update.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.update_buffer.sequence()
    }

    /// Number of connections.
    #[must_use]
    pub fn visitors(&self) -> usize {
        self.people.count()
    }

    /// Returns `true` if a seat still awaits the bot's answer to this request. Requests that are not
    /// awaited can be cancelled.
    #[must_use]
    pub fn awaits(&self, seat: Seat, request: u64) -> bool {
        self.pending_requests.awaits(seat, request)
    }

    /// Returns `true` if an entry could not be folded. The table must then be restored from storage.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Returns `true` while the table stands still: broken, paused, or with nobody connected.
    pub(super) fn paused(&self) -> bool {
        self.broken || self.active_pause.is_some() || !self.people.is_anybody_here()
    }

    /// Records a decision: queues its entry for storage, folds it and notifies everybody.
    pub(super) fn record(&mut self, entry: Entry) {
        let folded = self.fold(|state, emit| state.apply(&entry, emit));
        self.publish(folded.map(|((), updates)| (entry, updates)));
    }

    /// The same for a judged action.
    pub(super) fn carry_out(&mut self, judged: Judged, id: Option<u64>, spent: u32) {
        let folded = self.fold(|state, emit| state.carry_out(judged, (id, spent), emit));
        self.publish(folded);
    }

    fn publish(&mut self, folded: Result<(Entry, Vec<Update>), FoldError>) {
        // Entries are judged before they are made. If one fails to fold all the same, the table stops
        // rather than send wrong state.
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
                self.update_buffer.push(&update);
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
            // Events that hide nothing from spectators hide nothing from seats: one message for
            // everybody. Most events are of this kind.
            Update::Event(event) if event.redacted_for(Viewer::Spectator) == *event => {
                let event = event.clone().into();
                self.send_all(ServerMessage::Event { sequence, event });
            }
            Update::Event(event) => {
                // Clients that see the same get one message.
                let first = self.out.deliveries.len();
                for (link, guest) in self.people.welcomed() {
                    let event = event.redacted_for(self.viewer(guest)).into();
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
        self.state.visible_seat(guest).map_or(Viewer::Spectator, Viewer::Seat)
    }

    pub(super) fn send_all(&mut self, message: ServerMessage) {
        self.out.send(self.people.links(|_| true), message);
    }

    pub(super) fn window(&self) -> Option<Window> {
        if self.paused() { None } else { self.timer.window(self.now, &self.state, &self.people) }
    }

    /// Sends everybody the time left for the present decision, if it is limited.
    pub(super) fn send_window(&mut self) {
        if let Some(window) = self.window() {
            self.send_all(ServerMessage::Window(window));
        }
    }
}
