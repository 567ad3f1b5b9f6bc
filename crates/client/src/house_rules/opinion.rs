//! What bots make of house rules: how long a match takes, and how many points it brings, from matches that
//! they have played by them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Rules, View};

use crate::estimate::minutes_of;

/// A match that bots have played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// Rounds of turns.
    pub rounds: u32,
    /// Deals.
    pub deals: u32,
    /// The points of each.
    pub points: Vec<i32>,
    /// Did it come to its end? It is broken off after very many plays.
    pub over: bool,
}

/// A match is broken off after so many answers of bots: the longest known have a quarter of them.
const MOST: u32 = 20_000;

/// Plays a match; `decide` is told a number that is another one for each answer.
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

/// What many matches come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// How many were played.
    pub matches: usize,
    /// How many of them did not come to an end.
    pub endless: usize,
    /// Minutes for people: of a short match, of the middle one, of a long one. A tenth is shorter, a tenth
    /// longer.
    pub minutes: [u32; 3],
    /// Rounds of turns in the middle one.
    pub rounds: u32,
    /// Deals in the middle one.
    pub deals: u32,
    /// The lowest total of a match, in the middle of all, and the highest.
    pub points: (i32, i32),
}

impl Opinion {
    /// What these matches come to, for so many people; none without a match.
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
