//! Decides which changes of choices have no effect. The engine knows which choices are idle; this module
//! knows which values of the others are equivalent, and which effects no scenario can show.

use upcard_cards::{AceMode, Element, MeldKind, Purity, WildCap};
use upcard_engine::choices::{
    BuyWhen, Chain, Choices, Dead, Facts, Freed, LastCard, LastDeal, LayDownMode, MatchDeals, May,
    Money, NextDealer, SwapFrom, SwapWho, ThenDraw, WhatCounts, WhoScores, Winner, choice,
};
use upcard_engine::{DealRules, RuleSet, Rules};

/// Maximum length of a run. One pack without wild cards has each card of a suit once; an ace at both ends
/// needs two.
fn longest_run(facts: &Facts<'_>) -> usize {
    // If nothing is laid on the table, a hand limits the run.
    if facts.hidden() {
        let players = facts.choices.players.max;
        let most = |deal| facts.choices.dealing.hand.at(deal, players).unwrap_or(0);
        let hand = (1..=13).map(most).max().unwrap_or(0);
        // With several required runs, none can have all the cards.
        let others = facts.choices.declaring.needs.sequences.saturating_sub(1);
        return hand.saturating_sub(others * facts.choices.melds.run_size).into();
    }
    match facts.choices.melds.ace {
        _ if facts.packs == 1 && !facts.wilds() => 13,
        AceMode::Low | AceMode::High => 13,
        AceMode::Either => 14,
        AceMode::Corner => usize::MAX,
    }
}

fn can_score_zero(facts: &Facts<'_>) -> bool {
    let s = &facts.choices.scoring;
    s.what == WhatCounts::Deadwood || (facts.wilds() && (s.joker == 0 || s.wilds.0 == Some(0)))
}

/// Returns `true` if each turn ends with a discard, so that the cards below it are never the upcard of a
/// later turn.
fn every_turn_discards(facts: &Facts<'_>) -> bool {
    let c = facts.choices;
    let throws_last = c.going_out.discard != LastCard::Forbidden
        && matches!(c.matching.last_deal, LastDeal::AsOthers | LastDeal::WholeHand)
        && c.discarding.taken_card == May::Allowed;
    let keeps_nothing = c.laying_down.mode == LayDownMode::AtOnce
        && (c.swapping.who == SwapWho::Nobody
            || c.swapping.freed == Freed::Hand
            || c.swapping.from != SwapFrom::AnyTime);
    throws_last && keeps_nothing && !c.shanghai.allowed
}

/// Returns `true` if a scenario can show the effect of this choice.
fn is_observable(path: &str, facts: &Facts<'_>) -> bool {
    match path {
        // A position has no clock; the table crate tests missed turns.
        "dropping.missed-turns" => false,
        // Display only; no rule depends on how much of the pile is shown.
        "discarding.pile" => false,
        // The pack is shuffled, so the dealing pattern matters only to scenarios of games that set one.
        "dealing.at-a-time" => facts.choices.dealing.at_a_time > 1,
        "wilds.per-deal" => facts.wilds(),
        // With one scoring player per hand, two cannot reach the target at once; and players who split a pool
        // have agreed to, or cannot pay for another deal.
        "match.ties" => !facts.knocks() && facts.choices.matching.eliminate_at.0.is_none(),
        _ => true,
    }
}

/// Returns `true` if changing this choice has an effect in these rules.
pub(super) fn applies(path: &str, before: &RuleSet, after: &RuleSet) -> bool {
    let facts = Facts::new(&before.choices);
    let matters = choice(path).is_some_and(|choice| choice.has_effect(&facts));
    matters && is_observable(path, &facts) && !without_effect(path, &facts, before, after)
}

/// Maximum number of wild cards that the melds of a deal's contract can hold, according to their own rules.
fn wild_capacity(deal: &DealRules) -> usize {
    let of = |element: &Element| match (element.purity, deal.melds.wild_cap) {
        (Purity::Pure, _) => 0,
        (_, WildCap::Count(most)) => usize::from(most),
        _ => usize::from(u8::MAX),
    };
    deal.contract.elements.iter().map(of).sum()
}

