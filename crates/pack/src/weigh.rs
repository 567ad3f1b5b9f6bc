//! What the page weighs, as it is sent.

use std::error::Error;
use std::fs;
use std::path::Path;

/// What the page may weigh at most, in bytes as they are sent: what a phone loads before a card.
const MOST: u64 = 400_000;

/// Prints what each file weighs, and all of them.
pub(crate) fn weigh(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "br") {
            continue;
        }
        let whole = fs::metadata(&path)?.len();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sent = fs::metadata(folder.join(format!("{name}.br"))).map_or(whole, |m| m.len());
        files.push((sent, whole, name));
    }
    files.sort();
    files.reverse();
    println!("{:>9} {:>9}  file", "sent", "whole");
    for (sent, whole, name) in &files {
        println!("{sent:>9} {whole:>9}  {name}");
    }
    let all: u64 = files.iter().map(|(sent, ..)| sent).sum();
    let verdict = if all < MOST { "" } else { ": TOO HEAVY" };
    println!("{all:>9} {:>9}  of {MOST} bytes at most{verdict}", "");
    Ok(())
}
