//! What is put together on the table, in words.

use upcard_cards::Meld;

use super::{Texts, tr};

/// What a meld is read as, where wilds leave it open.
#[must_use]
pub fn reading(t: &impl Texts, meld: &Meld) -> String {
    match meld {
        Meld::Run(run) => {
            let (low, high) = (run.face(0), run.face(run.cards().len() - 1));
            tr!("reading-run", t, low = t.card(low), high = t.card(high))
        }
        Meld::Set(set) => match set.rank() {
            Some(rank) => tr!("reading-set", t, ranks = upcard_rulebook::ranks_name(rank)),
            None => tr!("reading-wilds", t),
        },
    }
}
