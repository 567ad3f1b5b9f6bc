//! The rules, one chapter per file; `duties` is shared by the others. A chapter validates against a view, or
//! against a position for plays, and starts with the clauses it implements; its choices have the same name in
//! `games/`. Chapters do not call the judge, which combines them.

pub(crate) mod buying;
pub(crate) mod calling;
pub(crate) mod dealing;
pub(crate) mod declaring;
pub(crate) mod discarding;
pub(crate) mod drawing;
pub(crate) mod dropping;
pub(crate) mod duties;
pub(crate) mod game_totals;
pub(crate) mod going_out;
pub(crate) mod knocking;
pub(crate) mod laying_down;
pub(crate) mod laying_off;
pub(crate) mod match_end;
pub(crate) mod payments;
pub(crate) mod pools;
pub(crate) mod rearranging;
pub(crate) mod scoring;
pub(crate) mod settling;
pub(crate) mod showing;
pub(crate) mod stock_out;
pub(crate) mod swapping;
