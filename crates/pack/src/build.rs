//! Builds the page's folder: the program bound by wasm-bindgen and its other files, under names with content
//! hashes for permanent caching.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};
use upcard_texts::{Args, Texts};
use wasm_bindgen_cli_support::Bindgen;

use crate::bundle::{LATE_FILE, LateHalf, SHARED_PREFIX, SPLIT_PREFIX};
use crate::called_functions::CalledFunctions;
use crate::halves::{self, LatePlacement};
use crate::{bundle, manifest};

/// Files with unhashed names.
const UNHASHED: [&str; 6] =
    ["index.html", "tv.html", "icon.svg", "manifest.webmanifest", "offline.js", NAMES_FILE];

/// Files that name others, ordered so that referenced files are hashed first.
const REFERRING: [&str; 3] = ["boot.js", "index.html", "tv.html"];

/// The script that loads the program's later parts.
const PARTS_SCRIPT: &str = "parts.js";

/// Name prefixes of the program's files. They refer to one another cyclically, so they share one hash.
const PROGRAM_PREFIXES: [&str; 6] =
    ["upcard.js", FIRST_MODULE, PARTS_SCRIPT, SPLIT_PREFIX, SHARED_PREFIX, LATE_FILE];

/// The program's first module.
const FIRST_MODULE: &str = "upcard_bg.wasm";

/// Fluent files of rule sheets, loaded on demand: those of the rulebook's build script, without the error texts.
const SHEET_TEXTS: [&str; 10] = [
    "sheet",
    "turns",
    "spread",
    "endings",
    "idle",
    "choices",
    "choices-ends",
    "table",
    "advice",
    "measured",
];

/// wasm-opt flags. The compressed size counts, for which `-Os` beats `-Oz`. Only features that the compiler's
/// output uses are enabled.
const WASM_OPT_FLAGS: [&str; 9] = [
    "-Os",
    // Repeat until nothing changes.
    "--converge",
    // Low memory holds the end of the stack; code that reaches it has overflowed.
    "--low-memory-unused",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Level of size optimization.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Everything.
    Full,
    /// Every function reports calls, and modules are not split: for [`CalledFunctions`].
    #[cfg(feature = "light")]
    Instrumented,
    /// Nothing: a quick build for looking at changes.
    None,
}

/// Builds the page from the program, the static files, the rulebook's texts and the expert bot's nets.
pub(crate) fn build(
    effort: Effort,
    program: &Path,
    files: &Path,
    locales: &Path,
    nets: &Path,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(files)? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    let texts = compile_texts(files, folder)?;
    fill_first_screen(files, &texts, &folder.join("index.html"))?;
    write_bot_names(&texts, &folder.join("tv.js"))?;
    upcard_texts::compile_files(locales, &SHEET_TEXTS, &folder.join("sheet.texts"))?;
    fs::copy(nets, folder.join("learnt.nets"))?;
    bind(program, folder)?;
    let mut late = Vec::new();
    match effort {
        Effort::Full => {
            late = split_modules(
                folder,
                &CalledFunctions::read(&crate_folder(files)?.join(CALLED_FILE))?,
            )?;
            for program in list_files(folder, |name| name.ends_with(".wasm"))? {
                optimize(&folder.join(program))?;
            }
        }
        #[cfg(feature = "light")]
        Effort::Instrumented => instrument(folder)?,
        Effort::None => {}
    }
    let files = bundle::bundle(folder, PARTS_SCRIPT, &late)?;
    if effort == Effort::Full {
        for script in SCRIPTS.map(|script| folder.join(script)) {
            fs::write(&script, minify(&fs::read_to_string(&script)?, &[]))?;
        }
    }
    #[cfg(feature = "light")]
    if effort == Effort::Instrumented {
        let script = fs::read_to_string(folder.join(PARTS_SCRIPT))? + include_str!("called.js");
        fs::write(folder.join(PARTS_SCRIPT), script)?;
    }
    manifest::write_prefetch_lists(folder, |part| files.get(part).cloned().unwrap_or_default())?;
    hash_names(folder)?;
    manifest::write_file_list(folder)
}

/// Default game and number of bots.
const FIRST_GAME: (&str, u8) = ("Contract Rummy", 3);

