//! The exhausted stock, scoring, the match, money.

use upcard_cards::{Card, JOKER, RANKS, SUITS, Suit};
use upcard_engine::MAX_IDLE_ROUNDS;
use upcard_engine::choices::{
    Advance, BoxWhen, CourtPoints, DealShow, Declares, DownAndOut, GoingRummy, LastCard,
    LastDealPoints, MatchDeals, Money, OneLifeCosts, Percent, Places, Points, RejoinAt, StockOut,
    WhatCounts, WhoScores, WildSuits, WildsPerDeal,
};

use crate::names::wilds_names;
use crate::page::Page;
use crate::words::{Args, counted, list, number, plain};

pub(super) fn stock_out(page: &mut Page<'_>) {
    let s = &page.c.stock_out;
    let blocked = match page.c.scoring.who {
        WhoScores::Losers | WhoScores::Chips | WhoScores::Difference => "blocked",
        WhoScores::Winner => "blocked-winner",
        WhoScores::ShownMinusHand => "blocked-shown",
        WhoScores::Payments => "blocked-payments",
    };
    let void = s.then == StockOut::Void;
    match s.then {
        StockOut::Block => {
            let both = &["stock-out.then", "stock-out.block-at"];
            let path = "stock-out.block-at";
            page.choice_of("rule-stock-out-block-at", path, both, Args::new());
            circles(page, "circles");
            page.sentence(blocked, &["stock-out.then", "scoring.who"], Args::new());
        }
        StockOut::Wall(n) => {
            page.sentence("wall", &["stock-out.then"], counted(n.into(), "cards"));
            page.choice("stock-out.last-discard");
            let times = counted(s.stalemate.into(), "times");
            page.sentence("wall-taken", &["stock-out.stalemate"], times);
            page.sentence("void-limit", &["stock-out.then"], Args::new());
        }
        StockOut::Reshuffle | StockOut::Void => {
            page.sentence("new-stock", &["stock-out.then"], Args::new());
            page.sentence("no-cards", &[], Args::new());
            page.choice("stock-out.reuse");
            page.choice("stock-out.shuffle");
            new_stocks(page);
            if void {
                page.sentence("void", &["stock-out.then"], Args::new());
                page.sentence("void-limit", &["stock-out.then"], Args::new());
            } else {
                page.sentence(blocked, &["stock-out.then", "scoring.who"], Args::new());
            }
        }
    }
}

/// How often the discards may be reshuffled into a new stock.
fn new_stocks(page: &mut Page<'_>) {
    let s = &page.c.stock_out;
    let limit = |n: u8| counted(n.into(), "times").with("most", number(n));
    if s.then == StockOut::Void && page.has_hidden_melds() {
        // Nothing is melded on the table, so both limits count the same thing and the lower one applies.
        match s.reshuffles.0.filter(|n| *n <= s.stalemate) {
            Some(n) => page.sentence("reshuffles-most", &["stock-out.reshuffles"], limit(n)),
            None => page.sentence("void-stalemate", &["stock-out.stalemate"], limit(s.stalemate)),
        }
        circles(page, "circles-void");
        return;
    }
    match s.reshuffles.0 {
        None => page.sentence("reshuffles-any", &["stock-out.reshuffles"], Args::new()),
        Some(n) => page.sentence("reshuffles-most", &["stock-out.reshuffles"], limit(n)),
    }
    let args = Args::new().with("times", number(s.stalemate));
    page.choice_with("stock-out.stalemate", &[], args);
    circles(page, "circles");
}

/// Deals in which the players only take each other's discards.
fn circles(page: &mut Page<'_>, id: &str) {
    page.sentence(id, &[], Args::new().with("rounds", MAX_IDLE_ROUNDS));
}

