//! Bundles the modules of the program's later parts into files: similar code compresses well, but only within
//! a file, and each file costs a request.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Name prefixes of the program's later modules and of their shared code, as given by the macro's library.
pub(crate) const SPLIT_PREFIX: &str = "split_";
pub(crate) const SHARED_PREFIX: &str = "chunk_";

/// The parts, each with those whose files it may depend on: they are loaded already when it is requested, or soon.
const PARTS: [(&str, &[&str]); 7] = [
    ("room", &[]),
    ("felt", &[]),
    ("bots", &[]),
    ("device", &[]),
    ("home", &[]),
    ("later", &["felt", "bots"]),
    ("library", &["felt", "bots"]),
];

/// Modules up to this size, in bytes, are copied into the file of every part that uses them.
const MAX_COPIED_SIZE: u64 = 24_000;

/// The script that loads the parts, and its placeholders.
const SCRIPT: &str = include_str!("parts.js");
const FILES_PLACE: &str = "const FILES = [];";
const PARTS_PLACE: &str = "const PARTS = {};";
const SIGN_PLACE: &str = "const SIGN = {};";
const LATE_PLACE: &str = "const LATE = [];";

/// Delimiters, in the library's script, of its check that all modules belong to one program.
const SIGN_DELIMITERS: (&str, &str) = ("sharedImports = { __wasm_split: {", "}");

/// Prefix of a part's load function.
const LOAD_PREFIX: &str = "__wasm_split_load_";

/// File of the late halves.
pub(crate) const LATE_FILE: &str = "rest";

/// A split module and the file of its late half.
pub(crate) struct LateHalf {
    pub(crate) module: String,
    pub(crate) file: String,
}

/// Extension of the bundled files.
const EXTENSION: &str = "parts";

/// A file and its modules.
#[derive(PartialEq, Eq, Debug)]
struct Bundle {
    name: String,
    modules: Vec<String>,
}

/// Bundles the modules in a folder into files, and replaces the library's script, which lists each part's
/// modules, by one that loads them. Returns the files of each part.
pub(crate) fn bundle(
    folder: &Path,
    script: &str,
    late: &[LateHalf],
) -> Result<BTreeMap<&'static str, Vec<String>>, Box<dyn Error>> {
    let library_script = fs::read_to_string(folder.join(script))?;
    if library_script.matches(LOAD_PREFIX).count() != PARTS.len() {
        return Err(format!("{script} loads parts unknown to the packer").into());
    }
    let mut parts = Vec::new();
    for (part, rests) in PARTS {
        let modules = modules_of(&library_script, part)
            .ok_or_else(|| format!("{script} loads no part {part}"))?;
        parts.push((part, rests, modules));
    }
    let mut lengths = BTreeMap::new();
    for module in parts.iter().flat_map(|(.., modules)| modules) {
        lengths.insert(module.clone(), fs::metadata(folder.join(module))?.len());
    }
    let files = assign_files(&parts, &lengths);
    for file in &files {
        let bytes: Result<Vec<_>, _> =
            file.modules.iter().map(|module| fs::read(folder.join(module))).collect();
        fs::write(folder.join(&file.name), bytes?.concat())?;
    }
    for module in lengths.keys() {
        fs::remove_file(folder.join(module))?;
    }
    let (start, end) = SIGN_DELIMITERS;
    let sign = library_script.split_once(start).and_then(|(_, rest)| rest.split_once(end));
    let (sign, _) = sign.ok_or_else(|| format!("{script} has a format unknown to the packer"))?;
    let own = loader_script(&parts, &files, &lengths)?
        .replace(SIGN_PLACE, &format!("const SIGN = {{{sign}}};"))
        .replace(LATE_PLACE, &bundle_late(folder, late)?);
    fs::write(folder.join(script), own)?;
    let of = |part| needed_files(part, &files).iter().map(|(_, file)| file.name.clone()).collect();
    Ok(parts.iter().map(|part| (part.0, of(part))).collect())
}

/// Concatenates the late halves into a file; returns its entry for the script.
fn bundle_late(folder: &Path, late: &[LateHalf]) -> Result<String, Box<dyn Error>> {
    let (mut all, mut listed) = (Vec::new(), String::new());
    for half in late {
        let path = folder.join(&half.file);
        let bytes = fs::read(&path)?;
        write!(listed, ",[\"{}\",{}]", stem(&half.module), bytes.len())?;
        all.extend(bytes);
        fs::remove_file(path)?;
    }
    if late.is_empty() {
        return Ok(LATE_PLACE.to_owned());
    }
    fs::write(folder.join(format!("{LATE_FILE}.{EXTENSION}")), all)?;
    Ok(format!("const LATE = [new URL(\"./{LATE_FILE}.{EXTENSION}\", import.meta.url){listed}];"))
}

