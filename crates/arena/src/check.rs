//! Protocol conformance check: a program plays a match against novices, and its faults are recorded.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Rules, Seat};

use crate::fault::Fault;
use crate::options::Timeouts;
use crate::protocol::{EXIT_TIMEOUT, Program, ProtocolVersion};

/// Maximum number of legal actions listed with a refused one.
const MAX_LISTED_ACTIONS: usize = 12;

/// Decision limit per match, over all seats; far beyond any sensible play.
const MAX_DECISIONS: u32 = 100_000;

/// A protocol violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "flaw", rename_all = "kebab-case")]
pub enum Violation {
    /// It lost its seat.
    Fault {
        /// Reason.
        fault: Fault,
        /// Number of the decision.
        decision: u32,
        /// Some of the offered actions.
        offered: Vec<String>,
    },
    /// It wrote a line without having received a request.
    Unasked {
        /// The line.
        said: String,
        /// Number of the decision before which the line was found.
        decision: u32,
    },
    /// It did not exit after the match ended and its input was closed.
    Stays,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Fault { fault, decision, offered } => {
                write!(f, "decision {decision}: {fault}")?;
                if !offered.is_empty() {
                    write!(f, "; legal were {}", offered.join(", "))?;
                }
                Ok(())
            }
            Violation::Unasked { said, decision } => {
                write!(f, "before decision {decision}: it wrote an unexpected line: {said:?}")
            }
            Violation::Stays => {
                let seconds = EXIT_TIMEOUT.as_secs();
                write!(f, "it did not exit within {seconds} seconds of the end of the match")
            }
        }
    }
}

/// Result of one match.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MatchCheck {
    /// Violations. After a fault the program is not asked again.
    pub flaws: Vec<Violation>,
    /// Number of decisions it was asked for.
    pub decisions: u32,
    /// Slowest answer in milliseconds, excluding the first.
    pub slowest_ms: f64,
    /// Last lines of its standard error if there was a violation.
    pub errors: Vec<String>,
}

/// Plays match number `number` with a program; the number also selects the seat. In protocol version 2, every
/// message has an unknown field, as a later version might send.
#[must_use]
pub fn check(
    command: &str,
    version: ProtocolVersion,
    rules: &Arc<Rules>,
    number: u64,
    timeouts: Timeouts,
) -> MatchCheck {
    let mut checked = MatchCheck::default();
    let mut program = match Program::start(command, version, timeouts) {
        Ok(program) => program.with_unknown_field(),
        Err(fault) => {
            checked.flaws.push(Violation::Fault { fault, decision: 0, offered: Vec::new() });
            return checked;
        }
    };
    let own = Seat::at(number as usize % usize::from(rules.players));
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    let mut novice = player(Level::Novice, number);
    play(&mut program, &mut game, own, novice.as_mut(), MAX_DECISIONS, &mut checked);
    program.end_match(game.table());
    program.wait_for_exit(Instant::now() + EXIT_TIMEOUT);
    if checked.flaws.is_empty() && !program.has_exited() {
        checked.flaws.push(Violation::Stays);
    }
    if !checked.flaws.is_empty() {
        checked.errors = program.kill();
    }
    checked
}

fn play(
    program: &mut Program,
    game: &mut Game,
    own: Seat,
    novice: &mut dyn Bot,
    max_decisions: u32,
    checked: &mut MatchCheck,
) {
    let mut events: Vec<Event> = Vec::new();
    for decision in 0..max_decisions {
        match game.to_act() {
            _ if game.is_over() => return,
            None => game.next_deal(&mut events),
            Some(seat) if seat != own => {
                let action = novice.decide(&game.view(seat), &Budget::Playouts(0));
                if game.act(seat, &action, &mut events).is_err() {
                    return;
                }
            }
            Some(_) => {
                let number = game.table().decision();
                if let Some(said) = program.unread() {
                    checked.flaws.push(Violation::Unasked { said, decision: number });
                    return;
                }
                checked.decisions += 1;
                let start = Instant::now();
                let answered = program.answer(game, own);
                if decision > 0 && checked.decisions > 1 {
                    checked.slowest_ms =
                        checked.slowest_ms.max(start.elapsed().as_secs_f64() * 1000.0);
                }
                let done = answered.and_then(|action| {
                    game.act(own, &action, &mut events).map_err(|refusal| Fault::Refused {
                        action: action.to_string(),
                        code: refusal.code(),
                    })
                });
                if let Err(fault) = done {
                    let offered = game.offered(own, MAX_LISTED_ACTIONS).actions;
                    let offered =
                        offered.iter().take(MAX_LISTED_ACTIONS).map(ToString::to_string).collect();
                    checked.flaws.push(Violation::Fault { fault, decision: number, offered });
                    return;
                }
            }
        }
        program.note(&events, own);
        events.clear();
    }
    checked.flaws.push(Violation::Fault {
        fault: Fault::Endless { decisions: checked.decisions.into() },
        decision: game.table().decision(),
        offered: Vec::new(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::rules;

    #[test]
    fn a_match_that_does_not_end_is_a_violation() {
        let mut game = Game::new(rules("gin", &[], None).unwrap(), Chance::numbered(1));
        let mut program = Program::start("cat", ProtocolVersion::V2, Timeouts::default()).unwrap();
        let mut novice = player(Level::Novice, 1);
        let mut checked = MatchCheck::default();
        // Only the deal; no decision is requested.
        play(&mut program, &mut game, Seat::at(0), novice.as_mut(), 1, &mut checked);
        let [Violation::Fault { fault, .. }] = &checked.flaws[..] else { panic!("{checked:?}") };
        assert_eq!(*fault, Fault::Endless { decisions: 0 });
    }
}
