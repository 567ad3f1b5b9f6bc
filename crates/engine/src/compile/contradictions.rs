//! Choices that contradict each other, whatever the number of players.

use upcard_cards::{AllWild, WildCap};

use super::kinds;
use crate::MAX_PLAYERS;
use crate::choice_types::{HandSize, MatchDeals, PerDeal, SomeDeals};
use crate::choices::{
    Advance, AutoSplit, Choices, Cut, DealEnds, Declares, DiscardedWilds, Dropping, Duty,
    ExtraCard, GoingRummy, KnockLimit, LastDeal, LastDealPoints, LastDiscard, LastTurns,
    LayDownMode, LayOffNeeds, LosersGrouping, ManualSplit, Money, Needs, NextDealer,
    OpeningUpcard, Rearrange, StockOut, SwapWho, Tables, WhatCounts, WhoScores, WildsPerDeal,
    Winner, WrongDeclaration,
};
use crate::flaws::Flaws;
use crate::ruleset::RuleSet;

/// The most contracts of a game: three times as many deals can still be counted in a byte.
const MOST_CONTRACTS: usize = 60;

/// The most deals of a match without contracts.
const MOST_DEALS: usize = 200;

/// The most runs that a declared hand can need.
const MOST_SEQUENCES: usize = 4;

/// The most new stocks in a row without a card to the table, so that deals end in good time.
const MOST_STALEMATE: u8 = 50;

/// What is wrong with a rule set.
pub(super) struct Check {
    pub(super) place: String,
    pub(super) flaws: Flaws,
}

impl Check {
    /// Notes this message where something is wrong.
    pub(super) fn no(&mut self, wrong: bool, message: impl Into<String>) {
        if wrong {
            self.flaws.push(&self.place, 0, message.into());
        }
    }
}

