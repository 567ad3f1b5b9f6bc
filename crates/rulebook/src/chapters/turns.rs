//! A turn, buying, the Shanghai call, going out.

use upcard_engine::choices::{
    AfterDown, BuyUntil, BuyWho, CallPrice, Chain, DealEnds, Declares, DiscardPrice,
    DiscardedWilds, Dropping, KnockLimit, LastCard, LastDeal, LastTurns, LayDownMode, TopUse,
    WildDiscards, WrongDeclaration,
};

use upcard_engine::DealRules;

use crate::chapters::cards::by_deal;
use crate::page::Page;
use crate::words::{Args, counted, number, plain, text};

fn buying_anywhere(page: &Page<'_>) -> bool {
    page.deals().iter().any(|deal| deal.buying)
}

pub(super) fn turn(page: &mut Page<'_>) {
    let drawing = &page.c.drawing;
    if drawing.deep {
        page.sentence("turn-draw-deep", &["drawing.deep"], Args::new());
        page.sentence("deep-all", &["drawing.deep"], Args::new());
        page.choice("drawing.deep-use");
        page.sentence("deep-others", &["drawing.deep"], Args::new());
    } else {
        page.sentence("turn-draw", &[], Args::new());
    }
    if drawing.deep || drawing.top_use != TopUse::Free {
        page.choice("drawing.top-use");
    }
    if !drawing.deep && drawing.top_use != TopUse::Free {
        page.choice("drawing.deep-use");
    }
    if page.has_wilds() && page.c.drawing.discarded_wilds != DiscardedWilds::Allowed {
        page.choice("drawing.discarded-wilds");
    }
    if drawing.discard != DiscardPrice::Free {
        page.choice("drawing.discard");
    }
    if drawing.after_down != AfterDown::Both {
        let contracts = if page.rules.has_contracts() { "yes" } else { "no" };
        page.choice_with("drawing.after-down", &[], Args::new().with("contracts", contracts));
    }
    if !buying_anywhere(page) {
        page.sentence("buying-none", &["buying.deals"], Args::new());
    }
    let hidden = page.has_hidden_melds();
    if hidden {
        let id = if page.has_knocking() { "turn-knock" } else { "turn-hidden" };
        page.sentence(id, &[], Args::new());
    } else {
        page.sentence("turn-play", &[], Args::new());
        page.choice("turn.order");
    }
    page.sentence("turn-discard", &[], Args::new());
    page.choice("discarding.taken-card");
    if page.c.discarding.wilds != WildDiscards::Allowed {
        page.choice("discarding.wilds");
        if page.has_wilds() {
            let choices = &["discarding.wilds", "wilds.first-lay-total", "wilds.whole-suit"];
            page.of_deals("wilds-idle", choices, DealRules::uses_no_wilds);
        }
    }
    if !hidden {
        page.sentence("turn-finish", &[], Args::new());
        page.sentence("turn-undo", &[], Args::new());
    }
    if page.c.drawing.deep {
        page.sentence("deep-pile", &["discarding.pile"], Args::new());
    } else {
        page.choice("discarding.pile");
    }
}

