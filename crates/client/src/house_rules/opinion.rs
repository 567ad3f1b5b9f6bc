//! Bot trials of house rules: match length and points, from matches that bots have played by these rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Rules, View};

use crate::estimate::minutes_of;

/// Result of a trial match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
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
const MOST: u32 = 20_000;

/// Plays a match; `decide` gets a unique number for each decision.
pub fn try_match(
    rules: &Arc<Rules>,
    seed: [u8; 32],
    mut decide: impl FnMut(&View<'_>, u64) -> Action,
) -> Tried {
    let mut game = Game::new(rules.clone(), Chance::new(seed, [0; 32]));
    let (mut turns, mut answers) = (0u32, 0u32);
    let mut events: Vec<Event> = Vec::new();
    while !game.is_over() && answers < MOST {
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
    Tried {
        rounds: turns.div_ceil(u32::from(rules.players).max(1)),
        deals: u32::from(table.deals_begun()),
        points: table.scores().to_vec(),
        over: game.is_over(),
    }
}

/// Statistics of the trial matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// Number of matches.
    pub matches: usize,
    /// Number of unfinished matches.
    pub endless: usize,
    /// Length in minutes for people: 10th percentile, median, 90th percentile.
    pub minutes: [u32; 3],
    /// Median number of rounds.
    pub rounds: u32,
    /// Median number of deals.
    pub deals: u32,
    /// Medians of a match's lowest and highest total.
    pub points: (i32, i32),
}

impl Opinion {
    /// Statistics of these matches for a number of players; `None` without a match.
    #[must_use]
    pub fn of(tried: &[Tried], players: u8) -> Option<Opinion> {
        if tried.is_empty() {
            return None;
        }
        let sorted = |of: &dyn Fn(&Tried) -> i64| {
            let mut all: Vec<i64> = tried.iter().map(of).collect();
            all.sort_unstable();
            all
        };
        let at = |all: &[i64], tenth: usize| all[(all.len() - 1) * tenth / 10];
        let length = |match_: &Tried| minutes_of(match_.rounds, match_.deals, players, players);
        let minutes = sorted(&|tried| i64::from(length(tried)));
        let middle = |of: &dyn Fn(&Tried) -> i64| at(&sorted(of), 5);
        let least = |tried: &Tried| i64::from(tried.points.iter().copied().min().unwrap_or(0));
        let most = |tried: &Tried| i64::from(tried.points.iter().copied().max().unwrap_or(0));
        Some(Opinion {
            matches: tried.len(),
            endless: tried.iter().filter(|tried| !tried.over).count(),
            minutes: [1, 5, 9].map(|tenth| at(&minutes, tenth) as u32),
            rounds: middle(&|tried| i64::from(tried.rounds)) as u32,
            deals: middle(&|tried| i64::from(tried.deals)) as u32,
            points: (middle(&least) as i32, middle(&most) as i32),
        })
    }
}

#[cfg(test)]
mod tests {
    use upcard_bots::{Bot, Budget, Novice};
    use upcard_engine::Library;

    use super::*;

    fn tried(game: &str, players: u8, seed: u8) -> Tried {
        let library = Library::standard().unwrap();
        let rules = Arc::new(Rules::new(library.select(game, &[]).unwrap(), players).unwrap());
        let decide = |view: &View<'_>, _| Novice.decide(view, &Budget::Playouts(1));
        try_match(&rules, [seed; 32], decide)
    }

    #[test]
    fn matches_are_played_to_their_end_and_come_to_an_opinion() {
        let all: Vec<Tried> = (0..9).map(|seed| tried("contract-rummy", 4, seed)).collect();
        assert_eq!(all[0], tried("contract-rummy", 4, 0), "the same chance, the same match");
        let opinion = Opinion::of(&all, 4).unwrap();
        assert_eq!((opinion.matches, opinion.endless, opinion.deals), (9, 0, 7));
        let [short, middle, long] = opinion.minutes;
        assert!(short <= middle && middle <= long && (20..200).contains(&middle), "{opinion:?}");
        assert!(opinion.points.0 < opinion.points.1 && opinion.rounds > 20, "{opinion:?}");
        assert_eq!(Opinion::of(&[], 4), None);
        let gin: Vec<Tried> = (0..5).map(|seed| tried("gin", 2, seed)).collect();
        assert!(Opinion::of(&gin, 2).unwrap().points.1 >= 100);
    }

    #[test]
    fn a_match_that_nobody_can_end_is_counted() {
        let endless = Tried { rounds: 9000, deals: 1, points: vec![0, 0], over: false };
        let over = Tried { over: true, ..endless.clone() };
        assert_eq!(Opinion::of(&[endless, over], 2).unwrap().endless, 1);
    }
}
