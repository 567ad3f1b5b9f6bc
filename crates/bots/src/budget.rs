//! Thinking time: the budget of a decision and how playouts draw on it.

use upcard_solver::meter;

/// How long a player may think. The caller owns the clock.
#[derive(Clone, Copy)]
pub enum Budget<'a> {
    /// At most this many playouts, fewer if they take very many steps. The answer then depends on the seed
    /// alone.
    Playouts(u32),
    /// As long as the function returns `true`. Searches poll it too, so that it also interrupts a playout.
    While(&'a (dyn Fn() -> bool + 'a)),
}

/// Steps charged for one decision of a playout, apart from its searches.
pub(crate) const DECISION_STEPS: u32 = 20;

/// Average step limit per planned playout: many times what a playout takes in a game of the catalogue.
pub(crate) const PLAYOUT_STEPS: u64 = 25_000;

impl Budget<'_> {
    /// Returns `true` if another playout may start after `done` playouts.
    #[must_use]
    pub fn allows_more(&self, done: u32) -> bool {
        match self {
            Budget::Playouts(most) => done < *most,
            Budget::While(more) => done < 4 || more(),
        }
    }

    /// Finds the candidate moves; `None` if the time runs out first.
    pub(crate) fn in_time<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        match self {
            Budget::Playouts(_) => Some(work()),
            Budget::While(more) => meter::metered(u64::MAX, more, work).found,
        }
    }
}

/// The playouts of one decision.
pub(crate) struct Playouts<'b> {
    budget: &'b Budget<'b>,
    done: u32,
    steps: u64,
    over: bool,
}

impl<'b> Playouts<'b> {
    pub(crate) const fn new(budget: &'b Budget<'b>) -> Playouts<'b> {
        Playouts { budget, done: 0, steps: 0, over: false }
    }

    /// Returns `true` if another playout may start.
    pub(crate) fn allows_more(&self) -> bool {
        !self.over && self.budget.allows_more(self.done)
    }

    /// Runs one playout. `None` if it was interrupted, which ends all playouts of the decision.
    pub(crate) fn play<T>(&mut self, play: impl FnOnce() -> T) -> Option<T> {
        self.done += 1;
        self.prepare(play)
    }

    /// Runs preparatory work shared by several playouts, with the same limits.
    pub(crate) fn prepare<T>(&mut self, work: impl FnOnce() -> T) -> Option<T> {
        let played = match self.budget {
            Budget::Playouts(most) => {
                let left = (u64::from(*most) * PLAYOUT_STEPS).saturating_sub(self.steps);
                meter::metered_separately(left, &|| true, work)
            }
            Budget::While(more) => meter::metered_separately(u64::MAX, more, work),
        };
        self.steps += played.steps;
        self.over |= played.found.is_none();
        played.found
    }
}

/// Counts one decision of a playout; `false` if the playout is to be abandoned.
pub(crate) fn count_decision() -> bool {
    meter::step(DECISION_STEPS)
}
