//! The messages as a JSON schema, made from their types.

use schemars::JsonSchema;
use serde::Serialize;

use super::first::Answer;
use super::second::{ToProgram, VERSION};

/// Every line that is sent to a program or by one.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema alone is wanted")]
enum Line {
    /// To a program.
    ToProgram(ToProgram),
    /// What it answers to `decide`.
    Answer(Answer),
}

/// The schema of all messages, as pretty JSON. Fields that it does not name may come with later versions.
#[must_use]
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Line);
    schema.insert("title".to_owned(), format!("The protocol for programs, {}", VERSION).into());
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
