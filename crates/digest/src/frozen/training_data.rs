//! Digests of the nets' training data: the rules of their games, and their features in the frozen positions.

use std::fmt::Write as _;

use upcard_bots::value::{Breadth, TrainingInfo, ValueNets, evaluate};
use upcard_engine::Library;
use upcard_engine::choices::{CHOICES, Choices};

use super::family::Family;
use super::files::{FrozenError, library, read_matches};
use crate::Digest;

/// One block in so many is used: a change of a feature shows in hundreds of positions.
const BLOCK_INTERVAL: usize = 4;

/// Number of blocks considered; later ones contain games on which the nets were not trained.
const BLOCKS: usize = 20;

/// The training data of nets that this program trains on these games: `contract-rummy*3,rummy`.
///
/// # Errors
/// If a game does not exist, files cannot be read, or matches can no longer be replayed.
pub fn training_data(games: &str) -> Result<TrainingInfo, FrozenError> {
    let library = library()?;
    let rules = rules(games, &library).ok_or(FrozenError::Games)?;
    Ok(TrainingInfo { games: games.to_owned(), rules, features: features(&library)? })
}

/// Digest of the choices of these games that differ from the defaults, so that new choices do not change it.
fn rules(games: &str, library: &Library) -> Option<u64> {
    let mut digest = Digest::default();
    for id in TrainingInfo::ids(games) {
        let set = library.select(id, &[]).ok()?;
        let usual = Choices::default();
        for choice in CHOICES {
            let value = choice.get(&set.choices);
            if value != choice.get(&usual) {
                write!(digest, "{id} {} {value}", choice.path).ok()?;
            }
        }
    }
    Some(digest.value)
}

/// Digest of the candidates' features in the positions, independent of the nets' weights.
fn features(library: &Library) -> Result<u64, FrozenError> {
    let mut digest = Digest::default();
    let mut faults = Vec::new();
    for family in Family::ALL.into_iter().filter(|family| family.has_nets()) {
        for one in read_matches(family)?.iter().take(BLOCKS).step_by(BLOCK_INTERVAL).flatten() {
            let replayed = one.replay(library, |view, _| {
                let choices = evaluate(view, &ValueNets::zero(), Breadth::All);
                let text = choices.iter().map(|one| format!("{} {:?}", one.action, one.features));
                let mut all: Vec<String> = text.collect();
                all.sort();
                // Writing to a digest never fails.
                let _ = write!(digest, "{all:?}");
            });
            if let Err(fault) = replayed {
                faults.push(one.name(&fault));
            }
        }
    }
    if faults.is_empty() { Ok(digest.value) } else { Err(FrozenError::Unplayable(faults)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_depends_on_the_rules_of_each_game() {
        let library = library().unwrap();
        let of = |games| rules(games, &library);
        assert_eq!(of("contract-rummy@4*5,rummy"), of("contract-rummy,rummy*2"));
        assert!(of("rummy").is_some() && of("rummy") != of("contract-rummy"));
        assert_ne!(of("contract-rummy"), of("contract-rummy,rummy"));
        assert_ne!(of("rummy"), of("block-rummy"));
        assert_eq!(of("chess"), None);
    }
}
