//! Players at the seats of the arena.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_bots::{Bot, Level, player};
use upcard_engine::{Action, Event, Game, Seat, Table};

use crate::fault::Fault;
use crate::habit::HabitBot;
use crate::options::{Contestant, Thinking, Timeouts};
use crate::oracle;
use crate::protocol::{EXIT_TIMEOUT, Program};

pub(crate) enum Player {
    /// A built-in bot.
    Bot(Box<dyn Bot>),
    /// Sees all cards.
    Oracle,
    /// Sees the hands; the generator samples orders of the stock.
    OracleOfHands(Box<ChaCha8Rng>),
    /// A program that speaks the protocol; `Err` if it did not start.
    Program(Box<Result<Program, Fault>>),
}

/// A seat with its player. After the player's first fault, a novice takes over.
pub(crate) struct SeatedPlayer {
    pub(crate) player: Player,
    pub(crate) fault: Option<Fault>,
    /// Last lines of a faulty program's standard error.
    pub(crate) errors: Vec<String>,
    pub(crate) decisions: u64,
    /// Decision limit, after which it loses its seat; `None` for bots known to terminate.
    max_decisions: Option<u64>,
    pub(crate) stopwatch: Stopwatch,
}

/// Decision limit of an external player in one match, far beyond any sensible play: it may repeat plays that
/// change nothing.
const MAX_DECISIONS: u64 = 100_000;

/// Measures decision time. Reading the clock around every decision would cost a tenth of the running time
/// with bots that take less than a microsecond: after a short decision the next one is timed only at random,
/// and weighted accordingly.
pub(crate) struct Stopwatch {
    /// Unbiased estimate of the total time.
    pub(crate) spent: Duration,
    /// `true` if the last timed decision was short.
    short: bool,
    /// State of the random generator that selects decisions to time.
    state: u32,
}

/// Maximum duration of a short decision: many times the cost of reading the clock.
const SHORT_DECISION: Duration = Duration::from_micros(20);

/// One in this many short decisions is timed.
const TIMED_ONE_IN: u32 = 16;

impl Stopwatch {
    fn new(seed: u64) -> Stopwatch {
        Stopwatch { spent: Duration::ZERO, short: false, state: seed as u32 }
    }

    /// Weight of the next decision; `None` if it is not timed.
    fn weight(&mut self) -> Option<u32> {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match self.short {
            true => (self.state < u32::MAX / TIMED_ONE_IN).then_some(TIMED_ONE_IN),
            false => Some(1),
        }
    }

    fn record(&mut self, time: Duration, weight: u32) {
        self.spent += time * weight;
        self.short = time < SHORT_DECISION;
    }

    fn time<T>(&mut self, decide: impl FnOnce() -> T) -> T {
        let Some(weight) = self.weight() else { return decide() };
        let start = Instant::now();
        let decided = decide();
        self.record(start.elapsed(), weight);
        decided
    }
}

impl Player {
    /// Creates the player of a contestant. `seed` determines its random choices.
    pub(crate) fn new(contestant: &Contestant, seed: u64, timeouts: Timeouts) -> Player {
        match contestant {
            Contestant::Bot(level) => Player::Bot(player(*level, seed)),
            Contestant::WithHabit(habit) => Player::Bot(Box::new(HabitBot::new(*habit))),
            Contestant::Oracle => Player::Oracle,
            Contestant::Custom(guest) => Player::Bot(guest.bot(seed)),
            Contestant::OracleOfHands => {
                Player::OracleOfHands(Box::new(ChaCha8Rng::seed_from_u64(seed)))
            }
            Contestant::Mixed(mixed) => Player::Bot(Box::new(mixed.player(seed))),
            Contestant::Program(command, version) => {
                Player::Program(Box::new(Program::start(command, *version, timeouts)))
            }
        }
    }

    fn answer(&mut self, game: &Game, seat: Seat, thinking: Thinking) -> Result<Action, Fault> {
        match self {
            Player::Bot(bot) => {
                Ok(thinking.with_budget(|budget| bot.decide(&game.view(seat), budget)))
            }
            Player::Oracle => Ok(oracle::answer(game, seat)),
            Player::OracleOfHands(rng) => {
                Ok(thinking.with_budget(|budget| oracle::answer_by_hands(game, seat, rng, budget)))
            }
            Player::Program(program) => match program.as_mut() {
                Ok(program) => program.answer(game, seat),
                Err(fault) => Err(fault.clone()),
            },
        }
    }
}

impl SeatedPlayer {
    pub(crate) fn new(contestant: &Contestant, seed: u64, timeouts: Timeouts) -> SeatedPlayer {
        SeatedPlayer {
            player: Player::new(contestant, seed, timeouts),
            fault: None,
            errors: Vec::new(),
            decisions: 0,
            max_decisions: match contestant {
                Contestant::Program(..) | Contestant::Custom(_) => Some(MAX_DECISIONS),
                _ => None,
            },
            stopwatch: Stopwatch::new(seed),
        }
    }

