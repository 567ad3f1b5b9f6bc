//! Contradictions between choices, independent of the number of players.

use upcard_cards::{AllWild, MeldKind, WildCap};

use crate::choices::{
    Advance, AutoSplit, BuyWho, CHOICES, Choices, DiscardPrice, DiscardedWilds, DownAndOut,
    Dropping, Duty, Facts, Freed, HandSize, KnockLimit, LastDeal, LastDealPoints, LastLayOffs,
    LayDownMode, LayOffNeeds, LosersGrouping, ManualSplit, MatchDeals, Money, Needs, NextDealer,
    OpeningUpcard, PerDeal, PerDealLimit, PileShown, RejoinAt, SetSuits, SomeDeals, StockOut,
    SwapTiming, Tables, WhatCounts, WhoScores, WildDiscards, WildsWhere, Winner, choice,
};
use crate::edition::Edition;
use crate::flaws::{Contradiction, Flaws};
use crate::ruleset::{Lines, RuleSet};
use crate::seat::MAX_PLAYERS;
use crate::value::Value;

/// Maximum number of contracts of a game, so that three times as many deals still fit into a byte.
const MAX_CONTRACTS: usize = 60;

/// Maximum number of deals of a match without contracts.
const MAX_DEALS: usize = 200;

/// Maximum number of runs that a declared hand may require.
const MAX_SEQUENCES: usize = 4;

/// Maximum number of consecutive reshuffles without a card played to the table, so that deals terminate.
const MAX_IDLE_RESHUFFLES: u8 = 50;

/// Collects the flaws of a rule set.
#[derive(Default)]
pub(super) struct Check {
    pub(super) place: String,
    pub(super) lines: Lines,
    /// Edition under which it was made.
    pub(super) edition: Edition,
    pub(super) flaws: Flaws,
}

impl Check {
    /// Reports a contradiction that editions before `since` accepted; rule sets made under those stay valid.
    pub(super) fn forbid_since(
        &mut self,
        since: Edition,
        wrong: bool,
        contradiction: Contradiction,
    ) {
        self.forbid(wrong && self.edition >= since, contradiction);
    }

    /// Reports the contradiction if `wrong`.
    pub(super) fn forbid(&mut self, wrong: bool, contradiction: Contradiction) {
        if wrong {
            let data = contradiction.data();
            let path = data.iter().find_map(|(name, value)| match value {
                Value::Text(path) if *name == "path" => Some(path.as_str()),
                _ => None,
            });
            let line = self.lines.of(path.unwrap_or(contradiction.code()));
            self.flaws.push(&self.place, line, || contradiction);
        }
    }
}

/// Number of deals with their own rules: one per contract; without contracts, one per listed hand size.
pub(super) fn deal_kinds(c: &Choices) -> usize {
    match &c.dealing.hand {
        HandSize::ByDeal(hands) if c.contracts.deals.0.is_empty() => hands.len().max(1),
        _ => c.contracts.deals.0.len().max(1),
    }
}

