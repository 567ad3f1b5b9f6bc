//! Looking ahead in imagined worlds: each choice is played on to the seat's next discard, and the
//! afterstate there is valued by what the nets have learnt.

use upcard_engine::table::Table;
use upcard_engine::{Action, Game, Seat};

use crate::bot::{Budget, Playouts, decides, fallback};
use crate::search::gain;
use crate::steady::Steady;
use crate::worth::{Breadth, ValueNets, unit, weigh};

/// Decisions after which a world is left as it is.
const MOST_DECISIONS: u32 = 200;

/// The mean square of the points by which the nets err about the difference of two choices; found
/// by trying.
const DOUBT: f64 = 2.25;

/// How many standard errors a choice must be better by of which the nets know nothing.
const DOUBTS: f64 = 1.0;

/// How many more, over the number of worlds: the best of many choices has been lucky in a few.
const LUCK: f64 = 20.0;

/// A choice that is tried out, with what came of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// What the nets say it is worth before any world is looked at, in points; none where they
    /// do not know.
    pub prior: Option<f64>,
    /// Worlds.
    pub count: u32,
    sum: f64,
    square: f64,
}

impl Candidate {
    /// A choice that no world has been tried for.
    #[must_use]
    pub fn new(action: Action, prior: Option<f64>) -> Candidate {
        Candidate { action, prior, count: 0, sum: 0.0, square: 0.0 }
    }

    /// Notes how much better than the first it was in one more world.
    pub(crate) fn note(&mut self, lead: f64) {
        self.count += 1;
        self.sum += lead;
        self.square += lead.powi(2);
    }

    /// How much better than the first it was in the same worlds, and the standard error.
    #[must_use]
    pub fn lead(&self) -> (f64, f64) {
        let n = f64::from(self.count.max(1));
        let mean = self.sum / n;
        let spread = (self.square / n - mean * mean).max(0.0);
        (mean, (spread / n).sqrt())
    }

    /// The same, less where the worlds do not agree.
    pub(crate) fn belief_alone(&self) -> f64 {
        self.belief(self)
    }

    /// How much better than the first it seems by all that is known.
    #[must_use]
    pub fn belief(&self, first: &Candidate) -> f64 {
        let (lead, error) = self.lead();
        let prior = match (self.prior, first.prior) {
            (Some(own), Some(first)) => own - first,
            // Nothing but the worlds speaks for it: it must be clearly better.
            _ if self.count < 2 => return if self.count == first.count { 0.0 } else { -1.0 },
            _ => {
                let doubts = DOUBTS + LUCK / f64::from(self.count);
                return lead - doubts * error;
            }
        };
        if self.count < 2 {
            return prior;
        }
        // What the nets say of the difference of two choices is off by about that, and a few
        // worlds that agree by chance are not yet certainty.
        let weight = DOUBT / (DOUBT + error * error + 0.5 / f64::from(self.count));
        weight * lead + (1.0 - weight) * prior
    }
}

/// Plays on to the seat's next discard; what the seat then stands to gain, in points.
fn play_on(game: &mut Game, me: Seat, before: &Table, worth: &ValueNets) -> f64 {
    let mut players: [Steady; upcard_engine::MAX_PLAYERS] = Default::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act().filter(|_| decides()) else { break };
        let view = game.view(seat);
        let mut action = None;
        if seat == me {
            let options = weigh(&view, worth, Breadth::Likely);
            if let Some(best) = options.into_iter().next() {
                if matches!(best.action, Action::Discard { .. }) && view.hand.len() > 1 {
                    return f64::from(best.worth) * unit(view.rules);
                }
                action = Some(best.action);
            }
        }
        let action = action.unwrap_or_else(|| players[seat.index()].answer(&view));
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            if game.act(seat, &action, &mut ()).is_err() {
                break;
            }
        }
    }
    gain(game, before, me)
}

/// Tries the choices out in the same worlds, as long as the budget lasts.
pub fn explore(
    seat: Seat,
    all: &mut [Candidate],
    budget: &Budget<'_>,
    worth: &ValueNets,
    world: impl FnMut() -> Game,
) {
    explore_by(seat, all, budget, world, |_, game, before| {
        play_on(game, seat, before.table(), worth)
    });
}

/// The same by another way to play on: what it makes of a choice, by its number, in the world after
/// it and before it.
pub(crate) fn explore_by(
    seat: Seat,
    all: &mut [Candidate],
    budget: &Budget<'_>,
    mut world: impl FnMut() -> Game,
    mut play_on: impl FnMut(usize, &mut Game, &Game) -> f64,
) {
    let mut playouts = Playouts::new(budget);
    let mut alive = vec![true; all.len()];
    while alive.iter().filter(|a| **a).count() > 1 && playouts.more() {
        let Some(world) = playouts.prepare(&mut world) else { return };
        let mut first = 0.0;
        for (i, tried) in all.iter_mut().enumerate() {
            if !alive[i] && i > 0 {
                continue;
            }
            let mut game = world.clone();
            if game.act(seat, &tried.action, &mut ()).is_err() {
                alive[i] = false;
                continue;
            }
            let played = playouts.play(|| play_on(i, &mut game, &world));
            let Some(value) = played else { return };
            if i == 0 {
                first = value;
            }
            tried.note(value - first);
        }
        if all[0].count >= 10 && all[0].count.is_multiple_of(5) {
            give_up(all, &mut alive);
        }
    }
}

/// The best of what was tried, by what the nets say and by what the worlds have shown.
#[must_use]
pub fn best(all: &[Candidate]) -> Option<&Candidate> {
    let first = all.first()?;
    // Of equals the first.
    all.iter().rev().max_by(|a, b| a.belief(first).total_cmp(&b.belief(first)))
}

/// Gives up choices that are clearly behind.
fn give_up(all: &[Candidate], alive: &mut [bool]) {
    let leads: Vec<(f64, f64)> = all.iter().map(Candidate::lead).collect();
    let living = (0..all.len()).filter(|&i| alive[i]);
    let Some(best) = living.max_by(|&a, &b| leads[a].0.total_cmp(&leads[b].0)) else { return };
    for i in 1..all.len() {
        let error = (leads[i].1 * leads[i].1 + leads[best].1 * leads[best].1).sqrt();
        if i != best && leads[best].0 - leads[i].0 > 2.5 * error + 0.3 {
            alive[i] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of the worlds speak for it, a little more than the others speak against it.
    #[test]
    fn what_leads_in_a_few_worlds_may_be_luck() {
        let belief = |worlds: u32| {
            let first = Candidate::new(Action::Draw, None);
            let mut other = Candidate::new(Action::Take, None);
            (0..worlds).for_each(|world| other.note(if world % 2 == 0 { 5.0 } else { -3.0 }));
            let first = Candidate { count: worlds, ..first };
            assert_eq!(first.belief(&first), 0.0);
            other.belief(&first)
        };
        assert!(belief(20) < 0.0, "{}", belief(20));
        assert!(belief(200) > 0.0, "{}", belief(200));
    }
}
