//! What a sheet need not speak of.

use upcard_cards::{JOKER, Rank};
use upcard_engine::choice_types::MatchDeals;
use upcard_engine::choices::{
    AfterDown, BuyUntil, Chain, Cut, DealEnds, DealShow, Declares, DiscardPrice, DiscardedWilds,
    DownAndOut, Dropping, ExtraCard, KnockLimit, LastDeal, LastDealPoints, LastTurns, LayDownMode,
    LayOffNeeds, MeldKinds, Money, OpeningUpcard, Percent, Rearrange, StockOut, SwapWho, TopUse,
    WhatCounts, WhoScores, WildDiscards, WildsPerDeal, WildsWhere, WrongDeclaration,
};
use upcard_engine::{Facts, Rules};

/// Where a choice has no effect, so that a sheet need not speak of it.
pub(crate) fn silent(rules: &Rules, path: &str) -> bool {
    let c = &rules.set.choices;
    if !Facts::at(c, rules.players..=rules.players).has_effect(path) {
        return true;
    }
    let contracts = rules.has_contracts();
    let free = c.laying_down.mode == LayDownMode::Free;
    let shown = c.scoring.who == WhoScores::ShownMinusHand;
    let knocks = c.knocking.limit != KnockLimit::None;
    let hidden = c.laying_down.mode == LayDownMode::Hidden;
    let per_deal = c.wilds.per_deal != WildsPerDeal::None;
    let turned = c.wilds.per_deal == WildsPerDeal::Turned;
    let declared = c.declaring.allowed != Declares::None;
    let wild_ranks = !c.pack.wild_ranks.is_empty() || per_deal;
    let wilds = rules.pack.has(JOKER) || wild_ranks;
    let played: Vec<_> = if rules.schedule.is_empty() {
        rules.deals.iter().collect()
    } else {
        rules.deals.iter().filter(|d| rules.schedule.contains(&(d.number - 1))).collect()
    };
    let buying = played.iter().any(|deal| deal.buying);
    let most = |letter: char| {
        let count = |text: &str| text.matches(letter).count();
        played
            .iter()
            .map(|d| {
                let all: Vec<String> = d.contract.elements.iter().map(|e| e.to_string()).collect();
                count(&all.concat())
            })
            .max()
            .unwrap_or(0)
    };
    let last = rules.deals.len();
    let last_played = contracts && played.iter().any(|d| d.number as usize == last);
    let special = last_played && c.matching.last_deal != LastDeal::AsOthers;
    match path {
        "laying-down.mode" => false,
        "dealing.opening-upcard" => c.dealing.opening_upcard == OpeningUpcard::Normal,
        "dealing.extra-card" => c.dealing.extra_card == ExtraCard::None,
        "knocking.ace-upcard" => c.knocking.limit != KnockLimit::Upcard,
        "scoring.gin"
        | "scoring.undercut"
        | "scoring.spade-doubles"
        | "match.game-bonus"
        | "match.box"
        | "match.box-when"
        | "match.gin-boxes"
        | "match.shutout"
        | "match.tables" => !knocks,
        _ if path.starts_with("knocking.") => !knocks,
        // Where nothing reaches the table, the two limits count the same, and the lower one holds.
        "stock-out.reshuffles" if hidden && c.stock_out.then == StockOut::Void => {
            c.stock_out.reshuffles.0.is_none_or(|n| n > c.stock_out.stalemate)
        }
        "stock-out.stalemate" if hidden && c.stock_out.then == StockOut::Void => {
            c.stock_out.reshuffles.0.is_some_and(|n| n <= c.stock_out.stalemate)
        }
        "stock-out.last-discard" => !matches!(c.stock_out.then, StockOut::Wall(_)),
        "stock-out.reuse" | "stock-out.shuffle" | "stock-out.reshuffles"
            if matches!(c.stock_out.then, StockOut::Wall(_)) =>
        {
            true
        }
        "wilds.per-deal" => !per_deal,
        "wilds.turned-joker" => !turned || !rules.pack.has(JOKER),
        "wilds.turned-card" => !turned,
        "drawing.discarded-wilds" => !wilds || c.drawing.discarded_wilds == DiscardedWilds::Allowed,
        "declaring.penalty" => c.declaring.wrong != WrongDeclaration::Penalty,
        "declaring.finish-card" => c.declaring.allowed != Declares::AllButDiscard,
        "declaring.undrawn" => !declared || !c.declaring.undrawn,
        _ if path.starts_with("declaring.") => !declared,
        "dropping.missed-turns" => {
            c.dropping.allowed == Dropping::Never || c.dropping.missed_turns.0.is_none()
        }
        _ if path.starts_with("dropping.") => c.dropping.allowed == Dropping::Never,
        "scoring.grouping" => !declared || c.scoring.what != WhatCounts::Deadwood,
        "scoring.one-life" => {
            !declared || c.scoring.what != WhatCounts::Deadwood || c.declaring.needs.sequences == 0
        }
        "scoring.cap" => c.scoring.cap.0.is_none(),
        "scoring.least" => c.scoring.least == 0,
        "scoring.deal-show" => c.scoring.deal_show == DealShow::Full,
        "scoring.last-deal" => c.scoring.last_deal == LastDealPoints::Off,
        "match.chips" => c.scoring.who != WhoScores::Chips,
        "match.early-end" => !c.matching.early_end,
        "match.eliminate-at" => c.matching.deals != MatchDeals::LastPlayer,
        "match.winner" | "match.ties" if c.matching.deals == MatchDeals::LastPlayer => true,
        "pool.rejoin-limit" | "pool.auto-split" | "pool.manual-split" => {
            c.matching.deals != MatchDeals::LastPlayer
        }
        "pool.rejoin-price" => c.pool.rejoin_price == 0 || !c.pool.rejoin_fee,
        "pool.rejoin-fee" if c.pool.rejoin_fee && c.pool.rejoin_price > 0 => true,
        "pool.rejoin-fee" => c.pool.rejoin_limit.0.is_none() || c.settling.money != Money::Pool,
        _ if path.starts_with("pool.") => c.pool.rejoin_limit.0.is_none(),
        "scoring.what" => !hidden,
        "wilds.slide" | "wilds.cap-scope" | "turn.order" | "scoring.going-rummy" if hidden => true,
        "laying-off.last-turns" => c.declaring.last_turns == LastTurns::None,
        _ if hidden
            && ["laying-down.", "laying-off.", "rearranging.", "swapping.", "going-out."]
                .iter()
                .any(|chapter| path.starts_with(chapter)) =>
        {
            true
        }
        "drawing.after-down" => c.drawing.after_down == AfterDown::Both,
        "discarding.wilds" => c.discarding.wilds == WildDiscards::Allowed,
        "scoring.down-and-out" => c.scoring.down_and_out == DownAndOut::None,
        "wilds.first-lay-total" => c.wilds.first_lay_total.0.is_none(),
        "drawing.discard" => c.drawing.discard == DiscardPrice::Free || !buying,
        "buying.limit.per-match" => c.buying.limit_per_match.0.is_none() || !buying,
        "wilds.apart" => c.wilds.apart == 0,
        "wilds.where" => c.wilds.place == WildsWhere::Everywhere,
        "laying-down.whole-suit" => !c.laying_down.whole_suit,
        "wilds.set-naturals" => c.wilds.set_naturals < 2,
        "buying.until" => c.buying.until == BuyUntil::Deal || !buying,
        "scoring.ace-by-colour" => c.scoring.ace_by_colour.0.is_none(),
        "drawing.deep" => !c.drawing.deep,
        "drawing.deep-use" | "drawing.top-use" => {
            !c.drawing.deep && c.drawing.top_use == TopUse::Free
        }
        "scoring.low-ace" => !shown && c.scoring.low_ace.0.is_none(),
        "scoring.out-bonus" => !shown,
        "scoring.melded-wild" => !(shown || c.laying_down.first_points > 0) || !wilds,
        "laying-down.first-points" => c.laying_down.first_points == 0,
        "swapping.full-sets" => !c.swapping.full_sets,
        "melds.kinds" => c.melds.kinds == MeldKinds::Both,
        "settling.melded-wild" => c.settling.melded_wild == 0,
        "settling.melded-joker" => c.settling.melded_joker == 0,
        "settling.no-wilds" => c.settling.no_wilds == 0,
        "settling.first-turn" => c.settling.first_turn == 0,
        "settling.undrawn" => c.settling.undrawn == 0,
        "settling.one-suit" => c.settling.one_suit == 0,
        "settling.out" => c.settling.out == 0,
        "settling.whole-hand" => c.settling.whole_hand == 0,
        "scoring.queen-of-spades" => c.scoring.queen_of_spades.0.is_none(),
        "melds.pair-grows" => most('P') == 0,
        "wilds.in-pairs" => most('P') == 0 || !wilds,
        "wilds.cap-scope" => !wilds || c.wilds.cap == upcard_cards::WildCap::None,
        "wilds.natural-place" => !wild_ranks,
        "swapping.who" => !wilds,
        "swapping.where" | "swapping.from" | "swapping.freed" | "swapping.timing" => {
            !wilds || c.swapping.who == SwapWho::Nobody
        }
        "rearranging.wilds" => !wilds || c.rearranging.allowed == Rearrange::Never,
        "rearranging.new-melds" => c.rearranging.allowed == Rearrange::Never,
        _ if path.starts_with("wilds.") => !wilds,
        "dealing.cut-bonus" => c.dealing.cut == Cut::None || c.dealing.cut_bonus == 0,
        "dealing.cut" => c.dealing.cut == Cut::None,
        "laying-down.melds-per-turn" => !free,
        "laying-down.extra-melds" | "laying-down.duty" => free,
        "laying-down.sets" => !free && most('S') == 0,
        "laying-down.runs" | "laying-down.runs-per-suit" => !free && most('R') == 0,
        "laying-down.same-rank-sets" => !free && most('S') < 2,
        "laying-down.same-suit-runs" => {
            (!free && most('R') < 2) || c.laying_down.runs_per_suit.0 == Some(1)
        }
        "laying-off.from" => c.laying_off.needs == LayOffNeeds::None,
        "buying.deals" => false,
        // Where a match has a limit, it is not said that deals have none.
        "buying.limit.per-deal" => {
            let of_deals = played.iter().any(|d| d.buy_limit.is_some());
            !buying || !of_deals && c.buying.limit_per_match.0.is_some()
        }
        "buying.limit.scope" => {
            let of_deals = played.iter().any(|d| d.buy_limit.is_some());
            !buying || !of_deals && c.buying.limit_per_match.0.is_none()
        }
        "buying.dead" => !buying || c.buying.chain != Chain::Dead,
        _ if path.starts_with("buying.") => !buying,
        "shanghai.allowed" | "shanghai.priority" | "shanghai.price" => !c.shanghai.allowed,
        "going-out.discard" => {
            (special && played.len() == 1) || c.going_out.ends == DealEnds::ContractComplete
        }
        "stock-out.block-at" => c.stock_out.then != StockOut::Block,
        "stock-out.reuse"
        | "stock-out.shuffle"
        | "stock-out.reshuffles"
        | "stock-out.stalemate" => c.stock_out.then == StockOut::Block,
        "scoring.joker" => !rules.pack.has(JOKER),
        "scoring.wilds" => !wild_ranks,
        "scoring.two" => c.scoring.wilds.0.is_some() && c.pack.wild_ranks.has(Rank::TWO),
        "match.target" => c.matching.deals != MatchDeals::Target,
        "match.last-deal" => !special,
        "match.advance" => !contracts || rules.schedule.len() < 2,
        "settling.money" => c.settling.money == Money::None,
        "settling.places" => c.settling.money != Money::Places,
        "settling.unit" => c.settling.money == Money::None,
        "settling.fee" => c.settling.money == Money::None || c.settling.fee == Percent(0),
        "settling.kitty" => {
            c.settling.money != Money::Places || c.buying.price_pennies == 0 || !buying
        }
        _ => false,
    }
}

