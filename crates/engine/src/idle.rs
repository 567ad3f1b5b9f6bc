//! Which choices mean nothing in a rule set: the one place that says so.
//!
//! A rule sheet lists them and prints none of them as a rule, the check of the scenarios asks none of
//! them to be noticed, and some are refused where they are made all the same (`compile/`). Whatever
//! value an idle choice has, the same match is played and scored.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use upcard_cards::{AceMode, Contract, MeldKind, RANKS, Rank, SuitRuns};

use crate::choices::types::{MatchDeals, SomeDeals};
use crate::choices::{
    CHOICES, CapScope, Chain, Choices, Cut, DealEnds, DealShow, Declares, Dropping, ExtraMelds,
    KnockLimit, LastDeal, LastTurns, LayDownMode, LayOffNeeds, MeldKinds, Money, NaturalPlace,
    Rearrange, SetSuits, Shutout, StockOut, SwapWhere, SwapWho, Ties, TopUse, WhatCounts,
    WhoScores, WildsPerDeal, WildsWhere, WrongDeclaration,
};

/// What a rule set has, as far as choices depend on it.
pub struct Facts<'a> {
    /// The choices.
    pub choices: &'a Choices,
    /// The contracts.
    pub contracts: Vec<Contract>,
    /// The most packs and the most jokers of the table sizes that are looked at.
    pub packs: usize,
    /// See [`Facts::packs`].
    pub jokers: usize,
    /// The numbers of the contracts that a match plays, at the table size that plays most.
    played: usize,
}

impl<'a> Facts<'a> {
    /// The facts of these choices at tables of any size.
    #[must_use]
    pub fn new(choices: &'a Choices) -> Facts<'a> {
        Facts::at(choices, choices.players.min..=choices.players.max)
    }

    /// The same at tables of these sizes.
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
        Facts {
            choices,
            contracts,
            packs: players.clone().map(packs).max().unwrap_or(0).into(),
            jokers: players.map(jokers).max().unwrap_or(0).into(),
            played,
        }
    }

    /// Has this choice any effect?
    #[must_use]
    pub fn has_effect(&self, path: &str) -> bool {
        let scored = path == "scoring.who" || !path.starts_with("scoring.") || self.costs();
        scored && OF_CHOICE.get(path).is_none_or(|all| all.iter().all(|holds| holds(self)))
    }

    /// Do the points of cards matter?
    fn costs(&self) -> bool {
        self.choices.scoring.who != WhoScores::Payments || self.counts_melds()
    }

    /// Are there sets?
    fn sets(&self) -> bool {
        self.choices.melds.kinds == MeldKinds::Both
    }

    /// Are there ranks that are wild?
    #[must_use]
    pub fn wild_ranks(&self) -> bool {
        !self.choices.pack.wild_ranks.is_empty() || self.by_deal()
    }

    /// Has each deal a wild rank of its own?
    fn by_deal(&self) -> bool {
        self.choices.wilds.per_deal != WildsPerDeal::None
    }

    /// Are there wilds?
    #[must_use]
    pub fn wilds(&self) -> bool {
        self.most_wilds() > 0
    }

    /// The most wilds that a table can have.
    #[must_use]
    pub fn most_wilds(&self) -> usize {
        let ranks = self.choices.pack.wild_ranks.iter().count();
        let ranks = ranks + usize::from(self.by_deal());
        self.jokers + ranks * 4 * self.packs
    }

    /// The most cards that can come together as a set.
    #[must_use]
    pub fn longest_set(&self) -> usize {
        let three = self.choices.melds.set_suits == SetSuits::ClosedThree;
        match (self.choices.melds.distinct_suits, three) {
            (true, true) => 3,
            (true, false) => 4,
            (false, true) => 3 * self.packs + self.most_wilds(),
            (false, false) => 4 * self.packs + self.most_wilds(),
        }
    }

    /// The fewest cards of a meld of any kind.
    fn smallest_meld(&self) -> usize {
        let elements = self.contracts.iter().flat_map(|c| &c.elements).map(|e| e.size);
        let sizes = [self.choices.melds.set_size, self.choices.melds.run_size];
        elements.chain(sizes).min().unwrap_or(0).into()
    }

