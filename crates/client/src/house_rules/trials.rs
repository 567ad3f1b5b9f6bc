//! Bot trials of house rules: match length and points, from matches that bots have played by these rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Rules, View};

use crate::estimate::minutes_of;

/// Result of a trial match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrialMatch {
    /// Rounds of turns.
    pub rounds: u32,
    /// Number of deals.
    pub deals: u32,
    /// Total points of each player.
    pub points: Vec<i32>,
    /// `true` if it was finished; `false` if it was cut off.
    pub over: bool,
}

/// Maximum number of bot decisions per match; the longest known match has a quarter of this.
const MAX_DECISIONS: u32 = 20_000;

/// Plays a match; `decide` gets a unique number for each decision.
pub fn try_match(
    rules: &Arc<Rules>,
    seed: [u8; 32],
    mut decide: impl FnMut(&View<'_>, u64) -> Action,
) -> TrialMatch {
    let mut game = Game::new(rules.clone(), Chance::new(seed, [0; 32]));
    let (mut turns, mut answers) = (0u32, 0u32);
    let mut events: Vec<Event> = Vec::new();
    while !game.is_over() && answers < MAX_DECISIONS {
        events.clear();
        match game.to_act() {
            None if game.may_begin_deal().is_err() => break,
            None => game.next_deal(&mut events),
            Some(seat) => {
                let action = decide(&game.view(seat), u64::from(answers));
                if game.act(seat, &action, &mut events).is_err() {
                    break;
                }
                answers += 1;
            }
        }
        let begun = events.iter().filter(|event| matches!(event, Event::TurnBegan { .. }));
        turns += begun.count() as u32;
    }
    let table = game.table();
    TrialMatch {
        rounds: turns.div_ceil(u32::from(rules.players).max(1)),
        deals: u32::from(table.deals_begun()),
        points: table.scores().to_vec(),
        over: game.is_over(),
    }
}

/// Statistics of the trial matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialStatistics {
    /// Number of matches.
    pub matches: usize,
    /// Number of unfinished matches.
    pub unfinished: usize,
    /// Length in minutes for people: 10th percentile, median, 90th percentile.
    pub minutes: [u32; 3],
    /// Median number of rounds.
    pub rounds: u32,
    /// Median number of deals.
    pub deals: u32,
    /// Medians of a match's lowest and highest total.
    pub points: (i32, i32),
}

impl TrialStatistics {
    /// Statistics of these matches for a number of players; `None` without a match.
    #[must_use]
    pub fn of(matches: &[TrialMatch], players: u8) -> Option<TrialStatistics> {
        if matches.is_empty() {
            return None;
        }
        let sorted = |of: &dyn Fn(&TrialMatch) -> i64| {
            let mut all: Vec<i64> = matches.iter().map(of).collect();
            all.sort_unstable();
            all
        };
        let at = |all: &[i64], tenth: usize| all[(all.len() - 1) * tenth / 10];
        let minutes = sorted(&|t| minutes_of(t.rounds, t.deals, players, players).into());
        let middle = |of: &dyn Fn(&TrialMatch) -> i64| at(&sorted(of), 5);
        let least = |trial: &TrialMatch| i64::from(trial.points.iter().copied().min().unwrap_or(0));
        let most = |trial: &TrialMatch| i64::from(trial.points.iter().copied().max().unwrap_or(0));
        Some(TrialStatistics {
            matches: matches.len(),
            unfinished: matches.iter().filter(|trial| !trial.over).count(),
            minutes: [1, 5, 9].map(|tenth| at(&minutes, tenth) as u32),
            rounds: middle(&|trial| i64::from(trial.rounds)) as u32,
            deals: middle(&|trial| i64::from(trial.deals)) as u32,
            points: (middle(&least) as i32, middle(&most) as i32),
        })
    }
}

#[cfg(test)]
mod tests {
    use upcard_bots::{Bot, Budget, Novice};
    use upcard_engine::Library;

    use super::*;

    fn trial(game: &str, players: u8, seed: u8) -> TrialMatch {
        let library = Library::standard().unwrap();
        let rules = Arc::new(Rules::new(library.select(game, &[]).unwrap(), players).unwrap());
        let decide = |view: &View<'_>, _| Novice.decide(view, &Budget::Playouts(1));
        try_match(&rules, [seed; 32], decide)
    }

    #[test]
    fn finished_trial_matches_yield_statistics() {
        let all: Vec<TrialMatch> = (0..9).map(|seed| trial("contract-rummy", 4, seed)).collect();
        assert_eq!(all[0], trial("contract-rummy", 4, 0), "the same chance, the same match");
        let statistics = TrialStatistics::of(&all, 4).unwrap();
        assert_eq!((statistics.matches, statistics.unfinished, statistics.deals), (9, 0, 7));
        let [short, middle, long] = statistics.minutes;
        assert!(short <= middle && middle <= long && (20..200).contains(&middle), "{statistics:?}");
        let (least, most) = statistics.points;
        assert!(least < most && statistics.rounds > 20, "{statistics:?}");
        assert_eq!(TrialStatistics::of(&[], 4), None);
        let gin: Vec<TrialMatch> = (0..5).map(|seed| trial("gin", 2, seed)).collect();
        assert!(TrialStatistics::of(&gin, 2).unwrap().points.1 >= 100);
    }

    #[test]
    fn endless_matches_are_counted() {
        let endless = TrialMatch { rounds: 9000, deals: 1, points: vec![0, 0], over: false };
        let over = TrialMatch { over: true, ..endless.clone() };
        assert_eq!(TrialStatistics::of(&[endless, over], 2).unwrap().unfinished, 1);
    }
}
