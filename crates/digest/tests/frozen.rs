//! The bots' answers, the hints and the nets' features and values equal the frozen ones.

use upcard_bots::value::Learnt;
use upcard_digest::frozen::{compare, taught};

const WHAT_TO_DO: &str = "
If that was not meant, mend it; `cargo xtask freeze --show FAMILY COLUMN BLOCK` prints the answers, to be
compared with those of the program before.
If it was meant: measure the levels that moved against the program before (CONTRIBUTING.md, 'What bots
answer'), run `cargo xtask freeze`, and state both in the commit and in CHANGELOG.md.";

#[test]
fn what_is_answered_in_positions_from_play_has_not_moved() {
    match compare() {
        Ok(moved) => assert!(moved.nothing(), "{moved}\n{WHAT_TO_DO}"),
        Err(fault) => panic!("{fault}"),
    }
}

const NETS: &str = "
The nets that the expert plays by were taught on something else than they read now: rules of their games, or
features of an afterstate, or the frozen positions, have changed.
If that was not meant, mend it. If what the nets read means something else than before, teach them again
(docs/bots.md, 'Teaching the nets') and measure the expert (`cargo xtask strength`). If it means the same, as
where only positions were frozen anew, say why in the commit, and stamp the file:
  cargo run --release -p upcard-tutor -- --stamp crates/bots/src/value/learnt.nets";

#[test]
fn the_nets_read_what_they_were_taught_on() {
    let learnt = Learnt::own().expect("nets of this form");
    match taught(&learnt.taught.games) {
        Ok(now) => assert_eq!(learnt.taught, now, "{NETS}"),
        Err(fault) => panic!("{fault}"),
    }
}
