//! Test harness: people, bots and a simulated clock drive a table by messages.

use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::chance::{below, commitment};
use upcard_engine::{Action, Game, Library, OwnView, Phase, Rules, Seat, Seats, View};
use upcard_table::wire::*;
use upcard_table::{
    BotRequest, Delivery, Entry, Guest, Hex, Input, Link, Millis, Outbox, Room, Timing,
};

/// Returns a random legal action, preferring lay-downs and lay-offs so that deals end. Undoes plays if
/// nothing else is left, as when plays leave no way to end the turn.
pub(crate) fn some_action(view: &View<'_>, rng: &mut ChaCha12Rng) -> Option<Action> {
    let mut offered = view.offered(2).actions;
    if offered.iter().any(|action| *action != Action::Undo) {
        offered.retain(|action| *action != Action::Undo);
    }
    let plays: Vec<&Action> = offered
        .iter()
        .filter(|a| matches!(a, Action::Down(_) | Action::Off { .. } | Action::Slide { .. }))
        .collect();
    if !plays.is_empty() && below(rng, 4) > 0 {
        let place = below(rng, plays.len() as u32) as usize;
        return Some(plays[place].clone());
    }
    if offered.is_empty() {
        return None;
    }
    Some(offered.swap_remove(below(rng, offered.len() as u32) as usize))
}

/// Names of the first people to sit down.
pub(crate) const PEOPLE: [&str; 3] = ["Ann", "Bo", "Cy"];

/// A game for these seats, with these choices changed.
pub(crate) fn changed(game: &str, seats: Vec<SeatPlan>, changes: &[(&str, &str)]) -> SetUp {
    let change = |(path, value): &(&str, &str)| ((*path).to_owned(), (*value).to_owned());
    SetUp { changes: changes.iter().map(change).collect(), ..SetUp::new(game, seats) }
}

/// A game for these seats, limited to this many deals if its rules allow that.
pub(crate) fn short(game: &str, seats: Vec<SeatPlan>, deals: &str) -> SetUp {
    let short = changed(game, seats.clone(), &[("match.deals", deals)]);
    match short.source().rules(&Library::standard().unwrap()) {
        Ok(_) => short,
        Err(_) => SetUp::new(game, seats),
    }
}

/// A client at a table, seated or watching.
#[derive(Clone, Default)]
pub(crate) struct Person {
    /// Number of the person, from 1.
    pub(crate) id: u8,
    pub(crate) link: Option<Link>,
    pub(crate) seat: Option<Seat>,
    pub(crate) sequence: u64,
    pub(crate) view: Option<OwnView>,
    number: u32,
    /// Finished deals.
    sheet: Vec<DealRow>,
    pub(crate) rules: Option<Arc<Rules>>,
    pub(crate) stage: Stage,
    pub(crate) covered: bool,
    /// Why it has lost its seat.
    pub(crate) lost: Option<Lost>,
    pub(crate) held: Seats,
    pub(crate) seat_changes: Vec<(Seat, SeatChange)>,
    pub(crate) ready: bool,
    pub(crate) entropy: [u8; 32],
    /// `true` once it has revealed its entropy.
    shown: bool,
    pub(crate) acted: Vec<(u64, u32, String)>,
    pub(crate) accepted: Vec<u64>,
    pub(crate) refused: Vec<(u64, Refused)>,
    pub(crate) errors: Vec<TableError>,
    /// Presence as last received.
    pub(crate) company: Company,
    /// Open seats as last received.
    pub(crate) openings: Vec<Opening>,
    pub(crate) secrets: Vec<(upcard_engine::Deal, Hex<32>)>,
    pub(crate) commitments: Vec<Hex<32>>,
    last_message: u64,
}

impl Person {
    pub(crate) fn guest(&self) -> Guest {
        Hex([self.id; 16])
    }

