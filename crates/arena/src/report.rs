//! What a tournament came to: rows for each bot, as JSON, CSV and a table.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::head::Head;
use crate::options::last_lines;
use crate::seating::distinct;
use crate::stats::{Interval, ratings};

/// What one cluster of mirrored matches gave, contestant by contestant.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) index: u64,
    pub(crate) matches: u32,
    /// Seats held, over the matches.
    pub(crate) seats: Vec<f64>,
    pub(crate) wins: Vec<f64>,
    pub(crate) points: Vec<f64>,
    /// Deals, counted once for each seat held.
    pub(crate) deals: Vec<f64>,
    pub(crate) decisions: Vec<f64>,
    pub(crate) millis: Vec<f64>,
    /// How often one came before the other, ties counting half.
    pub(crate) beaten: Vec<Vec<f64>>,
    pub(crate) faults: Vec<(usize, Fault)>,
    /// What programs with faults wrote last to their standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) errors: Vec<(usize, Vec<String>)>,
}

impl Cluster {
    /// Are these the numbers of this many contestants?
    pub(crate) fn is_of(&self, contestants: usize) -> bool {
        let rows =
            [&self.seats, &self.wins, &self.points, &self.deals, &self.decisions, &self.millis];
        self.matches > 0
            && rows.iter().all(|row| row.len() == contestants)
            && self.beaten.len() == contestants
            && self.beaten.iter().all(|row| row.len() == contestants)
            && self.faults.iter().all(|(bot, _)| *bot < contestants)
            && self.errors.iter().all(|(bot, _)| *bot < contestants)
    }

    /// Is this the same result? How long it took, and what programs complained of, is no part of it.
    pub(crate) fn agrees(&self, other: &Cluster) -> bool {
        let (millis, errors) = (self.millis.clone(), self.errors.clone());
        *self == Cluster { millis, errors, ..other.clone() }
    }

    /// How many seats this contestant played without a fault, and in how many it had one.
    pub(crate) fn sound(&self, bot: usize) -> (u64, u64) {
        let faults = self.faults.iter().filter(|(who, _)| *who == bot).count() as u64;
        ((self.seats[bot] as u64).saturating_sub(faults), faults)
    }
}

/// One bot's results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotRow {
    /// Its name.
    pub bot: String,
    /// Seats that it holds in each match.
    pub seats: u32,
    /// Matches played.
    pub matches: u64,
    /// Its part of the matches won, all its seats together.
    pub match_win_share: Interval,
    /// Points a deal, seat by seat; where the losers of a deal pay its winner, what it was paid.
    pub points_per_deal: Interval,
    /// Milliseconds for a decision, on average.
    pub ms_per_decision: f64,
    /// On Elo's scale; the mean of those who took part is 1500.
    pub rating: Interval,
    /// Decisions made.
    pub decisions: u64,
    /// How often it lost a seat.
    pub faults: u64,
    /// The first few reasons.
    pub fault_samples: Vec<Fault>,
    /// The last lines that it wrote to its standard error before it lost a seat, the first time.
    #[serde(default)]
    pub errors: Vec<String>,
}

/// The difference between two bots' points a deal; below zero the first has fewer, which is better
/// where points are held, and worse where they are won or paid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The one.
    pub bot: String,
    /// The other.
    pub against: String,
    /// Points a deal, the one's less the other's.
    pub points_per_deal: Interval,
}

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The game with its variations.
    pub game: String,
    /// Seats at the table.
    pub players: u8,
    /// The seed.
    pub seed: u64,
    /// Matches played.
    pub matches: u64,
    /// Clusters of mirrored matches, which are the samples.
    pub clusters: u64,
    /// Was it interrupted, or is a part of it missing?
    pub interrupted: bool,
    /// The bots, in the order given.
    pub bots: Vec<BotRow>,
    /// Each bot against each that was named after it.
    pub pairs: Vec<Pair>,
}

/// Groups of clusters that the jackknife leaves out one at a time.
const GROUPS: usize = 20;

fn beaten<'a>(clusters: impl Iterator<Item = &'a Cluster>, n: usize) -> Vec<Vec<f64>> {
    let mut sum = vec![vec![0.0; n]; n];
    for cluster in clusters {
        for (row, more) in sum.iter_mut().zip(&cluster.beaten) {
            for (cell, more) in row.iter_mut().zip(more) {
                *cell += more;
            }
        }
    }
    sum
}

