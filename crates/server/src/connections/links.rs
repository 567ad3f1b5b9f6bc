//! Links and QR codes with the public address of the server.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use upcard_table::Guest;

use crate::connections::error::Refusal;
use crate::operations::settings::Settings;
use crate::operations::shared::Shared;
use crate::rooms::registry::Registry;

/// Maximum length of a host name with port. Longer ones are made up, and slow to draw as QR codes.
const MAX_HOST: usize = 253 + ":65535".len();

/// Returns `true` if clients reach the server over https.
pub(crate) fn is_secure(settings: &Settings, headers: &HeaderMap) -> bool {
    match &settings.url {
        Some(url) => url.starts_with("https://"),
        None if settings.tls.is_some() => true,
        None => settings.proxies.is_https(headers),
    }
}

/// Returns the public address of the server.
pub(crate) fn base_url(settings: &Settings, headers: &HeaderMap) -> Result<String, Refusal> {
    if let Some(url) = &settings.url {
        return Ok(url.clone());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let is_name = |host: &&str| (1..=MAX_HOST).contains(&host.len()) && host.chars().all(plain);
    let host = host.filter(is_name).ok_or(Refusal::BadRequest)?;
    let scheme = if is_secure(settings, headers) { "https" } else { "http" };
    Ok(format!("{scheme}://{host}"))
}

/// Returns a `Set-Cookie` header for a guest; `None` if the client already has a current cookie.
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
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Serves the QR code of a table's link.
pub(crate) async fn table_qr(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    registry.about(&id, shared.caller(&headers, peer)).await?;
    qr(&format!("{}/t/{id}", base_url(&shared.settings, &headers)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_need_a_valid_host() {
        let settings = Settings::default();
        let url_of = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            base_url(&settings, &headers)
        };
        for host in ["localhost:8080", "192.0.2.1", "[2001:db8::1]:8080", &"a".repeat(253)] {
            assert_eq!(url_of(host), Ok(format!("http://{host}")));
        }
        for host in ["", "a/b", "a@b", "\"><b>", &"a".repeat(260), &"a".repeat(2_000)] {
            assert_eq!(url_of(host), Err(Refusal::BadRequest), "{host}");
        }
        assert_eq!(base_url(&settings, &HeaderMap::new()), Err(Refusal::BadRequest));
    }
}
