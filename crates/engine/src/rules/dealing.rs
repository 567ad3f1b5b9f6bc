//! Dealing: the first dealer, the cut, the order of the deal.
//!
//! Clauses: S000-16..19, S001-14..16, S002-08..11, BASIC-04..06, PAGAT-CR-05..08, LIV-02..05,
//! PROG-03..04, PROG-09.

use upcard_cards::{Card, Cards};

use crate::choice_types::FirstDealer;
use crate::choices::ExtraCard;
use crate::compile::Rules;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::Table;

/// Judges a cut.
pub(crate) fn judge_cut(height: u16) -> Result<Move, Refusal> {
    if height > 1000 { Err(Refusal::CutRange) } else { Ok(Move::Cut(height)) }
}

/// The seat that cuts: right of the dealer.
pub(crate) fn cutter(table: &Table) -> Seat {
    table.dealer.previous(table.players)
}

/// How many cards an exact cut lifts: all hands and the upcard.
pub(crate) fn exact_cut(rules: &Rules, deal: u8) -> u16 {
    let hands = u16::from(rules.deal(deal).hand) * u16::from(rules.players);
    hands + u16::from(rules.set.choices.dealing.upcard)
}

/// The points that an exact cut takes off the cutter's score.
pub(crate) fn cut_bonus(rules: &Rules, deal: u8, at: u16) -> u8 {
    if at == exact_cut(rules, deal) { rules.set.choices.dealing.cut_bonus } else { 0 }
}

/// A pack as it is dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The hands, by seat.
    pub hands: Vec<Cards>,
    /// The card turned up.
    pub upcard: Option<Card>,
    /// The stock, the next card to be drawn last.
    pub stock: Vec<Card>,
}

/// Deals a pack, the first card dealt first, after the first `cut` cards have gone below the
/// others; `deal` is an index into the rules' deals.
pub(crate) fn deal_out(rules: &Rules, deal: u8, dealer: Seat, deck: &[Card], cut: u16) -> Dealt {
    let mut order = deck.to_vec();
    order.rotate_left(cut as usize % deck.len());
    let players = rules.players as usize;
    let extra = usize::from(rules.set.choices.dealing.extra_card == ExtraCard::NonDealer);
    let dealt = usize::from(rules.deal(deal).hand) * players + extra;
    let mut hands = vec![Cards::NONE; players];
    // The last card of all goes to the player who begins, where one is dealt more.
    for (i, card) in order[..dealt].iter().enumerate() {
        hands[(dealer.index() + 1 + i) % players].add(*card);
    }
    let upcard = rules.set.choices.dealing.upcard.then(|| order[dealt]);
    let mut stock = order.split_off(dealt + usize::from(upcard.is_some()));
    stock.reverse();
    Dealt { hands, upcard, stock }
}

/// The seats whose card is best in the draw for the deal.
pub(crate) fn best_draws(how: FirstDealer, drawn: &[(Seat, Card)]) -> Vec<Seat> {
    // High: an ace beats a king, a joker comes last. Low: an ace is lowest, a joker highest.
    let worth = |card: Card| -> u8 {
        match (how, card.rank().map(|r| r.index() as u8)) {
            (FirstDealer::DrawLow, Some(rank)) => 20 - rank,
            (_, Some(0)) => 14,
            (_, Some(rank)) => rank + 1,
            (_, None) => 0,
        }
    };
    let best = drawn.iter().map(|(_, card)| worth(*card)).max();
    drawn.iter().filter(|(_, card)| Some(worth(*card)) == best).map(|(seat, _)| *seat).collect()
}
