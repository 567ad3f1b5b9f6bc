//! A table between matches as one entry: it stands for all entries since the last match, so that what
//! only replaces (names, set-ups, who came and went) need not be kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_engine::{Edition, Seat};

use crate::entry::{Entry, Guest};
use crate::gathering::Gathering;
use crate::hex::Hex;
use crate::pace::Pace;
use crate::restore::FoldError;
use crate::seat::SeatState;
use crate::seats::Holders;
use crate::set_up::SetUp;
use crate::state::State;
use crate::wire::Stage;

/// All that has changed at a table since its last match, or since it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// The sequence number of the last update.
    pub(crate) sequence: u64,
    stage: Stage,
    set_up: SetUp,
    host: Guest,
    seats: Vec<SeatState>,
    kicked: Vec<Guest>,
    #[serde(default)]
    holders: Holders,
    #[serde(default)]
    moves: BTreeMap<Guest, u32>,
    /// Is the last match cleared away?
    cleared: bool,
    commitments: Vec<Hex<32>>,
    secrets: Vec<Hex<32>>,
    entropy: Vec<(Seat, Hex<32>)>,
    #[serde(default)]
    gathering: Gathering,
    #[serde(default)]
    pace: Pace,
    #[serde(default)]
    hints_off: bool,
    #[serde(default)]
    phrases_off: bool,
    #[serde(default, skip_serializing_if = "Edition::is_first")]
    edition: Edition,
}

impl State {
    /// The entry that stands for what has happened since the last match; none while one is being
    /// played or begins.
    pub(crate) fn standing(&self, sequence: u64) -> Option<Entry> {
        // Every part of a table is named here: what the last match leaves as it is, what each match
        // makes for itself, and what is to be stored.
        let State {
            library: _,
            opener: _,
            rules: _,
            number: _,
            sheet: _,
            master: _,
            wanting: _,
            old_gathering: _,
            game,
            stage,
            set_up,
            host,
            seats,
            kicked,
            holders,
            moves,
            commitments,
            secrets,
            entropy,
            gathering,
            pace,
            hints_off,
            phrases_off,
        } = self;
        if !matches!(stage, Stage::Seating | Stage::Over) {
            return None;
        }
        Some(Entry::Standing(Box::new(Standing {
            sequence,
            stage: *stage,
            set_up: set_up.clone(),
            host: *host,
            seats: seats.clone(),
            kicked: kicked.clone(),
            holders: holders.clone(),
            moves: moves.clone(),
            cleared: game.is_none(),
            commitments: commitments.clone(),
            secrets: secrets.clone(),
            entropy: entropy.clone(),
            gathering: gathering.standing(),
            pace: *pace,
            hints_off: *hints_off,
            phrases_off: *phrases_off,
            edition: Edition::LATEST,
        })))
    }

    /// Folds such an entry, which follows the last match.
    pub(crate) fn stand(&mut self, standing: &Standing) -> Result<(), FoldError> {
        let Standing {
            sequence: _,
            stage,
            set_up,
            host,
            seats,
            kicked,
            holders,
            moves,
            cleared,
            commitments,
            secrets,
            entropy,
            gathering,
            pace,
            hints_off,
            phrases_off,
            edition,
        } = standing;
        let set_up = &set_up.stored_by(*edition, &self.library);
        let between = |stage| matches!(stage, Stage::Seating | Stage::Over);
        if !between(self.stage) || !between(*stage) || seats.len() != set_up.seats.len() {
            return Err(FoldError::Misfit);
        }
        self.rules = self.rules_of(&set_up.source()).map_err(FoldError::Rules)?;
        self.set_up.clone_from(set_up);
        self.stage = *stage;
        self.host = *host;
        self.seats.clone_from(seats);
        self.kicked.clone_from(kicked);
        self.holders.clone_from(holders);
        self.moves.clone_from(moves);
        if *cleared {
            self.game = None;
            self.sheet.clear();
        }
        self.commitments.clone_from(commitments);
        self.secrets.clone_from(secrets);
        self.entropy.clone_from(entropy);
        self.gathering.resume(gathering);
        self.pace = *pace;
        self.hints_off = *hints_off;
        self.phrases_off = *phrases_off;
        Ok(())
    }
}