    pub(crate) fn hears(&mut self, message: &ServerMessage, library: &Library) {
        // Everything goes through JSON, as over a socket.
        let text = serde_json::to_string(message).unwrap();
        match serde_json::from_str(&text).unwrap() {
            ServerMessage::Welcome { seat, .. } => {
                self.seat = seat;
                self.company = Company::default();
                self.openings.clear();
            }
            ServerMessage::Company(company) => self.company = *company,
            ServerMessage::Openings(openings) => self.openings = openings,
            ServerMessage::Snapshot(snapshot) => {
                if self.number == snapshot.number {
                    assert!(snapshot.sheet.starts_with(&self.sheet), "the score sheet is another");
                }
                self.number = snapshot.number;
                self.sheet = snapshot.sheet;
                self.sequence = snapshot.sequence;
                self.seat = snapshot.seat;
                self.stage = snapshot.stage;
                (self.lost, self.held) = (snapshot.lost, snapshot.held);
                self.commitments = snapshot.commitments;
                let rules = snapshot.set_up.source().rules(library).unwrap();
                self.view = snapshot.view.map(|view| view.validate(&rules).unwrap());
                self.rules = Some(Arc::new(rules));
                self.notes(&snapshot.seated);
            }
            ServerMessage::Event { sequence, event } => {
                assert_eq!(sequence, self.sequence + 1, "a gap before {event:?}");
                self.sequence = sequence;
                let rules = self.rules.as_ref().unwrap();
                let view = self.view.as_mut().unwrap();
                let event = event.validate(&view.table, rules).unwrap();
                self.sheet.extend(DealRow::of(view.table.deal(), &event));
                view.apply(rules, &event);
                if let upcard_engine::Event::DealEnded { .. } = event {
                    self.ready = false;
                }
                if let upcard_engine::Event::MatchEnded { .. } = event {
                    self.stage = Stage::Over;
                }
            }
            ServerMessage::Change { sequence, change } => {
                assert_eq!(sequence, self.sequence + 1, "a gap before {change:?}");
                self.sequence = sequence;
                match change {
                    Change::Began { source, number, .. } => {
                        self.number = number;
                        self.sheet.clear();
                        let rules = source.rules(library).unwrap();
                        self.view = Some(OwnView::new(rules.players, self.seat));
                        self.rules = Some(Arc::new(rules));
                        self.stage = Stage::Playing;
                        self.secrets.clear();
                    }
                    Change::Gathering { commitments, .. } => {
                        self.stage = Stage::Gathering;
                        self.shown = false;
                        self.commitments = commitments;
                    }
                    Change::Committed { commitment, .. } => self.commitments.push(commitment),
                    Change::Revealed { deal, secret } => {
                        let of = &self.commitments[deal.index()];
                        assert_eq!(of.0, commitment(&secret.0), "deal {deal}");
                        self.secrets.push((deal, secret));
                    }
                    Change::Seat { seat, info, why, .. } => {
                        self.seat_changes.push((seat, why));
                        if Some(seat) == self.seat {
                            self.notes_own(&info);
                        }
                    }
                    Change::SetUp { seated, .. } => {
                        // A new set-up or a new match clears the last match.
                        self.sheet.clear();
                        self.notes(&seated);
                    }
                    Change::Ended => self.stage = Stage::Over,
                    Change::Paced { .. } | Change::Hinted { .. } => {}
                }
            }
            ServerMessage::Accepted { id } => self.accepted.push(id),
            ServerMessage::Refused { id, why } => self.refused.push((id, why)),
            ServerMessage::Error { error } => self.errors.push(error),
            _ => {}
        }
    }

    fn notes(&mut self, seated: &[SeatInfo]) {
        if let Some(info) = self.seat.and_then(|seat| seated.get(seat.index())) {
            self.notes_own(info);
        }
    }

    fn notes_own(&mut self, info: &SeatInfo) {
        self.covered = info.covered;
        self.ready = info.ready;
    }

    /// Returns the message that this person would send now, if any.
    pub(crate) fn wishes(&mut self, rng: &mut ChaCha12Rng) -> Option<ClientMessage> {
        self.seat?;
        match self.stage {
            Stage::Gathering if self.shown => return None,
            Stage::Gathering => {
                self.shown = true;
                return Some(ClientMessage::Reveal { entropy: Hex(self.entropy) });
            }
            Stage::Seating | Stage::Over => return None,
            Stage::Playing => {}
        }
        let own = self.view.as_ref()?;
        if let Phase::DealOver { .. } = own.table.phase() {
            return (!self.ready).then_some(ClientMessage::Next);
        }
        if self.covered && below(rng, 8) > 0 {
            return None;
        }
        if self.covered && below(rng, 2) > 0 {
            return Some(ClientMessage::TakeBack);
        }
        let rules = self.rules.as_ref()?;
        let view = own.view(rules)?;
        // Answers to an offer are not sent before all are in; until then the client remembers its own.
        let offer = matches!(own.table.phase(), Phase::Offers { .. } | Phase::Call { .. });
        let answered = |(id, decision, _): &(u64, u32, String)| {
            // A reused id was accepted for the earlier message and is refused now.
            let refused = self.refused.iter().any(|(own, _)| own == id);
            *decision == own.table.decision() && self.accepted.contains(id) && !refused
        };
        if offer && self.acted.last().is_some_and(answered) {
            return None;
        }
        let action = some_action(&view, rng)?;
        self.last_message += 1;
        let act = (self.last_message, own.table.decision(), action.to_string());
        self.acted.push(act.clone());
        Some(ClientMessage::Act { id: act.0, decision: act.1, action: act.2 })
    }
}

