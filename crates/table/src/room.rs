//! A table with those who are connected to it: what comes in, and what goes out.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use upcard_engine::{
    Action, Edition, Event, Flaws, Game, Library, MAX_PLAYERS, Phase, Rules, Seat, Viewer,
};

use crate::entry::{Entry, Guest};
use crate::outbox::{Delivery, Link, Millis, Outbox};
use crate::phrases::PhraseRate;
use crate::recent::{Form, Recent};
use crate::restore::{FoldError, RestoreError};
use crate::state::{State, Update};
use crate::time::{Open, Pending, Race, Timing};
use crate::wire::{ClientMessage, RuleSource, ServerMessage, SetUp, Stage, TableError};

/// Where entropy comes from.
pub trait Entropy {
    /// 32 bytes that nobody can predict.
    fn bytes(&mut self) -> [u8; 32];
}

impl<F: FnMut() -> [u8; 32]> Entropy for F {
    fn bytes(&mut self) -> [u8; 32] {
        self()
    }
}

/// What happens to a table from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Somebody connected, whose identity has been checked.
    Connected {
        /// The connection.
        link: Link,
        /// Who.
        guest: Guest,
    },
    /// A message came.
    Message {
        /// From.
        link: Link,
        /// What.
        message: ClientMessage,
    },
    /// A connection is gone.
    Gone {
        /// Which.
        link: Link,
    },
    /// A bot answered.
    Thought {
        /// For which seat.
        seat: Seat,
        /// Which question.
        request: u64,
        /// The answer; none where it found none.
        action: Option<upcard_engine::Action>,
    },
    /// A person goes on with the seat on another device, where [`State::may_move`] allows it.
    Moved {
        /// Who the person was.
        from: Guest,
        /// Who the person is from now on.
        to: Guest,
        /// The number of [`State::moves`] when the link was made.
        moves: u32,
    },
    /// Time has passed: see [`Room::wake_at`].
    Tick,
}

#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) guest: Guest,
    /// Has it sent its hello?
    pub(crate) welcome: bool,
}

/// Cleans the name that a person has typed; none where it is not allowed.
pub type NameRule = fn(&str) -> Option<String>;

/// May bots play by the rules of this source?
pub type BotRule = Arc<dyn Fn(&RuleSource, &Arc<Rules>) -> bool + Send + Sync>;

/// What a table does for others who come to it, and one in a person's own page need not: a program
/// that has tables of the second kind alone carries nothing for the first.
#[derive(Clone)]
pub struct Service {
    /// Cleans the names that people type.
    pub(crate) names: NameRule,
    /// How the latest updates are kept; none where they are not, and who comes back gets a snapshot.
    pub(crate) updates: Option<Form>,
    /// Names what is wrong with a set-up, as messages do.
    pub(crate) flaws: fn(&Flaws) -> Vec<String>,
    /// Says by which rules bots may play; by any where nothing does.
    bots: Option<BotRule>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

impl Service {
    /// For a table that others come to.
    #[must_use]
    pub const fn shared() -> Service {
        Service {
            names: crate::name::clean,
            updates: Some(Form::BYTES),
            flaws: Flaws::codes,
            bots: None,
        }
    }

    /// The same, where bots get no seats by rules that are too dear for them. What it takes to find that
    /// out is the caller's: a table asks when it is opened or restored, and when its rules change, as
    /// [`Room::may_take_long`] says.
    #[must_use]
    pub fn with_bots(self, may: BotRule) -> Service {
        Service { bots: Some(may), ..self }
    }

    /// May bots play by these rules?
    pub(crate) fn may_bots_play(&self, source: &RuleSource, rules: &Arc<Rules>) -> bool {
        self.bots.as_ref().is_none_or(|may| may(source, rules))
    }

    /// For a table in a person's own page: nobody else sees its names, no line to it breaks, and its
    /// rules have been judged before it was opened.
    #[must_use]
    pub const fn alone(names: NameRule) -> Service {
        Service { names, updates: None, flaws: |_| Vec::new(), bots: None }
    }
}

/// One table.
#[derive(Clone, Debug)]
pub struct Room {
    pub(crate) state: State,
    pub(crate) timing: Timing,
    pub(crate) service: Service,
    pub(crate) sequence: u64,
    pub(crate) recent: Recent,
    /// How many entries there are.
    entries: u64,
    /// How many of them stay: those up to the end of the last match.
    settled: u64,
    pub(crate) links: BTreeMap<Link, Visitor>,
    pub(crate) thinking: [Option<Pending>; MAX_PLAYERS],
    pub(crate) requests: u64,
    pub(crate) open: Option<Open>,
    /// The decision that was open when the last visitor went, and for how long it had been.
    pub(crate) stopped: Option<(Open, Millis)>,
    /// Since when each seat's person is away.
    pub(crate) away: [Millis; MAX_PLAYERS],
    pub(crate) race: Option<Race>,
    pub(crate) phrase_rate: PhraseRate,
    pub(crate) present: Vec<bool>,
    /// Since when the host is away.
    pub(crate) host_away: Option<Millis>,
    /// Answers to the present offer that have not been sent to anybody yet.
    pub(crate) answers: Vec<Event>,
    /// Cards were dealt, and the time until they lie where they belong has not begun yet.
    pub(crate) dealing: bool,
    /// Until then cards are being dealt out.
    pub(crate) dealt: Millis,
    /// May bots play by the table's rules?
    pub(crate) bots_play: bool,
    /// An entry could not be folded: nothing that follows may be trusted.
    pub(crate) broken: bool,
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
        let mut room = Room::around(state, timing, service);
        room.ask_for_bots();
        Ok((room, opened))
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
        let mut entries = entries.into_iter();
        let Some(Entry::Opened { host, set_up, edition }) = entries.next() else {
            return Err(RestoreError::NotOpened);
        };
        let set_up = set_up.stored_by(*edition, &library);
        let state = State::open(library, *host, set_up).map_err(RestoreError::Rules)?;
        let mut room = Room::around(state, timing, service);
        for (number, entry) in (2..).zip(entries) {
            let updates = room.fold(entry).map_err(|unfit| unfit.at(number))?;
            for update in updates {
                room.release(update).for_each(|update| room.remember(&update));
            }
        }
        room.present = room.presence();
        room.ask_for_bots();
        Ok(room)
    }

