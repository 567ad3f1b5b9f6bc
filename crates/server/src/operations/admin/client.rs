//! `upcard admin` and `upcard backup`: clients for administrators.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::UnixStream;

use crate::operations::cli::out::{self, print_result};
use crate::operations::cli::{redacting, without_passwords};
use crate::operations::settings::StoreAddress;

/// Maximum length of a response, in bytes.
const MAX_RESPONSE: usize = 64 << 20;

/// Manage a running server on this machine
#[derive(clap::Args, Clone, Debug)]
pub struct AdminArgs {
    /// The server's admin socket, as given by its --admin
    #[arg(long, env = "UPCARD_ADMIN", value_name = "SOCKET", default_value = "upcard.db-admin")]
    admin: PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Show the status of the server
    Status,
    /// List the tables in memory: id, game, stage, matches played, players
    Tables,
    /// List the number of connections per address
    Connections,
    /// Print the metrics in Prometheus text format
    Metrics,
    /// Open no new tables and answer /ready with 503; running matches continue
    Drain,
    /// Open new tables again
    Resume,
    /// Copy the store to a new file while it is in use
    Backup {
        /// Path of the new file, on the server's machine
        file: PathBuf,
    },
    /// List the players and the host of a table: seat, name, guest
    Guests {
        /// Id of the table: the part after /t/ in its link
        id: String,
    },
    /// Remove all data of a guest for good: every table that the guest has opened or ever sat at
    RemoveGuest {
        /// Id of the guest, as listed by 'guests'
        guest: String,
    },
    /// Sign cookies and links with a new key; those signed earlier stay valid
    ChangeKey,
    /// Remove a table and all its data for good
    RemoveTable {
        /// Id of the table: the part after /t/ in its link
        id: String,
    },
}

impl Task {
    /// Returns method, path and body of the request.
    fn request(&self) -> io::Result<(Method, String, Value)> {
        let plain = |method, path: &str| (method, path.to_owned(), Value::Null);
        Ok(match self {
            Task::Status => plain(Method::GET, "/status"),
            Task::Tables => plain(Method::GET, "/tables"),
            Task::Connections => plain(Method::GET, "/connections"),
            Task::Metrics => plain(Method::GET, "/metrics"),
            Task::Drain => plain(Method::POST, "/drain"),
            Task::Resume => plain(Method::DELETE, "/drain"),
            // The server may have another working directory.
            Task::Backup { file } => {
                let to = std::path::absolute(file)?;
                (Method::POST, "/backup".to_owned(), json!({ "to": to }))
            }
            Task::RemoveTable { id } => {
                plain(Method::DELETE, &format!("/tables/{}", check_id(id)?))
            }
            Task::Guests { id } => plain(Method::GET, &format!("/tables/{}/guests", check_id(id)?)),
            Task::RemoveGuest { guest } => {
                plain(Method::DELETE, &format!("/guests/{}", check_id(guest)?))
            }
            Task::ChangeKey => plain(Method::POST, "/key"),
        })
    }

    /// Columns of a list, in print order.
    fn columns(&self) -> &'static [&'static str] {
        match self {
            Task::Tables => &["id", "game", "stage", "matches", "seats"],
            Task::Connections => &["address", "connections"],
            Task::Guests { .. } => &["seat", "name", "guest"],
            _ => &[],
        }
    }
}

/// Checks that an id needs no escaping in a URL.
fn check_id(id: &str) -> io::Result<&str> {
    if id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        Ok(id)
    } else {
        Err(io::Error::other("the id of a table or guest has only letters and digits"))
    }
}

impl AdminArgs {
    /// Sends the request and prints the response.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        match runtime.and_then(|runtime| runtime.block_on(self.ask())) {
            Ok(Ok(answer)) => print_result(&answer),
            Ok(Err(refusal)) => {
                out::error(refusal);
                ExitCode::FAILURE
            }
            Err(error) => {
                out::error(error);
                ExitCode::from(2)
            }
        }
    }

    /// Explains why the socket cannot be reached, and what to do.
    fn unreachable_message(&self, error: &io::Error) -> String {
        if error.kind() == io::ErrorKind::PermissionDenied {
            return format!(
                "{} is only for the user who runs the server: {error}; run this as that user, or as root",
                self.admin.display()
            );
        }
        format!(
            "no server answers at {}: {error}; start one with 'upcard serve', or give its socket with \
             'upcard admin --admin SOCKET': the store's name followed by '-admin'",
            self.admin.display()
        )
    }

    /// Sends the request; the inner error is the server's message.
    async fn ask(&self) -> io::Result<Result<String, String>> {
        let (method, path, body) = self.task.request()?;
        let stream = UnixStream::connect(&self.admin)
            .await
            .map_err(|error| io::Error::new(error.kind(), self.unreachable_message(&error)))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        // Ends with the response, which reports any failure.
        tokio::spawn(connection);
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "upcard")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .map_err(io::Error::other)?;
        let response = sender.send_request(request).await.map_err(io::Error::other)?;
        let status = response.status();
        let answer = to_bytes(Body::new(response.into_body()), MAX_RESPONSE);
        let answer = answer.await.map_err(io::Error::other)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        if !status.is_success() {
            return Ok(Err(answer));
        }
        Ok(Ok(match self.task {
            Task::Metrics => answer,
            _ if status == StatusCode::NO_CONTENT => String::new(),
            _ => {
                let answer = serde_json::from_str(&answer).map_err(io::Error::other)?;
                format_rows(&answer, self.task.columns())
            }
        }))
    }
}

/// Formats a response: a list has a line per item, with these columns first.
fn format_rows(answer: &Value, columns: &[&str]) -> String {
    let one = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let list =
                list.iter().map(|value| value.as_str().map_or(value.to_string(), str::to_owned));
            list.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    match answer {
        Value::Array(list) => list
            .iter()
            .map(|row| match row {
                Value::Object(row) => {
                    let first = columns.iter().filter_map(|name| row.get(*name));
                    // A later version may add fields.
                    let others = row.iter().filter(|(name, _)| !columns.contains(&name.as_str()));
                    let all = first.chain(others.map(|(_, value)| value)).map(one);
                    all.collect::<Vec<_>>().join("\t") + "\n"
                }
                other => one(other) + "\n",
            })
            .collect(),
        Value::Object(row) => {
            row.iter().map(|(name, value)| format!("{name}: {}\n", one(value))).collect()
        }
        other => one(other) + "\n",
    }
}

/// Copy a server's store to a new file, even while it is in use
#[derive(clap::Args, Clone, Debug)]
pub struct BackupArgs {
    /// Path of the new file
    file: PathBuf,
    /// The server's SQLite file
    #[arg(
        long, env = "UPCARD_STORE", default_value = "upcard.db", hide_env_values = true,
        value_parser = redacting(StoreAddress::from_str)
    )]
    store: StoreAddress,
}

impl BackupArgs {
    /// Runs the backup.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let copied = self.store.backup_source().map_err(str::to_owned).and_then(|path| {
            upcard_store::backup(path, &self.file).map_err(|error| error.to_string())
        });
        match copied {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                out::error(without_passwords(&error));
                ExitCode::from(2)
            }
        }
    }
}
