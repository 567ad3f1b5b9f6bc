//! The rules of the rummy family.
//!
//! A game is data: a [`RuleSet`] holds the choices of a file under `games/`, and [`Rules`] are
//! compiled from it for a table. A [`Game`] is one match; each seat acts on its [`View`] alone.
//! There are separate types for requested actions ([`Action`]), legal moves ([`Move`]), events
//! ([`Event`]) and refusals ([`Refusal`]). No I/O, no clock, no hidden randomness.
#![doc = include_str!("../README.md")]

mod action;
mod apply;
mod argument;
mod catalogue;
pub mod chance;
pub mod choices;
mod compile;
mod deal;
mod edition;
mod event;
mod flaws;
mod game;
mod game_file;
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
pub mod score_pad;
mod seat;
mod seen;
mod setup;
mod shape;
pub mod table;
mod value;
mod view;
mod written;

pub use action::{Action, Change};
pub use catalogue::{Before, Catalogue, Direction, Variation};
pub use compile::{DealRules, Rules};
pub use deal::Deal;
pub use edition::Edition;
pub use event::{Ending, Event, Sink};
pub use flaws::{Coded, Contradiction, Flaw, Flaws, Mistake, Quoted, Reason};
pub use game::Game;
pub use game_file::GameFile;
pub use level::{Level, UnknownLevel};
pub use moves::{LayOff, Legal, Move};
pub use nearest::nearest;
pub use position::Board;
pub use refusal::{MeldPlace, Refusal};
pub use rules::stock_out::MOST_IDLE_ROUNDS;
pub use ruleset::{Library, Lines, RuleSet};
pub use seat::{MAX_PLAYERS, Seat, Seats};
pub use seen::Viewer;
pub use setup::{Setup, SetupAddition, SetupError, SetupPhase, SetupSeat};
pub use shape::{Checked, Discard, Shape, Written};
pub use table::{MeldId, Phase, Table, TableMeld};
pub use value::{BadValue, ChoiceValue, Form, Value};
pub use view::{OwnView, View};
pub use written::Foreign;

/// The serialized form of an event.
pub type WrittenEvent = Event<Written>;

/// The serialized form of a view.
pub type WrittenView = OwnView<Written>;
