//! A table inside the process: one person against bots, or several people at one device, with the same table
//! logic and messages as on a server.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::{Action, Flaws, Library, Phase, Seat, Seats, View};
use upcard_table::wire::{
    ClientMessage, Level, NAME_MOST, PROTOCOL, SeatPlan, ServerMessage, SetUp, Stage,
};
use upcard_table::{
    Entry, Input, Millis, Outbox, RestoreError, Room, Service, Think, Timing, compact,
    read_without_editions,
};

use crate::around::{Around, Eyes, Viewer, guest, link};

/// The person at a table with bots, or the first of several: the host.
const FIRST: Viewer = Some(Seat::at(0));

/// Effectively no time limits at a local table.
const PATIENT: Millis = 1 << 40;

/// Version of the storage format, from 2 on. Entries are serialized without field names, so any change to
/// them needs a new version. Version 4 is reserved: the terminal's files start with it if a checksum precedes
/// a text in one of these formats.
const FORMAT: u8 = 3;

/// Why a saved table cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptError {
    /// Format of a later program version.
    Format(u8),
    /// Corrupted.
    Damaged,
}

impl fmt::Display for KeptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeptError::Format(number) => {
                write!(
                    f,
                    "a later version of the program has kept it, in format {number}; this one reads formats up \
                     to {FORMAT}"
                )
            }
            KeptError::Damaged => f.write_str("it is damaged"),
        }
    }
}

impl std::error::Error for KeptError {}

/// A table with one person and bots, or with several people sharing a device.
pub struct Local {
    room: Room,
    entries: Vec<Entry>,
    thinks: VecDeque<Think>,
    rng: ChaCha12Rng,
    eyes: Eyes,
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
    (1..=NAME_MOST).contains(&name.chars().count()).then_some(name)
}

/// Services of a local table.
const SERVICE: Service = Service::alone(own_name);

fn timing() -> Timing {
    Timing {
        absent: PATIENT,
        gather: 0,
        next_deal: PATIENT,
        next_deal_of_bots: PATIENT,
        bot_limit: PATIENT,
        ..Timing::default()
    }
}

/// Seats of a table.
fn seats(set_up: &SetUp) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(set_up.seats.len() as u8)
}

/// Error for an unsupported format number. The first format has no number.
fn unknown(format: u8) -> KeptError {
    if format > FORMAT { KeptError::Format(format) } else { KeptError::Damaged }
}

fn kept(entries: &[Entry]) -> String {
    let entries = compact::write(entries);
    [0, FORMAT].into_iter().chain(entries).map(char::from).collect()
}

/// Joins several such texts, whose entries follow each other, into one.
///
/// # Errors
/// Why one of them cannot be read.
pub fn join_kept(texts: &[String]) -> Result<String, KeptError> {
    let parts: Result<Vec<_>, _> = texts.iter().map(|text| Local::read_kept(text)).collect();
    Ok(kept(&parts?.concat()))
}

impl Local {
    /// Version of the storage format.
    pub(crate) const FORMAT: u8 = FORMAT;

    /// Creates a table that has not begun, with the person seated. `seed` determines all randomness.
    ///
    /// # Errors
    /// Errors in the rules.
    pub fn new(library: Arc<Library>, set_up: SetUp, seed: [u8; 32]) -> Result<Local, Flaws> {
        let (room, first) = Room::open_with(SERVICE, library, timing(), guest(FIRST), set_up)?;
        Ok(Local::around(room, vec![first], seed))
    }

    fn around(room: Room, entries: Vec<Entry>, seed: [u8; 32]) -> Local {
        Local {
            room,
            entries,
            thinks: VecDeque::new(),
            rng: ChaCha12Rng::from_seed(seed),
            eyes: Eyes::default(),
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
    ) -> Result<Local, RestoreError> {
        let room = Room::restore_with(SERVICE, library, timing(), &entries)?;
        let state = room.state();
        let here = |seat: &Seat| state.guest_of(*seat) == Some(guest(Some(*seat)));
        let people: Seats = seats(state.set_up()).filter(here).collect();
        let mut local = Local::around(room, entries, seed);
        if people.len() > 1 {
            local.eyes.people = people;
        }
        Ok(local)
    }

    /// Inspects saved texts: the game and the number of deals begun; `None` if no match has begun.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn look_into(
        library: Arc<Library>,
        texts: &[String],
    ) -> Result<Option<(String, u8)>, KeptError> {
        let parts: Result<Vec<_>, _> = texts.iter().map(|text| Local::read_kept(text)).collect();
        let room = Room::restore_with(SERVICE, library, timing(), &parts?.concat());
        let room = room.map_err(|_| KeptError::Damaged)?;
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
    pub fn kept(&self) -> String {
        kept(&self.entries)
    }

    /// The same for the entries from an index on.
    #[must_use]
    pub fn kept_from(&self, first: usize) -> String {
        kept(self.entries.get(first..).unwrap_or_default())
    }

    /// Checks only that the format of a saved table is supported.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn check_format(text: &str) -> Result<(), KeptError> {
        let start: Option<Vec<u8>> = text.chars().take(2).map(|c| u8::try_from(c).ok()).collect();
        match start.as_deref() {
            None | Some([]) => Err(KeptError::Damaged),
            Some([0, 2..=FORMAT]) => Ok(()),
            Some([0, format]) => Err(unknown(*format)),
            Some(_) => Ok(()),
        }
    }

