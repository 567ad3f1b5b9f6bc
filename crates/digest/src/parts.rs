//! The parts: which results are digested.

use std::fmt::Write as _;
use std::sync::Arc;

use upcard_bots::hints::advise;
use upcard_bots::{Bot as _, Budget, Novice, player};
use upcard_cards::{Card, Cards, JOKER};
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Level, Library, Rules, View};
use upcard_solver::{Remainder, deadwood};

use crate::Digest;

/// Number of games in the catalogue.
#[must_use]
pub fn games() -> u32 {
    Library::standard().map_or(0, |library| library.ids().count() as u32)
}

/// A kind of result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The engine: the events of a match.
    Match,
    /// The solver: surveys, the best lay-down and the deadwood of hands.
    Hands,
    /// A level's answers in some positions.
    Level(Level),
    /// The expert's evaluation of some positions: all candidates and their values in floating point.
    Advice,
}

/// All parts.
pub const PARTS: [Part; 6] = [
    Part::Match,
    Part::Hands,
    Part::Level(Level::Steady),
    Part::Level(Level::Sharp),
    Part::Level(Level::Expert),
    Part::Advice,
];

/// Number of decisions examined per match, except for [`Part::Match`].
const DECISIONS: usize = 150;

/// The same for games in which hands need sequences, including [`Part::Match`]: each takes a long search.
const DECISIONS_WITH_SEQUENCES: usize = 12;

/// Interval between decisions for which something costly is computed.
const COSTLY_INTERVAL: usize = 50;

/// Maximum number of decisions of a match; some games are very long.
const MAX_DECISIONS: usize = 1500;

/// Budget per decision: a count, not a time.
const PLAYOUTS: u32 = 2;

/// The nets: a WebAssembly program does not embed them, the page fetches them.
#[cfg(target_family = "wasm")]
const NETS: &[u8] = include_bytes!("../../bots/src/value/learnt.nets");

/// Digest of a part of a game's results, by the game's number from 0; `None` if there is no such game.
#[must_use]
pub fn digest(part: Part, game: u32) -> Option<u64> {
    #[cfg(target_family = "wasm")]
    let _ = upcard_bots::value::ValueNets::install(NETS);
    let mut digest = Digest::default();
    add_results(part, game, &mut digest)?;
    Some(digest.value)
}

fn add_results(part: Part, number: u32, digest: &mut Digest) -> Option<()> {
    let library = Library::standard().ok()?;
    let game = library.ids().nth(number as usize)?;
    let rules = Arc::new(Rules::of(&library, game, &[], None).ok()?);
    let mut game = Game::new(rules.clone(), Chance::numbered(u64::from(number) + 1));
    let max = match part {
        _ if rules.deal(0).sequences.is_some() => DECISIONS_WITH_SEQUENCES,
        Part::Match => MAX_DECISIONS,
        _ => DECISIONS,
    };
    let mut decisions = 0;
    while decisions < max && !game.is_over() {
        let mut events = Vec::new();
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut events);
            write!(digest, "{events:?}").ok()?;
            continue;
        };
        let view = game.view(seat);
        let budget = Budget::Playouts(PLAYOUTS);
        let costly = decisions % COSTLY_INTERVAL == COSTLY_INTERVAL / 2;
        let seed = decisions as u64;
        match part {
            Part::Match => {}
            Part::Hands if decisions % 5 == 0 => add_hand_results(&view, &rules.values, digest)?,
            Part::Level(Level::Expert) | Part::Advice if !costly => {}
            Part::Level(level) => {
                write!(digest, "{}", player(level, seed).decide(&view, &budget)).ok()?;
            }
            Part::Advice => write!(digest, "{:?}", advise(&view, &budget, seed)).ok()?,
            Part::Hands => {}
        }
        let action = Novice.decide(&view, &budget);
        game.act(seat, &action, &mut events).ok()?;
        write!(digest, "{events:?}").ok()?;
        decisions += 1;
    }
    Some(())
}

/// The solver's results for a hand.
fn add_hand_results(
    view: &View<'_>,
    values: &[u8; Card::FACES],
    digest: &mut Digest,
) -> Option<()> {
    let solver = view.lay_down_solver();
    let mut hand: Cards = *view.hand;
    let survey = solver.survey(&solver.state(&hand));
    let best = solver.best(&hand, Remainder::ANY, values);
    hand.add(JOKER);
    let grouped = deadwood(&hand, &solver.problem().melds, values);
    write!(digest, "{survey:?} {best:?} {grouped:?}").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_of_the_catalogue_have_digests() {
        assert!(digest(Part::Match, games() - 1).is_some());
        assert_eq!(digest(Part::Match, games()), None);
    }

    #[test]
    fn a_digest_is_of_its_part_and_game_alone() {
        let of = |part, game| digest(part, game).unwrap();
        assert_eq!(of(Part::Match, 0), of(Part::Match, 0));
        assert_ne!(of(Part::Match, 0), of(Part::Match, 1));
        assert_ne!(of(Part::Hands, 0), of(Part::Level(Level::Steady), 0));
    }
}