pub(super) fn buying(page: &mut Page<'_>) {
    if !buying_anywhere(page) {
        return;
    }
    let b = &page.c.buying;
    let deals: Vec<_> = page.deals();
    let open: Vec<_> = deals.iter().filter(|deal| deal.buying).collect();
    if open.len() == deals.len() {
        page.sentence("buying-all", &["buying.deals"], Args::new());
    } else {
        page.of_deals("buying-some", &["buying.deals"], |deal| deal.buying);
    }
    page.choice("buying.when");
    let own = usize::from(page.c.drawing.discard == DiscardPrice::Bought);
    page.choice_with("buying.who", &[], Args::new().with("own", own));
    if b.until != BuyUntil::Deal {
        page.choice("buying.until");
    }
    page.choice("buying.own-discard");
    page.choice("buying.priority");
    if b.who == BuyWho::Everyone {
        page.sentence("buying-active-first", &["buying.who"], Args::new());
    }
    let prices: Vec<u8> = open.iter().map(|deal| deal.price_cards).collect();
    if let [first, rest @ ..] = prices.as_slice()
        && rest.iter().all(|n| n == first)
    {
        let price = counted((*first).into(), "cards");
        page.sentence("price-cards", &["buying.price.cards"], price);
    } else {
        let cards: Vec<(u8, String)> =
            open.iter().map(|deal| (deal.number, number(deal.price_cards))).collect();
        let args = Args::new().with("cards", by_deal(&cards));
        page.sentence("price-cards-by-deal", &["buying.price.cards"], args);
    }
    let pennies = counted(b.price_pennies.into(), "pennies");
    page.sentence("price-pennies", &["buying.price.pennies"], pennies);
    page.sentence("buying-waits", &[], Args::new());
    let times = |n: u8| text("times", None, &counted(n.into(), "times"));
    let per_deal = open.iter().any(|deal| deal.buy_limit.is_some());
    if !per_deal && b.limit_per_match.0.is_none() {
        page.sentence("limit-none", &["buying.limit.per-deal"], Args::new());
    } else if per_deal {
        let words = |limit: Option<u8>| limit.map_or_else(|| plain("any-number"), times);
        let limits: Vec<(u8, String)> =
            open.iter().map(|deal| (deal.number, words(deal.buy_limit))).collect();
        let one = open.windows(2).all(|two| two[0].buy_limit == two[1].buy_limit);
        let id = if one { "rule-buying-limit-scope" } else { "limit-by-deal" };
        let args = Args::new().with("limit", by_deal(&limits));
        let choices = &["buying.limit.per-deal", "buying.limit.scope"];
        page.choice_of(id, "buying.limit.scope", choices, args);
    }
    if let Some(n) = b.limit_per_match.0 {
        let choices = &["buying.limit.per-match", "buying.limit.scope"];
        let args = Args::new().with("limit", times(n));
        page.choice_of("limit-per-match", "buying.limit.scope", choices, args);
    }
    page.choice("buying.chain");
    if b.chain == Chain::Dead {
        page.choice("buying.dead");
    }
    page.choice("buying.then-draw");
}

pub(super) fn shanghai(page: &mut Page<'_>) {
    if !page.c.shanghai.allowed {
        return;
    }
    // "Shanghai" is a term of contract games; in other games it is a plain call.
    let word = |has: bool| if has { "yes" } else { "no" };
    let contracts = word(page.rules.has_contracts());
    let with_contracts = || Args::new().with("contracts", contracts);
    page.sentence("shanghai", &["shanghai.allowed"], with_contracts());
    page.choice("shanghai.price");
    let picks = page.c.shanghai.price == CallPrice::BlindCard;
    if picks {
        let args = with_contracts().with("buying", word(buying_anywhere(page)));
        page.sentence("shanghai-protect", &["shanghai.allowed"], args);
    }
    page.choice("shanghai.priority");
    let id = if picks { "shanghai-out" } else { "shanghai-last-card" };
    page.sentence(id, &["shanghai.allowed"], with_contracts());
}

fn knocking(page: &mut Page<'_>) {
    let c = &page.c.knocking;
    page.choice("knocking.limit");
    if c.limit == KnockLimit::Upcard {
        page.choice("knocking.ace-upcard");
        page.sentence("knock-upcard-known", &["knocking.limit"], Args::new());
    }
    page.sentence("knock-optional", &[], Args::new());
    page.choice("knocking.groups");
    page.choice("knocking.lay-off");
    page.choice("knocking.defence");
    page.choice("knocking.tie");
    page.sentence("gin-safe", &[], Args::new());
    page.choice("knocking.big-gin");
}

