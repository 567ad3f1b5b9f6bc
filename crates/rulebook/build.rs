//! Compiles the Fluent files at build time into three bundles: texts of the table, texts for errors in rule
//! sets, positions and records, and texts of rule sheets with the measured advice.

/// Files of the rule sheet bundle.
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
