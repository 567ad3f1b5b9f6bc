//! Where a choice means nothing: what a rule set has not, cannot be changed in it.

use upcard_cards::{AceMode, Contract, MeldKind};
use upcard_engine::choice_types::{MatchDeals, SomeDeals};
use upcard_engine::choices::{
    BuyWhen, Chain, Choices, Cut, Dead, Declares, Dropping, ExtraMelds, Freed, KnockLimit,
    LastCard, LastDeal, LastTurns, LayDownMode, LayOffNeeds, May, Money, NextDealer, StockOut,
    SwapWho, ThenDraw, TopUse, WhatCounts, WhoScores, WildsPerDeal, Winner, WrongDeclaration,
};
use upcard_engine::{DealRules, RuleSet, Rules};

/// What a rule set has, as far as choices depend on it.
struct Facts<'a> {
    choices: &'a Choices,
    contracts: Vec<Contract>,
    /// The most packs and the most jokers of any table size.
    packs: usize,
    jokers: usize,
}

impl Facts<'_> {
    fn new(choices: &Choices) -> Facts<'_> {
        let read = |text: &String| {
            Contract::parse(text, choices.melds.set_size, choices.melds.run_size).ok()
        };
        let players = choices.players.min..=choices.players.max;
        let packs = |players| choices.pack.packs.at(players).unwrap_or(0);
        let jokers = |players| choices.pack.jokers.at(players, packs(players)).unwrap_or(0);
        Facts {
            choices,
            contracts: choices.contracts.deals.0.iter().filter_map(read).collect(),
            packs: players.clone().map(packs).max().unwrap_or(0).into(),
            jokers: players.map(jokers).max().unwrap_or(0).into(),
        }
    }

    fn wild_ranks(&self) -> bool {
        !self.choices.pack.wild_ranks.is_empty() || self.by_deal()
    }

    /// Has each deal a wild rank of its own?
    fn by_deal(&self) -> bool {
        self.choices.wilds.per_deal != WildsPerDeal::None
    }

    fn wilds(&self) -> bool {
        self.most_wilds() > 0
    }

    /// The most wilds that a table can have.
    fn most_wilds(&self) -> usize {
        let ranks = self.choices.pack.wild_ranks.iter().count();
        let ranks = ranks + usize::from(self.by_deal());
        self.jokers + ranks * 4 * self.packs
    }

    /// The most cards that can come together as a set.
    fn longest_set(&self) -> usize {
        if self.choices.melds.distinct_suits {
            return 4;
        }
        4 * self.packs + self.most_wilds()
    }

    /// The most cards that a run has places for. One pack without wilds has each card of a suit
    /// once, an ace at both ends needs two.
    fn longest_run(&self) -> usize {
        // Where nothing is laid on the table, a run is no longer than a hand.
        if self.hidden() {
            let players = self.choices.players.max;
            let most = |deal| self.choices.dealing.hand.at(deal, players).unwrap_or(0);
            let hand = (1..=13).map(most).max().unwrap_or(0);
            // Of several runs that are needed none can have all the cards.
            let others = self.choices.declaring.needs.sequences.saturating_sub(1);
            return hand.saturating_sub(others * self.choices.melds.run_size).into();
        }
        match self.choices.melds.ace {
            _ if self.packs == 1 && !self.wilds() => 13,
            AceMode::Low | AceMode::High => 13,
            AceMode::Either => 14,
            AceMode::Corner => usize::MAX,
        }
    }

    /// The fewest cards of a meld of any kind.
    fn smallest_meld(&self) -> usize {
        let elements = self.contracts.iter().flat_map(|c| &c.elements).map(|e| e.size);
        let sizes = [self.choices.melds.set_size, self.choices.melds.run_size];
        elements.chain(sizes).min().unwrap_or(0).into()
    }

    /// The most melds of a kind in one contract.
    fn most(&self, kind: MeldKind) -> usize {
        self.contracts.iter().map(|c| c.count(kind)).max().unwrap_or(0)
    }

    fn free(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Free
    }

    /// May more melds be laid than the contract's?
    fn more_melds(&self) -> bool {
        self.free() || self.choices.laying_down.extra_melds == ExtraMelds::AfterContract
    }

    /// Do melds stay in the hand?
    fn hidden(&self) -> bool {
        self.choices.laying_down.mode == LayDownMode::Hidden
    }

    /// Does one knock?
    fn knocks(&self) -> bool {
        self.choices.knocking.limit != KnockLimit::None
    }

    /// Do melds count for whoever laid them?
    fn shown(&self) -> bool {
        self.choices.scoring.who == WhoScores::ShownMinusHand
    }

    /// Is a hand declared?
    fn declares(&self) -> bool {
        self.choices.declaring.allowed != Declares::None
    }

    /// Is a player out of the match at some total?
    fn eliminates(&self) -> bool {
        self.choices.matching.eliminate_at.0.is_some()
    }

    /// Can a hand that is scored count nothing?
    fn scores_nothing(&self) -> bool {
        let s = &self.choices.scoring;
        s.what == WhatCounts::Deadwood || (self.wilds() && (s.joker == 0 || s.wilds.0 == Some(0)))
    }

    fn buying(&self) -> bool {
        self.choices.buying.deals != SomeDeals::None
    }

    fn new_stock(&self) -> bool {
        matches!(self.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)
    }

    /// May new melds follow a lay-off in one turn?
    fn melds_after_lay_off(&self) -> bool {
        let needs = self.choices.laying_off.needs;
        let in_parts = self.choices.laying_down.mode == LayDownMode::Piecemeal;
        let part_is_enough = in_parts && needs == LayOffNeeds::OwnMeld;
        self.more_melds() || needs == LayOffNeeds::None || part_is_enough
    }

    /// Does each turn end with a discard, so that what lies below it is never the upcard of a
    /// later turn?
    fn every_turn_discards(&self) -> bool {
        let c = self.choices;
        let throws_last = c.going_out.discard != LastCard::Forbidden
            && matches!(c.matching.last_deal, LastDeal::AsOthers | LastDeal::WholeHand)
            && c.discarding.taken_card == May::Allowed;
        let keeps_nothing = c.laying_down.mode == LayDownMode::AtOnce
            && (c.swapping.who == SwapWho::Nobody || c.swapping.freed == Freed::Hand);
        throws_last && keeps_nothing && !c.shanghai.allowed
    }
}

