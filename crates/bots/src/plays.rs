//! Candidate plays of a turn, made from what the gauge found and judged by the engine.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, End, Meld, MeldKind, MeldSpec, RANKS, SUITS, ShortSort, SizeRule};
use upcard_engine::choices::{LastCard, LayDownMode, Rearrange, Slide};
use upcard_engine::table::Down;
use upcard_engine::{Action, Change, Refusal, View};
use upcard_solver::{Leave, Rearranging};

use crate::faces::{ALL, Faces, Held};
use crate::gauge::{Goal, Measure, Way};
use crate::sight::{Sight, fits, fits_table, frees, has_wilds, run_faces};

/// Takes cards from a hand for melds, naturals first, wilds where they lack.
struct Filler {
    hand: Cards,
    wilds: Vec<Card>,
}

impl Filler {
    fn new(view: &View<'_>) -> Filler {
        let rules = &view.deal_rules().melds;
        let mut wilds: Vec<Card> = view.hand.iter().filter(|c| rules.is_wild(*c)).collect();
        wilds.short_sort_by_key(|c| view.rules.values[c.index()]);
        Filler { hand: *view.hand, wilds }
    }

    fn wild(&mut self) -> Option<Card> {
        let card = self.wilds.pop()?;
        self.hand.remove(card);
        Some(card)
    }

    fn natural(&mut self, card: Card, wild: bool) -> Option<Card> {
        (!wild && self.hand.remove(card)).then_some(card)
    }
}

/// The melds of a way, from the seat's hand.
pub(crate) fn melds_of(view: &View<'_>, way: &Way) -> Option<(Vec<MeldSpec>, Cards)> {
    let rules = &view.deal_rules().melds;
    let mut filler = Filler::new(view);
    let mut melds = Vec::with_capacity(way.runs.len() + way.sets.len());
    // Naturals of the runs first: a set is content with any suit.
    let mut runs: Vec<Vec<Option<Card>>> = Vec::new();
    for &(suit, low, size) in &way.runs {
        let faces = run_faces(suit, low, size);
        runs.push(faces.map(|f| filler.natural(f, rules.is_wild(f))).collect());
    }
    let mut sets: Vec<(Vec<Card>, u8)> = Vec::new();
    for &(rank, size) in &way.sets {
        let mut cards = Vec::with_capacity(size as usize);
        for suit in SUITS {
            let face = Card::natural(RANKS[rank as usize], suit);
            while cards.len() < size as usize
                && let Some(card) = filler.natural(face, rules.is_wild(face))
            {
                cards.push(card);
            }
        }
        sets.push((cards, size));
    }
    for (slots, &(suit, low, _)) in runs.into_iter().zip(&way.runs) {
        let mut cards = Vec::with_capacity(slots.len());
        let own = slots.iter().flatten().count();
        for slot in slots {
            cards.push(match slot {
                Some(card) => card,
                None => filler.wild()?,
            });
        }
        let named =
            (own == 0).then(|| Card::natural(RANKS[low as usize % 13], SUITS[suit as usize]));
        melds.push(MeldSpec { kind: MeldKind::Run, cards, named });
    }
    for ((mut cards, size), &(rank, _)) in sets.into_iter().zip(&way.sets) {
        let named = cards
            .is_empty()
            .then(|| Card::natural(RANKS[rank as usize], upcard_cards::Suit::Clubs));
        while cards.len() < size as usize {
            cards.push(filler.wild()?);
        }
        let kind = if size == 2 { MeldKind::Pair } else { MeldKind::Set };
        melds.push(MeldSpec { kind, cards, named });
    }
    Some((melds, filler.hand))
}

/// Puts further cards of the hand onto melds that may be larger than the contract's.
fn grow(view: &View<'_>, melds: &mut [MeldSpec], rest: &mut Cards) {
    let deal = view.deal_rules();
    let spare = usize::from(deal.last_card == LastCard::Required);
    for spec in melds {
        let free = match spec.kind {
            MeldKind::Run => deal.lay_down.runs == SizeRule::AtLeast,
            MeldKind::Set => deal.lay_down.sets == SizeRule::AtLeast,
            MeldKind::Pair => false,
        };
        if !free {
            continue;
        }
        while let Ok(now) = Meld::new(spec, &deal.melds, upcard_cards::Stage::First) {
            let fitting = rest.iter_counts().map(|(card, _)| card).find_map(|card| {
                if rest.len() <= spare || deal.melds.is_wild(card) {
                    return None;
                }
                let fit = now.fit(card, &deal.melds);
                fit.any().then_some((card, fit.low))
            });
            let Some((card, low)) = fitting else { break };
            rest.remove(card);
            if low && spec.kind == MeldKind::Run {
                spec.cards.insert(0, card);
                spec.named = None;
            } else {
                spec.cards.push(card);
            }
        }
    }
}

