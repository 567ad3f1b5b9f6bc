//! Dealing: the first dealer, the cut, the order of the deal.
//!
//! Clauses: S000-16..19, S001-14..16, S002-08..11, BASIC-04..06, PAGAT-CR-05..08, LIV-02..05,
//! PROG-03..04, PROG-09, IND-05..12.

use std::iter::repeat_n;

use upcard_cards::{Card, Cards, Rank};

use crate::choices::{ExtraCard, FirstDealer, TurnedCard, TurnedJoker, WildsPerDeal};
use crate::compile::{DealRules, Rules};
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::seat::{Seat, Seats};
use crate::table::Table;

pub(crate) fn judge_cut(height: u16) -> Result<Move, Refusal> {
    if height > 1000 { Err(Refusal::CutRange) } else { Ok(Move::Cut(height)) }
}

impl Rules {
    /// The seat that deals first where somebody volunteers.
    #[must_use]
    pub fn volunteer(&self) -> Seat {
        let seat = Seat::from_number(self.set.choices.dealing.first_seat);
        seat.filter(|seat| seat.is_of(self.players)).unwrap_or_default()
    }
}

/// The seat that cuts: right of the dealer.
pub(crate) fn cutter(table: &Table) -> Seat {
    let right = |step: u8| (0..step).fold(table.dealer, |seat, _| seat.previous(table.players));
    (1..table.players).map(right).find(|&seat| table.is_in(seat)).unwrap_or(table.dealer)
}

/// How many cards an exact cut lifts: all hands and the upcard.
pub(crate) fn exact_cut(rules: &Rules, table: &Table) -> u16 {
    let hands = u16::from(rules.deal(table.deal).hand) * table.in_deal().len() as u16;
    hands + u16::from(rules.set.choices.dealing.upcard)
}

/// The points that an exact cut takes off the cutter's score.
pub(crate) fn cut_bonus(rules: &Rules, table: &Table, at: u16) -> u8 {
    if at == exact_cut(rules, table) { rules.set.choices.dealing.cut_bonus } else { 0 }
}

/// A pack as it is dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The hands, by seat.
    pub hands: Vec<Cards>,
    /// The card turned up.
    pub upcard: Option<Card>,
    /// The cards turned up for the wild rank, the one that counts last; before it jokers, where
    /// they do not count.
    pub wild: Vec<Card>,
    /// The stock, the next card to be drawn last.
    pub stock: Vec<Card>,
}

/// How many cards each player is dealt in each round of the deal, of so many in all.
fn rounds(hand: u8, at_a_time: u8) -> impl Iterator<Item = u8> {
    let at_a_time = at_a_time.max(1);
    (0..hand).step_by(at_a_time.into()).map(move |dealt| at_a_time.min(hand - dealt))
}

/// Deals a pack to the seats that play, the first card dealt first, after the first `cut` cards have
/// gone below the others; `deal` is an index into the rules' deals.
pub(crate) fn deal_out(
    rules: &Rules,
    deal: u8,
    dealer: Seat,
    playing: Seats,
    deck: &[Card],
    cut: u16,
) -> Dealt {
    let choices = &rules.set.choices;
    let mut order = deck.to_vec();
    order.rotate_left(cut as usize % deck.len());
    let round = (1..=rules.players).map(|step| dealer.ahead(step, rules.players));
    let seats: Vec<Seat> = round.filter(|seat| playing.has(*seat)).collect();
    let extra = usize::from(choices.dealing.extra_card == ExtraCard::NonDealer);
    let dealt = usize::from(rules.deal(deal).hand) * seats.len() + extra;
    let mut hands = vec![Cards::NONE; usize::from(rules.players)];
    // The last card of all goes to the player who begins, where one is dealt more.
    let turns = rounds(rules.deal(deal).hand, choices.dealing.at_a_time)
        .flat_map(|cards| seats.iter().flat_map(move |seat| repeat_n(seat, usize::from(cards))))
        .chain(&seats);
    for (card, seat) in order[..dealt].iter().zip(turns) {
        hands[seat.index()].add(*card);
    }
    let upcard = choices.dealing.upcard.then(|| order[dealt]);
    let mut stock = order.split_off(dealt + usize::from(upcard.is_some()));
    let mut wild = Vec::new();
    if choices.wilds.per_deal == WildsPerDeal::Turned {
        let again = choices.wilds.turned_joker == TurnedJoker::Again;
        let turned = |card: &Card| !(again && card.is_joker());
        let at = stock.iter().position(turned).unwrap_or(0);
        wild = stock.drain(..=at).collect();
        if choices.wilds.turned_card == TurnedCard::StockBottom {
            stock.extend(wild.last());
        }
    }
    stock.reverse();
    Dealt { hands, upcard, wild, stock }
}

impl Rules {
    /// What holds in a deal, by its index, where this card was turned up for the wild rank.
    #[must_use]
    pub fn deal_turned_up(&self, index: u8, card: Option<Card>) -> &DealRules {
        let rank = card.and_then(|card| wild_rank(self, card));
        self.deal_with(index, rank)
    }
}

/// The rank that is wild when this card was turned up for it.
pub(crate) fn wild_rank(rules: &Rules, card: Card) -> Option<Rank> {
    match (card.rank(), rules.set.choices.wilds.turned_joker) {
        (Some(rank), _) => Some(rank),
        (None, TurnedJoker::Aces) => Some(Rank::ACE),
        (None, TurnedJoker::None | TurnedJoker::Again) => None,
    }
}

/// The seats whose card is best in the draw for the deal.
pub(crate) fn best_draws(how: FirstDealer, drawn: &[(Seat, Card)]) -> Vec<Seat> {
    // High: an ace beats a king, a joker comes last. Low: an ace is lowest, a joker highest. In a
    // toss the suit settles equal ranks.
    let worth = |card: Card| -> (u8, usize) {
        let suit = card.suit().filter(|_| how == FirstDealer::Toss).map_or(0, |suit| suit.index());
        let rank = match (how, card.rank().map(|r| r.index() as u8)) {
            (FirstDealer::DrawLow, Some(rank)) => 20 - rank,
            (_, Some(0)) => 14,
            (_, Some(rank)) => rank + 1,
            (_, None) => 0,
        };
        (rank, suit)
    };
    let best = drawn.iter().map(|(_, card)| worth(*card)).max();
    drawn.iter().filter(|(_, card)| Some(worth(*card)) == best).map(|(seat, _)| *seat).collect()
}