pub(super) fn scoring(page: &mut Page<'_>) {
    let c = page.c;
    let left = !page.idle.contains(&"scoring.left-over") && c.scoring.left_over;
    let left = Args::new().with("left", usize::from(left));
    page.choice_with("scoring.who", &["scoring.left-over"], left);
    page.choice("scoring.left-over");
    if page.has_hidden_melds() {
        page.choice("scoring.what");
    }
    losers(page);
    if page.has_knocking() {
        page.sentence("bonus-gin", &["scoring.gin"], Args::new().with("n", c.scoring.gin));
        let undercut = Args::new().with("n", c.scoring.undercut);
        page.sentence("bonus-undercut", &["scoring.undercut"], undercut);
        page.choice("scoring.spade-doubles");
    }
    if page.rules.pack.has(JOKER) {
        let points = page.rules.values[JOKER.index()];
        let args = Args::new().with("cards", plain("value-joker"));
        page.sentence("value", &["scoring.joker"], args.with("points", points));
    }
    // Ranks that are wild in only one deal keep their normal value in the others.
    let (wild, suits) = (c.pack.wild_ranks, c.pack.wild_suits);
    let by_deal = c.wilds.per_deal != WildsPerDeal::None;
    let own = c.scoring.wilds.0;
    // Ranks as indices, 0 the ace to 12 the king.
    let groups = [
        ("scoring.ace", "value-ace", c.scoring.ace, 0..=0),
        ("scoring.court", "value-court", Points::Value(0), 10..=12),
        ("scoring.ten", "value-ten", c.scoring.ten, 9..=9),
        ("scoring.eight-nine", "value-eight-nine", c.scoring.eight_nine, 7..=8),
        ("scoring.three-to-seven", "value-three-to-seven", c.scoring.three_to_seven, 2..=6),
        ("scoring.two", "value-two", c.scoring.two, 1..=1),
    ];
    for (path, id, points, mut ranks) in groups {
        // Wild ranks with a value of their own do not follow their group.
        let priced = own.is_none() || suits != WildSuits::All;
        let Some(rank) = ranks.find(|rank| priced || !wild.has(RANKS[*rank])) else {
            continue;
        };
        if path == "scoring.court" && c.scoring.court == CourtPoints::Rank {
            page.sentence("value-court-rank", &[path], Args::new());
            continue;
        }
        let args = Args::new().with("cards", plain(id));
        let numbers = matches!(path, "scoring.eight-nine" | "scoring.three-to-seven");
        if points == Points::Face && numbers {
            page.sentence("value-face", &[path], args);
        } else {
            let suit = SUITS.into_iter().find(|suit| !suits.has(*suit)).unwrap_or(Suit::Clubs);
            let card = Card::natural(RANKS[rank], suit);
            let points = page.rules.values[card.index()];
            page.sentence("value", &[path], args.with("points", points));
        }
    }
    if let Some(n) = c.scoring.ace_by_colour.0 {
        let args = Args::new().with("cards", plain("value-red-ace"));
        page.sentence("value", &["scoring.ace-by-colour"], args.with("points", n));
    }
    if let Some(n) = c.scoring.queen_of_spades.0 {
        let args = Args::new().with("cards", plain("value-queen-of-spades"));
        page.sentence("value", &["scoring.queen-of-spades"], args.with("points", n));
    }
    if page.scores_table_melds() {
        page.sentence("shown-layers", &["scoring.who"], Args::new());
        match c.scoring.low_ace.0 {
            Some(n) => {
                page.sentence("low-ace", &["scoring.low-ace"], Args::new().with("points", n))
            }
            None => page.sentence("low-ace-same", &["scoring.low-ace"], Args::new()),
        }
        if page.has_wilds() {
            page.choice("scoring.melded-wild");
        }
    }
    if !wild.is_empty() || by_deal {
        let ranks = match wild.is_empty() {
            true => plain("wild-rank-of-deal"),
            false => list(&wilds_names(wild.iter(), suits)),
        };
        let args = Args::new().with("ranks", ranks);
        match own {
            Some(n) => page.sentence("value-wilds", &["scoring.wilds"], args.with("points", n)),
            None => page.sentence("value-wilds-by-rank", &["scoring.wilds"], args),
        }
    }
    if page.has_hidden_melds() {
        return;
    }
    if page.scores_table_melds() {
        let bonus = Args::new().with("n", c.scoring.out_bonus);
        page.sentence("out-bonus", &["scoring.out-bonus"], bonus);
    }
    // If another choice rewards it, that choice's sentence says so.
    let paid = page.has_payments() && c.settling.whole_hand > 0;
    let otherwise = usize::from(paid || c.scoring.down_and_out != DownAndOut::None);
    let rummy = Args::new().with("otherwise", otherwise);
    page.choice_with("scoring.going-rummy", &[], rummy);
    if c.scoring.going_rummy == GoingRummy::Double && c.going_out.discard == LastCard::Optional {
        page.sentence("rummy-without-discard", &["scoring.going-rummy"], Args::new());
    }
    match c.scoring.down_and_out {
        DownAndOut::None => {}
        DownAndOut::DoubleOthers => page.choice("scoring.down-and-out"),
        DownAndOut::Minus(n) => {
            let points = Args::new().with("n", n);
            page.sentence("down-and-out-minus", &["scoring.down-and-out"], points);
        }
    }
}

