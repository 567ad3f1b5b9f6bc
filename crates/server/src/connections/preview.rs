//! Link preview of a table, as shown in chats: the game, and whether a seat is free. It contains no names,
//! since a preview is copied along with the link.

use std::time::Duration;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use upcard_table::wire::Sitter;

use crate::connections::files::Files;
use crate::connections::rejoin::escape_html;
use crate::rooms::registry::Registry;
use crate::rooms::room::About;

/// Timeout for the table's data; after it the page is served without a preview of its own.
const TIMEOUT: Duration = Duration::from_millis(300);

/// Upper bound for the size of `index.html`, in bytes.
const MAX_PAGE: usize = 256 * 1024;

/// Serves the page at a table's path, with its preview.
pub(crate) async fn table(
    State(registry): State<Registry>,
    Extension(files): Extension<Files>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let asked = tokio::time::timeout(TIMEOUT, registry.about_loaded(&id)).await;
    match asked.ok().flatten().and_then(|about| words(&registry, &about)) {
        Some(words) => page_with_preview(&files, &words).await,
        None => files.answer("/", &headers).await,
    }
}

/// Returns title and description.
fn words(registry: &Registry, about: &About) -> Option<[(&'static str, String); 2]> {
    let set = about.set_up.source().rules(&registry.shared.library).ok()?.set;
    let own = if set.changed.is_empty() { "" } else { ", with house rules" };
    let title = format!("{}{own}: a seat at the card table", set.catalogue.name);
    let free = about.seated.iter().filter(|seat| matches!(seat.sitter, Sitter::Free)).count();
    let seats = match free {
        0 => String::new(),
        1 => "One seat is free. ".to_owned(),
        free => format!("{free} seats are free. "),
    };
    let description = format!("{seats}Open the link and play along: nothing to install.");
    Some([("og:title", title), ("og:description", description)])
}

async fn page_with_preview(files: &Files, words: &[(&str, String)]) -> Response {
    // The modified page is sent uncompressed: it is less than two kilobytes.
    let (mut head, body) = files.answer("/", &HeaderMap::new()).await.into_parts();
    let Ok(bytes) = to_bytes(body, MAX_PAGE).await else { return Response::new(Body::empty()) };
    if head.status != StatusCode::OK {
        return Response::from_parts(head, Body::from(bytes));
    }
    let page = String::from_utf8_lossy(&bytes).into_owned();
    let page =
        words.iter().fold(page, |page, (property, text)| with_meta_content(&page, property, text));
    head.headers.remove(header::ETAG);
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(page))
}

/// Replaces the content of one `meta` property of the page.
fn with_meta_content(page: &str, property: &str, text: &str) -> String {
    let start = format!("<meta property=\"{property}\" content=\"");
    let Some((before, rest)) = page.split_once(&start) else { return page.to_owned() };
    let Some((_, after)) = rest.split_once('"') else { return page.to_owned() };
    format!("{before}{start}{}\"{after}", escape_html(text))
}

#[cfg(test)]
mod tests {
    use super::with_meta_content;

    #[test]
    fn preview_texts_replace_the_meta_content_and_are_escaped() {
        let page = "<meta property=\"og:title\" content=\"Upcard\"><p>\"og:title\"</p>";
        let other = with_meta_content(page, "og:title", "A \"game\"><script>");
        assert_eq!(
            other,
            "<meta property=\"og:title\" content=\"A &quot;game&quot;&gt;&lt;script&gt;\"><p>\"og:title\"</p>"
        );
        assert_eq!(with_meta_content(page, "og:image", "x"), page);
        let cut = "<meta property=\"og:title\" content=\"";
        assert_eq!(with_meta_content(cut, "og:title", "x"), cut);
    }
}