/// Returns the modules that the library's script loads for a part: shared ones, and its own.
fn modules_of(script: &str, part: &str) -> Option<Vec<String>> {
    let fetched = |from: &str| {
        let (name, _) = from.split_once("new URL(\"./")?.1.split_once('"')?;
        Some(name.to_owned())
    };
    let load = script.split_once(&format!("{LOAD_PREFIX}{part} = "))?.1;
    let shared = load.split_once(", [")?.1.split_once(']')?.0;
    let mut modules = Vec::new();
    for name in shared.split(", ").filter(|name| !name.is_empty()) {
        modules.push(fetched(script.split_once(&format!("const {name} = "))?.1)?);
    }
    modules.push(fetched(load)?);
    Some(modules)
}

/// A part, those it may depend on, and its modules, its own last.
type Part = (&'static str, &'static [&'static str], Vec<String>);

/// Assigns modules to files. A large module used by several parts goes into the file of the part that all
/// others depend on, or else into a file of its own.
fn assign_files(parts: &[Part], lengths: &BTreeMap<String, u64>) -> Vec<Bundle> {
    let users = |module: &String| -> Vec<&Part> {
        parts.iter().filter(|(.., own)| own.contains(module)).collect()
    };
    let is_small = |module: &String| lengths[module] <= MAX_COPIED_SIZE;
    let home = |module: &String| {
        let rest = |on: &str| {
            users(module).iter().all(|(name, rests, _)| *name == on || rests.contains(&on))
        };
        users(module).iter().map(|(name, ..)| *name).find(|name| rest(name))
    };
    let in_file = |(part, rests, _): &Part, module: &String| match is_small(module) {
        true => !users(module).iter().any(|(other, ..)| rests.contains(other)),
        false => home(module) == Some(*part),
    };
    let own = parts.iter().map(|part| Bundle {
        name: format!("{SPLIT_PREFIX}{}.{EXTENSION}", part.0),
        modules: part.2.iter().filter(|module| in_file(part, module)).cloned().collect(),
    });
    let alone = lengths.keys().filter(|module| !is_small(module) && home(module).is_none());
    let alone = alone.map(|module| Bundle {
        name: format!("{}.{EXTENSION}", stem(module)),
        modules: vec![module.clone()],
    });
    own.chain(alone).collect()
}

/// Returns the files that a part needs: its own, and those of its other modules.
fn needed_files<'a>(part: &Part, files: &'a [Bundle]) -> Vec<(usize, &'a Bundle)> {
    let (name, rests, modules) = part;
    let own = format!("{SPLIT_PREFIX}{name}.{EXTENSION}");
    let rested: Vec<String> =
        rests.iter().map(|name| format!("{SPLIT_PREFIX}{name}.{EXTENSION}")).collect();
    // Its own first, then its dependencies.
    let rank = |file: &Bundle| match file.name == own {
        true => 0,
        false if rested.contains(&file.name) => 1,
        false => 2,
    };
    let mut needed = Vec::new();
    for module in modules {
        let holding = files.iter().enumerate().filter(|(_, file)| file.modules.contains(module));
        needed.extend(holding.min_by_key(|(_, file)| rank(file)));
    }
    needed.sort_by_key(|(at, file)| (rank(file), *at));
    needed.dedup_by_key(|(at, _)| *at);
    needed
}

/// Returns a module's name in the script.
fn stem(module: &str) -> &str {
    module.strip_suffix(".wasm").unwrap_or(module)
}

/// Returns the script with its placeholders filled in.
fn loader_script(
    parts: &[Part],
    files: &[Bundle],
    lengths: &BTreeMap<String, u64>,
) -> Result<String, Box<dyn Error>> {
    let mut listed = "const FILES = [\n".to_owned();
    for file in files {
        write!(listed, "[new URL(\"./{}\", import.meta.url)", file.name)?;
        for module in &file.modules {
            write!(listed, ",[\"{}\",{}]", stem(module), lengths[module])?;
        }
        listed += "],\n";
    }
    listed += "];";
    let (mut made, mut shown) = ("const PARTS = {\n".to_owned(), String::new());
    for part in parts {
        let needed: Vec<usize> = needed_files(part, files).iter().map(|(at, _)| *at).collect();
        let modules: Vec<&str> = part.2.iter().map(|module| stem(module)).collect();
        writeln!(made, "{}:{{files:{needed:?},modules:{modules:?}}},", part.0)?;
        writeln!(shown, "export const {LOAD_PREFIX}{0} = loads(\"{0}\");", part.0)?;
    }
    made += "};";
    Ok(SCRIPT.replace(FILES_PLACE, &listed).replace(PARTS_PLACE, &made) + &shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY_SCRIPT: &str = "
const __chunk_1 = makeLoad(() => { fetch(new URL(\"./chunk_1.wasm\", import.meta.url)) }, []);
const __chunk_11 = makeLoad(() => { fetch(new URL(\"./chunk_11.wasm\", import.meta.url)) }, []);
export const __wasm_split_load_home = wrapAsyncCb(makeLoad(() => { fetch(new URL(\"./split_home.wasm\", import.meta.url)) }
, []));
export const __wasm_split_load_room = wrapAsyncCb(makeLoad(() => { fetch(new URL(\"./split_room.wasm\", import.meta.url)) }
, [__chunk_11, __chunk_1]));";

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_part_has_its_shared_modules_and_its_own() {
        assert_eq!(
            modules_of(LIBRARY_SCRIPT, "room"),
            Some(words("chunk_11.wasm chunk_1.wasm split_room.wasm"))
        );
        assert_eq!(modules_of(LIBRARY_SCRIPT, "home"), Some(words("split_home.wasm")));
        assert_eq!(modules_of(LIBRARY_SCRIPT, "attic"), None);
    }

    /// Three parts; the second depends on the first.
    fn three() -> (Vec<Part>, BTreeMap<String, u64>) {
        let parts: Vec<Part> = vec![
            ("felt", &[], words("light-fl light-fd heavy-fl heavy-fd felt")),
            ("later", &["felt"], words("light-fl heavy-fl later")),
            ("device", &[], words("light-fd heavy-fd device")),
        ];
        let all = parts.iter().flat_map(|(.., modules)| modules);
        let length = |module: &String| {
            if module.starts_with("light") { MAX_COPIED_SIZE } else { MAX_COPIED_SIZE + 1 }
        };
        let lengths = all.map(|module| (module.clone(), length(module))).collect();
        (parts, lengths)
    }

    #[test]
    fn a_large_module_is_in_one_file_and_a_small_one_in_each_that_needs_it() {
        let (parts, lengths) = three();
        let wanted = [
            ("split_felt.parts", "light-fl light-fd heavy-fl felt"),
            ("split_later.parts", "later"),
            ("split_device.parts", "light-fd device"),
            ("heavy-fd.parts", "heavy-fd"),
        ];
        let wanted =
            wanted.map(|(name, modules)| Bundle { name: name.to_owned(), modules: words(modules) });
        assert_eq!(assign_files(&parts, &lengths), wanted);
    }

    #[test]
    fn the_files_of_a_part_contain_all_of_its_modules() {
        let (parts, lengths) = three();
        let files = assign_files(&parts, &lengths);
        let wanted = [
            ["split_felt.parts", "heavy-fd.parts"],
            ["split_later.parts", "split_felt.parts"],
            ["split_device.parts", "heavy-fd.parts"],
        ];
        for (part, wanted) in parts.iter().zip(wanted) {
            let needed: Vec<&Bundle> =
                needed_files(part, &files).into_iter().map(|(_, file)| file).collect();
            let holds = |module| needed.iter().any(|file| file.modules.contains(module));
            assert!(part.2.iter().all(holds), "{}", part.0);
            assert_eq!(needed.iter().map(|file| &file.name).collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn the_script_lists_the_file_of_each_module() {
        let (parts, lengths) = three();
        let script = loader_script(&parts, &assign_files(&parts, &lengths), &lengths)
            .expect("it is written");
        for line in [
            "[new URL(\"./split_device.parts\", import.meta.url),[\"light-fd\",24000],[\"device\",24001]],",
            "later:{files:[1, 0],modules:[\"light-fl\", \"heavy-fl\", \"later\"]},",
            "export const __wasm_split_load_later = loads(\"later\");",
        ] {
            assert!(script.lines().any(|own| own == line), "{line}\n{script}");
        }
    }

    #[test]
    fn an_unknown_part_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("parts.js"), LIBRARY_SCRIPT).expect("a script");
        let refused = bundle(folder.path(), "parts.js", &[]).expect_err("it has other parts");
        assert!(refused.to_string().contains("parts.js"), "{refused}");
    }
}
