//! The own seat on another device: a link that works once, and the question that it leads to.
//!
//! The link names the seat's owner at one table. Whoever opens it is asked first; with the answer
//! the seat goes to the guest that this device is already, or to a new one. A cookie that a device
//! has stays what it is.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::oneshot;
use upcard_table::wire::TableError;
use upcard_table::{Guest, Hex};

use crate::error::Refusal;
use crate::headers::own_origin;
use crate::identity::random;
use crate::links::{base, is_secure, qr};
use crate::registry::Shared;
use crate::task::{Command, Move};

/// How long a link is valid, in seconds.
const VALID: u64 = 15 * 60;

/// Where the page says that a link was wrong.
const WRONG: &str = "/wrong-link";

const STYLE: &str = "\
:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:2rem 1.25rem;max-width:32rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;width:100%;min-height:3.25rem;border:0;border-radius:.75rem;\
background:#1d6b45;color:#fff}
a{display:block;padding:1rem 0;text-align:center}
";

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

async fn make(shared: &Arc<Shared>, id: &str, headers: &HeaderMap) -> Result<String, Refusal> {
    let guest = shared.key.guest(headers).ok_or(Refusal::NoSeat)?;
    let (answer, reply) = oneshot::channel();
    shared.tell(id, Command::Moves { guest, answer }).await?;
    let moves = reply.await.map_err(|_| Refusal::Unavailable)??;
    let token = shared.key.sign("rejoin", &format!("{guest}.{id}.{moves}.{}", now() + VALID));
    Ok(format!("{}/r/{token}", base(&shared.settings, headers)?))
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Link {
    link: String,
    seconds: u64,
}

/// A link that moves the own seat to another device.
pub(crate) async fn link(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Link>, Refusal> {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Err(Refusal::ForeignOrigin);
    }
    Ok(Json(Link { link: make(&shared, &id, &headers).await?, seconds: VALID }))
}

/// The same as a QR code.
pub(crate) async fn code(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    qr(&make(&shared, &id, &headers).await?)
}

/// What a link says.
struct Token {
    owner: Guest,
    table: String,
    moves: u32,
}

/// Reads a link that this server has made, and that is not too old.
fn read(shared: &Shared, token: &str) -> Option<Token> {
    let text = shared.key.verify("rejoin", token)?;
    let mut parts = text.split('.');
    let owner = parts.next()?.parse().ok()?;
    let table = parts.next()?.to_owned();
    let moves = parts.next()?.parse().ok()?;
    let until: u64 = parts.next()?.parse().ok()?;
    (now() <= until && parts.next().is_none()).then_some(Token { owner, table, moves })
}

fn wrong() -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, WRONG)]).into_response()
}

/// Asks the table for the move, or whether it would do it; the name of the person, or why not.
async fn ask(
    shared: &Arc<Shared>,
    token: &Token,
    to: Guest,
    carry_out: bool,
) -> Option<Result<String, TableError>> {
    let (answer, reply) = oneshot::channel();
    let wish = Move { from: token.owner, to, moves: token.moves, carry_out };
    shared.tell(&token.table, Command::Move { wish, answer }).await.ok()?;
    reply.await.ok()
}

/// Follows a link: asks whether the seat is to come here. Nothing changes yet.
pub(crate) async fn question(
    State(shared): State<Arc<Shared>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(link) = read(&shared, &token) else { return wrong() };
    let to = shared.key.guest(&headers).unwrap_or_else(|| Hex(random()));
    match ask(&shared, &link, to, false).await {
        Some(Ok(name)) => {
            let words = format!(
                "<h1>Go on with your seat here?</h1>\
                 <p>At this table you are <b>{}</b>. Your other device gives up the seat and is \
                 told so. This link works once.</p>\
                 <form method=\"post\" action=\"/r/{token}\">\
                 <button type=\"submit\">Move my seat to this device</button></form>",
                escaped(&name)
            );
            page(StatusCode::OK, &words, &link.table, "No, only show me the table")
        }
        Some(Err(TableError::HeldSeat)) => refused(
            "This device has a seat of its own at this table, or has held one in this match. \
             A second hand of cards cannot be shown to it.",
            &link.table,
        ),
        Some(Err(TableError::Kicked)) => {
            refused("The host has sent this device away from the table.", &link.table)
        }
        _ => wrong(),
    }
}

/// The answer to the question: moves the seat, and leads to the table.
pub(crate) async fn answer(
    State(shared): State<Arc<Shared>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Refusal::ForeignOrigin.into_response();
    }
    let Some(link) = read(&shared, &token) else { return wrong() };
    let known = shared.key.guest(&headers);
    let to = known.unwrap_or_else(|| Hex(random()));
    match ask(&shared, &link, to, true).await {
        Some(Ok(_)) => {}
        Some(Err(TableError::HeldSeat | TableError::Kicked)) => {
            return question(State(shared), Path(token), headers).await;
        }
        Some(Err(_)) => return wrong(),
        None => return Refusal::Unavailable.into_response(),
    }
    let Ok(place) = HeaderValue::from_str(&format!("/t/{}", link.table)) else { return wrong() };
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response();
    if known.is_none() {
        let secure = is_secure(&shared.settings, &headers);
        let Some(cookie) = shared.key.cookie(to, secure) else {
            return Refusal::Unavailable.into_response();
        };
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The style of the question's page.
pub(crate) async fn style() -> Response {
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], STYLE).into_response()
}

fn refused(sentence: &str, table: &str) -> Response {
    let words = format!("<h1>The seat stays where it is</h1><p>{sentence}</p>");
    page(StatusCode::CONFLICT, &words, table, "To the table")
}

/// A page without scripts. It tells its own server where a form comes from; everybody else learns
/// nothing of its address.
fn page(status: StatusCode, words: &str, table: &str, way_on: &str) -> Response {
    let text = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"referrer\" content=\"same-origin\">\
         <title>Upcard</title><link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/r/style.css\">\
         <main>{words}<a href=\"/t/{table}\">{way_on}</a></main></html>"
    );
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    (status, [(header::CONTENT_TYPE, kind)], text).into_response()
}

/// A text as it stands in a page.
fn escaped(text: &str) -> String {
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
    use super::escaped;

    #[test]
    fn a_name_is_text_in_a_page() {
        let name = "<b>\"Ann\" & 'Bo'</b>";
        assert_eq!(escaped(name), "&lt;b&gt;&quot;Ann&quot; &amp; &#39;Bo&#39;&lt;/b&gt;");
    }
}
