//! What the page's files say of one another beyond their names: which of them a guest of a table needs, and all of
//! them that a version has, for the worker that keeps them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The page, and what stands in it for the files of the part [`ROOM`].
const PAGE: &str = "index.html";
const ROOM_PLACE: &str = "{room}";

/// The part of the program that whoever comes to a server's table needs.
const ROOM: &str = "room";

/// How the names of the large screen's files begin, which has nothing to show without a server.
const TV: &str = "tv";

/// The worker, and what stands in it for the files of the version and for its name.
const WORKER: &str = "offline.js";
const FILES_PLACE: &str = "const FILES = {};";
const VERSION_PLACE: &str = "const VERSION = \"\";";

/// Names in the page the files that a guest of a table needs, by the script that loads the parts.
pub(crate) fn name_room(folder: &Path, parts: &str) -> Result<(), Box<dyn Error>> {
    let script = fs::read_to_string(folder.join(parts))?;
    let files = files_of(&script, ROOM).ok_or_else(|| format!("{parts} loads no part {ROOM}"))?;
    let paths: Vec<String> = files.iter().map(|file| format!("/{file}")).collect();
    replace(&folder.join(PAGE), &[(ROOM_PLACE, paths.join(" "))])
}

/// The files that this script fetches for a part: its own, and those that it shares with others.
fn files_of(script: &str, part: &str) -> Option<Vec<String>> {
    let fetched = |from: &str| {
        let name = from.split_once("new URL(\"./")?.1.split_once('"')?.0;
        Some(name.to_owned())
    };
    let load = script.split_once(&format!("__wasm_split_load_{part} = "))?.1;
    let shared = load.split_once(", [")?.1.split_once(']')?.0;
    let mut files = vec![fetched(load)?];
    for name in shared.split(", ").filter(|name| !name.is_empty()) {
        files.push(fetched(script.split_once(&format!("const {name} = "))?.1)?);
    }
    Some(files)
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
fn replace(path: &Path, texts: &[(&str, String)]) -> Result<(), Box<dyn Error>> {
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

    const PARTS: &str = "
const __chunk_1 = makeLoad(() => { fetch(new URL(\"./chunk_1.wasm\", import.meta.url)) }, []);
const __chunk_11 = makeLoad(() => { fetch(new URL(\"./chunk_11.wasm\", import.meta.url)) }, []);
export const __wasm_split_load_home = wrapAsyncCb(makeLoad(() => { fetch(new URL(\"./split_home.wasm\", import.meta.url)) }
, []));
export const __wasm_split_load_room = wrapAsyncCb(makeLoad(() => { fetch(new URL(\"./split_room.wasm\", import.meta.url)) }
, [__chunk_11, __chunk_1]));";

    #[test]
    fn a_part_has_its_own_file_and_those_that_it_shares() {
        let files = |part| files_of(PARTS, part).map(|files| files.join(" "));
        assert_eq!(files("room").as_deref(), Some("split_room.wasm chunk_11.wasm chunk_1.wasm"));
        assert_eq!(files("home").as_deref(), Some("split_home.wasm"));
        assert_eq!(files("attic"), None);
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
