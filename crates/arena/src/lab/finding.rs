//! Findings about a rule set.

use serde::Serialize;
use upcard_engine::Rules;
use upcard_engine::choices::{Dropping, KnockLimit, LayDownMode, WrongDeclaration};

use super::counted::{Cluster, Counted, PER_DEAL};
use super::sums::{Cross, Moments, Pair, Spread, each};
use crate::stats::Interval;

/// Kind of a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A non-negative number.
    Count,
    /// A share of a whole.
    Share,
    /// Points, possibly negative.
    Points,
}

/// A figure that is counted per deal.
pub(super) struct Row {
    /// Name shown to people.
    pub(super) name: &'static str,
    /// Name in CSV and JSON.
    pub(super) id: &'static str,
    kind: Kind,
    /// Returns `true` if the figure applies to these rules.
    arises: fn(&Rules) -> bool,
}

impl Row {
    /// Display factor.
    pub(super) fn scale(&self) -> f64 {
        if self.kind == Kind::Share { 100.0 } else { 1.0 }
    }
}

fn laid(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode != LayDownMode::Hidden
}

/// Buying is also shown, as zero, for contract games without it.
fn buying(rules: &Rules) -> bool {
    rules.has_contracts() || rules.deals.iter().any(|deal| deal.buying)
}

fn knocking(rules: &Rules) -> bool {
    rules.set.choices.knocking.limit != KnockLimit::None
}

const fn row(name: &'static str, id: &'static str, kind: Kind, arises: fn(&Rules) -> bool) -> Row {
    Row { name, id, kind, arises }
}

/// The figures counted per deal.
pub(super) const FIGURES: [Row; PER_DEAL] = [
    row("rounds a deal", "rounds", Kind::Count, |_| true),
    row("turns to go down", "turns_to_go_down", Kind::Count, laid),
    row("hands never down, %", "never_down", Kind::Share, laid),
    row("deals won at once, %", "out_at_once", Kind::Share, laid),
    row("buys a deal", "buys", Kind::Count, buying),
    row("deals blocked, %", "blocked", Kind::Share, |_| true),
    row("points a hand", "points", Kind::Points, |_| true),
    row("deals with a knock, %", "knocked", Kind::Share, knocking),
    row("deals won by gin, %", "gin", Kind::Share, knocking),
    row("deals undercut, %", "undercut", Kind::Share, knocking),
    row("deals declared, %", "declared", Kind::Share, |rules| !laid(rules) && !knocking(rules)),
    row("hands declared wrongly, %", "declared_wrong", Kind::Share, |rules| {
        !laid(rules)
            && !knocking(rules)
            && rules.set.choices.declaring.wrong != WrongDeclaration::Refused
    }),
    row("hands dropped, %", "dropped", Kind::Share, |rules| {
        rules.set.choices.dropping.allowed != Dropping::Never
    }),
];

/// Indices of the figures that apply to at least one of these findings.
pub(super) fn rows(findings: &[Finding]) -> Vec<usize> {
    let arises = |at: &usize| findings.iter().any(|finding| finding.arises[*at]);
    (0..PER_DEAL).filter(arises).collect()
}

macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Figures of deals. A figure that does not apply to the rules is unknown, and absent in JSON.
        #[derive(Clone, Copy, PartialEq, Debug, Serialize)]
        pub struct Figures {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Interval::is_unknown")]
                pub $name: Interval,
            )+
        }

        impl Figures {
            /// Returns the figures in the order of [`FIGURES`].
            pub(super) fn row(&self) -> [Interval; PER_DEAL] {
                [$(self.$name),+]
            }

            fn from_row([$($name),+]: [Interval; PER_DEAL]) -> Figures {
                Figures { $($name),+ }
            }
        }
    };
}

figures! {
    /// Rounds per deal: turns per seat dealt in.
    rounds,
    /// Own turns until a contract (or, without contracts, a first meld) is down; counts only hands that go
    /// down.
    turns_to_go_down,
    /// Share of hands that never go down.
    never_down,
    /// Share of deals won by going out with the whole hand in one turn.
    out_at_once,
    /// Buys per deal.
    buys,
    /// Share of deals that end without a winner.
    blocked,
    /// Points per hand.
    points,
    /// Share of deals with a knock, gin included.
    knocked,
    /// Share of deals won by gin.
    gin,
    /// Share of deals in which the knocker is undercut.
    undercut,
    /// Share of deals that end with a declaration.
    declared,
    /// Share of hands with a wrong declaration.
    declared_wrong,
    /// Share of hands that are dropped.
    dropped,
}

