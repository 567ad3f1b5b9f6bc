//! Cards, multisets of cards, melds, contracts, and the text forms of all of them.
//!
//! Nothing here depends on a game in progress. A [`Card`] is its face: equal faces from two packs
//! are one card. A [`Meld`] is always legal under the [`MeldRules`] it was made with; a
//! [`MeldSpec`] is an unvalidated claim, and a [`RawMeld`] the serialized form.
#![doc = include_str!("../README.md")]

mod card;
mod cards;
mod contract;
mod faces;
mod meld;
mod meld_change;
mod meld_from_spec;
mod meld_rules;
mod meld_spec;
mod rank_set;
mod raw_meld;
mod run_suits;
mod short_map;
mod short_sort;
pub mod text;

pub use card::{Card, JOKER, RANKS, Rank, SUITS, Suit};
pub use cards::{Cards, bit_plane};
pub use contract::{
    Contract, ContractError, ContractErrorKind, Element, Elements, LayDownRules, MAX_ELEMENTS,
    Purity, SameSuitRuns, SizeRule,
};
pub use faces::Faces;
pub use meld::{MAX_RUN, Meld, RunMeld, SetMeld};
pub use meld_change::{End, Fit};
pub use meld_rules::{AceMode, AllWild, MeldError, MeldRules, Stage, WildCap};
pub use meld_spec::{MeldKind, MeldSpec};
pub use rank_set::RankSet;
pub use raw_meld::RawMeld;
pub use run_suits::RunSuits;
pub use short_map::ShortMap;
pub use short_sort::ShortSort;
