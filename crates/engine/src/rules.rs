//! The rules, one chapter a file; `duties` lies below them. Each chapter judges by a view, or by a position for plays, and opens
//! with the clauses it rests on; the choices that it reads are those of the same name in `games/`. No
//! chapter asks the judge: what several chapters decide together is put together there.

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
