//! Links and QR codes: the address by which people reach the server and its tables.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use upcard_table::Guest;

use crate::connections::error::Refusal;
use crate::operations::settings::Settings;
use crate::operations::shared::Shared;
use crate::rooms::registry::Registry;

/// Do people reach the server by https?
pub(crate) fn is_secure(settings: &Settings, headers: &HeaderMap) -> bool {
    match &settings.url {
        Some(url) => url.starts_with("https://"),
        None if settings.tls.is_some() => true,
        None => settings.proxies.is_https(headers),
    }
}

/// The address by which people reach the server.
pub(crate) fn base(settings: &Settings, headers: &HeaderMap) -> Result<String, Refusal> {
    if let Some(url) = &settings.url {
        return Ok(url.clone());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let host = host.filter(|host| host.chars().all(plain)).ok_or(Refusal::BadRequest)?;
    let scheme = if is_secure(settings, headers) { "https" } else { "http" };
    Ok(format!("{scheme}://{host}"))
}

/// The cookie that names a guest, as a part of an answer; none for a device that has a good one.
pub(crate) fn cookie(
    shared: &Shared,
    headers: &HeaderMap,
    guest: Guest,
) -> Result<Option<[(HeaderName, HeaderValue); 1]>, Refusal> {
    let (keys, secure) = (shared.keys(), is_secure(&shared.settings, headers));
    if keys.guest(headers).is_some() && !keys.is_outdated(headers, secure) {
        return Ok(None);
    }
    let cookie = keys.cookie(guest, secure).ok_or(Refusal::Unavailable)?;
    Ok(Some([(header::SET_COOKIE, cookie)]))
}

pub(crate) fn qr(text: &str) -> Result<Response, Refusal> {
    let code = QrCode::new(text).map_err(|_| Refusal::BadRequest)?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], picture)
        .into_response())
}

/// The QR code of a table's link.
pub(crate) async fn table_qr(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    registry.about(&id, None).await?;
    qr(&format!("{}/t/{id}", base(&registry.shared.settings, &headers)?))
}
