//! How match records name the contestants.

use upcard_engine::Game;
use upcard_engine::record::{Record, Recorder};

use crate::options::Contestant;

/// Name of a contestant in records; levels as the bots of tables.
pub(crate) fn record_name(contestant: &Contestant) -> String {
    match contestant {
        Contestant::Bot(level) => format!("bot {level}"),
        other => other.to_string(),
    }
}

/// Finishes the record of a match that ended or was aborted. `faulty` marks seats that a novice took over.
pub(crate) fn finish_record(
    mut recorder: Recorder,
    game: &Game,
    faulty: impl Iterator<Item = bool>,
) -> Record {
    for (name, _) in recorder.names().iter_mut().zip(faulty).filter(|(_, faulty)| *faulty) {
        name.push_str(", then bot novice");
    }
    recorder.end(game);
    recorder.into_record()
}
