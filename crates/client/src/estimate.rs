//! Estimates of a match's length and a game's difficulty from its rules, for people choosing a game.

use strum::IntoStaticStr;
use upcard_engine::Rules;
use upcard_engine::choices::{CHOICES, Choices};

/// Average seconds per turn of people and of bots, including offers and reading the table.
const PERSON_SECONDS: u32 = 14;
const BOT_SECONDS: u32 = 4;

/// Seconds between two deals.
const DEAL_PAUSE_SECONDS: u32 = 25;

/// Estimated minutes of a match with this many people, the other players being bots, in steps of five, from
/// the rounds measured by the laboratory. `None` if there is no measurement.
#[must_use]
pub fn minutes(rules: &Rules, people: u8) -> Option<u32> {
    let rounds = u32::from(rules.set.catalogue.rounds);
    let deals = rules.schedule.len() as u32;
    (rounds > 0).then(|| minutes_of(rounds, deals, people, rules.players))
}

/// The same from numbers of rounds and deals.
pub(crate) fn minutes_of(rounds: u32, deals: u32, people: u8, players: u8) -> u32 {
    let people = people.min(players);
    let round = u32::from(people) * PERSON_SECONDS + u32::from(players - people) * BOT_SECONDS;
    (rounds * round + deals * DEAL_PAUSE_SECONDS).div_ceil(300) * 5
}

/// Length of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// A fixed number of deals.
    Deals(usize),
    /// Until a player reaches this total.
    Target(i32),
    /// Players are eliminated at this total until one remains.
    Out(u16),
}

impl Length {
    /// Match length under these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Length {
        match (rules.set.choices.matching.eliminate_at.0, rules.target) {
            (Some(limit), _) => Length::Out(limit),
            (None, Some(target)) => Length::Target(target),
            (None, None) => Length::Deals(rules.schedule.len()),
        }
    }
}

/// Difficulty of a game's rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Difficulty {
    /// Few rules.
    Easy,
    /// Moderate.
    Medium,
    /// Many rules.
    Hard,
}

impl Difficulty {
    /// Its id.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Difficulty, from the number of choices that differ from the simplest game, and the number of contracts.
#[must_use]
pub fn difficulty(rules: &Rules) -> Difficulty {
    match complexity(rules) {
        ..=21 => Difficulty::Easy,
        22..=30 => Difficulty::Medium,
        _ => Difficulty::Hard,
    }
}

/// Number of choices that differ from the simplest game, plus the contracts.
fn complexity(rules: &Rules) -> usize {
    let plain = Choices::default();
    let own = &rules.set.choices;
    let differs = CHOICES.iter().filter(|choice| choice.get(own) != choice.get(&plain)).count();
    let contracts = rules.deals.iter().filter(|deal| !deal.contract.is_empty()).count();
    differs + contracts
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;

    use super::*;
    use crate::house_rules::HouseRules;

    #[test]
    fn pool_length_is_the_elimination_total() {
        let library = Library::standard().unwrap();
        let length = |id: &str| Length::of(&HouseRules::of(id).rules(&library).unwrap());
        assert_eq!(length("pool-101"), Length::Out(101));
        assert_eq!(length("pool-201"), Length::Out(201));
        assert_eq!(length("rummy-500"), Length::Target(500));
        assert_eq!(length("contract-rummy"), Length::Deals(7));
    }

    #[test]
    fn estimates_are_plausible_for_every_game() {
        let library = Library::standard().unwrap();
        let (mut levels, mut timed) = (Vec::new(), 0);
        for id in library.ids() {
            let set = library.select(id, &[]).unwrap();
            let players = 4.clamp(set.choices.players.min, set.choices.players.max);
            let rules = Rules::new(set, players).unwrap();
            let (alone, friends) = (minutes(&rules, 1), minutes(&rules, players));
            println!("{id}: {alone:?} alone, {friends:?} with friends, {}", complexity(&rules));
            if let (Some(alone), Some(friends)) = (alone, friends) {
                assert!((5..=240).contains(&alone) && friends >= alone, "{id}");
                timed += 1;
            }
            levels.push(difficulty(&rules));
        }
        assert!(timed > 10, "{timed} games say how long they take");
        for level in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            assert!(levels.contains(&level), "no game is {level:?}");
        }
    }
}
