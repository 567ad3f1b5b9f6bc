//! A rule set made ready for one table: everything that the number of players and the deal's
//! number decide is decided here, once, and contradictions are refused.

use upcard_cards::{
    AceMode, AllWild, Card, Cards, Contract, LayDownRules, MeldKind, MeldRules, RANKS, Rank,
    SizeRule, SuitRuns, WildCap,
};

use upcard_solver::Problem;

use crate::MAX_PLAYERS;
use crate::choice_types::{HandSize, MatchDeals, PerDeal, Places, Points, SomeDeals};
use crate::choices::{
    CapScope, DealEnds, Duty, LastCard, LastDeal, LayDownMode, LayOffNeeds, Money, NaturalPlace,
    StockOut, WhoScores, Winner,
};
use crate::flaws::Flaws;
use crate::ruleset::RuleSet;

/// The most contracts of a game: three times as many deals can still be counted in a byte.
const MOST_CONTRACTS: usize = 60;

/// The most deals of a match without contracts.
const MOST_DEALS: usize = 200;

/// The most cards of a hand. Only buying could bring more together.
const MOST_IN_HAND: usize = 255;

/// The most new stocks in a row without a card to the table, so that deals end in good time.
const MOST_STALEMATE: u8 = 50;

/// What holds in one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealRules {
    /// The deal's number in the game, from 1: that of its contract.
    pub number: u8,
    /// The contract; empty in games without.
    pub contract: Contract,
    /// What melds must be.
    pub melds: MeldRules,
    /// What the melds of a lay-down must be together.
    pub lay_down: LayDownRules,
    /// Cards dealt to each seat.
    pub hand: u8,
    /// Must the whole hand go down at once?
    pub whole_hand: bool,
    /// How the last card may go.
    pub last_card: LastCard,
    /// Does nobody discard at all?
    pub no_discard: bool,
    /// May the upcard be bought?
    pub buying: bool,
    /// Stock cards that come with a bought card.
    pub price_cards: u8,
    /// Most buys.
    pub buy_limit: Option<u8>,
    /// The lay-down that the contract asks for, ready to be searched.
    pub problem: Problem,
}

/// The rules of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The rule set.
    pub set: RuleSet,
    /// How many play.
    pub players: u8,
    /// All the cards.
    pub pack: Cards,
    /// How many cards that is.
    pub pack_size: usize,
    /// The points of each face, by [`Card::index`].
    pub values: [u8; Card::FACES],
    /// What holds in each deal of the game, by contract number; one entry in games without.
    pub deals: Vec<DealRules>,
    /// The deals of the match, as indices into `deals`; up to a target the last is repeated.
    pub schedule: Vec<u8>,
    /// Does a total end the match?
    pub target: Option<i32>,
}

struct Check {
    place: String,
    flaws: Flaws,
}

impl Check {
    fn no(&mut self, wrong: bool, message: impl Into<String>) {
        if wrong {
            self.flaws.push(&self.place, 0, message.into());
        }
    }
}