impl Figures {
    /// Computes the figures from one `Moments` per figure.
    fn of(
        arises: &[bool; PER_DEAL],
        matches: u64,
        moments: impl Fn(usize) -> Option<Moments>,
    ) -> Figures {
        Figures::from_row(std::array::from_fn(|at| {
            let Some(moments) = moments(at).filter(|_| arises[at]) else {
                return Interval::UNKNOWN;
            };
            match FIGURES[at].kind {
                Kind::Share => moments.share(matches),
                Kind::Count => moments.interval(matches).above_nothing(),
                Kind::Points => moments.interval(matches),
            }
        }))
    }

    /// Computes differences for the figures that apply to both.
    fn less(arises: &[bool; PER_DEAL], figure: impl Fn(usize) -> Interval) -> Figures {
        Figures::from_row(std::array::from_fn(|at| match FIGURES[at].kind {
            _ if !arises[at] => Interval::UNKNOWN,
            Kind::Share => figure(at).of_shares(),
            Kind::Count | Kind::Points => figure(at),
        }))
    }
}

/// Findings about one deal of the match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DealFinding {
    /// Deal number, from 1.
    pub deal: usize,
    /// Contract; empty if each seat has its own.
    pub contract: String,
    /// Number of times it was played.
    pub deals: u64,
    /// Median number of rounds.
    pub rounds_half: Option<u32>,
    /// 90th percentile of the number of rounds.
    pub rounds_nine_in_ten: Option<u32>,
    /// The figures.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Findings about a rule set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The rule set.
    pub rules: String,
    /// Seats.
    pub players: u8,
    /// Matches played.
    pub matches: u64,
    /// Deals played.
    pub deals: u64,
    /// Rounds per match: turns per seat of the table.
    pub rounds_a_match: Interval,
    /// Figures of all deals.
    #[serde(flatten)]
    pub figures: Figures,
    /// Figures minus those of the first rule set, in matches of the same seeds.
    pub less_first: Option<Figures>,
    /// Rounds per match minus those of the first rule set.
    pub rounds_a_match_less_first: Option<Interval>,
    /// Points per hand by seat, from the first to play to the dealer. If fewer players are left than the
    /// table has seats, the seats before the dealer have no hand.
    pub points_by_seat: Vec<Interval>,
    /// Share of its deals that each of these seats won.
    pub wins_by_seat: Vec<Interval>,
    /// Findings by deal; empty in games without contracts.
    pub by_deal: Vec<DealFinding>,
    /// Histogram of rounds per deal, from 0 (the last round may be incomplete).
    pub rounds_spread: Spread,
    /// Histogram of the turn in which hands went down, from 0.
    pub down_spread: Spread,
    /// Which of the figures apply to these rules.
    #[serde(skip)]
    pub(super) arises: [bool; PER_DEAL],
}

/// Sums over the matches of one rule set.
#[derive(Clone, Default)]
pub(super) struct Sum {
    matches: u64,
    moments: Vec<Moments>,
    crosses: Vec<Cross>,
    deals: Vec<u64>,
    rounds: Vec<Spread>,
    downs: Spread,
    own_contracts: bool,
}

/// Number of figures compared between rule sets: rounds per match and those of all deals.
const COMPARED: usize = 1 + PER_DEAL;

impl Sum {
    /// Adds the matches of one seed to the sums of the rule sets.
    pub(super) fn count(sums: &mut [Sum], cluster: &Cluster) {
        let figures: Vec<_> = cluster.counted.iter().map(Counted::figures).collect();
        for ((sum, counted), own) in sums.iter_mut().zip(&cluster.counted).zip(&figures) {
            sum.add(counted, own, &figures[0]);
        }
    }

    /// Adds a match. `first` holds the figures of the first rule set in the match of the same seed.
    fn add(&mut self, counted: &Counted, figures: &[Pair], first: &[Pair]) {
        self.matches += 1;
        each(&mut self.moments, figures.iter(), |moments, pair| moments.add(*pair));
        each(
            &mut self.crosses,
            figures.iter().zip(first).take(COMPARED),
            |cross, (mine, theirs)| {
                cross.add(*mine, *theirs);
            },
        );
        each(&mut self.rounds, counted.rounds.iter(), |spread, rounds| {
            rounds.iter().for_each(|length| spread.count(*length));
        });
        each(&mut self.deals, counted.deals(), |mine, more| *mine += more);
        counted.down.iter().for_each(|turn| self.downs.count(*turn));
        self.own_contracts |= counted.own_contracts;
    }

