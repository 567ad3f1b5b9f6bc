//! Compiles the texts, so that the program need not read Fluent files: those of every table, those
//! about faults of rule sets, positions and records, and those of rule sheets, with what the laboratory has measured.

/// The texts of rule sheets.
const SHEET: [&str; 10] = [
    "sheet",
    "turns",
    "spread",
    "endings",
    "idle",
    "choices",
    "choices-ends",
    "table",
    "advice",
    "measured",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    upcard_texts::build("locales/en", &["words", "refusals"], "table.texts")?;
    upcard_texts::build("locales/en", &["flaws", "errors"], "flaw.texts")?;
    upcard_texts::build("locales/en", &SHEET, "sheet.texts")
}
