//! A seat at a server's table, for Python: what is sent there, and what is known of the table.
//!
//! No sockets: Python carries the messages. What a client owes a table beside its actions is answered here.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use upcard_client::wire::{
    Change, ClientMessage, CoverWhy, PROTOCOL, Refused, Resume, SeatChange, SeatInfo,
    ServerMessage, Sitter, Stage, TableError,
};
use upcard_client::{Note, Session};
use upcard_engine::{Action, Library, Phase, Seat};

use crate::given::{flawed, refused, wrong};
use crate::views::{View, counted};

/// One person's line to a table: messages as text, in both directions.
#[pyclass(module = "upcard")]
pub(crate) struct Line {
    session: Session,
    name: String,
    wanted: Option<Seat>,
    /// Has a seat been asked for?
    sat_down: bool,
    /// Why the table does not let this client play.
    fault: Option<String>,
    /// Matches that were played while this was there, and the table's number of the last one.
    matches: u32,
    number: u32,
    /// The deal after which this client has said that it is ready, and its match.
    ready: Option<(u32, u8)>,
    /// The action that has not been acknowledged; it is said again after a break. The table carries it out once.
    pending: Option<ClientMessage>,
}

fn text(message: &ClientMessage) -> PyResult<String> {
    serde_json::to_string(message).map_err(wrong)
}

/// The name of a message, or of an error in it: a word, or the one field of an object.
fn code(of: &serde_json::Value) -> Option<&str> {
    let field = || of.as_object().filter(|fields| fields.len() == 1)?.keys().next();
    of.as_str().or_else(|| field().map(String::as_str))
}

