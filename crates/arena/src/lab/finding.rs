//! Findings about a rule set.

use serde::Serialize;
use upcard_engine::Rules;
use upcard_engine::choices::{Dropping, KnockLimit, LayDownMode, WrongDeclaration};

use super::counts::{Cluster, MatchCounts, PER_DEAL};
use super::sums::{Cross, Fraction, Histogram, Moments, add_each};
use crate::stats::Interval;

#[derive(Clone, Copy, PartialEq, Eq)]
enum FigureKind {
    /// A non-negative number.
    Count,
    /// A share of a whole.
    Share,
    /// Points, possibly negative.
    Points,
}

/// A figure that is counted per deal.
pub(super) struct FigureSpec {
    /// Name shown to people.
    pub(super) name: &'static str,
    /// Name in CSV and JSON.
    pub(super) id: &'static str,
    kind: FigureKind,
    applies: fn(&Rules) -> bool,
}

impl FigureSpec {
    pub(super) fn scale(&self) -> f64 {
        if self.kind == FigureKind::Share { 100.0 } else { 1.0 }
    }
}

fn has_lay_downs(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode != LayDownMode::Hidden
}

/// Buying is also shown, as zero, for contract games without it.
fn shows_buying(rules: &Rules) -> bool {
    rules.has_contracts() || rules.deals.iter().any(|deal| deal.buying)
}

fn has_knocking(rules: &Rules) -> bool {
    rules.set.choices.knocking.limit != KnockLimit::None
}

const fn spec(
    name: &'static str,
    id: &'static str,
    kind: FigureKind,
    applies: fn(&Rules) -> bool,
) -> FigureSpec {
    FigureSpec { name, id, kind, applies }
}

pub(super) const FIGURES: [FigureSpec; PER_DEAL] = [
    spec("rounds a deal", "rounds", FigureKind::Count, |_| true),
    spec("turns to go down", "turns_to_go_down", FigureKind::Count, has_lay_downs),
    spec("hands never down, %", "never_down", FigureKind::Share, has_lay_downs),
    spec("deals won at once, %", "out_at_once", FigureKind::Share, has_lay_downs),
    spec("buys a deal", "buys", FigureKind::Count, shows_buying),
    spec("deals blocked, %", "blocked", FigureKind::Share, |_| true),
    spec("points a hand", "points", FigureKind::Points, |_| true),
    spec("deals with a knock, %", "knocked", FigureKind::Share, has_knocking),
    spec("deals won by gin, %", "gin", FigureKind::Share, has_knocking),
    spec("deals undercut, %", "undercut", FigureKind::Share, has_knocking),
    spec("deals declared, %", "declared", FigureKind::Share, |rules| {
        !has_lay_downs(rules) && !has_knocking(rules)
    }),
    spec("hands declared wrongly, %", "declared_wrong", FigureKind::Share, |rules| {
        !has_lay_downs(rules)
            && !has_knocking(rules)
            && rules.set.choices.declaring.wrong != WrongDeclaration::Refused
    }),
    spec("hands dropped, %", "dropped", FigureKind::Share, |rules| {
        rules.set.choices.dropping.allowed != Dropping::Never
    }),
];

