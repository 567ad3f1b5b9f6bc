//! Exceptions: choices that a sheet need not mention.

use upcard_cards::MeldKind;
use upcard_engine::Rules;
use upcard_engine::choices::{
    Choices, Facts, LastDeal, LayDownMode, MatchDeals, StockOut, TopUse, WhoScores, choice,
};

/// Choices that a sheet mentions only if they are not at the default.
const MENTIONED_ONLY_IF_CHANGED: &[&str] = &[
    "pack.wild-suits",
    "buying.limit.per-match",
    "buying.until",
    "dealing.cut",
    "dealing.cut-bonus",
    "dealing.extra-card",
    "dealing.opening-upcard",
    "declaring.allowed",
    "declaring.undrawn",
    "discarding.wilds",
    "drawing.after-down",
    "drawing.deep",
    "drawing.discard",
    "drawing.discarded-wilds",
    "dropping.allowed",
    "dropping.missed-turns",
    "going-out.same-turn",
    "knocking.limit",
    "laying-down.first-points",
    "laying-down.whole-suit",
    "match.early-end",
    "match.eliminate-at",
    "melds.kinds",
    "pool.rejoin-price",
    "scoring.ace-by-colour",
    "scoring.cap",
    "scoring.deal-show",
    "scoring.down-and-out",
    "scoring.last-deal",
    "scoring.least",
    "scoring.queen-of-spades",
    "settling.fee",
    "settling.first-turn",
    "settling.melded-joker",
    "settling.melded-wild",
    "settling.money",
    "settling.no-wilds",
    "settling.one-suit",
    "settling.out",
    "settling.scored",
    "settling.undrawn",
    "settling.whole-hand",
    "shanghai.allowed",
    "swapping.full-sets",
    "wilds.apart",
    "wilds.first-lay-total",
    "wilds.per-deal",
    "wilds.where",
];

/// Returns `true` if a choice has no effect at a table beyond the default, so that a sheet need not mention
/// it.
pub(crate) fn may_omit(rules: &Rules, path: &str) -> bool {
    let c = &rules.set.choices;
    let row = choice(path).unwrap();
    let usual = || row.get(c) == row.get(&Choices::default());
    if !row.has_effect(&Facts::at(c, rules.players..=rules.players)) {
        return true;
    }
    let free = c.laying_down.mode == LayDownMode::Free;
    let void = c.laying_down.mode == LayDownMode::Hidden && c.stock_out.then == StockOut::Void;
    let played: Vec<_> = rules
        .deals
        .iter()
        .filter(|d| rules.schedule.is_empty() || rules.schedule.contains(&(d.number - 1)))
        .collect();
    let buying = played.iter().any(|deal| deal.buying);
    let buys_limited = played.iter().any(|deal| deal.buy_limit.is_some());
    let most = |kind| played.iter().map(|deal| deal.contract.count(kind)).max().unwrap_or(0);
    match path {
        "drawing.discard" | "settling.kitty" if !buying => true,
        _ if path.starts_with("buying.") && path != "buying.deals" && !buying => true,
        _ if MENTIONED_ONLY_IF_CHANGED.contains(&path) => usual(),
        // Nothing is melded on the table, so both limits count the same thing and the lower one applies.
        "stock-out.reshuffles" if void => {
            c.stock_out.reshuffles.0.is_none_or(|n| n > c.stock_out.stalemate)
        }
        "stock-out.stalemate" if void => {
            c.stock_out.reshuffles.0.is_some_and(|n| n <= c.stock_out.stalemate)
        }
        "wilds.set-naturals" => c.wilds.set_naturals < 2,
        "match.ties" => c.matching.deals == MatchDeals::LastPlayer,
        "pool.rejoin-fee" => c.pool.rejoin_fee && c.pool.rejoin_price > 0,
        "drawing.top-use" => !c.drawing.deep && c.drawing.top_use == TopUse::Free,
        "scoring.low-ace" => c.scoring.who != WhoScores::ShownMinusHand && usual(),
        "melds.pair-grows" | "wilds.in-pairs" => most(MeldKind::Pair) == 0,
        "laying-down.duty" => free,
        "laying-down.sets" => !free && most(MeldKind::Set) == 0,
        "laying-down.runs" | "laying-down.runs-per-suit" => !free && most(MeldKind::Run) == 0,
        "laying-down.same-rank-sets" => !free && most(MeldKind::Set) < 2,
        "laying-down.same-suit-runs" => !free && most(MeldKind::Run) < 2,
        // If there is a limit per match, the sheet does not say that deals have none.
        "buying.limit.per-deal" => !buys_limited && c.buying.limit_per_match.0.is_some(),
        "buying.limit.scope" => !buys_limited && c.buying.limit_per_match.0.is_none(),
        "match.target" => c.matching.deals != MatchDeals::Target,
        "match.last-deal" => {
            let last = played.iter().any(|deal| usize::from(deal.number) == rules.deals.len());
            !last || c.matching.last_deal == LastDeal::AsOthers
        }
        "match.advance" => rules.schedule.len() < 2,
        _ => false,
    }
}

/// Returns `true` if two rule sets that differ in a choice play the same at these tables.
pub(crate) fn same_game(a: &Rules, b: &Rules, path: &str) -> bool {
    if may_omit(a, path) && may_omit(b, path) {
        return true;
    }
    // The price and the limit of the deals with buying; the others have neither.
    let buys = |r: &Rules| -> Vec<(u8, Option<u8>)> {
        let open = r.deals.iter().filter(|deal| deal.buying);
        open.map(|deal| (deal.price_cards, deal.buy_limit)).collect()
    };
    match path {
        // Compares the number of cards, not its notation.
        "pack.packs" | "pack.jokers" => a.pack == b.pack,
        // Likewise: the notation for tables of other sizes is ignored.
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
        "buying.price.cards" | "buying.limit.per-deal" => buys(a) == buys(b),
        // A run has at most 13 cards, given the ace rule.
        "melds.run-max" => a.set.choices.melds.run_max.min(b.set.choices.melds.run_max) >= 13,
        "settling.places" => {
            let amounts = |r: &Rules| r.set.choices.settling.places.amounts(r.players as usize);
            amounts(a) == amounts(b)
        }
        _ => false,
    }
}