    /// Finds out whether bots may play by the table's rules.
    fn ask_for_bots(&mut self) {
        self.bots_play = self.service.may_bots_play(&self.state.set_up.source(), &self.state.rules);
    }

    /// Are there seats for bots, though they cannot play by the table's rules? A table that is new is not
    /// to be opened then.
    #[must_use]
    pub fn bots_too_dear(&self) -> bool {
        !self.bots_play && self.state.set_up.has_bots()
    }

    fn around(state: State, timing: Timing, service: Service) -> Room {
        let mut room = Room {
            state,
            timing,
            sequence: 0,
            recent: Recent::new(service.updates),
            service,
            entries: 1,
            settled: 1,
            links: BTreeMap::new(),
            thinking: Default::default(),
            requests: 0,
            open: None,
            stopped: None,
            away: [0; MAX_PLAYERS],
            race: None,
            phrase_rate: PhraseRate::default(),
            present: Vec::new(),
            host_away: None,
            answers: Vec::new(),
            dealing: false,
            dealt: 0,
            bots_play: true,
            broken: false,
        };
        room.present = room.presence();
        room
    }

    /// Folds an entry; the updates that clients are to be sent.
    fn fold(&mut self, entry: &Entry) -> Result<Vec<Update>, FoldError> {
        let playing = |state: &State| state.stage == Stage::Playing;
        let (before, mut updates) = (playing(&self.state), Vec::new());
        self.state.apply(entry, &mut |update| updates.push(update))?;
        self.entries += 1;
        if before || playing(&self.state) {
            self.settled = self.entries;
        }
        if let Entry::Standing(standing) = entry {
            self.sequence = standing.sequence;
            self.recent.clear();
            self.answers.clear();
        }
        Ok(updates)
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
        if self.broken { None } else { self.state.standing(self.sequence) }
    }

    /// The same table and the same people, with another game being played: tests of secrecy compare
    /// what the two send.
    #[must_use]
    pub fn with_game(&self, game: Game) -> Room {
        let mut room = self.clone();
        room.state.game = Some(game);
        room
    }

    /// Lets tables have the same rules in memory once: `shared` is given where this table's come from
    /// and the rules, and returns others of the same source, or these. A match that is being played
    /// keeps its own.
    pub fn share_rules(&mut self, shared: impl FnOnce(RuleSource, Arc<Rules>) -> Arc<Rules>) {
        let source = self.state.set_up.source();
        self.state.rules = shared(source, self.state.rules.clone());
    }

    /// What is stored of it.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The sequence number of the last update.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// How many are connected.
    #[must_use]
    pub fn visitors(&self) -> usize {
        self.links.len()
    }

    /// Does a seat still wait for a bot's answer to this question? What it does not wait for any more
    /// need not be thought about.
    #[must_use]
    pub fn awaits(&self, seat: Seat, request: u64) -> bool {
        let pending = self.thinking.get(seat.index()).copied().flatten();
        pending.is_some_and(|pending| pending.request == request)
    }

    /// Could an entry not be folded? The table must be rebuilt from what is stored then.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Might this input take milliseconds rather than microseconds? So it is where a play is judged
    /// by a search, or where the table answers for a seat that owes one, or where other rules are made
    /// ready; a server does not do that where others wait. Answered at once.
    #[must_use]
    pub fn may_take_long(&self, input: &Input) -> bool {
        if let Input::Message { message: ClientMessage::SetUp { set_up }, .. } = input {
            return set_up.source() != self.state.set_up.source();
        }
        let Some(game) = self.state.game() else { return false };
        let searched = |seat: Seat, action: &Action| game.view(seat).may_search(action);
        // Where the table answers for a bot that is late or has given no legal answer, it looks for an
        // action that can be made, and for plays and takes that means to search.
        let lists = |seat: Seat| {
            let view = game.view(seat);
            match game.table().phase() {
                Phase::Play => true,
                Phase::Draw => view.may_take_deep() || view.may_search(&Action::Take),
                _ => false,
            }
        };
        match input {
            Input::Message { link, message: ClientMessage::Act { action, .. } } => {
                let seat = self.links.get(link).and_then(|v| self.state.seat_of(v.guest));
                seat.zip(action.parse().ok()).is_some_and(|(seat, action)| searched(seat, &action))
            }
            Input::Thought { seat, action, .. } if seat.is_of(game.table().players()) => {
                match action {
                    // Judging takes microseconds where nothing is searched.
                    Some(action) => {
                        searched(*seat, action) || lists(*seat) && !game.view(*seat).allows(action)
                    }
                    None => lists(*seat),
                }
            }
            Input::Tick => {
                let mut asked = Seat::all(game.table().players());
                asked.any(|seat| game.table().asks(seat) && lists(seat))
            }
            _ => false,
        }
    }

