//! The empty stock: a new one from the discards, or the end of the deal.
//!
//! Clauses: S000-50, S001-55, S002-44, X-01, X-08, X-10, X-14, BASIC-23, BASIC-36, BASIC-V09..V10,
//! BLOCK-01..03, PAGAT-CR-30..33, PROG-25, PROG-46.

use upcard_cards::Card;

use crate::choices::{BlockAt, Dead, Reuse, StockOut};
use crate::compile::Rules;
use crate::event::Ending;
use crate::shape::Discard;
use crate::table::Table;

/// What becomes of an empty stock when a card is due.
pub(crate) enum Remedy {
    /// These discards become the stock, the oldest first; they are the first of those that are not
    /// dead for good.
    Reuse(Vec<Card>),
    /// The deal ends.
    End(Ending),
}

/// What happens when a card is due from the empty stock.
pub(crate) fn remedy(table: &Table, rules: &Rules) -> Remedy {
    let choices = &rules.set.choices;
    if matches!(choices.stock_out.then, StockOut::Block | StockOut::Wall(_)) {
        return Remedy::End(Ending::StockOut);
    }
    let Some(reused) = reusable(table, rules) else { return Remedy::End(Ending::NoCards) };
    if choices.stock_out.reshuffles.0.is_some_and(|most| table.reshuffles >= most) {
        return Remedy::End(Ending::StockOut);
    }
    if table.idle_reshuffles >= choices.stock_out.stalemate {
        return Remedy::End(Ending::Stalemate);
    }
    Remedy::Reuse(reused.iter().map(|discard| discard.card).collect())
}

/// How a deal ended that the stock ended, where that may annul it.
pub(crate) fn annulled(rules: &Rules, how: Ending) -> Ending {
    let void = matches!(rules.set.choices.stock_out.then, StockOut::Void | StockOut::Wall(_));
    match how {
        Ending::NoCards | Ending::StockOut | Ending::Stalemate if void => Ending::Void,
        other => other,
    }
}

/// The discards that can become a new stock with at least one card; none where they do not
/// suffice.
fn reusable<'a>(table: &'a Table, rules: &Rules) -> Option<&'a [Discard]> {
    let reuse = rules.set.choices.stock_out.reuse;
    let end = table.discards.len().saturating_sub(usize::from(reuse == Reuse::KeepTop));
    let start = first_usable(table, rules).min(end);
    let turns_up = usize::from(reuse == Reuse::NewUpcard);
    Some(&table.discards[start..end]).filter(|reused| reused.len() > turns_up)
}

/// With the stock empty, do the discards not suffice for a new one either? Where an empty stock
/// ends the deal by the rules, they are not asked for.
pub(crate) fn has_too_few_cards(table: &Table, rules: &Rules) -> bool {
    matches!(rules.set.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)
        && reusable(table, rules).is_none()
}

/// The first discard that may be used again: those dead for good may not.
pub(crate) fn first_usable(table: &Table, rules: &Rules) -> usize {
    if rules.set.choices.buying.dead == Dead::ForGood { table.dead as usize } else { 0 }
}

/// Rounds in which nobody draws from the stock and nothing on the table changes, before the deal is
/// blocked.
pub const MOST_IDLE_ROUNDS: u16 = 50;

/// Have the seats thrown the same cards from hand to hand for too long? As long as nobody draws
/// from the stock it never runs out, so that X-01 alone would let such a deal go on for ever.
pub(crate) fn goes_in_circles(table: &Table) -> bool {
    table.idle_turns >= MOST_IDLE_ROUNDS * u16::from(table.players)
}

/// Does the empty stock end the deal after this turn?
pub(crate) fn blocks_after_turn(table: &Table, rules: &Rules) -> bool {
    let choices = &rules.set.choices.stock_out;
    match choices.then {
        StockOut::Block => table.stock == 0 && choices.block_at == BlockAt::LastCard,
        // Nor does it go on when nobody draws from the stock for long.
        StockOut::Wall(wall) => {
            table.stock <= u16::from(wall) || table.taken >= u16::from(choices.stalemate)
        }
        StockOut::Reshuffle | StockOut::Void => false,
    }
}