pub(super) fn check_contradictions(set: &RuleSet, check: &mut Check) {
    let c = &set.choices;
    let facts = Facts::new(c);
    let contracts = c.contracts.deals.0.len();
    let (free, hidden) = (facts.free(), facts.hidden());
    let at_once = c.laying_down.mode == LayDownMode::AtOnce;
    check.forbid(
        c.players.min < 2 || c.players.max as usize > MAX_PLAYERS || c.players.min > c.players.max,
        Contradiction::Players { most: MAX_PLAYERS },
    );
    check.forbid(c.dealing.at_a_time == 0, Contradiction::DealtAtATime);
    check.forbid(contracts > MAX_CONTRACTS, Contradiction::Contracts { most: MAX_CONTRACTS });
    check.forbid(contracts == 0 && !free && !hidden, Contradiction::LayingDownMode);
    check_idle_choices(&facts, check);
    check_hidden_melds(&facts, check);
    check_deep_taking(&facts, check);
    check_declaring(&facts, check);
    check_leaving(c, check);
    let deal_kinds = deal_kinds(c);
    let of_list = |numbers: Option<&PerDeal>| match numbers {
        Some(PerDeal::List(l)) => l.len(),
        _ => deal_kinds,
    };
    let hands = if let HandSize::ByDeal(l) = &c.dealing.hand { l.len() } else { deal_kinds };
    let lists = [
        ("dealing.hand", hands),
        ("buying.price.cards", of_list(Some(&c.buying.price_cards))),
        ("wilds.first-lay-total", of_list(c.wilds.first_lay_total.0.as_ref())),
        ("buying.limit.per-deal", of_list(c.buying.limit_per_deal.0.as_ref())),
    ];
    for (path, len) in lists {
        let entries = match contracts {
            0 => Contradiction::EntriesOfDeals { path, deals: deal_kinds },
            _ => Contradiction::EntriesOfContracts { path, contracts },
        };
        check.forbid(len != deal_kinds, entries);
    }
    let no_deal = |n: &u8| *n == 0 || usize::from(*n) > deal_kinds;
    let names_none =
        |deals: &SomeDeals| matches!(deals, SomeDeals::List(l) if l.iter().any(no_deal));
    check.forbid(names_none(&c.buying.deals), Contradiction::BuyingDeals);
    check.forbid(names_none(&c.going_out.same_turn), Contradiction::GoingOutSameTurn);
    match &c.matching.deals {
        MatchDeals::All => {
            let one = contracts == 0 && !matches!(c.dealing.hand, HandSize::ByDeal(_));
            check.forbid(one, Contradiction::MatchDealsAll);
        }
        MatchDeals::Target => check.forbid(c.matching.target == 0, Contradiction::MatchTarget),
        MatchDeals::LastPlayer => {
            check.forbid(c.matching.eliminate_at.0.is_none(), Contradiction::MatchLastPlayer);
        }
        numbers @ (MatchDeals::Count(_) | MatchDeals::ByPlayers(_)) => {
            let given = (c.players.min..=c.players.max).filter_map(|n| numbers.number(n));
            let one_kind = contracts == 0 && deal_kinds == 1;
            let most = if one_kind { MAX_DEALS } else { deal_kinds };
            let wrong = given.into_iter().any(|n| n == 0 || usize::from(n) > most);
            let number = match contracts {
                0 if one_kind => Contradiction::MatchDealsCount { most },
                0 => Contradiction::MatchDealsOfDeals { most },
                _ => Contradiction::MatchDealsOfContracts { most },
            };
            check.forbid(wrong, number);
        }
        MatchDeals::List(list) => {
            let ascending = list.windows(2).all(|two| two[0] < two[1]);
            let wrong = list.is_empty() || !ascending || list.iter().any(no_deal);
            check.forbid(wrong, Contradiction::MatchDealsList { most: deal_kinds });
        }
    }
    check.forbid(c.melds.set_size < 3, Contradiction::MeldSetSize);
    check.forbid(!(3..=14).contains(&c.melds.run_size), Contradiction::MeldRunSize);
    check.forbid(!(c.melds.run_size..=14).contains(&c.melds.run_max), Contradiction::MeldRunMax);
    let below_min = c.melds.set_max.0.is_some_and(|most| most < c.melds.set_size);
    check.forbid(below_min, Contradiction::MeldSetMax);
    check.forbid(c.pack.wild_ranks.iter().count() > 6, Contradiction::WildRanks);
    let compulsory = c.laying_down.duty == Duty::Compulsory;
    check.forbid((free || hidden) && compulsory, Contradiction::LayingDownDuty);
    let needs_contract = c.laying_off.needs == LayOffNeeds::Contract;
    check.forbid(contracts == 0 && !hidden && needs_contract, Contradiction::LayingOffNeeds);
    check.forbid(c.laying_down.melds_per_turn.0 == Some(0), Contradiction::MeldsPerTurn);
    check.forbid(c.laying_down.runs_per_suit.0 == Some(0), Contradiction::RunsPerSuit);
    let whole_hand = c.matching.last_deal == LastDeal::WholeHand;
    check.forbid(contracts > 0 && !at_once && whole_hand, Contradiction::MatchLastDeal);
    let capped = matches!(c.wilds.cap, WildCap::Count(_));
    check.forbid(capped && c.wilds.only != AllWild::Never, Contradiction::WildsOnly);
    check_wild_placement(&facts, check);
    let lowest = c.matching.winner == Winner::Lowest;
    let minus = matches!(c.scoring.down_and_out, DownAndOut::Minus(_));
    check.forbid(minus && !lowest, Contradiction::ScoringDownAndOut);
    check.forbid(c.scoring.who == WhoScores::Winner && lowest, Contradiction::WinnerHighest);
    let blocks = c.stock_out.then == StockOut::Block;
    check.forbid(blocks && c.stock_out.reshuffles.0.is_some(), Contradiction::StockBlocks);
    check.forbid(c.stock_out.reshuffles.0 == Some(0), Contradiction::StockReshuffles);
    let in_range = (1..=MAX_IDLE_RESHUFFLES).contains(&c.stock_out.stalemate);
    check.forbid(!in_range, Contradiction::StockStalemate { most: MAX_IDLE_RESHUFFLES });
    check.forbid(blocks && !c.stock_out.shuffle, Contradiction::StockShuffle);
    check.forbid(!facts.sets() && facts.contracts_have_sets(), Contradiction::MeldKinds);
    check.forbid(!facts.runs() && facts.most(MeldKind::Run) > 0, Contradiction::MeldKindsRuns);
    let on_table = !facts.rearranges() && !hidden;
    check.forbid(!facts.runs() && !on_table, Contradiction::MeldKindsTable);
    let payments = c.scoring.who == WhoScores::Payments;
    check.forbid(payments && c.matching.winner != Winner::Highest, Contradiction::ScoringPayments);
    let money = c.settling.money;
    let paid = payments || money == Money::Payments;
    check.forbid(paid && c.settling.out == 0, Contradiction::SettlingPayments);
    // Otherwise the scored amounts would be paid in addition.
    let both = payments && c.settling.scored && !matches!(money, Money::None | Money::Payments);
    check.forbid_since(Edition::THIRD, both, Contradiction::SettlingMoneyScored);
    let unscored = payments && !c.settling.scored;
    check.forbid(unscored && money == Money::Payments, Contradiction::SettlingScored);
    let no_kitty = matches!(money, Money::PerPoint | Money::Pool);
    check.forbid(no_kitty && c.buying.price_pennies > 0, Contradiction::SettlingKitty);
    check.forbid(money == Money::Pool && c.settling.entry == 0, Contradiction::SettlingEntry);
    check.forbid(money != Money::None && c.settling.unit == 0, Contradiction::SettlingUnit);
    let bonus = c.dealing.cut_bonus > 0;
    check.forbid_since(Edition::SECOND, bonus && !lowest, Contradiction::CutBonusLowest);
    let bought = c.drawing.discard == DiscardPrice::Bought;
    let bought_by_others = facts.buying() && c.buying.who == BuyWho::Others;
    check.forbid(bought && (!bought_by_others || c.drawing.deep), Contradiction::DrawingBought);
    check_upcard_rules(&facts, check);
    check_prices(&facts, check);
}

