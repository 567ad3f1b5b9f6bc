//! Builds melds from specs.

use crate::meld::{MAX_RUN, Meld, RunMeld, SetMeld};
use crate::{AceMode, AllWild, Card, Cards, MeldError, MeldKind, MeldRules, MeldSpec};
use crate::{Rank, Stage, Suit};

impl Meld {
    /// Validates a spec.
    ///
    /// # Errors
    /// Why the meld is illegal under these rules.
    pub fn new(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
        match spec.kind {
            MeldKind::Run => new_run(spec, rules, stage),
            MeldKind::Set | MeldKind::Pair => new_set(spec, rules, stage),
        }
    }
}

fn new_set(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
    let cards = spec.multiset().ok_or(MeldError::TooLong)?;
    let pair = spec.kind == MeldKind::Pair;
    let named = spec.named.and_then(Card::rank);
    let mut rank = None;
    for (card, _) in cards.iter_counts().filter(|&(card, _)| !rules.is_wild(card)) {
        if rank.is_some() && rank != card.rank() {
            return Err(if pair { MeldError::Pair } else { MeldError::SetRank });
        }
        rank = card.rank();
    }
    if rank.is_some() && named.is_some() && rank != named {
        return Err(MeldError::SetRank);
    }
    if pair && cards.len() != 2 {
        return Err(MeldError::Pair);
    }
    if rank.is_none() {
        rank = rank_of_wilds(&cards, named, rules)?;
        if rank.is_none() && (rules.all_wild != AllWild::Trio || pair) {
            return Err(match rules.all_wild {
                AllWild::Any | AllWild::Sets => MeldError::Unclear,
                _ => MeldError::AllWild,
            });
        }
    }
    Meld::Set(SetMeld { rank, pair, cards }).checked(rules, stage)
}

/// Rank of a set of wild cards only: the name if given, else the printed rank of its wild-ranked
/// cards where that is meaningful, else `None`.
fn rank_of_wilds(
    cards: &Cards,
    named: Option<Rank>,
    rules: &MeldRules,
) -> Result<Option<Rank>, MeldError> {
    let mut printed = None;
    for (card, _) in cards.iter_counts().filter(|(card, _)| !card.is_joker()) {
        if printed.is_some() && printed != card.rank() {
            return Ok(named);
        }
        printed = card.rank();
    }
    match rules.all_wild {
        _ if rules.natural_place => Ok(named.or(printed)),
        AllWild::Any | AllWild::Sets => Ok(named),
        AllWild::Never | AllWild::Trio => Ok(None),
    }
}

fn new_run(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
    let size = spec.cards.len();
    if rules.run_max == MeldRules::NO_RUNS {
        return Err(MeldError::NoRuns);
    }
    if size > MAX_RUN || size > rules.run_max as usize {
        return Err(MeldError::TooLong);
    }
    let (suit, low) = anchor(spec, rules)?;
    let (first, last) = rules.places();
    if low < first || low + size as u8 - 1 > last {
        // Under another `AceMode`, only an ace could stand there.
        return Err(if low == 0 || low as usize + size == MAX_RUN {
            MeldError::Ace
        } else {
            MeldError::RunOrder
        });
    }
    let mut slots = [crate::JOKER; MAX_RUN];
    slots[..size].copy_from_slice(&spec.cards);
    let meld = RunMeld { suits: rules.run_suits, suit, low, len: size as u8, slots };
    Meld::Run(meld).checked(rules, stage)
}

/// Suit and place of a run's first card, derived from its naturals, else from its name, else from
/// wild-ranked cards in their own places.
fn anchor(spec: &MeldSpec, rules: &MeldRules) -> Result<(Suit, u8), MeldError> {
    let naturals: Vec<(usize, Card)> =
        spec.cards.iter().copied().enumerate().filter(|&(_, c)| !rules.is_wild(c)).collect();
    if !naturals.is_empty() {
        let found = place_of(&naturals, spec.cards.len(), rules)?;
        let begins = |suit| rules.run_suits.allows(found.0, 0, suit);
        if let Some(named) = spec.named
            && (named.rank() != Some(Rank(found.1 % 13)) || !named.suit().is_some_and(begins))
        {
            return Err(MeldError::RunOrder);
        }
        return Ok(found);
    }
    if let Some((suit, rank)) = spec.named.and_then(|c| c.suit().zip(c.rank())) {
        let aces_high_only = rules.ace == AceMode::High && rank == Rank::ACE;
        let suit = rules.run_suits.representative(0, suit);
        return Ok((suit, if aces_high_only { 13 } else { rank.0 }));
    }
    if rules.natural_place {
        let own: Vec<(usize, Card)> =
            spec.cards.iter().copied().enumerate().filter(|(_, c)| !c.is_joker()).take(1).collect();
        if !own.is_empty() {
            return place_of(&own, spec.cards.len(), rules);
        }
    }
    Err(match rules.all_wild {
        AllWild::Any => MeldError::Unclear,
        _ => MeldError::AllWild,
    })
}

/// Finds the position at which each of these cards is in its own slot.
fn place_of(
    naturals: &[(usize, Card)],
    size: usize,
    rules: &MeldRules,
) -> Result<(Suit, u8), MeldError> {
    let (suits, (slot, first)) = (rules.run_suits, naturals[0]);
    let suit = suits.representative(slot, first.suit().ok_or(MeldError::RunSuit)?);
    let agrees = |(slot, card): &(usize, Card)| {
        card.suit().is_some_and(|other| suits.allows(suit, *slot, other))
    };
    if !naturals.iter().all(agrees) {
        return Err(if suits.is_mixed() { MeldError::RunColour } else { MeldError::RunSuit });
    }
    let corner = rules.ace == AceMode::Corner;
    let top = if corner { Rank::KING.0 } else { (MAX_RUN + 1).saturating_sub(size.max(1)) as u8 };
    let rank = |place: u8| Some(Rank(place % 13));
    let fits = |low: u8| naturals.iter().all(|&(i, card)| card.rank() == rank(low + i as u8));
    if let Some(low) =
        (0..=top).find(|&low| (corner || low as usize + size <= MAX_RUN) && fits(low))
    {
        return Ok((suit, low));
    }
    // Legal if runs could go round the corner: the ace is the problem.
    Err(if (0..13).any(fits) { MeldError::Ace } else { MeldError::RunOrder })
}
