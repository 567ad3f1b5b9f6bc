//! What the page's files say of one another beyond their names: which of them come ahead of the program, and all of
//! them that a version has, for the worker that keeps them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The page, and what stands in it for the files of parts that are on their way before the program asks for them:
/// what the first screen needs, whoever comes to a server's table, and a match on this device.
const PAGE: &str = "index.html";
const AHEAD: [(&str, &[&str]); 3] =
    [("{home}", &["home"]), ("{room}", &["room"]), ("{match}", &["device", "felt"])];

/// How the names of the large screen's files begin, which has nothing to show without a server.
const TV: &str = "tv";

/// The worker, and what stands in it for the files of the version and for its name.
const WORKER: &str = "offline.js";
const FILES_PLACE: &str = "const FILES = {};";
const VERSION_PLACE: &str = "const VERSION = \"\";";

/// Names in the page the files that come before the program asks for them; `files_of` tells those of a part.
pub(crate) fn name_ahead(
    folder: &Path,
    files_of: impl Fn(&str) -> Vec<String>,
) -> Result<(), Box<dyn Error>> {
    let named = |parts: &[&str]| {
        let mut paths: Vec<String> = Vec::new();
        for path in parts.iter().flat_map(|part| files_of(part)).map(|file| format!("/{file}")) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths.join(" ")
    };
    let places = AHEAD.map(|(place, parts)| (place, named(parts)));
    replace(&folder.join(PAGE), &places)
}

/// Lists in the worker all files of the folder, each with what its contents come to.
pub(crate) fn list(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name != WORKER && !name.starts_with(TV) {
            let hash = Sha256::digest(fs::read(folder.join(&name))?);
            let path = if name == PAGE { "/".to_owned() } else { format!("/{name}") };
            files.insert(path, hex::encode(&hash[..8]));
        }
    }
    let files = serde_json::to_string(&files)?;
    let version = hex::encode(&Sha256::digest(&files)[..8]);
    replace(
        &folder.join(WORKER),
        &[
            (FILES_PLACE, format!("const FILES = {files};")),
            (VERSION_PLACE, format!("const VERSION = \"{version}\";")),
        ],
    )
}

/// Replaces each of these texts in a file; each must stand there once.
pub(crate) fn replace(path: &Path, texts: &[(&str, String)]) -> Result<(), Box<dyn Error>> {
    let mut all = fs::read_to_string(path)?;
    for (old, new) in texts {
        if all.matches(old).count() != 1 {
            return Err(format!("{} does not hold '{old}' once", path.display()).into());
        }
        all = all.replace(old, new);
    }
    Ok(fs::write(path, all)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_what_comes_ahead_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join(PAGE);
        let files = |part: &str| vec![format!("split_{part}.parts"), "chunk_1.parts".to_owned()];
        fs::write(&page, "home '{home}' room '{room}' match '{match}'").expect("the page");
        name_ahead(folder.path(), files).expect("it names them");
        assert_eq!(
            fs::read_to_string(&page).expect("the page"),
            "home '/split_home.parts /chunk_1.parts' room '/split_room.parts /chunk_1.parts' match '/split_device.parts /chunk_1.parts /split_felt.parts'"
        );
        // A page without a place for them is none of this program.
        assert!(name_ahead(folder.path(), files).is_err());
    }

    #[test]
    fn the_worker_lists_each_file_once_and_its_version_follows_from_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let version = |page: &str| {
            fs::write(at(PAGE), page).expect("the page");
            fs::write(at("boot-0123456789abcdef.js"), "boot").expect("a script");
            fs::write(at(WORKER), format!("{FILES_PLACE}\n{VERSION_PLACE}\n")).expect("the worker");
            list(folder.path()).expect("it lists them");
            fs::read_to_string(at(WORKER)).expect("the worker")
        };
        let (first, second) = (version("one"), version("another"));
        assert_eq!(first, version("one"));
        assert_ne!(first.lines().last(), second.lines().last());
        let listed = first.lines().next().unwrap_or_default();
        assert!(listed.contains("\"/\":\"7692c3ad3540bb80\""), "{listed}");
        assert!(listed.contains("\"/boot-0123456789abcdef.js\":"), "{listed}");
        assert!(!listed.contains("offline") && !listed.contains("index"), "{listed}");
        // What has no place for the list is no worker of this page.
        assert!(list(folder.path()).is_err());
    }
}
