//! References between the page's files beyond their names: which are prefetched, and the full list of a
//! version for the service worker.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The page, and its placeholders for files prefetched before the program requests them: for the first
/// screen, for a guest of a server's table, and for a match on this device.
const PAGE: &str = "index.html";
const PREFETCHED: [(&str, &[&str]); 3] =
    [("{home}", &["home"]), ("{room}", &["room"]), ("{match}", &["device", "felt"])];

/// Name prefix of the large screen's files, which need a server.
const LARGE_SCREEN: &str = "tv";

/// The service worker, and its placeholders for the version's files and name.
const WORKER: &str = "offline.js";
const FILES_PLACE: &str = "const FILES = {};";
const VERSION_PLACE: &str = "const VERSION = \"\";";

/// Writes the prefetched files into the page; `files_of` returns a part's files.
pub(crate) fn write_prefetch_lists(
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
    let places = PREFETCHED.map(|(place, parts)| (place, named(parts)));
    replace_once(&folder.join(PAGE), &places)
}

/// Writes all files of the folder with their digests into the service worker.
pub(crate) fn write_file_list(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name != WORKER && !name.starts_with(LARGE_SCREEN) {
            let hash = Sha256::digest(fs::read(folder.join(&name))?);
            let path = if name == PAGE { "/".to_owned() } else { format!("/{name}") };
            files.insert(path, hex::encode(&hash[..8]));
        }
    }
    let files = serde_json::to_string(&files)?;
    let version = hex::encode(&Sha256::digest(&files)[..8]);
    replace_once(
        &folder.join(WORKER),
        &[
            (FILES_PLACE, format!("const FILES = {files};")),
            (VERSION_PLACE, format!("const VERSION = \"{version}\";")),
        ],
    )
}

/// Replaces each of these texts in a file, where it must occur exactly once.
pub(crate) fn replace_once(path: &Path, texts: &[(&str, String)]) -> Result<(), Box<dyn Error>> {
    let mut all = fs::read_to_string(path)?;
    for (old, new) in texts {
        if all.matches(old).count() != 1 {
            return Err(format!("{} does not contain '{old}' exactly once", path.display()).into());
        }
        all = all.replace(old, new);
    }
    Ok(fs::write(path, all)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_each_prefetched_file_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join(PAGE);
        let files = |part: &str| vec![format!("split_{part}.parts"), "chunk_1.parts".to_owned()];
        fs::write(&page, "home '{home}' room '{room}' match '{match}'").expect("the page");
        write_prefetch_lists(folder.path(), files).expect("it names them");
        assert_eq!(
            fs::read_to_string(&page).expect("the page"),
            "home '/split_home.parts /chunk_1.parts' room '/split_room.parts /chunk_1.parts' match '/split_device.parts /chunk_1.parts /split_felt.parts'"
        );
        // A page without the placeholders is rejected.
        assert!(write_prefetch_lists(folder.path(), files).is_err());
    }

    #[test]
    fn the_worker_lists_each_file_once_and_derives_its_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let version = |page: &str| {
            fs::write(at(PAGE), page).expect("the page");
            fs::write(at("boot-0123456789abcdef.js"), "boot").expect("a script");
            fs::write(at(WORKER), format!("{FILES_PLACE}\n{VERSION_PLACE}\n")).expect("the worker");
            write_file_list(folder.path()).expect("it lists them");
            fs::read_to_string(at(WORKER)).expect("the worker")
        };
        let (first, second) = (version("one"), version("another"));
        assert_eq!(first, version("one"));
        assert_ne!(first.lines().last(), second.lines().last());
        let listed = first.lines().next().unwrap_or_default();
        assert!(listed.contains("\"/\":\"7692c3ad3540bb80\""), "{listed}");
        assert!(listed.contains("\"/boot-0123456789abcdef.js\":"), "{listed}");
        assert!(!listed.contains("offline") && !listed.contains("index"), "{listed}");
        // A worker without the placeholder is rejected.
        assert!(write_file_list(folder.path()).is_err());
    }
}
