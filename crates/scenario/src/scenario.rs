//! Scenarios as parsed.

use std::fmt;

use upcard_cards::{Card, Cards, Contract, MeldSpec};
use upcard_engine::chance::{ChanceError, Outcome};
use upcard_engine::{Action, Flaws, MeldId, Seat, SetupError, SetupPhase, Value};

/// An error in a scenario, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1; 0 for the whole line.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.problem),
            column => write!(f, "line {}, column {column}: {}", self.line, self.problem),
        }
    }
}

impl std::error::Error for ScenarioError {}

/// The error of a malformed or contradictory line.
pub(crate) fn at(line: usize, message: impl Into<String>) -> ScenarioError {
    ScenarioError { line, column: 0, problem: Problem::Form(message.into()) }
}

/// A problem of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A line is malformed, or contradicts the others.
    Form(String),
    /// Its rules are invalid.
    Rules(Flaws),
    /// Its position is invalid.
    Position(SetupError),
    /// Its scripted chance is invalid.
    Chance(ChanceError),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Form(message) => f.write_str(message),
            Problem::Rules(flaws) => write!(f, "{flaws}"),
            Problem::Position(error) => write!(f, "{error}"),
            Problem::Chance(error) => write!(f, "{error}"),
        }
    }
}

/// One scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scenario {
    /// Line on which it begins.
    pub line: usize,
    /// First sentence of the comment before it.
    pub title: String,
    /// Clauses that its comments cite.
    pub cites: Vec<String>,
    /// Other games under which it holds.
    pub also: Vec<String>,
    /// The game, with variations, or a path.
    pub game: String,
    /// Changed choices.
    pub sets: Vec<(String, Value)>,
    /// Number of players, if specified.
    pub players: Option<u8>,
    /// The position, with its line numbers for messages.
    pub position: Position,
    /// Whether the rules or the position are expected to be refused.
    pub invalid: bool,
    /// Actions and checks.
    pub steps: Vec<Step>,
}

/// The position of a scenario as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    pub(crate) deal: Option<u8>,
    pub(crate) dealer: Option<Seat>,
    pub(crate) seats: Vec<SeatLine>,
    pub(crate) melds: Vec<MeldLine>,
    pub(crate) discards: Vec<Option<Card>>,
    pub(crate) stock: Vec<Card>,
    pub(crate) stock_only: bool,
    pub(crate) scores: Vec<i32>,
    pub(crate) bought: Vec<u8>,
    pub(crate) last_taker: Option<Seat>,
    pub(crate) dead: bool,
    pub(crate) kitty: u32,
    pub(crate) reshuffles: u8,
    pub(crate) freed: Cards,
    pub(crate) won: Vec<u8>,
    pub(crate) columns: Vec<(Seat, [i32; 3])>,
    pub(crate) wild: Option<Card>,
    pub(crate) chips: Vec<i32>,
    pub(crate) rejoined: Vec<u8>,
    pub(crate) chance: Vec<Outcome>,
    pub(crate) turn: Option<TurnLine>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatLine {
    pub(crate) line: usize,
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    pub(crate) any: usize,
    pub(crate) down: bool,
    pub(crate) now: bool,
    pub(crate) laid: Option<Contract>,
    pub(crate) dropped: bool,
    pub(crate) out: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MeldLine {
    pub(crate) line: usize,
    pub(crate) id: MeldId,
    pub(crate) owner: Seat,
    pub(crate) meld: MeldSpec,
    pub(crate) laid: Vec<LaidBy>,
}

/// A card of a meld, with the seat that laid it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaidBy {
    /// Index among the cards as written, from 0.
    pub slot: usize,
    /// The card.
    pub card: Card,
    /// The seat.
    pub seat: Seat,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnLine {
    pub(crate) line: usize,
    pub(crate) seat: Seat,
    pub(crate) phase: SetupPhase,
    pub(crate) drew: Option<Card>,
    pub(crate) from_discards: bool,
}

/// Expected result of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is accepted.
    Ok,
    /// It is refused, for this reason if one is given.
    Refused(Option<String>),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Ok => f.write_str("ok"),
            Verdict::Refused(None) => f.write_str("refused"),
            Verdict::Refused(Some(code)) => write!(f, "refused {code}"),
        }
    }
}

/// An action or check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Line number.
    pub line: usize,
    /// Text, without comment.
    pub text: String,
    /// The parsed line.
    pub kind: StepKind,
}

/// Kinds of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A seat acts; with the verdict, if one follows on the next line.
    Act {
        /// The seat, from 0.
        seat: Seat,
        /// The action.
        action: Action,
        /// The expected result.
        verdict: Option<Verdict>,
    },
    /// The next deal starts; with the verdict, if one follows on the next line.
    Next(Option<Verdict>),
    /// A check.
    Check(Check),
}

/// Kinds of checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// A hand.
    Hand(Seat, Cards),
    /// Number of cards in a hand.
    Count(Seat, usize),
    /// Number of cards in the stock.
    Stock(usize),
    /// Number of cards in the discard pile.
    Discards(usize),
    /// Number of melds.
    MeldCount(usize),
    /// A seat's score.
    Score(Seat, i32),
    /// A seat's points in three games that are scored at once.
    Columns(Seat, [i32; 3]),
    /// The points of a hand in its cheapest grouping.
    Deadwood(Seat, u32),
    /// Whether a seat has left the deal.
    Dropped(Seat),
    /// Whether a seat is out of the match.
    Out(Seat),
    /// The chips of all seats.
    Chips(Vec<i32>),
    /// The phase, as words of which trailing ones may be omitted.
    Phase(Vec<String>),
    /// The seats that went out, or won.
    Winner(Vec<Seat>),
    /// A meld, and who laid which of its cards, as far as given; `None` if the meld is gone.
    Meld(MeldId, Option<MeldSpec>, Vec<LaidBy>),
    /// All melds.
    Melds(Vec<(MeldId, Seat, MeldSpec, Vec<LaidBy>)>),
    /// The upcard.
    Upcard(Option<Card>),
    /// Number of buys of a seat.
    Bought(Seat, u8),
    /// The kitty.
    Kitty(u32),
    /// The dealer.
    Dealer(Seat),
    /// Whether a seat may do something: an action, or the first word of one.
    Offered(Seat, String, bool),
    /// The settlement.
    Settle(Vec<i64>),
}

impl Scenario {
    /// Returns `true` if it has any verdict or check.
    #[must_use]
    pub fn has_verdicts(&self) -> bool {
        self.invalid
            || self.steps.iter().any(|step| match &step.kind {
                StepKind::Act { verdict, .. } | StepKind::Next(verdict) => verdict.is_some(),
                StepKind::Check(_) => true,
            })
    }

    /// The games under which it holds: its own, and those in `also`.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.game.as_str()).chain(self.also.iter().map(String::as_str))
    }
}