impl Rules {
    /// Prepares a rule set for a table of this size.
    ///
    /// # Errors
    /// Every contradiction, and a table size that the game does not have.
    pub fn new(set: RuleSet, players: u8) -> Result<Rules, Flaws> {
        let c = &set.choices;
        let mut check = Check { place: set.id.clone(), flaws: Flaws::default() };
        contradictions(&set, &mut check);
        let (min, max) = (c.players.min, c.players.max);
        check.no(
            !(min..=max).contains(&players),
            format!("{players} players: this game is for {min} to {max}"),
        );
        let packs = c.pack.packs.at(players).unwrap_or(0);
        check.no(packs == 0 || packs > 7, format!("{players} players: the packs must be 1 to 7"));
        let jokers = c.pack.jokers.at(players, packs);
        check.no(
            jokers.is_none_or(|n| n > Cards::MOST),
            format!("{players} players: the jokers must be 0 to {}", Cards::MOST),
        );
        schedule_of_places(&set, players, &mut check);
        if !check.flaws.is_empty() {
            return Err(check.flaws);
        }
        let pack = Cards::packs(packs, jokers.unwrap_or(0));
        let pack_size = pack.len();
        let mut deals = Vec::new();
        for number in 1..=c.contracts.deals.0.len().max(1) as u8 {
            let deal = deal_rules(&set, number, players, &mut check);
            let dealt = deal.hand as usize * players as usize + usize::from(c.dealing.upcard);
            check.no(
                dealt >= pack_size,
                format!("deal {number}: {dealt} cards are dealt and the pack has {pack_size}"),
            );
            check.no(deal.hand == 0, format!("deal {number}: no cards are dealt"));
            check.no(
                deal.contract.is_empty() && !c.contracts.deals.0.is_empty(),
                format!(
                    "deal {number}: it has no contract; a game without contracts has an empty list"
                ),
            );
            check.no(
                deal.buying && deal.buy_limit == Some(0),
                format!(
                    "deal {number}: buying.deals allows buying and buying.limit.per-deal forbids it"
                ),
            );
            deals.push(deal);
        }
        check.no(
            pack_size > MOST_IN_HAND && deals.iter().any(|deal| deal.buying),
            format!(
                "the pack has {pack_size} cards; where cards are bought, it may have {MOST_IN_HAND}"
            ),
        );
        let schedule: Vec<u8> = match &c.matching.deals {
            MatchDeals::All => (0..deals.len() as u8).collect(),
            MatchDeals::Count(n) if c.contracts.deals.0.is_empty() => vec![0; *n as usize],
            MatchDeals::Count(n) => (0..(*n).min(deals.len() as u8)).collect(),
            MatchDeals::List(list) => list.iter().map(|n| n.saturating_sub(1)).collect(),
            // Up to a target: through the contracts, then the last one again and again.
            MatchDeals::Target => (0..deals.len() as u8).collect(),
        };
        for &deal in &schedule {
            if let Some(deal) = deals.get(deal as usize) {
                possible(deal, &pack, &mut check);
                reachable(&set, deal, &mut check);
            }
        }
        let target =
            (c.matching.deals == MatchDeals::Target).then_some(i32::from(c.matching.target));
        let values = values(&set);
        if !check.flaws.is_empty() {
            return Err(check.flaws);
        }
        Ok(Rules { set, players, pack, pack_size, values, deals, schedule, target })
    }

    /// What these cards cost.
    #[must_use]
    pub fn points(&self, cards: &Cards) -> i32 {
        let each = |(card, n): (Card, u8)| i32::from(self.values[card.index()]) * i32::from(n);
        cards.iter_counts().map(each).sum()
    }

    /// Is there a contract to fulfil?
    #[must_use]
    pub fn has_contracts(&self) -> bool {
        !self.set.choices.contracts.deals.0.is_empty()
    }
}

fn deal_rules(set: &RuleSet, number: u8, players: u8, check: &mut Check) -> DealRules {
    let c = &set.choices;
    let text = c.contracts.deals.0.get(number as usize - 1).map_or("", String::as_str);
    let contract = Contract::parse(text, c.melds.set_size, c.melds.run_size).unwrap_or_else(|e| {
        check.no(true, format!("contract of deal {number}: {e}"));
        Contract::default()
    });
    let last = !c.contracts.deals.0.is_empty() && number as usize == c.contracts.deals.0.len();
    let whole_hand = last && c.matching.last_deal == LastDeal::WholeHand;
    let no_discard = last && c.matching.last_deal == LastDeal::NoDiscard;
    let smallest = |kind| {
        contract.elements.iter().filter(|e| e.kind == kind).map(|e| e.size).min().unwrap_or(u8::MAX)
    };
    let sizes = |rule: SizeRule| if whole_hand { SizeRule::AtLeast } else { rule };
    let last_card = match c.matching.last_deal {
        LastDeal::WholeHand if last => LastCard::Optional,
        LastDeal::NoFinalDiscard | LastDeal::NoDiscard if last => LastCard::Forbidden,
        // The contract ends the deal, whatever is left in the hand.
        _ if c.going_out.ends == DealEnds::ContractComplete => LastCard::Optional,
        _ => c.going_out.discard,
    };
    let melds = MeldRules {
        set_min: c.melds.set_size,
        set_max: c.melds.set_max.0,
        // A contract with smaller runs makes them long enough for its deal (EVEL-R12).
        run_min: c.melds.run_size.min(smallest(MeldKind::Run)),
        run_max: c.melds.run_max,
        ace: c.melds.ace,
        wild_ranks: c.pack.wild_ranks.0,
        wild_cap: c.wilds.cap,
        cap_always: c.wilds.cap_scope == CapScope::Always,
        all_wild: c.wilds.only,
        natural_place: c.wilds.natural_place == NaturalPlace::Natural,
        pair_wilds: c.wilds.in_pairs,
        pair_grows: c.melds.pair_grows,
    };
    let lay_down = LayDownRules {
        sets: sizes(c.laying_down.sets),
        runs: sizes(c.laying_down.runs),
        same_rank_sets: c.laying_down.same_rank_sets,
        same_suit_runs: c.laying_down.same_suit_runs,
        runs_per_suit: c.laying_down.runs_per_suit.0,
    };
    DealRules {
        number,
        melds,
        lay_down,
        problem: Problem::new(melds, lay_down, contract.clone()),
        contract,
        hand: c.dealing.hand.at(number, players).unwrap_or(0),
        whole_hand,
        last_card,
        no_discard,
        buying: c.buying.deals.has(number),
        price_cards: c.buying.price_cards.at(number).unwrap_or(0),
        buy_limit: c.buying.limit_per_deal.0.as_ref().and_then(|limit| limit.at(number)),
    }
}

