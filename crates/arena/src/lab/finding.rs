//! What was found of a rule set.

use serde::Serialize;
use upcard_engine::Rules;
use upcard_engine::choices::{Dropping, KnockLimit, LayDownMode, WrongDeclaration};

use super::counted::{Cluster, Counted, PER_DEAL};
use super::sums::{Cross, Moments, Pair, Spread, each};
use crate::stats::Interval;

/// What kind of number a figure is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number of things, of which there are none at the least.
    Count,
    /// A part of a whole.
    Share,
    /// Points, which may be below zero.
    Points,
}

/// One thing that is counted of deals.
pub(super) struct Row {
    /// For people.
    pub(super) name: &'static str,
    /// For programs.
    pub(super) id: &'static str,
    kind: Kind,
    /// Does it arise in these rules?
    arises: fn(&Rules) -> bool,
}

impl Row {
    /// How it is scaled for people.
    pub(super) fn scale(&self) -> f64 {
        if self.kind == Kind::Share { 100.0 } else { 1.0 }
    }
}

fn laid(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode != LayDownMode::Hidden
}

/// Where there are contracts, that nobody buys is worth a row.
fn buying(rules: &Rules) -> bool {
    rules.has_contracts() || rules.deals.iter().any(|deal| deal.buying)
}

fn knocking(rules: &Rules) -> bool {
    rules.set.choices.knocking.limit != KnockLimit::None
}

const fn row(name: &'static str, id: &'static str, kind: Kind, arises: fn(&Rules) -> bool) -> Row {
    Row { name, id, kind, arises }
}

/// What is counted of deals.
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

/// The figures that arise in none of these findings are no rows of their table.
pub(super) fn rows(findings: &[Finding]) -> Vec<usize> {
    let arises = |at: &usize| findings.iter().any(|finding| finding.arises[*at]);
    (0..PER_DEAL).filter(arises).collect()
}

macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// Figures of deals. What does not arise in the rules is unknown, and absent in JSON.
        #[derive(Clone, Copy, PartialEq, Debug, Serialize)]
        pub struct Figures {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Interval::is_unknown")]
                pub $name: Interval,
            )+
        }

        impl Figures {
            /// In the order of [`FIGURES`].
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
    /// Rounds a deal: turns for each seat that was dealt cards.
    rounds,
    /// Own turns until a contract is down (or, without contracts, a first meld), where it comes down.
    turns_to_go_down,
    /// The part of the hands that never come down.
    never_down,
    /// The part of the deals won by going out with the whole hand in one turn.
    out_at_once,
    /// Buys a deal.
    buys,
    /// The part of the deals that end without a winner.
    blocked,
    /// Points a hand.
    points,
    /// The part of the deals in which somebody knocks, gin among them.
    knocked,
    /// The part of the deals that are won by gin.
    gin,
    /// The part of the deals in which the knocker is undercut.
    undercut,
    /// The part of the deals that end by a declaration.
    declared,
    /// The part of the hands that are declared wrongly.
    declared_wrong,
    /// The part of the hands that are dropped.
    dropped,
}

impl Figures {
    /// Of these moments, one for each figure, over so many matches.
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

    /// Differences of figures that arise in both.
    fn less(arises: &[bool; PER_DEAL], figure: impl Fn(usize) -> Interval) -> Figures {
        Figures::from_row(std::array::from_fn(|at| match FIGURES[at].kind {
            _ if !arises[at] => Interval::UNKNOWN,
            Kind::Share => figure(at).of_shares(),
            Kind::Count | Kind::Points => figure(at),
        }))
    }
}

/// What was found of one deal of the match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DealFinding {
    /// The deal, from 1.
    pub deal: usize,
    /// Its contract; empty where each seat has its own.
    pub contract: String,
    /// How often it was played.
    pub deals: u64,
    /// Half of these deals take no more rounds than this.
    pub rounds_half: Option<u32>,
    /// Nine in ten of these deals take no more rounds than this.
    pub rounds_nine_in_ten: Option<u32>,
    /// The figures.
    #[serde(flatten)]
    pub figures: Figures,
}

/// What was found of a rule set.
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
    /// Rounds a match: turns for each seat of the table.
    pub rounds_a_match: Interval,
    /// The figures of all deals.
    #[serde(flatten)]
    pub figures: Figures,
    /// The figures less those of the first rule set, in matches of the same seeds.
    pub less_first: Option<Figures>,
    /// Rounds a match, less those of the first rule set.
    pub rounds_a_match_less_first: Option<Interval>,
    /// Points a hand by seat, who plays first in the deal first, the dealer last. Where fewer are left than the table
    /// has seats, those before the dealer have no hand.
    pub points_by_seat: Vec<Interval>,
    /// The part of its deals that each of these seats won.
    pub wins_by_seat: Vec<Interval>,
    /// Deal by deal; empty in games without contracts.
    pub by_deal: Vec<DealFinding>,
    /// How many deals took each number of rounds, from 0 (the last may be cut short).
    pub rounds_spread: Spread,
    /// How many hands came down in their so-manieth turn, from 0.
    pub down_spread: Spread,
    /// Which of the figures arise in these rules.
    #[serde(skip)]
    pub(super) arises: [bool; PER_DEAL],
}

/// The matches of one rule set, added up.
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

/// The figures that are compared between rule sets: rounds a match and those of all deals.
const COMPARED: usize = 1 + PER_DEAL;

impl Sum {
    /// Adds what was counted in the matches of one seed to the sums of the rule sets.
    pub(super) fn count(sums: &mut [Sum], cluster: &Cluster) {
        let figures: Vec<_> = cluster.counted.iter().map(Counted::figures).collect();
        for ((sum, counted), own) in sums.iter_mut().zip(&cluster.counted).zip(&figures) {
            sum.add(counted, own, &figures[0]);
        }
    }

    /// Adds a match; `first` are the figures of the first rule set in the match of the same seed.
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

    /// What the matches come to; `first` is the first rule set, where this is another.
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

/// What the sums of rule sets come to, each with its name and its rules.
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