    /// Takes an input.
    pub fn input(&mut self, now: Millis, entropy: &mut impl Entropy, input: Input) -> Outbox {
        let mut out = Outbox::default();
        let host = self.state.host;
        match input {
            Input::Connected { link, guest } => {
                self.links.insert(link, Visitor { guest, welcome: false });
            }
            Input::Gone { link } => {
                self.links.remove(&link);
            }
            Input::Message { link, message } => self.message(now, entropy, link, message, &mut out),
            Input::Thought { seat, request, action } => {
                self.thought(seat, request, action, &mut out);
            }
            Input::Moved { from, to, moves } => self.move_seat(now, (from, to, moves), &mut out),
            Input::Tick => {}
        }
        self.present_now(now, &mut out);
        self.settle(now, entropy, &mut out);
        if self.state.host != host {
            self.greet_again(now, host, &mut out);
            self.greet_again(now, self.state.host, &mut out);
        }
        out
    }

    /// Carries out a decision: the entry is to be stored, the table changes, and all are notified.
    pub(crate) fn record(&mut self, entry: Entry, out: &mut Outbox) {
        // Entries are judged before they are made. Should one not fold all the same, the table
        // stops here rather than send what is wrong.
        let updates = if self.broken { None } else { self.fold(&entry).ok() };
        let Some(updates) = updates else {
            self.broken = true;
            return;
        };
        let away = matches!(
            entry,
            Entry::Covered { .. }
                | Entry::GaveUp { .. }
                | Entry::Left { .. }
                | Entry::SeatOpened { .. }
        );
        let plainly = away && !self.bots_play && self.state.in_match();
        out.entries.push(entry);
        for update in updates {
            self.dealing |= matches!(update, Update::Event(Event::Dealt { .. }));
            for update in self.release(update) {
                self.broadcast(&update, out);
                self.remember(&update);
            }
        }
        if plainly {
            self.send_all(ServerMessage::Error { error: TableError::BotsTooDear }, out);
        }
    }

    fn remember(&mut self, update: &Update) {
        self.sequence += 1;
        self.recent.push(update);
    }

    /// The connections that have been welcomed.
    pub(crate) fn welcomed(&self) -> impl Iterator<Item = (Link, Guest)> + '_ {
        self.links.iter().filter(|(_, v)| v.welcome).map(|(link, v)| (*link, v.guest))
    }

    fn broadcast(&self, item: &Update, out: &mut Outbox) {
        let sequence = self.sequence + 1;
        match item {
            Update::Change(change) => {
                self.send_all(ServerMessage::Change { sequence, change: change.clone() }, out);
            }
            // What is hidden from a seat is hidden from those who look on: most is hidden from nobody.
            Update::Event(event) if event.seen_by(Viewer::Spectator) == *event => {
                let event = event.clone().into();
                self.send_all(ServerMessage::Event { sequence, event }, out);
            }
            Update::Event(event) => {
                // Those who see the same get the same.
                let first = out.deliveries.len();
                for (link, guest) in self.welcomed() {
                    let event = event.seen_by(self.viewer(guest)).into();
                    let message = ServerMessage::Event { sequence, event };
                    let same = |delivery: &&mut Delivery| delivery.message == message;
                    match out.deliveries[first..].iter_mut().find(same) {
                        Some(delivery) => delivery.to.push(link),
                        None => {
                            let mut to = Vec::with_capacity(self.links.len());
                            to.push(link);
                            out.deliveries.push(Delivery { to, message });
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn viewer(&self, guest: Guest) -> Viewer {
        self.state.viewed(guest).map_or(Viewer::Spectator, Viewer::Seat)
    }

    pub(crate) fn send(&self, link: Link, message: ServerMessage, out: &mut Outbox) {
        out.deliveries.push(Delivery { to: vec![link], message });
    }

    pub(crate) fn send_all(&self, message: ServerMessage, out: &mut Outbox) {
        let mut to = Vec::with_capacity(self.links.len());
        to.extend(self.welcomed().map(|(link, _)| link));
        if !to.is_empty() {
            out.deliveries.push(Delivery { to, message });
        }
    }

    pub(crate) fn error(&self, link: Link, error: TableError, out: &mut Outbox) {
        self.send(link, ServerMessage::Error { error }, out);
    }
}
