//! Compiles a rule set for one table: resolves everything that depends on the number of players and the deal
//! number, once, and rejects contradictions.

mod contradictions;
mod deal_rules;
mod possible;
mod values;

use upcard_cards::{
    Card, Cards, Contract, Element, LayDownRules, MeldKind, MeldRules, RANKS, Rank, SizeRule,
    WildCap,
};

use upcard_solver::{Grouper, Problem, Solver};

use crate::choices::{
    Advance, CHOICES, CapScope, Choices, DealEnds, ExtraCard, Facts, LastCard, LastDeal,
    LayDownMode, MatchDeals, MeldKinds, Money, NaturalPlace, Places, SetSuits, StockOut,
    WHOLE_SUIT, WildsPerDeal, WildsWhere, is_whole_suit,
};
use crate::edition::Edition;
use crate::flaws::{Contradiction, Flaws, Quoted};
use crate::ruleset::{Library, RuleSet};
use crate::value::Value;

use contradictions::{Check, check_contradictions, check_players, deal_kinds};
pub use deal_rules::DealRules;
use possible::{check_possible, check_reachable};
use values::{points, values};

/// Maximum number of cards in a hand. Only buying or taking several discards could exceed it.
const MAX_HAND_SIZE: usize = 255;

/// Compiled rules of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The rule set.
    pub set: RuleSet,
    /// Number of players.
    pub players: u8,
    /// The pack.
    pub pack: Cards,
    /// Number of cards in the pack.
    pub pack_size: usize,
    /// Points of each face, indexed by [`Card::index`], ignoring wild ranks of single deals; see
    /// [`DealRules::values`] for the points in a deal.
    pub values: [u8; Card::FACES],
    /// Rules of each deal, by contract number. Games without contracts have one entry per listed hand size,
    /// or a single entry.
    pub deals: Vec<DealRules>,
    /// If a card is turned up for the wild rank: rules of each deal, by that rank.
    deals_by_wild_rank: Vec<[DealRules; 13]>,
    /// The deals of the match, as indices into `deals`; in a match to a target the last one repeats.
    pub schedule: Vec<u8>,
    /// Total that ends the match, or eliminates the player who reaches it.
    pub target: Option<i32>,
}

impl Rules {
    /// Compiles a rule set for a table of this size.
    ///
    /// # Errors
    /// All contradictions, or a table size that the game does not support.
    pub fn new(set: RuleSet, players: u8) -> Result<Rules, Flaws> {
        Rules::of_edition(set, players, Edition::LATEST)
    }

    /// Compiles the rules of a game by name, with choices as on the command line. The default is the game's
    /// usual number of players.
    ///
    /// # Errors
    /// Errors in the name or the choices, and all contradictions.
    pub fn of(
        library: &Library,
        game: &str,
        choices: &[(&str, &str)],
        players: Option<u8>,
    ) -> Result<Rules, Flaws> {
        let made = |(path, value): &(&str, &str)| ((*path).into(), Value::from_argument(value));
        let set = library.select(game, &choices.iter().map(made).collect::<Vec<_>>())?;
        let players = players.unwrap_or_else(|| set.usual_players());
        Rules::new(set, players)
    }

    /// Checks a game and its variations at all table sizes.
    ///
    /// # Errors
    /// The flaws of the first combination that is rejected.
    pub fn at_every_table(library: &Library, game: &str) -> Result<(), Flaws> {
        let variations = library.file(game).map_or(&[][..], |file| &file.variations);
        let varied = variations.iter().map(|variation| format!("{game}+{}", variation.id));
        for name in std::iter::once(game.to_owned()).chain(varied) {
            let set = library.select(&name, &[])?;
            for players in set.choices.players.min..=set.choices.players.max {
                Rules::new(set.clone(), players)?;
            }
        }
        Ok(())
    }