fn crate_folder(files: &Path) -> Result<&Path, Box<dyn Error>> {
    Ok(files.parent().ok_or("the page's files are not in a folder")?)
}

/// Returns the texts of the first screen and those shared by all screens.
fn compile_texts(files: &Path, folder: &Path) -> Result<Texts, Box<dyn Error>> {
    let (locales, made) = (crate_folder(files)?.join("locales/en"), folder.join("first.texts"));
    upcard_texts::compile_files(&locales, &["common", "screens", "home"], &made)?;
    let texts = Texts::new(fs::read(&made)?.leak(), upcard_texts::english);
    fs::remove_file(made)?;
    Ok(texts)
}

/// Bot levels with names.
const LEVELS: [&str; 7] = ["random", "beginner", "casual", "novice", "steady", "sharp", "expert"];

/// Writes the bots' names, by level and seat, into the large screen's script.
fn write_bot_names(texts: &Texts, screen: &Path) -> Result<(), Box<dyn Error>> {
    let mut names = String::new();
    for level in LEVELS {
        names += &format!("{level}: [");
        for seat in 1..=8 {
            let id = format!("bot-{level}-{seat}");
            let name = texts.render(&id, &Args::new());
            names += &format!("\"{}\", ", name.ok_or_else(|| format!("no text {id}"))?);
        }
        names += "], ";
    }
    manifest::replace_once(screen, &[("const BOTS = {};", format!("const BOTS = {{ {names}}};"))])
}

/// Fills in the texts of the static first screen: `{{id}}` is a text of the page. The game and number of bots
/// are a first-time visitor's.
fn fill_first_screen(files: &Path, texts: &Texts, page: &Path) -> Result<(), Box<dyn Error>> {
    let own = crate_folder(files)?;
    let games = own.join("../../games").read_dir()?.flatten();
    let games = games.filter(|game| game.path().extension().is_some_and(|e| e == "toml")).count();
    let mut args = Args::new();
    args.set("count", games);
    args.set("bots", FIRST_GAME.1);
    let mut worded = String::new();
    let text = fs::read_to_string(page)?;
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        let (id, after) = after.split_once("}}").ok_or("unclosed text id")?;
        // The page itself adds the table's name.
        args.set("game", if id == "go-to-table" { "" } else { FIRST_GAME.0 });
        worded += before;
        worded += &texts.render(id, &args).ok_or_else(|| format!("no text {id}"))?;
        rest = after;
    }
    worded += rest;
    Ok(fs::write(page, worded)?)
}

/// Splits the program and binds it with wasm-bindgen: `upcard.js` and `upcard_bg.wasm`, loaded first, the
/// later modules `split_….wasm`, their shared code `chunk_….wasm`, and `parts.js`, which lists what belongs
/// together ([`joined`]).
fn bind(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let whole = fs::read(program)?;
    let first = folder.join("first.wasm");
    let link = format!("./{PARTS_SCRIPT}");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = folder;
    options.main_out_path = &first;
    options.link_name = &link;
    options.main_module = "./upcard.js";
    wasm_split_cli_support::transform(options)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&first).out_name("upcard").web(true)?.typescript(false);
    // The later modules share the function table.
    bindgen.keep_lld_exports(true);
    bindgen.demangle(false);
    bindgen.remove_producers_section(true);
    let mut bound = bindgen.generate_output()?;
    remove_stream_exports(&mut bound);
    let renamed = shorten_imports(&mut bound);
    bound.emit(folder)?;
    let script = folder.join("upcard.js");
    let text = fs::read_to_string(&script)?;
    fs::write(script, minify(&text, &renamed))?;
    Ok(fs::remove_file(first)?)
}

/// Scripts of the first load.
const SCRIPTS: [&str; 3] = ["boot.js", "first.js", PARTS_SCRIPT];

/// List of functions that the first turns call, beside the folder of the page's files.
pub(crate) const CALLED_FILE: &str = "called.bin";

/// Modules that are not split in halves: they are loaded after the first turns or on demand.
const UNSPLIT: [&str; 2] = ["split_later.wasm", "split_library.wasm"];

/// Modules up to this size, in bytes, are not split either.
const MIN_SPLIT_SIZE: u64 = 2_000;