fn rows(names: &[String], clusters: &[Cluster]) -> (Vec<BotRow>, Vec<Pair>) {
    let n = names.len();
    let all = ratings(&beaten(clusters.iter(), n));
    let groups = GROUPS.min(clusters.len());
    let without: Vec<Vec<f64>> = (0..groups)
        .map(|group| {
            let kept = clusters.iter().enumerate().filter(|(i, _)| i % groups != group);
            ratings(&beaten(kept.map(|(_, c)| c), n))
        })
        .collect();
    let matches: u64 = clusters.iter().map(|c| u64::from(c.matches)).sum();
    let sum = |of: &dyn Fn(&Cluster) -> f64| clusters.iter().map(of).sum::<f64>();
    let rows = (0..n)
        .map(|b| {
            let of = |f: &dyn Fn(&Cluster) -> (f64, f64)| {
                Interval::ratio(&clusters.iter().map(f).collect::<Vec<_>>())
            };
            let left: Vec<f64> = without.iter().map(|r| r[b]).collect();
            let mut samples: Vec<Fault> = Vec::new();
            let faults = clusters.iter().flat_map(|c| &c.faults).filter(|(who, _)| *who == b);
            for (_, fault) in faults.clone() {
                if samples.len() < 5 && !samples.contains(fault) {
                    samples.push(fault.clone());
                }
            }
            BotRow {
                bot: names[b].clone(),
                // Seatings are turned, so that the number is the same in all of them.
                seats: (sum(&|c| c.seats[b]) / (matches.max(1) as f64)).round() as u32,
                matches,
                match_win_share: Interval::ratio_share(
                    &clusters.iter().map(|c| (c.wins[b], f64::from(c.matches))).collect::<Vec<_>>(),
                ),
                points_per_deal: of(&|c| (c.points[b], c.deals[b])),
                rating: Interval::jackknife(all[b], &left),
                ms_per_decision: sum(&|c| c.millis[b]) / sum(&|c| c.decisions[b]).max(1.0),
                decisions: sum(&|c| c.decisions[b]) as u64,
                faults: faults.count() as u64,
                fault_samples: samples,
                errors: (clusters.iter().flat_map(|c| &c.errors))
                    .find(|(who, _)| *who == b)
                    .map_or_else(Vec::new, |(_, lines)| lines.clone()),
            }
        })
        .collect();
    let mut pairs = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            // Of each cluster the difference of the means, weighted by its deals.
            let each = |c: &Cluster| {
                let deals = (c.deals[a] + c.deals[b]) / 2.0;
                ((c.points[a] / c.deals[a] - c.points[b] / c.deals[b]) * deals, deals)
            };
            pairs.push(Pair {
                bot: names[a].clone(),
                against: names[b].clone(),
                points_per_deal: Interval::ratio(&clusters.iter().map(each).collect::<Vec<_>>()),
            });
        }
    }
    (rows, pairs)
}

impl Report {
    /// What these clusters of a tournament come to.
    pub(crate) fn new(head: &Head, clusters: &[Cluster], interrupted: bool) -> Report {
        let (bots, pairs) = rows(&distinct(&head.bots).0, clusters);
        Report {
            game: head.game.clone(),
            players: head.players,
            seed: head.seed,
            matches: clusters.iter().map(|c| u64::from(c.matches)).sum(),
            clusters: clusters.len() as u64,
            interrupted,
            bots,
            pairs,
        }
    }

    /// One line for each bot, with a header.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "game,players,bot,seats,matches,win_share,win_share_low,win_share_high,\
             points_per_deal,points_low,points_high,rating,rating_low,rating_high,\
             ms_per_decision,decisions,faults\n",
        );
        for row in &self.bots {
            let (w, p, r) = (&row.match_win_share, &row.points_per_deal, &row.rating);
            let _ = writeln!(
                text,
                "{},{},\"{}\",{},{},{:.5},{:.5},{:.5},{:.4},{:.4},{:.4},{:.1},{:.1},{:.1},{:.6},{},{}",
                self.game,
                self.players,
                row.bot.replace('"', "\"\""),
                row.seats,
                row.matches,
                w.mean,
                w.low,
                w.high,
                p.mean,
                p.low,
                p.high,
                r.mean,
                r.low,
                r.high,
                row.ms_per_decision,
                row.decisions,
                row.faults
            );
        }
        text
    }

    /// A table for the terminal.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!(
            "{} · {} players · {} matches in {} clusters · seed {}{}\n",
            self.game,
            self.players,
            self.matches,
            self.clusters,
            self.seed,
            if self.interrupted { " · interrupted" } else { "" }
        );
        if self.clusters == 0 {
            text.push_str("no cluster was finished\n");
            return text;
        }
        let width = self.bots.iter().map(|row| row.bot.chars().count()).max().unwrap_or(0).max(8);
        let _ = writeln!(
            text,
            "{:<width$} {:>5} {:>20} {:>22} {:>19} {:>11}",
            "bot", "seats", "matches won, %", "points a deal", "rating", "ms/decision"
        );
        for row in &self.bots {
            let _ = writeln!(
                text,
                "{:<width$} {:>5} {:>20} {:>22} {:>19} {:>11.4}",
                row.bot,
                row.seats,
                row.match_win_share.text(100.0, 1),
                row.points_per_deal.text(1.0, 2),
                row.rating.text(1.0, 0),
                row.ms_per_decision
            );
        }
        for row in self.bots.iter().filter(|row| row.faults > 0) {
            let _ = writeln!(text, "{} lost its seat {} times:", row.bot, row.faults);
            for fault in &row.fault_samples {
                let _ = writeln!(text, "    {fault}");
            }
            if !row.errors.is_empty() {
                let _ = writeln!(text, "{}", last_lines(&row.errors).trim_start_matches('\n'));
            }
        }
        for pair in &self.pairs {
            let _ = writeln!(
                text,
                "{} less {}: {} points a deal",
                pair.bot,
                pair.against,
                pair.points_per_deal.text(1.0, 2)
            );
        }
        text
    }
}
