//! What was found of a rule set.

use serde::Serialize;
use upcard_engine::Rules;

use super::count::{Count, PER_DEAL};
use super::sums::{Cross, Moments, Pair, Spread};
use crate::stats::Interval;

/// What is counted of deals: for people, for programs, how it is scaled for people.
pub(super) const FIGURES: [(&str, &str, f64); PER_DEAL] = [
    ("rounds a deal", "rounds", 1.0),
    ("turns to go down", "turns_to_go_down", 1.0),
    ("hands never down, %", "never_down", 100.0),
    ("deals won at once, %", "out_at_once", 100.0),
    ("buys a deal", "buys", 1.0),
    ("deals blocked, %", "blocked", 100.0),
    ("points a hand", "points", 1.0),
];

/// Figures of deals.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Rounds a deal: turns for each seat.
    pub rounds: Interval,
    /// Own turns until a contract is down (or, without contracts, a first meld), where it comes down.
    pub turns_to_go_down: Interval,
    /// The part of the hands that never come down.
    pub never_down: Interval,
    /// The part of the deals won by going out with the whole hand in one turn.
    pub out_at_once: Interval,
    /// Buys a deal.
    pub buys: Interval,
    /// The part of the deals that end without a winner.
    pub blocked: Interval,
    /// Points a hand.
    pub points: Interval,
}

impl Figures {
    /// Shares are from 0 to 1.
    fn of(figure: impl Fn(usize) -> Interval) -> Figures {
        let all = Figures::less(&figure);
        Figures {
            never_down: all.never_down.within_one(),
            out_at_once: all.out_at_once.within_one(),
            blocked: all.blocked.within_one(),
            ..all
        }
    }

    /// Differences.
    fn less(figure: impl Fn(usize) -> Interval) -> Figures {
        Figures {
            rounds: figure(0),
            turns_to_go_down: figure(1),
            never_down: figure(2),
            out_at_once: figure(3),
            buys: figure(4),
            blocked: figure(5),
            points: figure(6),
        }
    }

    /// In the order of [`FIGURES`].
    pub(super) fn row(&self) -> [Interval; PER_DEAL] {
        [
            self.rounds,
            self.turns_to_go_down,
            self.never_down,
            self.out_at_once,
            self.buys,
            self.blocked,
            self.points,
        ]
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
    /// Rounds a match: turns for each seat.
    pub rounds_a_match: Interval,
    /// The figures of all deals.
    #[serde(flatten)]
    pub figures: Figures,
    /// The figures less those of the first rule set, in matches of the same seeds.
    pub less_first: Option<Figures>,
    /// Rounds a match, less those of the first rule set.
    pub rounds_a_match_less_first: Option<Interval>,
    /// Points a hand by seat, the dealer's left neighbour first, the dealer last.
    pub points_by_seat: Vec<Interval>,
    /// The part of the deals won by seat, in the same order.
    pub wins_by_seat: Vec<Interval>,
    /// Deal by deal; empty in games without contracts.
    pub by_deal: Vec<DealFinding>,
    /// How many deals took each number of rounds, from 0 (the last may be cut short).
    pub rounds_spread: Spread,
    /// How many hands came down in their so-manieth turn, from 0.
    pub down_spread: Spread,
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

fn longest<T: Clone + Default>(list: &mut Vec<T>, length: usize) {
    if list.len() < length {
        list.resize(length, T::default());
    }
}

/// The figures that are compared between rule sets: rounds a match and those of all deals.
const COMPARED: usize = 1 + PER_DEAL;

impl Sum {
    /// Adds a match; `first` are the figures of the first rule set in the match of the same seed.
    pub(super) fn add(&mut self, count: &Count, figures: &[Pair], first: &[Pair]) {
        self.matches += 1;
        longest(&mut self.moments, figures.len());
        for (moments, pair) in self.moments.iter_mut().zip(figures) {
            moments.add(*pair);
        }
        longest(&mut self.crosses, COMPARED);
        for (cross, (mine, theirs)) in self.crosses.iter_mut().zip(figures.iter().zip(first)) {
            cross.add(*mine, *theirs);
        }
        longest(&mut self.rounds, count.rounds.len());
        for (mine, more) in self.rounds.iter_mut().zip(&count.rounds) {
            mine.merge(more);
        }
        longest(&mut self.deals, count.rounds.len());
        for (mine, more) in self.deals.iter_mut().zip(count.deals()) {
            *mine += more;
        }
        self.downs.merge(&count.downs);
        self.own_contracts |= count.own_contracts;
    }

    pub(super) fn merge(&mut self, other: &Sum) {
        self.matches += other.matches;
        longest(&mut self.moments, other.moments.len());
        for (mine, more) in self.moments.iter_mut().zip(&other.moments) {
            mine.merge(more);
        }
        longest(&mut self.crosses, other.crosses.len());
        for (mine, more) in self.crosses.iter_mut().zip(&other.crosses) {
            mine.merge(more);
        }
        longest(&mut self.rounds, other.rounds.len());
        for (mine, more) in self.rounds.iter_mut().zip(&other.rounds) {
            mine.merge(more);
        }
        longest(&mut self.deals, other.deals.len());
        for (mine, more) in self.deals.iter_mut().zip(&other.deals) {
            *mine += more;
        }
        self.downs.merge(&other.downs);
        self.own_contracts |= other.own_contracts;
    }

    fn interval(&self, at: usize) -> Interval {
        self.moments.get(at).map_or(Interval::UNKNOWN, |m| m.interval(self.matches))
    }

    fn less(&self, at: usize, first: &Sum) -> Interval {
        match (self.moments.get(at), first.moments.get(at), self.crosses.get(at)) {
            (Some(mine), Some(theirs), Some(cross)) => mine.less(theirs, cross, self.matches),
            _ => Interval::UNKNOWN,
        }
    }

    /// What the matches come to; `first` is the first rule set, where this is another.
    pub(super) fn finding(&self, name: &str, rules: &Rules, first: Option<&Sum>) -> Finding {
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
            figures: Figures::of(|i| self.interval(seats + at * PER_DEAL + i)),
        };
        let deals = if rules.has_contracts() { &rules.deals[..] } else { &[] };
        Finding {
            rules: name.to_owned(),
            players: rules.players,
            matches: self.matches,
            deals: self.deals.iter().sum(),
            rounds_a_match: self.interval(0),
            figures: Figures::of(|i| self.interval(1 + i)),
            less_first: first.map(|first| Figures::less(|i| self.less(1 + i, first))),
            rounds_a_match_less_first: first.map(|first| self.less(0, first)),
            points_by_seat: (COMPARED..COMPARED + players).map(|i| self.interval(i)).collect(),
            wins_by_seat: (COMPARED + players..seats)
                .map(|i| self.interval(i).within_one())
                .collect(),
            by_deal: deals.iter().enumerate().map(deal).filter(|deal| deal.deals > 0).collect(),
            rounds_spread,
            down_spread: self.downs.clone(),
        }
    }
}
