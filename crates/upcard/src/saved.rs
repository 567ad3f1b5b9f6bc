//! Matches saved by `upcard play`: their list, and finding one by name.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::{Value, json};
use upcard_client::wire::SetUp;
use upcard_engine::Library;
use upcard_scenario::library_with;
use upcard_table::Entry;
use upcard_terminal::{App, Files, now, read_file};

use crate::errors::error_text;
use crate::input::read_input;
use crate::out::{self, say_line};
use crate::proof::count;

/// File extensions of saved matches and of records.
pub(crate) const MATCH_EXTENSION: &str = "match";
pub(crate) const RECORD_EXTENSION: &str = "upcard";

/// Files of saved matches with their modification times, latest first.
fn files(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let saved = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == MATCH_EXTENSION));
    let written = |path: PathBuf| {
        let file = fs::metadata(&path).ok()?;
        let when = file.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        (file.len() > 0).then_some((when, path))
    };
    let mut files: Vec<(SystemTime, PathBuf)> = saved.filter_map(written).collect();
    files.sort_by(|one, other| other.cmp(one));
    files
}

/// Returns the latest saved match that is not being played.
pub(crate) fn latest(folder: &Path) -> Result<PathBuf, String> {
    let all = files(folder);
    let busy = !all.is_empty();
    let free = all.into_iter().map(|(_, path)| path).find(|path| !Files::in_use(path));
    free.ok_or_else(|| match busy {
        true => "every saved match is open in another window".to_owned(),
        false => format!("no saved match in {}", folder.display()),
    })
}

/// Returns the file of a match: by its name in the list, else by path.
pub(crate) fn find(folder: &Path, named: &Path) -> PathBuf {
    let listed = folder.join(named).with_added_extension(MATCH_EXTENSION);
    let plain = named.components().count() == 1;
    if plain && !named.exists() && listed.exists() { listed } else { named.to_owned() }
}

/// Error for an unknown match; lists those that exist.
pub(crate) fn unknown_match(folder: &Path, file: &Path) -> String {
    let all = files(folder);
    let names: Vec<String> = all.iter().map(|(_, path)| match_name(folder, path)).collect();
    let kept = match names.len() {
        0 => "no match is saved".to_owned(),
        _ => format!("saved matches: {}", names.join(", ")),
    };
    format!("{}: cannot be read: no such match or file; {kept}", file.display())
}

/// Name of a match: that in the list, or its file.
pub(crate) fn match_name(folder: &Path, file: &Path) -> String {
    match (file.parent(), file.file_stem()) {
        (Some(parent), Some(stem)) if parent == folder => stem.to_string_lossy().into_owned(),
        _ => file.display().to_string(),
    }
}

pub(crate) fn restore(file: &Path, seed: [u8; 32]) -> Result<(App, SetUp), Box<dyn Error>> {
    let (name, text) = read_input(file)?;
    let entries = read_file(&text)
        .map_err(|error| format!("{name}: cannot read the saved match: {error}"))?;
    let standard = Library::standard()?;
    let set_up = match entries.first() {
        Some(Entry::Opened { set_up, .. }) => set_up.clone(),
        _ => return Err(format!("{name}: contains no match").into()),
    };
    let library = Arc::new(library_with(&standard, &set_up.game)?.into_owned());
    let app = App::resumed(library, entries, seed, now())
        .map_err(|error| format!("{name}: cannot restore the match: {error}"))?;
    Ok((app, set_up))
}

/// Prints the list of saved matches, latest first.
pub(crate) fn list(folder: &Path, as_json: bool) -> Result<(), Box<dyn Error>> {
    let all = files(folder);
    if as_json {
        let each = all.iter().map(|(_, path)| match_json(folder, path));
        out::json("play", &json!({ "matches": each.collect::<Vec<_>>() }));
        return Ok(());
    }
    if all.is_empty() {
        say_line!("no saved match in {}", folder.display());
        return Ok(());
    }
    let names: Vec<String> = all.iter().map(|(_, path)| match_name(folder, path)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut ready = None;
    for ((when, path), name) in all.iter().zip(&names) {
        let busy = Files::in_use(path);
        let what = match restore(path, [0; 32]) {
            Ok((app, set_up)) => {
                ready = ready.or((!busy).then_some(name));
                let (deal, scores) = app.standing();
                let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
                let players = count(set_up.seats.len(), "player");
                format!("{}, {players}, deal {deal}, scores {}", set_up.game, scores.join(" "))
            }
            Err(error) => error_text(&*error),
        };
        let played = if busy { ", open in another window" } else { "" };
        say_line!("{name:<width$}  {}  {what}{played}", age(*when));
    }
    if let Some(name) = ready {
        say_line!("\nupcard play --resume {name}");
    }
    Ok(())
}

fn match_json(folder: &Path, path: &Path) -> Value {
    let (match_, file, busy) =
        (match_name(folder, path), path.display().to_string(), Files::in_use(path));
    match restore(path, [0; 32]) {
        Ok((app, set_up)) => {
            let (deal, scores) = app.standing();
            json!({
                "match": match_, "file": file, "played_now": busy, "game": set_up.game,
                "players": set_up.seats.len(), "deal": deal, "scores": scores,
            })
        }
        Err(error) => {
            json!({ "match": match_, "file": file, "played_now": busy, "error": error_text(&*error) })
        }
    }
}

/// Age in words, at a fixed width.
fn age(when: SystemTime) -> String {
    let seconds = when.elapsed().unwrap_or_default().as_secs();
    let (number, unit) = match seconds {
        0..60 => return format!("{:>11}", "just now"),
        60..3600 => (seconds / 60, "min"),
        3600..86_400 => (seconds / 3600, "h"),
        _ => (seconds / 86_400, "d"),
    };
    format!("{:>11}", format!("{number} {unit} ago"))
}
