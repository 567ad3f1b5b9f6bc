//! What holds in one deal, and what hands come to under it.

use upcard_cards::{Card, Cards, Contract, LayDownRules, Meld, MeldKind, MeldRules, Rank, WildCap};
use upcard_solver::{Deadwood, Declaring, Grouper, OneLife, Solver, deadwood};

use crate::choices::{LastCard, Needs, is_whole_suit};
use crate::refusal::Refusal;

/// What holds in one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRules {
    /// The deal's number in the game, from 1: that of its contract.
    pub number: u8,
    /// The contract; empty in games without.
    pub contract: Contract,
    /// What melds must be.
    pub melds: MeldRules,
    /// What the melds of a lay-down must be together.
    pub lay_down: LayDownRules,
    /// Cards dealt to each seat.
    pub hand: u8,
    /// Must the whole hand go down at once?
    pub whole_hand: bool,
    /// Is the contract laid only by who goes out in the same turn?
    pub out_at_once: bool,
    /// How the last card may go.
    pub last_card: LastCard,
    /// Does nobody discard at all?
    pub no_discard: bool,
    /// May the upcard be bought?
    pub buying: bool,
    /// Stock cards that come with a bought card.
    pub price_cards: u8,
    /// Most buys.
    pub buy_limit: Option<u8>,
    /// The lay-down that the contract asks for, ready to be searched.
    pub solver: Solver,
    /// What may be laid instead of it, where there is such a thing.
    pub instead: Option<Solver>,
    /// The points of each face, by [`Card::index`].
    pub values: [u8; Card::FACES],
    /// Groups hands whose melds stay hidden.
    pub grouper: Grouper,
    /// What a declared hand must come to.
    pub needs: Needs,
    /// The runs of that, in the solver's terms; none where any groups will do.
    pub sequences: Option<Declaring>,
}

impl DealRules {
    /// What these cards cost.
    #[must_use]
    pub fn points(&self, cards: &Cards) -> i32 {
        let each = |(card, n): (Card, u8)| i32::from(self.values[card.index()]) * i32::from(n);
        cards.iter_counts().map(each).sum()
    }

    /// The cards of a hand of which one meld is made, as far as copies go: where the suits of a set must
    /// differ, or be three, each natural card once. An ace may stand at both ends of a run.
    #[must_use]
    pub fn of_one_meld(&self, hand: &Cards) -> Cards {
        if !self.melds.distinct_suits && !self.melds.three_suits {
            return *hand;
        }
        let ends = if self.melds.three_suits && self.melds.run_max < 14 { 1 } else { 2 };
        let most = |card: Card| match card.rank() {
            _ if self.melds.is_wild(card) => u8::MAX,
            Some(Rank::ACE) => ends,
            _ => 1,
        };
        let some = |(card, count): (Card, u8)| {
            std::iter::repeat_n(card, usize::from(count.min(most(card))))
        };
        hand.iter_counts().flat_map(some).collect()
    }

    /// The grouping of these cards in legal melds that leaves the fewest points. Where a declared
    /// hand needs runs, all cards count of a hand that has too few.
    #[must_use]
    pub fn deadwood(&self, cards: &Cards) -> Deadwood {
        match &self.sequences {
            None => self.grouper.best(cards),
            Some(declaring) => self.grouper.cheapest(declaring, cards),
        }
    }

    /// What that grouping leaves.
    #[inline]
    #[must_use]
    pub fn deadwood_points(&self, cards: &Cards) -> i32 {
        match &self.sequences {
            None => self.grouper.points(cards) as i32,
            Some(_) => self.deadwood(cards).points as i32,
        }
    }

    /// All of these cards in legal melds, with the runs that a declared hand needs, if they can be
    /// put together so.
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
        // One run must be longer than the others: it is looked for where no set is as long, and then in all
        // groupings.
        let short_sets = MeldRules { set_max: Some(self.melds.set_min), ..self.melds };
        complete(&short_sets).filter(has_all).or_else(|| {
            let found = declaring.complete_with(cards, &self.melds, self.needs.long)?;
            Some(found).filter(has_all)
        })
    }

    /// Which of the melds that a declared hand needs these groups are missing; none where they have all.
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

    /// Is a run of a whole suit all that the deal asks for?
    #[must_use]
    pub fn asks_for_whole_suit(&self) -> bool {
        is_whole_suit(&self.contract)
    }

    /// Can wilds be of no use, because the whole hand goes down at once, without any?
    #[must_use]
    pub fn uses_no_wilds(&self) -> bool {
        let none = self.melds.wild_cap == WildCap::Count(0);
        self.whole_hand && (none || self.lay_down.most_wilds == Some(0))
    }

    /// Does no card of this meld stand for another?
    #[must_use]
    pub fn is_pure(&self, meld: &Meld) -> bool {
        meld.wilds_and_naturals(&self.melds).0 == 0
    }

    /// Of cards that a loser has grouped so, those that count all the same: all where there are too
    /// few runs, or those outside a pure one.
    pub(crate) fn not_saved(&self, groups: &[Meld], grouped: &Cards) -> Cards {
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

    /// Might a hand be declared with this many of its cards left out? A quick test: no is certain.
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