/// Returns `true` if this particular value has no effect, although others would.
fn without_effect(path: &str, facts: &Facts<'_>, before: &RuleSet, after: &RuleSet) -> bool {
    let both = |holds: &dyn Fn(&Choices) -> bool| holds(&before.choices) && holds(&after.choices);
    let same = |of: &dyn Fn(&Choices) -> usize| of(&before.choices) == of(&after.choices);
    // A price of zero stands for another price.
    let price = |own: u8, other: u8| usize::from(if own == 0 { other } else { own });
    match path {
        // If every hand costs points, the minimum is one anyway.
        "scoring.least" if !can_score_zero(facts) => both(&|c| c.scoring.least <= 1),
        // The winner of a single deal gains the difference.
        "match.ties" if one_deal(before) && before.choices.scoring.least > 0 => true,
        "settling.money"
            if one_deal(before) && before.choices.matching.winner == Winner::Lowest =>
        {
            both(&|c| matches!(c.settling.money, Money::PerPoint | Money::Difference))
        }
        // A wild card in a meld with fewer wilds than naturals implies two naturals.
        "wilds.set-naturals" if before.choices.wilds.cap == WildCap::FewerThanNaturals => {
            both(&|c| c.wilds.set_naturals <= 2)
        }
        // Both deal to the left.
        "dealing.next-dealer" => both(&|c| {
            matches!(c.dealing.next_dealer, NextDealer::Clockwise | NextDealer::Alternate)
        }),
        // Chips that do not decide the match change nothing else.
        "scoring.who" => {
            after.choices.scoring.who == WhoScores::Chips
                && before.choices.scoring.who == WhoScores::Losers
        }
        // Melds beyond a contract are not bound by it.
        "laying-down.runs-per-suit" => {
            let most = facts.most(MeldKind::Run);
            before.choices.laying_down.mode != LayDownMode::Free
                && both(&|c| c.laying_down.runs_per_suit.0.is_none_or(|n| n as usize >= most))
        }
        // Table sizes that the other rules refuse do not count.
        "players.min" | "players.max" => allowed_sizes(before) == allowed_sizes(after),
        "wilds.set-naturals" => {
            // A set of three with one wild card has two naturals.
            let one_each = matches!(before.choices.wilds.cap, WildCap::Count(0 | 1));
            let least = if one_each { 2 } else { 1 };
            both(&|c| c.wilds.set_naturals <= least)
        }
        "wilds.first-lay-total" => same_for_all_sizes(before, after, |rules| {
            let wilds = Facts::new(&rules.set.choices).max_wilds();
            let total =
                |deal: &DealRules| capped(deal.lay_down.max_wilds, wilds.min(wild_capacity(deal)));
            rules.deals.iter().map(total).collect::<Vec<_>>()
        }),
        "wilds.whole-suit" => same_for_all_sizes(before, after, |rules| {
            let total = |deal: &DealRules| capped(deal.lay_down.max_wilds, wild_capacity(deal));
            rules.deals.iter().map(total).collect::<Vec<_>>()
        }),
        // Every meld counts at least one point.
        "laying-down.first-points" => both(&|c| c.laying_down.first_points <= 1),
        // Same price as for going out otherwise.
        "settling.whole-hand" => same(&|c| price(c.settling.whole_hand, c.settling.out)),
        // Same price as an entry.
        "pool.rejoin-price" => same(&|c| price(c.pool.rejoin_price, c.settling.entry)),
        "melds.set-max" => same(&|c| capped(c.melds.set_max.0, facts.longest_set())),
        "melds.run-max" => same(&|c| capped(Some(c.melds.run_max), longest_run(facts))),
        // Dead discards matter to later turns only if they can become the upcard again, or if they are lost
        // to a new stock.
        "buying.dead" => {
            let same =
                |dead| (before.choices.buying.dead == dead) == (after.choices.buying.dead == dead);
            (!facts.replenishes_stock() || same(Dead::ForGood))
                && (every_turn_discards(facts) || same(Dead::ThisTurn))
        }
        // A dead pile then equals one that is closed for the turn if the active player must draw from the
        // stock.
        "buying.chain" => {
            let buying = &before.choices.buying;
            let close = both(&|c| matches!(c.buying.chain, Chain::Closed | Chain::Dead));
            let lost = facts.replenishes_stock() && buying.dead == Dead::ForGood;
            let by_itself =
                buying.when == BuyWhen::AfterRefusal && buying.then_draw == ThenDraw::Stock;
            close && by_itself && !lost && every_turn_discards(facts)
        }
        // The limit of reshuffles is reached first.
        "stock-out.stalemate" => {
            let limit = before.choices.stock_out.reshuffles.0;
            limit.is_some_and(|n| both(&|c| n <= c.stock_out.stalemate))
        }
        _ if path.starts_with("scoring.") => {
            same_for_all_sizes(before, after, |rules| {
                rules.deals.iter().map(|deal| deal.values).collect::<Vec<_>>()
            }) && !matches!(
                path,
                "scoring.who"
                    | "scoring.left-over"
                    | "scoring.what"
                    | "scoring.gin"
                    | "scoring.undercut"
                    | "scoring.spade-doubles"
                    | "scoring.low-ace"
                    | "scoring.melded-wild"
                    | "scoring.out-bonus"
                    | "scoring.going-rummy"
                    | "scoring.down-and-out"
                    | "scoring.grouping"
                    | "scoring.one-life"
                    | "scoring.cap"
                    | "scoring.least"
                    | "scoring.least-halved"
                    | "scoring.deal-show"
                    | "scoring.last-deal"
            )
        }
        "dealing.hand"
        | "contracts.deals"
        | "buying.deals"
        | "buying.price.cards"
        | "buying.limit.per-deal"
        | "match.last-deal" => same_for_all_sizes(before, after, normalized_deals),
        _ => false,
    }
}

fn one_deal(set: &RuleSet) -> bool {
    set.choices.matching.deals == MatchDeals::Count(1)
}

/// The limit, capped by what is reachable.
fn capped(limit: Option<u8>, reach: usize) -> usize {
    limit.map_or(reach, |n| reach.min(n.into()))
}

pub(super) fn table_sizes(set: &RuleSet) -> impl Iterator<Item = u8> + use<> {
    set.choices.players.min..=set.choices.players.max
}

fn allowed_sizes(set: &RuleSet) -> Vec<u8> {
    table_sizes(set).filter(|&n| Rules::new(set.clone(), n).is_ok()).collect()
}

/// Returns `true` if `of` is equal under both rule sets for every number of players.
fn same_for_all_sizes<T: PartialEq>(
    before: &RuleSet,
    after: &RuleSet,
    of: fn(&Rules) -> T,
) -> bool {
    let at = |set: &RuleSet, players| Rules::new(set.clone(), players).ok().map(|r| of(&r));
    table_sizes(before).all(|players| at(before, players) == at(after, players))
}

/// The deals of a match, normalized: the price of a buy counts only if buys exist, and a limit of zero means
/// no buying.
fn normalized_deals(rules: &Rules) -> Vec<DealRules> {
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