/// What the losers of a deal pay.
fn losers(page: &mut Page<'_>) {
    let s = &page.c.scoring;
    let declared = page.c.declaring.allowed != Declares::None;
    if declared && s.what == WhatCounts::Deadwood {
        page.choice("scoring.grouping");
    }
    let needs = page.c.declaring.needs;
    if declared && s.what == WhatCounts::Deadwood && needs.sequences > 0 {
        let one = if s.one_life == OneLifeCosts::All { "all" } else { "outside" };
        page.sentence("without-runs", &["scoring.one-life"], Args::new().with("one", one));
    }
    // No sentence for the default.
    if let Some(n) = s.cap.0 {
        // Doubled points may exceed the cap up to twice; a single deal is also the last one.
        let doubled = s.last_deal == LastDealPoints::Double;
        let twice = u16::from(n) * 2;
        let single = doubled && page.rules.schedule.len() == 1;
        let args = Args::new()
            .with("n", if single { twice } else { u16::from(n) })
            .with("twice", twice)
            .with("double", if doubled && !single { "yes" } else { "no" });
        page.sentence("cap-points", &["scoring.cap"], args);
    }
    if s.least > 0 {
        page.sentence("least-points", &["scoring.least"], Args::new().with("n", s.least));
    }
    if s.deal_show == DealShow::Half {
        page.choice("scoring.deal-show");
        page.choice_with("scoring.least-halved", &[], Args::new().with("n", s.least));
    }
    if s.last_deal == LastDealPoints::Double {
        page.choice("scoring.last-deal");
    }
}

/// Rejoining the match, and sharing the pool.
fn pool(page: &mut Page<'_>) {
    let p = &page.c.pool;
    match p.rejoin_limit.0 {
        None => page.sentence("rejoin-none", &["pool.rejoin-limit"], Args::new()),
        Some(most) => {
            page.sentence("rejoin", &["pool.rejoin-limit"], Args::new().with("most", most));
            let how = if p.rejoin_at == RejoinAt::Highest { "highest" } else { "more" };
            page.sentence("rejoin-at", &["pool.rejoin-at"], Args::new().with("how", how));
            match p.rejoins.0 {
                None => page.sentence("rejoins-any", &["pool.rejoins"], Args::new()),
                Some(n) => {
                    page.sentence("rejoins-most", &["pool.rejoins"], counted(n.into(), "times"));
                }
            }
            if page.c.settling.money == Money::Pool {
                let units = i64::from(p.rejoin_price) * i64::from(page.c.settling.unit);
                if p.rejoin_fee && p.rejoin_price > 0 {
                    page.sentence("rejoin-price", &["pool.rejoin-price"], counted(units, "units"));
                } else {
                    page.choice("pool.rejoin-fee");
                }
            }
        }
    }
    page.choice("pool.auto-split");
    page.choice("pool.manual-split");
}

pub(super) fn the_match(page: &mut Page<'_>) {
    let c = page.c;
    let played = page.rules.schedule.len();
    match &c.matching.deals {
        MatchDeals::Target => {
            let args = Args::new().with("target", c.matching.target);
            page.sentence("match-target", &["match.deals", "match.target"], args);
            if page.rules.has_contracts() {
                page.sentence("match-target-contracts", &["match.deals"], Args::new());
            }
            page.sentence("match-target-end", &["match.deals"], Args::new());
        }
        MatchDeals::LastPlayer => {
            let limit = c.matching.eliminate_at.0.unwrap_or(0);
            let args = Args::new().with("limit", limit);
            page.sentence("match-last-player", &["match.deals", "match.eliminate-at"], args);
            // The player who declares scores nothing and so is never eliminated.
            if page.c.declaring.allowed == Declares::None {
                page.sentence("match-all-out", &[], Args::new());
            }
            if page.rules.has_contracts() {
                page.sentence("match-target-contracts", &["match.deals"], Args::new());
            }
            page.sentence("match-target-end", &["match.deals"], Args::new());
            pool(page);
        }
        _ if !page.rules.has_contracts() => {
            page.sentence("match-count", &["match.deals"], counted(played as i64, "deals"));
        }
        _ if played == page.rules.deals.len() => {
            page.sentence("match-all", &["match.deals"], counted(played as i64, "deals"));
        }
        _ => page.of_deals("match-some", &["match.deals"], |_| true),
    }
    if page.rules.has_contracts() && played > 1 {
        page.choice("match.advance");
        if c.matching.advance == Advance::Individual {
            page.sentence("advance-end", &["match.advance"], Args::new());
        }
    }
    if page.has_knocking() {
        let m = &c.matching;
        let bonus = Args::new().with("n", m.game_bonus).with("target", m.target);
        if m.deals == MatchDeals::Target {
            page.sentence("bonus-game", &["match.game-bonus"], bonus);
        } else {
            let choices = &["match.game-bonus", "match.target"];
            page.sentence("bonus-game-points", choices, bonus);
        }
        page.sentence("boxes", &["match.box"], Args::new().with("n", m.boxes));
        page.choice("match.box-when");
        page.sentence("gin-boxes", &["match.gin-boxes"], counted(m.gin_boxes.into(), "more"));
        page.choice("match.shutout");
        page.choice("match.tables");
    }
    if c.scoring.who == WhoScores::Chips {
        let all = usize::from(c.matching.chips) * played;
        let args = Args::new().with("n", c.matching.chips).with("all", all);
        page.sentence("match-chips", &["match.chips"], args);
    }
    if c.matching.early_end {
        page.choice("match.early-end");
    }
    if c.matching.deals != MatchDeals::LastPlayer {
        if page.has_knocking() && c.matching.box_when == BoxWhen::AtEnd {
            page.sentence("winner-before-boxes", &["match.winner"], Args::new());
        } else {
            page.choice("match.winner");
        }
        page.choice("match.ties");
    }
}

