//! The families of games whose bots have code of their own.

use upcard_engine::{Library, Rules};

/// A family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Games with contracts.
    Contracts,
    /// Free-meld games, as rummy.
    FreeMelds,
    /// Games with hidden melds, as gin.
    Hidden,
    /// Games in which melds score for their owner, as rummy 500.
    Counted,
    /// Games in which hands need sequences, as the Indian ones.
    Declared,
}

/// All families.
pub const FAMILIES: [Family; 5] =
    [Family::Contracts, Family::FreeMelds, Family::Hidden, Family::Counted, Family::Declared];

impl Family {
    /// Name, in files and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Contracts => "contracts",
            Family::FreeMelds => "free-melds",
            Family::Hidden => "gin",
            Family::Counted => "rummy-500",
            Family::Declared => "indian",
        }
    }

    /// Returns `true` if the nets evaluate its candidates.
    pub(crate) fn has_nets(self) -> bool {
        matches!(self, Family::Contracts | Family::FreeMelds)
    }

    /// Its games, and its games with one variation each.
    pub(crate) fn games(self, library: &Library) -> (Vec<String>, Vec<String>) {
        let ours = |name: &String| {
            let rules = Rules::of(library, name, &[], None).ok()?;
            Some(upcard_bots::family(&rules) == self.name())
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
