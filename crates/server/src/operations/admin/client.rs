//! `upcard admin` and `upcard backup`: what a host asks of a server that is running.

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

use crate::operations::cli::out::{self, printed};
use crate::operations::cli::{quiet, without_passwords};
use crate::operations::settings::StoreAddress;

/// The longest answer that is read, in bytes.
const ANSWER: usize = 64 << 20;

/// Look after a server that is running on this machine
#[derive(clap::Args, Clone, Debug)]
pub struct AdminArgs {
    /// The server's socket, as its --admin names it; by itself it is beside the store
    #[arg(long, env = "UPCARD_ADMIN", value_name = "SOCKET", default_value = "upcard.db-admin")]
    admin: PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// How the server is
    Status,
    /// The tables in memory: id, game, stage, matches played, who sits there
    Tables,
    /// How many connections come from which address
    Connections,
    /// What is measured, in the text form of Prometheus
    Metrics,
    /// Open no further tables and answer /ready with 503; what is played is played to its end
    Drain,
    /// Open tables again
    Resume,
    /// Copy the store to a new file while it is being served
    Backup {
        /// The new file, on the server's machine
        file: PathBuf,
    },
    /// Who sits at a table, and who is its host: seat, name, guest
    Guests {
        /// The table's id: what follows /t/ in its link
        id: String,
    },
    /// Remove all of one guest: every table that the guest has opened or ever sat at, for good
    RemoveGuest {
        /// The guest, as 'guests' shows it
        guest: String,
    },
    /// Sign cookies and links by a new key; those that are signed already stay valid
    ChangeKey,
    /// Remove a table for good, with all that is stored of it
    RemoveTable {
        /// Its id: what follows /t/ in its link
        id: String,
    },
}

impl Task {
    /// Method, address and body of the request.
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
            Task::RemoveTable { id } => plain(Method::DELETE, &format!("/tables/{}", word(id)?)),
            Task::Guests { id } => plain(Method::GET, &format!("/tables/{}/guests", word(id)?)),
            Task::RemoveGuest { guest } => {
                plain(Method::DELETE, &format!("/guests/{}", word(guest)?))
            }
            Task::ChangeKey => plain(Method::POST, "/key"),
        })
    }

    /// The columns of a list, in the order in which they are printed.
    fn columns(&self) -> &'static [&'static str] {
        match self {
            Task::Tables => &["id", "game", "stage", "matches", "seats"],
            Task::Connections => &["address", "connections"],
            Task::Guests { .. } => &["seat", "name", "guest"],
            _ => &[],
        }
    }
}

/// What may stand in an address as it is.
fn word(id: &str) -> io::Result<&str> {
    if id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        Ok(id)
    } else {
        Err(io::Error::other("the id of a table or a guest has letters and digits alone"))
    }
}

impl AdminArgs {
    /// Asks, and prints the answer.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        match runtime.and_then(|runtime| runtime.block_on(self.ask())) {
            Ok(Ok(answer)) => printed(&answer),
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

    /// Why no server answers, and what can be done.
    fn nobody(&self, error: &io::Error) -> String {
        if error.kind() == io::ErrorKind::PermissionDenied {
            return format!(
                "{} may be opened by the user alone who serves: {error}; run this as that user, or as root",
                self.admin.display()
            );
        }
        format!(
            "no server answers at {}: {error}; 'upcard serve' starts one, and 'upcard admin --admin SOCKET' \
             names the socket of one with another store: the store's name with '-admin' behind it",
            self.admin.display()
        )
    }

    /// The server's answer, or what it says that it cannot do.
    async fn ask(&self) -> io::Result<Result<String, String>> {
        let (method, path, body) = self.task.request()?;
        let stream = UnixStream::connect(&self.admin)
            .await
            .map_err(|error| io::Error::new(error.kind(), self.nobody(&error)))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        // It ends with the answer, and how is seen there.
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
        let answer = to_bytes(Body::new(response.into_body()), ANSWER);
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
                lines(&answer, self.task.columns())
            }
        }))
    }
}

/// An answer as it is printed: a list has a line for each of its things, with these columns first.
fn lines(answer: &Value, columns: &[&str]) -> String {
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
                    // A later server may say more.
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

/// Copy the tables of a server to a new file; it may be running
#[derive(clap::Args, Clone, Debug)]
pub struct BackupArgs {
    /// The new file
    file: PathBuf,
    /// The server's SQLite file
    #[arg(
        long, env = "UPCARD_STORE", default_value = "upcard.db", hide_env_values = true,
        value_parser = quiet(StoreAddress::from_str)
    )]
    store: StoreAddress,
}

impl BackupArgs {
    /// Copies.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let copied = self.store.to_copy().map_err(str::to_owned).and_then(|path| {
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