    /// Compiles a rule set made under an edition. Contradictions that only later editions reject are
    /// accepted, so that stored games and records stay playable.
    ///
    /// # Errors
    /// All contradictions that the edition rejected.
    pub fn of_edition(set: RuleSet, players: u8, edition: Edition) -> Result<Rules, Flaws> {
        let c = &set.choices;
        let (place, lines) = (set.id.clone(), set.lines.clone());
        let mut check = Check { place, lines, edition, ..Check::default() };
        check_contradictions(&set, &mut check);
        if !check_players(c, players, &mut check) {
            return Err(check.flaws);
        }
        let packs = c.pack.packs.at(players).unwrap_or(0);
        check.forbid(packs == 0 || packs > 7, Contradiction::Packs { players });
        let jokers = c.pack.jokers.at(players, packs);
        let too_many = jokers.is_none_or(|n| n > Cards::MAX_COPIES);
        check.forbid(too_many, Contradiction::Jokers { players, most: Cards::MAX_COPIES });
        schedule_of_places(&set, players, &mut check);
        if !check.flaws.is_empty() {
            return Err(check.flaws);
        }
        let pack = Cards::packs(packs, jokers.unwrap_or(0));
        let pack_size = pack.len();
        let mut deals = Vec::new();
        let deal_kinds = deal_kinds(c);
        let turns_up = c.wilds.per_deal == WildsPerDeal::Turned;
        let mut deals_by_wild_rank = Vec::new();
        for number in 1..=deal_kinds as u8 {
            let deal = deal_rules(&set, number, players, None, &mut check);
            if turns_up {
                // Flaws of the deal were already reported without a wild rank.
                let mut found = Check { edition, ..Check::default() };
                let with = |rank| deal_rules(&set, number, players, Some(rank), &mut found);
                deals_by_wild_rank.push(RANKS.map(with));
            }
            let dealt = deal.hand as usize * players as usize
                + usize::from(c.dealing.upcard)
                + usize::from(turns_up);
            let too_many = Contradiction::DealtCards { deal: number, dealt, pack: pack_size };
            check.forbid(dealt >= pack_size, too_many);
            if let StockOut::Wall(wall) = c.stock_out.then {
                let extra = usize::from(c.dealing.extra_card == ExtraCard::NonDealer);
                let stock = pack_size.saturating_sub(dealt + extra);
                let too_large = dealt < pack_size && stock <= usize::from(wall);
                let contradiction = Contradiction::DealtWall { deal: number, stock, wall };
                check.forbid_since(Edition::SECOND, too_large, contradiction);
            }
            let runs = usize::from(deal.needs.sequences) * usize::from(deal.melds.run_min);
            let hand = deal.hand;
            let too_small = runs > usize::from(hand);
            check.forbid(too_small, Contradiction::DeclaringRuns { deal: number, hand });
            check.forbid(hand == 0, Contradiction::DealtNone { deal: number });
            let missing = deal.contract.is_empty() && !c.contracts.deals.0.is_empty();
            check.forbid(missing, Contradiction::ContractMissing { deal: number });
            let together = c.matching.advance == Advance::Together;
            let at_once = c.laying_down.mode == LayDownMode::AtOnce && together;
            let mixed = deal.contract.run_suits().is_mixed();
            check.forbid(mixed && !at_once, Contradiction::ContractMixedMode { deal: number });
            let no_buys = deal.buying && deal.buy_limit == Some(0);
            check.forbid(no_buys, Contradiction::BuyingLimit { deal: number });
            deals.push(deal);
        }
        let (large, most) = (pack_size > MAX_HAND_SIZE, MAX_HAND_SIZE);
        let buying = deals.iter().any(|deal| deal.buying);
        check.forbid(large && buying, Contradiction::BuyingPack { pack: pack_size, most });
        check.forbid(large && c.drawing.deep, Contradiction::DrawingPack { pack: pack_size, most });
        let schedule: Vec<u8> = match &c.matching.deals {
            MatchDeals::All => (0..deals.len() as u8).collect(),
            deals_of @ (MatchDeals::Count(_) | MatchDeals::ByPlayers(_)) => {
                let number = deals_of.number(players).unwrap_or(0);
                check.forbid(number == 0, Contradiction::MatchDealsPlayers { players });
                if deal_kinds == 1 && c.contracts.deals.0.is_empty() {
                    vec![0; usize::from(number)]
                } else {
                    (0..number.min(deals.len() as u8)).collect()
                }
            }
            MatchDeals::List(list) => list.iter().map(|n| n.saturating_sub(1)).collect(),
            // To a target: all contracts in order, then the last one repeatedly.
            MatchDeals::Target | MatchDeals::LastPlayer => (0..deals.len() as u8).collect(),
        };
        for &deal in &schedule {
            if let Some(deal) = deals.get(deal as usize) {
                check_possible(deal, &pack, &mut check);
                check_reachable(&set, deal, &mut check);
            }
        }
        let target = match c.matching.deals {
            MatchDeals::Target => Some(i32::from(c.matching.target)),
            MatchDeals::LastPlayer => c.matching.eliminate_at.0.map(i32::from),
            _ => None,
        };
        let values = values(&set, c.pack.wild_suits.faces(c.pack.wild_ranks));
        if !check.flaws.is_empty() {
            return Err(check.flaws);
        }
        Ok(Rules {
            set,
            players,
            pack,
            pack_size,
            values,
            deals,
            deals_by_wild_rank,
            schedule,
            target,
        })
    }

