//! Transfer sizes of the page.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::bundle::{LATE_FILE, SHARED_PREFIX, SPLIT_PREFIX};

/// Limit for what a phone loads until the first hand of a match with bots, in bytes as sent.
pub(crate) const MAX_HAND_SIZE: u64 = 450_000;

/// The same for a guest with a link, until the connection to the table is opened. Pages over either limit are
/// not released.
pub(crate) const MAX_GUEST_SIZE: u64 = 350_000;

/// Files loaded on demand: rule sheets, the expert bot, later parts, the large screen.
const ON_DEMAND: [&str; 7] =
    ["sheet-", "learnt-", "tv-", "tv.html", SPLIT_PREFIX, SHARED_PREFIX, LATE_FILE];

/// The page, which names the files of the first load, and the prefixes of those not loaded then.
const PAGE: &str = "index.html";
const NOT_FIRST: [&str; 2] = ["sheet", "learnt"];

/// Prefixes of the page's lines that name a guest's files, and those of a match on this device.
const GUEST_LINES: [&str; 1] = ["<meta name=\"room\""];
const MATCH_LINES: [&str; 2] = ["<meta name=\"home\"", "<meta name=\"match\""];

/// Prints the sizes of each file, of the first load and of later files, and of what is loaded until a guest
/// is at the table and until the first hand of a match. Returns `true` if both are within their limits.
pub(crate) fn check_sizes(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let page = fs::read_to_string(folder.join(PAGE))?;
    let without = |others: &[&str]| -> String {
        page.lines().filter(|line| !others.iter().any(|start| line.starts_with(start))).collect()
    };
    let (guest, hand) = (without(&MATCH_LINES), without(&GUEST_LINES));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "br" || ending == "gz") {
            continue;
        }
        let whole = fs::metadata(&path)?.len();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let packed = |ending: &str| {
            fs::metadata(folder.join(format!("{name}.{ending}"))).map_or(whole, |m| m.len())
        };
        let (sent, plainly) = (packed("br"), packed("gz"));
        files.push((sent, whole, plainly, name));
    }
    files.sort();
    files.reverse();
    let named = |page: &str| -> u64 {
        let at_once = |name: &str| page.contains(name) && !NOT_FIRST.contains(&stem(name));
        let files = files.iter().filter(|(.., name)| name == PAGE || at_once(name));
        files.map(|(sent, ..)| sent).sum()
    };
    let (guest, hand) = (named(&guest), named(&hand));
    let (later, first): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|(.., name)| ON_DEMAND.iter().any(|stem| name.starts_with(stem)));
    println!("{:>9} {:>9}  file", "sent", "whole");
    for (sent, whole, _, name) in &first {
        println!("{sent:>9} {whole:>9}  {name}");
    }
    let all: u64 = first.iter().map(|(sent, ..)| sent).sum();
    println!("{all:>9} {:>9}  the first load", "");
    let plainly: u64 = first.iter().map(|(_, _, plainly, _)| plainly).sum();
    println!("{plainly:>9} {:>9}  the same over plain HTTP, where browsers accept only gzip", "");
    for (sent, whole, _, name) in &later {
        println!("{sent:>9} {whole:>9}  {name}, only on demand");
    }
    let limits = [
        ("the hand of a first match", hand, MAX_HAND_SIZE),
        ("a guest with a link", guest, MAX_GUEST_SIZE),
    ];
    for (until, sent, most) in limits {
        println!("{sent:>9} {:>9}  {until}, of {most} at most{}", "", verdict(sent, most));
    }
    Ok(limits.iter().all(|(_, sent, most)| sent <= most))
}

/// Returns a file's name without its content hash.
fn stem(name: &str) -> &str {
    name.rsplit_once('-').map_or(name, |(stem, _)| stem)
}

/// Returns the note for a size over the limit.
pub(crate) fn verdict(sent: u64, most: u64) -> &'static str {
    if sent <= most { "" } else { ": TOO HEAVY" }
}
