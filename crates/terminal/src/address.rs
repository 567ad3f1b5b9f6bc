//! Address of a table, taken from a link or from opening a table at a server.

use serde::Deserialize;
use tungstenite::http::Uri;
use upcard_client::wire::SetUp;

use crate::server::{Server, ServerError};

/// A table's address, with the person's identity at its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The server.
    pub server: Server,
    /// Id of the table at the server.
    table: String,
}

impl Address {
    /// Parses a table link.
    ///
    /// # Errors
    /// If the link is no table link.
    pub fn of(link: &str) -> Result<Address, ServerError> {
        let link: Uri = link.parse().map_err(|_| ServerError::NoLink)?;
        let path = link.path().trim_end_matches('/');
        let (base, table) = path.rsplit_once("/t/").ok_or(ServerError::NoLink)?;
        if table.is_empty() || table.contains('/') {
            return Err(ServerError::NoLink);
        }
        let server = Server::of(&link, base).ok_or(ServerError::NoLink)?;
        Ok(Address { server, table: table.to_owned() })
    }

    /// Resolves a table link, or a short code such as `https://cards.example.org/c/abcxyz`. A link that moves
    /// a seat moves it here. `rules_and_view` returns the person's cookie for a server.
    ///
    /// # Errors
    /// If it leads to no table.
    pub fn found(
        link: &str,
        known: impl FnOnce(&Server) -> Option<String>,
    ) -> Result<Address, ServerError> {
        let uri: Uri = link.parse().map_err(|_| ServerError::NoLink)?;
        let path = uri.path().trim_end_matches('/');
        let server = |base| Server::of(&uri, base).ok_or(ServerError::NoLink);
        let last = |of| path.rsplit_once(of).filter(|(_, name)| !name.contains('/'));
        if let Some((base, token)) = last("/r/") {
            let mut server = server(base)?;
            server.cookie = known(&server);
            return Address::with_seat(server, token);
        }
        let mut address = match last("/c/") {
            Some((base, code)) => Address::by_code(&server(base)?, code)?,
            None => Address::of(link)?,
        };
        address.server.cookie = known(&address.server);
        Ok(address)
    }

    /// Resolves a short code to its table.
    fn by_code(server: &Server, code: &str) -> Result<Address, ServerError> {
        if code.is_empty() || !code.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(ServerError::NoCode);
        }
        let (head, _) = server.ask(&format!("/c/{code}"), None)?;
        match head.location.as_deref().map(|place| place.rsplit_once("/t/")) {
            Some(Some((_, table))) if !table.is_empty() => Address::of(&server.link(table)),
            Some(_) => Err(ServerError::NoCode),
            None => Err(ServerError::Unknown(head.status)),
        }
    }

    /// Moves a seat to this person, and stores the server's cookie for them.
    fn with_seat(mut server: Server, token: &str) -> Result<Address, ServerError> {
        let fits = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'.';
        if token.is_empty() || !token.bytes().all(fits) {
            return Err(ServerError::NoSeat);
        }
        let (head, _) = server.ask(&format!("/r/{token}"), Some(""))?;
        let place = head.location.as_deref().filter(|_| matches!(head.status, 300..400));
        match place.map(|place| place.rsplit_once("/t/")) {
            Some(Some((_, table))) if !table.is_empty() => {
                server.store_cookie(head.cookie.as_deref());
                Ok(Address { table: Address::of(&server.link(table))?.table, server })
            }
            Some(_) => Err(ServerError::NoSeat),
            None if head.status == 409 => Err(ServerError::SeatStays),
            None => Err(ServerError::Unknown(head.status)),
        }
    }

    /// Opens a table with this person as host, and stores the server's cookie for them.
    ///
    /// # Errors
    /// If the server opens no table.
    pub fn opened(mut server: Server, set_up: &SetUp) -> Result<Address, ServerError> {
        let body = serde_json::to_string(set_up).unwrap_or_default();
        let (head, text) = server.ask("/api/tables", Some(&body))?;
        server.store_cookie(head.cookie.as_deref());
        match serde_json::from_str(&text) {
            Ok(Answer::Opened { id }) if matches!(head.status, 200..300) => {
                Ok(Address { table: Address::of(&server.link(&id))?.table, server })
            }
            Ok(Answer::Refused { sentence, flaws }) => {
                let said = std::iter::once(sentence).chain(flaws).collect::<Vec<_>>().join(" ");
                // Remote text must not control the terminal.
                let shown = |letter: char| if letter.is_control() { ' ' } else { letter };
                Err(ServerError::Refused(said.chars().map(shown).collect()))
            }
            _ => Err(ServerError::Unknown(head.status)),
        }
    }

    /// Link to the table.
    #[must_use]
    pub fn link(&self) -> String {
        self.server.link(&self.table)
    }

    /// URL of the table's WebSocket.
    pub(crate) fn socket(&self) -> String {
        let Server { encrypts, authority, base, .. } = &self.server;
        let scheme = if *encrypts { "wss" } else { "ws" };
        format!("{scheme}://{authority}{base}/api/tables/{}/socket", self.table)
    }
}