/// Choices that contradict each other.
pub(super) fn contradictions(set: &RuleSet, check: &mut Check) {
    let c = &set.choices;
    let contracts = c.contracts.deals.0.len();
    let free = c.laying_down.mode == LayDownMode::Free;
    let at_once = c.laying_down.mode == LayDownMode::AtOnce;
    let hidden = c.laying_down.mode == LayDownMode::Hidden;
    check.no(
        c.players.min < 2 || c.players.max as usize > MAX_PLAYERS || c.players.min > c.players.max,
        format!("players: from 2 to {MAX_PLAYERS}, the fewest not above the most"),
    );
    check.no(
        contracts > MOST_CONTRACTS,
        format!("contracts.deals: at most {MOST_CONTRACTS} contracts"),
    );
    check.no(
        contracts == 0 && !free && !hidden,
        "without contracts laying-down.mode must be \"free\" or \"hidden\"",
    );
    hidden_melds(c, check);
    declared_hands(c, check);
    leaving(c, check);
    let kinds = kinds(c);
    let lists: [(&str, Option<usize>); 3] = [
        (
            "dealing.hand",
            if let HandSize::ByDeal(l) = &c.dealing.hand { Some(l.len()) } else { None },
        ),
        (
            "buying.price.cards",
            if let PerDeal::List(l) = &c.buying.price_cards { Some(l.len()) } else { None },
        ),
        (
            "buying.limit.per-deal",
            match &c.buying.limit_per_deal.0 {
                Some(PerDeal::List(l)) => Some(l.len()),
                _ => None,
            },
        ),
    ];
    for (path, len) in lists {
        check.no(
            len.is_some_and(|n| n != kinds),
            match contracts {
                0 => format!("{path}: needs one entry for each of the {kinds} deals"),
                _ => format!("{path}: needs one entry for each of the {contracts} contracts"),
            },
        );
    }
    if let SomeDeals::List(list) = &c.buying.deals {
        check.no(
            list.iter().any(|&n| n == 0 || n as usize > kinds),
            "buying.deals: names a deal that there is not",
        );
    }
    match &c.matching.deals {
        MatchDeals::All => {
            let one = contracts == 0 && !matches!(c.dealing.hand, HandSize::ByDeal(_));
            check.no(one, "match.deals: without contracts, a number or \"target\"");
        }
        MatchDeals::Target => {
            check.no(c.matching.target == 0, "match.target: must be 1 or more");
        }
        MatchDeals::LastPlayer => {
            let none = c.matching.eliminate_at.0.is_none();
            check.no(none, "match.eliminate-at: with match.deals \"last-player\", a number");
        }
        numbers @ (MatchDeals::Count(_) | MatchDeals::ByPlayers(_)) => {
            let given = (c.players.min..=c.players.max).filter_map(|n| numbers.number(n));
            let one_kind = contracts == 0 && kinds == 1;
            let most = if one_kind { MOST_DEALS } else { kinds };
            check.no(
                given.into_iter().any(|n| n == 0 || usize::from(n) > most),
                match contracts {
                    0 if one_kind => format!("match.deals: from 1 to {MOST_DEALS}"),
                    0 => format!("match.deals: from 1 to the number of deals ({kinds})"),
                    _ => format!("match.deals: from 1 to the number of contracts ({contracts})"),
                },
            );
        }
        MatchDeals::List(list) => check.no(
            list.is_empty()
                || list.windows(2).any(|two| two[0] >= two[1])
                || list.iter().any(|&n| n == 0 || n as usize > kinds),
            format!("match.deals: rising deal numbers from 1 to {kinds}"),
        ),
    }
    check.no(c.melds.set_size < 3, "melds.set-size: at least 3");
    check.no(!(3..=14).contains(&c.melds.run_size), "melds.run-size: from 3 to 14");
    check.no(
        c.melds.run_max < c.melds.run_size || c.melds.run_max > 14,
        "melds.run-max: from melds.run-size to 14",
    );
    check.no(
        c.melds.set_max.0.is_some_and(|most| most < c.melds.set_size),
        "melds.set-max: not below melds.set-size",
    );
    check.no(c.pack.wild_ranks.0.count_ones() > 6, "pack.wild-ranks: at most six ranks");
    check.no(
        (free || hidden) && c.laying_down.duty == Duty::Compulsory,
        "laying-down.duty: nothing is compulsory where melds are free or hidden",
    );
    check.no(
        contracts == 0 && !hidden && c.laying_off.needs == LayOffNeeds::Contract,
        "laying-off.needs: without contracts, \"none\" or \"own-meld\"",
    );
    check.no(
        contracts == 0 && c.going_out.ends == DealEnds::ContractComplete,
        "going-out.ends: there is no contract to complete",
    );
    check.no(c.laying_down.melds_per_turn.0 == Some(0), "laying-down.melds-per-turn: at least 1");
    check.no(
        c.laying_down.runs_per_suit.0 == Some(0),
        "laying-down.runs-per-suit: at least 1; a game without runs has contracts without them",
    );
    check.no(
        contracts > 0 && !at_once && c.matching.last_deal == LastDeal::WholeHand,
        "match.last-deal: the whole hand goes down at once, so laying-down.mode must be \"at-once\"",
    );
    check.no(
        matches!(c.wilds.cap, WildCap::Count(_)) && c.wilds.only != AllWild::Never,
        "wilds.only: melds of wilds only break the limit of wilds.cap",
    );
    check.no(
        c.scoring.who == WhoScores::Winner && c.matching.winner == Winner::Lowest,
        "match.winner: where the winner of a deal gains points, the highest total must win",
    );
    check.no(
        c.stock_out.then == StockOut::Block && c.stock_out.reshuffles.0.is_some(),
        "stock-out.reshuffles: a stock that blocks the deal is never made anew",
    );
    check.no(
        c.stock_out.reshuffles.0 == Some(0),
        "stock-out.reshuffles: at least 1; that an empty stock ends the deal is stock-out.then",
    );
    check.no(
        !(1..=MOST_STALEMATE).contains(&c.stock_out.stalemate),
        format!("stock-out.stalemate: from 1 to {MOST_STALEMATE}"),
    );
    check.no(
        c.stock_out.then == StockOut::Block && !c.stock_out.shuffle,
        "stock-out.shuffle: a stock that blocks the deal is never made anew",
    );
    check.no(
        matches!(c.settling.money, Money::PerPoint | Money::Pool) && c.buying.price_pennies > 0,
        "settling.money: pennies go to a kitty, which only \"places\" pays out",
    );
    check.no(
        c.settling.money != Money::None && c.settling.unit == 0,
        "settling.unit: at least 1 where money changes hands",
    );
    check.no(
        c.dealing.cut_bonus > 0 && c.dealing.cut == Cut::None,
        "dealing.cut-bonus: without a cut nobody can earn it",
    );
}

