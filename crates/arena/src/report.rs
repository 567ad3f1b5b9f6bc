//! What a tournament came to: rows for each bot, as JSON, CSV and a table.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::head::Head;
use crate::options::{Thinking, last_lines};
use crate::seating::distinct;
use crate::stats::{Interval, number_or_null, ratings};

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
    /// What luck brought, where that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) luck: Option<Luck>,
}

/// What luck brought each contestant in a cluster.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Luck {
    pub(crate) wins: Vec<f64>,
    pub(crate) points: Vec<f64>,
}

impl Cluster {
    /// Are these the numbers of this many contestants?
    pub(crate) fn is_of(&self, contestants: usize) -> bool {
        let rows =
            [&self.seats, &self.wins, &self.points, &self.deals, &self.decisions, &self.millis];
        let won = |wins: &f64| (0.0..=f64::from(self.matches)).contains(wins);
        self.matches > 0
            && self.wins.iter().all(won)
            && rows.iter().all(|row| row.len() == contestants)
            && self.luck.iter().all(|luck| luck.is_of(contestants))
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

impl Luck {
    fn is_of(&self, contestants: usize) -> bool {
        [&self.wins, &self.points].iter().all(|row| row.len() == contestants)
    }
}

/// An estimate without what luck brought.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct WithoutLuck {
    /// It, with its interval.
    pub estimate: Interval,
    /// The share of its variance that is left; not finite, and `null` in JSON, where there was none.
    #[serde(deserialize_with = "number_or_null")]
    pub variance_left: f64,
}

impl WithoutLuck {
    /// Of a ratio of sums over clusters, with and without luck.
    fn of(clusters: &[(f64, f64, f64)]) -> WithoutLuck {
        let less = |share: f64| {
            let each = clusters.iter().map(|(sum, luck, by)| (sum - share * luck, *by));
            Interval::ratio(&each.collect::<Vec<_>>())
        };
        let (with, estimate) = (less(0.0), less(1.0));
        let reach = |interval: &Interval| interval.high - interval.mean;
        WithoutLuck { estimate, variance_left: (reach(&estimate) / reach(&with)).powi(2) }
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
    /// The matches won without what luck brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<WithoutLuck>,
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
    /// The same without what luck brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<WithoutLuck>,
}

/// What a kind of decision is worth: the lead of a bot that makes those decisions as the one does, and all
/// others as the other, over that other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KindRow {
    /// What is decided.
    pub kind: String,
    /// Its part of the matches won, all its seats together.
    pub match_win_share: Interval,
    /// Points a deal, its own less the other's.
    pub points_per_deal: Interval,
    /// That lead by the lead of who makes all decisions.
    pub share: f64,
}

/// What a tournament came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The program's version; files of the first programs do not say by which they were written.
    pub version: Option<String>,
    /// The game with its variations.
    pub game: String,
    /// Choices that are set otherwise, as `choice=value`; where the game is a file, all of them.
    pub set: Vec<String>,
    /// Seats at the table.
    pub players: u8,
    /// The seed.
    pub seed: u64,
    /// How long searching bots thought about a decision.
    pub thinking: Thinking,
    /// Matches played.
    pub matches: u64,
    /// Clusters of mirrored matches, which are the samples.
    pub clusters: u64,
    /// Deals in a match.
    #[serde(default = "unknown")]
    pub deals_a_match: Interval,
    /// Was it interrupted, or is a part of it missing?
    pub interrupted: bool,
    /// The bots, in the order given.
    pub bots: Vec<BotRow>,
    /// Each bot against each that was named after it.
    pub pairs: Vec<Pair>,
    /// Where that was asked for: what the lead of the first comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindRow>,
}