/// The condition under which choices mean something.
type Condition = fn(&Facts<'_>) -> bool;

/// The conditions: the choices whose path is or begins with this, where it ends in a dot.
const CONDITIONS: &[(&str, Condition)] = &[
    ("dealing.cut-bonus", |f| f.choices.dealing.cut != Cut::None),
    ("melds.pair-grows", |f| f.most(MeldKind::Pair) > 0),
    ("wilds.", |f| f.wilds()),
    // A meld of wilds only needs as many wilds as the smallest meld has cards.
    ("wilds.only", |f| f.most_wilds() >= f.smallest_meld()),
    ("wilds.cap-scope", |f| f.choices.wilds.cap != upcard_cards::WildCap::None),
    ("wilds.natural-place", |f| f.wild_ranks()),
    ("wilds.in-pairs", |f| f.most(MeldKind::Pair) > 0),
    ("swapping.", |f| f.wilds()),
    ("swapping.where", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.from", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.freed", |f| f.choices.swapping.who != SwapWho::Nobody),
    ("swapping.timing", |f| f.choices.swapping.who != SwapWho::Nobody),
    // Where melds stay in the hand, nothing is played to the table.
    ("wilds.cap-scope", |f| !f.hidden()),
    ("wilds.slide", |f| !f.hidden()),
    ("swapping.", |f| !f.hidden()),
    ("laying-down.sets", |f| !f.hidden()),
    ("laying-down.runs", |f| !f.hidden()),
    ("laying-down.duty", |f| !f.hidden()),
    ("laying-down.extra-melds", |f| !f.hidden()),
    ("laying-down.same-rank-sets", |f| !f.hidden()),
    ("laying-down.same-suit-runs", |f| !f.hidden()),
    ("laying-down.runs-per-suit", |f| !f.hidden()),
    ("laying-off.needs", |f| !f.hidden()),
    ("laying-off.from", |f| !f.hidden()),
    ("rearranging.", |f| !f.hidden()),
    ("turn.", |f| !f.hidden()),
    ("going-out.", |f| !f.hidden()),
    ("scoring.going-rummy", |f| !f.hidden()),
    ("dealing.extra-card", |f| f.knocks() && !f.choices.dealing.upcard),
    ("dealing.opening-upcard", |f| f.knocks()),
    // In last turns everybody has drawn.
    ("scoring.deal-show", |f| f.choices.declaring.last_turns == LastTurns::None),
    // Only one player scores in a hand, so that two do not reach the target at once.
    ("match.ties", |f| !f.knocks()),
    ("knocking.", |f| f.knocks()),
    ("knocking.ace-upcard", |f| f.choices.knocking.limit == KnockLimit::Upcard),
    ("stock-out.last-discard", |f| matches!(f.choices.stock_out.then, StockOut::Wall(_))),
    ("scoring.gin", |f| f.knocks()),
    // A knock without deadwood is never undercut.
    ("scoring.undercut", |f| f.knocks() && f.choices.knocking.limit != KnockLimit::Points(0)),
    ("knocking.tie", |f| f.choices.knocking.limit != KnockLimit::Points(0)),
    ("scoring.spade-doubles", |f| f.knocks()),
    ("match.game-bonus", |f| f.knocks()),
    ("match.box", |f| f.knocks()),
    ("match.box-when", |f| f.knocks() && f.choices.matching.boxes > 0),
    ("match.gin-boxes", |f| f.knocks()),
    ("match.shutout", |f| f.knocks()),
    ("match.tables", |f| f.knocks()),
    ("scoring.what", |f| f.hidden()),
    // A card that had to be used lies on the table when one discards.
    ("discarding.taken-card", |f| f.choices.drawing.top_use == TopUse::Free),
    // Nothing is taken to be used where nothing is played to the table.
    ("drawing.deep", |f| !f.hidden()),
    ("drawing.deep-use", |f| !f.hidden()),
    ("drawing.top-use", |f| !f.hidden()),
    ("drawing.deep-use", |f| f.choices.drawing.deep || f.choices.drawing.top_use != TopUse::Free),
    // One pack has each card once.
    ("melds.distinct-suits", |f| f.packs > 1),
    ("scoring.low-ace", |f| f.shown()),
    ("scoring.melded-wild", |f| f.shown() && f.wilds()),
    ("scoring.out-bonus", |f| f.shown()),
    ("shanghai.price", |f| f.choices.shanghai.allowed),
    ("declaring.", |f| f.hidden()),
    ("declaring.", |f| f.declares() || !f.knocks()),
    ("declaring.penalty", |f| f.choices.declaring.wrong == WrongDeclaration::Penalty),
    ("declaring.finish-card", |f| f.choices.declaring.allowed == Declares::AllButDiscard),
    ("dropping.", |f| f.declares()),
    // A position has no clock; the table's tests show what is missed.
    ("dropping.missed-turns", |_| false),
    ("dropping.when", |f| f.choices.dropping.allowed != Dropping::Never),
    ("dropping.first", |f| f.choices.dropping.allowed != Dropping::Never),
    ("dropping.middle", |f| f.choices.dropping.allowed != Dropping::Never),
    ("drawing.discarded-wilds", |f| f.wilds() && !f.knocks()),
    ("wilds.turned-joker", |f| f.choices.wilds.per_deal == WildsPerDeal::Turned && f.jokers > 0),
    ("wilds.turned-card", |f| f.choices.wilds.per_deal == WildsPerDeal::Turned),
    ("scoring.grouping", |f| f.declares() && f.choices.scoring.what == WhatCounts::Deadwood),
    ("scoring.one-life", |f| f.choices.declaring.needs.sequences > 0),
    ("scoring.cap", |f| !f.knocks()),
    ("scoring.least", |f| !f.knocks() && f.scores_nothing()),
    ("scoring.deal-show", |f| !f.knocks()),
    ("scoring.last-deal", |f| !f.knocks()),
    ("match.chips", |f| f.choices.scoring.who == WhoScores::Chips),
    ("match.winner", |f| !f.eliminates()),
    ("match.ties", |f| !f.eliminates()),
    ("pool.", |f| f.eliminates()),
    ("pool.rejoin-at", |f| f.choices.pool.rejoin_limit.0.is_some()),
    ("pool.rejoins", |f| f.choices.pool.rejoin_limit.0.is_some()),
    ("pool.rejoin-fee", |f| {
        f.choices.pool.rejoin_limit.0.is_some() && f.choices.settling.money == Money::Pool
    }),
    ("laying-down.sets", |f| f.free() || f.most(MeldKind::Set) + f.most(MeldKind::Pair) > 0),
    ("laying-down.runs", |f| f.free() || f.most(MeldKind::Run) > 0),
    ("laying-down.extra-melds", |f| !f.free()),
    ("laying-down.melds-per-turn", |f| f.free()),
    ("laying-down.same-rank-sets", |f| f.more_melds() || f.most(MeldKind::Set) > 1),
    // The pack may not have the cards for two sets of a rank.
    ("laying-down.same-rank-sets", |f| {
        f.longest_set() >= 2 * usize::from(f.choices.melds.set_size)
    }),
    ("laying-down.same-suit-runs", |f| f.free() || f.most(MeldKind::Run) > 1),
    // Where a suit has one run, there is no second one to lie near it.
    ("laying-down.same-suit-runs", |f| f.choices.laying_down.runs_per_suit.0 != Some(1)),
    ("laying-down.runs-per-suit", |f| f.more_melds() || f.most(MeldKind::Run) > 1),
    ("laying-off.from", |f| f.choices.laying_off.needs != LayOffNeeds::None),
    ("rearranging.new-melds", rearranging),
    ("rearranging.wilds", |f| rearranging(f) && f.wilds()),
    ("turn.order", |f| f.melds_after_lay_off()),
    // How much of the pile is shown is for those who draw it; no rule depends on it.
    ("discarding.pile", |_| false),
    ("buying.when", |f| f.buying()),
    ("buying.who", |f| f.buying()),
    ("buying.own-discard", |f| f.buying()),
    ("buying.priority", |f| f.buying()),
    ("buying.price.", |f| f.buying()),
    ("buying.limit.", |f| f.buying()),
    ("buying.limit.scope", |f| f.choices.buying.limit_per_deal.0.is_some()),
    ("buying.chain", |f| f.buying()),
    ("buying.dead", |f| f.buying() && f.choices.buying.chain == Chain::Dead),
    ("buying.then-draw", |f| f.buying()),
    // A buy before the draw that closes the pile leaves the stock alone to draw from.
    ("buying.then-draw", |f| {
        let buying = &f.choices.buying;
        buying.when != BuyWhen::BeforeDraw || buying.chain != Chain::Closed
    }),
    ("shanghai.priority", |f| f.choices.shanghai.allowed),
    ("stock-out.reuse", |f| f.new_stock()),
    ("stock-out.shuffle", |f| f.new_stock()),
    ("stock-out.reshuffles", |f| f.new_stock()),
    ("stock-out.stalemate", |f| f.choices.stock_out.then != StockOut::Block),
    ("stock-out.block-at", |f| f.choices.stock_out.then == StockOut::Block),
    ("scoring.joker", |f| f.jokers > 0),
    ("scoring.wilds", |f| f.wild_ranks()),
    ("match.target", |f| f.choices.matching.deals == MatchDeals::Target),
    ("match.last-deal", |f| !f.contracts.is_empty()),
    ("match.advance", |f| !f.contracts.is_empty()),
    ("settling.places", |f| f.choices.settling.money == Money::Places),
    ("settling.kitty", |f| {
        f.choices.settling.money == Money::Places && f.choices.buying.price_pennies > 0
    }),
    ("settling.unit", |f| f.choices.settling.money != Money::None),
];

fn rearranging(facts: &Facts<'_>) -> bool {
    facts.choices.rearranging.allowed != upcard_engine::choices::Rearrange::Never
}

/// Does changing this choice so change anything in these rules?
pub(super) fn applies(path: &str, before: &RuleSet, after: &RuleSet) -> bool {
    let facts = Facts::new(&before.choices);
    let speaks_of = |of: &str| path == of || (of.ends_with('.') && path.starts_with(of));
    let held = CONDITIONS.iter().filter(|(of, _)| speaks_of(of)).all(|(_, holds)| holds(&facts));
    held && !without_effect(path, &facts, before, after)
}

/// Does this very value change nothing, although others would?
fn without_effect(path: &str, facts: &Facts<'_>, before: &RuleSet, after: &RuleSet) -> bool {
    match path {
        // A match of one deal has no next one, and what its winner gains is the difference.
        "dealing.next-dealer" | "match.early-end" if one_deal(before) => true,
        "match.ties" if one_deal(before) && before.choices.scoring.least > 0 => true,
        "settling.money"
            if one_deal(before) && before.choices.matching.winner == Winner::Lowest =>
        {
            let by_points = |set: &RuleSet| {
                matches!(set.choices.settling.money, Money::PerPoint | Money::Difference)
            };
            by_points(before) && by_points(after)
        }
        // Two ways to say that the deal goes to the left.
        "dealing.next-dealer" => {
            let left = |set: &RuleSet| {
                let how = set.choices.dealing.next_dealer;
                matches!(how, NextDealer::Clockwise | NextDealer::Alternate)
            };
            left(before) && left(after)
        }
        // Chips that nobody wins by change nothing else.
        "scoring.who" => {
            let chips = |set: &RuleSet| set.choices.scoring.who == WhoScores::Chips;
            chips(after) && before.choices.scoring.who == WhoScores::Losers
        }
        "laying-down.runs-per-suit" => {
            let limit = after.choices.laying_down.runs_per_suit.0;
            let most = facts.most(MeldKind::Run);
            !facts.more_melds()
                && limit.is_none_or(|n| n as usize >= most)
                && before.choices.laying_down.runs_per_suit.0.is_none_or(|n| n as usize >= most)
        }
        // Another table size that the other rules refuse is none.
        "players.min" | "players.max" => sizes(before) == sizes(after),
        "melds.set-max" => {
            let reach = |set: &RuleSet| most(set.choices.melds.set_max.0, facts.longest_set());
            reach(before) == reach(after)
        }
        "melds.run-max" => {
            let reach = |set: &RuleSet| most(Some(set.choices.melds.run_max), facts.longest_run());
            reach(before) == reach(after)
        }
        // Dead discards matter to later turns where they can be the upcard again, or where they
        // are lost to a new stock.
        "buying.dead" => {
            let dead = |set: &RuleSet| set.choices.buying.dead;
            let lost = |set: &RuleSet| facts.new_stock() && dead(set) == Dead::ForGood;
            let this_turn = |set: &RuleSet| dead(set) == Dead::ThisTurn;
            lost(before) == lost(after)
                && (facts.every_turn_discards() || this_turn(before) == this_turn(after))
        }
        // Nor does a dead pile then differ from one that is closed for the turn, where the active
        // player must draw from the stock.
        "buying.chain" => {
            let buying = &before.choices.buying;
            let closes =
                |set: &RuleSet| matches!(set.choices.buying.chain, Chain::Closed | Chain::Dead);
            let lost = facts.new_stock() && buying.dead == Dead::ForGood;
            let by_itself =
                buying.when == BuyWhen::AfterRefusal && buying.then_draw == ThenDraw::Stock;
            closes(before) && closes(after) && by_itself && !lost && facts.every_turn_discards()
        }
        // The limit of new stocks comes first.
        "stock-out.stalemate" => {
            let limit = before.choices.stock_out.reshuffles.0;
            let later = |set: &RuleSet| limit.is_some_and(|n| n <= set.choices.stock_out.stalemate);
            later(before) && later(after)
        }
        _ if path.starts_with("scoring.") => {
            same(before, after, |rules| {
                rules.deals.iter().map(|deal| deal.values).collect::<Vec<_>>()
            }) && !matches!(
                path,
                "scoring.who"
                    | "scoring.what"
                    | "scoring.gin"
                    | "scoring.undercut"
                    | "scoring.spade-doubles"
                    | "scoring.low-ace"
                    | "scoring.melded-wild"
                    | "scoring.out-bonus"
                    | "scoring.going-rummy"
                    | "scoring.grouping"
                    | "scoring.one-life"
                    | "scoring.cap"
                    | "scoring.least"
                    | "scoring.deal-show"
                    | "scoring.last-deal"
            )
        }
        "dealing.hand"
        | "contracts.deals"
        | "buying.deals"
        | "buying.price.cards"
        | "buying.limit.per-deal"
        | "match.last-deal" => same(before, after, played),
        _ => false,
    }
}

/// Is a match a single deal, for every number of players?
fn one_deal(set: &RuleSet) -> bool {
    set.choices.matching.deals == MatchDeals::Count(1)
}

/// A limit, as far as it can be reached.
fn most(limit: Option<u8>, reach: usize) -> usize {
    limit.map_or(reach, |n| reach.min(n.into()))
}

/// The table sizes that the rules allow.
fn sizes(set: &RuleSet) -> Vec<u8> {
    super::tables(set).filter(|&n| Rules::new(set.clone(), n).is_ok()).collect()
}

/// Are the rules the same in this respect, for every number of players?
fn same<T: PartialEq>(before: &RuleSet, after: &RuleSet, of: fn(&Rules) -> T) -> bool {
    let at = |set: &RuleSet, players| Rules::new(set.clone(), players).ok().map(|r| of(&r));
    super::tables(before).all(|players| at(before, players) == at(after, players))
}

/// The deals of a match as they are played: the price of a buy counts where there are buys, and a
/// limit of none at all is no buying.
fn played(rules: &Rules) -> Vec<DealRules> {
    let schedule = rules.schedule.iter().filter_map(|&d| rules.deals.get(d as usize));
    let deals: Vec<&DealRules> =
        if rules.schedule.is_empty() { rules.deals.iter().collect() } else { schedule.collect() };
    let plain = |deal: &DealRules| {
        let mut deal = deal.clone();
        if !deal.buying || deal.buy_limit == Some(0) {
            deal.buying = false;
            deal.price_cards = 0;
            deal.buy_limit = None;
        }
        deal
    };
    deals.into_iter().map(plain).collect()
}

#[cfg(test)]
mod tests;