/// What declared hands need, and what goes with them alone.
fn declared_hands(c: &Choices, check: &mut Check) {
    let declared = c.declaring.allowed != Declares::None;
    let needs = c.declaring.needs;
    check.no(
        !declared && needs != Needs::NONE,
        "declaring.needs: where no hand is declared there is none to need runs",
    );
    check.no(
        needs.pure > needs.sequences,
        "declaring.needs: the pure sequences are some of the sequences",
    );
    check.no(
        usize::from(needs.sequences) > MOST_SEQUENCES || needs.long > c.melds.run_max,
        format!("declaring.needs: at most {MOST_SEQUENCES} sequences, none longer than melds.run-max"),
    );
    check.no(
        needs.long > 0 && needs.sequences == 0,
        "declaring.needs: without sequences none can be long",
    );
    check.no(
        !declared && c.declaring.wrong == WrongDeclaration::Penalty,
        "declaring.wrong: where no hand is declared none is wrong",
    );
    check.no(
        c.scoring.grouping == LosersGrouping::Own
            && (!declared || c.scoring.what != WhatCounts::Deadwood),
        "scoring.grouping: players group their hands where hands are declared and deadwood counts",
    );
    check.no(
        c.drawing.discarded_wilds != DiscardedWilds::Allowed && c.knocking.limit != KnockLimit::None,
        "drawing.discarded-wilds: where one knocks any discard may be taken",
    );
}

/// What goes with leaving a deal or the match, and with chips.
fn leaving(c: &Choices, check: &mut Check) {
    let declared = c.declaring.allowed != Declares::None;
    let drops = c.dropping.allowed != Dropping::Never;
    let fixed = !matches!(c.matching.deals, MatchDeals::Target | MatchDeals::LastPlayer);
    check.no(
        drops && !declared,
        "dropping.allowed: players leave a deal only where hands are declared",
    );
    check.no(
        c.matching.eliminate_at.0.is_some() && c.matching.deals != MatchDeals::LastPlayer,
        "match.deals: with match.eliminate-at, \"last-player\"",
    );
    check.no(
        c.matching.eliminate_at.0.is_some()
            && (c.matching.winner != Winner::Lowest || c.scoring.who != WhoScores::Losers),
        "match.eliminate-at: scoring.who must be \"losers\" and match.winner \"lowest\"",
    );
    check.no(
        c.matching.winner == Winner::Chips && c.scoring.who != WhoScores::Chips,
        "match.winner: chips are handed over only where scoring.who is \"chips\"",
    );
    check.no(
        c.scoring.who == WhoScores::Chips && c.matching.winner == Winner::Highest,
        "match.winner: with scoring.who \"chips\", \"chips\" or \"lowest\"",
    );
    check.no(
        c.scoring.cap.0.is_some_and(|most| most == 0 || most < c.scoring.least),
        "scoring.cap: at least 1, and not below scoring.least",
    );
    check.no(
        c.scoring.last_deal == LastDealPoints::Double && !fixed,
        "scoring.last-deal: no deal is known to be the last one",
    );
    check.no(
        c.matching.early_end
            && (!fixed || c.scoring.cap.0.is_none() || c.matching.winner == Winner::Highest),
        "match.early-end: the number of deals and the most points of one must be fixed, and points \
         must count against players",
    );
    check.no(
        c.matching.early_end && c.matching.advance == Advance::Individual,
        "match.early-end: with match.advance \"individual\" the number of deals is open",
    );
    let limit = c.matching.eliminate_at.0;
    check.no(
        c.pool.rejoin_limit.0.is_some_and(|most| limit.is_none_or(|limit| most + 1 >= limit)),
        "pool.rejoin-limit: a number below match.eliminate-at, so that who comes back is not out",
    );
    let shared = c.pool.auto_split != AutoSplit::Off || c.pool.manual_split != ManualSplit::Off;
    check.no(
        shared && (limit.is_none() || !drops || c.dropping.first == 0),
        "pool.auto-split, pool.manual-split: pools are shared where players are out of the match and \
         a first drop has a price",
    );
}

