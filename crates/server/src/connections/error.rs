//! Errors of requests: code, message and link.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use strum::IntoStaticStr;
use upcard_table::wire::{Quota, TableError};

/// Reason for rejecting a request.
#[derive(Clone, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Refusal {
    NoSuchTable,
    NoSuchMatch,
    NoSuchPage,
    NoSuchSheet,
    NoKey,
    SheetChanged,
    SheetFull,
    MatchRunning,
    BadRequest,
    BadRules(Vec<String>),
    BotsTooDear,
    NoSeat,
    ForeignOrigin,
    TooFast,
    TooMany,
    TooManyFromAddress,
    NoRoom,
    Quota(Quota),
    Damaged,
    NotAllowed,
    TooSlow,
    TooLong,
    NoSocket,
    Fault,
    Draining,
    SetAside,
    Unavailable,
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    sentence: &'a str,
    /// Path of the page to continue with.
    next: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    flaws: &'a [String],
}

impl Refusal {
    /// Returns the error for a bare status.
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
    pub(crate) fn at_table(&self) -> TableError {
        match self {
            Refusal::NoSuchTable => TableError::NoSuchTable,
            Refusal::Damaged => TableError::Damaged,
            Refusal::SetAside => TableError::SetAside,
            _ => TableError::Unavailable,
        }
    }

    /// HTTP status.
    #[cfg(unix)]
    pub(crate) fn status(&self) -> StatusCode {
        self.parts().0
    }

    /// Message for people.
    #[cfg(unix)]
    pub(crate) fn sentence(&self) -> String {
        self.parts().1.sentence.to_owned()
    }

    /// Status, and body as JSON.
    pub(crate) fn text(&self) -> (StatusCode, String) {
        let (status, body) = self.parts();
        (status, serde_json::to_string(&body).unwrap_or_default())
    }

    fn parts(&self) -> (StatusCode, Body<'_>) {
        let (status, sentence) = match self {
            Refusal::NoSuchTable => (
                StatusCode::NOT_FOUND,
                "There is no such table; perhaps the link is incomplete or the table is long over.",
            ),
            Refusal::NoSuchMatch => {
                (StatusCode::NOT_FOUND, "This table has not played such a match.")
            }
            Refusal::NoSuchPage => (StatusCode::NOT_FOUND, "There is no such page."),
            Refusal::NoSuchSheet => (
                StatusCode::NOT_FOUND,
                "There is no such score sheet; perhaps the link is incomplete or sharing has ended.",
            ),
            Refusal::NoKey => (
                StatusCode::FORBIDDEN,
                "This link shows the score sheet; it does not let you write to it.",
            ),
            Refusal::SheetChanged => (
                StatusCode::PRECONDITION_FAILED,
                "Somebody else has written to the score sheet. Read it again first.",
            ),
            Refusal::SheetFull => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "The score sheet has been changed too often. Share it anew.",
            ),
            Refusal::MatchRunning => (
                StatusCode::CONFLICT,
                "The match is still being played; its record can be had when it is over.",
            ),
            Refusal::BadRequest => (StatusCode::BAD_REQUEST, "The request cannot be read."),
            Refusal::BadRules(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "These rules contradict each other or the number of players.",
            ),
            Refusal::BotsTooDear => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Bots cannot play by these rules: their decisions would take too long. Give the seats \
                 to people, or choose smaller hands.",
            ),
            Refusal::NoSeat => (StatusCode::FORBIDDEN, "Take a seat at the table first."),
            Refusal::ForeignOrigin => {
                (StatusCode::FORBIDDEN, "This request comes from another site's page.")
            }
            Refusal::TooFast => {
                (StatusCode::TOO_MANY_REQUESTS, "Too many requests. Wait a moment and try again.")
            }
            Refusal::TooMany => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server is full. Try again later; games against bots work without it.",
            ),
            Refusal::TooManyFromAddress => (
                StatusCode::TOO_MANY_REQUESTS,
                "Too many connections come from your address. Close some, or try again later.",
            ),
            Refusal::NoRoom => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server's disk is nearly full, so that no new table can be opened. Tables that \
                 are there go on.",
            ),
            Refusal::Quota(of) => (
                StatusCode::TOO_MANY_REQUESTS,
                match of {
                    Quota::Table => "This table has stored all that a table may. Open a new one.",
                    Quota::Guest => {
                        "You have stored all that one person may in a day. Go on tomorrow."
                    }
                    Quota::Address => {
                        "All who come from your address together have stored what they may in a \
                         day. Go on tomorrow."
                    }
                },
            ),
            Refusal::Damaged => (
                StatusCode::SERVICE_UNAVAILABLE,
                "What is stored of this table is damaged, so it has been set aside. Whoever runs the \
                 server finds more in the log.",
            ),
            Refusal::NotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "This address does not take such a request.")
            }
            Refusal::TooSlow => {
                (StatusCode::REQUEST_TIMEOUT, "The request took too long to come in. Try again.")
            }
            Refusal::TooLong => {
                (StatusCode::PAYLOAD_TOO_LARGE, "The request is longer than the server takes.")
            }
            Refusal::NoSocket => {
                (StatusCode::UPGRADE_REQUIRED, "This address takes WebSockets only.")
            }
            Refusal::Fault => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something is wrong in the server. Try again soon.",
            ),
            Refusal::Draining => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server opens no new tables, because it is about to be stopped. Tables that are \
                 there go on.",
            ),
            Refusal::SetAside => (
                StatusCode::SERVICE_UNAVAILABLE,
                "A fault of the program stops this table. It is kept as it is; whoever runs the \
                 server finds more in the log.",
            ),
            Refusal::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server cannot store anything at present. Try again soon.",
            ),
        };
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
        (status, Body { code, sentence, next, flaws })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, body) = self.parts();
        (status, Json(body)).into_response()
    }
}
