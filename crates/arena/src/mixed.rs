//! Bot that takes decisions of one kind from another bot, to measure what that kind is worth.

use std::fmt;
use std::str::FromStr;

use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::{Action, Phase, View};

/// Kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Where to draw from, and whether to drop out of the deal.
    Draws,
    /// Whether to buy out of turn.
    Offers,
    /// Laying down, laying off, rearranging, and ending the deal.
    LayDowns,
    /// Which card to discard.
    Discards,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Draws, Kind::Offers, Kind::LayDowns, Kind::Discards];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Draws => "draws",
            Kind::Offers => "offers",
            Kind::LayDowns => "lay-downs",
            Kind::Discards => "discards",
        }
    }

    /// Returns the kind of a decision on which two bots gave these answers.
    fn of(phase: Phase, answers: [&Action; 2]) -> Option<Kind> {
        let throws = |action: &&Action| matches!(action, Action::Discard { .. } | Action::Keep);
        match phase {
            Phase::Draw | Phase::Upcard { .. } => Some(Kind::Draws),
            Phase::Offers { .. } => Some(Kind::Offers),
            Phase::Play if answers.iter().all(throws) => Some(Kind::Discards),
            Phase::Play | Phase::Show { .. } => Some(Kind::LayDowns),
            _ => None,
        }
    }
}

/// A contestant composed of two levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mixed {
    /// Level that makes all other decisions.
    pub own: Level,
    /// Kind of decision taken over.
    pub kind: Kind,
    /// Level that makes those decisions.
    pub by: Level,
}

impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}-of-{}", self.own, self.kind.name(), self.by)
    }
}

impl FromStr for Mixed {
    type Err = ();

    fn from_str(text: &str) -> Result<Mixed, ()> {
        let (own, rest) = text.split_once('+').ok_or(())?;
        let (kind, by) = rest.split_once("-of-").ok_or(())?;
        let level = |name: &str| name.parse().map_err(|_| ());
        let kind = Kind::ALL.into_iter().find(|one| one.name() == kind).ok_or(())?;
        Ok(Mixed { own: level(own)?, kind, by: level(by)? })
    }
}

/// The bot of a [`Mixed`] contestant.
pub(crate) struct Mixing {
    kind: Kind,
    own: Box<dyn Bot>,
    by: Box<dyn Bot>,
}

impl Mixed {
    /// Creates the bot. `seed` determines all random choices of both levels.
    pub(crate) fn player(self, seed: u64) -> Mixing {
        Mixing { kind: self.kind, own: player(self.own, seed), by: player(self.by, seed) }
    }
}

impl Bot for Mixing {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let own = self.own.decide(view, budget);
        let phase = view.table.phase();
        let of_play = matches!(phase, Phase::Play | Phase::Show { .. });
        if !of_play && Kind::of(phase, [&own, &own]) != Some(self.kind) {
            return own;
        }
        let by = self.by.decide(view, budget);
        if Kind::of(phase, [&own, &by]) == Some(self.kind) { by } else { own }
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Game;
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::options::{Contestant, rules};

    #[test]
    fn names_read_back() {
        for kind in Kind::ALL {
            let mixed = Mixed { own: Level::Steady, kind, by: Level::Expert };
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
    fn decisions_of_the_kind_are_the_others() {
        let mut differed = [0; 4];
        // A beginner misses lay-downs that a novice makes.
        for (game, players, by) in
            [("contract-rummy", 4, Level::Sharp), ("rummy", 2, Level::Beginner)]
        {
            let rules = rules(game, &[], Some(players)).unwrap();
            let mut game = Game::new(rules, Chance::numbered(2)).without_drafts();
            for seed in 0..600 {
                let Some(seat) = game.to_act() else {
                    game.next_deal(&mut ());
                    continue;
                };
                let view = game.view(seat);
                let answer = |mut bot: Box<dyn Bot>| bot.decide(&view, &Budget::Playouts(0));
                let [own, other] = [Level::Novice, by].map(|level| answer(player(level, seed)));
                let of = Kind::of(view.table.phase(), [&own, &other]);
                for (at, kind) in Kind::ALL.into_iter().enumerate() {
                    let mixed = Mixed { own: Level::Novice, kind, by };
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
