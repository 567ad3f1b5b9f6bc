//! Compiles the texts, so that the program need not read Fluent files: what every table needs,
//! and what only rule sheets need.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    upcard_texts::build("locales/en", &["words", "refusals", "flaws"], "table.texts")?;
    upcard_texts::build(
        "locales/en",
        &["sheet", "spread", "endings", "choices", "table", "errors"],
        "sheet.texts",
    )
}