    /// Rules of a deal by its index, with this rank turned up as wild.
    #[inline]
    #[must_use]
    pub fn deal_with(&self, index: u8, wild: Option<Rank>) -> &DealRules {
        let turned =
            |rank: Rank| self.deals_by_wild_rank.get(usize::from(index))?.get(rank.index());
        wild.and_then(turned).unwrap_or_else(|| self.deal(index))
    }

    /// Rules of a deal by its index.
    #[inline]
    #[must_use]
    pub fn deal(&self, index: u8) -> &DealRules {
        &self.deals[usize::from(index)]
    }

    /// Points of these cards.
    #[must_use]
    pub fn points(&self, cards: &Cards) -> i32 {
        points(&self.values, cards)
    }

    /// Returns `true` if the game has contracts.
    #[must_use]
    pub fn has_contracts(&self) -> bool {
        !self.set.choices.contracts.deals.0.is_empty()
    }

    /// Paths of the choices without effect at this table, in table order.
    #[must_use]
    pub fn idle_choices(&self) -> Vec<&'static str> {
        let facts = Facts::at(&self.set.choices, self.players..=self.players);
        let idle = CHOICES.iter().filter(|choice| !choice.has_effect(&facts));
        idle.map(|choice| choice.path).collect()
    }
}

fn deal_rules(
    set: &RuleSet,
    number: u8,
    players: u8,
    turned: Option<Rank>,
    check: &mut Check,
) -> DealRules {
    let c = &set.choices;
    let hand = c.dealing.hand.at(number, players).unwrap_or(0);
    let own_rank = match c.wilds.per_deal {
        WildsPerDeal::None => None,
        WildsPerDeal::HandSize => Rank::new(hand.wrapping_sub(1)),
        WildsPerDeal::Turned => turned,
    };
    let no_rank = c.wilds.per_deal == WildsPerDeal::HandSize && own_rank.is_none();
    check.forbid(no_rank, Contradiction::WildsHandSize { deal: number, hand });
    let mut wild_ranks = c.pack.wild_ranks;
    if let Some(rank) = own_rank {
        wild_ranks.insert(rank);
    }
    let wild_faces = c.pack.wild_suits.faces(wild_ranks);
    let text = c.contracts.deals.0.get(number as usize - 1).map_or("", String::as_str);
    let contract = Contract::parse(text, c.melds.set_size, c.melds.run_size).unwrap_or_else(|e| {
        let (column, expected, found) = (e.column, e.kind.code(), Quoted::new(&e.found));
        check.forbid(true, Contradiction::Contract { deal: number, column, expected, found });
        Contract::default()
    });
    let last = !c.contracts.deals.0.is_empty() && number as usize == c.contracts.deals.0.len();
    // A mixed run cannot be extended: it goes down with the whole hand and ends the deal.
    let mixed = contract.run_suits().is_mixed();
    let whole_hand = mixed || (last && c.matching.last_deal == LastDeal::WholeHand);
    let no_discard = last && c.matching.last_deal == LastDeal::NoDiscard;
    let runs = contract.elements.iter().filter(|element| element.kind == MeldKind::Run);
    let shortest_run = runs.map(|run| run.size).min().unwrap_or(u8::MAX);
    let sizes = |rule: SizeRule| if whole_hand { SizeRule::AtLeast } else { rule };
    let last_card = match c.matching.last_deal {
        // If melds stay in the hand, players go out only by showing it.
        _ if c.laying_down.mode == LayDownMode::Hidden => LastCard::Required,
        _ if whole_hand => LastCard::Optional,
        LastDeal::NoFinalDiscard | LastDeal::NoDiscard if last => LastCard::Forbidden,
        // The contract ends the deal, whatever remains in the hand.
        _ if c.going_out.ends == DealEnds::ContractComplete => LastCard::Optional,
        _ => c.going_out.discard,
    };
    // A run of a whole suit may have its own limits.
    let (wild_cap, apart) = match c.wilds.whole_suit.0 {
        Some(most) if is_whole_suit(&contract) => (WildCap::Count(most), 1),
        _ => (c.wilds.cap, c.wilds.apart),
    };
    let melds = MeldRules {
        set_min: match c.melds.kinds {
            MeldKinds::Both | MeldKinds::SetsOnly => c.melds.set_size,
            MeldKinds::RunsOnly => MeldRules::NO_SETS,
        },
        set_max: c.melds.set_max.0,
        // A contract with shorter runs makes them long enough in its deal (EVEL-R12).
        run_min: c.melds.run_size.min(shortest_run),
        run_max: match c.melds.kinds {
            MeldKinds::Both | MeldKinds::RunsOnly => c.melds.run_max,
            MeldKinds::SetsOnly => MeldRules::NO_RUNS,
        },
        ace: c.melds.ace,
        run_suits: contract.run_suits(),
        wild_faces,
        wild_cap,
        cap_always: c.wilds.cap_scope == CapScope::Always,
        cap_sets: c.wilds.cap_in == WildsWhere::Everywhere,
        all_wild: c.wilds.only,
        natural_place: c.wilds.natural_place == NaturalPlace::Natural,
        apart,
        set_naturals: match c.wilds.place {
            WildsWhere::Everywhere => c.wilds.set_naturals,
            WildsWhere::RunsOnly => MeldRules::NO_WILDS_IN_SETS,
        },
        three_suits: c.melds.set_suits == SetSuits::ClosedThree,
        pair_wilds: c.wilds.in_pairs && c.wilds.place == WildsWhere::Everywhere,
        pair_grows: c.melds.pair_grows,
        distinct_suits: c.melds.distinct_suits,
        own_set: c.wilds.own_set,
    };
    let lay_down = LayDownRules {
        sets: sizes(c.laying_down.sets),
        runs: sizes(c.laying_down.runs),
        same_rank_sets: c.laying_down.same_rank_sets,
        same_suit_runs: c.laying_down.same_suit_runs,
        runs_per_suit: c.laying_down.runs_per_suit.0,
        max_wilds: c.wilds.first_lay_total.0.as_ref().and_then(|total| total.at(number)),
    };
    let values = values(set, wild_faces);
    DealRules {
        number,
        melds,
        lay_down,
        grouper: Grouper::new(&melds, &values),
        values,
        solver: Solver::new(Problem::new(melds, lay_down, contract.clone())),
        alternative: alternative(c, &contract)
            .map(|other| Solver::new(Problem::new(melds, lay_down, other))),
        contract,
        hand,
        needs: c.declaring.needs,
        sequences: c.declaring.needs.sequences(c.scoring.one_life),
        whole_hand,
        out_at_once: c.going_out.same_turn.has(number),
        last_card,
        no_discard,
        buying: c.buying.deals.has(number),
        price_cards: c.buying.price_cards.at(number).unwrap_or(0),
        buy_limit: c.buying.limit_per_deal.0.as_ref().and_then(|limit| limit.at(number)),
    }
}

/// Alternative to a contract: a whole suit instead of its three runs.
fn alternative(c: &Choices, contract: &Contract) -> Option<Contract> {
    if !c.laying_down.whole_suit || contract.count(MeldKind::Run) != 3 {
        return None;
    }
    let mut elements = contract.elements.clone();
    elements.retain(|element| element.kind != MeldKind::Run);
    elements.push(Element::plain(MeldKind::Run, WHOLE_SUIT));
    Some(Contract { elements })
}

/// Checks that the list of payments by place fits the table.
fn schedule_of_places(set: &RuleSet, players: u8, check: &mut Check) {
    let settling = &set.choices.settling;
    let Places::List(list) = &settling.places else { return };
    if settling.money != Money::Places {
        return;
    }
    let places = list.len();
    check.forbid(places != usize::from(players), Contradiction::SettlingPlaces { players, places });
    let sum: i64 = list.iter().sum();
    check.forbid(sum != 0, Contradiction::SettlingSum { sum });
}
