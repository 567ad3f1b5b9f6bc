//! The empty stock: a new one from the discards, or the end of the deal.
//!
//! Clauses: S000-50, S001-55, S002-44, X-01, X-08, X-10, X-14, BASIC-23, BASIC-36, BASIC-V09..V10,
//! BLOCK-01..03, PAGAT-CR-30..33, PROG-25, PROG-46.

use upcard_cards::Card;

use crate::choices::{BlockAt, Dead, Reuse, StockOut};
use crate::compile::Rules;
use crate::event::Ending;
use crate::representation::Discard;
use crate::table::Table;

/// What to do with the empty stock when a card is due.
pub(crate) enum Remedy {
    /// Make a new stock of these discards, oldest first; they start after those that are dead for
    /// good.
    Reuse(Vec<Card>),
    /// End the deal.
    End(Ending),
}

/// Determines what happens when a card is due from the empty stock.
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

/// Converts an ending caused by the stock, if that voids the deal.
pub(crate) fn or_void(rules: &Rules, how: Ending) -> Ending {
    let void = matches!(rules.set.choices.stock_out.then, StockOut::Void | StockOut::Wall(_));
    match how {
        Ending::NoCards | Ending::StockOut | Ending::Stalemate if void => Ending::Void,
        other => other,
    }
}

/// The discards that can form a new stock of at least one card; `None` if there are too few.
fn reusable<'a>(table: &'a Table, rules: &Rules) -> Option<&'a [Discard]> {
    let reuse = rules.set.choices.stock_out.reuse;
    let end = table.discards.len().saturating_sub(usize::from(reuse == Reuse::KeepTop));
    let start = first_usable(table, rules).min(end);
    let turns_up = usize::from(reuse == Reuse::NewUpcard);
    Some(&table.discards[start..end]).filter(|reused| reused.len() > turns_up)
}

/// Returns `true` if, with the stock empty, there are too few discards for a new one. `false` if an
/// empty stock ends the deal anyway.
pub(crate) fn has_too_few_cards(table: &Table, rules: &Rules) -> bool {
    matches!(rules.set.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)
        && reusable(table, rules).is_none()
}

/// Index of the first discard that may be reused, after those that are dead for good.
pub(crate) fn first_usable(table: &Table, rules: &Rules) -> usize {
    if rules.set.choices.buying.dead == Dead::ForGood { table.dead as usize } else { 0 }
}

/// Maximum number of rounds without a draw from the stock or a change on the table, before the deal
/// is blocked.
pub const MAX_IDLE_ROUNDS: u16 = 50;

/// Returns `true` if the seats have passed the same cards around for too long. The stock never runs
/// out if nobody draws from it, so X-01 alone would not end such a deal.
pub(crate) fn is_stalled(table: &Table) -> bool {
    table.idle_turns >= MAX_IDLE_ROUNDS * u16::from(table.players)
}

/// Returns `true` if the empty stock ends the deal after this turn.
pub(crate) fn blocks_after_turn(table: &Table, rules: &Rules) -> bool {
    let choices = &rules.set.choices.stock_out;
    match choices.then {
        StockOut::Block => table.stock == 0 && choices.block_at == BlockAt::LastCard,
        // Also ends if nobody draws from the stock for long.
        StockOut::Wall(wall) => {
            table.stock <= u16::from(wall) || table.taken >= u16::from(choices.stalemate)
        }
        StockOut::Reshuffle | StockOut::Void => false,
    }
}