pub(super) fn applicable_figures(findings: &[Finding]) -> Vec<usize> {
    let applies = |at: &usize| findings.iter().any(|finding| finding.applies[*at]);
    (0..PER_DEAL).filter(applies).collect()
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
            pub(super) fn to_array(self) -> [Interval; PER_DEAL] {
                [$(self.$name),+]
            }

            fn from_array([$($name),+]: [Interval; PER_DEAL]) -> Figures {
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
        applies: &[bool; PER_DEAL],
        matches: u64,
        moments: impl Fn(usize) -> Option<Moments>,
    ) -> Figures {
        Figures::from_array(std::array::from_fn(|at| {
            let Some(moments) = moments(at).filter(|_| applies[at]) else {
                return Interval::UNKNOWN;
            };
            match FIGURES[at].kind {
                FigureKind::Share => moments.share(matches),
                FigureKind::Count => moments.interval(matches).non_negative(),
                FigureKind::Points => moments.interval(matches),
            }
        }))
    }

    /// Computes differences for the figures that apply to both.
    fn differences(applies: &[bool; PER_DEAL], figure: impl Fn(usize) -> Interval) -> Figures {
        Figures::from_array(std::array::from_fn(|at| match FIGURES[at].kind {
            _ if !applies[at] => Interval::UNKNOWN,
            FigureKind::Share => figure(at).clamp_share_difference(),
            FigureKind::Count | FigureKind::Points => figure(at),
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
    pub rounds_spread: Histogram,
    /// Histogram of the turn in which hands went down, from 0.
    pub down_spread: Histogram,
    #[serde(skip)]
    pub(super) applies: [bool; PER_DEAL],
}

#[derive(Clone, Default)]
pub(super) struct RuleSetSums {
    matches: u64,
    moments: Vec<Moments>,
    crosses: Vec<Cross>,
    deals: Vec<u64>,
    rounds: Vec<Histogram>,
    downs: Histogram,
    own_contracts: bool,
}

/// Number of figures compared between rule sets: rounds per match and those of all deals.
const COMPARED: usize = 1 + PER_DEAL;

impl RuleSetSums {
    pub(super) fn add_cluster(sums: &mut [RuleSetSums], cluster: &Cluster) {
        let figures: Vec<_> = cluster.counted.iter().map(MatchCounts::figures).collect();
        for ((sum, counted), own) in sums.iter_mut().zip(&cluster.counted).zip(&figures) {
            sum.add(counted, own, &figures[0]);
        }
    }

    /// Adds a match. `first` holds the figures of the first rule set in the match of the same seed.
    fn add(&mut self, counted: &MatchCounts, figures: &[Fraction], first: &[Fraction]) {
        self.matches += 1;
        add_each(&mut self.moments, figures.iter(), |moments, pair| moments.add(*pair));
        let both = figures.iter().zip(first).take(COMPARED);
        add_each(&mut self.crosses, both, |cross, (mine, theirs)| cross.add(*mine, *theirs));
        add_each(&mut self.rounds, counted.rounds.iter(), |spread, rounds| {
            rounds.iter().for_each(|length| spread.count(*length));
        });
        add_each(&mut self.deals, counted.deals(), |mine, more| *mine += more);
        counted.down.iter().for_each(|turn| self.downs.count(*turn));
        self.own_contracts |= counted.own_contracts;
    }

    pub(super) fn merge(&mut self, other: &RuleSetSums) {
        self.matches += other.matches;
        add_each(&mut self.moments, other.moments.iter(), Moments::merge);
        add_each(&mut self.crosses, other.crosses.iter(), Cross::merge);
        add_each(&mut self.rounds, other.rounds.iter(), Histogram::merge);
        add_each(&mut self.deals, other.deals.iter(), |mine, more| *mine += more);
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

    fn difference(&self, at: usize, first: &RuleSetSums) -> Interval {
        match (self.moments.get(at), first.moments.get(at), self.crosses.get(at)) {
            (Some(mine), Some(theirs), Some(cross)) => mine.difference(theirs, cross, self.matches),
            _ => Interval::UNKNOWN,
        }
    }

    /// Evaluates the sums. `first` is the first rule set, for comparison, if this is another one.
    fn finding(&self, name: &str, rules: &Rules, first: Option<(&RuleSetSums, &Rules)>) -> Finding {
        let applies: [bool; PER_DEAL] = std::array::from_fn(|at| (FIGURES[at].applies)(rules));
        let both = |first: &Rules| -> [bool; PER_DEAL] {
            std::array::from_fn(|at| applies[at] && (FIGURES[at].applies)(first))
        };
        let players = rules.players as usize;
        let seats = COMPARED + 2 * players;
        let mut rounds_spread = Histogram::default();
        self.rounds.iter().for_each(|rounds| rounds_spread.merge(rounds));
        let deal = |(at, deal): (usize, &upcard_engine::DealRules)| DealFinding {
            deal: at + 1,
            contract: if self.own_contracts { String::new() } else { deal.contract.to_string() },
            deals: self.deals.get(at).copied().unwrap_or(0),
            rounds_half: self.rounds.get(at).and_then(|r| r.quantile(0.5)),
            rounds_nine_in_ten: self.rounds.get(at).and_then(|r| r.quantile(0.9)),
            figures: Figures::of(&applies, self.matches, |i| {
                self.moments(seats + at * PER_DEAL + i)
            }),
        };
        let deals = if rules.has_contracts() { &rules.deals[..] } else { &[] };
        Finding {
            rules: name.to_owned(),
            players: rules.players,
            matches: self.matches,
            deals: self.deals.iter().sum(),
            rounds_a_match: self.interval(0).non_negative(),
            figures: Figures::of(&applies, self.matches, |i| self.moments(1 + i)),
            less_first: first.map(|(first, rules)| {
                Figures::differences(&both(rules), |i| self.difference(1 + i, first))
            }),
            rounds_a_match_less_first: first.map(|(first, _)| self.difference(0, first)),
            points_by_seat: (COMPARED..COMPARED + players).map(|i| self.interval(i)).collect(),
            wins_by_seat: (COMPARED + players..seats).map(|i| self.share(i)).collect(),
            by_deal: deals.iter().enumerate().map(deal).filter(|deal| deal.deals > 0).collect(),
            rounds_spread,
            down_spread: self.downs.clone(),
            applies,
        }
    }
}

pub(super) fn findings<'a>(
    rule_sets: impl Iterator<Item = (&'a str, &'a Rules)>,
    sums: &[RuleSetSums],
) -> Vec<Finding> {
    let rule_sets: Vec<_> = rule_sets.collect();
    let all = rule_sets.iter().zip(sums).enumerate();
    all.map(|(at, ((name, rules), sum))| {
        let first = (&sums[0], rule_sets[0].1);
        sum.finding(name, rules, (at > 0).then_some(first))
    })
    .collect()
}