pub(super) fn declaring(page: &mut Page<'_>) {
    if page.has_knocking() {
        knocking(page);
    }
    let c = &page.c.declaring;
    if c.allowed == Declares::None {
        return;
    }
    page.choice("declaring.allowed");
    let needs = c.needs;
    let args = Args::new()
        .with("sequences", needs.sequences)
        .with("count", number(needs.sequences))
        .with("pure", needs.pure)
        .with("pure-count", number(needs.pure));
    page.sentence("declaring-needs", &["declaring.needs"], args);
    if needs.sets > 0 {
        page.sentence("declaring-sets", &["declaring.needs"], Args::new());
    }
    if needs.long > 0 {
        let args = Args::new().with("long", number(needs.long));
        page.sentence("declaring-long", &["declaring.needs"], args);
    }
    if c.undrawn {
        page.sentence("declaring-undrawn", &["declaring.undrawn"], Args::new());
    }
    page.choice("declaring.groups");
    if c.allowed == Declares::AllButDiscard {
        page.choice("declaring.finish-card");
    }
    page.choice("declaring.last-turns");
    if c.last_turns == LastTurns::OneEach {
        page.choice("laying-off.last-turns");
        page.sentence("last-turns-won", &[], Args::new());
    }
    let paths: &[&str] = match c.wrong {
        WrongDeclaration::Penalty => &["declaring.penalty"],
        WrongDeclaration::Refused => &[],
    };
    let args = Args::new().with("points", c.penalty).with("players", page.rules.players);
    page.choice_with("declaring.wrong", paths, args);
    let drops = page.c.dropping.allowed.is_for(page.rules.players);
    if !drops && c.wrong == WrongDeclaration::Penalty {
        page.sentence("last-player", &[], Args::new());
    }
}

pub(super) fn dropping(page: &mut Page<'_>) {
    let c = page.c;
    if c.declaring.allowed == Declares::None {
        return;
    }
    if c.dropping.allowed != Dropping::Never {
        let players = Args::new().with("players", page.rules.players);
        page.choice_with("dropping.allowed", &[], players);
        page.choice("dropping.when");
        let first = Args::new().with("n", c.dropping.first);
        page.sentence("drop-first", &["dropping.first"], first);
        let middle = Args::new().with("n", c.dropping.middle);
        page.sentence("drop-middle", &["dropping.middle"], middle);
        if let Some(turns) = c.dropping.missed_turns.0 {
            let turns = Args::new().with("turns", turns).with("count", number(turns));
            page.sentence("drop-missed", &["dropping.missed-turns"], turns);
        }
        if c.dropping.allowed.is_for(page.rules.players) {
            page.sentence("last-player", &[], Args::new());
        }
    }
}

pub(super) fn going_out(page: &mut Page<'_>) {
    let c = page.c;
    if page.has_hidden_melds() {
        return;
    }
    let contracts = page.rules.has_contracts();
    page.choice("going-out.ends");
    let same_turn = &["going-out.same-turn"];
    if page.deals().iter().all(|deal| deal.out_at_once) {
        page.sentence("same-turn-always", same_turn, Args::new());
    } else {
        page.of_deals("same-turn", same_turn, |deal| deal.out_at_once);
    }
    // If every deal of the match has a special rule, the general one is omitted.
    let last = page.rules.deals.len();
    let special = |number: u8| {
        contracts && number as usize == last && c.matching.last_deal != LastDeal::AsOthers
    };
    let by_contract = c.going_out.ends == DealEnds::ContractComplete;
    if !by_contract && !page.deals().iter().all(|deal| special(deal.number)) {
        page.choice("going-out.discard");
        if c.going_out.discard == LastCard::Forbidden {
            page.sentence("keep", &["going-out.discard"], Args::new());
        }
    }
    if !by_contract && page.deals().iter().any(|deal| special(deal.number)) {
        page.choice_as("last-deal-out", "match.last-deal", Args::new().with("deal", last));
    }
    if contracts && c.going_out.ends == DealEnds::HandEmpty {
        let id = match c.laying_down.mode {
            LayDownMode::AtOnce
                if c.shanghai.allowed && c.shanghai.price == CallPrice::BlindCard =>
            {
                "contract-before-out-shanghai"
            }
            LayDownMode::AtOnce => "contract-before-out",
            LayDownMode::Piecemeal | LayDownMode::Free | LayDownMode::Hidden => {
                "contract-before-out-parts"
            }
        };
        page.sentence(id, &[], Args::new());
    }
}