/// A table, its people and its time.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) room: Room,
    pub(crate) now: Millis,
    pub(crate) people: Vec<Person>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) thinks: Vec<(Millis, BotRequest)>,
    pub(crate) rng: ChaCha12Rng,
    pub(crate) library: Arc<Library>,
    pub(crate) timing: Timing,
    pub(crate) bots_answer: bool,
    /// Messages to each person, recorded if a test wants them.
    pub(crate) messages: Option<Vec<(usize, ServerMessage)>>,
    links: u64,
}

impl World {
    pub(crate) fn new(seed: u64, set_up: SetUp, people: u8) -> World {
        let library = Arc::new(Library::standard().unwrap());
        let timing = Timing::default();
        let (room, entry) = Room::open(library.clone(), timing, Hex([1; 16]), set_up).unwrap();
        let person = |id| Person { id, entropy: [id; 32], ..Person::default() };
        let people = (1..=people).map(person).collect();
        World {
            room,
            now: 1_000,
            people,
            entries: vec![entry],
            thinks: Vec::new(),
            rng: ChaCha12Rng::seed_from_u64(seed),
            library,
            timing,
            bots_answer: true,
            messages: None,
            links: 0,
        }
    }

    pub(crate) fn input(&mut self, input: Input) -> Outbox {
        let rng = &mut self.rng;
        let mut entropy = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let out = self.room.input(self.now, &mut entropy, input);
        assert!(!self.room.is_broken());
        assert_eq!(out.faults, Vec::new());
        for entry in &out.entries {
            let text = serde_json::to_string(entry).unwrap();
            self.entries.push(serde_json::from_str(&text).unwrap());
        }
        for Delivery { to, message } in &out.deliveries {
            for (number, person) in self.people.iter_mut().enumerate() {
                if person.link.is_some_and(|link| to.contains(&link)) {
                    person.hears(message, &self.library);
                    if let Some(messages) = &mut self.messages {
                        messages.push((number, message.clone()));
                    }
                }
            }
        }
        for think in &out.bot_requests {
            self.thinks.push((self.now + think.delay, think.clone()));
        }
        out
    }

    pub(crate) fn says(&mut self, person: usize, message: ClientMessage) -> Outbox {
        let text = serde_json::to_string(&message).unwrap();
        let message = serde_json::from_str(&text).unwrap();
        match self.people[person].link {
            Some(link) => self.input(Input::Message { link, message }),
            None => Outbox::default(),
        }
    }

    pub(crate) fn connect(&mut self, person: usize, resume: bool) {
        self.links += 1;
        let link = Link(self.links);
        let p = &mut self.people[person];
        p.link = Some(link);
        let (guest, after, seat) = (p.guest(), p.sequence, p.seat);
        self.input(Input::Connected { link, guest });
        let resume = resume.then_some(Resume { after, seat });
        self.says(person, ClientMessage::Hello { protocol: PROTOCOL, resume });
    }

    pub(crate) fn connect_all(&mut self) {
        (0..self.people.len()).for_each(|person| self.connect(person, false));
    }

    pub(crate) fn disconnect(&mut self, person: usize) {
        if let Some(link) = self.people[person].link.take() {
            self.input(Input::Gone { link });
        }
    }

    pub(crate) fn sit(&mut self, person: usize, name: &str) {
        self.says(person, ClientMessage::Sit { seat: None, name: name.into() });
        let commitment = Hex(commitment(&self.people[person].entropy));
        self.says(person, ClientMessage::Commit { commitment });
    }

    /// Connects people and seats them by these names.
    pub(crate) fn come(&mut self, names: &[&str]) {
        for (person, name) in names.iter().enumerate() {
            self.connect(person, false);
            self.sit(person, name);
        }
    }

    /// As [`World::come`], but without commitments.
    pub(crate) fn come_uncommitted(&mut self, names: &[&str]) {
        for (person, name) in names.iter().enumerate() {
            self.connect(person, false);
            self.says(person, ClientMessage::Sit { seat: None, name: (*name).into() });
        }
    }

    pub(crate) fn host(&mut self, person: usize, power: Power) -> Outbox {
        self.says(person, ClientMessage::Host { power })
    }