    /// Returns the answer, or a fault beyond the decision limit.
    fn answer(&mut self, game: &Game, seat: Seat, thinking: Thinking) -> Result<Action, Fault> {
        if self.max_decisions.is_some_and(|max| self.decisions >= max) {
            return Err(Fault::Endless { decisions: self.decisions });
        }
        self.decisions += 1;
        self.stopwatch.time(|| self.player.answer(game, seat, thinking))
    }

    fn program(&mut self) -> Option<&mut Program> {
        match &mut self.player {
            Player::Program(program) => program.as_mut().as_mut().ok(),
            Player::Bot(_) | Player::Oracle | Player::OracleOfHands(_) => None,
        }
    }

    pub(crate) fn receives_events(&mut self) -> bool {
        self.program().is_some_and(|program| program.receives_events())
    }

    /// Forwards events to the program.
    pub(crate) fn note(&mut self, events: &[Event], seat: Seat) {
        if let Some(program) = self.program() {
            program.note(events, seat);
        }
    }

    /// Lets the player act; appends the events to `events` and returns the action. `None` at a dead end. The
    /// first fault is recorded, and a novice takes the seat.
    pub(crate) fn act(
        &mut self,
        game: &mut Game,
        seat: Seat,
        thinking: Thinking,
        events: &mut impl upcard_engine::Sink,
    ) -> Option<Action> {
        for _ in 0..=1 {
            let fault = match self.answer(game, seat, thinking) {
                Err(fault) => fault,
                Ok(action) => match game.act(seat, &action, events) {
                    Ok(()) => return Some(action),
                    Err(refusal) => Fault::Refused {
                        action: action.to_string(),
                        code: refusal.code().to_string(),
                    },
                },
            };
            self.fault.get_or_insert(fault);
            self.max_decisions = None;
            let novice = Player::Bot(player(Level::Novice, 0));
            if let Player::Program(program) = std::mem::replace(&mut self.player, novice)
                && let Ok(program) = *program
            {
                self.errors = program.kill();
            }
        }
        // Undo is not available here.
        let action = game.view(seat).default_action().filter(|action| *action != Action::Undo)?;
        game.act(seat, &action, events).ok().map(|()| action)
    }
}

/// Sends the end of the match to all programs and waits for them to exit, with one common deadline.
pub(crate) fn end_match(seated_players: &mut [SeatedPlayer], table: &Table) {
    seated_players
        .iter_mut()
        .filter_map(SeatedPlayer::program)
        .for_each(|program| program.end_match(table));
    let deadline = Instant::now() + EXIT_TIMEOUT;
    seated_players
        .iter_mut()
        .filter_map(SeatedPlayer::program)
        .for_each(|program| program.wait_for_exit(deadline));
}

#[cfg(test)]
mod tests {
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::custom_bot::CustomBot;
    use crate::options::rules;

    /// A player beyond the decision limit loses the seat, and a novice finishes.
    #[test]
    fn a_player_beyond_the_decision_limit_loses_its_seat() {
        let guest = CustomBot::new("guest", |seed| player(Level::Novice, seed));
        let mut guest = SeatedPlayer::new(&Contestant::Custom(guest), 1, Timeouts::default());
        let bot = Contestant::Bot(Level::Novice);
        let mut bot = SeatedPlayer::new(&bot, 1, Timeouts::default());
        assert_eq!((guest.max_decisions, bot.max_decisions), (Some(MAX_DECISIONS), None));
        guest.max_decisions = Some(5);
        let mut game = Game::new(rules("gin", &[], None).unwrap(), Chance::numbered(1));
        while let Some(seat) = game.next_to_act(&mut ()) {
            let seated = if seat == Seat::at(0) { &mut guest } else { &mut bot };
            assert_eq!(seated.fault.is_some(), seated.decisions > 5 && seat == Seat::at(0));
            seated.act(&mut game, seat, Thinking::Playouts(0), &mut ()).unwrap();
        }
        assert_eq!(guest.fault, Some(Fault::Endless { decisions: 5 }));
        assert!(game.is_over() && guest.decisions > 5 && bot.fault.is_none());
    }

    /// Estimated total of decisions with these durations, and the number timed.
    fn timed_total(each: impl Iterator<Item = Duration>) -> (Duration, u32) {
        let (mut stopwatch, mut timed) = (Stopwatch::new(7), 0);
        for time in each {
            if let Some(weight) = stopwatch.weight() {
                stopwatch.record(time, weight);
                timed += 1;
            }
        }
        (stopwatch.spent, timed)
    }

    #[test]
    fn short_decisions_are_sampled_without_bias() {
        let short = Duration::from_micros(1);
        let (spent, count) = timed_total((0..160_000).map(|_| short));
        assert!((9_500..10_500).contains(&count), "{count} of 160,000 were timed");
        assert!((152..168).contains(&spent.as_millis()), "{spent:?} for 160 ms");

        let long = Duration::from_millis(1);
        assert_eq!(timed_total((0..1000).map(|_| long)), (long * 1000, 1000));

        // Every tenth is long: whether a decision is timed must not depend on its duration.
        let mixed = (0..160_000).map(|number| if number % 10 == 0 { long } else { short });
        let (spent, _) = timed_total(mixed);
        assert!((15_200..17_100).contains(&spent.as_millis()), "{spent:?} for 16,144 ms");
    }
}
