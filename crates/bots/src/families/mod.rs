//! The families of games whose bots have code of their own: a folder each, and a line here.

mod contract;
mod family;
mod gin;
mod indian;
mod melds;
mod policy;
mod pool;
mod rummy500;

use upcard_cards::Cards;
use upcard_engine::{Action, Rules, View};

use crate::grouping::Grouping;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials};
pub(crate) use family::Family;
pub use melds::explore_by_nets;

/// All families; the first one that matches a game is its family. Dispatch is by enum rather than by trait
/// object, so that code which calls only the steady player, like the page at first, does not link the search.
macro_rules! families {
    ($does:ident $($rest:tt)*) => {
        $does! {
            {
                Indian is indian::Indian,
                Gin is gin::Gin,
                Rummy500 is rummy500::Rummy500,
                Contract is contract::Contract,
                Melds is melds::Melds,
            }
            $($rest)*
        }
    };
}

macro_rules! declare {
    ({ $($name:ident is $value:path,)+ }) => {
        /// A family, for static dispatch.
        #[derive(Clone, Copy)]
        pub(crate) enum AnyFamily {
            $(#[doc = concat!("[`", stringify!($value), "`].")] $name,)+
        }

        const ALL: &[AnyFamily] = &[$(AnyFamily::$name),+];
    };
}

macro_rules! ask {
    ({ $($name:ident is $value:path,)+ } $known:ident $family:ident $asks:expr) => {
        match $known {
            $(AnyFamily::$name => {
                let $family = &$value;
                $asks
            })+
        }
    };
}

families!(declare);

impl AnyFamily {
    pub(crate) fn name(self) -> &'static str {
        families!(ask self family family.name())
    }

    pub(crate) fn has(self, rules: &Rules) -> bool {
        families!(ask self family family.has(rules))
    }

    pub(crate) fn novice(self, view: &View<'_>) -> Action {
        families!(ask self family family.novice(view))
    }

    pub(crate) fn steady(self, view: &View<'_>, cache: &mut SurveyCache) -> Action {
        families!(ask self family family.steady(view, cache))
    }

    pub(crate) fn sharp(self, view: &View<'_>) -> Action {
        families!(ask self family family.sharp(view))
    }

    pub(crate) fn choices(self, view: &View<'_>) -> Vec<Candidate> {
        families!(ask self family family.choices(view))
    }

    pub(crate) fn proposals(self, view: &View<'_>) -> Vec<Action> {
        families!(ask self family family.proposals(view))
    }

    pub(crate) fn try_out(
        self,
        view: &View<'_>,
        choices: &mut Vec<Candidate>,
        trials: &mut Trials<'_>,
    ) {
        families!(ask self family family.try_out(view, choices, trials))
    }

    pub(crate) fn explore(self, view: &View<'_>, trials: &mut Trials<'_>) -> Vec<Candidate> {
        families!(ask self family family.explore(view, trials))
    }

    pub(crate) fn cost(self, view: &View<'_>, hand: &Cards) -> i32 {
        families!(ask self family family.cost(view, hand))
    }

    pub(crate) fn grouping(self, view: &View<'_>) -> Grouping {
        families!(ask self family family.grouping(view))
    }
}

pub(crate) fn of(rules: &Rules) -> AnyFamily {
    ALL.iter().copied().find(|family| family.has(rules)).unwrap_or(AnyFamily::Melds)
}
