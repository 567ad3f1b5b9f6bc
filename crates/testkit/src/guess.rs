//! Guessed actions, legal or not. A law compares them with what the engine offers.

use rand_core::Rng;
use upcard_cards::{Card, End, MeldKind, MeldSpec, Rank, SUITS, Suit};
use upcard_engine::chance::{below, pick};
use upcard_engine::{Action, MeldId, View};

fn pick_one<T: Copy>(rng: &mut impl Rng, items: &[T]) -> Option<T> {
    pick(rng, items).copied()
}

fn random_end(rng: &mut impl Rng) -> Option<End> {
    pick_one(rng, &[None, Some(End::Low), Some(End::High)]).flatten()
}

/// Returns a guess.
pub fn guess(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let hand: Vec<Card> = view.hand.iter().collect();
    let melds: Vec<MeldId> = view.table.melds().iter().map(|m| m.id).collect();
    Some(match below(rng, 18) {
        17 => Action::TakeDeep(pick_one(rng, view.table.discards())?.card),
        14 => declaration(view, rng)?,
        15 => Action::Drop,
        16 => pick(rng, &[Action::Rejoin, Action::Leave, Action::Split, Action::PlayOn])?.clone(),
        0 => Action::Draw,
        1 => Action::Take,
        2 => Action::Buy,
        3 => Action::Pass,
        4 => Action::Keep,
        5 => Action::Discard { card: pick_one(rng, &hand)?, shanghai: below(rng, 3) == 0 },
        kind @ 6..=9 => {
            let (meld, card) = (pick_one(rng, &melds)?, pick_one(rng, &hand)?);
            match kind {
                8 => Action::Swap { meld, card, wild: None, end: random_end(rng) },
                9 => Action::Slide { meld, card, to: pick_one(rng, &[End::Low, End::High])? },
                _ => Action::Off { meld, card, end: random_end(rng) },
            }
        }
        10 => Action::Call { meld: pick_one(rng, &melds)?, end: random_end(rng) },
        _ => Action::Down(lay_down(view, rng)?),
    })
}

/// A declaration of the hand in its best grouping, with a random discard; rarely complete.
fn declaration(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let deal = view.contract_rules();
    let mut hand = *view.hand;
    let held: Vec<Card> = hand.iter().collect();
    let finish = pick_one(rng, &held).filter(|_| below(rng, 8) != 0);
    if let Some(card) = finish {
        hand.remove(card);
    }
    let melds = deal.deadwood(&hand).melds;
    Some(Action::Declare {
        melds: melds.iter().map(|m| m.spec_under(&deal.melds)).collect(),
        finish,
    })
}

/// A lay-down in the shape of the contract (or a single meld), with cards that may fit; often invalid.
fn lay_down(view: &View<'_>, rng: &mut impl Rng) -> Option<Vec<MeldSpec>> {
    let deal = view.contract_rules();
    let mut left = *view.hand;
    let mut melds = Vec::new();
    let single = !view.rules.has_contracts() || below(rng, 4) == 0;
    let shape: Vec<(MeldKind, u8)> = if single {
        let kind = if below(rng, 2) == 0 { MeldKind::Set } else { MeldKind::Run };
        vec![(kind, 3 + below(rng, 3) as u8)]
    } else {
        deal.contract.elements.iter().map(|e| (e.kind, e.size)).collect()
    };
    for (kind, size) in shape {
        let size = size as usize + usize::from(below(rng, 8) == 0);
        let cards = match kind {
            MeldKind::Set | MeldKind::Pair => {
                let rank = Rank::new(below(rng, 13) as u8)?;
                let fits = |c: &Card| c.rank() == Some(rank) || deal.melds.is_wild(*c);
                let cards: Vec<Card> = left.iter().filter(fits).take(size).collect();
                for card in &cards {
                    left.remove(*card);
                }
                cards
            }
            MeldKind::Run => {
                let suit: Suit = pick_one(rng, &SUITS)?;
                let low = below(rng, 13) as usize;
                let mut cards = Vec::new();
                for place in low..low + size {
                    let natural = Card::natural(Rank::new((place % 13) as u8)?, suit);
                    let wild = left.iter().find(|c| deal.melds.is_wild(*c));
                    let card = if left.has(natural) { natural } else { wild? };
                    left.remove(card);
                    cards.push(card);
                }
                cards
            }
        };
        if cards.is_empty() {
            return None;
        }
        melds.push(MeldSpec { kind, cards, named: None });
    }
    Some(melds)
}
