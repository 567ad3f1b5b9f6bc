//! Playing records again.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::{Line, LineKind, Record, outcomes, winning_seats};
use crate::action::Action;
use crate::chance::Chance;
use crate::compile::Rules;
use crate::event::Event;
use crate::flaws::Flaws;
use crate::game::Game;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// Why a record does not replay, or does not verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its rules contradict each other.
    Rules(Flaws),
    /// At this line an action is not legal.
    Refused {
        /// The line.
        line: usize,
        /// Why.
        refusal: Refusal,
    },
    /// At this line the record says something else than what follows from what is before.
    Differs {
        /// The line.
        line: usize,
        /// What is different.
        message: String,
    },
    /// The secret of this deal is not in the record.
    NoSecret(u8),
    /// Nothing binds this deal before it begins.
    NoCommitment(u8),
    /// The secret of this deal is not the one that was committed to.
    NotCommitted {
        /// The line of the secret.
        line: usize,
        /// The deal, from 1.
        deal: u8,
    },
    /// The entropy of this seat is not what its person was bound to.
    NotBound(Seat),
    /// The match is over, and no line closes the record.
    NotClosed,
    /// The record is closed or names a key, and its match is not over.
    ClosedEarly,
    /// The closing line has another hash than the lines before it: one of them was changed.
    Changed,
    /// The record names the key of a server and has no signature, or has one of no key.
    NotSigned,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Rules(flaws) => write!(f, "{flaws}"),
            ReplayError::Refused { line, refusal } => {
                write!(f, "line {line}: not legal: {refusal}")
            }
            ReplayError::Differs { line, message } => write!(f, "line {line}: {message}"),
            ReplayError::NoSecret(deal) => {
                write!(f, "the secret of deal {deal} is not in the record")
            }
            ReplayError::NoCommitment(deal) => {
                write!(f, "deal {deal} was not committed to before it began")
            }
            ReplayError::NotCommitted { line, deal } => {
                write!(f, "line {line}: the secret of deal {deal} is not what was committed to")
            }
            ReplayError::NotBound(seat) => {
                write!(f, "the entropy of seat {seat} is not what was committed to")
            }
            ReplayError::NotClosed => {
                f.write_str("the match is over, but the record is not closed: its end is missing")
            }
            ReplayError::ClosedEarly => {
                f.write_str("the record is closed, but its match is not over")
            }
            ReplayError::Changed => f.write_str(
                "the record was changed after it was closed: the closing line has another hash",
            ),
            ReplayError::NotSigned => {
                f.write_str("of a server's key and its signature, one is missing in the record")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// One step of a replay.
pub struct Step<'a> {
    /// The line of the record.
    pub line: &'a Line,
    /// The game before the step.
    pub before: &'a Game,
    /// Who acts and what; none where a deal begins.
    pub action: Option<(Seat, &'a Action)>,
}

/// A line that must follow what happened.
enum Due {
    Points(Vec<i32>),
    Winners(Vec<Seat>),
}

impl Due {
    fn of(event: &Event) -> Option<Due> {
        match event {
            Event::DealEnded { points, .. } => Some(Due::Points(points.clone())),
            Event::MatchEnded { winners, .. } => Some(Due::Winners(winning_seats(*winners))),
            _ => None,
        }
    }

    fn missing(&self) -> String {
        match self {
            Due::Points(_) => "the 'points' of the deal are missing before this".into(),
            Due::Winners(_) => "the 'winners' of the match are missing before this".into(),
        }
    }
}

/// What a replay keeps from line to line.
struct Replay {
    game: Game,
    events: Vec<Event>,
    due: VecDeque<Due>,
    ended: bool,
}

impl Replay {
    /// A line that says what follows from what is before it.
    fn follows(&mut self, kind: &LineKind) -> Result<(), String> {
        match (kind, self.due.pop_front()) {
            (LineKind::Points(said), Some(Due::Points(found))) if *said != found => {
                Err(format!("the points are {found:?}, not {said:?}"))
            }
            (LineKind::Winners(said), Some(Due::Winners(found))) if *said != found => {
                Err("the match has other winners".into())
            }
            (LineKind::Points(_), Some(Due::Points(_)))
            | (LineKind::Winners(_), Some(Due::Winners(_))) => Ok(()),
            (_, Some(due)) => Err(due.missing()),
            (LineKind::Points(_), None) => Err("no deal has ended here".into()),
            (_, None) => Err("no match has ended here".into()),
        }
    }

    /// Nothing may be missing before this line.
    fn nothing_due(&self) -> Result<(), String> {
        self.due.front().map_or(Ok(()), |due| Err(due.missing()))
    }

    fn end(&mut self) -> Result<(), String> {
        self.nothing_due()?;
        if self.ended || self.game.is_over() {
            return Err("the match is over already".into());
        }
        if self.game.table().deals_begun == 0 {
            return Err("no match has begun".into());
        }
        self.ended = true;
        Ok(())
    }
}

impl Record {
    /// The rules of the table.
    ///
    /// # Errors
    /// What contradicts itself.
    pub fn table_rules(&self) -> Result<Arc<Rules>, ReplayError> {
        let rules = Rules::new(self.rules.clone(), self.seats.len() as u8);
        rules.map(Arc::new).map_err(ReplayError::Rules)
    }

    /// Plays the record again, by what it says of chance. `watch` sees each step before it is
    /// made, and its events afterwards.
    ///
    /// # Errors
    /// The line where it stops being legal, or stops agreeing with itself.
    pub fn replay(&self, watch: impl FnMut(&Step<'_>, &[Event])) -> Result<Game, ReplayError> {
        let game = Game::new(self.table_rules()?, Chance::new([0; 32], [0; 32]));
        self.run(game, |_| false, watch)
    }

    /// Plays the record again. In a deal that is `proved`, by its number from 1, chance answers by
    /// itself and is compared with the record; in the others it answers as the record says.
    pub(super) fn run(
        &self,
        game: Game,
        proved: impl Fn(u8) -> bool,
        mut watch: impl FnMut(&Step<'_>, &[Event]),
    ) -> Result<Game, ReplayError> {
        let mut replay = Replay { game, events: Vec::new(), due: VecDeque::new(), ended: false };
        let mut last = 0;
        for line in &self.lines {
            last = line.number;
            let differs = |message: String| ReplayError::Differs { line: line.number, message };
            match &line.kind {
                LineKind::Points(_) | LineKind::Winners(_) => {
                    replay.follows(&line.kind).map_err(differs)?;
                }
                LineKind::Commit(..) | LineKind::Secret(..) => {
                    if self.format >= 2 {
                        replay.nothing_due().map_err(differs)?;
                    }
                }
                LineKind::Ended => replay.end().map_err(differs)?,
                LineKind::Next(_) | LineKind::Act(..) => {
                    replay.nothing_due().map_err(differs)?;
                    if replay.ended {
                        return Err(differs("the match was ended before this".into()));
                    }
                    self.step(&mut replay, line, &proved, &mut watch)?;
                }
            }
        }
        let at_the_end = |message| ReplayError::Differs { line: last + 1, message };
        replay.nothing_due().map_err(at_the_end)?;
        Ok(replay.game)
    }

    fn step(
        &self,
        replay: &mut Replay,
        line: &Line,
        proved: &impl Fn(u8) -> bool,
        watch: &mut impl FnMut(&Step<'_>, &[Event]),
    ) -> Result<(), ReplayError> {
        let number = line.number;
        let refused = |refusal| ReplayError::Refused { line: number, refusal };
        let differs =
            |message: &str| Err(ReplayError::Differs { line: number, message: message.to_owned() });
        let Replay { game, events, due, .. } = replay;
        let (action, given) = match &line.kind {
            LineKind::Act(seat, action, given) => (Some((*seat, action)), given.clone()),
            LineKind::Next(given) => (None, self.of_chance(given.clone())),
            _ => return Ok(()),
        };
        let deal = game.table().deals_begun;
        let scripted = !proved(if action.is_none() { deal.saturating_add(1) } else { deal });
        if scripted {
            for outcome in &given {
                game.chance_mut().expect(outcome.clone());
            }
        }
        let before = game.clone();
        events.clear();
        match action {
            None => {
                game.may_begin_deal().map_err(refused)?;
                game.next_deal(events);
            }
            Some((seat, action)) => game.act(seat, action, events).map_err(refused)?,
        }
        if let Some(fault) = game.chance().fault() {
            return differs(&format!("chance: {fault}"));
        }
        if scripted && game.chance().unused() > 0 {
            return differs("chance is said to have answered what was not asked");
        }
        if self.of_chance(outcomes(events)) != given {
            return differs(if scripted {
                "what chance answered is not complete"
            } else {
                "this is not what the deal's secret gives"
            });
        }
        due.extend(events.iter().filter_map(Due::of));
        watch(&Step { line, before: &before, action }, events);
        Ok(())
    }
}
