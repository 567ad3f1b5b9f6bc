//! A server with tables: its address, and connections to it, plain or encrypted.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use thiserror::Error;
use tungstenite::http::{HeaderValue, Uri};

/// Timeout for connecting, and for a response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of a response, in bytes; opening a table takes a few hundred.
const MAX_RESPONSE: u64 = 64 << 10;

/// Maximum number of header fields of a response.
const MAX_HEADERS: usize = 64;

/// Why there is no connection to a server.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The link leads to no table.
    #[error(
        "this is not a link to a table: such a link looks like https://cards.example.org/t/NAME"
    )]
    NoLink,
    /// Not an address of a server.
    #[error("this is not a server address: such an address looks like https://cards.example.org")]
    NoServer,
    /// The server knows no such table.
    #[error("the server has no such table")]
    NoTable,
    /// No open table has this code.
    #[error("the server has no table with this code")]
    NoCode,
    /// The link that moves a seat has expired or been used.
    #[error("this link does not move a seat: it works once, within 15 minutes")]
    NoSeat,
    /// The seat of this link cannot be moved to this person now.
    #[error(
        "the seat cannot be moved: somebody from here already had a seat in this match or was removed, or \
         the table moves no more seats now; open the link in a browser for the reason"
    )]
    SeatStays,
    /// No connection.
    #[error("no connection: {0}")]
    Unreachable(#[from] io::Error),
    /// The response is not from a server with tables.
    #[error("this is not an Upcard server: {0}")]
    Foreign(Box<tungstenite::Error>),
    /// The same, for a response with this status.
    #[error("this is not an Upcard server: it answered with status {0}")]
    Unknown(u16),
    /// The server refuses to open the table, with its reason.
    #[error("the server did not open a table: {0}")]
    Refused(String),
}

/// Byte stream, encrypted or not.
pub(crate) trait ByteStream: Read + Write + Send {}

impl<T: Read + Write + Send> ByteStream for T {}

/// Address of a server, with the person's identity there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    pub(crate) encrypts: bool,
    /// Host, with the port if given.
    pub(crate) authority: String,
    /// Prefix of all its paths.
    pub(crate) base: String,
    host: String,
    port: u16,
    /// The person's cookie; `None` if the server does not know them yet.
    pub cookie: Option<String>,
}

impl Server {
    /// Parses a server's address.
    ///
    /// # Errors
    /// If it is none, or a table's link.
    pub fn at(address: &str) -> Result<Server, ServerError> {
        let uri: Uri = address.parse().map_err(|_| ServerError::NoServer)?;
        let server = Server::of(&uri, uri.path()).ok_or(ServerError::NoServer)?;
        if uri.query().is_some() || ["/t/", "/c/", "/r/"].iter().any(|of| server.base.contains(of))
        {
            return Err(ServerError::NoServer);
        }
        Ok(server)
    }

    /// Returns the server of an address with this base path.
    pub(crate) fn of(uri: &Uri, base: &str) -> Option<Server> {
        let (encrypts, usual) = match uri.scheme_str() {
            Some("http") => (false, 80),
            Some("https") => (true, 443),
            _ => return None,
        };
        // User name and password would be shown to everybody as part of the link.
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
        let port = match authority.as_str().strip_prefix(authority.host()) {
            None | Some("" | ":") => usual,
            // An invalid port must not fall back to the default.
            Some(port) => port.strip_prefix(':')?.parse().ok()?,
        };
        Some(Server {
            encrypts,
            authority: authority.as_str().to_owned(),
            base: base.trim_end_matches('/').to_owned(),
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port,
            cookie: None,
        })
    }

