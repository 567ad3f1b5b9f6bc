//! A table inside the process: one person against bots, or several people at one device, with the same table
//! logic and messages as on a server.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::{Action, Flaws, Library, Phase, Seat, Seats, View};
use upcard_table::wire::{
    ClientMessage, Level, MAX_NAME_LEN, PROTOCOL, SeatPlan, ServerMessage, SetUp, Stage,
};
use upcard_table::{
    BotRequest, Entry, Input, Millis, Outbox, RestoreError, Room, Service, Timing, compact,
    read_without_editions,
};

use crate::shared_device::{SharedDevice, Viewer, ViewerQueues, guest, link};

/// The person at a table with bots, or the first of several: the host.
const HOST: Viewer = Some(Seat::at(0));

/// Effectively no time limits at a local table.
const NO_TIME_LIMIT: Millis = 1 << 40;

/// Version of the storage format, from 2 on. Entries are serialized without field names, so any change to
/// them needs a new version. Version 4 is reserved: the terminal's files start with it if a checksum precedes
/// a text in one of these formats.
pub(crate) const FORMAT: u8 = 3;

/// Why a saved table cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavedTableError {
    /// Format of a later program version.
    Format(u8),
    /// Corrupted.
    Damaged,
}

impl fmt::Display for SavedTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedTableError::Format(number) => write!(
                f,
                "a later version of the program saved it, in format {number}; this one reads formats up \
                 to {FORMAT}"
            ),
            SavedTableError::Damaged => f.write_str("it is damaged"),
        }
    }
}

impl std::error::Error for SavedTableError {}

/// A table with one person and bots, or with several people sharing a device.
pub struct LocalTable {
    room: Room,
    entries: Vec<Entry>,
    thinks: VecDeque<BotRequest>,
    rng: ChaCha12Rng,
    queues: ViewerQueues,
    /// Counter for the ids of automatic passes.
    passes: u64,
}

/// Record, as text, of the last match in these entries, if it is over.
#[must_use]
pub fn record_of(library: Arc<Library>, entries: &[Entry]) -> Option<String> {
    let played = upcard_table::records(library, entries).ok()?;
    played.last().filter(|match_| match_.over).map(|match_| match_.record.to_string())
}

/// Normalizes a player's name at a local table: single spaces, up to the maximum length. `None` if empty or
/// too long.
fn own_name(typed: &str) -> Option<String> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=MAX_NAME_LEN).contains(&name.chars().count()).then_some(name)
}

const SERVICE: Service = Service::alone(own_name);

fn timing() -> Timing {
    Timing {
        absent: NO_TIME_LIMIT,
        gather: 0,
        next_deal: NO_TIME_LIMIT,
        next_deal_bots_only: NO_TIME_LIMIT,
        bot_limit: NO_TIME_LIMIT,
        ..Timing::default()
    }
}

fn seats(set_up: &SetUp) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(set_up.seats.len() as u8)
}

/// Error for an unsupported format number. The first format has no number.
fn unknown(format: u8) -> SavedTableError {
    if format > FORMAT { SavedTableError::Format(format) } else { SavedTableError::Damaged }
}

fn serialize(entries: &[Entry]) -> String {
    let entries = compact::write(entries);
    [0, FORMAT].into_iter().chain(entries).map(char::from).collect()
}

/// Joins several such texts, whose entries follow each other, into one.
///
/// # Errors
/// Why one of them cannot be read.
pub fn join_saved(texts: &[String]) -> Result<String, SavedTableError> {
    Ok(serialize(&LocalTable::parse_all(texts)?))
}

impl LocalTable {
    /// Creates a table that has not begun, with the person seated. `seed` determines all randomness.
    ///
    /// # Errors
    /// Errors in the rules.
    pub fn new(library: Arc<Library>, set_up: SetUp, seed: [u8; 32]) -> Result<LocalTable, Flaws> {
        let (room, first) = Room::open_with(SERVICE, library, timing(), guest(HOST), set_up)?;
        Ok(LocalTable::from_room(room, vec![first], seed))
    }

    fn from_room(room: Room, entries: Vec<Entry>, seed: [u8; 32]) -> LocalTable {
        LocalTable {
            room,
            entries,
            thinks: VecDeque::new(),
            rng: ChaCha12Rng::from_seed(seed),
            queues: ViewerQueues::default(),
            passes: 0,
        }
    }

