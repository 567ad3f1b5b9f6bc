//! Tournament report: a row per bot, as JSON, CSV and a table.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::header::TournamentHeader;
use crate::luck::Luck;
use crate::options::{Thinking, last_lines};
use crate::result_file::ClusterResult;
use crate::seating::distinct;
use crate::stats::{Interval, number_or_null, ratings};

/// Results of one cluster of mirrored matches, by contestant.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Cluster {
    pub(crate) index: u64,
    pub(crate) matches: u32,
    /// Seats held, over all matches.
    pub(crate) seats: Vec<f64>,
    pub(crate) wins: Vec<f64>,
    pub(crate) points: Vec<f64>,
    /// Deals, counted once for each seat held.
    pub(crate) deals: Vec<f64>,
    pub(crate) decisions: Vec<f64>,
    pub(crate) millis: Vec<f64>,
    /// How often one finished before the other; ties count half.
    pub(crate) beaten: Vec<Vec<f64>>,
    pub(crate) faults: Vec<(usize, Fault)>,
    /// Last lines of standard error of programs with faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) errors: Vec<(usize, Vec<String>)>,
    /// Luck, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) luck: Option<Luck>,
}

impl Cluster {
    /// Returns `true` if the lists have one entry per contestant.
    pub(crate) fn fits_contestants(&self, contestants: usize) -> bool {
        let rows =
            [&self.seats, &self.wins, &self.points, &self.deals, &self.decisions, &self.millis];
        let fits = |row: &Vec<f64>| row.len() == contestants;
        let won = |wins: &f64| (0.0..=f64::from(self.matches)).contains(wins);
        self.matches > 0
            && self.wins.iter().all(won)
            && rows.into_iter().all(fits)
            && self.luck.iter().flat_map(|luck| [&luck.wins, &luck.points]).all(fits)
            && self.beaten.len() == contestants
            && self.beaten.iter().all(fits)
            && self.faults.iter().all(|(bot, _)| *bot < contestants)
            && self.errors.iter().all(|(bot, _)| *bot < contestants)
    }

    /// Number of seats that this contestant played without a fault, and with one.
    pub(crate) fn seat_counts(&self, bot: usize) -> (u64, u64) {
        let faults = self.faults.iter().filter(|(who, _)| *who == bot).count() as u64;
        ((self.seats[bot] as u64).saturating_sub(faults), faults)
    }
}

impl ClusterResult for Cluster {
    fn index(&self) -> u64 {
        self.index
    }

    /// Ignores timing and standard error.
    fn has_same_results(&self, other: &Cluster) -> bool {
        let (millis, errors) = (self.millis.clone(), self.errors.clone());
        *self == Cluster { millis, errors, ..other.clone() }
    }
}

/// An estimate with luck removed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct WithoutLuck {
    /// The estimate.
    pub estimate: Interval,
    /// Share of its variance that is left; not finite (`null` in JSON) if there was none.
    #[serde(deserialize_with = "number_or_null")]
    pub variance_left: f64,
}

impl WithoutLuck {
    /// Computes it for a ratio of sums over clusters; each entry is sum, luck, denominator.
    fn of(clusters: &[(f64, f64, f64)]) -> WithoutLuck {
        let reduced_by = |share: f64| {
            Interval::ratio(clusters.iter().map(|(sum, luck, by)| (sum - share * luck, *by)))
        };
        let (with, estimate) = (reduced_by(0.0), reduced_by(1.0));
        let half_width = |interval: &Interval| interval.high - interval.mean;
        WithoutLuck { estimate, variance_left: (half_width(&estimate) / half_width(&with)).powi(2) }
    }
}

/// One bot's results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotRow {
    /// Name.
    pub bot: String,
    /// Seats held in each match.
    pub seats: u32,
    /// Matches played.
    pub matches: u64,
    /// Share of matches won, by all its seats together.
    pub match_win_share: Interval,
    /// Points per deal and seat; in games where a deal's losers pay its winner, the amount paid.
    pub points_per_deal: Interval,
    /// Share of matches won, with luck removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<WithoutLuck>,
    /// Average milliseconds per decision.
    pub ms_per_decision: f64,
    /// Elo rating; the mean of all contestants is 1500.
    pub rating: Interval,
    /// Decisions made.
    pub decisions: u64,
    /// Number of seats lost to faults.
    pub faults: u64,
    /// The first few faults.
    pub fault_samples: Vec<Fault>,
    /// Last lines of its standard error before its first fault.
    #[serde(default)]
    pub errors: Vec<String>,
}

