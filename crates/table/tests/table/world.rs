//! People, bots and a clock for tests: a table is driven by messages and a time that is made up.

use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::chance::{below, commitment};
use upcard_engine::{Action, Game, Library, OwnView, Phase, Rules, Seat, Seats, View};
use upcard_table::wire::*;
use upcard_table::{Delivery, Entry, Guest, Hex, Input, Link, Millis, Outbox, Room, Think, Timing};

/// A random legal action; lay-downs and lay-offs are preferred, so that deals end. Plays are taken back
/// where nothing else is left, as after plays that leave no way to end the turn.
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

/// The names of those who sit down first.
pub(crate) const PEOPLE: [&str; 3] = ["Ann", "Bo", "Cy"];

/// A game for these seats, of so many deals where its rules allow that.
pub(crate) fn short(game: &str, seats: Vec<SeatPlan>, deals: &str) -> SetUp {
    let whole = SetUp::new(game, seats);
    let changes = vec![("match.deals".to_owned(), deals.to_owned())];
    let short = SetUp { changes, ..whole.clone() };
    match short.source().rules(&Library::standard().unwrap()) {
        Ok(_) => short,
        Err(_) => whole,
    }
}

/// Somebody at a table, or looking on.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) guest: Guest,
    pub(crate) link: Option<Link>,
    pub(crate) seat: Option<Seat>,
    pub(crate) sequence: u64,
    pub(crate) view: Option<OwnView>,
    number: u32,
    /// The deals that are over.
    sheet: Vec<DealRow>,
    pub(crate) rules: Option<Arc<Rules>>,
    pub(crate) stage: Stage,
    pub(crate) covered: bool,
    /// Why it has lost its seat.
    pub(crate) lost: Option<Lost>,
    /// The seats that it has held in the match.
    pub(crate) held: Seats,
    /// What happened to seats.
    pub(crate) seat_changes: Vec<(Seat, SeatChange)>,
    pub(crate) ready: bool,
    pub(crate) entropy: Hex<32>,
    /// Has it shown its entropy?
    shown: bool,
    pub(crate) acted: Vec<(u64, u32, String)>,
    pub(crate) accepted: Vec<u64>,
    pub(crate) refused: Vec<(u64, Refused)>,
    pub(crate) errors: Vec<TableError>,
    /// Who else is here.
    pub(crate) company: Company,
    /// Which seats are open to whom.
    pub(crate) openings: Vec<Opening>,
    pub(crate) secrets: Vec<(upcard_engine::Deal, Hex<32>)>,
    pub(crate) commitments: Vec<Hex<32>>,
    next_id: u64,
    library: Arc<Library>,
}

impl Person {
    pub(crate) fn new(number: u8, library: Arc<Library>) -> Person {
        Person {
            guest: Hex([number; 16]),
            link: None,
            seat: None,
            sequence: 0,
            view: None,
            number: 0,
            sheet: Vec::new(),
            rules: None,
            stage: Stage::Seating,
            covered: false,
            lost: None,
            held: Seats::NONE,
            seat_changes: Vec::new(),
            ready: false,
            entropy: Hex([number; 32]),
            shown: false,
            acted: Vec::new(),
            accepted: Vec::new(),
            refused: Vec::new(),
            errors: Vec::new(),
            company: Company::default(),
            openings: Vec::new(),
            secrets: Vec::new(),
            commitments: Vec::new(),
            next_id: 1,
            library,
        }
    }

