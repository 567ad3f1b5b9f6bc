//! Meld search: whether a hand can lay down, with which melds, and how many cards it lacks.
//!
//! A [`Problem`] is the constraints on a lay-down: the meld rules, the rules of laying down together, the
//! contract, and what the player laid earlier. Its [`Solver`] judges melds ([`Solver::judge`]), finds
//! lay-downs ([`Solver::feasible`], [`Solver::each`], [`Solver::best`]) and measures hands
//! ([`Solver::distance`], [`Solver::survey`]). A [`Goal`] is what a player measures a hand by: a contract, a
//! part of one, any meld at all, or a contract that takes the whole hand. Nothing here knows of a game in
//! progress.
//!
//! `docs/solver.md` explains the problem, the bits, the tables and how they are verified.
#![doc = include_str!("../README.md")]

mod cache;
mod context;
mod enumerate;
mod exact;
mod goal;
mod groupings;
mod hand;
mod judge;
mod laid;
mod lay_downs;
mod layers;
pub mod meter;
mod mixed;
mod nodes;
mod partial_melds;
mod plan;
mod problem;
mod rank_counts;
mod rearranging;
mod related;
#[cfg(test)]
mod samples;
mod solver;
mod strict;
mod survey;
mod surveying;
mod tables;
mod wild_assignments;

pub use goal::Goal;
pub use groupings::{Deadwood, Declaring, Defence, Grouper, OneLife, deadwood};
pub use hand::HandState;
pub use judge::LayDownError;
pub use laid::{LaidEarlier, LayDown, Remainder, RunSpan};
pub use problem::Problem;
pub use rearranging::{Rearranged, Rearranging};
pub use solver::Solver;
pub use survey::{Parts, Survey};
pub use tables::WholeHand;
