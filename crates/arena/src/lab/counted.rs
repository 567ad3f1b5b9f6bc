//! What was counted in a match: the samples of which findings are made, and the lines of a file of results.

use serde::{Deserialize, Serialize};

use super::sums::Pair;
use crate::resume::Finished;

/// Figures of a deal, in the order of [`super::finding::FIGURES`].
pub(super) const PER_DEAL: usize = 13;

/// No match has more of anything: what a file says beyond that was never counted.
const MOST: i64 = 1_000_000_000;

/// No deal takes longer.
const LONGEST: u32 = 500_000;

/// What was counted in one match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counted {
    /// The sums of all deals of a kind, by deal, each with what it is divided by.
    pub(super) figures: Vec<[Pair; PER_DEAL]>,
    /// By place, the dealer's left neighbour first: hands.
    pub(super) hands: Vec<i64>,
    /// Their points.
    pub(super) points: Vec<i64>,
    /// Deals won there.
    pub(super) wins: Vec<i64>,
    /// How many rounds deals took, by deal.
    pub(super) rounds: Vec<Vec<u32>>,
    /// Own turns until hands came down.
    pub(super) down: Vec<u32>,
    /// Had seats contracts of their own?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) own_contracts: bool,
}

/// What was counted in the matches of one seed, one for each rule set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Cluster {
    /// The number of the match.
    pub(super) index: u64,
    /// In the order of the rule sets.
    pub(super) counted: Vec<Counted>,
}

impl Finished for Cluster {
    fn index(&self) -> u64 {
        self.index
    }

    fn agrees(&self, other: &Cluster) -> bool {
        self == other
    }
}

/// Adds figures to others.
pub(super) fn added(sums: &mut [Pair; PER_DEAL], more: &[Pair; PER_DEAL]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = (sum.0 + more.0, sum.1 + more.1);
    }
}

impl Counted {
    /// Nothing yet, of so many kinds of deals between so many.
    pub(super) fn new(deals: usize, players: usize) -> Counted {
        let none = || vec![0; players];
        Counted {
            figures: vec![[(0, 0); PER_DEAL]; deals],
            hands: none(),
            points: none(),
            wins: none(),
            rounds: vec![Vec::new(); deals],
            ..Counted::default()
        }
    }

    /// The figures of the match: rounds a match, then those of all deals, points and deals won by
    /// seat, and those of each deal.
    pub(super) fn figures(&self) -> Vec<Pair> {
        let mut all = [(0, 0); PER_DEAL];
        self.figures.iter().for_each(|deal| added(&mut all, deal));
        let mut figures = vec![(all[0].0, self.hands.len() as i64)];
        figures.extend(all);
        for sums in [&self.points, &self.wins] {
            figures.extend(sums.iter().copied().zip(self.hands.iter().copied()));
        }
        figures.extend(self.figures.iter().flatten());
        figures
    }

    /// Deals played, by deal.
    pub(super) fn deals(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rounds.iter().map(|rounds| rounds.len() as u64)
    }

    /// Can this have been counted at a table of so many?
    pub(super) fn is_of(&self, players: u8) -> bool {
        let within = |number: &i64| (-MOST..=MOST).contains(number);
        let mut pairs = self.figures.iter().flatten();
        let mut lengths = self.rounds.iter().flatten().chain(&self.down);
        self.figures.len() == self.rounds.len()
            && [&self.hands, &self.points, &self.wins]
                .iter()
                .all(|sums| sums.len() == usize::from(players) && sums.iter().all(within))
            && pairs.all(|(of, by)| within(of) && within(by))
            && lengths.all(|length| *length <= LONGEST)
    }
}
