//! The rules of the rummy family.
//!
//! A game is data: [`RuleSet`] holds the choices of a file under `games/`, [`Rules`] makes them
//! ready for a table. A [`Game`] is one match; each seat judges by its [`View`] and by nothing
//! else. What is asked ([`Action`]), what is legal ([`Move`]), what happened ([`Event`]) and what
//! is refused ([`Refusal`]) are four types. No I/O, no clock, no ambient chance.
#![doc = include_str!("../README.md")]

mod action;
mod apply;
mod argument;
pub mod chance;
mod choice_deals;
mod choice_ends;
mod choice_indian;
mod choice_knocking;
mod choice_sizes;
mod choice_spread;
pub mod choice_types;
mod choice_words;
pub mod choices;
mod compile;
mod edition;
mod event;
mod flaws;
mod game;
mod game_file;
mod idle;
mod imagine;
mod judge;
mod level;
mod moves;
mod nearest;
mod perform;
mod position;
pub mod record;
mod refusal;
mod rules;
mod ruleset;
mod seat;
mod setup;
pub mod table;
mod value;
mod view;

pub use action::{Action, Change};
pub use compile::{DealRules, Rules};
pub use edition::Edition;
pub use event::{Ending, Event, Sink, Viewer};
pub use flaws::{BadValue, Coded, Contradiction, Flaw, Flaws, Mistake, Quoted, Reason};
pub use game::Game;
pub use game_file::{Before, Catalogue, GameFile, Variation};
pub use idle::Facts;
pub use level::{Level, UnknownLevel};
pub use moves::{LayOff, Move};
pub use nearest::nearest;
pub use position::Board;
pub use refusal::{MeldPlace, Refusal};
pub use rules::stock_out::MOST_IDLE_ROUNDS;
pub use ruleset::{Library, RuleSet};
pub use seat::{Seat, Seats};
pub use setup::{Setup, SetupAddition, SetupError, SetupPhase, SetupSeat};
pub use table::{MeldId, Phase, Table, TableMeld};
pub use value::{ChoiceValue, Form, Value};
pub use view::{OwnView, View};

/// The most players at a table.
pub const MAX_PLAYERS: usize = 8;