/// Returns the program's modules, the first one first.
fn modules(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut modules = list_files(folder, |name| name.ends_with(".wasm"))?;
    modules.sort_by_key(|name| name != FIRST_MODULE);
    Ok(modules)
}

/// Returns the import module that stands for scripts.
fn import_module(module: &str) -> &'static str {
    if module == FIRST_MODULE { "./parts.js" } else { "__wasm_split" }
}

/// Splits the modules into an early half, with the called functions, and a late half.
fn split_modules(folder: &Path, called: &CalledFunctions) -> Result<Vec<LateHalf>, Box<dyn Error>> {
    let mut late = Vec::new();
    let first = folder.join(FIRST_MODULE);
    let mut slots = halves::table_size(&fs::read(&first)?)?;
    for module in modules(folder)? {
        let path = folder.join(&module);
        if UNSPLIT.contains(&module.as_str()) || fs::metadata(&path)?.len() <= MIN_SPLIT_SIZE {
            continue;
        }
        let number = i32::try_from(late.len())?;
        let place = LatePlacement { from: import_module(&module), number, first: slots };
        if let Some(halves) = halves::split(&fs::read(&path)?, called, place)? {
            slots += halves.slots;
            fs::write(path, halves.early)?;
            let file = format!("late_{module}");
            fs::write(folder.join(&file), halves.late)?;
            late.push(LateHalf { module, file });
        }
    }
    fs::write(&first, halves::with_table_size(&fs::read(&first)?, slots)?)?;
    Ok(late)
}

/// File of the functions' names, by the numbers they report.
pub(crate) const NAMES_FILE: &str = "names.txt";

/// Instruments all functions to report calls.
#[cfg(feature = "light")]
fn instrument(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut all: Vec<String> = Vec::new();
    for module in modules(folder)? {
        let path = folder.join(&module);
        let (bytes, names) =
            halves::instrument(&fs::read(&path)?, import_module(&module), all.len())?;
        fs::write(path, bytes)?;
        all.extend(names);
    }
    Ok(fs::write(folder.join(NAMES_FILE), all.join("\n"))?)
}

/// Shortens the names of imported browser functions: wasm-bindgen's end with hashes, which do not compress.
/// Returns old and new names.
fn shorten_imports(bound: &mut wasm_bindgen_cli_support::Output) -> Vec<(String, String)> {
    let mut renamed: Vec<(String, String)> = Vec::new();
    for import in bound.wasm_mut().imports.iter_mut() {
        if !import.name.starts_with("__wbg_") {
            continue;
        }
        let known = renamed.iter().find(|(old, _)| *old == import.name).map(|(_, new)| new.clone());
        let new = known.unwrap_or_else(|| format!("${:x}", renamed.len()));
        renamed.push((std::mem::replace(&mut import.name, new.clone()), new));
    }
    renamed
}

/// Returns a script with renamed imports, without indentation and comment lines.
fn minify(script: &str, renamed: &[(String, String)]) -> String {
    let is_code = |line: &&str| {
        !line.is_empty() && !["//", "/**", "* ", "*/"].iter().any(|mark| line.starts_with(mark))
    };
    let lines: Vec<&str> = script.lines().map(str::trim).filter(is_code).collect();
    let mut text = lines.join("\n");
    for (old, new) in renamed {
        text = text.replace(old.as_str(), new);
    }
    text + "\n"
}

/// Removes the exports of a library's unused stream support, which binaryen would have to keep.
fn remove_stream_exports(bound: &mut wasm_bindgen_cli_support::Output) {
    let exports = &mut bound.wasm_mut().exports;
    let streams = |name: &str| name.trim_start_matches("__wbg_").starts_with("intounderlying");
    let unused: Vec<_> = exports.iter().filter(|e| streams(&e.name)).map(|e| e.id()).collect();
    unused.into_iter().for_each(|id| exports.delete(id));
}

/// Returns the selected file names in the folder, sorted.
fn list_files(folder: &Path, asked: impl Fn(&str) -> bool) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| asked(name));
    names.sort();
    Ok(names)
}

