//! Common JSON output of all commands: one object, with the command's name first.

use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a, T> {
    command: &'a str,
    #[serde(flatten)]
    data: T,
}

/// Formats a command's `--json` output: one pretty-printed object with `command` as its first field. The data
/// must serialize as a struct or map.
#[must_use]
pub fn json<T: Serialize>(command: &str, data: &T) -> String {
    // Cannot fail: all maps in the output have string keys.
    serde_json::to_string_pretty(&Answer { command, data }).unwrap_or_default() + "\n"
}