/// Difference between two bots' points per deal. Negative if the first has fewer, which is better in games
/// where points are penalties, and worse where they are won or paid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// First bot.
    pub bot: String,
    /// Second bot.
    pub against: String,
    /// Points per deal, first minus second.
    pub points_per_deal: Interval,
    /// The same with luck removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<WithoutLuck>,
}

/// Value of a kind of decision: the lead, over the second bot, of a bot that decides this kind as the first
/// and all others as the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KindRow {
    /// Kind of decision.
    pub kind: String,
    /// Share of matches won, by all its seats together.
    pub match_win_share: Interval,
    /// Points per deal, its own minus the second bot's.
    pub points_per_deal: Interval,
    /// That lead divided by the first bot's lead.
    pub share: f64,
}

/// Report of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The program's version; absent in files of the first versions.
    pub version: Option<String>,
    /// Game with its variations.
    pub game: String,
    /// Overridden choices, as `choice=value`; for a game file, all choices.
    pub set: Vec<String>,
    /// Seats at the table.
    pub players: u8,
    /// Seed.
    pub seed: u64,
    /// Budget of searching bots.
    pub thinking: Thinking,
    /// Matches played.
    pub matches: u64,
    /// Clusters of mirrored matches, which are the samples.
    pub clusters: u64,
    /// Deals per match.
    #[serde(default = "unknown")]
    pub deals_a_match: Interval,
    /// `true` if the run was interrupted or a shard is missing.
    pub interrupted: bool,
    /// The bots, in the order given.
    pub bots: Vec<BotRow>,
    /// Each bot against each that was named after it.
    pub pairs: Vec<Pair>,
    /// The first bot's lead by kind of decision, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindRow>,
}

/// Default for a field missing in older reports.
const fn unknown() -> Interval {
    Interval::UNKNOWN
}

/// Number of groups for the jackknife.
const GROUPS: usize = 20;

