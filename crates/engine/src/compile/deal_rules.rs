//! Rules of one deal, and the evaluation of hands under them.

use upcard_cards::{
    Card, Cards, Contract, LayDownRules, Meld, MeldKind, MeldRules, MeldSpec, Rank, WildCap,
};
use upcard_solver::{Deadwood, Declaring, Grouper, OneLife, Solver, deadwood};

use super::values::points;
use crate::choices::{LastCard, Needs, is_whole_suit};
use crate::refusal::Refusal;

/// Rules of one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRules {
    /// Number of the deal in the game, from 1: that of its contract.
    pub number: u8,
    /// The contract; empty in games without contracts.
    pub contract: Contract,
    /// Rules for melds.
    pub melds: MeldRules,
    /// Rules for the melds of one lay-down together.
    pub lay_down: LayDownRules,
    /// Cards dealt to each seat.
    pub hand: u8,
    /// Whether the whole hand must go down at once.
    pub whole_hand: bool,
    /// Whether only a player who goes out in the same turn may lay down the contract.
    pub out_at_once: bool,
    /// How the last card may be played.
    pub last_card: LastCard,
    /// Whether there are no discards at all.
    pub no_discard: bool,
    /// Whether the upcard may be bought.
    pub buying: bool,
    /// Number of stock cards that come with a bought card.
    pub price_cards: u8,
    /// Maximum number of buys; `None` for no limit.
    pub buy_limit: Option<u8>,
    /// Solver for the contract.
    pub solver: Solver,
    /// Solver for the alternative to the contract, if any.
    pub alternative: Option<Solver>,
    /// Points of each face, indexed by [`Card::index`].
    pub values: [u8; Card::FACES],
    /// Grouping search for hands with hidden melds.
    pub grouper: Grouper,
    /// Requirements of a declared hand.
    pub needs: Needs,
    /// The required runs in the solver's terms; `None` if any groups will do.
    pub sequences: Option<Declaring>,
}

impl DealRules {
    /// Points of these cards.
    #[must_use]
    pub fn points(&self, cards: &Cards) -> i32 {
        points(&self.values, cards)
    }

    /// The specs of these melds.
    pub(crate) fn specs(&self, melds: &[Meld]) -> Vec<MeldSpec> {
        melds.iter().map(|meld| meld.spec_under(&self.melds)).collect()
    }

    /// The cards of a hand with as many copies as a single meld can use: one of each natural if the suits of
    /// a set must differ or be three. An ace may occur at both ends of a run.
    #[must_use]
    pub fn usable_in_one_meld(&self, hand: &Cards) -> Cards {
        if !self.melds.distinct_suits && !self.melds.three_suits {
            return *hand;
        }
        let ends = if self.melds.three_suits && self.melds.run_max < 14 { 1 } else { 2 };
        let most = |card: Card| match card.rank() {
            _ if self.melds.is_wild(card) => u8::MAX,
            Some(Rank::ACE) => ends,
            _ => 1,
        };
        let some = |(card, n): (Card, u8)| std::iter::repeat_n(card, n.min(most(card)).into());
        hand.iter_counts().flat_map(some).collect()
    }

    /// Best grouping of these cards, with the fewest points left over. If a declared hand needs runs, all
    /// cards of a hand with too few runs count.
    #[must_use]
    pub fn deadwood(&self, cards: &Cards) -> Deadwood {
        match &self.sequences {
            None => self.grouper.best(cards),
            Some(declaring) => self.grouper.cheapest(declaring, cards),
        }
    }

    /// Deadwood points of the best grouping.
    #[inline]
    #[must_use]
    pub fn deadwood_points(&self, cards: &Cards) -> i32 {
        match &self.sequences {
            None => self.grouper.points(cards) as i32,
            Some(_) => self.deadwood(cards).points as i32,
        }
    }