/// Checks the number of players and the first dealer's seat. Returns `false` for an unsupported table size,
/// which makes further checks pointless.
pub(super) fn check_players(c: &Choices, players: u8, check: &mut Check) -> bool {
    let (fewest, most) = (c.players.min, c.players.max);
    let is_one = (fewest..=most).contains(&players);
    check.forbid(!is_one, Contradiction::PlayersCount { players, fewest, most });
    let seats = 1..=players;
    let first = seats.contains(&c.dealing.first_seat);
    check.forbid(is_one && !first, Contradiction::FirstSeat { players });
    is_one
}

/// Maximum number of naturals that can be required between two wild cards.
const MAX_WILD_GAP: u8 = 6;

/// Checks limits on the number and position of wild cards.
fn check_wild_placement(facts: &Facts<'_>, check: &mut Check) {
    let c = facts.choices;
    let at_once = c.laying_down.mode == LayDownMode::AtOnce && !c.contracts.deals.0.is_empty();
    let total = c.wilds.first_lay_total != PerDealLimit(None);
    check.forbid(total && !at_once, Contradiction::WildsFirstLay);
    let (hidden, moved) = (facts.hidden(), facts.rearranges());
    let restricted = c.discarding.wilds != WildDiscards::Allowed;
    check.forbid(hidden && restricted, Contradiction::DiscardingHidden);
    check.forbid(c.wilds.apart > MAX_WILD_GAP, Contradiction::WildsApart { most: MAX_WILD_GAP });
    let some = c.wilds.set_naturals > 1;
    let in_contracts = matches!(c.laying_down.mode, LayDownMode::AtOnce | LayDownMode::Piecemeal);
    let one_each = matches!(c.wilds.cap, WildCap::Count(0 | 1));
    let apart = c.wilds.apart > 0 && (moved || !(in_contracts || one_each));
    check.forbid(apart, Contradiction::WildsApartContracts);
    check.forbid(some && (moved || !in_contracts), Contradiction::WildsSetNaturals);
    let three_suits = c.melds.set_suits == SetSuits::ClosedThree;
    let free = facts.free() && c.contracts.deals.0.is_empty();
    check.forbid(three_suits && (moved || !free), Contradiction::MeldSetSuits);
    let in_runs = c.wilds.place == WildsWhere::RunsOnly;
    let only = c.wilds.only != AllWild::Never;
    check.forbid(in_runs && (moved || hidden || only), Contradiction::WildsWhere);
    let capped_in_runs = c.wilds.cap_in == WildsWhere::RunsOnly && c.wilds.cap != WildCap::None;
    check.forbid(capped_in_runs && !hidden, Contradiction::WildsCapIn);
    let unbound = facts.swaps() && (moved || c.swapping.timing == SwapTiming::Claims);
    check.forbid(unbound && c.swapping.freed == Freed::OwnerRun, Contradiction::SwappingOwnerRun);
    check.forbid(unbound && c.swapping.freed == Freed::NewMeld, Contradiction::SwappingNewMeld);
}

