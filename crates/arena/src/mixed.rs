//! Bot that takes decisions of one kind from another bot, to measure what that kind is worth.

use std::fmt;
use std::str::FromStr;

use strum::{Display, EnumString, VariantArray};
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::{Action, Phase, View};

/// Kind of decision.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Display, EnumString, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum DecisionKind {
    /// Where to draw from, and whether to drop out of the deal.
    Draws,
    /// Whether to buy out of turn.
    Offers,
    /// Laying down, laying off, rearranging, and ending the deal.
    LayDowns,
    /// Which card to discard.
    Discards,
}

impl DecisionKind {
    /// Returns the kind of a decision on which two bots gave these answers.
    fn of(phase: Phase, answers: [&Action; 2]) -> Option<DecisionKind> {
        let is_discard = |action: &&Action| matches!(action, Action::Discard { .. } | Action::Keep);
        match phase {
            Phase::Draw | Phase::Upcard { .. } => Some(DecisionKind::Draws),
            Phase::Offers { .. } => Some(DecisionKind::Offers),
            Phase::Play if answers.iter().all(is_discard) => Some(DecisionKind::Discards),
            Phase::Play | Phase::Show { .. } => Some(DecisionKind::LayDowns),
            _ => None,
        }
    }
}

/// A contestant composed of two levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mixed {
    /// Level that makes all other decisions.
    pub base: Level,
    /// Kind of decision taken over.
    pub kind: DecisionKind,
    /// Level that makes those decisions.
    pub delegate: Level,
}

impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}-of-{}", self.base, self.kind, self.delegate)
    }
}

impl FromStr for Mixed {
    type Err = ();

    fn from_str(text: &str) -> Result<Mixed, ()> {
        let (own, rest) = text.split_once('+').ok_or(())?;
        let (kind, by) = rest.split_once("-of-").ok_or(())?;
        let level = |name: &str| name.parse().map_err(|_| ());
        let kind = kind.parse().map_err(|_| ())?;
        Ok(Mixed { base: level(own)?, kind, delegate: level(by)? })
    }
}

pub(crate) struct MixedBot {
    kind: DecisionKind,
    base: Box<dyn Bot>,
    delegate: Box<dyn Bot>,
}

impl Mixed {
    /// Creates the bot. `seed` determines all random choices of both levels.
    pub(crate) fn player(self, seed: u64) -> MixedBot {
        let (base, delegate) = (player(self.base, seed), player(self.delegate, seed));
        MixedBot { kind: self.kind, base, delegate }
    }
}

impl Bot for MixedBot {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let own = self.base.decide(view, budget);
        let phase = view.table.phase();
        let in_play = matches!(phase, Phase::Play | Phase::Show { .. });
        if !in_play && DecisionKind::of(phase, [&own, &own]) != Some(self.kind) {
            return own;
        }
        let by = self.delegate.decide(view, budget);
        if DecisionKind::of(phase, [&own, &by]) == Some(self.kind) { by } else { own }
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Game;
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::options::{Contestant, rules};

    #[test]
    fn names_round_trip() {
        for &kind in DecisionKind::VARIANTS {
            let mixed = Mixed { base: Level::Steady, kind, delegate: Level::Expert };
            assert_eq!(mixed.to_string().parse(), Ok(mixed));
            let contestant: Contestant = mixed.to_string().parse().unwrap();
            assert_eq!(contestant, Contestant::Mixed(mixed));
        }
        for wrong in ["steady+discards", "steady+throws-of-expert", "steady+draws-of-nobody"] {
            assert!(wrong.parse::<Mixed>().is_err(), "{wrong}");
        }
    }

    /// Each decision is one of the two bots' answers, and the other's if they differ in the given kind.
    #[test]
    fn decisions_of_the_kind_are_the_delegates() {
        let mut differed = [0; 4];
        // A beginner misses lay-downs that a novice makes.
        for (game, players, by) in
            [("contract-rummy", 4, Level::Sharp), ("rummy", 2, Level::Beginner)]
        {
            let rules = rules(game, &[], Some(players)).unwrap();
            let mut game = Game::new(rules, Chance::numbered(2)).without_undo();
            for seed in 0..600 {
                let Some(seat) = game.next_to_act(&mut ()) else { break };
                let view = game.view(seat);
                let answer = |mut bot: Box<dyn Bot>| bot.decide(&view, &Budget::Playouts(0));
                let [own, other] = [Level::Novice, by].map(|level| answer(player(level, seed)));
                let of = DecisionKind::of(view.table.phase(), [&own, &other]);
                for (at, &kind) in DecisionKind::VARIANTS.iter().enumerate() {
                    let mixed = Mixed { base: Level::Novice, kind, delegate: by };
                    let expected = if of == Some(kind) { &other } else { &own };
                    assert_eq!(answer(Box::new(mixed.player(seed))), *expected);
                    differed[at] += usize::from(of == Some(kind) && own != other);
                }
                game.act(seat, &own, &mut ()).unwrap();
            }
        }
        assert!(differed.iter().all(|count| *count > 0), "{differed:?}");
    }
}