fn sum_beaten<'a>(clusters: impl Iterator<Item = &'a Cluster>, n: usize) -> Vec<Vec<f64>> {
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

/// Ratio of sums with luck removed, if all clusters have it.
fn without_luck(
    clusters: &[Cluster],
    each: impl Fn(&Cluster, &Luck) -> (f64, f64, f64),
) -> Option<WithoutLuck> {
    let all: Option<Vec<_>> =
        clusters.iter().map(|c| c.luck.as_ref().map(|luck| each(c, luck))).collect();
    all.filter(|all| !all.is_empty()).map(|all| WithoutLuck::of(&all))
}

fn bot_rows(names: &[String], clusters: &[Cluster]) -> (Vec<BotRow>, Vec<Pair>) {
    let n = names.len();
    let all = ratings(&sum_beaten(clusters.iter(), n));
    let groups = GROUPS.min(clusters.len());
    let without: Vec<Vec<f64>> = (0..groups)
        .map(|group| {
            let kept = clusters.iter().enumerate().filter(|(i, _)| i % groups != group);
            ratings(&sum_beaten(kept.map(|(_, c)| c), n))
        })
        .collect();
    // With identical clusters, no error can be estimated.
    let alike = n > 1 && clusters.windows(2).all(|pair| pair[0].beaten == pair[1].beaten);
    let matches: u64 = clusters.iter().map(|c| u64::from(c.matches)).sum();
    let sum = |of: &dyn Fn(&Cluster) -> f64| clusters.iter().map(of).sum::<f64>();
    let rows = (0..n)
        .map(|b| {
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
                // Seatings rotate, so each bot holds the same number of seats in all of them.
                seats: (sum(&|c| c.seats[b]) / (matches.max(1) as f64)).round() as u32,
                matches,
                match_win_share: Interval::ratio_share(
                    clusters.iter().map(|c| (c.wins[b], f64::from(c.matches))),
                ),
                points_per_deal: Interval::ratio(
                    clusters.iter().map(|c| (c.points[b], c.deals[b])),
                ),
                without_luck: without_luck(clusters, |c, luck| {
                    (c.wins[b], luck.wins[b], f64::from(c.matches))
                }),
                rating: if alike {
                    Interval::single_sample(all[b])
                } else {
                    Interval::jackknife(all[b], &left)
                },
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
            // Per-cluster difference of the means, weighted by deals.
            let each = |c: &Cluster| {
                let deals = (c.deals[a] + c.deals[b]) / 2.0;
                ((c.points[a] / c.deals[a] - c.points[b] / c.deals[b]) * deals, deals)
            };
            pairs.push(Pair {
                bot: names[a].clone(),
                against: names[b].clone(),
                points_per_deal: Interval::ratio(clusters.iter().map(each)),
                without_luck: without_luck(clusters, |c, luck| {
                    let (lead, deals) = each(c);
                    let luck_lead = luck.points[a] / c.deals[a] - luck.points[b] / c.deals[b];
                    (lead, luck_lead * deals, deals)
                }),
            });
        }
    }
    (rows, pairs)
}

impl Report {
    /// Evaluates the clusters of a tournament.
    pub(crate) fn new(head: &TournamentHeader, clusters: &[Cluster], interrupted: bool) -> Report {
        let (bots, pairs) = bot_rows(&distinct(&head.bots).0, clusters);
        // `deals` counts a deal once per seat.
        let deals = |c: &Cluster| c.deals.iter().sum::<f64>() / f64::from(head.players);
        let lengths = clusters.iter().map(|c| (deals(c), f64::from(c.matches)));
        Report {
            version: head.version.clone(),
            game: head.game.clone(),
            set: head.set.clone(),
            players: head.players,
            seed: head.seed,
            thinking: head.thinking,
            matches: clusters.iter().map(|c| u64::from(c.matches)).sum(),
            clusters: clusters.len() as u64,
            deals_a_match: Interval::ratio(lengths),
            interrupted,
            bots,
            pairs,
            kinds: Vec::new(),
        }
    }

    /// CSV with a header and a line per bot.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "game,players,bot,seats,matches,win_share,win_share_low,win_share_high,\
             points_per_deal,points_low,points_high,rating,rating_low,rating_high,\
             ms_per_decision,decisions,faults",
        );
        if self.bots.iter().any(|row| row.without_luck.is_some()) {
            text.push_str(",without_luck,without_luck_low,without_luck_high,variance_left");
        }
        text.push('\n');
        // A game file's path may contain any character.
        let plain = !self.game.contains([',', '"', '\n', '\r']);
        let game = if plain { self.game.clone() } else { csv_quoted(&self.game) };
        // Unknown values are empty.
        let field = |number: f64, decimals: usize| match number.is_finite() {
            true => format!("{number:.decimals$}"),
            false => String::new(),
        };
        let with_bounds = |interval: &Interval, decimals: usize| {
            [interval.mean, interval.low, interval.high]
                .map(|number| field(number, decimals))
                .join(",")
        };
        for row in &self.bots {
            let _ = write!(
                text,
                "{},{},{},{},{},{},{},{},{:.6},{},{}",
                game,
                self.players,
                csv_quoted(&row.bot),
                row.seats,
                row.matches,
                with_bounds(&row.match_win_share, 5),
                with_bounds(&row.points_per_deal, 4),
                with_bounds(&row.rating, 1),
                row.ms_per_decision,
                row.decisions,
                row.faults
            );
            if let Some(without) = &row.without_luck {
                let left = field(without.variance_left, 5);
                let _ = write!(text, ",{},{left}", with_bounds(&without.estimate, 5));
            }
            text.push('\n');
        }
        text
    }

    /// Terminal table.
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
            let points = pair.points_per_deal.text(1.0, 2);
            let _ = writeln!(text, "{} less {}: {points} points a deal", pair.bot, pair.against);
        }
        self.luck_text(&mut text);
        self.kinds_text(&mut text);
        text
    }

    /// Appends the results with luck removed.
    fn luck_text(&self, text: &mut String) {
        let mut line = |what: String, without: &WithoutLuck, scale: f64, decimals: usize| {
            let estimate = without.estimate.text(scale, decimals);
            let left = percent(without.variance_left);
            let _ = writeln!(text, "without luck {what} {estimate}, {left} % of the variance left");
        };
        for row in &self.bots {
            if let Some(without) = &row.without_luck {
                line(format!("{} wins, %:", row.bot), without, 100.0, 1);
            }
        }
        for pair in &self.pairs {
            if let Some(without) = &pair.without_luck {
                let what = format!("{} less {}, points a deal:", pair.bot, pair.against);
                line(what, without, 1.0, 2);
            }
        }
    }

    /// Appends the lead by kind of decision.
    fn kinds_text(&self, text: &mut String) {
        let ([_, ..], [first, other, ..]) = (&self.kinds[..], &self.bots[..]) else { return };
        let (first, other) = (&first.bot, &other.bot);
        let _ = writeln!(text, "{other} that decides as {first} does, less {other}:");
        for row in &self.kinds {
            let (points, share) = (row.points_per_deal.text(1.0, 2), percent(row.share));
            let kind = &row.kind;
            let _ = writeln!(
                text,
                "    {kind:<10} {points:>22} points a deal, {share:>4} % of the lead"
            );
        }
        let beyond = percent(1.0 - self.kinds.iter().map(|row| row.share).sum::<f64>());
        let _ = writeln!(text, "    together beyond that, or less: {beyond} % of the lead");
    }
}

fn csv_quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Formats a share in per cent; a dash if undefined.
fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.0}", share * 100.0) } else { "–".to_owned() }
}