    /// Name of this server that is safe as a file name.
    #[must_use]
    pub fn file_name(&self) -> String {
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' }
        };
        format!("{}-{}", self.host.chars().map(plain).collect::<String>(), self.port)
    }

    /// Returns `true` if the address is a loopback address.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        let address = self.host.parse::<std::net::IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    pub(crate) fn link(&self, table: &str) -> String {
        let scheme = if self.encrypts { "https" } else { "http" };
        format!("{scheme}://{}{}/t/{table}", self.authority, self.base)
    }

    pub(crate) fn store_cookie(&mut self, set: Option<&str>) {
        let cookie = set.and_then(|text| text.split(';').next());
        cookie.into_iter().for_each(|cookie| self.cookie = Some(cookie.to_owned()));
    }

    /// The cookie as a header; `None` if there is none or it is invalid.
    pub(crate) fn cookie_header(&self) -> Option<HeaderValue> {
        self.cookie.as_deref().and_then(|text| HeaderValue::from_str(text).ok())
    }

    /// Connects. Also returns the underlying connection, whose timeouts can be changed.
    pub(crate) fn connect(&self) -> Result<(Box<dyn ByteStream>, TcpStream), ServerError> {
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        let mut addresses = (self.host.as_str(), self.port).to_socket_addrs()?;
        let reached = addresses.find_map(|address| {
            TcpStream::connect_timeout(&address, TIMEOUT).map_err(|error| failed = error).ok()
        });
        let stream = reached.ok_or(failed)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let same = stream.try_clone()?;
        if !self.encrypts {
            return Ok((Box::new(stream), same));
        }
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other)?;
        let client = ClientConnection::new(tls_config()?, name).map_err(io::Error::other)?;
        Ok((Box::new(StreamOwned::new(client, stream)), same))
    }

    /// Sends a GET, or a POST with a body, and reads the whole response.
    pub(crate) fn ask(
        &self,
        path: &str,
        posted: Option<&str>,
    ) -> Result<(Head, String), ServerError> {
        let (mut stream, _) = self.connect()?;
        let (method, body) = posted.map_or(("GET", ""), |body| ("POST", body));
        // HTTP/1.0: the response is not chunked, and the connection closes after it.
        let mut request = format!(
            "{method} {}{path} HTTP/1.0\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            self.base,
            self.authority,
            body.len(),
        );
        if let Some(cookie) = self.cookie_header().as_ref().and_then(|value| value.to_str().ok()) {
            request.push_str(&format!("cookie: {cookie}\r\n"));
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes())?;
        stream.flush()?;
        let bytes = read_response(&mut *stream)?;
        let head =
            Head::of(&bytes).map_err(|error| ServerError::Foreign(Box::new(error.into())))?;
        let head = head.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        let text = String::from_utf8_lossy(&bytes[head.size..]).into_owned();
        Ok((head, text))
    }
}

/// Header of a response.
pub(crate) struct Head {
    /// Its size, in bytes.
    size: usize,
    pub(crate) status: u16,
    /// Content length, if given.
    length: Option<usize>,
    /// Value of `Set-Cookie`, with its attributes.
    pub(crate) cookie: Option<String>,
    /// Redirect target.
    pub(crate) location: Option<String>,
}

impl Head {
    /// Parses the header of a response; `None` if it is incomplete.
    fn of(bytes: &[u8]) -> Result<Option<Head>, httparse::Error> {
        let mut fields = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut answer = httparse::Response::new(&mut fields);
        let httparse::Status::Complete(size) = answer.parse(bytes)? else { return Ok(None) };
        let status = answer.code.unwrap_or_default();
        let field = |name: &str| {
            let field = answer.headers.iter().find(|field| field.name.eq_ignore_ascii_case(name));
            field.and_then(|field| std::str::from_utf8(field.value).ok())
        };
        let length = field("content-length").and_then(|length| length.parse().ok());
        let [cookie, location] = ["set-cookie", "location"].map(|f| field(f).map(str::to_owned));
        Ok(Some(Head { size, status, length, cookie, location }))
    }
}

/// Reads a whole response: to its content length if given, else to the end of the connection.
fn read_response(stream: &mut dyn ByteStream) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut some = [0; 4096];
    while (bytes.len() as u64) < MAX_RESPONSE && !is_complete(&bytes) {
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&some[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Some servers close TLS without a close notification.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && !bytes.is_empty() => {
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

/// Returns `true` if the response is complete by its content length.
fn is_complete(bytes: &[u8]) -> bool {
    match Head::of(bytes) {
        Ok(Some(head)) => head.length.is_some_and(|length| bytes.len() - head.size >= length),
        Ok(None) => false,
        Err(_) => true,
    }
}

/// TLS configuration with the root certificates of this machine.
fn tls_config() -> io::Result<Arc<ClientConfig>> {
    // Choose the crypto provider explicitly, whatever else the program links.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let why = "this machine has no root certificates to verify servers with";
        return Err(io::Error::new(io::ErrorKind::NotFound, why));
    }
    Ok(Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_addresses_are_parsed() {
        let server = Server::at("https://cards.example.org").unwrap();
        assert_eq!(server.link("abc"), "https://cards.example.org/t/abc");
        assert_eq!(server.file_name(), "cards.example.org-443");
        let server = Server::at("http://[::1]:8080/rummy/").unwrap();
        assert_eq!(server.link("abc"), "http://[::1]:8080/rummy/t/abc");
        assert!(server.is_loopback() && server.host == "::1");
        assert!(Server::at("http://localhost").unwrap().is_loopback());
        assert_eq!(Server::at("https://a:/").unwrap().file_name(), "a-443");
        assert!(!Server::at("http://192.168.0.7").unwrap().is_loopback());
        let wrong = [
            "",
            "gin",
            "cards.example.org",
            "ftp://a",
            "http://a/t/b",
            "http://a/?b",
            "http://me@a",
            "http://a:99999",
            "http://a:x",
            "http://[::1]:65536",
        ];
        for address in wrong {
            assert!(matches!(Server::at(address), Err(ServerError::NoServer)), "{address}");
        }
    }
}
