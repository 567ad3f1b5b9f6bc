//! Middleware of all requests: bodies with a limit and a timeout, errors as JSON, metrics, rate limits.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tracing::field::Empty;
use tracing::{Instrument, trace_span};

use crate::connections::error::Refusal;
use crate::connections::listen::ConnectionGuards;
use crate::operations::limits::MAX_BODY;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;

/// How much of an overlong body is read before responding, in bytes. A client that is still writing does not
/// read, and closing a connection with unread data resets it.
const MAX_DISCARDED: usize = 8 * MAX_BODY;

/// Converts errors of routing and extractors, which are empty or plain text, to JSON; keeps HTML error pages.
pub(crate) async fn errors_in_json(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !is_error || kind.is_some_and(|kind| !kind.as_bytes().starts_with(b"text/plain")) {
        return response;
    }
    let (parts, _) = response.into_parts();
    let mut answer = Refusal::of(status).into_response();
    *answer.status_mut() = status;
    for (name, value) in &parts.headers {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            answer.headers_mut().append(name, value.clone());
        }
    }
    answer
}

/// Reads the entire body of a request before passing it on.
pub(crate) async fn buffer_body(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let read = tokio::time::timeout(shared.settings.request_timeout, read(body)).await;
    match read.unwrap_or(Err(Refusal::TooSlow)) {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(refusal) => {
            // The rest of the connection cannot be parsed.
            ([(header::CONNECTION, "close")], refusal).into_response()
        }
    }
}

async fn read(body: Body) -> Result<Vec<u8>, Refusal> {
    let (mut bytes, mut seen) = (Vec::new(), 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Refusal::BadRequest)?;
        seen += chunk.len();
        if seen > MAX_DISCARDED {
            break;
        }
        if seen <= MAX_BODY {
            bytes.extend_from_slice(&chunk);
        }
    }
    if seen > MAX_BODY { Err(Refusal::TooLong) } else { Ok(bytes) }
}

/// Routes with their own metrics label; all others count as the page.
const ROUTES: [&str; 14] = [
    "/api/key",
    "/api/tables",
    "/api/tables/{id}",
    "/api/tables/{id}/game",
    "/api/tables/{id}/matches/{number}/record",
    "/api/tables/{id}/qr.svg",
    "/api/tables/{id}/rejoin",
    "/api/tables/{id}/rejoin.svg",
    "/api/tables/{id}/socket",
    "/health",
    "/metrics",
    "/r/style.css",
    "/r/{token}",
    "/ready",
];

/// Records metrics of each request, labelled by its route pattern, so that no id or token becomes a label.
pub(crate) async fn record_metrics(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.and_then(|path| ROUTES.iter().find(|route| **route == path.as_str()));
    let (route, began) = (*route.unwrap_or(&"page"), Instant::now());
    let span = trace_span!(target: TRACES, "request", http.route = route, status = Empty);
    let response = next.run(request).instrument(span.clone()).await;
    span.record("status", i64::from(response.status().as_u16()));
    shared.metrics.request(route, response.status().as_u16(), began.elapsed());
    response
}

/// Rate-limits requests about tables per address.
pub(crate) async fn rate_limit(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    shared.check_rate(&shared.rates.questions, request.headers(), peer)?;
    Ok(next.run(request).await)
}

/// Behind proxies, counts each request against its client's address while it is in progress; without proxies
/// the connection is already counted.
pub(crate) async fn count_request(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let settings = &shared.settings;
    if settings.proxies.number == 0 {
        return Ok(next.run(request).await);
    }
    let from = shared.client(request.headers(), peer);
    let entered = shared.connections.count_from(from, settings.connections_per_address)?;
    let entered = Arc::new(entered);
    if let Some(held) = request.extensions_mut().get_mut::<ConnectionGuards>() {
        held.guards.push(entered.clone());
    }
    let response = next.run(request).await;
    drop(entered);
    Ok(response)
}