    /// Sends a message; returns the latest error that the person received.
    pub(crate) fn error_after(&mut self, person: usize, said: ClientMessage) -> Option<TableError> {
        self.says(person, said);
        self.people[person].errors.pop()
    }

    pub(crate) fn host_error(&mut self, person: usize, power: Power) -> Option<TableError> {
        self.error_after(person, ClientMessage::Host { power })
    }

    /// A table with Ann, Bo and Cy seated, whose first match has begun; any further people are not connected
    /// yet.
    pub(crate) fn seated(set_up: SetUp, people: u8) -> World {
        let mut world = World::new(1, set_up, people);
        world.come_uncommitted(&PEOPLE);
        world.says(0, ClientMessage::Start);
        assert_eq!(world.stage(), Stage::Playing);
        world
    }

    pub(crate) fn stage(&self) -> Stage {
        self.room.state().stage()
    }

    /// Lets time pass as long as this holds.
    pub(crate) fn wait_while(&mut self, holds: impl Fn(&World) -> bool) {
        while holds(self) {
            assert!(self.wait(), "nothing happens any more");
        }
    }

    /// Lets time pass until the match has begun.
    pub(crate) fn gather(&mut self) {
        self.wait_while(|world| world.stage() == Stage::Gathering);
    }

    /// The running match.
    pub(crate) fn game(&self) -> &Game {
        self.room.state().game().unwrap()
    }

    pub(crate) fn phase(&self) -> Phase {
        self.game().table().phase()
    }

    /// The first person to act.
    pub(crate) fn asked(&self) -> usize {
        self.game().to_act().unwrap().index()
    }

    /// Answers the present decision for a person.
    pub(crate) fn act(&mut self, person: usize, id: u64, action: &str) -> Outbox {
        let decision = self.game().table().decision();
        self.says(person, ClientMessage::Act { id, decision, action: action.into() })
    }

    /// Returns what the first of these people with something to say would say.
    pub(crate) fn wish(
        &mut self,
        people: impl IntoIterator<Item = usize>,
    ) -> Option<(usize, ClientMessage)> {
        let (all, rng) = (&mut self.people, &mut self.rng);
        people.into_iter().find_map(|person| Some((person, all[person].wishes(rng)?)))
    }

    /// Answers a decision for one of these people, or lets time pass; `false` if nothing is due.
    pub(crate) fn step(&mut self, people: impl IntoIterator<Item = usize>) -> bool {
        match self.wish(people) {
            Some((person, message)) => {
                self.says(person, message);
                true
            }
            None => self.wait(),
        }
    }

    /// Advances time to the next due event; `false` if there is none.
    pub(crate) fn wait(&mut self) -> bool {
        let bot = self.thinks.iter().map(|(at, _)| *at).min().filter(|_| self.bots_answer);
        let due = bot.into_iter().chain(self.room.wake_at()).min();
        let Some(next) = due else { return false };
        self.now = self.now.max(next);
        match self.thinks.iter().position(|(at, _)| *at <= self.now).filter(|_| self.bots_answer) {
            Some(at) => {
                let (_, think) = self.thinks.swap_remove(at);
                let view = think.view.view(&think.rules).unwrap();
                let action = some_action(&view, &mut self.rng);
                let (seat, request) = (think.seat, think.request);
                self.input(Input::BotAnswered { seat, request, action });
            }
            None => {
                self.input(Input::Tick);
            }
        }
        true
    }

    /// The table as restored after a restart.
    pub(crate) fn rebuilt(&self) -> Room {
        Room::restore(self.library.clone(), self.timing, &self.entries).unwrap()
    }

    /// Restarts the table: every connection breaks.
    pub(crate) fn restart(&mut self) {
        self.room = self.rebuilt();
        self.people.iter_mut().for_each(|person| person.link = None);
        self.thinks.clear();
    }

    /// Checks that every connected client's folded view equals the table's view of its seat.
    pub(crate) fn check_views(&self) {
        let Some(game) = self.room.state().game() else { return };
        assert_eq!(game.all_cards().len() % game.rules().pack_size, 0, "cards are lost or doubled");
        for person in self.people.iter().filter(|p| p.link.is_some()) {
            let known = person.view.as_ref().unwrap();
            // A person who sat down after the match has not played in it.
            let over = self.stage() == Stage::Over;
            let seat = if over { known.seat } else { person.seat };
            // Who has answered an offer is sent when it is settled.
            let truth = game.own_view(seat).with_answered(Seats::NONE);
            assert_eq!(known.clone().with_answered(Seats::NONE).table, truth.table);
            assert_eq!(known.hand, truth.hand);
            assert_eq!(known.sightings, truth.sightings);
        }
    }
}
