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
    pub(crate) fn as_table_error(&self) -> TableError {
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
                "There is no such table. The link may be incomplete, or the table ended long ago.",
            ),
            Refusal::NoSuchMatch => (StatusCode::NOT_FOUND, "This table has no such match."),
            Refusal::NoSuchPage => (StatusCode::NOT_FOUND, "There is no such page."),
            Refusal::NoSuchSheet => (
                StatusCode::NOT_FOUND,
                "There is no such score sheet. The link may be incomplete, or sharing has ended.",
            ),
            Refusal::NoKey => (
                StatusCode::FORBIDDEN,
                "This link only shows the score sheet; it cannot change it.",
            ),
            Refusal::SheetChanged => (
                StatusCode::PRECONDITION_FAILED,
                "Somebody else has changed the score sheet. Reload it first.",
            ),
            Refusal::SheetFull => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "The score sheet has been changed too often. Share it again.",
            ),
            Refusal::MatchRunning => (
                StatusCode::CONFLICT,
                "The match is still being played. Its record is available when it is over.",
            ),
            Refusal::BadRequest => (StatusCode::BAD_REQUEST, "The request cannot be read."),
            Refusal::BadRules(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "These rules conflict with each other or the number of players.",
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
                "The server's disk is nearly full, so no new tables can be opened. Existing tables continue.",
            ),
            Refusal::Quota(of) => (
                StatusCode::TOO_MANY_REQUESTS,
                match of {
                    Quota::Table => "This table has reached its storage limit. Open a new one.",
                    Quota::Guest => "You have reached your daily storage limit. Continue tomorrow.",
                    Quota::Address => {
                        "Your network address has reached its daily storage limit. Continue tomorrow."
                    }
                },
            ),
            Refusal::Damaged => (
                StatusCode::SERVICE_UNAVAILABLE,
                "This table's stored data is damaged, so it has been set aside. The server's log has \
                 details.",
            ),
            Refusal::NotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "This address does not accept this method.")
            }
            Refusal::TooSlow => {
                (StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive. Try again.")
            }
            Refusal::TooLong => {
                (StatusCode::PAYLOAD_TOO_LARGE, "The request is too long for the server.")
            }
            Refusal::NoSocket => {
                (StatusCode::UPGRADE_REQUIRED, "This address accepts only WebSockets.")
            }
            Refusal::Fault => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong on the server. Try again soon.",
            ),
            Refusal::Draining => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server is about to stop and opens no new tables. Existing tables continue.",
            ),
            Refusal::SetAside => (
                StatusCode::SERVICE_UNAVAILABLE,
                "A program error has stopped this table. It is preserved; the server's log has details.",
            ),
            Refusal::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The server cannot store anything right now. Try again soon.",
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
