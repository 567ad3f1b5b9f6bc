//! What bots answer, what is hinted and what the nets read is what was frozen.

use upcard_digest::frozen::compare;

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
