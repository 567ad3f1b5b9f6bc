//! Rejoin links: single-use links that move one's seat to another device, and the confirmation page.
//!
//! The link names the seat's owner at one table. Opening it asks for confirmation first; then the seat goes
//! to the guest of this device, or to a new one. A device's existing cookie is never replaced.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};
use upcard_identity::{RejoinToken, VALID_SECONDS};
use upcard_table::Guest;
use upcard_table::wire::TableError;

use crate::cluster::wire::SeatMove;
use crate::connections::error::Refusal;
use crate::connections::links::{base_url, cookie, qr};
use crate::operations::shared::Shared;
use crate::rooms::registry::Registry;

/// Path of the page for invalid links.
const WRONG_LINK_PATH: &str = "/wrong-link";

const STYLE: &str = "\
:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:2rem 1.25rem;max-width:32rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;width:100%;min-height:3.25rem;border:0;border-radius:.75rem;\
background:#1d6b45;color:#fff}
a{display:block;padding:1rem 0;text-align:center}
";

async fn make_link(registry: &Registry, id: &str, headers: &HeaderMap) -> Result<String, Refusal> {
    let shared = &registry.shared;
    let owner = shared.keys().guest(headers).ok_or(Refusal::NoSeat)?;
    let moves = registry.moves(id, owner).await?;
    let token = RejoinToken { owner, table: id.to_owned(), moves };
    let token = token.sign(&shared.keys(), shared.now());
    Ok(format!("{}/r/{token}", base_url(&shared.settings, headers)?))
}

/// Creates a link that moves one's seat to another device.
pub(crate) async fn link(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    registry.shared.check_origin(&headers)?;
    let link = make_link(&registry, &id, &headers).await?;
    Ok(Json(json!({ "link": link, "seconds": VALID_SECONDS })))
}

/// Creates such a link as a QR code.
pub(crate) async fn code(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    qr(&make_link(&registry, &id, &headers).await?)
}

/// Parses a link; `None` if it is invalid or expired.
fn read(shared: &Shared, token: &str) -> Option<RejoinToken> {
    RejoinToken::read(&shared.keys(), token, shared.now())
}

fn invalid_link() -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, WRONG_LINK_PATH)]).into_response()
}

/// Asks the table to move the seat, or to check the move; returns the player's name, or why it is rejected.
async fn request_move(
    registry: &Registry,
    token: &RejoinToken,
    to: Guest,
    carry_out: bool,
) -> Option<Result<String, TableError>> {
    let request = SeatMove { from: token.owner, to, moves: token.moves, carry_out };
    registry.move_seat(&token.table, request).await.ok()
}

/// Serves the confirmation page of a link. Changes nothing.
pub(crate) async fn question(
    State(registry): State<Registry>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let shared = &registry.shared;
    let Some(link) = read(shared, &token) else { return invalid_link() };
    match request_move(&registry, &link, shared.guest(&headers), false).await {
        Some(Ok(name)) => {
            let words = format!(
                "<h1>Move your seat to this device?</h1><p>At this table you are <b>{}</b>. Your other \
                 device will lose the seat. This link works once.</p><form method=\"post\" \
                 action=\"/r/{token}\"><button type=\"submit\">Move my seat to this device</button></form>",
                escape_html(&name)
            );
            page(StatusCode::OK, &words, &link.table, "No, just show me the table")
        }
        Some(Err(TableError::HeldSeat)) => refusal_page(
            "This device has, or had, its own seat in this match, so it may not see a second hand.",
            &link.table,
        ),
        Some(Err(TableError::Kicked)) => {
            refusal_page("The host has removed this device from the table.", &link.table)
        }
        _ => invalid_link(),
    }
}

/// Confirms: moves the seat and redirects to the table.
pub(crate) async fn answer(
    State(registry): State<Registry>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    let Some(link) = read(shared, &token) else { return Ok(invalid_link()) };
    let to = shared.guest(&headers);
    let moved = request_move(&registry, &link, to, true).await;
    Ok(match moved.ok_or(Refusal::Unavailable)? {
        Ok(_) => {
            let place = [(header::LOCATION, format!("/t/{}", link.table))];
            (StatusCode::SEE_OTHER, cookie(shared, &headers, to)?, place).into_response()
        }
        Err(TableError::HeldSeat | TableError::Kicked) => {
            question(State(registry), Path(token), headers).await
        }
        Err(TableError::TooFast) => refusal_page(
            "Seats at this table have been moved too often. Try again in a minute.",
            &link.table,
        ),
        Err(TableError::Quota { .. }) => {
            refusal_page("This table has reached its storage limit.", &link.table)
        }
        Err(_) => invalid_link(),
    })
}

/// Serves the stylesheet of the confirmation page.
pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

