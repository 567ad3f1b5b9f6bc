//! Links and QR codes: to a table for everybody, and to the own seat for a second device.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Serialize;
use upcard_table::Guest;

use crate::error::Refusal;
use crate::headers::own_origin;
use crate::proxies::is_https;
use crate::registry::Shared;
use crate::settings::Settings;

/// How long a link to the own seat is valid, in seconds.
const REJOIN: u64 = 15 * 60;

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Do people reach the server by https?
pub(crate) fn is_secure(settings: &Settings, headers: &HeaderMap) -> bool {
    match &settings.url {
        Some(url) => url.starts_with("https://"),
        None => is_https(settings, headers),
    }
}

/// The address by which people reach the server.
fn base(settings: &Settings, headers: &HeaderMap) -> Result<String, Refusal> {
    if let Some(url) = &settings.url {
        return Ok(url.clone());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let host = host.filter(|host| host.chars().all(plain)).ok_or(Refusal::BadRequest)?;
    let scheme = if is_secure(settings, headers) { "https" } else { "http" };
    Ok(format!("{scheme}://{host}"))
}

fn qr(text: &str) -> Result<Response, Refusal> {
    let code = QrCode::new(text).map_err(|_| Refusal::BadRequest)?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], picture)
        .into_response())
}

/// The QR code of a table's link.
pub(crate) async fn table_qr(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    shared.about(&id).await?;
    qr(&format!("{}/t/{id}", base(&shared.settings, &headers)?))
}

fn rejoin_link(shared: &Shared, id: &str, headers: &HeaderMap) -> Result<String, Refusal> {
    let guest = shared.key.guest(headers).ok_or(Refusal::NoSeat)?;
    let token = shared.key.sign("rejoin", &format!("{guest}.{id}.{}", now() + REJOIN));
    Ok(format!("{}/r/{token}", base(&shared.settings, headers)?))
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Rejoin {
    link: String,
    seconds: u64,
}

/// A link that moves the own seat to another device.
pub(crate) async fn rejoin(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Rejoin>, Refusal> {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Err(Refusal::ForeignOrigin);
    }
    shared.about(&id).await?;
    Ok(Json(Rejoin { link: rejoin_link(&shared, &id, &headers)?, seconds: REJOIN }))
}

/// The same as a QR code.
pub(crate) async fn rejoin_qr(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    shared.about(&id).await?;
    qr(&rejoin_link(&shared, &id, &headers)?)
}

/// Where the page says that a link was wrong.
const WRONG: &str = "/wrong-link";

/// Follows such a link: this device is that guest from now on. A person comes here by an address,
/// so a link that is wrong leads to the page, which says so.
pub(crate) async fn follow(
    State(shared): State<Arc<Shared>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let wrong = |_| (StatusCode::SEE_OTHER, [(header::LOCATION, WRONG)]).into_response();
    move_seat(&shared, &token, &headers).unwrap_or_else(wrong)
}

fn move_seat(shared: &Shared, token: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let text = shared.key.verify("rejoin", token).ok_or(Refusal::BadLink)?;
    let mut parts = text.split('.');
    let guest: Option<Guest> = parts.next().and_then(|guest| guest.parse().ok());
    let (table, until) = (parts.next(), parts.next().and_then(|until| until.parse::<u64>().ok()));
    let (Some(guest), Some(table), Some(until)) = (guest, table, until) else {
        return Err(Refusal::BadLink);
    };
    if now() > until {
        return Err(Refusal::BadLink);
    }
    let secure = is_secure(&shared.settings, headers);
    let cookie = shared.key.cookie(guest, secure).ok_or(Refusal::BadLink)?;
    let place = HeaderValue::from_str(&format!("/t/{table}")).map_err(|_| Refusal::BadLink)?;
    Ok((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, place)])
        .into_response())
}