/// Can this contract be laid from this pack at all?
fn possible(deal: &DealRules, pack: &Cards, check: &mut Check) {
    let (number, melds) = (deal.number, &deal.melds);
    let (first, last) = melds.places();
    let longest =
        melds.run_max.min(if melds.ace == AceMode::Corner { 14 } else { last - first + 1 });
    let wilds: usize =
        pack.iter_counts().filter(|(c, _)| melds.is_wild(*c)).map(|(_, n)| n as usize).sum();
    let rank_cards =
        RANKS.iter().filter(|r| !melds.is_wild_rank(**r)).map(|r| pack.rank_count(*r)).max();
    let rank_cards = rank_cards.unwrap_or(0) as usize;
    for element in &deal.contract.elements {
        match element.kind {
            MeldKind::Run => check.no(
                element.size > longest,
                format!("deal {number}: no run can have {} cards here", element.size),
            ),
            MeldKind::Set => {
                let most = melds.set_max.map_or(usize::MAX, usize::from);
                let usable = match melds.wild_cap {
                    WildCap::None => wilds,
                    WildCap::Count(n) => wilds.min(n as usize),
                    WildCap::Naturals => wilds.min(rank_cards),
                };
                check.no(
                    element.size as usize > most.min(rank_cards + usable),
                    format!("deal {number}: no set can have {} cards here", element.size),
                );
            }
            MeldKind::Pair => {}
        }
    }
    let (runs, sets) = (deal.contract.count(MeldKind::Run), deal.contract.count(MeldKind::Set));
    let suits = match (deal.lay_down.same_suit_runs, deal.lay_down.runs_per_suit) {
        (SuitRuns::DifferentSuits, _) => 4,
        (_, Some(n)) => 4 * n as usize,
        (_, None) => usize::MAX,
    };
    check.no(
        runs > suits,
        format!("deal {number}: it asks for {runs} runs, and a player may lay {suits} at most"),
    );
    let own = |r: &Rank| !melds.is_wild_rank(*r) || melds.natural_place;
    let ranks = match melds.all_wild {
        AllWild::Never | AllWild::Trio => RANKS.iter().filter(|r| own(r)).count(),
        AllWild::Sets | AllWild::Any => RANKS.len(),
    };
    check.no(
        !deal.lay_down.same_rank_sets && sets > ranks,
        format!("deal {number}: it asks for {sets} sets, and only {ranks} ranks can make one"),
    );
    check.no(
        deal.contract.size() > pack.len(),
        format!(
            "deal {number}: the contract takes {} cards and the pack has {}",
            deal.contract.size(),
            pack.len()
        ),
    );
}

/// Can a hand become large enough for this contract, with the buys that the deal allows?
fn reachable(set: &RuleSet, deal: &DealRules, check: &mut Check) {
    let c = &set.choices;
    // A hand grows without buying where nobody discards, and by a card drawn from a caller.
    if deal.no_discard || c.shanghai.allowed || (deal.buying && deal.buy_limit.is_none()) {
        return;
    }
    let bought = if deal.buying { deal.buy_limit.unwrap_or(0) as usize } else { 0 };
    let most = deal.hand as usize + 1 + bought * (1 + deal.price_cards as usize);
    let discard = usize::from(deal.last_card == LastCard::Required);
    check.no(
        deal.contract.size() + discard > most,
        format!(
            "deal {}: the contract takes {} cards{}, and no hand can have more than {most}",
            deal.number,
            deal.contract.size(),
            if discard == 1 { " and a discard" } else { "" },
        ),
    );
}