/// The lay-downs of a ready hand that the gauge has found, the most points first.
pub(crate) fn lay_downs(view: &View<'_>, measure: &Measure) -> Vec<Action> {
    let mut all = Vec::new();
    for (_, way) in &measure.ways {
        let Some((melds, mut rest)) = melds_of(view, way) else { continue };
        let mut grown = melds.clone();
        grow(view, &mut grown, &mut rest);
        for melds in [grown, melds] {
            let action = Action::Down(melds);
            if !all.contains(&action) && view.allows(&action) {
                all.push(action);
            }
        }
    }
    all
}

/// Lays down the contract, if the hand is ready for it.
pub(crate) fn lay_down(view: &View<'_>, measure: &Measure) -> Option<Action> {
    if measure.distance > 0 {
        return None;
    }
    if let Some(action) = free_meld(view, measure) {
        return Some(action);
    }
    if view.rules.set.choices.laying_down.mode != LayDownMode::AtOnce {
        return None;
    }
    // The estimate was too hopeful, or the melds must lie otherwise: the exact search decides.
    let deal = view.deal_rules();
    let leave = if deal.whole_hand {
        Leave::NOTHING
    } else if deal.last_card == LastCard::Required {
        Leave::DISCARD
    } else {
        Leave::ANY
    };
    let found = deal.problem.best(view.hand, leave, &view.rules.values)?;
    let action = Action::Down(found.melds.iter().map(Meld::spec).collect());
    view.allows(&action).then_some(action)
}

/// In games where a contract may be laid in parts: a part that is ready without wilds and whose
/// laying brings the rest no further away.
pub(crate) fn lay_part(view: &View<'_>, sight: &Sight, measure: &Measure) -> Option<Action> {
    if view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce || !sight.contract {
        return None;
    }
    let deal = view.deal_rules();
    let values = &view.rules.values;
    let remaining = view.table.seats[view.seat as usize].remaining;
    for i in 0..deal.contract.elements.len() {
        if remaining >> i & 1 == 0 {
            continue;
        }
        let one = Goal::contract(deal, 1 << i);
        let held = sight.terms.held(view.hand);
        let found = crate::gauge::measure(&sight.terms, &[one], &held, values);
        if found.distance > 0 || found.missing > 0 {
            continue;
        }
        for (_, way) in &found.ways {
            let Some((melds, rest)) = melds_of(view, way) else { continue };
            let others = Goal::contract(deal, remaining & !(1 << i));
            let after =
                crate::gauge::measure(&sight.terms, &[others], &sight.terms.held(&rest), values);
            if after.distance <= measure.distance {
                let action = Action::Down(melds);
                if view.allows(&action) {
                    return Some(action);
                }
            }
        }
    }
    None
}

/// Lays what the gauge has found, the most points first.
pub(crate) fn free_meld(view: &View<'_>, measure: &Measure) -> Option<Action> {
    if measure.distance > 0 {
        return None;
    }
    for (_, way) in &measure.ways {
        let Some((melds, mut rest)) = melds_of(view, way) else { continue };
        let mut grown = melds.clone();
        grow(view, &mut grown, &mut rest);
        if grown != melds {
            let action = Action::Down(grown);
            if view.allows(&action) {
                return Some(action);
            }
        }
        let action = Action::Down(melds);
        if view.allows(&action) {
            return Some(action);
        }
    }
    None
}

