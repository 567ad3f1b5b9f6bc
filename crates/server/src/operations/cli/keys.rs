//! `upcard new-keys`: replaces the compromised keys of a store.

use std::process::ExitCode;
use std::str::FromStr;

use upcard_store::StoreError;

use super::out;
use super::redaction::redacting;
use crate::operations::settings::StoreAddress;
use crate::operations::{app, published};

/// Replace the keys of a store that are published in the sources of Upcard; no server may be using the store
#[derive(clap::Args, Clone, Debug)]
pub struct NewKeysArgs {
    /// The server's store, as given by its --store
    #[arg(
        long, env = "UPCARD_STORE", default_value = "upcard.db", hide_env_values = true,
        value_parser = redacting(StoreAddress::from_str)
    )]
    store: StoreAddress,
    /// Replace all keys, for instance after somebody has read the store or a copy of it
    #[arg(long)]
    all: bool,
}

#[derive(Debug, thiserror::Error)]
enum NewKeysError {
    #[error("{0}")]
    Runtime(#[from] std::io::Error),
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The database may have stored them if its response was lost.
    #[error("{why}; {}", failed_write_hint(why))]
    Renewal { why: StoreError },
    #[error("{0}: no such store")]
    None(String),
    #[error("a store in memory has new keys at each start")]
    Memory,
    #[error("nodes are serving this database ({0} at present): stop them first")]
    Served(usize),
}

fn failed_write_hint(why: &StoreError) -> &'static str {
    match why {
        StoreError::Unreachable(_) => "either all keys have changed or none",
        _ => "no key has changed",
    }
}

struct ReplacedKeys {
    names: Vec<String>,
    closed: Result<(), StoreError>,
}

impl NewKeysArgs {
    /// Replaces the keys and prints which.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(NewKeysError::from);
        match runtime.and_then(|runtime| runtime.block_on(self.replace_keys())) {
            Ok(replaced) => print_report(&replaced),
            Err(error) => {
                out::error(error);
                ExitCode::FAILURE
            }
        }
    }

    async fn replace_keys(&self) -> Result<ReplacedKeys, NewKeysError> {
        match &self.store {
            StoreAddress::Memory => return Err(NewKeysError::Memory),
            // Do not create a store.
            StoreAddress::File(path) if !path.exists() => {
                return Err(NewKeysError::None(path.display().to_string()));
            }
            StoreAddress::File(_) | StoreAddress::Postgres(_) => {}
        }
        let (store, leases) = app::open(&self.store).await?;
        if let Some(leases) = leases {
            match leases.alive().await?.len() {
                0 => {}
                nodes => return Err(NewKeysError::Served(nodes)),
            }
        }
        let replaced = published::replace(&*store, self.all).await;
        let names = replaced.map_err(|why| NewKeysError::Renewal { why })?;
        Ok(ReplacedKeys { names, closed: store.close().await })
    }
}

/// Reports the replaced keys. They are stored by then, even if printing fails.
fn print_report(replaced: &ReplacedKeys) -> ExitCode {
    let ReplacedKeys { names, closed } = replaced;
    let mut code = ExitCode::SUCCESS;
    if let Err(error) = out::print(report(names)) {
        code = out::write_error_code(&error).into();
        if !names.is_empty() {
            let names = names.join(", ");
            out::error(format_args!("the store has the new keys nevertheless: {names}"));
        }
    }
    if let Err(error) = closed {
        out::error(format_args!("the store could not be closed: {error}"));
        code = ExitCode::FAILURE;
    }
    code
}

/// Text of the report: replaced keys and consequences.
fn report(replaced: &[String]) -> String {
    let mut report: String = replaced.iter().map(|name| format!("new: {name}\n")).collect();
    let is = |begins: &str| replaced.iter().any(|name| name.starts_with(begins));
    if replaced.is_empty() {
        report += "none of this store's keys is in Upcard's source code: nothing was changed\n";
    }
    if is("key") {
        report += "Cookies and links signed by the old key are no longer valid.\n";
    }
    if is("record-key") {
        report += "Saved records are still signed by the old key; GET /api/key has the new one.\n";
    }
    report
}
