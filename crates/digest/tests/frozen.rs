//! The bots' answers, the hints and the nets' features and values equal the frozen ones.

use upcard_bots::value::TrainedNets;
use upcard_digest::frozen::{compare, training_data};

const ADVICE: &str = "
If that was not meant, mend it; `cargo xtask freeze --show FAMILY COLUMN BLOCK` prints the answers, to be
compared with those of the program before.
If it was meant: measure the levels that moved against the program before (CONTRIBUTING.md, 'What bots
answer'), run `cargo xtask freeze`, and state both in the commit and in CHANGELOG.md.";

#[test]
fn answers_in_frozen_positions_are_unchanged() {
    match compare() {
        Ok(changes) => assert!(changes.is_empty(), "{changes}\n{ADVICE}"),
        Err(fault) => panic!("{fault}"),
    }
}

const NETS_ADVICE: &str = "
The nets that the expert plays by were taught on something else than they read now: rules of their games, or
features of an afterstate, or the frozen positions, have changed.
If that was not meant, mend it. If what the nets read means something else than before, teach them again
(docs/bots.md, 'Teaching the nets') and measure the expert (`cargo xtask strength`). If it means the same, as
where only positions were frozen anew, say why in the commit, and stamp the file:
  cargo run --release -p upcard-tutor -- --stamp crates/bots/src/value/learnt.nets";

#[test]
fn the_nets_were_trained_on_the_current_features() {
    let trained = TrainedNets::own().expect("nets of this form");
    match training_data(&trained.training.games) {
        Ok(now) => assert_eq!(trained.training, now, "{NETS_ADVICE}"),
        Err(fault) => panic!("{fault}"),
    }
}
