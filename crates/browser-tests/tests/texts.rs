//! The page's texts: each bundle's texts are used only by its own code, and none is missing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Source files of the `Room` bundle: see `src/lazy.rs`.
const ROOM: [&str; 4] = ["invite.rs", "lobby.rs", "people.rs", "strip.rs"];

/// Source files of house rules and replays.
const LIBRARY: [&str; 19] = [
    "figures.rs",
    "house_editor.rs",
    "house_file.rs",
    "house_storage.rs",
    "house_trial.rs",
    "house_list.rs",
    "house_values.rs",
    "lesson.rs",
    "backup.rs",
    "matches.rs",
    "puzzle.rs",
    "regulars.rs",
    "replay.rs",
    "score_book.rs",
    "score_curve.rs",
    "score_entry.rs",
    "score_home.rs",
    "score_shared.rs",
    "score_sheet.rs",
];

/// Text files of the remaining later bundles, by topic.
const LATER_TEXTS: [&str; 4] = ["later.ftl", "advice.ftl", "choosing.ftl", "scores.ftl"];

/// Source files of the remaining later bundles, in whole or in part.
const LATER: [&str; 22] = [
    "shared_device.rs",
    "table_options.rs",
    "coach.rs",
    "controls.rs",
    "curtain.rs",
    "differences.rs",
    "fair.rs",
    "hint.rs",
    "server_games.rs",
    "keys.rs",
    "new_table.rs",
    "overlays.rs",
    "panels.rs",
    "phrases.rs",
    "rules_sheet.rs",
    "extra_rows.rs",
    "scores.rs",
    "set_up.rs",
    "settings_screen.rs",
    "sheets.rs",
    "story.rs",
    "table_set_up.rs",
];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")
}

/// Returns the text ids of a file.
fn ids(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(web().join("locales/en").join(name)).unwrap();
    let id = |line: &str| Some(line.split_once(" =")?.0.to_owned());
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
    text.lines().filter(begins).filter_map(id).collect()
}

/// Collects the page's source files with their names.
fn sources(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, all);
        } else {
            let name = entry.file_name().to_string_lossy().into_owned();
            all.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Returns the quoted words of a source file.
fn quoted(source: &str) -> BTreeSet<&str> {
    source.split('"').collect()
}

/// Checks that only these source files name a text of this file.
fn is_used_only_by(file: &str, those: &[&[&str]]) {
    let texts = ids(file);
    assert!(texts.len() > 10, "{file}: {}", texts.len());
    let mut all = Vec::new();
    sources(&web().join("src"), &mut all);
    sources(&web().join("../client/src"), &mut all);
    let may = |name: &str| those.iter().any(|files| files.contains(&name));
    for (name, source) in all.iter().filter(|(name, _)| !may(name)) {
        let asked: Vec<&str> =
            quoted(source).into_iter().filter(|id| texts.contains(*id)).collect();
        assert!(asked.is_empty(), "{name} asks for {asked:?}, which {file} holds");
    }
}

#[test]
fn texts_of_lazy_bundles_are_used_only_by_those_bundles() {
    // Button actions have the same names as their texts.
    is_used_only_by("home.ftl", &[&["home.rs", "quick_start.rs"]]);
    is_used_only_by("room.ftl", &[&ROOM, &LATER, &LIBRARY]);
    for file in LATER_TEXTS {
        is_used_only_by(file, &[&LATER, &LIBRARY]);
    }
    is_used_only_by("library.ftl", &[&LIBRARY]);
}

#[test]
fn every_text_used_by_name_exists() {
    let files = [
        "common.ftl",
        "table.ftl",
        "news.ftl",
        "screens.ftl",
        "home.ftl",
        "room.ftl",
        "library.ftl",
    ];
    let known: BTreeSet<String> = files.into_iter().chain(LATER_TEXTS).flat_map(ids).collect();
    let mut all = Vec::new();
    sources(&web().join("src"), &mut all);
    sources(&web().join("../client/src"), &mut all);
    let mut asked = 0;
    // The macro's own documentation contains examples.
    let makes = |source: &str| source.contains("macro_rules! tr");
    for (name, source) in all.iter().filter(|(_, source)| !makes(source)) {
        // `include_str!` names a file, not a text.
        let source = source.replace("include_str!(", "");
        for call in source.split("tr!(").skip(1) {
            let Some(id) =
                call.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            asked += 1;
            assert!(known.contains(id), "{name} asks for {id}");
        }
    }
    assert!(asked > 300, "{asked}");
}
