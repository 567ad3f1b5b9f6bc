//! Payments for how a deal was won, per deal.
//!
//! Clauses: X-12, K40-14, K40-18, CONT-14..17.

use upcard_cards::{Card, Cards, Meld};

use crate::choices::{LastCard, WildsPerDeal};
use crate::compile::Rules;
use crate::event::Ending;
use crate::rules::declaring;
use crate::seat::Seat;
use crate::table::Table;

/// Returns `true` if the winner went out with the whole hand in one turn, with nothing on the table before.
/// If the last card need not be discarded, only melds and lay-offs count.
pub(crate) fn is_whole_hand(
    table: &Table,
    rules: &Rules,
    winner: Option<Seat>,
    how: Ending,
) -> bool {
    let Some(winner) = winner.filter(|&seat| seat == table.turn.seat) else { return false };
    let state = &table.seats[winner.index()];
    let threw_it =
        how == Ending::Discarded && rules.deal(state.contract).last_card == LastCard::Optional;
    table.turn.fresh && state.count == 0 && !threw_it
}

/// Units that each seat receives for how the deal was won, or pays if negative: the winner collects from all
/// others who were dealt cards.
pub(crate) fn of_deal(
    table: &Table,
    rules: &Rules,
    winner: Option<Seat>,
    how: Ending,
    (whole, besides): (bool, i32),
) -> Vec<i32> {
    let mut paid = vec![0; usize::from(table.players)];
    let out = [Ending::Played, Ending::Discarded, Ending::ContractComplete, Ending::Declared];
    let Some(winner) = winner.filter(|_| out.contains(&how)) else { return paid };
    let prices = &rules.set.choices.settling;
    // A declared hand is always a whole hand.
    let priced = prices.whole_hand > 0 && !declaring::hidden(rules);
    let each = i32::from(if priced && whole { prices.whole_hand } else { prices.out }) + besides;
    let others = Seat::all(table.players).filter(|&seat| seat != winner && table.was_dealt(seat));
    for seat in others {
        paid[seat.index()] -= each;
        paid[winner.index()] += each;
    }
    paid
}

/// Extra units that each of the others pays, for the winner's melds and for going out early; 0 if nothing is
/// paid for going out.
pub(crate) fn besides(table: &Table, rules: &Rules, winner: Option<Seat>) -> i32 {
    let Some(winner) = winner.filter(|_| rules.set.choices.settling.out > 0) else { return 0 };
    let own = table.melds.iter().filter(|meld| meld.owner == winner).map(|meld| meld.meld);
    for_going_out(table, rules, winner, &own.collect::<Vec<Meld>>())
}

/// Extra units for a seat that goes out with these melds.
pub(crate) fn for_going_out(table: &Table, rules: &Rules, seat: Seat, melds: &[Meld]) -> i32 {
    let (prices, deal) = (&rules.set.choices.settling, table.deal_rules(rules));
    let cards = melds.iter().map(Meld::cards).fold(Cards::NONE, |all, cards| all.plus(&cards));
    let wild = |(card, _): &(Card, u8)| deal.melds.is_wild(*card);
    let wilds: i32 = cards.iter_counts().filter(wild).map(|(_, count)| i32::from(count)).sum();
    let (jokers, drew) = (i32::from(cards.jokers()), table.seats[seat.index()].drew);
    let of_ranks = i32::from(prices.melded_wild) * (wilds - jokers);
    let mut all = i32::from(prices.melded_joker) * jokers + of_ranks;
    let mut feat = |done: bool, price: u8| all += if done { i32::from(price) } else { 0 };
    feat(wilds == 0, prices.no_wilds);
    feat(!drew, prices.undrawn);
    feat(drew && is_first_round(table, rules), prices.first_turn);
    feat(is_one_suit(melds), prices.one_suit);
    all
}

fn is_one_suit(melds: &[Meld]) -> bool {
    let suits = |meld: &Meld| match meld {
        Meld::Run(run) => Some(run.suit()),
        Meld::Set(_) => None,
    };
    let first = melds.first().and_then(suits);
    first.is_some() && melds.iter().all(|meld| suits(meld) == first)
}

/// Returns `true` if nobody has had a second turn, judging by the number of cards drawn: one per turn.
fn is_first_round(table: &Table, rules: &Rules) -> bool {
    let deal = table.deal_rules(rules);
    let seats = Seat::all(table.players).filter(|&seat| table.was_dealt(seat)).count();
    let dealt = usize::from(deal.hand) * seats
        + usize::from(rules.set.choices.dealing.upcard)
        + usize::from(rules.set.choices.wilds.per_deal == WildsPerDeal::Turned);
    let stock = rules.pack_size.saturating_sub(dealt);
    let drawn = stock.saturating_sub(table.stock.into()) + usize::from(table.taken);
    table.reshuffles == 0 && drawn <= seats
}
