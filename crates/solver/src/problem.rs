//! The constraints on a lay-down, as plain data.

use upcard_cards::{
    Contract, Element, LayDownRules, MAX_RUN, MeldKind, MeldRules, SizeRule, WildCap,
};

use crate::laid::LaidEarlier;

/// The constraints on a lay-down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    /// Constraints on every meld.
    pub melds: MeldRules,
    /// Constraints on the melds together.
    pub rules: LayDownRules,
    /// The required melds.
    pub contract: Contract,
    /// What the player has laid earlier in the deal.
    pub laid_earlier: LaidEarlier,
}

impl Problem {
    /// The problem of laying down this contract, with nothing laid so far.
    #[must_use]
    pub fn new(melds: MeldRules, rules: LayDownRules, contract: Contract) -> Problem {
        Problem { melds, rules, contract, laid_earlier: LaidEarlier::default() }
    }

    /// Returns `true` if a limit for all melds together counts wilds by their places, since some are natural
    /// in their own.
    pub(crate) const fn limits_places(&self) -> bool {
        self.rules.max_wilds.is_some() && self.has_own_places()
    }

    /// Returns `true` if a limit for each meld or for all melds together does so.
    pub(crate) const fn counts_by_places(&self) -> bool {
        let for_each = matches!(self.melds.wild_cap, WildCap::Count(_));
        (for_each || self.rules.max_wilds.is_some()) && self.has_own_places()
    }

    /// Returns `true` if there are cards of wild ranks that are natural in their own places.
    const fn has_own_places(&self) -> bool {
        self.melds.natural_place && !self.melds.wild_faces.is_empty()
    }

    /// Minimum and maximum size of a meld for this element; `None` if no meld fits.
    pub(crate) fn sizes(&self, element: Element) -> Option<(u8, u8)> {
        let melds = &self.melds;
        let (min, max) = match element.kind {
            MeldKind::Set => (melds.set_min, melds.set_max.unwrap_or(u8::MAX)),
            MeldKind::Run => (melds.run_min, melds.run_max.min(MAX_RUN as u8)),
            MeldKind::Pair => (2, 2),
        };
        let (min, max) = match self.size_rule(element.kind) {
            SizeRule::Exact if element.size < min => return None,
            SizeRule::Exact => (element.size, max.min(element.size)),
            SizeRule::AtLeast => (element.size.max(min), max),
        };
        (min <= max).then_some((min, max))
    }

    /// The size rule of a kind of meld; a pair is always two cards.
    pub(crate) const fn size_rule(&self, kind: MeldKind) -> SizeRule {
        match kind {
            MeldKind::Set => self.rules.sets,
            MeldKind::Run => self.rules.runs,
            MeldKind::Pair => SizeRule::Exact,
        }
    }

    pub(crate) fn fits(&self, element: &Element, kind: MeldKind, size: u8) -> bool {
        element.kind == kind
            && match self.size_rule(kind) {
                SizeRule::Exact => size == element.size,
                SizeRule::AtLeast => size >= element.size,
            }
    }
}
