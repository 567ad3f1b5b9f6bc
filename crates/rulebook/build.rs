//! Compiles the texts, so that the program need not read Fluent files: those of every table, those
//! about faults of rule sets, and those of rule sheets, with what the laboratory has measured.

use std::error::Error;
use std::path::Path;

/// The texts of rule sheets.
const SHEET: [&str; 8] =
    ["sheet", "spread", "endings", "idle", "choices", "table", "errors", "advice"];

fn main() -> Result<(), Box<dyn Error>> {
    upcard_texts::build("locales/en", &["words", "refusals"], "table.texts")?;
    upcard_texts::build("locales/en", &["flaws"], "flaw.texts")?;
    let mut files = vec![measured("lab/advice.tsv")?];
    for name in SHEET {
        files.push(std::fs::read_to_string(format!("locales/en/{name}.ftl"))?);
    }
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    std::fs::write(Path::new(&out).join("sheet.texts"), upcard_texts::compile(&files)?)?;
    Ok(())
}

/// What was measured as texts, so that it lies where sheets are written: `measured-TIP-GAME` is the
/// part of the matches won in percent, its interval, and how many matches that are.
fn measured(path: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={path}");
    let table = std::fs::read_to_string(path)?;
    let mut texts = String::new();
    // The first line has the names of the columns.
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [game, advice, _, _, matches, won, low, high, _] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            return Err(format!("{path}: nine columns are wanted: {line}").into());
        };
        texts.push_str(&format!("measured-{advice}-{game} = {won} {low} {high} {matches}\n"));
    }
    Ok(texts)
}
