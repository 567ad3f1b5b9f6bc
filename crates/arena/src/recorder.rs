//! What the records of matches between contestants say of them.

use upcard_engine::Game;
use upcard_engine::record::{Record, Recorder};

use crate::options::Contestant;

/// What a contestant is called in records: a level as bots of tables are.
pub(crate) fn recorded(contestant: &Contestant) -> String {
    match contestant {
        Contestant::Bot(level) => format!("bot {level}"),
        other => other.to_string(),
    }
}

/// The record of a match that is over or was broken off. `lost` says which seats a novice has finished.
pub(crate) fn finished(
    mut recorder: Recorder,
    game: &Game,
    lost: impl Iterator<Item = bool>,
) -> Record {
    for (name, _) in recorder.names().iter_mut().zip(lost).filter(|(_, lost)| *lost) {
        name.push_str(", then bot novice");
    }
    recorder.end(game);
    recorder.into_record()
}
