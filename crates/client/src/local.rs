//! A table inside the process: one person against bots, with the same table and the same messages
//! as on a server.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::{Action, Flaws, Library, Seat, View};
use upcard_table::wire::{ClientMessage, Level, NAME_MOST, PROTOCOL, ServerMessage, SetUp, Stage};
use upcard_table::{
    Entry, Guest, Hex, Input, Link, Millis, Outbox, RestoreError, Room, Service, Think, Timing,
    compact, read_without_editions,
};

/// Chooses a bot's action: what it sees, its level, a number of its own.
pub type Decide = fn(&View<'_>, Level, u64) -> Action;

const LINK: Link = Link(1);
const GUEST: Guest = Hex([1; 16]);

/// Nobody is hurried at a table of one's own.
const PATIENT: Millis = 1 << 40;

/// The number of the form in which a table is kept, from 2 on. Entries are written one behind the
/// other without the names of their parts, so that every change of them is another format.
const FORMAT: u8 = 3;

/// Why a kept table cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptError {
    /// It is of a format that this program does not know.
    Format(u8),
    /// It is damaged.
    Damaged,
}

impl fmt::Display for KeptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeptError::Format(number) => {
                write!(f, "it is kept in format {number}, this program knows formats 1 to {FORMAT}")
            }
            KeptError::Damaged => f.write_str("it is damaged"),
        }
    }
}

impl std::error::Error for KeptError {}

/// A table with one person and bots.
pub struct Local {
    room: Room,
    entries: Vec<Entry>,
    thinks: VecDeque<Think>,
    rng: ChaCha12Rng,
    decide: Decide,
}

/// The record of the match that was played last at a table with these entries, as text, once it is over.
#[must_use]
pub fn record_of(library: Arc<Library>, entries: &[Entry]) -> Option<String> {
    let played = upcard_table::records(library, entries).ok()?;
    played.last().filter(|match_| match_.over).map(|match_| match_.record.to_string())
}

/// One's own name at a table that nobody else sees: words with a space between them, up to as many
/// characters as a name may have.
fn own_name(typed: &str) -> Option<String> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=NAME_MOST).contains(&name.chars().count()).then_some(name)
}

/// What the table does for its one person.
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

impl Local {
    /// A table that has not begun, with the person in a seat. `seed` is all its chance.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub fn new(
        library: Arc<Library>,
        set_up: SetUp,
        seed: [u8; 32],
        decide: Decide,
    ) -> Result<Local, Flaws> {
        let (room, first) = Room::open_with(SERVICE, library, timing(), GUEST, set_up)?;
        Ok(Local {
            room,
            entries: vec![first],
            thinks: VecDeque::new(),
            rng: ChaCha12Rng::from_seed(seed),
            decide,
        })
    }

    /// The table as it was kept.
    ///
    /// # Errors
    /// Why the entries make no table.
    pub fn restore(
        library: Arc<Library>,
        entries: Vec<Entry>,
        seed: [u8; 32],
        decide: Decide,
    ) -> Result<Local, RestoreError> {
        let room = Room::restore_with(SERVICE, library, timing(), &entries)?;
        let rng = ChaCha12Rng::from_seed(seed);
        Ok(Local { room, entries, thinks: VecDeque::new(), rng, decide })
    }

    /// All that is to be kept of it.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Is its match over?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.room.state().stage() == Stage::Over
    }

    /// The table as a text that a browser can keep: each character is a byte. A zero and the number
    /// of the format come first, then the entries.
    #[must_use]
    pub fn kept(&self) -> String {
        let entries = compact::write(&self.entries);
        [0, FORMAT].into_iter().chain(entries).map(char::from).collect()
    }

    /// Is what was kept of a format that this program knows? Nothing else is looked at.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn check_format(text: &str) -> Result<(), KeptError> {
        let start: Option<Vec<u8>> = text.chars().take(2).map(|c| u8::try_from(c).ok()).collect();
        match start.as_deref() {
            None | Some([]) => Err(KeptError::Damaged),
            Some([0, 2 | FORMAT]) => Ok(()),
            Some([0, format]) => Err(KeptError::Format(*format)),
            Some(_) => Ok(()),
        }
    }

    /// What [`Local::kept`] gave, to go on with. The first format had no number: it began with how
    /// many entries there are, which is never zero. The first two did not name the edition of the rules.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read_kept(text: &str) -> Result<Vec<Entry>, KeptError> {
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let bytes = bytes.ok_or(KeptError::Damaged)?;
        let entries = match bytes.as_slice() {
            [0, FORMAT, entries @ ..] => compact::read(entries),
            [0, 2, entries @ ..] => read_without_editions(entries),
            [0, format, ..] => return Err(KeptError::Format(*format)),
            old => read_without_editions(old),
        };
        entries.ok_or(KeptError::Damaged)
    }

    /// Sits down, or comes back.
    pub fn connect(&mut self, now: Millis) -> Vec<ServerMessage> {
        let mut out = self.input(now, Input::Connected { link: LINK, guest: GUEST });
        out.extend(self.send(now, ClientMessage::Hello { protocol: PROTOCOL, resume: None }));
        out
    }

    /// Takes a message and gives the answers.
    pub fn send(&mut self, now: Millis, message: ClientMessage) -> Vec<ServerMessage> {
        self.input(now, Input::Message { link: LINK, message })
    }

    /// Is a bot asked? [`Local::think`] lets it answer.
    #[must_use]
    pub fn thinking(&self) -> bool {
        !self.thinks.is_empty()
    }

    /// What the next bot is asked, for whoever lets it think elsewhere; [`Local::answer`] takes what
    /// comes of it. None where no bot is asked, or what was asked is settled.
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

    /// Takes a bot's answer; none where it has found none.
    pub fn answer(
        &mut self,
        now: Millis,
        seat: Seat,
        request: u64,
        action: Option<Action>,
    ) -> Vec<ServerMessage> {
        self.input(now, Input::Thought { seat, request, action })
    }

    /// Lets the next bot answer.
    pub fn think(&mut self, now: Millis) -> Vec<ServerMessage> {
        let Some(think) = self.thinks.pop_front() else { return Vec::new() };
        let action = think
            .view
            .view(&think.rules)
            .filter(|view| view.table.asks(view.seat))
            .map(|view| (self.decide)(&view, think.level, think.seed));
        self.input(now, Input::Thought { seat: think.seat, request: think.request, action })
    }

    fn input(&mut self, now: Millis, input: Input) -> Vec<ServerMessage> {
        let rng = &mut self.rng;
        let mut entropy = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let Outbox { entries, deliveries, thinks, .. } = self.room.input(now, &mut entropy, input);
        self.entries.extend(entries);
        self.thinks.extend(thinks);
        deliveries.into_iter().map(|delivery| delivery.message).collect()
    }
}