    /// Groups all of these cards into legal melds, with the runs required of a declared hand; `None` if
    /// impossible.
    #[must_use]
    pub fn all_in_melds(&self, cards: &Cards) -> Option<Vec<Meld>> {
        let Some(declaring) = &self.sequences else { return self.grouper.all_in_melds(cards) };
        if !self.grouper.may_be_complete(declaring, cards, cards.len() as u8) {
            return None;
        }
        let complete = |melds: &MeldRules| declaring.complete(cards, melds);
        let found = complete(&self.melds)?;
        let has_all = |found: &Vec<Meld>| self.missing_melds(found).is_none();
        if has_all(&found) {
            return Some(found);
        }
        // One run must be longer than the others: search first without long sets, then over all groupings.
        let short_sets = MeldRules { set_max: Some(self.melds.set_min), ..self.melds };
        complete(&short_sets).filter(has_all).or_else(|| {
            let found = declaring.complete_with(cards, &self.melds, self.needs.long)?;
            Some(found).filter(has_all)
        })
    }

    /// The first requirement of a declared hand that these groups do not meet; `None` if they meet all.
    #[must_use]
    pub fn missing_melds(&self, groups: &[Meld]) -> Option<Refusal> {
        let Needs { sequences, pure, long, sets } = self.needs;
        let runs = || groups.iter().filter(|meld| meld.kind() == MeldKind::Run);
        if runs().count() < usize::from(sequences) {
            Some(Refusal::DeclareSequences)
        } else if runs().filter(|run| self.is_pure(run)).count() < usize::from(pure) {
            Some(Refusal::DeclarePure)
        } else if long > 0 && !runs().any(|run| run.size() >= usize::from(long)) {
            Some(Refusal::DeclareLong)
        } else if groups.len() < runs().count() + usize::from(sets) {
            Some(Refusal::DeclareSet)
        } else {
            None
        }
    }

    /// Returns `true` if the contract is exactly one run of a whole suit.
    #[must_use]
    pub fn asks_for_whole_suit(&self) -> bool {
        is_whole_suit(&self.contract)
    }

    /// Returns `true` if wild cards are useless because the whole hand must go down at once without any.
    #[must_use]
    pub fn uses_no_wilds(&self) -> bool {
        let none = self.melds.wild_cap == WildCap::Count(0);
        self.whole_hand && (none || self.lay_down.max_wilds == Some(0))
    }

    /// Returns `true` if no card of this meld stands for another.
    #[must_use]
    pub fn is_pure(&self, meld: &Meld) -> bool {
        meld.wilds_and_naturals(&self.melds).0 == 0
    }

    /// Of the cards a loser has grouped, those that count anyway: all if there are too few runs, or those
    /// outside a pure run.
    pub(crate) fn unsaved_cards(&self, groups: &[Meld], grouped: &Cards) -> Cards {
        let runs = || groups.iter().filter(|meld| meld.kind() == MeldKind::Run);
        let pure = || runs().filter(|run| self.is_pure(run));
        let Needs { sequences, pure: needed, .. } = self.needs;
        if runs().count() >= usize::from(sequences) && pure().count() >= usize::from(needed) {
            return Cards::NONE;
        }
        let one_life = self.sequences.is_some_and(|all| all.one_life == OneLife::Outside);
        let saved = pure().max_by_key(|run| self.points(&run.cards())).filter(|_| one_life);
        saved.map_or(*grouped, |run| grouped.without(&run.cards()))
    }

    /// Fast check whether a hand without this many of its cards could be declared. `false` is definite.
    pub(crate) fn may_be_complete(&self, hand: &Cards, fewer: usize) -> bool {
        match &self.sequences {
            None => deadwood(hand, &self.melds, &[1; Card::FACES]).left.len() <= fewer,
            Some(declaring) => {
                let size = hand.len().saturating_sub(fewer) as u8;
                self.grouper.may_be_complete(declaring, hand, size)
            }
        }
    }
}