/// What does not go with melds that stay in the hand, and what goes with nothing else.
fn hidden_melds(c: &Choices, check: &mut Check) {
    let hidden = c.laying_down.mode == LayDownMode::Hidden;
    let declared = c.declaring.allowed != Declares::None;
    check.no(
        hidden && !c.contracts.deals.0.is_empty(),
        "laying-down.mode: contracts are laid on the table, so melds cannot be \"hidden\"",
    );
    let knocked = c.knocking.limit != KnockLimit::None;
    check.no(
        hidden && !declared && !knocked,
        "declaring.allowed: where melds are hidden, somebody must be able to end the deal",
    );
    check.no(
        knocked && (!hidden || declared),
        "knocking.limit: one knocks where laying-down.mode is \"hidden\" and no hand is declared",
    );
    check.no(
        knocked && c.players.max != 2,
        "knocking.limit: a knock is answered by one other player, so players.max must be 2",
    );
    check.no(
        knocked != (c.scoring.who == WhoScores::Difference),
        "scoring.who: \"difference\" goes with a knocking.limit, and a limit with it",
    );
    check.no(
        knocked && (c.scoring.what != WhatCounts::Deadwood || c.matching.winner != Winner::Highest),
        "knocking.limit: scoring.what must be \"deadwood\" and match.winner \"highest\"",
    );
    check.no(
        knocked && c.buying.deals != SomeDeals::None,
        "buying.deals: where one knocks nobody buys",
    );
    check.no(
        !knocked && c.dealing.opening_upcard == OpeningUpcard::Offered,
        "dealing.opening-upcard: it is offered only where one knocks",
    );
    check.no(
        c.dealing.opening_upcard == OpeningUpcard::Offered && !c.dealing.upcard,
        "dealing.opening-upcard: no card is turned up",
    );
    check.no(
        c.dealing.extra_card != ExtraCard::None && (!knocked || c.dealing.upcard),
        "dealing.extra-card: only where one knocks, and no card is turned up",
    );
    check.no(
        c.dealing.next_dealer == NextDealer::Loser && c.players.max != 2,
        "dealing.next-dealer: of more than two players there is no one loser",
    );
    check.no(
        matches!(c.stock_out.then, StockOut::Wall(_)) && !knocked,
        "stock-out.then: a wall is left only where one knocks",
    );
    check.no(
        matches!(c.stock_out.then, StockOut::Wall(_))
            && (c.stock_out.reshuffles.0.is_some() || !c.stock_out.shuffle),
        "stock-out.then: with a wall the stock is never made anew",
    );
    check.no(
        c.stock_out.last_discard == LastDiscard::MayKnock
            && !matches!(c.stock_out.then, StockOut::Wall(_)),
        "stock-out.last-discard: only where stock-out.then leaves a wall",
    );
    check.no(
        knocked && c.matching.deals != MatchDeals::Target && c.matching.tables == Tables::Three,
        "match.tables: three games are played to a target",
    );
    check.no(!knocked && c.matching.tables == Tables::Three, "match.tables: only where one knocks");
    check.no(
        knocked && c.settling.money == Money::PerPoint,
        "settling.money: where one knocks, \"difference\" pays by the point",
    );
    check.no(
        !hidden && declared,
        "declaring.allowed: hands are declared only where laying-down.mode is \"hidden\"",
    );
    check.no(
        !declared && c.declaring.last_turns == LastTurns::OneEach,
        "declaring.last-turns: where no hand is declared there are none",
    );
    check.no(
        !hidden && c.scoring.what == WhatCounts::Deadwood,
        "scoring.what: where melds are laid on the table, all cards in hand count",
    );
    check.no(
        hidden && c.shanghai.allowed,
        "shanghai.allowed: where melds are hidden there is none to add to",
    );
    check.no(
        hidden && c.swapping.who != SwapWho::Nobody,
        "swapping.who: where melds are hidden no wild lies on the table",
    );
    check.no(
        hidden && c.rearranging.allowed != Rearrange::Never,
        "rearranging.allowed: where melds are hidden none lies on the table",
    );
    check.no(
        hidden && c.scoring.going_rummy != GoingRummy::None,
        "scoring.going-rummy: where melds are hidden every hand goes at once",
    );
    check.no(
        c.wilds.per_deal != WildsPerDeal::None && c.matching.advance == Advance::Individual,
        "match.advance: with wilds.per-deal all must play the same deal",
    );
}