/// What ends a line: nothing that is said afterwards changes it.
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
    /// For somebody of this name, who wants this seat, from 0; none takes the first that is free. `first_id` numbers
    /// the actions: whoever comes back takes a larger one than was used.
    #[new]
    #[pyo3(signature = (name, seat = None, first_id = 1))]
    fn new(name: &str, seat: Option<usize>, first_id: u64) -> PyResult<Line> {
        let library = Arc::new(Library::standard().map_err(|flaws| flawed(&flaws))?);
        let seat = match seat {
            Some(seat) if seat < upcard_engine::MAX_PLAYERS => Some(Seat::at(seat)),
            Some(seat) => return Err(wrong(format!("there is no seat {seat}"))),
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

    /// The first message of a connection.
    fn hello(&self) -> PyResult<String> {
        let after = self.session.sequence;
        let resume = after.map(|after| Resume { after, seat: self.session.seat });
        text(&ClientMessage::Hello { protocol: PROTOCOL, resume })
    }

    /// Takes a message of the table; gives those with which it is answered. One that is not known is passed over.
    /// `random`: 32 bytes that nobody can predict, in case a match needs them.
    fn receive(&mut self, message: &str, random: [u8; 32]) -> PyResult<Vec<String>> {
        let mut answers = Vec::new();
        let message: ServerMessage = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(error) => {
                let kind = self.unread(message).ok_or_else(|| wrong(error))?;
                // What cannot be folded is part of what a snapshot says.
                let again = matches!(kind, Unread::Folded);
                let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
                return again.then(|| text(&hello)).into_iter().collect();
            }
        };
        let greeted = matches!(message, ServerMessage::Snapshot(_));
        let welcomed = matches!(message, ServerMessage::Welcome { .. });
        match self.session.fold(message) {
            Some(Note::Gap) => {
                answers.push(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
            }
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
            // What was on its way when a connection broke may not have arrived.
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
        answers.extend(self.ready_for_the_next());
        answers.extend(self.session.commit(|| random));
        answers.iter().map(text).collect()
    }

    /// The seat, from 0; none as long as there is none.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.session.seat.map(counted)
    }

    /// Is this the host of the table?
    #[getter]
    fn host(&self) -> bool {
        self.session.host
    }

    /// What the table does: `seating`, `gathering`, `playing` or `over`.
    #[getter]
    fn stage(&self) -> &'static str {
        match self.session.stage {
            Stage::Seating => "seating",
            Stage::Gathering => "gathering",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    /// How many matches were begun or were going on while this was there.
    #[getter]
    fn matches(&self) -> u32 {
        self.matches
    }

    /// Why the table does not let this client play; none where it does.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Are the seats of people all taken?
    #[getter]
    fn complete(&self) -> bool {
        let free = |info: &SeatInfo| info.sitter == Sitter::Free;
        !self.session.seated.is_empty() && !self.session.seated.iter().any(free)
    }

    /// The totals by seat, in points; none before a match.
    #[getter]
    fn scores(&self) -> Option<Vec<i32>> {
        self.session.view.as_ref().map(|view| view.table.scores().to_vec())
    }

    /// Who has won the match that is over, from 0.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let view = self.session.view.as_ref();
        view.map_or_else(Vec::new, |view| view.table.winners().iter().map(counted).collect())
    }

    /// What the seat knows, where it is asked and has not answered; otherwise none.
    fn asked(&self) -> Option<View> {
        let session = &self.session;
        if session.stage != Stage::Playing || session.sent.is_some() || !session.asked() {
            return None;
        }
        let (rules, view, seat) = (session.rules.as_ref()?, session.view.as_ref()?, session.seat?);
        Some(View::new(rules, view.clone(), seat, &[]))
    }

    /// The message that carries out an action, which is given as text. One that is not legal is a `ValueError`, and
    /// nothing is sent.
    fn act(&mut self, action: &str) -> PyResult<String> {
        let action: Action = action.parse().map_err(wrong)?;
        let Some(view) = self.session.view() else {
            return Err(PyValueError::new_err("nobody asks this seat"));
        };
        view.judge(&action).map_err(refused)?;
        match self.session.act(&action) {
            Some(message) => {
                let said = text(&message)?;
                self.pending = Some(message);
                Ok(said)
            }
            None => Err(PyValueError::new_err("an action is on its way")),
        }
    }

    /// The message that begins the match, which the host alone may send.
    fn start(&self) -> PyResult<String> {
        text(&ClientMessage::Start)
    }

    /// The message that asks for another match.
    fn rematch(&self) -> PyResult<String> {
        text(&ClientMessage::Rematch)
    }

    /// The message that gives the seat up: in a match a bot plays it to the end.
    fn give_up(&self) -> PyResult<String> {
        text(&ClientMessage::GiveUp)
    }
}

/// What a message is that a later server sends and this client cannot read.
enum Unread {
    /// Something that has happened.
    Folded,
    /// Anything else.
    Other,
}

impl Line {
    /// Looks at a message that cannot be read. What is new is passed over, as another client does that has no use for
    /// it; a refusal that is new is one all the same. None where it is no message, or one without which nothing is
    /// known of the table.
    fn unread(&mut self, message: &str) -> Option<Unread> {
        let message: serde_json::Value = serde_json::from_str(message).ok()?;
        let kind = code(&message)?;
        match kind {
            "welcome" | "snapshot" => return None,
            "event" | "change" => return Some(Unread::Folded),
            "error" => self.fault = code(&message[kind]["error"]).map(str::to_owned),
            "refused" => self.fault = code(&message[kind]["why"]).map(str::to_owned),
            _ => {}
        }
        Some(Unread::Other)
    }

    /// A deal that is over is not waited for here.
    fn ready_for_the_next(&mut self) -> Option<ClientMessage> {
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
            // A bot that has covered because of time or of the line gives the seat back. A host's wish is respected.
            Change::Seat {
                seat,
                why: SeatChange::CoveredFor { why: CoverWhy::TimeUp | CoverWhy::Away },
                ..
            } if Some(*seat) == self.session.seat => answers.push(ClientMessage::TakeBack),
            _ => {}
        }
    }
}
