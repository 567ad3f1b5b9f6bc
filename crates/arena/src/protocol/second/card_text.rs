//! How a card is shown in the schema of the messages.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A card, as its text form shows it.
pub(super) struct CardText;

impl JsonSchema for CardText {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card: rank and suit, or the joker.",
            "type": "string",
            "pattern": "^([A23456789TJQK][CDHS]|JK)$",
        })
    }
}