/// Checks for choices that are set but have no effect given the others.
fn check_idle_choices(facts: &Facts<'_>, check: &mut Check) {
    let usual = Choices::default();
    for choice in CHOICES {
        let Some(contradiction) = choice.idle_contradiction() else { continue };
        let made = choice.get(facts.choices) != choice.get(&usual);
        check.forbid(made && !choice.has_effect(facts), contradiction.clone());
    }
}

/// Checks rules that depend on the first upcard, if none is turned up.
fn check_upcard_rules(facts: &Facts<'_>, check: &mut Check) {
    let c = facts.choices;
    let none = !c.dealing.upcard;
    let limit = none && c.knocking.limit == KnockLimit::Upcard;
    check.forbid_since(Edition::SECOND, limit, Contradiction::KnockingUpcard);
    let doubles = none && c.scoring.spade_doubles && facts.knocks();
    check.forbid_since(Edition::SECOND, doubles, Contradiction::SpadeDoublesUpcard);
}

/// Checks that prices and penalties do not exceed the maximum points of a deal.
fn check_prices(facts: &Facts<'_>, check: &mut Check) {
    let c = facts.choices;
    let Some(cap) = c.scoring.cap.0 else { return };
    let matters = |path: &str| choice(path).is_some_and(|choice| choice.has_effect(facts));
    let prices = [
        ("dropping.first", c.dropping.first),
        ("dropping.middle", c.dropping.middle),
        ("declaring.penalty", c.declaring.penalty),
    ];
    for (path, price) in prices {
        let over = price > cap && matters("scoring.cap") && matters(path);
        let contradiction = Contradiction::ScoringCapPrice { path, price, cap };
        check.forbid_since(Edition::SECOND, over, contradiction);
    }
}

/// Checks choices that conflict with taking discards for use, and with melds that score for the player who
/// laid them.
fn check_deep_taking(facts: &Facts<'_>, check: &mut Check) {
    let (c, shown) = (facts.choices, facts.shown());
    let unseen = c.discarding.pile != PileShown::Spread;
    check.forbid(c.drawing.deep && unseen, Contradiction::DrawingPile);
    check.forbid(shown && facts.hidden(), Contradiction::ScoringShownHidden);
    check.forbid(shown && c.matching.winner == Winner::Lowest, Contradiction::ScoringShownHighest);
    check.forbid(shown && facts.rearranges(), Contradiction::ScoringShownRearranged);
}

/// Checks the requirements of declared hands, and discarded wild cards with knocking.
fn check_declaring(facts: &Facts<'_>, check: &mut Check) {
    let c = facts.choices;
    let needs = c.declaring.needs;
    check.forbid(needs.pure > needs.sequences, Contradiction::DeclaringPure);
    let too_many = usize::from(needs.sequences) > MAX_SEQUENCES;
    check.forbid(too_many, Contradiction::DeclaringSequences { most: MAX_SEQUENCES });
    let none = needs.sequences == 0;
    let long = needs.long > c.melds.run_max || (needs.long > 0 && none);
    check.forbid(long, Contradiction::DeclaringLong);
    let sets = needs.sets > 1 || (needs.sets > 0 && (none || !facts.sets()));
    check.forbid(sets, Contradiction::DeclaringSets);
    let restricted = c.drawing.discarded_wilds != DiscardedWilds::Allowed;
    check.forbid(restricted && facts.knocks(), Contradiction::DrawingKnocking);
}

