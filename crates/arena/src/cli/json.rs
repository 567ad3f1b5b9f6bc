//! How every command prints data: one JSON object, which names the command first.

use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a, T> {
    command: &'a str,
    #[serde(flatten)]
    data: T,
}

/// What `--json` prints of a command: one object over several lines, with `command` as its first field.
/// The data have named fields themselves.
#[must_use]
pub fn json<T: Serialize>(command: &str, data: &T) -> String {
    // What the commands print has texts as keys, so that this does not fail.
    serde_json::to_string_pretty(&Answer { command, data }).unwrap_or_default() + "\n"
}