    pub(crate) fn hears(&mut self, message: &ServerMessage) {
        // Everything goes through its text, as over a socket.
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
                let rules = snapshot.set_up.source().rules(&self.library).unwrap();
                self.view = snapshot.view.map(|view| view.judge(&rules).unwrap());
                self.rules = Some(Arc::new(rules));
                self.notes(&snapshot.seated);
            }
            ServerMessage::Event { sequence, event } => {
                assert_eq!(sequence, self.sequence + 1, "a gap before {event:?}");
                self.sequence = sequence;
                let rules = self.rules.as_ref().unwrap();
                let view = self.view.as_mut().unwrap();
                let event = event.judge(&view.table, rules).unwrap();
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
                        let rules = source.rules(&self.library).unwrap();
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
                        // A new set-up clears the last match away; a match that begins does so too.
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

    /// What this person would say now, if anything.
    pub(crate) fn wishes(&mut self, rng: &mut ChaCha12Rng) -> Option<ClientMessage> {
        self.seat?;
        match self.stage {
            Stage::Gathering if self.shown => return None,
            Stage::Gathering => {
                self.shown = true;
                return Some(ClientMessage::Reveal { entropy: self.entropy });
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
        // Who has answered an offer is told when all have; until then one remembers it oneself.
        let offer = matches!(own.table.phase(), Phase::Offers { .. } | Phase::Call { .. });
        let answered = |(id, decision, _): &(u64, u32, String)| {
            // An id that answered for something else before was accepted then, and refused now.
            let refused = self.refused.iter().any(|(own, _)| own == id);
            *decision == own.table.decision() && self.accepted.contains(id) && !refused
        };
        if offer && self.acted.last().is_some_and(answered) {
            return None;
        }
        let action = some_action(&view, rng)?;
        let act = (self.next_id, own.table.decision(), action.to_string());
        self.next_id += 1;
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
    pub(crate) thinks: Vec<(Millis, Think)>,
    pub(crate) rng: ChaCha12Rng,
    pub(crate) library: Arc<Library>,
    pub(crate) timing: Timing,
    pub(crate) bots_answer: bool,
    /// What each person was sent, where a test wants to look at it.
    pub(crate) messages: Option<Vec<(usize, ServerMessage)>>,
    links: u64,
}

impl World {
    pub(crate) fn new(seed: u64, set_up: SetUp, people: u8) -> World {
        let library = Arc::new(Library::standard().unwrap());
        let timing = Timing::default();
        let (room, entry) = Room::open(library.clone(), timing, Hex([1; 16]), set_up).unwrap();
        let people = (1..=people).map(|n| Person::new(n, library.clone())).collect();
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
                    person.hears(message);
                    if let Some(messages) = &mut self.messages {
                        messages.push((number, message.clone()));
                    }
                }
            }
        }
        for think in &out.thinks {
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
        let (guest, after, seat) = (p.guest, p.sequence, p.seat);
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
        let commitment = Hex(commitment(&self.people[person].entropy.0));
        self.says(person, ClientMessage::Commit { commitment });
    }

    /// People come by these names, and sit down.
    pub(crate) fn come(&mut self, names: &[&str]) {
        for (person, name) in names.iter().enumerate() {
            self.connect(person, false);
            self.sit(person, name);
        }
    }

    pub(crate) fn host(&mut self, person: usize, power: Power) -> Outbox {
        self.says(person, ClientMessage::Host { power })
    }

    /// Ann, Bo and Cy in the seats of a table, whose first match has begun; any others of these
    /// people are not there yet.
    pub(crate) fn seated(set_up: SetUp, people: u8) -> World {
        let mut world = World::new(1, set_up, people);
        for (person, name) in PEOPLE.into_iter().enumerate() {
            world.connect(person, false);
            world.says(person, ClientMessage::Sit { seat: None, name: name.into() });
        }
        world.says(0, ClientMessage::Start);
        assert_eq!(world.stage(), Stage::Playing);
        world
    }

    pub(crate) fn stage(&self) -> Stage {
        self.room.state().stage()
    }

    /// The match that is being played.
    pub(crate) fn game(&self) -> &Game {
        self.room.state().game().unwrap()
    }

    pub(crate) fn phase(&self) -> Phase {
        self.game().table().phase()
    }

    /// The person who is asked first.
    pub(crate) fn asked(&self) -> usize {
        self.game().to_act().unwrap().index()
    }

    /// A person answers the present decision.
    pub(crate) fn act(&mut self, person: usize, id: u64, action: &str) -> Outbox {
        let decision = self.game().table().decision();
        self.says(person, ClientMessage::Act { id, decision, action: action.into() })
    }

    /// What the first of these people who is asked anything answers.
    pub(crate) fn wish(
        &mut self,
        people: impl IntoIterator<Item = usize>,
    ) -> Option<(usize, ClientMessage)> {
        let (all, rng) = (&mut self.people, &mut self.rng);
        people.into_iter().find_map(|person| Some((person, all[person].wishes(rng)?)))
    }

    /// One of these people answers what is asked, or time goes on; false where nothing is due.
    pub(crate) fn step(&mut self, people: impl IntoIterator<Item = usize>) -> bool {
        match self.wish(people) {
            Some((person, message)) => {
                self.says(person, message);
                true
            }
            None => self.wait(),
        }
    }

    /// Lets time go on to the next thing that is due by itself; false where there is none.
    pub(crate) fn wait(&mut self) -> bool {
        let bot = self.thinks.iter().map(|(at, _)| *at).min().filter(|_| self.bots_answer);
        let next = match (bot, self.room.wake_at()) {
            (Some(a), Some(b)) => a.min(b),
            (Some(a), None) | (None, Some(a)) => a,
            (None, None) => return false,
        };
        self.now = self.now.max(next);
        match self.thinks.iter().position(|(at, _)| *at <= self.now).filter(|_| self.bots_answer) {
            Some(at) => {
                let (_, think) = self.thinks.swap_remove(at);
                let view = think.view.view(&think.rules).unwrap();
                let action = some_action(&view, &mut self.rng);
                let (seat, request) = (think.seat, think.request);
                self.input(Input::Thought { seat, request, action });
            }
            None => {
                self.input(Input::Tick);
            }
        }
        true
    }

    /// The table as it would be after a restart.
    pub(crate) fn rebuilt(&self) -> Room {
        Room::restore(self.library.clone(), self.timing, &self.entries).unwrap()
    }

    /// The table is restarted: everybody's connection breaks.
    pub(crate) fn restart(&mut self) {
        self.room = self.rebuilt();
        self.people.iter_mut().for_each(|person| person.link = None);
        self.thinks.clear();
    }

    /// Every connected person's folded view is the table's own view of that seat.
    pub(crate) fn check_views(&self) {
        let Some(game) = self.room.state().game() else { return };
        assert_eq!(game.all_cards().len() % game.rules().pack_size, 0, "cards are lost or doubled");
        for person in self.people.iter().filter(|p| p.link.is_some()) {
            let known = person.view.as_ref().unwrap();
            // Who sat down after the match has not played in it.
            let over = self.stage() == Stage::Over;
            let seat = if over { known.seat } else { person.seat };
            // Who has answered an offer is told when it is settled.
            let truth = game.own_view(seat).with_answered(Seats::NONE);
            assert_eq!(known.clone().with_answered(Seats::NONE).table, truth.table);
            assert_eq!(known.hand, truth.hand);
            assert_eq!(known.sightings, truth.sightings);
        }
    }
}
