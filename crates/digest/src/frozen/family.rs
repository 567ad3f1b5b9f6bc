//! The families of games whose bots have code of their own.

use upcard_engine::{Library, Rules};

upcard_cards::coded! {
    /// A family of games. The code is its name in files and messages.
    Family:
    /// Games with contracts.
    Contracts = "contracts",
    /// Free-meld games, as rummy.
    FreeMelds = "free-melds",
    /// Games with hidden melds, as gin.
    Hidden = "gin",
    /// Games in which melds score for their owner, as rummy 500.
    Counted = "rummy-500",
    /// Games in which hands need sequences, as the Indian ones.
    Declared = "indian",
}

impl Family {
    /// Returns `true` if the nets evaluate its candidates.
    pub(crate) fn has_nets(self) -> bool {
        matches!(self, Family::Contracts | Family::FreeMelds)
    }

    /// Its games, and its games with one variation each.
    pub(crate) fn games(self, library: &Library) -> (Vec<String>, Vec<String>) {
        let ours = |name: &String| {
            let rules = Rules::of(library, name, &[], None).ok()?;
            Some(upcard_bots::family(&rules) == self.code())
        };
        let ids = library.ids().map(str::to_owned).filter(|id| ours(id) == Some(true));
        let varied = library.ids().flat_map(|id| {
            let file = library.file(id);
            let variations = file.into_iter().flat_map(|file| &file.variations);
            variations.map(move |variation| format!("{id}+{}", variation.id))
        });
        (ids.collect(), varied.filter(|name| ours(name) == Some(true)).collect())
    }
}
