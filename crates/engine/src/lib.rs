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
mod judge;
mod level;
mod moves;
mod nearest;
mod perform;
mod position;
pub mod record;
mod redaction;
mod refusal;
mod representation;
mod rules;
mod ruleset;
mod sampling;
pub mod score_pad;
mod seat;
mod setup;
pub mod table;
mod validation;
mod value;
mod view;

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
pub use redaction::Viewer;
pub use refusal::{MeldPlace, Refusal};
pub use representation::{Checked, Discard, Raw, Representation};
pub use rules::stock_out::MAX_IDLE_ROUNDS;
pub use ruleset::{Library, Lines, RuleSet};
pub use seat::{MAX_PLAYERS, Seat, Seats};
pub use setup::{Setup, SetupAddition, SetupError, SetupPhase, SetupSeat};
pub use table::{MeldId, Phase, Table, TableMeld};
pub use validation::ValidationError;
pub use value::{BadValue, ChoiceValue, Form, Value};
pub use view::{OwnView, View};

/// The serialized form of an event.
pub type RawEvent = Event<Raw>;

/// The serialized form of a view.
pub type RawView = OwnView<Raw>;
