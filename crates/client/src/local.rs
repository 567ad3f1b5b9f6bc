//! A table inside the process: one person against bots, speaking the same messages as a server.

use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use upcard_engine::chance::{Chance, Seed};
use upcard_engine::table::Phase;
use upcard_engine::{Action, Event, Game, Library, Seat, View, Viewer};
use upcard_table::wire::{
    Change, ClientMessage, Level, PROTOCOL, Refused, SeatInfo, SeatPlan, ServerMessage, SetUp,
    Sitter, Snapshot, Stage, TableError,
};

/// Chooses a bot's action: what it sees, its level, a number of its own.
pub type Decide = fn(&View<'_>, Level, u64) -> Action;

/// A table with one person in the first seat and bots in the others.
pub struct Local {
    library: Arc<Library>,
    set_up: SetUp,
    name: String,
    game: Option<Game>,
    number: u32,
    sequence: u64,
    rng: ChaCha12Rng,
    decide: Decide,
    covered: bool,
    /// Who has readied for the next deal does not matter here: the person decides.
    stage: Stage,
}

impl Local {
    /// A table that has not begun. `seed` is all its chance.
    #[must_use]
    pub fn new(
        library: Arc<Library>,
        set_up: SetUp,
        name: &str,
        seed: Seed,
        decide: Decide,
    ) -> Local {
        Local {
            library,
            set_up,
            name: name.to_owned(),
            game: None,
            number: 0,
            sequence: 0,
            rng: ChaCha12Rng::from_seed(seed),
            decide,
            covered: false,
            stage: Stage::Seating,
        }
    }

    /// Takes a message and gives the answers.
    pub fn say(&mut self, message: ClientMessage) -> Vec<ServerMessage> {
        let mut out = Vec::new();
        match message {
            ClientMessage::Hello { .. } => {
                out.push(ServerMessage::Welcome { protocol: PROTOCOL, seat: Some(0), host: true });
                out.push(ServerMessage::Snapshot(Box::new(self.snapshot())));
            }
            ClientMessage::SetUp { set_up } => {
                self.set_up = set_up.clone();
                let seated = self.seated();
                self.change(Change::SetUp { set_up, seated, host: Some(0) }, &mut out);
            }
            ClientMessage::Start | ClientMessage::Rematch => self.begin(&mut out),
            ClientMessage::Act { id, decision, action } => {
                self.act(id, decision, &action, &mut out)
            }
            ClientMessage::Next => {
                let mut events = Vec::new();
                if let Some(game) = &mut self.game {
                    game.next_deal(&mut events);
                }
                self.tell(events, &mut out);
            }
            ClientMessage::HandOver => self.cover(true, &mut out),
            ClientMessage::TakeBack => self.cover(false, &mut out),
            ClientMessage::Ping => out.push(ServerMessage::Pong),
            ClientMessage::Say { phrase } => out.push(ServerMessage::Said { seat: 0, phrase }),
            ClientMessage::Host { .. } => {
                self.stage = Stage::Over;
                self.change(Change::Ended, &mut out);
            }
            ClientMessage::Sit { .. }
            | ClientMessage::Leave
            | ClientMessage::Commit { .. }
            | ClientMessage::Reveal { .. } => {}
        }
        out
    }

    /// The bot that is asked, if one is; [`Local::think`] lets it answer.
    #[must_use]
    pub fn thinking(&self) -> Option<Seat> {
        let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing)?;
        let table = game.table();
        let bot = |seat: Seat| seat != 0 || self.covered;
        let order = || table.after(table.turn.seat).filter(|&s| table.asks(s) && bot(s));
        // In a race the bots do not all wait for each other in turn: any asked bot may answer.
        order().next()
    }

    /// Is it between two deals?
    #[must_use]
    pub fn between_deals(&self) -> bool {
        self.game.as_ref().is_some_and(|g| matches!(g.table().phase, Phase::DealOver { .. }))
    }

    /// Lets the next bot answer.
    pub fn think(&mut self) -> Vec<ServerMessage> {
        let mut out = Vec::new();
        let Some(seat) = self.thinking() else { return out };
        let level = match self.set_up.seats.get(seat as usize) {
            Some(SeatPlan::Bot { level }) => *level,
            _ => Level::Steady,
        };
        let number = self.rng.next_u64();
        let Some(game) = &mut self.game else { return out };
        let view = game.view(seat);
        let mut action = (self.decide)(&view, level, number);
        if !view.allows(&action) {
            // A bot that errs plays the first legal action.
            match view.offered(1).actions.into_iter().next() {
                Some(first) => action = first,
                None => return out,
            }
        }
        let mut events = Vec::new();
        // Just judged; a refusal would change nothing.
        let _ = game.act(seat, &action, &mut events);
        self.tell(events, &mut out);
        out
    }

    fn begin(&mut self, out: &mut Vec<ServerMessage>) {
        let rules = match self.set_up.source().rules(&self.library) {
            Ok(rules) => Arc::new(rules),
            Err(flaws) => {
                let flaws = flaws.0.iter().map(ToString::to_string).collect();
                out.push(ServerMessage::Error { error: TableError::BadRules { flaws } });
                return;
            }
        };
        let mut seed: Seed = [0; 32];
        self.rng.fill_bytes(&mut seed);
        let mut game = Game::new(rules, Chance::new(seed, [0; 32]));
        self.number += 1;
        self.stage = Stage::Playing;
        self.covered = false;
        let source = self.set_up.source();
        self.change(Change::Began { number: self.number, source, entropy: Vec::new() }, out);
        let mut events = Vec::new();
        game.next_deal(&mut events);
        self.game = Some(game);
        self.tell(events, out);
    }

    fn act(&mut self, id: u64, decision: u32, text: &str, out: &mut Vec<ServerMessage>) {
        let refused = |why| ServerMessage::Refused { id, why };
        let Some(game) = &mut self.game else {
            out.push(refused(Refused::NoMatch));
            return;
        };
        if game.table().decision != decision {
            out.push(refused(Refused::Stale { decision: game.table().decision }));
            return;
        }
        let action: Action = match text.parse() {
            Ok(action) => action,
            Err(error) => {
                out.push(refused(Refused::Unreadable { column: error.column }));
                return;
            }
        };
        let mut events = Vec::new();
        match game.act(0, &action, &mut events) {
            Ok(()) => {
                out.push(ServerMessage::Accepted { id });
                self.tell(events, out);
            }
            Err(refusal) => out.push(refused(Refused::Rule { code: refusal.code() })),
        }
    }

    fn tell(&mut self, events: Vec<Event>, out: &mut Vec<ServerMessage>) {
        for event in events {
            self.sequence += 1;
            if matches!(event, Event::MatchEnded { .. }) {
                self.stage = Stage::Over;
            }
            let event = event.seen_by(Viewer::Seat(0));
            out.push(ServerMessage::Event { sequence: self.sequence, event });
        }
    }

    fn change(&mut self, change: Change, out: &mut Vec<ServerMessage>) {
        self.sequence += 1;
        out.push(ServerMessage::Change { sequence: self.sequence, change });
    }

    fn cover(&mut self, covered: bool, out: &mut Vec<ServerMessage>) {
        self.covered = covered;
        let info = self.seated().swap_remove(0);
        self.change(Change::Seat { seat: 0, info, host: Some(0) }, out);
    }

    fn seated(&self) -> Vec<SeatInfo> {
        let info = |(seat, plan): (usize, &SeatPlan)| SeatInfo {
            sitter: match plan {
                SeatPlan::Person => Sitter::Person { name: self.name.clone() },
                SeatPlan::Bot { level } => Sitter::Bot { level: *level },
            },
            covered: seat == 0 && self.covered,
            ready: false,
            bank: None,
        };
        self.set_up.seats.iter().enumerate().map(info).collect()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            sequence: self.sequence,
            stage: self.stage,
            set_up: self.set_up.clone(),
            seated: self.seated(),
            host: Some(0),
            seat: Some(0),
            present: vec![true; self.set_up.seats.len()],
            is_host: true,
            number: self.number,
            view: self.game.as_ref().map(|game| game.own_view(Some(0))),
            commitments: Vec::new(),
            secrets: Vec::new(),
            entropy: Vec::new(),
        }
    }
}
