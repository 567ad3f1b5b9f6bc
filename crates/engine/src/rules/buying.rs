//! Buying: taking the upcard out of turn, at a price.
//!
//! Clauses: S001-21..30, S002-23..31, X-03, PAGAT-CR-34..42, SHANG-14..20, EVEL-20..28,
//! PROG-20..28.

use crate::choices::{
    BuyUntil, BuyWho, Chain, DiscardPrice, DiscardedWilds, LimitScope, SomeDeals,
};
use crate::compile::{DealRules, Rules};
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::seat::{Seat, Seats};
use crate::table::{Down, Phase, Table};
use crate::view::View;

/// Checks whether this seat may have the upcard for its price.
pub(crate) fn eligible(table: &Table, rules: &Rules, seat: Seat) -> Result<(), Refusal> {
    let deal = table.deal_rules(rules);
    for_sale(table, rules, deal)?;
    may_buy(table, rules, deal, seat)
}

/// Checks whether the upcard is for sale at all.
fn for_sale(table: &Table, rules: &Rules, deal: &DealRules) -> Result<(), Refusal> {
    if !deal.buying {
        return Err(Refusal::BuyNotNow);
    }
    if table.discards.is_empty() {
        return Err(Refusal::BuyEmpty);
    }
    if table.protected {
        return Err(Refusal::BuyProtected);
    }
    if table.upcard_dead() {
        return Err(Refusal::BuyNotNow);
    }
    if rules.set.choices.drawing.discarded_wilds != DiscardedWilds::Allowed
        && table.upcard().is_some_and(|card| deal.melds.is_wild(card))
    {
        return Err(Refusal::BuyWild);
    }
    Ok(())
}

/// Returns `true` if this seat is the first player of the deal, before the first draw.
pub(crate) fn is_opening(table: &Table, seat: Seat) -> bool {
    let first = table.dealer.next_of(table.players, |seat| table.was_dealt(seat));
    seat == first && !table.seats[seat.index()].drew
}

/// Returns `true` if the active seat has to buy the upcard. The first upcard of a deal is free for the first
/// player.
pub(crate) fn is_bought_in_turn(table: &Table, rules: &Rules, seat: Seat) -> bool {
    rules.set.choices.drawing.discard == DiscardPrice::Bought && !is_opening(table, seat)
}

/// Checks whether this seat may buy the upcard instead of drawing.
pub(crate) fn judge_in_turn(table: &Table, rules: &Rules, seat: Seat) -> Result<(), Refusal> {
    let deal = table.deal_rules(rules);
    if !deal.buying {
        return Err(Refusal::TakeBought);
    }
    may_buy(table, rules, deal, seat)
}

/// Number of further cards that this seat may buy; `None` for no limit.
fn remaining_buys(table: &Table, rules: &Rules, deal: &DealRules, seat: Seat) -> Option<u8> {
    let used = match rules.set.choices.buying.limit_scope {
        LimitScope::Player => table.seats[seat.index()].bought,
        LimitScope::Table => table.seats.iter().fold(0, |sum: u8, s| sum.saturating_add(s.bought)),
    };
    let in_deal = deal.buy_limit.map(|most| most.saturating_sub(used));
    let in_match = rules.set.choices.buying.limit_per_match.0.map(|most| {
        let before = match rules.set.choices.buying.limit_scope {
            LimitScope::Player => table.bought_before[seat.index()],
            LimitScope::Table => {
                table.bought_before.iter().fold(0, |sum: u8, buys| sum.saturating_add(*buys))
            }
        };
        most.saturating_sub(used.saturating_add(before))
    });
    in_deal.into_iter().chain(in_match).min()
}

impl Table {
    /// Number of further cards that this seat may buy in the deal; `None` if there is no limit or no buying.
    #[must_use]
    pub fn buys_left(&self, rules: &Rules, seat: Seat) -> Option<u8> {
        let deal = self.deal_rules(rules);
        remaining_buys(self, rules, deal, seat).filter(|_| deal.buying)
    }
}

/// Checks whether this seat may buy what is for sale.
fn may_buy(table: &Table, rules: &Rules, deal: &DealRules, seat: Seat) -> Result<(), Refusal> {
    let choices = &rules.set.choices.buying;
    if remaining_buys(table, rules, deal, seat) == Some(0) {
        return Err(Refusal::BuyLimit);
    }
    if choices.until == BuyUntil::OwnContract && table.opened(rules, seat) != Down::No {
        return Err(Refusal::BuyDown);
    }
    if choices.chain == Chain::AnotherPlayer && table.turn.last_taker == Some(seat) {
        return Err(Refusal::BuyTwiceRunning);
    }
    if !choices.own_discard && table.discarder() == Some(seat) {
        return Err(Refusal::BuyOwnDiscard);
    }
    Ok(())
}

/// The seats to which the upcard is offered now.
pub(crate) fn asked(table: &Table, rules: &Rules) -> Seats {
    let deal = table.deal_rules(rules);
    if table.turn.offers_closed || for_sale(table, rules, deal).is_err() {
        return Seats::NONE;
    }
    let may = |seat: &Seat| {
        *seat != table.turn.seat && table.is_in(*seat) && may_buy(table, rules, deal, *seat).is_ok()
    };
    Seat::all(table.players).filter(may).collect()
}

/// Validates buying: as the answer to an offer, or in the player's own turn before the draw. `takes` tells
/// whether the upcard may be taken instead.
pub(crate) fn judge_buy(view: &View<'_>, takes: impl FnOnce() -> bool) -> Result<Move, Refusal> {
    let choices = &view.rules.set.choices.buying;
    if choices.deals == SomeDeals::None {
        return Err(Refusal::BuyNobody);
    }
    if view.table.phase == Phase::Draw {
        if !view.table.deal_rules(view.rules).buying {
            return Err(Refusal::BuyNotInDeal);
        }
        if choices.who != BuyWho::Everyone {
            return Err(if takes() { Refusal::BuyTakeIt } else { Refusal::BuyNotNow });
        }
        if view.table.turn.take_closed {
            return Err(Refusal::BuyNotNow);
        }
    }
    eligible(view.table, view.rules, view.seat)?;
    Ok(Move::Buy)
}

/// Why a seat that is not asked may not buy; `None` if only the moment is wrong.
pub(crate) fn refusal_reason(view: &View<'_>) -> Option<Refusal> {
    let offers = matches!(view.table.phase, Phase::Offers { .. });
    let other = view.seat != view.table.turn.seat;
    if offers && other { eligible(view.table, view.rules, view.seat).err() } else { None }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::chance::Chance;
    use crate::{Game, Library, Rules, Seat, Setup, SetupPhase, SetupSeat};

    /// A limit for the whole table counts the buys of all seats.
    #[test]
    fn table_limit_counts_buys_of_all_seats() {
        let remaining_buys = |scope: &str| {
            let choices = [("buying.limit.per-deal", "3"), ("buying.limit.scope", scope)];
            let library = Library::standard().unwrap();
            let rules = Rules::of(&library, "progression", &choices, Some(3)).unwrap();
            let rules = Arc::new(rules);
            let seats = vec![None, Some(SetupSeat { bought: 2, ..SetupSeat::default() })];
            let setup = Setup { deal: 1, seats, phase: SetupPhase::Draw, ..Setup::default() };
            let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
            Seat::all(3).map(|seat| game.table().buys_left(&rules, seat)).collect::<Vec<_>>()
        };
        assert_eq!(remaining_buys("player"), [Some(3), Some(1), Some(3)]);
        assert_eq!(remaining_buys("table"), [Some(1); 3]);
    }
}
