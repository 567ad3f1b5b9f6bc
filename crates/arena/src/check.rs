//! Protocol conformance check: a program plays a match against novices, and its faults are recorded.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Rules, Seat};

use crate::fault::Fault;
use crate::options::Patience;
use crate::protocol::{Form, LEAVE, Program};

/// Maximum number of legal actions listed with a refused one.
const NAMED: usize = 12;

/// Decision limit per match, over all seats; far beyond any sensible play.
const MOST_DECISIONS: u32 = 100_000;

/// A protocol violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "flaw", rename_all = "kebab-case")]
pub enum Flaw {
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

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Fault { fault, decision, offered } => {
                write!(f, "decision {decision}: {fault}")?;
                if !offered.is_empty() {
                    write!(f, "; offered were {}", offered.join(", "))?;
                }
                Ok(())
            }
            Flaw::Unasked { said, decision } => {
                write!(
                    f,
                    "before decision {decision}: it wrote a line that nobody asked for: {said:?}"
                )
            }
            Flaw::Stays => write!(
                f,
                "it did not end within {} seconds when the match was over",
                LEAVE.as_secs()
            ),
        }
    }
}

/// Result of one match.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Checked {
    /// Violations. After a fault the program is not asked again.
    pub flaws: Vec<Flaw>,
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
    form: Form,
    rules: &Arc<Rules>,
    number: u64,
    patience: Patience,
) -> Checked {
    let mut checked = Checked::default();
    let mut program = match Program::start(command, form, patience) {
        Ok(program) => program.tried(),
        Err(fault) => {
            checked.flaws.push(Flaw::Fault { fault, decision: 0, offered: Vec::new() });
            return checked;
        }
    };
    let own = Seat::at(number as usize % usize::from(rules.players));
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut novice = player(Level::Novice, number);
    play(&mut program, &mut game, own, novice.as_mut(), MOST_DECISIONS, &mut checked);
    program.over(game.table());
    program.leave(Instant::now() + LEAVE);
    if checked.flaws.is_empty() && !program.has_ended() {
        checked.flaws.push(Flaw::Stays);
    }
    if !checked.flaws.is_empty() {
        checked.errors = program.ended();
    }
    checked
}

fn play(
    program: &mut Program,
    game: &mut Game,
    own: Seat,
    novice: &mut dyn Bot,
    most: u32,
    checked: &mut Checked,
) {
    let mut events: Vec<Event> = Vec::new();
    for decision in 0..most {
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
                    checked.flaws.push(Flaw::Unasked { said, decision: number });
                    return;
                }
                checked.decisions += 1;
                let start = Instant::now();
                let answered = program.answer(game, own);
                if decision > 0 && checked.decisions > 1 {
                    checked.slowest_ms = checked.slowest_ms.max(millis(start.elapsed()));
                }
                let done = answered.and_then(|action| {
                    game.act(own, &action, &mut events).map_err(|refusal| Fault::Refused {
                        action: action.to_string(),
                        code: refusal.code(),
                    })
                });
                if let Err(fault) = done {
                    let offered = game.offered(own, NAMED).actions;
                    let offered = offered.iter().take(NAMED).map(ToString::to_string).collect();
                    checked.flaws.push(Flaw::Fault { fault, decision: number, offered });
                    return;
                }
            }
        }
        program.note(&events, own);
        events.clear();
    }
    checked.flaws.push(Flaw::Fault {
        fault: Fault::Endless { decisions: checked.decisions.into() },
        decision: game.table().decision(),
        offered: Vec::new(),
    });
}

fn millis(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::rules;

    #[test]
    fn a_match_that_does_not_end_is_a_flaw() {
        let mut game = Game::new(rules("gin", &[], None).unwrap(), Chance::numbered(1));
        let mut program = Program::start("cat", Form::Second, Patience::default()).unwrap();
        let mut novice = player(Level::Novice, 1);
        let mut checked = Checked::default();
        // Only the deal; no decision is requested.
        play(&mut program, &mut game, Seat::at(0), novice.as_mut(), 1, &mut checked);
        let [Flaw::Fault { fault, .. }] = &checked.flaws[..] else { panic!("{checked:?}") };
        assert_eq!(*fault, Fault::Endless { decisions: 0 });
    }
}