/// Does the schedule of payments suit the table?
fn schedule_of_places(set: &RuleSet, players: u8, check: &mut Check) {
    let settling = &set.choices.settling;
    let Places::List(list) = &settling.places else { return };
    if settling.money != Money::Places {
        return;
    }
    check.no(
        list.len() != players as usize,
        format!("{players} players: settling.places has {} places", list.len()),
    );
    let sum: i64 = list.iter().sum();
    check.no(sum != 0, format!("settling.places: what is paid and received adds up to {sum}"));
}

fn values(set: &RuleSet) -> [u8; Card::FACES] {
    let s = &set.choices.scoring;
    let mut values = [0; Card::FACES];
    for card in Card::all() {
        let Some(rank) = card.rank() else {
            values[card.index()] = s.joker;
            continue;
        };
        let index = rank.index() as u8;
        let (points, face) = match index {
            0 => (s.ace, 1),
            1 => (s.two, 2),
            2..=6 => (s.three_to_seven, index + 1),
            7..=8 => (s.eight_nine, index + 1),
            9 => (s.ten, 10),
            _ => (s.court, 10),
        };
        let by_rank = match points {
            Points::Face => face,
            Points::Value(n) => n,
        };
        let wild = set.choices.pack.wild_ranks.0 >> index & 1 == 1;
        values[card.index()] = if wild { s.wilds.0.unwrap_or(by_rank) } else { by_rank };
    }
    values
}

/// Choices that contradict each other.
fn contradictions(set: &RuleSet, check: &mut Check) {
    let c = &set.choices;
    let contracts = c.contracts.deals.0.len();
    let free = c.laying_down.mode == LayDownMode::Free;
    let at_once = c.laying_down.mode == LayDownMode::AtOnce;
    check.no(
        c.players.min < 2 || c.players.max as usize > MAX_PLAYERS || c.players.min > c.players.max,
        format!("players: from 2 to {MAX_PLAYERS}, the fewest not above the most"),
    );
    check.no(
        contracts > MOST_CONTRACTS,
        format!("contracts.deals: at most {MOST_CONTRACTS} contracts"),
    );
    check.no(
        contracts == 0 && !free,
        "without contracts melds are free: laying-down.mode must be \"free\"",
    );
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
            len.is_some_and(|n| n != contracts.max(1)),
            format!("{path}: needs one entry for each of the {contracts} contracts"),
        );
    }
    if let SomeDeals::List(list) = &c.buying.deals {
        check.no(
            list.iter().any(|&n| n == 0 || n as usize > contracts.max(1)),
            "buying.deals: names a deal that there is not",
        );
    }
    match &c.matching.deals {
        MatchDeals::All => {
            check.no(contracts == 0, "match.deals: without contracts, a number or \"target\"")
        }
        MatchDeals::Target => {
            check.no(c.matching.target == 0, "match.target: must be 1 or more");
        }
        MatchDeals::Count(n) if contracts == 0 => check.no(
            *n == 0 || *n as usize > MOST_DEALS,
            format!("match.deals: from 1 to {MOST_DEALS}"),
        ),
        MatchDeals::Count(n) => check.no(
            *n == 0 || *n as usize > contracts,
            format!("match.deals: from 1 to the number of contracts ({contracts})"),
        ),
        MatchDeals::List(list) => check.no(
            list.is_empty()
                || list.windows(2).any(|two| two[0] >= two[1])
                || list.iter().any(|&n| n == 0 || n as usize > contracts),
            format!("match.deals: rising deal numbers from 1 to {contracts}"),
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
        free && c.laying_down.duty == Duty::Compulsory,
        "laying-down.duty: nothing is compulsory where melds are free",
    );
    check.no(
        contracts == 0 && c.laying_off.needs == LayOffNeeds::Contract,
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
        c.settling.money == Money::PerPoint && c.buying.price_pennies > 0,
        "settling.money: pennies go to a kitty, which only \"places\" pays out",
    );
    check.no(
        c.settling.money != Money::None && c.settling.unit == 0,
        "settling.unit: at least 1 where money changes hands",
    );
    check.no(
        c.dealing.cut_bonus > 0 && c.dealing.cut == crate::choices::Cut::None,
        "dealing.cut-bonus: without a cut nobody can earn it",
    );
}
