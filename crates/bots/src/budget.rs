//! How long a player may think, and what its playouts take of that.

use upcard_solver::meter;

/// How long a player may think. A clock is the caller's.
#[derive(Clone, Copy)]
pub enum Budget<'a> {
    /// This many playouts, or fewer where they take very many steps; the answer then depends on the
    /// seed alone.
    Playouts(u32),
    /// As long as this says yes. Searches ask it, too: a playout does not outlast it.
    While(&'a (dyn Fn() -> bool + 'a)),
}

/// The work of one decision of a playout beside its searches, in steps.
pub(crate) const DECISION: u32 = 20;

/// The steps that all playouts together may take of each that was planned: many times what one takes in
/// a game of the catalogue.
pub(crate) const EACH_PLAYOUT: u64 = 25_000;

impl Budget<'_> {
    /// May another playout begin after this many?
    #[must_use]
    pub fn more(&self, done: u32) -> bool {
        match self {
            Budget::Playouts(most) => done < *most,
            Budget::While(more) => done < 4 || more(),
        }
    }

    /// Finds the choices that are to be tried out; none where the time is over before that.
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

    /// May another one begin?
    pub(crate) fn more(&self) -> bool {
        !self.over && self.budget.more(self.done)
    }

    /// What comes of one. None where it was broken off, and with it all of them.
    pub(crate) fn play<T>(&mut self, play: impl FnOnce() -> T) -> Option<T> {
        self.done += 1;
        self.prepare(play)
    }

    /// What is needed for several, likewise.
    pub(crate) fn prepare<T>(&mut self, work: impl FnOnce() -> T) -> Option<T> {
        let played = match self.budget {
            Budget::Playouts(most) => {
                let left = (u64::from(*most) * EACH_PLAYOUT).saturating_sub(self.steps);
                meter::metered_apart(left, &|| true, work)
            }
            Budget::While(more) => meter::metered_apart(u64::MAX, more, work),
        };
        self.steps += played.steps;
        self.over |= played.found.is_none();
        played.found
    }
}

/// Counts a decision of a playout; false where that is broken off.
pub(crate) fn decides() -> bool {
    meter::step(DECISION)
}
