//! Errors of requests: code, message and link.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use strum::IntoStaticStr;
use thiserror::Error;
use upcard_table::wire::{Quota, TableError};

/// Reason for rejecting a request, with its message for people.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Refusal {
    #[error("There is no such table. The link may be incomplete, or the table ended long ago.")]
    NoSuchTable,
    #[error("This table has no such match.")]
    NoSuchMatch,
    #[error("There is no such page.")]
    NoSuchPage,
    #[error("There is no such score sheet. The link may be incomplete, or sharing has ended.")]
    NoSuchSheet,
    #[error("This link only shows the score sheet; it cannot change it.")]
    NoKey,
    #[error("Somebody else has changed the score sheet. Reload it first.")]
    SheetChanged,
    #[error("The score sheet has been changed too often. Share it again.")]
    SheetFull,
    #[error("The match is still being played. Its record is available when it is over.")]
    MatchRunning,
    #[error("The request cannot be read.")]
    BadRequest,
    #[error("A table cannot be played by these rules.")]
    BadRules(Vec<String>),
    #[error(
        "Bots cannot play by these rules: their decisions would take too long. Give the seats to people, \
         or choose smaller hands."
    )]
    BotsTooDear,
    #[error("Take a seat at the table first.")]
    NoSeat,
    #[error("This request comes from another site's page.")]
    ForeignOrigin,
    #[error("Too many requests. Wait a moment and try again.")]
    TooFast,
    #[error("The server is full. Try again later; games against bots work without it.")]
    TooMany,
    #[error("Too many connections come from your address. Close some, or try again later.")]
    TooManyFromAddress,
    #[error(
        "The server's disk is nearly full, so no new tables can be opened. Existing tables continue."
    )]
    NoRoom,
    #[error("{}", quota_sentence(.0))]
    Quota(Quota),
    #[error(
        "This table's stored data is damaged, so it has been set aside. The server's log has details."
    )]
    Damaged,
    #[error("This address does not accept this method.")]
    NotAllowed,
    #[error("The request took too long to arrive. Try again.")]
    TooSlow,
    #[error("The request is too long for the server.")]
    TooLong,
    #[error("This address accepts only WebSockets.")]
    NoSocket,
    #[error("Something went wrong on the server. Try again soon.")]
    Fault,
    #[error("The server is about to stop and opens no new tables. Existing tables continue.")]
    Draining,
    #[error(
        "A program error has stopped this table. It is preserved; the server's log has details."
    )]
    SetAside,
    #[error("The server cannot store anything right now. Try again soon.")]
    Unavailable,
}

fn quota_sentence(of: &Quota) -> &'static str {
    match of {
        Quota::Table => "This table has reached its storage limit. Open a new one.",
        Quota::Guest => "You have reached your daily storage limit. Continue tomorrow.",
        Quota::Address => {
            "Your network address has reached its daily storage limit. Continue tomorrow."
        }
    }
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    sentence: String,
    /// Path of the page to continue with.
    next: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    flaws: &'a [String],
}

impl Refusal {
    pub(crate) fn of(status: StatusCode) -> Refusal {
        match status {
            StatusCode::NOT_FOUND => Refusal::NoSuchPage,
            StatusCode::METHOD_NOT_ALLOWED => Refusal::NotAllowed,
            StatusCode::REQUEST_TIMEOUT => Refusal::TooSlow,
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLong,
            StatusCode::UPGRADE_REQUIRED => Refusal::NoSocket,
            StatusCode::TOO_MANY_REQUESTS => Refusal::TooFast,
            status if status.is_client_error() => Refusal::BadRequest,
            _ => Refusal::Fault,
        }
    }

    /// Returns the corresponding WebSocket error.
    pub(crate) fn as_table_error(&self) -> TableError {
        match self {
            Refusal::NoSuchTable => TableError::NoSuchTable,
            Refusal::Damaged => TableError::Damaged,
            Refusal::SetAside => TableError::SetAside,
            _ => TableError::Unavailable,
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refusal::BadRequest => StatusCode::BAD_REQUEST,
            Refusal::NoKey | Refusal::NoSeat | Refusal::ForeignOrigin => StatusCode::FORBIDDEN,
            Refusal::NoSuchTable
            | Refusal::NoSuchMatch
            | Refusal::NoSuchPage
            | Refusal::NoSuchSheet => StatusCode::NOT_FOUND,
            Refusal::NotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::MatchRunning => StatusCode::CONFLICT,
            Refusal::SheetChanged => StatusCode::PRECONDITION_FAILED,
            Refusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::SheetFull | Refusal::BadRules(_) | Refusal::BotsTooDear => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Refusal::NoSocket => StatusCode::UPGRADE_REQUIRED,
            Refusal::TooFast | Refusal::TooManyFromAddress | Refusal::Quota(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Refusal::Fault => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::TooMany
            | Refusal::NoRoom
            | Refusal::Damaged
            | Refusal::Draining
            | Refusal::SetAside
            | Refusal::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Status, and body as JSON.
    pub(crate) fn text(&self) -> (StatusCode, String) {
        (self.status(), serde_json::to_string(&self.body()).unwrap_or_default())
    }

    fn body(&self) -> Body<'_> {
        let code = match self {
            Refusal::Quota(of) => of.code(),
            other => other.into(),
        };
        let next = match self {
            Refusal::BadRules(_) | Refusal::BotsTooDear => "/new",
            _ => "/",
        };
        let flaws = match self {
            Refusal::BadRules(flaws) => flaws.as_slice(),
            _ => &[],
        };
        Body { code, sentence: self.to_string(), next, flaws }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self.body())).into_response()
    }
}
