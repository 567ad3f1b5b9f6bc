//! Facts about a rule set that decide which choices have an effect.

use std::ops::RangeInclusive;

use upcard_cards::{Contract, Element, MeldKind, Rank, SUITS};

use super::custom::SomeDeals;
use super::data::Choices;
use super::forms::{KnockLimit, MatchDeals, StockOut};
use super::words::{
    Declares, ExtraMelds, LastDeal, LayDownMode, LayOffNeeds, MeldKinds, Money, Rearrange,
    SetSuits, Shutout, SwapWho, Ties, WhoScores, WildSuits, WildsPerDeal,
};

/// Facts about a rule set on which choices depend.
pub struct Facts<'a> {
    /// The choices.
    pub choices: &'a Choices,
    /// The contracts.
    pub contracts: Vec<Contract>,
    /// Maximum number of packs and of jokers over the table sizes considered.
    pub packs: usize,
    /// See [`Facts::packs`].
    pub jokers: usize,
    /// Maximum number of players of those table sizes.
    max_players: u8,
    /// Number of contracts that a match plays, at the table size that plays most.
    played: usize,
}

impl<'a> Facts<'a> {
    /// Computes the facts for tables of any size.
    #[must_use]
    pub fn new(choices: &'a Choices) -> Facts<'a> {
        Facts::at(choices, choices.players.min..=choices.players.max)
    }

    /// Computes the facts for tables of these sizes.
    #[must_use]
    pub fn at(choices: &'a Choices, players: RangeInclusive<u8>) -> Facts<'a> {
        let read = |text: &String| {
            Contract::parse(text, choices.melds.set_size, choices.melds.run_size).ok()
        };
        let packs = |players| choices.pack.packs.at(players).unwrap_or(0);
        let jokers = |players| choices.pack.jokers.at(players, packs(players)).unwrap_or(0);
        let contracts: Vec<Contract> = choices.contracts.deals.0.iter().filter_map(read).collect();
        let deals = &choices.matching.deals;
        let all = contracts.len();
        let played = match deals {
            MatchDeals::Count(_) | MatchDeals::ByPlayers(_) => {
                let most = players.clone().filter_map(|n| deals.number(n)).max();
                most.map_or(all, |most| all.min(most.into()))
            }
            _ => all,
        };
        let max_players = *players.end();
        Facts {
            choices,
            contracts,
            packs: players.clone().map(packs).max().unwrap_or(0).into(),
            jokers: players.map(jokers).max().unwrap_or(0).into(),
            played,
            max_players,
        }
    }

    /// Returns `true` if the points of cards matter.
    pub(super) fn costs(&self) -> bool {
        self.choices.scoring.who != WhoScores::Payments || self.counts_melds()
    }

    pub(crate) fn sets(&self) -> bool {
        self.choices.melds.kinds != MeldKinds::RunsOnly
    }

    pub(crate) fn runs(&self) -> bool {
        self.choices.melds.kinds != MeldKinds::SetsOnly
    }

    /// Returns `true` if there are wild ranks.
    #[must_use]
    pub fn wild_ranks(&self) -> bool {
        !self.choices.pack.wild_ranks.is_empty() || self.by_deal()
    }

    /// Returns `true` if each deal has its own wild rank.
    pub(crate) fn by_deal(&self) -> bool {
        self.choices.wilds.per_deal != WildsPerDeal::None
    }

    /// Returns `true` if there are wild cards.
    #[must_use]
    pub fn wilds(&self) -> bool {
        self.max_wilds() > 0
    }

    /// Maximum number of wild cards at a table.
    #[must_use]
    pub fn max_wilds(&self) -> usize {
        let ranks = self.choices.pack.wild_ranks.iter().count();
        let ranks = ranks + usize::from(self.by_deal());
        let suits =
            SUITS.into_iter().filter(|suit| self.choices.pack.wild_suits.has(*suit)).count();
        self.jokers + ranks * suits * self.packs
    }

    /// Returns `true` if a deal's contract is exactly one run of a whole suit.
    pub(super) fn asks_for_whole_suit(&self) -> bool {
        self.contracts.iter().any(is_whole_suit)
    }

    /// Maximum number of cards that can form a set.
    #[must_use]
    pub fn longest_set(&self) -> usize {
        let three = self.choices.melds.set_suits == SetSuits::ClosedThree;
        match (self.choices.melds.distinct_suits, three) {
            (true, true) => 3,
            (true, false) => 4,
            (false, true) => 3 * self.packs + self.max_wilds(),
            (false, false) => 4 * self.packs + self.max_wilds(),
        }
    }

    /// Minimum number of cards of a meld of any kind.
    pub(super) fn smallest_meld(&self) -> usize {
        let elements = self.contracts.iter().flat_map(|c| &c.elements).map(|e| e.size);
        let sizes = [self.choices.melds.set_size, self.choices.melds.run_size];
        elements.chain(sizes).min().unwrap_or(0).into()
    }

    /// Maximum number of melds of a kind in one contract.
    #[must_use]
    pub fn most(&self, kind: MeldKind) -> usize {
        self.contracts.iter().map(|c| c.count(kind)).max().unwrap_or(0)
    }

    /// Returns `true` if any contract has sets or pairs.
    pub(crate) fn contracts_have_sets(&self) -> bool {
        self.most(MeldKind::Set) + self.most(MeldKind::Pair) > 0
    }

    pub(crate) fn free(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Free
    }

    /// Returns `true` if melds beyond the contract may be laid down.
    #[must_use]
    pub fn more_melds(&self) -> bool {
        self.free() || self.choices.laying_down.extra_melds == ExtraMelds::AfterContract
    }

    /// Returns `true` if melds stay in the hand.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Hidden
    }

    /// Returns `true` if players knock.
    #[must_use]
    pub fn knocks(&self) -> bool {
        self.choices.knocking.limit != KnockLimit::None
    }

    /// Returns `true` if players can knock only with gin.
    pub(super) fn knocks_with_gin_alone(&self) -> bool {
        self.choices.knocking.limit == KnockLimit::Points(0)
    }

    /// Returns `true` if melds score for the player who laid them.
    pub(crate) fn shown(&self) -> bool {
        self.choices.scoring.who == WhoScores::ShownMinusHand
    }

    /// Returns `true` if the points of melds matter: for the player who laid them, or for the first lay-down.
    pub(super) fn counts_melds(&self) -> bool {
        self.shown() || (self.free() && self.choices.laying_down.first_points > 0)
    }

    /// Returns `true` if money is paid for how a deal is won.
    pub(super) fn pays(&self) -> bool {
        let scored = self.choices.scoring.who == WhoScores::Payments;
        (scored || self.choices.settling.money != Money::None) && !self.knocks()
    }

    /// Returns `true` if there is a payment for going out.
    pub(super) fn pays_out(&self) -> bool {
        self.pays() && self.choices.settling.out > 0
    }

    pub(crate) fn declares(&self) -> bool {
        self.choices.declaring.allowed != Declares::None
    }

    /// Returns `true` if players may drop out of deals.
    pub(super) fn drops(&self) -> bool {
        self.declares() && self.choices.dropping.allowed.is_for(self.max_players)
    }

    /// Returns `true` if a player is eliminated at some total.
    pub(super) fn eliminates(&self) -> bool {
        self.choices.matching.eliminate_at.0.is_some()
    }

    /// Returns `true` if eliminated players may rejoin.
    pub(super) fn rejoins(&self) -> bool {
        self.eliminates() && self.choices.pool.rejoin_limit.0.is_some()
    }

    pub(crate) fn buying(&self) -> bool {
        self.choices.buying.deals != SomeDeals::None
    }

    /// Returns `true` if the stock can be replenished.
    #[must_use]
    pub fn replenishes_stock(&self) -> bool {
        matches!(self.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)
    }

    pub(crate) fn swaps(&self) -> bool {
        self.choices.swapping.who != SwapWho::Nobody
    }

    pub(crate) fn rearranges(&self) -> bool {
        self.choices.rearranging.allowed != Rearrange::Never
    }

    /// Returns `true` if new melds may follow a lay-off in one turn.
    pub(super) fn melds_after_lay_off(&self) -> bool {
        let needs = self.choices.laying_off.needs;
        let in_parts = self.choices.laying_down.mode == LayDownMode::Piecemeal;
        let part_is_enough = in_parts && needs == LayOffNeeds::OwnMeld;
        self.more_melds() || needs == LayOffNeeds::None || part_is_enough
    }

    /// Returns `true` if a match is a single deal, without playoffs.
    pub(super) fn one_deal(&self) -> bool {
        let matching = &self.choices.matching;
        matching.deals == MatchDeals::Count(1) && matching.ties == Ties::Shared
    }

    /// Returns `true` if the total matters at which the match, or a game of it, ends.
    pub(super) fn target(&self) -> bool {
        let matching = &self.choices.matching;
        let bonuses = matching.game_bonus > 0 || matching.shutout != Shutout::None;
        matching.deals == MatchDeals::Target || (self.knocks() && bonuses)
    }

    /// Returns `true` if the last contract is played and has a special rule.
    pub(super) fn special_last_deal(&self) -> bool {
        let last = self.contracts.len();
        let played = match &self.choices.matching.deals {
            MatchDeals::List(list) => list.iter().any(|n| usize::from(*n) == last),
            _ => self.played == last,
        };
        last > 0 && played && self.choices.matching.last_deal != LastDeal::AsOthers
    }

    /// Returns `true` if every deal that is played has a special rule for the last card.
    pub(super) fn only_special_deals(&self) -> bool {
        let one = match &self.choices.matching.deals {
            MatchDeals::List(list) => list.len() == 1,
            _ => self.played == 1,
        };
        one && self.special_last_deal()
    }

    /// Returns `true` if points matter and some card of these ranks is priced by its rank rather than as a
    /// wild card.
    pub(super) fn priced(&self, ranks: &[Rank]) -> bool {
        let whole = self.choices.pack.wild_suits == WildSuits::All;
        let own = whole && self.choices.scoring.wilds.0.is_some();
        let priced = |rank: &Rank| !own || !self.choices.pack.wild_ranks.has(*rank);
        self.costs() && ranks.iter().any(priced)
    }
}

/// Number of cards of a whole suit.
pub(crate) const WHOLE_SUIT: u8 = 13;

/// Returns `true` if this contract is exactly one run of a whole suit.
pub(crate) fn is_whole_suit(contract: &Contract) -> bool {
    let whole = |of: &Element| of.kind == MeldKind::Run && of.size >= WHOLE_SUIT;
    matches!(&contract.elements[..], [of] if whole(of)) && !contract.run_suits().is_mixed()
}
