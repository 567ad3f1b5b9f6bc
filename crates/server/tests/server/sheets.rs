//! Shared score sheets: read and write access, and concurrent writes.

use std::net::SocketAddr;

use serde_json::Value;

use crate::common::{Server, request, started};

const TEXT: &str = "score-sheet 1\n1&gin&\nAnn\tBob\n1 17\n";

/// Response to a request about a sheet.
#[derive(Debug)]
struct Answer {
    status: u16,
    version: Option<u64>,
    text: String,
}

impl Answer {
    fn json(&self, name: &str) -> String {
        let value: Value = serde_json::from_str(&self.text).unwrap_or_default();
        value[name].as_str().unwrap_or_default().to_owned()
    }
}

/// Request builder for sheets, with key and version.
#[derive(Clone)]
struct Asks {
    address: SocketAddr,
    path: String,
    headers: String,
}

impl Asks {
    fn at(address: SocketAddr, path: impl Into<String>) -> Asks {
        Asks { address, path: path.into(), headers: "content-type: text/plain\r\n".into() }
    }

    fn with(mut self, header: &str, value: &str) -> Asks {
        self.headers += &format!("{header}: {value}\r\n");
        self
    }

    async fn ask(&self, method: &str, body: &str) -> Answer {
        let asked = request(self.address, method, &self.path, &self.headers, body);
        let (status, head, text) = asked.await.unwrap();
        let tag = |line: &str| line.to_lowercase().strip_prefix("etag: \"").map(str::to_owned);
        let tag = head.lines().find_map(tag);
        let version = tag.and_then(|tag| tag.trim_end_matches('"').parse().ok());
        Answer { status, version, text }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sheet_is_read_by_link_and_written_by_key() {
    let (place, server, address) = started("sheets");
    let made = Asks::at(address, "/api/sheets").ask("POST", TEXT).await;
    assert_eq!((made.status, made.version), (201, Some(1)), "{made:?}");
    let (id, key) = (made.json("id"), made.json("key"));
    let reader = Asks::at(address, format!("/api/sheets/{id}"));
    let sheet = reader.ask("GET", "").await;
    assert_eq!((sheet.status, sheet.version, &*sheet.text), (200, Some(1), TEXT));
    for tag in ["\"1\"", "W/\"1\""] {
        let known = reader.clone().with("if-none-match", tag);
        assert_eq!(known.ask("GET", "").await.status, 304, "{tag}");
    }

    // Without the key nothing is written.
    let second = format!("{TEXT}deal 0 g 0,0,0,-,- 31,0,0,-,-\n");
    for wrong in ["", "0", &id, &key.to_uppercase()] {
        let stranger = reader.clone().with("upcard-key", wrong).with("if-match", "\"1\"");
        let refused = stranger.ask("PUT", &second).await;
        assert_eq!((refused.status, &*refused.json("code")), (403, "no-key"), "{wrong}");
        assert_eq!(stranger.ask("DELETE", "").await.status, 403);
    }
    let keeper = reader.clone().with("upcard-key", &key);
    let over = |version: &str| keeper.clone().with("if-match", version);
    assert_eq!(over("\"1\"").ask("PUT", "no sheet").await.status, 400);
    for wrong in ["", "*", "1.5", "\"-1\"", "\"99999999999999999999\""] {
        assert_eq!(over(wrong).ask("PUT", &second).await.status, 400, "{wrong}");
    }
    assert_eq!(keeper.ask("PUT", &second).await.status, 400);
    assert_eq!(reader.ask("GET", "").await.text, TEXT);

    // Of several writes to the same version one succeeds, and the others get an error.
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let (over, second) = (over("\"1\""), second.clone());
        writers.spawn(async move { over.ask("PUT", &second).await });
    }
    let written = writers.join_all().await;
    let won = written.iter().filter(|answer| answer.status == 204 && answer.version == Some(2));
    let late = |answer: &&Answer| answer.status == 412 && answer.json("code") == "sheet-changed";
    assert_eq!((won.count(), written.iter().filter(late).count()), (1, 3), "{written:?}");
    let sheet = reader.clone().with("if-none-match", "\"1\"").ask("GET", "").await;
    assert_eq!((sheet.version, sheet.text), (Some(2), second.clone()));

    // The sheet survives a restart, and is gone when sharing ends.
    server.kill();
    let _server = Server::at(address, &place, &[]);
    assert_eq!(reader.ask("GET", "").await.text, second);
    assert_eq!(keeper.ask("DELETE", "").await.status, 204);
    for method in ["GET", "PUT", "DELETE"] {
        let gone = over("\"2\"").ask(method, &second).await;
        assert_eq!((gone.status, &*gone.json("code")), (404, "no-such-sheet"), "{method}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_sheets_are_rejected() {
    let (_place, _server, address) = started("sheets-wrong");
    let sheets = Asks::at(address, "/api/sheets");
    let long = format!("{TEXT}{}", "x".repeat(40_000));
    for (body, status) in [("", 400), ("hello", 400), (&*long, 413)] {
        assert_eq!(sheets.ask("POST", body).await.status, status);
    }
    // A table is not a sheet, and a sheet is not a table.
    for id in ["", "x", "aaaaaaaaaaaa", "sheet-aaaaaaaaaaaa", "..%2f", &"a".repeat(2_000)] {
        let asked = Asks::at(address, format!("/api/sheets/{id}"));
        assert_eq!(asked.ask("GET", "").await.status, 404, "{id}");
    }
    let id = sheets.ask("POST", TEXT).await.json("id");
    for path in [format!("/api/tables/{id}"), format!("/api/tables/sheet-{id}")] {
        assert_eq!(Asks::at(address, &*path).ask("GET", "").await.status, 404, "{path}");
    }
}
