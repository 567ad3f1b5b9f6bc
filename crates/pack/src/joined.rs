//! Bundles the modules of the program's later parts into files: similar code compresses well, but only within
//! a file, and each file costs a request.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Name prefixes of the program's later modules and of their shared code, as given by the macro's library.
pub(crate) const SPLIT: &str = "split_";
pub(crate) const SHARED: &str = "chunk_";

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
const LIGHT: u64 = 24_000;

/// The script that loads the parts, and its placeholders.
const SCRIPT: &str = include_str!("parts.js");
const FILES_PLACE: &str = "const FILES = [];";
const PARTS_PLACE: &str = "const PARTS = {};";
const SIGN_PLACE: &str = "const SIGN = {};";
const LATE_PLACE: &str = "const LATE = [];";

/// Delimiters, in the library's script, of its check that all modules belong to one program.
const SIGN: (&str, &str) = ("sharedImports = { __wasm_split: {", "}");

/// Prefix of a part's load function.
const LOADS: &str = "__wasm_split_load_";

/// File of the late halves.
pub(crate) const REST: &str = "rest";

/// A split module and the file of its late half.
pub(crate) struct Late {
    pub(crate) module: String,
    pub(crate) file: String,
}

/// Extension of the bundled files.
const ENDING: &str = "parts";

/// A file and its modules.
#[derive(PartialEq, Eq, Debug)]
struct Joined {
    name: String,
    modules: Vec<String>,
}

/// Bundles the modules in a folder into files, and replaces the library's script, which lists each part's
/// modules, by one that loads them. Returns the files of each part.
pub(crate) fn join(
    folder: &Path,
    script: &str,
    late: &[Late],
) -> Result<BTreeMap<&'static str, Vec<String>>, Box<dyn Error>> {
    let told = fs::read_to_string(folder.join(script))?;
    if told.matches(LOADS).count() != PARTS.len() {
        return Err(format!("{script} loads other parts than the packer knows").into());
    }
    let mut parts = Vec::new();
    for (part, rests) in PARTS {
        let modules =
            modules_of(&told, part).ok_or_else(|| format!("{script} loads no part {part}"))?;
        parts.push((part, rests, modules));
    }
    let mut lengths = BTreeMap::new();
    for module in parts.iter().flat_map(|(.., modules)| modules) {
        lengths.insert(module.clone(), fs::metadata(folder.join(module))?.len());
    }
    let files = files(&parts, &lengths);
    for file in &files {
        let bytes: Result<Vec<_>, _> =
            file.modules.iter().map(|module| fs::read(folder.join(module))).collect();
        fs::write(folder.join(&file.name), bytes?.concat())?;
    }
    for module in lengths.keys() {
        fs::remove_file(folder.join(module))?;
    }
    let sign = told.split_once(SIGN.0).and_then(|(_, rest)| rest.split_once(SIGN.1));
    let (sign, _) =
        sign.ok_or_else(|| format!("{script} is written otherwise than the packer knows"))?;
    let own = loading(&parts, &files, &lengths)?
        .replace(SIGN_PLACE, &format!("const SIGN = {{{sign}}};"))
        .replace(LATE_PLACE, &join_late(folder, late)?);
    fs::write(folder.join(script), own)?;
    let of = |part| needed(part, &files).iter().map(|(_, file)| file.name.clone()).collect();
    Ok(parts.iter().map(|part| (part.0, of(part))).collect())
}

/// Concatenates the late halves into a file; returns its entry for the script.
fn join_late(folder: &Path, late: &[Late]) -> Result<String, Box<dyn Error>> {
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
    fs::write(folder.join(format!("{REST}.{ENDING}")), all)?;
    Ok(format!("const LATE = [new URL(\"./{REST}.{ENDING}\", import.meta.url){listed}];"))
}

