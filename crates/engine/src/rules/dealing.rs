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
    /// The first dealer, if somebody volunteers.
    #[must_use]
    pub fn volunteer(&self) -> Seat {
        let seat = Seat::from_number(self.set.choices.dealing.first_seat);
        seat.filter(|seat| seat.is_of(self.players)).unwrap_or_default()
    }
}

/// The seat that cuts: the one on the dealer's right.
pub(crate) fn cutter(table: &Table) -> Seat {
    table.dealer.previous_of(table.players, |seat| table.is_in(seat))
}

/// Number of cards in an exact cut: all hands and the upcard.
pub(crate) fn exact_cut(rules: &Rules, table: &Table) -> u16 {
    let hands = u16::from(rules.deal(table.deal).hand) * table.in_deal().len() as u16;
    hands + u16::from(rules.set.choices.dealing.upcard)
}

/// Points that an exact cut takes off the cutter's score.
pub(crate) fn cut_bonus(rules: &Rules, table: &Table, at: u16) -> u8 {
    if at == exact_cut(rules, table) { rules.set.choices.dealing.cut_bonus } else { 0 }
}

/// A pack dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// Hands by seat.
    pub hands: Vec<Cards>,
    /// The upcard.
    pub upcard: Option<Card>,
    /// The cards turned up for the wild rank: the last one counts, any before it are jokers that do not.
    pub wild: Vec<Card>,
    /// The stock; the next card to be drawn is last.
    pub stock: Vec<Card>,
}

/// Number of cards per player in each round of dealing, for this hand size.
fn rounds(hand: u8, at_a_time: u8) -> impl Iterator<Item = u8> {
    let at_a_time = at_a_time.max(1);
    (0..hand).step_by(at_a_time.into()).map(move |dealt| at_a_time.min(hand - dealt))
}

/// Deals a pack in order to the playing seats, after moving the first `cut` cards to the bottom. `deal` is an
/// index into the rules' deals.
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
    // An extra card, if any, is dealt last, to the player who begins.
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
    /// Rules of a deal by its index, with this card turned up for the wild rank.
    #[must_use]
    pub fn deal_turned_up(&self, index: u8, card: Option<Card>) -> &DealRules {
        let rank = card.and_then(|card| wild_rank(self, card));
        self.deal_with(index, rank)
    }
}

/// The rank made wild by turning up this card.
pub(crate) fn wild_rank(rules: &Rules, card: Card) -> Option<Rank> {
    match (card.rank(), rules.set.choices.wilds.turned_joker) {
        (Some(rank), _) => Some(rank),
        (None, TurnedJoker::Aces) => Some(Rank::ACE),
        (None, TurnedJoker::None | TurnedJoker::Again) => None,
    }
}

/// The seats with the best card in the draw for the deal.
pub(crate) fn best_draws(how: FirstDealer, drawn: &[(Seat, Card)]) -> Vec<Seat> {
    // High: an ace beats a king, a joker is lowest. Low: an ace is best, a joker worst. In a toss, suits
    // break ties.
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
