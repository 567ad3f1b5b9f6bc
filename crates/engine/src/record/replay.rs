//! Playing records again, and proving their deals.

use std::fmt;
use std::sync::Arc;

use super::{Line, LineKind, Record, outcomes};
use crate::action::Action;
use crate::chance::{Chance, Seed, commitment, joined_entropy};
use crate::compile::Rules;
use crate::event::Event;
use crate::flaws::Flaws;
use crate::game::Game;
use crate::refusal::Refusal;
use crate::table::{Phase, Seat};

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
    /// The secret of this deal is not the one that was committed to.
    NotCommitted {
        /// The line of the secret.
        line: usize,
        /// The deal, from 1.
        deal: u8,
    },
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
            ReplayError::NotCommitted { line, deal } => {
                write!(f, "line {line}: the secret of deal {deal} is not what was committed to")
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
        self.run(game, true, watch)
    }

    /// Plays the record again by the secrets that it reveals, and compares: proves each deal.
    /// Gives the number of deals proved.
    ///
    /// # Errors
    /// The line that is not what the secrets give, or a secret that is missing or not the one
    /// that was committed to.
    pub fn verify(&self) -> Result<usize, ReplayError> {
        let mut secrets: Vec<(u8, Seed)> = Vec::new();
        for line in &self.lines {
            if let LineKind::Secret(deal, secret) = &line.kind {
                let committed = self.lines.iter().find_map(|l| match &l.kind {
                    LineKind::Commit(number, hash) if number == deal => Some(*hash),
                    _ => None,
                });
                if committed.is_some_and(|hash| hash != commitment(secret)) {
                    return Err(ReplayError::NotCommitted { line: line.number, deal: *deal });
                }
                secrets.push((*deal, *secret));
            }
        }
        let deals = self.lines.iter().filter(|l| matches!(l.kind, LineKind::Next(_))).count();
        for deal in 1..=deals as u8 {
            if !secrets.iter().any(|(number, _)| *number == deal) {
                return Err(ReplayError::NoSecret(deal));
            }
        }
        let chance = Chance::revealed(secrets, joined_entropy(&self.entropy));
        let game = Game::new(self.table_rules()?, chance);
        self.run(game, false, |_, _| {})?;
        Ok(deals)
    }

    fn run(
        &self,
        mut game: Game,
        scripted: bool,
        mut watch: impl FnMut(&Step<'_>, &[Event]),
    ) -> Result<Game, ReplayError> {
        let mut events: Vec<Event> = Vec::new();
        for line in &self.lines {
            let number = line.number;
            let differs = |message: String| Err(ReplayError::Differs { line: number, message });
            let given = match &line.kind {
                LineKind::Next(given) | LineKind::Act(_, _, given) => given,
                LineKind::Points(points) => {
                    let found = events.iter().rev().find_map(|event| match event {
                        Event::DealEnded { points, .. } => Some(points.clone()),
                        _ => None,
                    });
                    if found.as_ref() != Some(points) {
                        return differs(format!("the points are {found:?}, not {points:?}"));
                    }
                    continue;
                }
                LineKind::Winners(seats) => {
                    let mask = seats.iter().fold(0u8, |mask, seat| mask | 1 << seat);
                    if game.table().phase != Phase::MatchOver || game.table().winners != mask {
                        return differs("the match has other winners, or is not over".into());
                    }
                    continue;
                }
                LineKind::Commit(..) | LineKind::Secret(..) => continue,
            };
            if scripted {
                for outcome in given {
                    game.chance_mut().expect(outcome.clone());
                }
            }
            let action = match &line.kind {
                LineKind::Act(seat, action, _) => Some((*seat, action)),
                _ => None,
            };
            let before = game.clone();
            events.clear();
            match action {
                None => {
                    game.may_begin_deal()
                        .map_err(|refusal| ReplayError::Refused { line: number, refusal })?;
                    game.next_deal(&mut events);
                }
                Some((seat, action)) => game
                    .act(seat, action, &mut events)
                    .map_err(|refusal| ReplayError::Refused { line: number, refusal })?,
            }
            if let Some(fault) = game.chance().fault() {
                return differs(format!("chance: {fault}"));
            }
            if scripted && game.chance().unused() > 0 {
                return differs("chance is said to have answered what was not asked".into());
            }
            if outcomes(&events) != *given {
                return differs(if scripted {
                    "what chance answered is not complete".into()
                } else {
                    "this is not what the deal's secret gives".into()
                });
            }
            let step = Step { line, before: &before, action };
            watch(&step, &events);
        }
        Ok(game)
    }
}
