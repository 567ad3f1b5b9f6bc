//! Counts of one match: the samples behind the findings, and the lines of a result file.

use serde::{Deserialize, Serialize};

use super::sums::Fraction;
use crate::result_file::ClusterResult;

/// Number of figures per deal, in the order of [`super::finding::FIGURES`].
pub(super) const PER_DEAL: usize = 13;

/// Plausibility limit: larger counts in a file are rejected.
const MAX_COUNT: i64 = 1_000_000_000;

/// Maximum number of rounds of a deal.
const MAX_ROUNDS: u32 = 500_000;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct MatchCounts {
    /// By deal: sums over its plays, each with its denominator.
    pub(super) figures: Vec<[Fraction; PER_DEAL]>,
    /// Hands, by place (the dealer's left neighbour first).
    pub(super) hands: Vec<i64>,
    /// Points, by place.
    pub(super) points: Vec<i64>,
    /// Deals won, by place.
    pub(super) wins: Vec<i64>,
    /// By deal: the number of rounds of each play.
    pub(super) rounds: Vec<Vec<u32>>,
    /// Own turns until a hand came down, one entry per hand.
    pub(super) down: Vec<u32>,
    /// `true` if seats had contracts of their own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) own_contracts: bool,
}

/// Counts of the matches of one seed, one per rule set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Cluster {
    /// Match number.
    pub(super) index: u64,
    /// In the order of the rule sets.
    pub(super) counted: Vec<MatchCounts>,
}

impl ClusterResult for Cluster {
    fn index(&self) -> u64 {
        self.index
    }

    fn has_same_results(&self, other: &Cluster) -> bool {
        self == other
    }
}

pub(super) fn add_pairs(sums: &mut [Fraction; PER_DEAL], more: &[Fraction; PER_DEAL]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = (sum.0 + more.0, sum.1 + more.1);
    }
}

impl MatchCounts {
    pub(super) fn new(deals: usize, players: usize) -> MatchCounts {
        let none = || vec![0; players];
        MatchCounts {
            figures: vec![[(0, 0); PER_DEAL]; deals],
            hands: none(),
            points: none(),
            wins: none(),
            rounds: vec![Vec::new(); deals],
            ..MatchCounts::default()
        }
    }

    /// Returns the figures of the match: rounds per match, figures of all deals, points and deals won by
    /// seat, then the figures of each deal.
    pub(super) fn figures(&self) -> Vec<Fraction> {
        let mut all = [(0, 0); PER_DEAL];
        self.figures.iter().for_each(|deal| add_pairs(&mut all, deal));
        let mut figures = vec![(all[0].0, self.hands.len() as i64)];
        figures.extend(all);
        for sums in [&self.points, &self.wins] {
            figures.extend(sums.iter().copied().zip(self.hands.iter().copied()));
        }
        figures.extend(self.figures.iter().flatten());
        figures
    }

    pub(super) fn deals(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rounds.iter().map(|rounds| rounds.len() as u64)
    }

    /// Returns `true` if these counts are possible at a table of `players`.
    pub(super) fn fits_players(&self, players: u8) -> bool {
        let within = |number: &i64| (-MAX_COUNT..=MAX_COUNT).contains(number);
        let mut pairs = self.figures.iter().flatten();
        let mut lengths = self.rounds.iter().flatten().chain(&self.down);
        self.figures.len() == self.rounds.len()
            && [&self.hands, &self.points, &self.wins]
                .iter()
                .all(|sums| sums.len() == usize::from(players) && sums.iter().all(within))
            && pairs.all(|(of, by)| within(of) && within(by))
            && lengths.all(|length| *length <= MAX_ROUNDS)
    }
}
