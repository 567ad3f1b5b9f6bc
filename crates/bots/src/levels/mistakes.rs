//! Players who err as people err: novices who overlook plays and hoard cards.
//!
//! They are there to be beaten, even by a child. Their slips are those of people who learn a game. They
//! overlook a discard that they could use, a lay-off, a hand that could go down; they keep their melds back,
//! keep high cards and discard low ones, and break up cards that belong together. A slip affects one decision
//! only, so that nothing is overlooked for ever.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::Card;
use upcard_engine::chance::below;
use upcard_engine::choices::LayDownMode;
use upcard_engine::{Action, DealRules, View};

use super::ladder::Novice;
use crate::bot::Bot;
use crate::budget::Budget;
use crate::hands::companions;
use crate::measure;
use crate::plays;

/// Error rates of a player, in percent of the opportunities.
#[derive(Clone, Copy)]
struct ErrorRates {
    /// Draws from the stock instead of taking a discard.
    take: u32,
    /// Keeps melds that it could lay down, or a hand that could end the deal.
    lay_down: u32,
    /// Ends its turn instead of laying off.
    lay_off: u32,
    /// Discards a low card, and keeps the high ones.
    hoard: u32,
    /// Discards any card, even one that belongs with others.
    misread: u32,
}

/// A first-time player.
const BEGINNER: ErrorRates =
    ErrorRates { take: 40, lay_down: 25, lay_off: 45, hoard: 30, misread: 10 };

/// An occasional player.
const CASUAL: ErrorRates = ErrorRates { take: 20, lay_down: 8, lay_off: 20, hoard: 15, misread: 3 };

/// The player of [`Level::Beginner`](crate::Level::Beginner) or [`Level::Casual`](crate::Level::Casual): a
/// novice with slips.
pub struct Erring {
    slips: ErrorRates,
    rng: ChaCha8Rng,
}

impl Erring {
    /// A player who errs often; the seed decides when.
    #[must_use]
    pub fn beginner(seed: u64) -> Erring {
        Erring { slips: BEGINNER, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A player who errs now and then; the seed decides when.
    #[must_use]
    pub fn casual(seed: u64) -> Erring {
        Erring { slips: CASUAL, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The mistaken action, if it errs in this decision.
    fn mistaken_action(&mut self, view: &View<'_>, own: &Action) -> Option<Action> {
        // One random number decides about each kind of slip, so the rarer slips are a subset of the more
        // frequent.
        let chance = below(&mut self.rng, 100);
        let slips = self.slips;
        match own {
            Action::Take | Action::TakeDeep(_) if chance < slips.take => {
                [Action::Draw, Action::Pass].into_iter().find(|action| view.allows(action))
            }
            Action::Down(_) | Action::Knock { .. } | Action::Declare { .. }
                if chance < slips.lay_down =>
            {
                self.mistaken_discard(view, false)
            }
            Action::Off { .. } if chance < slips.lay_off => self.mistaken_discard(view, false),
            Action::Discard { .. } if chance < slips.misread => self.mistaken_discard(view, true),
            Action::Discard { .. } if chance < slips.misread + slips.hoard => hoarding(view),
            _ => None,
        }
    }

    /// A discard to end the turn: any card, or the most expensive loose one.
    fn mistaken_discard(&mut self, view: &View<'_>, any: bool) -> Option<Action> {
        let mut cards = if any { naturals(view) } else { loose(view) };
        if any && !cards.is_empty() {
            let first = below(&mut self.rng, cards.len() as u32) as usize;
            cards.rotate_left(first);
        } else {
            cards.sort_by_key(|card| (u8::MAX - deal(view).values[card.index()], *card));
        }
        plays::first_discard(view, cards)
    }
}

impl Bot for Erring {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let own = Novice.decide(view, budget);
        self.mistaken_action(view, &own).unwrap_or(own)
    }
}

/// The cheapest loose card: high cards may still be good for something.
fn hoarding(view: &View<'_>) -> Option<Action> {
    let mut cards = loose(view);
    cards.sort_by_key(|card| (deal(view).values[card.index()], *card));
    plays::first_discard(view, cards)
}

/// The rules by which the viewing seat's hand is evaluated.
fn deal<'v>(view: &View<'v>) -> &'v DealRules {
    if is_hidden(view) { view.table.deal_rules(view.rules) } else { view.contract_rules() }
}

fn is_hidden(view: &View<'_>) -> bool {
    view.rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// The cards of the hand that are not wild; nobody discards a wild by mistake.
fn naturals(view: &View<'_>) -> Vec<Card> {
    let melds = &deal(view).melds;
    view.hand.iter_counts().map(|(card, _)| card).filter(|card| !melds.is_wild(*card)).collect()
}

/// The loose ones among them; all if none is.
fn loose(view: &View<'_>) -> Vec<Card> {
    let cards = naturals(view);
    let left = is_hidden(view).then(|| measure::loose(deal(view), view.hand).1);
    let is_alone = |card: &Card| match &left {
        Some(left) => left.has(*card),
        None => companions(*card, view.hand) <= 1,
    };
    let alone: Vec<Card> = cards.iter().copied().filter(is_alone).collect();
    if alone.is_empty() { cards } else { alone }
}
