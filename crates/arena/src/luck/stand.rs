//! Where a hand stands, and what a position looks like to a seat whose hands are all open.

use upcard_bots::{Objective, fits_table};
use upcard_cards::{Card, Cards, Faces};
use upcard_engine::{Game, Seat, View};

use super::net::{INPUTS, Inputs};

/// The most cards of a hand that is looked at.
pub(super) const MOST_CARDS: usize = 21;

/// Where a hand stands: numbers of about one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stand {
    /// What is missing to the contract, or what stands alone where there is none.
    missing: f32,
    /// Is the contract down?
    down: f32,
    cards: f32,
    /// The share of the cards to come that help.
    outs: f32,
    points: f32,
    wilds: f32,
    /// The cards that help.
    helps: Faces,
    /// What it will throw, as a steady player does, where it has a card more than it keeps.
    throws: Option<Card>,
}

impl Stand {
    const SIZE: usize = 8;

    fn inputs(&self) -> [f32; Stand::SIZE] {
        let near = if self.missing <= 0.26 { 1.0 } else { 0.0 };
        let Stand { missing, down, cards, outs, points, wilds, .. } = *self;
        [missing, down, cards, outs, points, wilds, near, down * cards]
    }

    /// Do all inputs come out alike? Whoever is to throw a card waits for none.
    pub(super) fn looks_like(&self, other: &Stand) -> bool {
        self.throws == other.throws && self.inputs() == other.inputs()
    }

    /// How far it is from going out, roughly.
    fn far(&self) -> f32 {
        self.missing * 4.0 + self.cards - 2.0 * self.down - 0.5 * self.outs
    }
}

/// A hand, and what it takes to see where it stands with another card.
pub(super) struct Standing<'g> {
    view: View<'g>,
    hand: Cards,
    stock: Cards,
    objective: Objective,
}

impl<'g> Standing<'g> {
    /// Of this hand, which the seat has or has had, or could have.
    pub(super) fn of(game: &'g Game, seat: Seat, hand: &Cards) -> Standing<'g> {
        let view = game.view(seat);
        let objective = Objective::of(&view, hand.len() + 1);
        let stock = game.stock().iter().copied().collect();
        Standing { view, hand: *hand, stock, objective }
    }

    pub(super) fn as_it_is(&self) -> Stand {
        self.stand(&self.hand).0
    }

    pub(super) fn with(&self, card: Card) -> Stand {
        let mut hand = self.hand;
        hand.add(card);
        let (stand, kept) = self.stand(&hand);
        let deal = self.view.table.deal_rules(self.view.rules);
        let value = |card: &Card| deal.values[card.index()];
        let loose = hand.iter_counts().map(|(card, _)| card);
        let loose = loose.filter(|card| !kept.has(*card) && !deal.melds.is_wild(*card));
        Stand { throws: loose.max_by_key(value), ..stand }
    }

    /// The same for a hand, and which of its cards it keeps if it can.
    fn stand(&self, hand: &Cards) -> (Stand, Faces) {
        let Standing { view, objective, .. } = self;
        let deal = view.table.deal_rules(view.rules);
        let wilds = hand.iter().filter(|card| deal.melds.is_wild(*card)).count() as f32;
        let cards = hand.len() as f32 / 10.0;
        let points = view.rules.points(hand) as f32 / 60.0;
        let share = |faces: &Faces| {
            f32::from(faces.count_in(&self.stock) as u16) / self.stock.len().max(1) as f32
        };
        let stand = Stand { cards, points, wilds: wilds / 2.0, ..Stand::default() };
        if objective.contract {
            let measure = objective.measure(hand, view.rules);
            let missing = f32::from(measure.shortfall().min(20)) / 4.0;
            let helps = measure.useful;
            let kept = measure.used | measure.needed;
            return (Stand { missing, outs: 3.0 * share(&helps), helps, ..stand }, kept);
        }
        if view.rules.has_contracts() {
            let fits = fits_table(view);
            let fitting = hand.iter().filter(|card| fits.has(*card)).count() as f32 + wilds;
            let cards = (hand.len() as f32 - fitting).max(0.0) / 10.0;
            let outs = 3.0 * share(&fits);
            return (Stand { missing: cards, down: 1.0, outs, helps: fits, ..stand }, fits);
        }
        let found = deal.deadwood(hand);
        let kept = Faces::of(hand) - Faces::of(&found.left);
        (Stand { missing: found.points as f32 / 40.0, ..stand }, kept)
    }
}

/// What the position looks like to a seat: its own hand, the rival's that is nearest to the end, and all
/// rivals' on average.
pub(super) fn inputs(game: &Game, seat: usize, stands: &[Stand]) -> Inputs {
    const OTHER: usize = 3 * Stand::SIZE;
    let table = game.table();
    let mut inputs = [0.0; INPUTS];
    let rivals = || (0..stands.len()).filter(|other| *other != seat);
    let nearest = rivals().min_by(|a, b| stands[*a].far().total_cmp(&stands[*b].far()));
    inputs[..Stand::SIZE].copy_from_slice(&stands[seat].inputs());
    if let Some(nearest) = nearest {
        inputs[Stand::SIZE..2 * Stand::SIZE].copy_from_slice(&stands[nearest].inputs());
    }
    let share = 1.0 / (stands.len().max(2) - 1) as f32;
    for other in rivals() {
        let mean = &mut inputs[2 * Stand::SIZE..OTHER];
        mean.iter_mut().zip(stands[other].inputs()).for_each(|(sum, one)| *sum += share * one);
    }
    // A card that somebody will throw.
    for other in rivals() {
        let Some(card) = stands[other].throws else { continue };
        let wanted = |seat: usize| seat != other && stands[seat].helps.has(card);
        if wanted(seat) {
            let first = (other + 1) % stands.len() == seat;
            inputs[INPUTS - 4] = 1.0;
            inputs[INPUTS - 3] = if first { 1.0 } else { 0.0 };
            inputs[INPUTS - 2] = stands[seat].missing;
        }
        inputs[INPUTS - 1] = rivals().filter(|one| wanted(*one)).count() as f32 * 0.5;
    }
    // How long the deal has gone on, and how long it is to one's turn.
    let players = usize::from(table.players());
    let turn = table.turn().seat.index();
    inputs[OTHER] = 1.0;
    inputs[OTHER + 1] = (f32::from(table.stock()) / 50.0).min(2.0);
    inputs[OTHER + 2] = ((seat + players - turn) % players) as f32 / players as f32;
    // Which deal it is: each has a place of its own, as far as there are places.
    let last = INPUTS - OTHER - 8;
    inputs[OTHER + 3 + usize::from(table.deal()).min(last)] = 1.0;
    inputs
}