    /// The most melds of a kind in one contract.
    #[must_use]
    pub fn most(&self, kind: MeldKind) -> usize {
        self.contracts.iter().map(|c| c.count(kind)).max().unwrap_or(0)
    }

    fn free(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Free
    }

    /// May more melds be laid than the contract's?
    #[must_use]
    pub fn more_melds(&self) -> bool {
        self.free() || self.choices.laying_down.extra_melds == ExtraMelds::AfterContract
    }

    /// Do melds stay in the hand?
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Hidden
    }

    /// Does one knock?
    #[must_use]
    pub fn knocks(&self) -> bool {
        self.choices.knocking.limit != KnockLimit::None
    }

    /// Does one knock with nothing but gin?
    fn knocks_with_gin_alone(&self) -> bool {
        self.choices.knocking.limit == KnockLimit::Points(0)
    }

    /// Do melds count for whoever laid them?
    fn shown(&self) -> bool {
        self.choices.scoring.who == WhoScores::ShownMinusHand
    }

    /// Do points of melds matter: for whoever laid them, or as they are first laid?
    fn counts_melds(&self) -> bool {
        self.shown() || (self.free() && self.choices.laying_down.first_points > 0)
    }

    /// Does money change hands for how a deal is won?
    fn pays(&self) -> bool {
        let scored = self.choices.scoring.who == WhoScores::Payments;
        (scored || self.choices.settling.money != Money::None) && !self.knocks()
    }

    /// Is it paid for going out?
    fn pays_out(&self) -> bool {
        self.pays() && self.choices.settling.out > 0
    }

    /// Is a hand declared?
    fn declares(&self) -> bool {
        self.choices.declaring.allowed != Declares::None
    }

    /// Do players leave deals?
    fn drops(&self) -> bool {
        self.declares() && self.choices.dropping.allowed != Dropping::Never
    }

    /// Is a player out of the match at some total?
    fn eliminates(&self) -> bool {
        self.choices.matching.eliminate_at.0.is_some()
    }

    /// Does who is out come back?
    fn rejoins(&self) -> bool {
        self.eliminates() && self.choices.pool.rejoin_limit.0.is_some()
    }

    fn buying(&self) -> bool {
        self.choices.buying.deals != SomeDeals::None
    }

    /// Can there be a new stock?
    #[must_use]
    pub fn new_stock(&self) -> bool {
        matches!(self.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)
    }

    fn swaps(&self) -> bool {
        self.choices.swapping.who != SwapWho::Nobody
    }

    fn rearranges(&self) -> bool {
        self.choices.rearranging.allowed != Rearrange::Never
    }

    /// May new melds follow a lay-off in one turn?
    fn melds_after_lay_off(&self) -> bool {
        let needs = self.choices.laying_off.needs;
        let in_parts = self.choices.laying_down.mode == LayDownMode::Piecemeal;
        let part_is_enough = in_parts && needs == LayOffNeeds::OwnMeld;
        self.more_melds() || needs == LayOffNeeds::None || part_is_enough
    }

    /// Is a match a single deal, and no further one settles a tie?
    fn one_deal(&self) -> bool {
        let matching = &self.choices.matching;
        matching.deals == MatchDeals::Count(1) && matching.ties == Ties::Shared
    }

    /// Does the total matter at which the match, or a game of it, is over?
    fn target(&self) -> bool {
        let matching = &self.choices.matching;
        let bonuses = matching.game_bonus > 0 || matching.shutout != Shutout::None;
        matching.deals == MatchDeals::Target || (self.knocks() && bonuses)
    }

    /// Is the deal of the last contract played, and has it a rule of its own?
    fn special_last_deal(&self) -> bool {
        let last = self.contracts.len();
        let played = match &self.choices.matching.deals {
            MatchDeals::List(list) => list.iter().any(|n| usize::from(*n) == last),
            _ => self.played == last,
        };
        last > 0 && played && self.choices.matching.last_deal != LastDeal::AsOthers
    }

    /// Has every deal that is played a rule of its own for the last card?
    fn only_special_deals(&self) -> bool {
        let one = match &self.choices.matching.deals {
            MatchDeals::List(list) => list.len() == 1,
            _ => self.played == 1,
        };
        one && self.special_last_deal()
    }

    /// Has any card of these ranks the price of its rank, and not that of wild cards?
    fn priced(&self, mut ranks: impl Iterator<Item = Rank>) -> bool {
        let own = self.choices.scoring.wilds.0.is_some();
        ranks.any(|rank| !own || !self.choices.pack.wild_ranks.has(rank))
    }
}