    /// Parses the output of [`Local::kept`]. The first format had no number: it started with the number of
    /// entries, which is never zero. The first two formats did not contain the edition of the rules.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read_kept(text: &str) -> Result<Vec<Entry>, KeptError> {
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let bytes = bytes.ok_or(KeptError::Damaged)?;
        let entries = match bytes.as_slice() {
            [0, FORMAT, entries @ ..] => compact::read(entries),
            [0, 2, entries @ ..] => read_without_editions(entries),
            [0, format, ..] => return Err(unknown(*format)),
            old => read_without_editions(old),
        };
        entries.ok_or(KeptError::Damaged)
    }

    /// Connects, or reconnects, the person.
    pub fn connect(&mut self, now: Millis) -> Vec<ServerMessage> {
        if self.eyes.are_shared() {
            return self.gather(now);
        }
        self.greet(now, FIRST);
        self.eyes.take()
    }

    /// Seats people with these names, who share the device, in the seats for people (which include the first
    /// seat), and begins the match.
    pub fn seat_all(&mut self, now: Millis, names: Vec<String>) -> Vec<ServerMessage> {
        let set_up = self.room.state().set_up();
        let plans: Vec<SeatPlan> = set_up.seats.clone();
        let of_people = seats(set_up).zip(plans).filter(|(_, plan)| *plan == SeatPlan::Person);
        let seated: Vec<(Seat, String)> = of_people.map(|(seat, _)| seat).zip(names).collect();
        self.eyes.people = seated.iter().map(|(seat, _)| *seat).collect();
        for (seat, name) in seated {
            self.greet(now, Some(seat));
            self.say(now, Some(seat), ClientMessage::Sit { seat: Some(seat), name });
        }
        self.say(now, FIRST, ClientMessage::Start);
        self.gather(now)
    }

    /// Sends the state to all viewers; nobody is looking yet.
    fn gather(&mut self, now: Millis) -> Vec<ServerMessage> {
        let people = self.eyes.people.iter().map(Some);
        people.chain([None]).for_each(|viewer| self.greet(now, viewer));
        self.settle(now)
    }

    /// Connects a viewer and sends the state.
    fn greet(&mut self, now: Millis, viewer: Viewer) {
        self.input(now, Input::Connected { link: link(viewer), guest: guest(viewer) });
        self.tell_anew(now, viewer);
    }

    /// Resends the full state to a viewer and drops the queued messages.
    fn tell_anew(&mut self, now: Millis, viewer: Viewer) {
        self.eyes.forget(viewer);
        self.say(now, viewer, ClientMessage::Hello { protocol: PROTOCOL, resume: None });
    }

    /// Handles a message of the current viewer and returns the responses. On a shared device, being ready for
    /// the next deal or match counts for everybody.
    pub fn send(&mut self, now: Millis, message: ClientMessage) -> Vec<ServerMessage> {
        if !self.eyes.are_shared() {
            self.say(now, FIRST, message);
        } else if matches!(message, ClientMessage::Next | ClientMessage::Rematch) {
            // A new deal: lower the curtain.
            self.turn(now, None);
            let people = self.eyes.people;
            people.iter().for_each(|seat| self.say(now, Some(seat), message.clone()));
        } else {
            self.say(now, self.eyes.front, message);
        }
        self.settle(now)
    }

    fn say(&mut self, now: Millis, viewer: Viewer, message: ClientMessage) {
        self.input(now, Input::Message { link: link(viewer), message });
    }

    /// State of sharing, if several people share the device.
    #[must_use]
    pub fn people(&self) -> Option<Around> {
        self.eyes.around(self.asked())
    }

    /// Seats on a shared device with pending decisions, in order of precedence.
    fn asked(&self) -> Vec<Seat> {
        let state = self.room.state();
        let game = state.game().filter(|_| state.stage() == Stage::Playing);
        let Some(table) = game.map(|game| game.table()).filter(|_| self.eyes.are_shared()) else {
            return Vec::new();
        };
        let covered: Seats = seats(state.set_up())
            .zip(state.seated())
            .filter(|(_, info)| info.covered)
            .map(|(seat, _)| seat)
            .collect();
        let here = |seat: &Seat| self.eyes.people.has(*seat) && !covered.has(*seat);
        table.after(table.turn().seat).filter(|seat| table.asks(*seat) && here(seat)).collect()
    }

    /// Sets the viewer on a shared device, or `None`.
    pub fn let_look(&mut self, now: Millis, seat: Option<Seat>) -> Vec<ServerMessage> {
        self.eyes.orders += 1;
        if self.eyes.are_shared() {
            // Looking during an offer does not change whose turn resumes.
            self.eyes.goes_on = self.eyes.goes_on.filter(|_| self.is_offer());
            self.turn(now, seat.filter(|seat| self.eyes.people.has(*seat)));
        }
        self.settle(now)
    }

    fn turn(&mut self, now: Millis, viewer: Viewer) {
        // Resync the previous viewer for their next look.
        self.tell_anew(now, self.eyes.front);
        self.eyes.turn(viewer);
        self.eyes.called = self.decision().filter(|_| viewer.is_some());
    }

    fn decision(&self) -> Option<u32> {
        self.room.state().game().map(|game| game.table().decision())
    }

    /// Passes for all people on the device who are asked about the offered card.
    pub fn pass_all(&mut self, now: Millis) -> Vec<ServerMessage> {
        self.eyes.orders += 1;
        if self.is_offer() {
            for seat in self.asked() {
                // Other passes may have settled the offer.
                if self.is_offer() && self.asked().contains(&seat) {
                    self.pass(now, seat);
                }
            }
            let goes_on = self.eyes.goes_on.take();
            if goes_on.is_some() {
                self.turn(now, goes_on);
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
        if self.eyes.are_shared() {
            self.hand_on(now);
        }
        self.eyes.take()
    }

    fn hand_on(&mut self, now: Millis) {
        let state = self.room.state();
        let Some(table) = state.game().map(|game| game.table()) else { return };
        let (phase, over) = (table.phase(), state.stage() == Stage::Over);
        let (turn, decision) = (table.turn().seat, table.decision());
        let thrower = table.discarder();
        if over || matches!(phase, Phase::DealOver { .. } | Phase::MatchOver) {
            // All hands are open.
            if self.eyes.front.is_none() {
                self.turn(now, self.eyes.people.iter().next());
            }
            return;
        }
        // Automatic pass for the player who discarded the card.
        if matches!(phase, Phase::Offers { .. })
            && let Some(seat) = thrower.filter(|seat| self.asked().contains(seat))
        {
            self.pass(now, seat);
        }
        let asked = self.asked();
        let Some(front) = self.eyes.front.filter(|_| !asked.is_empty()) else { return };
        // An offer is shown to everyone before one of them looks at a hand.
        let heard = asked.len() == 1 || self.eyes.called == Some(decision);
        if !asked.contains(&front) || !heard {
            let goes_on = Some(front).filter(|front| self.is_offer() && *front == turn);
            self.turn(now, None);
            self.eyes.goes_on = goes_on;
        }
    }

    /// Returns `true` if a bot has to decide; [`Local::think`] lets it. On a shared device, bots wait until
    /// all people have answered.
    #[must_use]
    pub fn thinking(&self) -> bool {
        !self.thinks.is_empty() && self.asked().is_empty()
    }

    /// Takes the next bot decision, to be computed elsewhere; [`Local::answer`] takes the result. `None` if
    /// there is none, or it is obsolete.
    pub fn question(&mut self) -> Option<Think> {
        let open =
            |think: &Think| think.view.view(&think.rules).is_some_and(|v| v.table.asks(v.seat));
        loop {
            let think = self.thinks.pop_front()?;
            if open(&think) {
                return Some(think);
            }
        }
    }

    /// Applies a bot's result; `None` if it found no action.
    pub fn answer(
        &mut self,
        now: Millis,
        seat: Seat,
        request: u64,
        action: Option<Action>,
    ) -> Vec<ServerMessage> {
        self.input(now, Input::Thought { seat, request, action });
        self.settle(now)
    }

    /// Lets the next bot decide, with `decide` called on the bot's view, its level and a unique number.
    pub fn think(
        &mut self,
        now: Millis,
        decide: impl FnOnce(&View<'_>, Level, u64) -> Action,
    ) -> Vec<ServerMessage> {
        let Some(think) = self.thinks.pop_front() else { return Vec::new() };
        let action = think
            .view
            .view(&think.rules)
            .filter(|view| view.table.asks(view.seat))
            .map(|view| decide(&view, think.level, think.seed));
        self.answer(now, think.seat, think.request, action)
    }

    fn input(&mut self, now: Millis, input: Input) {
        let rng = &mut self.rng;
        let mut entropy = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let Outbox { entries, deliveries, thinks, .. } = self.room.input(now, &mut entropy, input);
        self.entries.extend(entries);
        self.thinks.extend(thinks);
        self.eyes.hear(deliveries);
    }
}