    pub(super) fn merge(&mut self, other: &Sum) {
        self.matches += other.matches;
        each(&mut self.moments, other.moments.iter(), Moments::merge);
        each(&mut self.crosses, other.crosses.iter(), Cross::merge);
        each(&mut self.rounds, other.rounds.iter(), Spread::merge);
        each(&mut self.deals, other.deals.iter(), |mine, more| *mine += more);
        self.downs.merge(&other.downs);
        self.own_contracts |= other.own_contracts;
    }

    fn moments(&self, at: usize) -> Option<Moments> {
        self.moments.get(at).copied()
    }

    fn interval(&self, at: usize) -> Interval {
        self.moments(at).map_or(Interval::UNKNOWN, |m| m.interval(self.matches))
    }

    fn share(&self, at: usize) -> Interval {
        self.moments(at).map_or(Interval::UNKNOWN, |m| m.share(self.matches))
    }

    fn less(&self, at: usize, first: &Sum) -> Interval {
        match (self.moments.get(at), first.moments.get(at), self.crosses.get(at)) {
            (Some(mine), Some(theirs), Some(cross)) => mine.less(theirs, cross, self.matches),
            _ => Interval::UNKNOWN,
        }
    }

    /// Evaluates the sums. `first` is the first rule set, for comparison, if this is another one.
    fn finding(&self, name: &str, rules: &Rules, first: Option<(&Sum, &Rules)>) -> Finding {
        let arises: [bool; PER_DEAL] = std::array::from_fn(|at| (FIGURES[at].arises)(rules));
        let both = |first: &Rules| -> [bool; PER_DEAL] {
            std::array::from_fn(|at| arises[at] && (FIGURES[at].arises)(first))
        };
        let players = rules.players as usize;
        let seats = COMPARED + 2 * players;
        let mut rounds_spread = Spread::default();
        self.rounds.iter().for_each(|rounds| rounds_spread.merge(rounds));
        let deal = |(at, deal): (usize, &upcard_engine::DealRules)| DealFinding {
            deal: at + 1,
            contract: if self.own_contracts { String::new() } else { deal.contract.to_string() },
            deals: self.deals.get(at).copied().unwrap_or(0),
            rounds_half: self.rounds.get(at).and_then(|r| r.quantile(0.5)),
            rounds_nine_in_ten: self.rounds.get(at).and_then(|r| r.quantile(0.9)),
            figures: Figures::of(&arises, self.matches, |i| {
                self.moments(seats + at * PER_DEAL + i)
            }),
        };
        let deals = if rules.has_contracts() { &rules.deals[..] } else { &[] };
        Finding {
            rules: name.to_owned(),
            players: rules.players,
            matches: self.matches,
            deals: self.deals.iter().sum(),
            rounds_a_match: self.interval(0).above_nothing(),
            figures: Figures::of(&arises, self.matches, |i| self.moments(1 + i)),
            less_first: first
                .map(|(first, rules)| Figures::less(&both(rules), |i| self.less(1 + i, first))),
            rounds_a_match_less_first: first.map(|(first, _)| self.less(0, first)),
            points_by_seat: (COMPARED..COMPARED + players).map(|i| self.interval(i)).collect(),
            wins_by_seat: (COMPARED + players..seats).map(|i| self.share(i)).collect(),
            by_deal: deals.iter().enumerate().map(deal).filter(|deal| deal.deals > 0).collect(),
            rounds_spread,
            down_spread: self.downs.clone(),
            arises,
        }
    }
}

/// Evaluates the sums of rule sets, each with its name and rules.
pub(super) fn findings<'a>(
    rule_sets: impl Iterator<Item = (&'a str, &'a Rules)>,
    sums: &[Sum],
) -> Vec<Finding> {
    let rule_sets: Vec<_> = rule_sets.collect();
    let all = rule_sets.iter().zip(sums).enumerate();
    all.map(|(at, ((name, rules), sum))| {
        let first = (&sums[0], rule_sets[0].1);
        sum.finding(name, rules, (at > 0).then_some(first))
    })
    .collect()
}
