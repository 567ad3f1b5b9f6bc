//! Client of a server's table, for Python: messages to send, and the state of the table.
//!
//! Without sockets: Python transports the messages. The protocol obligations of a client beyond its actions
//! are handled here.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use upcard_client::wire::{
    Change, ClientMessage, CoverWhy, PROTOCOL, Refused, Resume, SeatChange, SeatInfo,
    ServerMessage, Sitter, Stage, TableError,
};
use upcard_client::{Note, Session};
use upcard_engine::{Action, Library, Phase, Seat};

use crate::convert::{flaws_error, refusal_error, value_error};
use crate::views::View;

/// One person's client of a table: messages as text, in both directions.
#[pyclass(module = "upcard")]
pub(crate) struct Line {
    session: Session,
    name: String,
    wanted: Option<Seat>,
    /// `true` once a seat has been requested.
    sat_down: bool,
    /// Why the table refuses this client.
    fault: Option<String>,
    /// Number of matches seen so far, and the table's number of the last one.
    matches: u32,
    number: u32,
    /// Last deal for which this client has reported ready, with its match.
    ready: Option<(u32, u8)>,
    /// The unacknowledged action; repeated after a disconnection. The table executes it once.
    pending: Option<ClientMessage>,
}

/// Asks for a snapshot.
const HELLO: ClientMessage = ClientMessage::Hello { protocol: PROTOCOL, resume: None };

fn text(message: &ClientMessage) -> PyResult<String> {
    serde_json::to_string(message).map_err(value_error)
}

/// Name of a message or of its error: a string, or the single key of an object.
fn code(of: &serde_json::Value) -> Option<&str> {
    let field = || of.as_object().filter(|fields| fields.len() == 1)?.keys().next();
    of.as_str().or_else(|| field().map(String::as_str))
}

/// Returns `true` if no later message can change this error.
const fn is_final(error: &TableError) -> bool {
    !matches!(
        error,
        TableError::Stopping
            | TableError::Unavailable
            | TableError::Waiting
            | TableError::TimeUp
            | TableError::UsedEntropy
            | TableError::BadEntropy
            | TableError::DealRunning
            | TableError::MatchRunning
            | TableError::NoMatch
            | TableError::PhrasesOff
            | TableError::BotsTooDear
    )
}

#[pymethods]
impl Line {
    /// Creates a client for a person with this name and desired seat, from 0; `None` takes the first free
    /// one. `first_id` is the first action id: a returning client must pass a larger one than it used.
    #[new]
    #[pyo3(signature = (name, seat = None, first_id = 1))]
    fn new(name: &str, seat: Option<usize>, first_id: u64) -> PyResult<Line> {
        let library = Arc::new(Library::standard().map_err(|flaws| flaws_error(&flaws))?);
        let seat = match seat {
            Some(seat) if seat < upcard_engine::MAX_PLAYERS => Some(Seat::at(seat)),
            Some(seat) => return Err(value_error(format!("there is no seat {seat}"))),
            None => None,
        };
        Ok(Line {
            session: Session::new(library, first_id),
            name: name.to_owned(),
            wanted: seat,
            sat_down: false,
            fault: None,
            matches: 0,
            number: 0,
            ready: None,
            pending: None,
        })
    }

    /// Returns the first message of a connection.
    fn hello(&self) -> PyResult<String> {
        let after = self.session.sequence;
        let resume = after.map(|after| Resume { after, seat: self.session.seat });
        text(&ClientMessage::Hello { protocol: PROTOCOL, resume })
    }