/// Returns the modules that the library's script loads for a part: shared ones, and its own.
fn modules_of(script: &str, part: &str) -> Option<Vec<String>> {
    let fetched = |from: &str| {
        let name = from.split_once("new URL(\"./")?.1.split_once('"')?.0;
        Some(name.to_owned())
    };
    let load = script.split_once(&format!("{LOADS}{part} = "))?.1;
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
fn files(parts: &[Part], lengths: &BTreeMap<String, u64>) -> Vec<Joined> {
    let users = |module: &String| -> Vec<&Part> {
        parts.iter().filter(|(.., own)| own.contains(module)).collect()
    };
    let is_light = |module: &String| lengths[module] <= LIGHT;
    let home = |module: &String| {
        let rest = |on: &str| {
            users(module).iter().all(|(name, rests, _)| *name == on || rests.contains(&on))
        };
        users(module).iter().map(|(name, ..)| *name).find(|name| rest(name))
    };
    let in_file = |(part, rests, _): &Part, module: &String| match is_light(module) {
        true => !users(module).iter().any(|(other, ..)| rests.contains(other)),
        false => home(module) == Some(*part),
    };
    let own = parts.iter().map(|part| Joined {
        name: format!("{SPLIT}{}.{ENDING}", part.0),
        modules: part.2.iter().filter(|module| in_file(part, module)).cloned().collect(),
    });
    let alone = lengths.keys().filter(|module| !is_light(module) && home(module).is_none());
    let alone = alone.map(|module| Joined {
        name: format!("{}.{ENDING}", stem(module)),
        modules: vec![module.clone()],
    });
    own.chain(alone).collect()
}

/// Returns the files that a part needs: its own, and those of its other modules.
fn needed<'a>(part: &Part, files: &'a [Joined]) -> Vec<(usize, &'a Joined)> {
    let (name, rests, modules) = part;
    let own = format!("{SPLIT}{name}.{ENDING}");
    let rested: Vec<String> = rests.iter().map(|name| format!("{SPLIT}{name}.{ENDING}")).collect();
    // Its own first, then its dependencies.
    let rank = |file: &Joined| match file.name == own {
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
fn loading(
    parts: &[Part],
    files: &[Joined],
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
        let needed: Vec<usize> = needed(part, files).iter().map(|(at, _)| *at).collect();
        let modules: Vec<&str> = part.2.iter().map(|module| stem(module)).collect();
        writeln!(made, "{}:{{files:{needed:?},modules:{modules:?}}},", part.0)?;
        writeln!(shown, "export const {LOADS}{0} = loads(\"{0}\");", part.0)?;
    }
    made += "};";
    Ok(SCRIPT.replace(FILES_PLACE, &listed).replace(PARTS_PLACE, &made) + &shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "
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
    fn a_part_has_the_modules_that_it_shares_and_its_own() {
        assert_eq!(
            modules_of(TOLD, "room"),
            Some(words("chunk_11.wasm chunk_1.wasm split_room.wasm"))
        );
        assert_eq!(modules_of(TOLD, "home"), Some(words("split_home.wasm")));
        assert_eq!(modules_of(TOLD, "attic"), None);
    }

    /// Three parts; the second depends on the first.
    fn three() -> (Vec<Part>, BTreeMap<String, u64>) {
        let parts: Vec<Part> = vec![
            ("felt", &[], words("light-fl light-fd heavy-fl heavy-fd felt")),
            ("later", &["felt"], words("light-fl heavy-fl later")),
            ("device", &[], words("light-fd heavy-fd device")),
        ];
        let all = parts.iter().flat_map(|(.., modules)| modules);
        let length = |module: &String| if module.starts_with("light") { LIGHT } else { LIGHT + 1 };
        let lengths = all.map(|module| (module.clone(), length(module))).collect();
        (parts, lengths)
    }

    #[test]
    fn a_heavy_module_lies_in_one_file_and_a_light_one_wherever_it_is_needed() {
        let (parts, lengths) = three();
        let files: Vec<(String, String)> = files(&parts, &lengths)
            .into_iter()
            .map(|file| (file.name, file.modules.join(" ")))
            .collect();
        let wanted = [
            ("split_felt.parts", "light-fl light-fd heavy-fl felt"),
            ("split_later.parts", "later"),
            ("split_device.parts", "light-fd device"),
            ("heavy-fd.parts", "heavy-fd"),
        ];
        assert_eq!(files, wanted.map(|(name, modules)| (name.to_owned(), modules.to_owned())));
    }

    #[test]
    fn the_files_of_a_part_hold_all_of_its_modules() {
        let (parts, lengths) = three();
        let files = files(&parts, &lengths);
        let names: Vec<String> = parts
            .iter()
            .map(|part| {
                let needed = needed(part, &files);
                let held: Vec<&String> =
                    needed.iter().flat_map(|(_, file)| &file.modules).collect();
                assert!(part.2.iter().all(|module| held.contains(&module)), "{}", part.0);
                needed.iter().map(|(_, file)| file.name.as_str()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(
            names,
            [
                "split_felt.parts heavy-fd.parts",
                "split_later.parts split_felt.parts",
                "split_device.parts heavy-fd.parts"
            ]
        );
    }

    #[test]
    fn the_script_says_where_each_module_lies() {
        let (parts, lengths) = three();
        let script = loading(&parts, &files(&parts, &lengths), &lengths).expect("it is written");
        for line in [
            "[new URL(\"./split_device.parts\", import.meta.url),[\"light-fd\",24000],[\"device\",24001]],",
            "later:{files:[1, 0],modules:[\"light-fl\", \"heavy-fl\", \"later\"]},",
            "export const __wasm_split_load_later = loads(\"later\");",
        ] {
            assert!(script.lines().any(|own| own == line), "{line}\n{script}");
        }
    }

    #[test]
    fn a_part_that_nobody_knows_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("parts.js"), TOLD).expect("a script");
        let refused = join(folder.path(), "parts.js", &[]).expect_err("it has other parts");
        assert!(refused.to_string().contains("parts.js"), "{refused}");
    }
}
