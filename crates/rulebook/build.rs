//! Compiles the texts, so that the program need not read Fluent files: those of every table, those
//! about faults of rule sets, and those of rule sheets.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    upcard_texts::build("locales/en", &["words", "refusals"], "table.texts")?;
    upcard_texts::build("locales/en", &["flaws"], "flaw.texts")?;
    upcard_texts::build(
        "locales/en",
        &["sheet", "spread", "endings", "choices", "table", "errors"],
        "sheet.texts",
    )
}