/// What reports of earlier programs do not say.
const fn unknown() -> Interval {
    Interval::UNKNOWN
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

/// A ratio of sums without luck, where that is known of all clusters.
fn without_luck(
    clusters: &[Cluster],
    each: impl Fn(&Cluster, &Luck) -> (f64, f64, f64),
) -> Option<WithoutLuck> {
    let all: Option<Vec<_>> =
        clusters.iter().map(|c| c.luck.as_ref().map(|luck| each(c, luck))).collect();
    all.filter(|all| !all.is_empty()).map(|all| WithoutLuck::of(&all))
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
    // From clusters that all came out alike nothing can be said of how sure that is.
    let alike = n > 1 && clusters.windows(2).all(|pair| pair[0].beaten == pair[1].beaten);
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
                without_luck: without_luck(clusters, |c, luck| {
                    (c.wins[b], luck.wins[b], f64::from(c.matches))
                }),
                rating: if alike {
                    Interval::alone(all[b])
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
            // Of each cluster the difference of the means, weighted by its deals.
            let each = |c: &Cluster| {
                let deals = (c.deals[a] + c.deals[b]) / 2.0;
                ((c.points[a] / c.deals[a] - c.points[b] / c.deals[b]) * deals, deals)
            };
            pairs.push(Pair {
                bot: names[a].clone(),
                against: names[b].clone(),
                points_per_deal: Interval::ratio(&clusters.iter().map(each).collect::<Vec<_>>()),
                without_luck: without_luck(clusters, |c, luck| {
                    let (lead, deals) = each(c);
                    let lucky = luck.points[a] / c.deals[a] - luck.points[b] / c.deals[b];
                    (lead, lucky * deals, deals)
                }),
            });
        }
    }
    (rows, pairs)
}

impl Report {
    /// What these clusters of a tournament come to.
    pub(crate) fn new(head: &Head, clusters: &[Cluster], interrupted: bool) -> Report {
        let (bots, pairs) = rows(&distinct(&head.bots).0, clusters);
        // A deal is counted once for each seat.
        let deals = |c: &Cluster| c.deals.iter().sum::<f64>() / f64::from(head.players);
        let lengths: Vec<_> = clusters.iter().map(|c| (deals(c), f64::from(c.matches))).collect();
        Report {
            version: head.version.clone(),
            game: head.game.clone(),
            set: head.set.clone(),
            players: head.players,
            seed: head.seed,
            thinking: head.thinking,
            matches: clusters.iter().map(|c| u64::from(c.matches)).sum(),
            clusters: clusters.len() as u64,
            deals_a_match: Interval::ratio(&lengths),
            interrupted,
            bots,
            pairs,
            kinds: Vec::new(),
        }
    }

    /// One line for each bot, with a header.
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
        // The path of a game's file may have anything in it.
        let plain = !self.game.contains([',', '"', '\n', '\r']);
        let game = if plain { self.game.clone() } else { quoted(&self.game) };
        // What is not known is left out.
        let field = |number: f64, decimals: usize| match number.is_finite() {
            true => format!("{number:.decimals$}"),
            false => String::new(),
        };
        let ends = |interval: &Interval, decimals: usize| {
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
                quoted(&row.bot),
                row.seats,
                row.matches,
                ends(&row.match_win_share, 5),
                ends(&row.points_per_deal, 4),
                ends(&row.rating, 1),
                row.ms_per_decision,
                row.decisions,
                row.faults
            );
            if let Some(without) = &row.without_luck {
                let left = field(without.variance_left, 5);
                let _ = write!(text, ",{},{left}", ends(&without.estimate, 5));
            }
            text.push('\n');
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
        self.luck_text(&mut text);
        self.kinds_text(&mut text);
        text
    }

    /// The results without luck, for the terminal.
    fn luck_text(&self, text: &mut String) {
        let mut line = |what: String, without: &WithoutLuck, scale: f64, decimals: usize| {
            let _ = writeln!(
                text,
                "without luck {what} {}, {} % of the variance left",
                without.estimate.text(scale, decimals),
                percent(without.variance_left)
            );
        };
        for row in &self.bots {
            if let Some(without) = &row.without_luck {
                line(format!("{} wins, %:", row.bot), without, 100.0, 1);
            }
        }
        for pair in &self.pairs {
            if let Some(without) = &pair.without_luck {
                line(
                    format!("{} less {}, points a deal:", pair.bot, pair.against),
                    without,
                    1.0,
                    2,
                );
            }
        }
    }

    /// What the lead comes from, for the terminal.
    fn kinds_text(&self, text: &mut String) {
        let ([_, ..], [first, other, ..]) = (&self.kinds[..], &self.bots[..]) else { return };
        let (first, other) = (&first.bot, &other.bot);
        let _ = writeln!(text, "{other} that decides as {first} does, less {other}:");
        for row in &self.kinds {
            let _ = writeln!(
                text,
                "    {:<10} {:>22} points a deal, {:>4} % of the lead",
                row.kind,
                row.points_per_deal.text(1.0, 2),
                percent(row.share)
            );
        }
        let all: f64 = self.kinds.iter().map(|row| row.share).sum();
        let _ = writeln!(
            text,
            "    together beyond that, or less: {} % of the lead",
            percent(1.0 - all)
        );
    }
}

/// A field of CSV, in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A share of something; of nothing there is none.
fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.0}", share * 100.0) } else { "–".to_owned() }
}
