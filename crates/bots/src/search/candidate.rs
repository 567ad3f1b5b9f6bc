//! A candidate move and its evaluation.

use upcard_engine::Action;

/// Mean square error of the nets, in points, on the difference of two candidates; tuned by trial.
const NET_ERROR: f64 = 2.25;

/// Required lead, in standard errors, for a candidate that the nets cannot evaluate.
const UNEVALUATED_LEAD: f64 = 1.0;

/// Additional required lead, divided by the number of worlds: the best of many candidates was lucky in a few.
const LUCK_MARGIN: f64 = 20.0;

/// A candidate move and the results of its playouts.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// Prior value by the nets, in points; `None` if they do not know.
    pub prior: Option<f64>,
    /// Number of worlds it was played out in.
    pub count: u32,
    sum: f64,
    square: f64,
}

impl Candidate {
    /// A candidate without playouts.
    #[must_use]
    pub fn new(action: Action, prior: Option<f64>) -> Candidate {
        Candidate { action, prior, count: 0, sum: 0.0, square: 0.0 }
    }

    pub(super) fn record_lead(&mut self, lead: f64) {
        self.count += 1;
        self.sum += lead;
        self.square += lead.powi(2);
    }

    /// Mean lead over the first candidate in the same worlds, and its standard error.
    #[must_use]
    pub fn lead(&self) -> (f64, f64) {
        let n = f64::from(self.count.max(1));
        let mean = self.sum / n;
        let spread = (self.square / n - mean * mean).max(0.0);
        (mean, (spread / n).sqrt())
    }

    /// The same, discounted where the worlds disagree.
    pub(crate) fn belief_alone(&self) -> f64 {
        self.belief(self)
    }

    /// Estimated lead over the first candidate, from prior and playouts.
    #[must_use]
    pub fn belief(&self, first: &Candidate) -> f64 {
        let (lead, error) = self.lead();
        let prior = match (self.prior, first.prior) {
            (Some(own), Some(first)) => own - first,
            // Only the worlds speak for it: it must be clearly better.
            _ if self.count < 2 => return if self.count == first.count { 0.0 } else { -1.0 },
            _ => {
                let doubts = UNEVALUATED_LEAD + LUCK_MARGIN / f64::from(self.count);
                return lead - doubts * error;
            }
        };
        if self.count < 2 {
            return prior;
        }
        // The nets err on the difference by about that much, and agreement of a few worlds by chance is not
        // yet certainty.
        let weight = NET_ERROR / (NET_ERROR + error * error + 0.5 / f64::from(self.count));
        weight * lead + (1.0 - weight) * prior
    }
}

pub(crate) fn without_priors(actions: Vec<Action>) -> Vec<Candidate> {
    actions.into_iter().map(|action| Candidate::new(action, None)).collect()
}

/// The best candidate, by prior and playouts.
#[must_use]
pub fn best(all: &[Candidate]) -> Option<&Candidate> {
    let first = all.first()?;
    // The first of equals.
    all.iter().rev().max_by(|a, b| a.belief(first).total_cmp(&b.belief(first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of the worlds speak for it, a little more than the others speak against it.
    #[test]
    fn lead_in_few_worlds_is_discounted() {
        let belief = |worlds: u32| {
            let first = Candidate::new(Action::Draw, None);
            let mut other = Candidate::new(Action::Take, None);
            (0..worlds)
                .for_each(|world| other.record_lead(if world % 2 == 0 { 5.0 } else { -3.0 }));
            let first = Candidate { count: worlds, ..first };
            assert_eq!(first.belief(&first), 0.0);
            other.belief(&first)
        };
        assert!(belief(20) < 0.0, "{}", belief(20));
        assert!(belief(200) > 0.0, "{}", belief(200));
    }
}