/// The condition under which choices mean something.
type Condition = fn(&Facts<'_>) -> bool;

/// The conditions: of the choice with this path, or of all whose path begins with this, where it
/// ends in a dot. All of them must hold.
const CONDITIONS: &[(&str, Condition)] = &[
    ("dealing.cut-bonus", |f| f.choices.dealing.cut != Cut::None),
    ("dealing.next-dealer", |f| !f.one_deal()),
    ("dealing.extra-card", |f| f.knocks() && !f.choices.dealing.upcard),
    ("dealing.opening-upcard", |f| f.knocks()),
    ("melds.pair-grows", |f| f.most(MeldKind::Pair) > 0),
    ("melds.kinds", |f| f.free() || f.hidden() || f.more_melds()),
    ("melds.set-size", |f| f.sets()),
    ("melds.set-max", |f| f.sets()),
    ("melds.set-suits", |f| f.sets()),
    // One pack has each card once.
    ("melds.distinct-suits", |f| f.packs > 1 && f.sets()),
    // A meld of wilds only needs as many wilds as the smallest meld has cards.
    ("wilds.only", |f| f.most_wilds() >= f.smallest_meld()),
    ("wilds.where", |f| f.wilds() && f.sets()),
    ("wilds.where", |f| {
        let sets = f.most(MeldKind::Set) + f.most(MeldKind::Pair) > 0;
        f.free() || f.hidden() || f.more_melds() || sets
    }),
    ("wilds.cap", |f| f.wilds()),
    ("wilds.slide", |f| f.wilds() && !f.hidden()),
    // Where melds stay in the hand, nothing is played to the table.
    ("wilds.cap-scope", |f| {
        f.wilds() && !f.hidden() && f.choices.wilds.cap != upcard_cards::WildCap::None
    }),
    ("wilds.first-lay-total", |f| {
        f.wilds() && !f.contracts.is_empty() && f.choices.laying_down.mode == LayDownMode::AtOnce
    }),
    ("wilds.set-naturals", |f| f.wilds() && !f.hidden() && f.sets()),
    ("wilds.set-naturals", |f| f.choices.wilds.place == WildsWhere::Everywhere),
    ("wilds.set-naturals", |f| f.free() || f.most(MeldKind::Set) > 0 || f.more_melds()),
    // One wild has no neighbour.
    ("wilds.apart", |f| f.most_wilds() > 1 && !f.hidden()),
    ("wilds.apart", |f| {
        let one_each = matches!(f.choices.wilds.cap, upcard_cards::WildCap::Count(0 | 1));
        !one_each || f.choices.wilds.cap_scope == CapScope::First
    }),
    ("wilds.natural-place", |f| f.wild_ranks()),
    ("wilds.own-set", |f| {
        f.wild_ranks()
            && f.packs > 1
            && f.choices.melds.distinct_suits
            && f.choices.wilds.natural_place == NaturalPlace::Natural
    }),
    ("wilds.in-pairs", |f| f.wilds() && f.most(MeldKind::Pair) > 0),
    ("wilds.in-pairs", |f| f.choices.wilds.place == WildsWhere::Everywhere),
    ("wilds.turned-joker", |f| f.choices.wilds.per_deal == WildsPerDeal::Turned && f.jokers > 0),
    ("wilds.turned-card", |f| f.choices.wilds.per_deal == WildsPerDeal::Turned),
    ("swapping.", |f| f.wilds() && !f.hidden()),
    ("swapping.where", |f| f.swaps()),
    ("swapping.from", |f| f.swaps()),
    ("swapping.freed", |f| f.swaps()),
    ("swapping.full-sets", |f| f.swaps() && f.choices.swapping.place != SwapWhere::Runs),
    ("swapping.full-sets", |f| f.choices.wilds.place == WildsWhere::Everywhere),
    // Where suits may be the same, a set is never full of them.
    ("swapping.full-sets", |f| f.choices.melds.distinct_suits && f.sets()),
    ("swapping.timing", |f| f.swaps()),
    ("laying-down.sets", |f| !f.hidden() && f.sets()),
    ("laying-down.sets", |f| f.free() || f.most(MeldKind::Set) + f.most(MeldKind::Pair) > 0),
    ("laying-down.runs", |f| !f.hidden()),
    ("laying-down.runs", |f| f.free() || f.most(MeldKind::Run) > 0),
    ("laying-down.duty", |f| !f.hidden()),
    ("laying-down.extra-melds", |f| !f.hidden() && !f.free()),
    ("laying-down.melds-per-turn", |f| f.free()),
    ("laying-down.same-rank-sets", |f| !f.hidden() && f.sets()),
    ("laying-down.same-rank-sets", |f| f.more_melds() || f.most(MeldKind::Set) > 1),
    // The pack may not have the cards for two sets of a rank.
    ("laying-down.same-rank-sets", |f| {
        f.longest_set() >= 2 * usize::from(f.choices.melds.set_size)
    }),
    ("laying-down.same-suit-runs", |f| !f.hidden()),
    ("laying-down.same-suit-runs", |f| f.free() || f.most(MeldKind::Run) > 1),
    // Where a suit has one run, there is no second one to lie near it.
    ("laying-down.same-suit-runs", |f| f.choices.laying_down.runs_per_suit.0 != Some(1)),
    ("laying-down.whole-suit", |f| f.choices.laying_down.mode == LayDownMode::AtOnce),
    ("laying-down.whole-suit", |f| {
        let three = |contract: &Contract| contract.count(MeldKind::Run) == 3;
        f.choices.melds.run_max >= 13 && f.contracts.iter().any(three)
    }),
    ("laying-down.first-points", |f| f.free()),
    ("laying-down.runs-per-suit", |f| !f.hidden()),
    // Where suits must differ, a suit has one run.
    ("laying-down.runs-per-suit", |f| {
        f.choices.laying_down.same_suit_runs != SuitRuns::DifferentSuits
    }),
    ("laying-down.runs-per-suit", |f| f.more_melds() || f.most(MeldKind::Run) > 1),
    ("declaring.", |f| f.hidden()),
    // Who knocks declares no hand.
    ("declaring.allowed", |f| f.declares() || !f.knocks()),
    ("declaring.needs", |f| f.declares()),
    ("declaring.groups", |f| f.declares()),
    ("declaring.wrong", |f| f.declares()),
    ("declaring.undrawn", |f| f.declares()),
    ("declaring.penalty", |f| {
        f.declares() && f.costs() && f.choices.declaring.wrong == WrongDeclaration::Penalty
    }),
    ("declaring.finish-card", |f| f.choices.declaring.allowed == Declares::AllButDiscard),
    ("declaring.last-turns", |f| f.declares()),
    ("knocking.", |f| f.hidden()),
    // Who declares a hand does not knock.
    ("knocking.limit", |f| f.knocks() || !f.declares()),
    ("knocking.ace-upcard", |f| f.choices.knocking.limit == KnockLimit::Upcard),
    ("knocking.groups", |f| f.knocks()),
    ("knocking.defence", |f| f.knocks()),
    // Against gin nothing is laid off, and a knock without deadwood is never undercut.
    ("knocking.lay-off", |f| f.knocks() && !f.knocks_with_gin_alone()),
    ("knocking.tie", |f| f.knocks() && !f.knocks_with_gin_alone()),
    ("knocking.big-gin", |f| f.knocks()),
    ("dropping.", |f| f.declares()),
    ("dropping.when", |f| f.drops()),
    ("dropping.first", |f| f.drops() && f.costs()),
    ("dropping.middle", |f| f.drops() && f.costs()),
    ("dropping.missed-turns", |f| f.drops()),
    ("laying-off.needs", |f| !f.hidden()),
    ("laying-off.from", |f| !f.hidden() && f.choices.laying_off.needs != LayOffNeeds::None),
    ("laying-off.last-turns", |f| {
        f.declares() && f.choices.declaring.last_turns == LastTurns::OneEach
    }),
    ("rearranging.", |f| !f.hidden()),
    ("rearranging.new-melds", |f| f.rearranges()),
    ("rearranging.wilds", |f| f.rearranges() && f.wilds()),
    // Nothing is taken to be used where nothing is played to the table.
    ("drawing.deep", |f| !f.hidden()),
    ("drawing.top-use", |f| !f.hidden()),
    ("drawing.deep-use", |f| !f.hidden()),
    ("drawing.deep-use", |f| f.choices.drawing.deep || f.choices.drawing.top_use != TopUse::Free),
    ("drawing.discarded-wilds", |f| f.wilds() && !f.knocks()),
    ("drawing.after-down", |f| !f.hidden()),
    ("turn.order", |f| !f.hidden() && f.melds_after_lay_off()),
    // A card that had to be used lies on the table when one discards.
    ("discarding.taken-card", |f| f.choices.drawing.top_use == TopUse::Free),
    ("discarding.wilds", |f| f.wilds() && !f.hidden()),
    ("buying.when", |f| f.buying()),
    ("buying.who", |f| f.buying()),
    ("buying.until", |f| f.buying()),
    ("buying.own-discard", |f| f.buying()),
    ("buying.priority", |f| f.buying()),
    ("buying.price.", |f| f.buying()),
    ("buying.limit.", |f| f.buying()),
    ("buying.limit.scope", |f| {
        let buying = &f.choices.buying;
        buying.limit_per_deal.0.is_some() || buying.limit_per_match.0.is_some()
    }),
    ("drawing.discard", |f| f.buying()),
    ("buying.chain", |f| f.buying()),
    ("buying.dead", |f| f.buying() && f.choices.buying.chain == Chain::Dead),
    ("buying.then-draw", |f| f.buying()),
    // A buy before the draw that closes the pile leaves the stock alone to draw from.
    ("buying.then-draw", |f| {
        let buying = &f.choices.buying;
        buying.when != crate::choices::BuyWhen::BeforeDraw || buying.chain != Chain::Closed
    }),
    ("shanghai.", |f| !f.hidden()),
    ("shanghai.priority", |f| f.choices.shanghai.allowed),
    ("shanghai.price", |f| f.choices.shanghai.allowed),
    ("going-out.", |f| !f.hidden()),
    ("going-out.ends", |f| !f.contracts.is_empty()),
    ("going-out.discard", |f| f.choices.going_out.ends != DealEnds::ContractComplete),
    ("going-out.discard", |f| !f.only_special_deals()),
    ("stock-out.reuse", |f| f.new_stock()),
    ("stock-out.shuffle", |f| f.new_stock()),
    ("stock-out.reshuffles", |f| f.new_stock()),
    ("stock-out.stalemate", |f| f.choices.stock_out.then != StockOut::Block),
    ("stock-out.block-at", |f| f.choices.stock_out.then == StockOut::Block),
    ("stock-out.last-discard", |f| matches!(f.choices.stock_out.then, StockOut::Wall(_))),
    ("scoring.joker", |f| f.jokers > 0),
    ("scoring.two", |f| f.priced(RANKS[1..2].iter().copied())),
    ("scoring.three-to-seven", |f| f.priced(RANKS[2..7].iter().copied())),
    ("scoring.eight-nine", |f| f.priced(RANKS[7..9].iter().copied())),
    ("scoring.ten", |f| f.priced(RANKS[9..10].iter().copied())),
    ("scoring.court", |f| f.priced(RANKS[10..].iter().copied())),
    ("scoring.ace", |f| f.priced(RANKS[..1].iter().copied())),
    ("scoring.ace-by-colour", |f| f.priced(RANKS[..1].iter().copied())),
    ("scoring.queen-of-spades", |f| f.priced(RANKS[11..12].iter().copied())),
    ("scoring.wilds", |f| f.wild_ranks()),
    ("scoring.what", |f| f.hidden()),
    ("scoring.grouping", |f| f.declares() && f.choices.scoring.what == WhatCounts::Deadwood),
    ("scoring.one-life", |f| {
        f.choices.declaring.needs.sequences > 0 && f.choices.scoring.what == WhatCounts::Deadwood
    }),
    ("scoring.cap", |f| !f.knocks()),
    ("scoring.least", |f| !f.knocks()),
    // Of one point a half is one point.
    ("scoring.least-halved", |f| {
        f.choices.scoring.least > 1 && f.choices.scoring.deal_show == DealShow::Half
    }),
    ("scoring.least-halved", |f| !f.knocks()),
    ("scoring.deal-show", |f| !f.knocks()),
    // In last turns everybody has drawn.
    ("scoring.deal-show", |f| f.choices.declaring.last_turns == LastTurns::None),
    ("scoring.least-halved", |f| f.choices.declaring.last_turns == LastTurns::None),
    ("scoring.last-deal", |f| !f.knocks()),
    ("scoring.gin", |f| f.knocks()),
    ("scoring.undercut", |f| f.knocks() && !f.knocks_with_gin_alone()),
    ("scoring.spade-doubles", |f| f.knocks()),
    ("scoring.going-rummy", |f| !f.hidden()),
    ("scoring.down-and-out", |f| !f.hidden()),
    ("scoring.low-ace", |f| f.counts_melds()),
    ("scoring.low-ace", |f| f.choices.melds.ace != AceMode::High),
    ("scoring.melded-wild", |f| f.counts_melds() && f.wilds()),
    ("scoring.out-bonus", |f| f.shown()),
    ("match.target", |f| f.target()),
    ("match.winner", |f| !f.eliminates()),
    ("match.last-deal", |f| !f.contracts.is_empty()),
    ("match.advance", |f| !f.contracts.is_empty()),
    ("match.chips", |f| f.choices.scoring.who == WhoScores::Chips),
    ("match.early-end", |f| !f.one_deal()),
    ("match.game-bonus", |f| f.knocks()),
    ("match.box", |f| f.knocks()),
    ("match.box-when", |f| f.knocks() && f.choices.matching.boxes > 0),
    ("match.gin-boxes", |f| f.knocks() && f.choices.matching.boxes > 0),
    ("match.shutout", |f| f.knocks()),
    ("match.tables", |f| f.knocks()),
    ("pool.", |f| f.eliminates()),
    ("pool.rejoin-at", |f| f.rejoins()),
    ("pool.rejoins", |f| f.rejoins()),
    ("pool.rejoin-price", |f| {
        f.rejoins() && f.choices.settling.money == Money::Pool && f.choices.pool.rejoin_fee
    }),
    ("pool.rejoin-fee", |f| f.rejoins() && f.choices.settling.money == Money::Pool),
    ("settling.places", |f| f.choices.settling.money == Money::Places),
    ("settling.kitty", |f| {
        f.choices.settling.money == Money::Places
            && f.buying()
            && f.choices.buying.price_pennies > 0
    }),
    ("settling.unit", |f| f.choices.settling.money != Money::None),
    ("settling.entry", |f| f.eliminates() && f.choices.settling.money == Money::Pool),
    ("settling.out", |f| f.pays()),
    ("settling.whole-hand", |f| f.pays() && !f.hidden()),
    // What is paid besides goes with what is paid for going out.
    ("settling.melded-wild", |f| f.pays_out() && f.wild_ranks()),
    ("settling.melded-joker", |f| f.pays_out() && f.jokers > 0),
    ("settling.no-wilds", |f| f.pays_out() && f.wilds()),
    ("settling.first-turn", |f| f.pays_out()),
    ("settling.undrawn", |f| f.pays_out() && f.choices.declaring.undrawn && f.declares()),
    ("settling.one-suit", |f| f.pays_out()),
    ("settling.fee", |f| f.choices.settling.money != Money::None),
];

/// The conditions of each choice: a rule sheet asks for all of them.
static OF_CHOICE: LazyLock<FxHashMap<&str, Vec<Condition>>> = LazyLock::new(|| {
    let of_choice = |path: &str| -> Vec<Condition> {
        let speaks = |of: &str| path == of || (of.ends_with('.') && path.starts_with(of));
        CONDITIONS.iter().filter(|(of, _)| speaks(of)).map(|(_, holds)| *holds).collect()
    };
    CHOICES.iter().map(|choice| (choice.path, of_choice(choice.path))).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::CHOICES;

    #[test]
    fn every_condition_speaks_of_a_choice() {
        for (of, _) in CONDITIONS {
            let speaks = |path: &str| path == *of || (of.ends_with('.') && path.starts_with(of));
            assert!(CHOICES.iter().any(|choice| speaks(choice.path)), "{of}");
        }
    }
}