fn refusal_page(sentence: &str, table: &str) -> Response {
    let words = format!("<h1>The seat was not moved</h1><p>{sentence}</p>");
    page(StatusCode::CONFLICT, &words, table, "To the table")
}

/// Page without scripts. Its referrer policy lets this server see where the form comes from, and hides its
/// URL from all others.
fn page(status: StatusCode, words: &str, table: &str, next_step: &str) -> Response {
    let text = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"referrer\" content=\"same-origin\">\
         <title>Upcard</title><link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/r/style.css\">\
         <main>{words}<a href=\"/t/{table}\">{next_step}</a></main></html>"
    );
    (status, Html(text)).into_response()
}

pub(crate) fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, UNIX_EPOCH};

    use axum::http::HeaderValue;

    use super::*;
    use crate::operations::settings::Settings;
    use crate::testing::{HOST, Visitor, open, server, server_with};

    #[test]
    fn names_are_escaped_in_html() {
        let name = "<b>\"Ann\" & 'Bo'</b>";
        assert_eq!(escape_html(name), "&lt;b&gt;&quot;Ann&quot; &amp; &#39;Bo&#39;&lt;/b&gt;");
    }

    /// Target of a redirect.
    fn leads_to(response: &Response) -> Option<&str> {
        response.headers().get(header::LOCATION)?.to_str().ok()
    }

    /// Seats the host; also returns the headers of the host's browser.
    async fn seated(server: &Registry, id: &str) -> (Visitor, HeaderMap) {
        let mut ann = Visitor::new(server, id).await.unwrap();
        ann.sits().await;
        let mut own = HeaderMap::new();
        own.insert(header::COOKIE, server.shared.keys().cookie(HOST.guest, false).unwrap());
        own.insert(header::HOST, HeaderValue::from_static("cards.example"));
        (ann, own)
    }

    #[tokio::test]
    async fn a_rejoin_link_is_valid_for_fifteen_minutes_and_once() {
        // Manual clock.
        let seconds = Arc::new(AtomicU64::new(1_800_000_000));
        let shown = seconds.clone();
        let clock =
            Arc::new(move || UNIX_EPOCH + Duration::from_secs(shown.load(Ordering::Relaxed)));
        let server = server_with(Settings::default(), clock);
        let id = open(&server).await;
        let (_ann, own) = seated(&server, &id).await;

        let asked = async |token: &str| {
            question(State(server.clone()), Path(token.to_owned()), HeaderMap::new()).await
        };
        let answered = async |token: &str| {
            let answer = answer(State(server.clone()), Path(token.to_owned()), HeaderMap::new());
            answer.await.unwrap()
        };
        let token = make_link(&server, &id, &own).await.unwrap();
        let token = token.strip_prefix("http://cards.example/r/").unwrap();
        assert_eq!(asked(token).await.status(), StatusCode::OK);
        // Valid until the last second, and not beyond.
        seconds.fetch_add(15 * 60, Ordering::Relaxed);
        assert_eq!(asked(token).await.status(), StatusCode::OK);
        seconds.fetch_add(1, Ordering::Relaxed);
        for response in [asked(token).await, answered(token).await] {
            assert_eq!(leads_to(&response), Some(WRONG_LINK_PATH));
        }
        // A new link moves the seat once, however long it would still be valid.
        let token = make_link(&server, &id, &own).await.unwrap();
        let token = token.strip_prefix("http://cards.example/r/").unwrap();
        let to_the_table = format!("/t/{id}");
        assert_eq!(leads_to(&answered(token).await), Some(to_the_table.as_str()));
        for response in [asked(token).await, answered(token).await] {
            assert_eq!(leads_to(&response), Some(WRONG_LINK_PATH));
        }
        // The former owner has no seat any more.
        assert_eq!(make_link(&server, &id, &own).await, Err(Refusal::NoSeat));
    }

    /// Actions without a quota have a rate limit.
    #[tokio::test]
    async fn seat_moves_are_rate_limited() {
        let server = server(10);
        let id = open(&server).await;
        let (_ann, mut own) = seated(&server, &id).await;
        let mut moves = 0;
        let refused = loop {
            let token = make_link(&server, &id, &own).await.unwrap();
            let token = token.strip_prefix("http://cards.example/r/").unwrap().to_owned();
            let answered = answer(State(server.clone()), Path(token), HeaderMap::new());
            let answered = answered.await.unwrap();
            let Some(cookie) = answered.headers().get(header::SET_COOKIE) else { break answered };
            own.insert(header::COOKIE, cookie.clone());
            moves += 1;
            assert!(moves < 40, "nobody stops this");
        };
        assert_eq!((refused.status(), leads_to(&refused)), (StatusCode::CONFLICT, None));
        assert!((20..=22).contains(&moves), "{moves} moves");
        // The last owner keeps the seat.
        assert!(make_link(&server, &id, &own).await.is_ok());
    }
}
