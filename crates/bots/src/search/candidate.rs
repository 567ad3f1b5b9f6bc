//! A choice that is tried out, and what it seems to be worth.

use upcard_engine::Action;

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
    pub(super) fn note(&mut self, lead: f64) {
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

/// These actions as choices of which no net says what they are worth.
pub(crate) fn untold(actions: Vec<Action>) -> Vec<Candidate> {
    actions.into_iter().map(|action| Candidate::new(action, None)).collect()
}

/// The best of what was tried, by what the nets say and by what the worlds have shown.
#[must_use]
pub fn best(all: &[Candidate]) -> Option<&Candidate> {
    let first = all.first()?;
    // Of equals the first.
    all.iter().rev().max_by(|a, b| a.belief(first).total_cmp(&b.belief(first)))
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