    /// Handles a message of the table; returns the messages to reply with. Unknown messages are ignored.
    /// `random`: 32 unpredictable bytes, in case a match needs them.
    fn receive(&mut self, message: &str, random: [u8; 32]) -> PyResult<Vec<String>> {
        let mut answers = Vec::new();
        let message: ServerMessage = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(error) => {
                let answers = self.handle_unknown(message).ok_or_else(|| value_error(error))?;
                return answers.iter().map(text).collect();
            }
        };
        let greeted = matches!(message, ServerMessage::Snapshot(_));
        let welcomed = matches!(message, ServerMessage::Welcome { .. });
        match self.session.fold(message) {
            Some(Note::Gap) => answers.push(HELLO),
            Some(Note::Error(error)) if is_final(&error) => {
                self.fault = Some(error.code().to_owned());
            }
            Some(Note::Refused(Refused::Rule { code })) => self.fault = Some(code),
            Some(Note::Changed(change)) => self.changed(&change, &mut answers),
            _ => {}
        }
        if self.session.sent.is_none() {
            self.pending = None;
        }
        if welcomed {
            // Messages in transit at the disconnection may be lost.
            answers.extend(self.pending.clone());
            self.ready = None;
        }
        if greeted && self.session.seat.is_none() && !self.sat_down {
            self.sat_down = true;
            answers.push(ClientMessage::Sit { seat: self.wanted, name: self.name.clone() });
        }
        if self.session.stage == Stage::Playing && self.session.number != self.number {
            self.number = self.session.number;
            self.matches += 1;
        }
        answers.extend(self.ready_for_next_deal());
        answers.extend(self.session.commit(|| random));
        answers.iter().map(text).collect()
    }

    /// The seat, from 0; `None` before there is one.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.session.seat.map(Seat::index)
    }

    /// `true` if this client is the host.
    #[getter]
    fn host(&self) -> bool {
        self.session.host
    }

    /// Stage of the table: `seating`, `gathering`, `playing` or `over`.
    #[getter]
    fn stage(&self) -> &'static str {
        match self.session.stage {
            Stage::Seating => "seating",
            Stage::Gathering => "gathering",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    /// Number of matches begun or joined so far.
    #[getter]
    fn matches(&self) -> u32 {
        self.matches
    }

    /// Why the table refuses this client; `None` if it does not.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// `true` if no seat is free.
    #[getter]
    fn complete(&self) -> bool {
        let free = |info: &SeatInfo| info.sitter == Sitter::Free;
        !self.session.seated.is_empty() && !self.session.seated.iter().any(free)
    }

    /// Totals by seat, in points; `None` before a match.
    #[getter]
    fn scores(&self) -> Option<Vec<i32>> {
        self.session.view.as_ref().map(|view| view.table.scores().to_vec())
    }

    /// Winners of the finished match, from 0.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let view = self.session.view.as_ref();
        view.map_or_else(Vec::new, |view| view.table.winners().iter().map(Seat::index).collect())
    }

    /// The seat's view if it is to act and has not answered; otherwise `None`.
    fn asked(&self) -> Option<View> {
        let session = &self.session;
        if session.stage != Stage::Playing || session.sent.is_some() || !session.must_decide() {
            return None;
        }
        let (rules, view, seat) = (session.rules.as_ref()?, session.view.as_ref()?, session.seat?);
        Some(View::new(rules, view.clone(), seat, &[]))
    }

    /// Returns the message for an action given as text. An illegal action is a `ValueError`, and nothing is
    /// sent.
    fn act(&mut self, action: &str) -> PyResult<String> {
        let action: Action = action.parse().map_err(value_error)?;
        let Some(view) = self.session.view() else {
            return Err(PyValueError::new_err("it is not this seat's decision"));
        };
        view.judge(&action).map_err(refusal_error)?;
        match self.session.act(&action) {
            Some(message) => {
                let said = text(&message)?;
                self.pending = Some(message);
                Ok(said)
            }
            None => Err(PyValueError::new_err("an action is already being sent")),
        }
    }

    /// Returns the message that starts the match; host only.
    fn start(&self) -> PyResult<String> {
        text(&ClientMessage::Start)
    }

    /// Returns the message that asks for another match.
    fn rematch(&self) -> PyResult<String> {
        text(&ClientMessage::Rematch)
    }

    /// Returns the message that gives the seat up: during a match a bot plays it to the end.
    fn give_up(&self) -> PyResult<String> {
        text(&ClientMessage::GiveUp)
    }
}

impl Line {
    /// Examines an unparsable message, from a later server, and returns the answers. New kinds are ignored, as
    /// by any client without use for them; a new kind of refusal is still a refusal. `None` if it is no
    /// message, or one that the client cannot do without.
    fn handle_unknown(&mut self, message: &str) -> Option<Vec<ClientMessage>> {
        let message: serde_json::Value = serde_json::from_str(message).ok()?;
        let kind = code(&message)?;
        match kind {
            "welcome" | "snapshot" => return None,
            // A snapshot includes what cannot be folded.
            "event" | "change" => return Some(vec![HELLO]),
            "error" => self.fault = code(&message[kind]["error"]).map(str::to_owned),
            "refused" => self.fault = code(&message[kind]["why"]).map(str::to_owned),
            _ => {}
        }
        Some(Vec::new())
    }

    /// Skips the break after a deal.
    fn ready_for_next_deal(&mut self) -> Option<ClientMessage> {
        let session = &self.session;
        let table = &session.view.as_ref().filter(|_| session.stage == Stage::Playing)?.table;
        let deal = (session.number, table.deals_begun());
        let waits = session.seat.is_some()
            && matches!(table.phase(), Phase::DealOver { .. })
            && table.deals_begun() > 0
            && self.ready != Some(deal);
        waits.then(|| {
            self.ready = Some(deal);
            ClientMessage::Next
        })
    }

    fn changed(&mut self, change: &Change, answers: &mut Vec<ClientMessage>) {
        match change {
            Change::Gathering { .. } => answers.extend(self.session.fairness.reveal()),
            // Take the seat back from a bot that covered because of time or a disconnection, but respect a
            // host's decision.
            Change::Seat {
                seat,
                why: SeatChange::CoveredFor { why: CoverWhy::TimeUp | CoverWhy::Away },
                ..
            } if Some(*seat) == self.session.seat => answers.push(ClientMessage::TakeBack),
            _ => {}
        }
    }
}
