//! Checks whether the contract of a deal can be laid down at all.

use upcard_cards::{
    AceMode, AllWild, Cards, Faces, MeldKind, Purity, RANKS, Rank, SameSuitRuns, WildCap,
};

use super::contradictions::Check;
use super::deal_rules::DealRules;
use crate::choices::{CallPrice, LastCard};
use crate::flaws::Contradiction;
use crate::ruleset::RuleSet;

/// Checks whether this contract can be laid down with this pack.
pub(super) fn check_possible(deal: &DealRules, pack: &Cards, check: &mut Check) {
    let (number, melds) = (deal.number, &deal.melds);
    let (first, last) = melds.places();
    let longest =
        melds.run_max.min(if melds.ace == AceMode::Corner { 14 } else { last - first + 1 });
    let wilds: usize =
        pack.iter_counts().filter(|(c, _)| melds.is_wild(*c)).map(|(_, n)| n as usize).sum();
    let naturals = |rank: &Rank| (Faces::of_rank(*rank) - melds.wild_faces).count_in(pack);
    let rank_cards = RANKS.iter().map(naturals).max().unwrap_or(0) as usize;
    let alone = deal.contract.elements.len() == 1 && deal.hand < longest;
    let mixed = deal.contract.run_suits().is_mixed();
    check.forbid(mixed && !alone, Contradiction::ContractMixed { deal: number, most: longest });
    for element in &deal.contract.elements {
        let size = element.size;
        match element.kind {
            MeldKind::Run => {
                check.forbid(size > longest, Contradiction::MeldRunCards { deal: number, size });
            }
            MeldKind::Set => {
                let most = melds.set_max.map_or(usize::MAX, usize::from);
                let usable = match melds.wild_cap {
                    _ if element.purity == Purity::Pure => 0,
                    WildCap::None => wilds,
                    WildCap::Count(n) => wilds.min(n as usize),
                    WildCap::Naturals => wilds.min(rank_cards),
                    WildCap::FewerThanNaturals => wilds.min(rank_cards.saturating_sub(1)),
                    WildCap::TwoNaturals if rank_cards < 2 => 0,
                    WildCap::TwoNaturals => wilds,
                };
                let naturals = if element.is_strict() { rank_cards.min(4) } else { rank_cards };
                let own_place = melds.natural_place && !melds.wild_faces.is_empty();
                let unclear = element.is_strict() && own_place;
                check.forbid(unclear, Contradiction::ContractPurity { deal: number });
                let too_large = usize::from(size) > most.min(naturals + usable);
                check.forbid(too_large, Contradiction::MeldSetCards { deal: number, size });
            }
            MeldKind::Pair => {}
        }
    }
    let (runs, sets) = (deal.contract.count(MeldKind::Run), deal.contract.count(MeldKind::Set));
    let suits = match (deal.lay_down.same_suit_runs, deal.lay_down.runs_per_suit) {
        (SameSuitRuns::DifferentSuits, _) => 4,
        (_, Some(n)) => 4 * n as usize,
        (_, None) => usize::MAX,
    };
    check.forbid(runs > suits, Contradiction::ContractRuns { deal: number, runs, most: suits });
    let own = |r: &Rank| !melds.is_wild_rank(*r) || melds.natural_place;
    let ranks = match melds.all_wild {
        AllWild::Never | AllWild::Trio => RANKS.iter().filter(|r| own(r)).count(),
        AllWild::Sets | AllWild::Any => RANKS.len(),
    };
    let too_many = !deal.lay_down.same_rank_sets && sets > ranks;
    check.forbid(too_many, Contradiction::ContractSets { deal: number, sets, ranks });
    let (cards, pack) = (deal.contract.size(), pack.len());
    check.forbid(cards > pack, Contradiction::ContractPack { deal: number, cards, pack });
}

/// Checks whether a hand can become large enough for this contract, given the buys allowed.
pub(super) fn check_reachable(set: &RuleSet, deal: &DealRules, check: &mut Check) {
    let c = &set.choices;
    // Hands also grow without buys: if nobody discards, by cards picked from a caller, and by
    // taking several discards.
    let called = c.shanghai.allowed && c.shanghai.price == CallPrice::BlindCard;
    if deal.no_discard || called || c.drawing.deep || (deal.buying && deal.buy_limit.is_none()) {
        return;
    }
    let bought = if deal.buying { deal.buy_limit.unwrap_or(0) as usize } else { 0 };
    let most = deal.hand as usize + 1 + bought * (1 + deal.price_cards as usize);
    let discards = deal.last_card == LastCard::Required;
    let (number, cards) = (deal.number, deal.contract.size());
    let too_large = if discards {
        Contradiction::ContractDiscard { deal: number, cards, most }
    } else {
        Contradiction::ContractHand { deal: number, cards, most }
    };
    check.forbid(cards + usize::from(discards) > most, too_large);
}