    /// Restores a table from its saved entries.
    ///
    /// # Errors
    /// Why the entries are invalid.
    pub fn restore(
        library: Arc<Library>,
        entries: Vec<Entry>,
        seed: [u8; 32],
    ) -> Result<LocalTable, RestoreError> {
        let room = Room::restore_with(SERVICE, library, timing(), &entries)?;
        let state = room.state();
        let here = |seat: &Seat| state.guest_of(*seat) == Some(guest(Some(*seat)));
        let people: Seats = seats(state.set_up()).filter(here).collect();
        let mut local = LocalTable::from_room(room, entries, seed);
        if people.len() > 1 {
            local.queues.people = people;
        }
        Ok(local)
    }

    /// Inspects saved texts: the game and the number of deals begun; `None` if no match has begun.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn inspect(
        library: Arc<Library>,
        texts: &[String],
    ) -> Result<Option<(String, u8)>, SavedTableError> {
        let entries = LocalTable::parse_all(texts)?;
        let room = Room::restore_with(SERVICE, library, timing(), &entries);
        let room = room.map_err(|_| SavedTableError::Damaged)?;
        let about = |game: &upcard_engine::Game| {
            (game.rules().set.catalogue.name.clone(), game.table().deals_begun())
        };
        Ok(room.state().game().map(about))
    }

    /// All entries, for saving.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns `true` if the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.room.state().stage() == Stage::Over
    }

    /// Serializes the table to a string for browser storage, one character per byte: a zero, the format
    /// number, and the entries.
    #[must_use]
    pub fn saved_text(&self) -> String {
        serialize(&self.entries)
    }

    /// The same for the entries from an index on.
    #[must_use]
    pub fn saved_from(&self, first: usize) -> String {
        serialize(self.entries.get(first..).unwrap_or_default())
    }

    /// Checks only that the format of a saved table is supported.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn check_format(text: &str) -> Result<(), SavedTableError> {
        let start: Option<Vec<u8>> = text.chars().take(2).map(|c| u8::try_from(c).ok()).collect();
        match start.as_deref() {
            None | Some([]) => Err(SavedTableError::Damaged),
            Some([0, 2..=FORMAT]) => Ok(()),
            Some([0, format]) => Err(unknown(*format)),
            Some(_) => Ok(()),
        }
    }

    /// Parses the output of [`LocalTable::saved_text`]. The first format had no number: it started with the number of
    /// entries, which is never zero. The first two formats did not contain the edition of the rules.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn parse_saved(text: &str) -> Result<Vec<Entry>, SavedTableError> {
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let bytes = bytes.ok_or(SavedTableError::Damaged)?;
        let entries = match bytes.as_slice() {
            [0, FORMAT, entries @ ..] => compact::read(entries),
            [0, 2, entries @ ..] => read_without_editions(entries),
            [0, format, ..] => return Err(unknown(*format)),
            old => read_without_editions(old),
        };
        entries.ok_or(SavedTableError::Damaged)
    }

    /// The entries of several such texts, which follow each other.
    pub(crate) fn parse_all(texts: &[String]) -> Result<Vec<Entry>, SavedTableError> {
        let parts: Result<Vec<_>, _> = texts.iter().map(|t| LocalTable::parse_saved(t)).collect();
        Ok(parts?.concat())
    }

    /// Connects, or reconnects, the person.
    pub fn connect(&mut self, now: Millis) -> Vec<ServerMessage> {
        if self.queues.are_shared() {
            return self.connect_all(now);
        }
        self.connect_viewer(now, HOST);
        self.queues.take()
    }

    /// Seats people with these names, who share the device, in the seats for people (which include the first
    /// seat), and begins the match.
    pub fn seat_all(&mut self, now: Millis, names: Vec<String>) -> Vec<ServerMessage> {
        let set_up = self.room.state().set_up();
        let of_people = seats(set_up).zip(&set_up.seats).filter(|(_, p)| **p == SeatPlan::Person);
        let seated: Vec<(Seat, String)> = of_people.map(|(seat, _)| seat).zip(names).collect();
        self.queues.people = seated.iter().map(|(seat, _)| *seat).collect();
        for (seat, name) in seated {
            self.connect_viewer(now, Some(seat));
            self.say(now, Some(seat), ClientMessage::Sit { seat: Some(seat), name });
        }
        self.say(now, HOST, ClientMessage::Start);
        self.connect_all(now)
    }

    /// Sends the state to all viewers; nobody is looking yet.
    fn connect_all(&mut self, now: Millis) -> Vec<ServerMessage> {
        let people = self.queues.people.iter().map(Some);
        people.chain([None]).for_each(|viewer| self.connect_viewer(now, viewer));
        self.settle(now)
    }

    fn connect_viewer(&mut self, now: Millis, viewer: Viewer) {
        self.input(now, Input::Connected { link: link(viewer), guest: guest(viewer) });
        self.resend_state(now, viewer);
    }

    /// Resends the full state to a viewer and drops the queued messages.
    fn resend_state(&mut self, now: Millis, viewer: Viewer) {
        self.queues.forget(viewer);
        self.say(now, viewer, ClientMessage::Hello { protocol: PROTOCOL, resume: None });
    }

    /// Handles a message of the current viewer and returns the responses. On a shared device, being ready for
    /// the next deal or match counts for everybody.
    pub fn send(&mut self, now: Millis, message: ClientMessage) -> Vec<ServerMessage> {
        if !self.queues.are_shared() {
            self.say(now, HOST, message);
        } else if matches!(message, ClientMessage::Next | ClientMessage::Rematch) {
            // A new deal: lower the curtain.
            self.show_to(now, None);
            let people = self.queues.people;
            people.iter().for_each(|seat| self.say(now, Some(seat), message.clone()));
        } else {
            self.say(now, self.queues.viewer, message);
        }
        self.settle(now)
    }

    fn say(&mut self, now: Millis, viewer: Viewer, message: ClientMessage) {
        self.input(now, Input::Message { link: link(viewer), message });
    }

    /// State of sharing, if several people share the device.
    #[must_use]
    pub fn people(&self) -> Option<SharedDevice> {
        self.queues.shared_device(self.deciding_seats())
    }

    /// Seats on a shared device with pending decisions, in order of precedence.
    fn deciding_seats(&self) -> Vec<Seat> {
        let state = self.room.state();
        let game = state.game().filter(|_| state.stage() == Stage::Playing);
        let Some(table) = game.map(|game| game.table()).filter(|_| self.queues.are_shared()) else {
            return Vec::new();
        };
        let seated = state.seated();
        let covered = |seat: Seat| seated.get(seat.index()).is_some_and(|info| info.covered);
        let here = |seat: Seat| self.queues.people.has(seat) && !covered(seat);
        let all = table.seats_after(table.turn().seat);
        all.filter(|seat| table.asks(*seat) && here(*seat)).collect()
    }

    /// Sets the viewer on a shared device, or `None`.
    pub fn set_viewer(&mut self, now: Millis, seat: Option<Seat>) -> Vec<ServerMessage> {
        self.queues.commands += 1;
        if self.queues.are_shared() {
            // Looking during an offer does not change whose turn resumes.
            self.queues.resumes = self.queues.resumes.filter(|_| self.is_offer());
            self.show_to(now, seat.filter(|seat| self.queues.people.has(*seat)));
        }
        self.settle(now)
    }

    fn show_to(&mut self, now: Millis, viewer: Viewer) {
        // Resync the previous viewer for their next look.
        self.resend_state(now, self.queues.viewer);
        self.queues.set_viewer(viewer);
        self.queues.called = self.decision().filter(|_| viewer.is_some());
    }

    fn decision(&self) -> Option<u32> {
        self.room.state().game().map(|game| game.table().decision())
    }

    /// Passes for all people on the device who are asked about the offered card.
    pub fn pass_all(&mut self, now: Millis) -> Vec<ServerMessage> {
        self.queues.commands += 1;
        if self.is_offer() {
            for seat in self.deciding_seats() {
                // Other passes may have settled the offer.
                if self.is_offer() && self.deciding_seats().contains(&seat) {
                    self.pass(now, seat);
                }
            }
            let resumes = self.queues.resumes.take();
            if resumes.is_some() {
                self.show_to(now, resumes);
            }
        }
        self.settle(now)
    }

    fn is_offer(&self) -> bool {
        let phase = self.room.state().game().map(|game| game.table().phase());
        matches!(phase, Some(Phase::Offers { .. } | Phase::Call { .. }))
    }

    fn pass(&mut self, now: Millis, seat: Seat) {
        let Some(decision) = self.decision() else { return };
        self.passes += 1;
        // Ids that no session assigns to its own actions.
        let (id, action) = (!(now + self.passes), Action::Pass.to_string());
        self.say(now, Some(seat), ClientMessage::Act { id, decision, action });
    }

    /// Hands the shared device on if necessary, and returns the unseen messages of the current viewer.
    fn settle(&mut self, now: Millis) -> Vec<ServerMessage> {
        if self.queues.are_shared() {
            self.pass_device_on(now);
        }
        self.queues.take()
    }

    fn pass_device_on(&mut self, now: Millis) {
        let state = self.room.state();
        let Some(table) = state.game().map(|game| game.table()) else { return };
        let (phase, over) = (table.phase(), state.stage() == Stage::Over);
        let (turn, decision) = (table.turn().seat, table.decision());
        let thrower = table.discarder();
        if over || matches!(phase, Phase::DealOver { .. } | Phase::MatchOver) {
            // All hands are open.
            if self.queues.viewer.is_none() {
                self.show_to(now, self.queues.people.iter().next());
            }
            return;
        }
        // Automatic pass for the player who discarded the card.
        if matches!(phase, Phase::Offers { .. })
            && let Some(seat) = thrower.filter(|seat| self.deciding_seats().contains(seat))
        {
            self.pass(now, seat);
        }
        let asked = self.deciding_seats();
        let Some(viewer) = self.queues.viewer.filter(|_| !asked.is_empty()) else { return };
        // An offer is shown to everyone before one of them looks at a hand.
        let heard = asked.len() == 1 || self.queues.called == Some(decision);
        if !asked.contains(&viewer) || !heard {
            let resumes = Some(viewer).filter(|viewer| self.is_offer() && *viewer == turn);
            self.show_to(now, None);
            self.queues.resumes = resumes;
        }
    }

    /// Returns `true` if a bot has to decide; [`LocalTable::think`] lets it. On a shared device, bots wait until
    /// all people have answered.
    #[must_use]
    pub fn is_bot_turn(&self) -> bool {
        !self.thinks.is_empty() && self.deciding_seats().is_empty()
    }

    /// Takes the next bot decision, to be computed elsewhere; [`LocalTable::answer`] takes the result. `None` if
    /// there is none, or it is obsolete.
    pub fn question(&mut self) -> Option<BotRequest> {
        let open = |think: &BotRequest| {
            think.view.view(&think.rules).is_some_and(|v| v.table.asks(v.seat))
        };
        std::iter::from_fn(|| self.thinks.pop_front()).find(open)
    }

    /// Applies a bot's result; `None` if it found no action.
    pub fn answer(
        &mut self,
        now: Millis,
        seat: Seat,
        request: u64,
        action: Option<Action>,
    ) -> Vec<ServerMessage> {
        self.input(now, Input::BotAnswered { seat, request, action });
        self.settle(now)
    }

    /// Lets the next bot decide, with `decide` called on the bot's view, its level and a unique number.
    pub fn think(
        &mut self,
        now: Millis,
        decide: impl FnOnce(&View<'_>, Level, u64) -> Action,
    ) -> Vec<ServerMessage> {
        let Some(think) = self.thinks.pop_front() else { return Vec::new() };
        let view = think.view.view(&think.rules).filter(|view| view.table.asks(view.seat));
        let action = view.map(|view| decide(&view, think.level, think.seed));
        self.answer(now, think.seat, think.request, action)
    }

    fn input(&mut self, now: Millis, input: Input) {
        let rng = &mut self.rng;
        let mut entropy = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let Outbox { entries, deliveries, bot_requests, .. } =
            self.room.input(now, &mut entropy, input);
        self.entries.extend(entries);
        self.thinks.extend(bot_requests);
        self.queues.push(deliveries);
    }
}
