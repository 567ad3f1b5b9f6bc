//! JSON schema of the messages, generated from their types.

use schemars::JsonSchema;
use serde::Serialize;

use super::v1::Answer;
use super::v2::{ToProgram, VERSION};

/// Every line of the protocol.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema alone is wanted")]
enum Line {
    /// A message to a program.
    ToProgram(ToProgram),
    /// A program's answer to `decide`.
    Answer(Answer),
}

/// Returns the schema of all messages, as pretty-printed JSON. Later versions may add fields.
#[must_use]
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Line);
    schema.insert("title".to_owned(), format!("The protocol for programs, {}", VERSION).into());
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