/// Response to opening a table.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Opened {
        id: String,
    },
    Refused {
        sentence: String,
        #[serde(default)]
        flaws: Vec<String>,
    },
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    use upcard_client::wire::SeatPlan;

    use super::*;

    /// A server that sends this response byte by byte to its first client; the thread returns the request.
    fn answering(answer: &'static str) -> (Server, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::at(&format!("http://{}/cards/", listener.local_addr().unwrap()));
        let asked = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut text = Vec::new();
            let mut byte = [0];
            // Read to the end of the body of a POST, else to the end of the header.
            let whole = |text: &[u8]| match text.starts_with(b"POST /cards/api") {
                true => text.ends_with(b"}"),
                false => text.ends_with(b"\r\n\r\n"),
            };
            while !whole(&text) && stream.read(&mut byte).unwrap() > 0 {
                text.push(byte[0]);
            }
            // The client hangs up once it has what it needs.
            let told = answer.bytes().all(|byte| stream.write_all(&[byte]).is_ok());
            drop((told, stream));
            String::from_utf8(text).unwrap()
        });
        (server.unwrap(), asked)
    }

    #[test]
    fn a_link_leads_to_a_table() {
        let address = Address::of("http://127.0.0.1:8080/t/abc").unwrap();
        assert_eq!(address.socket(), "ws://127.0.0.1:8080/api/tables/abc/socket");
        assert_eq!(address.server.file_name(), "127.0.0.1-8080");
        let address = Address::of("https://cards.example.org/rummy/t/abc/").unwrap();
        assert_eq!(address.socket(), "wss://cards.example.org/rummy/api/tables/abc/socket");
        assert_eq!(address.server.file_name(), "cards.example.org-443");
        assert_eq!(address.link(), "https://cards.example.org/rummy/t/abc");
        let wrong = [
            "",
            "gin",
            "ftp://a/t/b",
            "http://a/",
            "http://a/t/",
            "http://a/t/b/c",
            "http://a/r/b",
        ];
        for link in wrong {
            assert!(matches!(Address::of(link), Err(ServerError::NoLink)), "{link}");
        }
    }

    #[test]
    fn a_table_is_opened_by_one_request() {
        let (mut server, asked) = answering(
            "HTTP/1.0 201 Created\r\nset-cookie: guest=new; Path=/\r\ncontent-length: 34\r\n\r\n\
             {\"id\":\"abcdef\",\"path\":\"/t/abcdef\"}",
        );
        server.cookie = Some("guest=old".to_owned());
        let base = server.link("abcdef");
        let address =
            Address::opened(server, &SetUp::new("gin", vec![SeatPlan::Person; 2])).unwrap();
        assert_eq!((address.link(), address.server.cookie.as_deref()), (base, Some("guest=new")));
        let asked = asked.join().unwrap();
        assert!(asked.starts_with("POST /cards/api/tables HTTP/1.0\r\n"), "{asked}");
        assert!(asked.contains("cookie: guest=old\r\n"), "{asked}");
        assert!(asked.contains(r#""game":"gin""#), "{asked}");
    }

    /// Reports that no server knows the person.
    fn nobody(_: &Server) -> Option<String> {
        None
    }

    #[test]
    fn a_link_brings_a_seat_along() {
        let found = |answer| {
            let (server, asked) = answering(answer);
            let link = server.link("x").replace("/t/x", "/r/ab.cd.1.2.ef");
            let found = Address::found(&link, |of| {
                assert_eq!(*of, server);
                Some("guest=old".to_owned())
            });
            let asked = asked.join().unwrap();
            assert!(asked.starts_with("POST /cards/r/ab.cd.1.2.ef HTTP/1.0\r\n"), "{asked}");
            assert!(asked.contains("cookie: guest=old\r\n"), "{asked}");
            (server, found)
        };
        let (server, address) = found(
            "HTTP/1.0 303 See Other\r\nlocation: /t/0123abcxyz\r\nset-cookie: guest=new; Path=/\r\n\r\n",
        );
        let address = address.unwrap();
        assert_eq!(address.link(), server.link("0123abcxyz"));
        assert_eq!(address.server.cookie.as_deref(), Some("guest=new"));
        // A known person keeps their cookie.
        let (_, address) = found("HTTP/1.0 303 See Other\r\nlocation: /t/0123abcxyz\r\n\r\n");
        assert_eq!(address.unwrap().server.cookie.as_deref(), Some("guest=old"));
        let old = found("HTTP/1.0 303 See Other\r\nlocation: /wrong-link\r\n\r\n").1;
        assert!(matches!(old, Err(ServerError::NoSeat)));
        let stays = found("HTTP/1.0 409 Conflict\r\n\r\n<html>").1;
        assert!(matches!(stays, Err(ServerError::SeatStays)));
        let busy = found("HTTP/1.0 503 Service Unavailable\r\n\r\n{}").1;
        assert!(matches!(busy, Err(ServerError::Unknown(503))));
        assert!(matches!(Address::found("http://a/r/a-b", nobody), Err(ServerError::NoSeat)));
        for link in ["http://a/r/", "http://a/r/a/b", "http://a/r/.x/y"] {
            assert!(matches!(Address::found(link, nobody), Err(ServerError::NoLink)), "{link}");
        }
        // The server's own base path may look like a link.
        for base in ["http://a/r/x", "http://a/c/x"] {
            let link = format!("{base}/t/abc");
            assert_eq!(Address::found(&link, nobody).unwrap().link(), link);
        }
    }

    #[test]
    fn a_code_leads_to_a_table() {
        let found = |answer, code: &str| {
            let (server, asked) = answering(answer);
            let found =
                Address::found(&server.link("x").replace("/t/x", &format!("/c/{code}")), nobody);
            asked.join().unwrap();
            (server, found)
        };
        let answer =
            "HTTP/1.1 303 See Other\r\nlocation: /t/0123abcxyz\r\ncontent-length: 0\r\n\r\n";
        let (server, address) = found(answer, "abcxyz");
        assert_eq!(address.unwrap().link(), server.link("0123abcxyz"));
        let answer = "HTTP/1.1 303 See Other\r\nlocation: /wrong-link\r\ncontent-length: 0\r\n\r\n";
        assert!(matches!(found(answer, "abcxyz").1, Err(ServerError::NoCode)));
        assert!(matches!(Address::found("http://a/c/a b", nobody), Err(ServerError::NoLink)));
        assert!(matches!(Address::found("http://a/c/a-b", nobody), Err(ServerError::NoCode)));
        assert!(matches!(Address::found("http://a/c/", nobody), Err(ServerError::NoLink)));
        assert!(matches!(Address::found("gin", nobody), Err(ServerError::NoLink)));
    }

    #[test]
    fn failures_to_open_a_table_are_reported() {
        let opened = |answer| {
            let (server, asked) = answering(answer);
            let error =
                Address::opened(server, &SetUp::new("gin", vec![SeatPlan::Person; 2])).unwrap_err();
            asked.join().unwrap();
            error.to_string()
        };
        // Control characters that would move the cursor are removed.
        let refused = "HTTP/1.0 422 Unprocessable\r\n\r\n\
             {\"code\":\"bad-rules\",\"sentence\":\"No.\\u001b[2J\",\"next\":\"/\",\"flaws\":[\"Why.\"]}";
        assert_eq!(opened(refused), "the server did not open a table: No. [2J Why.");
        let other = opened("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>");
        assert_eq!(other, "this is not an Upcard server: it answered with status 200");
        let cut = opened("HTTP/1.1 201 Created\r\n");
        assert!(cut.starts_with("no connection"), "{cut}");
        let foreign = opened("SSH-2.0-OpenSSH_9.2\r\n");
        assert!(foreign.starts_with("this is not an Upcard server"), "{foreign}");
    }
}