/// Optimizes the program with binaryen, if it is installed.
fn optimize(program: &Path) -> Result<(), Box<dyn Error>> {
    let whole = fs::read(program)?;
    let done =
        Command::new("wasm-opt").args(WASM_OPT_FLAGS).arg(program).arg("-o").arg(program).status();
    match done {
        Ok(status) if status.success() => {
            let mut short = fs::read(program)?;
            // The other modules have no tables of their own; they import these.
            for table in EXPORTED_TABLES.iter().filter(|_| program.ends_with(FIRST_MODULE)) {
                match (find_table_index(&whole, table), find_table_index(&short, table)) {
                    (Some(was), Some(is)) => short[is] = whole[was],
                    _ => return Err(format!("wasm-opt: the table {table} is missing").into()),
                }
            }
            Ok(fs::write(program, short)?)
        }
        Ok(status) => Err(format!("wasm-opt: {status}").into()),
        Err(_) => {
            eprintln!(
                "wasm-opt is not installed (Debian: binaryen); the page works, but is larger than necessary"
            );
            Ok(())
        }
    }
}

/// Exported tables: the page's objects, and the functions for later modules.
const EXPORTED_TABLES: [&str; 2] = ["__wbindgen_externrefs", "__indirect_function_table"];

/// Finds the table index of an export. Binaryen always writes the first table there (seen in version 108,
/// Debian 12).
fn find_table_index(program: &[u8], table: &str) -> Option<usize> {
    let length = u8::try_from(table.len()).ok()?;
    let export = [&[length], table.as_bytes(), &[1]].concat();
    let at = program.windows(export.len()).position(|bytes| bytes == export)?;
    Some(at + export.len()).filter(|at| *at < program.len())
}

/// Renames the files by content hash.
fn hash_names(folder: &Path) -> Result<(), Box<dyn Error>> {
    let is_program = |name: &str| PROGRAM_PREFIXES.iter().any(|stem| name.starts_with(stem));
    let program = list_files(folder, is_program)?;
    let others = list_files(folder, |name| !is_program(name) && !REFERRING.contains(&name))?;
    let mut all = Sha256::new();
    for name in &program {
        all.update(fs::read(folder.join(name))?);
    }
    let all = all.finalize();
    let mut renamed: Vec<(String, String)> =
        program.iter().map(|name| (name.clone(), hashed_name(name, &all))).collect();
    for name in &program {
        let path = folder.join(name);
        if name.ends_with(".js") {
            // Replace loaded paths only, not function names.
            let mut text = fs::read_to_string(&path)?;
            for (old, new) in &renamed {
                for before in ["from \"./", "URL(\"./"] {
                    text = text.replace(&format!("{before}{old}\""), &format!("{before}{new}\""));
                }
            }
            fs::write(&path, text)?;
        }
        fs::rename(path, folder.join(hashed_name(name, &all)))?;
    }
    for name in others.iter().map(String::as_str).chain(REFERRING) {
        let path = folder.join(name);
        let mut bytes = fs::read(&path)?;
        if REFERRING.contains(&name) {
            let mut text = String::from_utf8(bytes)?;
            for (old, new) in &renamed {
                text = text.replace(old.as_str(), new);
            }
            bytes = text.into_bytes();
        }
        let hash = Sha256::digest(&bytes);
        let new = if UNHASHED.contains(&name) { name.to_owned() } else { hashed_name(name, &hash) };
        fs::remove_file(&path)?;
        fs::write(folder.join(&new), bytes)?;
        renamed.push((name.to_owned(), new));
    }
    Ok(())
}

/// Returns `upcard.css` with its content hash: `upcard-0123456789abcdef.css`.
fn hashed_name(name: &str, hash: &[u8]) -> String {
    let hash = hex::encode(&hash[..8]);
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{hash}.{ending}"),
        None => format!("{name}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minifying_keeps_code() {
        let script = "/**\n * @returns {number}\n */\nexport function f() {\n    // Why.\n    const a = {\n        \
                      __wbg_now_0123: () => 2 * 3, // how\n    };\n\n    return a;\n}\n";
        let renamed = [("__wbg_now_0123".to_owned(), "$0".to_owned())];
        assert_eq!(
            minify(script, &renamed),
            "export function f() {\nconst a = {\n$0: () => 2 * 3, // how\n};\nreturn a;\n}\n"
        );
    }
}
