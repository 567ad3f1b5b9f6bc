//! What sits at a seat of the arena.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::{Action, Event, Game, Seat, Table};

use crate::advised::Advised;
use crate::fault::Fault;
use crate::options::{Contestant, Patience, Thinking};
use crate::oracle;
use crate::protocol::{LEAVE, Program};

/// What sits at a seat.
pub(crate) enum Player {
    /// A bot of the ladder.
    Bot(Box<dyn Bot>),
    /// Sees all cards.
    Oracle,
    /// Sees the hands; the number generator decides which orders of the stock it looks at.
    OracleOfHands(Box<ChaCha8Rng>),
    /// A program that speaks the protocol; none where it did not start.
    Program(Box<Result<Program, Fault>>),
}

/// What is left of a player's first fault: its seat is finished by a novice.
pub(crate) struct Sitting {
    pub(crate) player: Player,
    pub(crate) fault: Option<Fault>,
    /// The last lines of the standard error of a program with a fault.
    pub(crate) errors: Vec<String>,
    pub(crate) decisions: u64,
    pub(crate) spent: Duration,
}

impl Player {
    /// A player for a contestant. The seed decides all that it leaves to chance.
    #[must_use]
    pub(crate) fn new(contestant: &Contestant, seed: u64, patience: Patience) -> Player {
        match contestant {
            Contestant::Bot(level) => Player::Bot(player(*level, seed)),
            Contestant::Advised(habit) => Player::Bot(Box::new(Advised::new(*habit))),
            Contestant::Oracle => Player::Oracle,
            Contestant::Guest(guest) => Player::Bot(guest.bot(seed)),
            Contestant::OracleOfHands => {
                Player::OracleOfHands(Box::new(ChaCha8Rng::seed_from_u64(seed)))
            }
            Contestant::Mixed(mixed) => Player::Bot(Box::new(mixed.player(seed))),
            Contestant::Program(command, form) => {
                Player::Program(Box::new(Program::start(command, *form, patience)))
            }
        }
    }

    fn answer(&mut self, game: &Game, seat: Seat, thinking: Thinking) -> Result<Action, Fault> {
        match self {
            Player::Bot(bot) => Ok(within(thinking, |budget| bot.decide(&game.view(seat), budget))),
            Player::Oracle => Ok(oracle::answer(game, seat)),
            Player::OracleOfHands(rng) => {
                Ok(within(thinking, |budget| oracle::by_hands(game, seat, rng, budget)))
            }
            Player::Program(program) => match program.as_mut() {
                Ok(program) => program.answer(game, seat),
                Err(fault) => Err(fault.clone()),
            },
        }
    }
}

/// What is thought of within a budget that begins now.
fn within(thinking: Thinking, think: impl FnOnce(&Budget<'_>) -> Action) -> Action {
    match thinking {
        Thinking::Playouts(most) => think(&Budget::Playouts(most)),
        Thinking::Millis(most) => {
            let (start, most) = (Instant::now(), Duration::from_millis(most));
            think(&Budget::While(&|| start.elapsed() < most))
        }
    }
}

impl Sitting {
    pub(crate) fn new(contestant: &Contestant, seed: u64, patience: Patience) -> Sitting {
        Sitting {
            player: Player::new(contestant, seed, patience),
            fault: None,
            errors: Vec::new(),
            decisions: 0,
            spent: Duration::ZERO,
        }
    }

    /// The program that sits here.
    fn program(&mut self) -> Option<&mut Program> {
        match &mut self.player {
            Player::Program(program) => program.as_mut().as_mut().ok(),
            Player::Bot(_) | Player::Oracle | Player::OracleOfHands(_) => None,
        }
    }

    /// Is it to be told what happens?
    pub(crate) fn listens(&mut self) -> bool {
        self.program().is_some_and(|program| program.listens())
    }

    /// Notes what happened.
    pub(crate) fn note(&mut self, events: &[Event], seat: Seat) {
        if let Some(program) = self.program() {
            program.note(events, seat);
        }
    }

    /// Lets the player act, and gives what happened to `events`, and what was done. A fault is noted once,
    /// and a novice takes the seat.
    pub(crate) fn act(
        &mut self,
        game: &mut Game,
        seat: Seat,
        thinking: Thinking,
        events: &mut impl upcard_engine::Sink,
    ) -> Action {
        loop {
            let start = Instant::now();
            let answer = self.player.answer(game, seat, thinking);
            self.spent += start.elapsed();
            self.decisions += 1;
            let fault = match answer {
                Err(fault) => fault,
                Ok(action) => match game.act(seat, &action, events) {
                    Ok(()) => return action,
                    Err(refusal) => Fault::Refused {
                        action: action.to_string(),
                        code: refusal.code().to_string(),
                    },
                },
            };
            self.fault.get_or_insert(fault);
            let novice = Player::Bot(player(Level::Novice, 0));
            if let Player::Program(program) = std::mem::replace(&mut self.player, novice)
                && let Ok(program) = *program
            {
                self.errors = program.ended();
            }
        }
    }
}

/// Tells all programs that the match is over, and lets them end: together they have as long as one.
pub(crate) fn over(sittings: &mut [Sitting], table: &Table) {
    sittings.iter_mut().filter_map(Sitting::program).for_each(|program| program.over(table));
    let until = Instant::now() + LEAVE;
    sittings.iter_mut().filter_map(Sitting::program).for_each(|program| program.leave(until));
}