/// A lay-off or slide of this card, judged legal.
fn off(view: &View<'_>, card: Card) -> Option<Action> {
    let deal = view.deal_rules();
    let wild = deal.melds.is_wild(card);
    let slides = view.rules.set.choices.wilds.slide == Slide::RunEnd;
    let legal = |action: &Action| view.allows(action);
    for meld in &view.table.melds {
        if wild || fits(meld, deal).has(card) {
            for end in [None, Some(End::High), Some(End::Low)] {
                let action = Action::Off { meld: meld.id, card, end };
                match view.judge(&action) {
                    Ok(_) => return Some(action),
                    Err(Refusal::OffWhichEnd) => {}
                    Err(_) => break,
                }
            }
        }
        if slides && !wild && frees(meld, deal).has(card) {
            let each = [End::High, End::Low].map(|to| Action::Slide { meld: meld.id, card, to });
            if let Some(action) = each.into_iter().find(legal) {
                return Some(action);
            }
        }
    }
    None
}

/// The best lay-off: the dearest natural; a wild last, unless it has to be played.
pub(crate) fn lay_off(view: &View<'_>, wilds: bool) -> Option<Action> {
    if view.table.melds.is_empty() || !view.may_lay_off() {
        return None;
    }
    let rules = &view.deal_rules().melds;
    let slides = view.rules.set.choices.wilds.slide == Slide::RunEnd;
    let held = Held::of(view.hand, rules.wild_ranks);
    let fitting = if slides { Faces(ALL) } else { fits_table(view) };
    let dearest = |mut cards: ArrayVec<Card, 53>| {
        cards.short_sort_by_key(|card| u8::MAX - view.rules.values[card.index()]);
        cards.into_iter().find_map(|card| off(view, card))
    };
    let natural = dearest(Faces(held.faces().0 & fitting.0).iter().collect());
    if natural.is_some() || held.wilds == 0 {
        return natural;
    }
    let may = |card: &Card| rules.is_wild(*card) && (wilds || view.table.turn.freed.has(*card));
    dearest(view.hand.iter_counts().map(|(card, _)| card).filter(may).collect())
}

/// Visits the swaps of this hand that are wanted, by the card and the wild that it frees, each judged
/// legal.
pub(crate) fn each_swap(
    view: &View<'_>,
    mut wanted: impl FnMut(Card, Card) -> bool,
    mut visit: impl FnMut(Action) -> bool,
) {
    if !view.may_swap() {
        return;
    }
    let deal = view.deal_rules();
    let held = Held::of(view.hand, 0).faces().0;
    for meld in view.table.melds.iter().filter(|meld| has_wilds(meld, deal)) {
        for card in Faces(frees(meld, deal).0 & held).iter() {
            for (_, wild) in meld.meld.wilds_for(card, &deal.melds) {
                if !wanted(card, wild) {
                    continue;
                }
                for end in [None, Some(End::Low)] {
                    let action = Action::Swap { meld: meld.id, card, wild: Some(wild), end };
                    if view.allows(&action) {
                        if visit(action) {
                            return;
                        }
                        break;
                    }
                }
            }
        }
    }
}

/// States that the search for a rearrangement may visit: some milliseconds at the most.
const REARRANGING: u32 = 20_000;

/// In games that allow it: the melds of the table rearranged so that as many points as possible of
/// the hand go.
pub(crate) fn rearrange(view: &View<'_>) -> Option<Action> {
    let choices = &view.rules.set.choices.rearranging;
    let seat = &view.table.seats[view.seat as usize];
    if choices.allowed == Rearrange::Never || seat.down == Down::No || view.hand.is_empty() {
        return None;
    }
    let deal = view.deal_rules();
    // Cards without points are to go as well.
    let value: [u8; 53] = std::array::from_fn(|i| view.rules.values[i].saturating_add(1));
    let keep = u8::from(deal.last_card == LastCard::Required);
    let search = Rearranging { rules: &deal.melds, value: &value, keep, budget: REARRANGING };
    let table: Vec<Meld> = view.table.melds.iter().map(|m| m.meld).collect();
    let found = search.best(&table, view.hand)?;
    let mut changes = Vec::new();
    let mut kept = vec![false; table.len()];
    for (old, meld) in &found.melds {
        let id = old.and_then(|at| {
            *kept.get_mut(at)? = true;
            Some(view.table.melds.get(at)?.id)
        });
        if old.and_then(|at| table.get(at)) != Some(meld) {
            changes.push(Change { meld: id, now: Some(meld.spec()) });
        }
    }
    let gone = view.table.melds.iter().zip(&kept).filter(|(_, kept)| !**kept);
    changes.extend(gone.map(|(meld, _)| Change { meld: Some(meld.id), now: None }));
    let action = Action::Arrange(changes);
    view.allows(&action).then_some(action)
}