/// Checks choices for leaving a deal or the match, and for chips.
fn check_leaving(c: &Choices, check: &mut Check) {
    let drops = c.dropping.allowed != Dropping::Never;
    let fixed = !matches!(c.matching.deals, MatchDeals::Target | MatchDeals::LastPlayer);
    let limit = c.matching.eliminate_at.0;
    let (who, winner) = (c.scoring.who, c.matching.winner);
    check.forbid(c.dropping.missed_turns.0 == Some(0), Contradiction::DroppingMissed);
    let to_last_player = c.matching.deals == MatchDeals::LastPlayer;
    check.forbid(limit.is_some() && !to_last_player, Contradiction::MatchEliminate);
    let penalties = winner == Winner::Lowest && who == WhoScores::Losers;
    check.forbid(limit.is_some() && !penalties, Contradiction::MatchEliminateScoring);
    let chips = who == WhoScores::Chips;
    check.forbid(winner == Winner::Chips && !chips, Contradiction::MatchWinnerChips);
    check.forbid(winner == Winner::Highest && chips, Contradiction::MatchChipsHighest);
    let cap = c.scoring.cap.0;
    let too_low = cap.is_some_and(|most| most == 0 || most < c.scoring.least);
    check.forbid(too_low, Contradiction::ScoringCap);
    let doubled = c.scoring.last_deal == LastDealPoints::Double;
    check.forbid(doubled && !fixed, Contradiction::ScoringLastDeal);
    let together = c.matching.advance == Advance::Together;
    let bounded = fixed && cap.is_some() && winner != Winner::Highest && together;
    check.forbid(c.matching.early_end && !bounded, Contradiction::MatchEarlyEnd);
    if let Some(most) = c.pool.rejoin_limit.0 {
        check.forbid(limit.is_none(), Contradiction::PoolRejoinNobody);
        // A rejoining player gets the highest total, or one point more.
        let more = u16::from(c.pool.rejoin_at == RejoinAt::HighestPlusOne);
        if let Some(limit) = limit.filter(|limit| most + more >= *limit) {
            let most = limit.saturating_sub(more + 1);
            check.forbid(true, Contradiction::PoolRejoin { most });
        }
    }
    let shared = c.pool.auto_split != AutoSplit::Off || c.pool.manual_split != ManualSplit::Off;
    let priced = limit.is_some() && drops && c.dropping.first > 0;
    check.forbid(shared && !priced, Contradiction::PoolSplit);
}

/// Checks choices that conflict with hidden melds, and those that require them.
fn check_hidden_melds(facts: &Facts<'_>, check: &mut Check) {
    let c = facts.choices;
    let (hidden, declared, knocked) = (facts.hidden(), facts.declares(), facts.knocks());
    check.forbid(hidden && !c.contracts.deals.0.is_empty(), Contradiction::LayingDownHidden);
    check.forbid(hidden && !declared && !knocked, Contradiction::DeclaringNobody);
    check.forbid(knocked && (!hidden || declared), Contradiction::KnockingHidden);
    check.forbid(knocked && c.players.max != 2, Contradiction::KnockingPlayers);
    let difference = c.scoring.who == WhoScores::Difference;
    check.forbid(knocked != difference, Contradiction::ScoringDifference);
    let deadwood = c.scoring.what == WhatCounts::Deadwood && c.matching.winner == Winner::Highest;
    check.forbid(knocked && !deadwood, Contradiction::KnockingScoring);
    check.forbid(knocked && facts.buying(), Contradiction::BuyingKnocking);
    let offered = c.dealing.opening_upcard == OpeningUpcard::Offered;
    check.forbid(offered && !c.dealing.upcard, Contradiction::OpeningNeedsUpcard);
    let loser_deals = c.dealing.next_dealer == NextDealer::Loser;
    check.forbid(loser_deals && c.players.max != 2, Contradiction::LoserDeals);
    let wall = matches!(c.stock_out.then, StockOut::Wall(_));
    check.forbid(wall && !knocked, Contradiction::StockWall);
    let reshuffles = c.stock_out.reshuffles.0.is_some() || !c.stock_out.shuffle;
    check.forbid(wall && reshuffles, Contradiction::StockWallReshuffles);
    let three = knocked && c.matching.tables == Tables::Three;
    check.forbid(three && c.matching.deals != MatchDeals::Target, Contradiction::MatchTablesTarget);
    check.forbid(knocked && c.settling.money == Money::PerPoint, Contradiction::SettlingKnocking);
    let last_lay_offs = c.laying_off.last_turns == LastLayOffs::OwnMeld;
    let groups = c.declaring.needs != Needs::NONE || c.scoring.grouping == LosersGrouping::Own;
    check.forbid(last_lay_offs && groups, Contradiction::LastLayOffsGroups);
    check.forbid(hidden && facts.swaps(), Contradiction::SwappingHidden);
    let individual = c.matching.advance == Advance::Individual;
    check.forbid(facts.by_deal() && individual, Contradiction::MatchAdvance);
}
