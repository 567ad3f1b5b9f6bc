//! What the page weighs, as it is sent.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::joined::{SHARED, SPLIT};

/// What the first load may weigh at most, in bytes as they are sent: all that a phone fetches until
/// a table with bots is being played.
pub(crate) const MOST: u64 = 400_000;

/// The same of a guest who comes by a link, until the line to the table is opened.
pub(crate) const GUESTS: u64 = 480_000;

/// What has been reached of that. No page is handed out that is heavier.
pub(crate) const HELD: u64 = 422_000;

/// Files that are fetched when somebody asks for what they hold: rule sheets, an expert bot, later
/// parts of the program, what a large screen shows.
const LATER: [&str; 6] = ["sheet-", "learnt-", "tv-", "tv.html", SPLIT, SHARED];

/// The page, which names the files that a guest needs, those of its names that nobody fetches at once, and what
/// names those of the first screen and of a match on the device alone.
const PAGE: &str = "index.html";
const UNASKED: [&str; 2] = ["sheet", "learnt"];
const ELSEWHERE: [&str; 2] = ["<meta name=\"home\"", "<meta name=\"match\""];

/// Prints what each file weighs, what the first load weighs, and what may come later; what a guest by a link
/// fetches, by the names in the page.
pub(crate) fn weigh(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let page = fs::read_to_string(folder.join(PAGE))?;
    let is_elsewhere = |line: &&str| ELSEWHERE.iter().any(|start| line.starts_with(start));
    let page: String = page.lines().filter(|line| !is_elsewhere(line)).collect();
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
    let named = |name: &str| name == PAGE || page.contains(name) && !UNASKED.contains(&stem(name));
    let guests: u64 = files.iter().filter(|(.., name)| named(name)).map(|(sent, ..)| sent).sum();
    let (later, first): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(.., name)| LATER.iter().any(|stem| name.starts_with(stem)));
    println!("{:>9} {:>9}  file", "sent", "whole");
    for (sent, whole, _, name) in &first {
        println!("{sent:>9} {whole:>9}  {name}");
    }
    let all: u64 = first.iter().map(|(sent, ..)| sent).sum();
    println!("{all:>9} {:>9}  the first load, of {MOST} at most{}", "", verdict(all, MOST));
    let plainly: u64 = first.iter().map(|(_, _, plainly, _)| plainly).sum();
    println!("{plainly:>9} {:>9}  the same over plain HTTP, where browsers take gzip alone", "");
    for (sent, whole, _, name) in &later {
        println!("{sent:>9} {whole:>9}  {name}, only when it is asked for");
    }
    println!(
        "{guests:>9} {:>9}  a guest by a link, of {GUESTS} at most{}",
        "",
        verdict(guests, GUESTS)
    );
    Ok(guests)
}

/// A file's name before the hash of its content.
fn stem(name: &str) -> &str {
    name.rsplit_once('-').map_or(name, |(stem, _)| stem)
}

/// What is added where the first load weighs so much.
pub(crate) fn verdict(sent: u64, most: u64) -> &'static str {
    if sent <= most { "" } else { ": TOO HEAVY" }
}