/// Do these two rule sets play the same at these tables, though a choice of this path differs?
pub(crate) fn same_game(a: &Rules, b: &Rules, path: &str) -> bool {
    if silent(a, path) && silent(b, path) {
        return true;
    }
    let limits = |r: &Rules| r.deals.iter().map(|d| (d.buying, d.buy_limit)).collect::<Vec<_>>();
    let prices = |r: &Rules| r.deals.iter().map(|d| (d.buying, d.price_cards)).collect::<Vec<_>>();
    let open = |all: Vec<(bool, u8)>| all.into_iter().filter(|d| d.0).collect::<Vec<_>>();
    match path {
        // The number of cards is what counts, not how it is written.
        "pack.packs" | "pack.jokers" => a.pack == b.pack,
        // Nor how the number of deals is written for tables of other sizes.
        "match.deals" => {
            let deals = |r: &Rules| r.set.choices.matching.deals.number(r.players);
            deals(a).is_some() && deals(a) == deals(b)
        }
        "dealing.hand" => a.deals.iter().map(|d| d.hand).eq(b.deals.iter().map(|d| d.hand)),
        _ if path.starts_with("scoring.") && a.values != b.values => false,
        "scoring.two"
        | "scoring.three-to-seven"
        | "scoring.eight-nine"
        | "scoring.ten"
        | "scoring.court"
        | "scoring.ace" => true,
        // Deals without buying have neither price nor limit.
        "buying.price.cards" => open(prices(a)) == open(prices(b)),
        "buying.limit.per-deal" => {
            let open = |r| limits(r).into_iter().filter(|d| d.0).collect::<Vec<_>>();
            open(a) == open(b)
        }
        // The ace leaves a run no more than 13 places.
        "melds.run-max" => a.set.choices.melds.run_max.min(b.set.choices.melds.run_max) >= 13,
        "settling.places" => {
            let amounts = |r: &Rules| r.set.choices.settling.places.amounts(r.players as usize);
            amounts(a) == amounts(b)
        }
        _ => false,
    }
}