pub(super) fn money(page: &mut Page<'_>) {
    let s = &page.c.settling;
    let pennies = page.c.buying.price_pennies > 0 && page.deals().iter().any(|deal| deal.buying);
    let in_units = &["settling.money", "settling.unit"];
    match s.money {
        Money::None => {}
        Money::Difference => {
            let unit = Args::new().with("unit", s.unit);
            let id =
                if page.has_knocking() { "money-difference-of-two" } else { "money-difference" };
            page.sentence(id, in_units, unit);
        }
        Money::Pool => {
            let entry = i64::from(s.entry) * i64::from(s.unit);
            let choices = &["settling.money", "settling.unit", "settling.entry"];
            page.sentence("money-pool", choices, counted(entry, "unit"));
        }
        Money::Payments => page.sentence("money-payments", in_units, Args::new()),
        Money::PerPoint => page.sentence("money-points", in_units, counted(s.unit.into(), "unit")),
        Money::Places => {
            page.sentence("money-places", &["settling.money"], Args::new());
            let mut amounts = s.places.amounts(page.rules.players as usize);
            amounts.iter_mut().for_each(|n| *n *= i64::from(s.unit));
            let players = number(page.rules.players);
            let args = Args::new().with("amounts", signed(&amounts)).with("players", players);
            if s.places == Places::DoubleRank {
                page.sentence("money-double-rank", &["settling.places"], Args::new());
            }
            page.sentence("money-amounts", &["settling.places", "settling.unit"], args);
            let shared = if pennies { "money-shared" } else { "money-shared-places" };
            page.sentence(shared, &["settling.money"], page.sides());
        }
    }
    let scored_alone = page.c.scoring.who == WhoScores::Payments && !s.scored;
    let is_money = s.money != Money::None && !scored_alone;
    let unit = if is_money { i64::from(s.unit) } else { 1 };
    let of_units = |n: u8| counted(i64::from(n) * unit, "units");
    let pays = page.has_payments();
    if pays && s.out > 0 {
        page.sentence("money-out", &["settling.out"], of_units(s.out));
    }
    if pays && s.whole_hand > 0 {
        page.sentence("money-whole-hand", &["settling.whole-hand"], of_units(s.whole_hand));
    }
    let feats: [(&str, &'static str, u8); 6] = [
        ("money-melded-wild", "settling.melded-wild", s.melded_wild),
        ("money-melded-joker", "settling.melded-joker", s.melded_joker),
        ("money-no-wilds", "settling.no-wilds", s.no_wilds),
        ("money-first-turn", "settling.first-turn", s.first_turn),
        ("money-undrawn", "settling.undrawn", s.undrawn),
        ("money-one-suit", "settling.one-suit", s.one_suit),
    ];
    for (id, path, units) in feats.into_iter().filter(|(_, _, units)| pays && *units > 0) {
        // A hand that is out as dealt is also out in its first turn.
        let instead = usize::from(path == "settling.undrawn" && s.first_turn > 0);
        page.sentence(id, &[path], of_units(units).with("instead", instead));
    }
    if s.money != Money::None && scored_alone {
        page.sentence("money-scored-alone", &["settling.scored"], Args::new());
    }
    if s.money != Money::None && s.fee != Percent(0) {
        page.sentence("money-fee", &["settling.fee"], Args::new().with("part", s.fee.0));
    }
    if s.money == Money::Places && pennies {
        page.choice("settling.kitty");
    } else if pennies {
        page.sentence("kitty-unpaid", &["settling.money"], Args::new());
    }
}

/// Amounts with explicit signs.
fn signed(amounts: &[i64]) -> String {
    let word = |n: &i64| match n {
        0 => "0".to_owned(),
        n if *n > 0 => format!("+{n}"),
        n => format!("−{}", n.unsigned_abs()),
    };
    amounts.iter().map(word).collect::<Vec<_>>().join(", ")
}
