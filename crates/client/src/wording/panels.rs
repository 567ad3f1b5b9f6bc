//! Wording of drafts.

use upcard_cards::Meld;
use upcard_engine::View;

use super::{Texts, tr};

/// Label of a group in a hand whose melds stay in it. Says which runs are pure if a declaration needs one.
#[must_use]
pub fn group(t: &impl Texts, view: &View<'_>, meld: &Meld) -> String {
    let deal = view.table.deal_rules(view.rules);
    let id = match meld {
        Meld::Set(_) => "group-set",
        Meld::Run(_) if deal.needs.sequences == 0 => "group-run",
        Meld::Run(_) if deal.is_pure(meld) => "group-pure",
        Meld::Run(_) => "group-sequence",
    };
    tr!(id, t)
}

/// Label of a reading of a meld with ambiguous wild cards.
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
