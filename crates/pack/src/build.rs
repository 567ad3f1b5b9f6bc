//! The page's folder: the program bound to the browser, the files beside it, each under a name
//! with its content's hash, so that a browser may keep it for good.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};
use upcard_texts::{Args, Texts};
use wasm_bindgen_cli_support::Bindgen;

use crate::called::Called;
use crate::halves::{self, Place};
use crate::joined::{Late, REST, SHARED, SPLIT};
use crate::{joined, listed};

/// Files that are asked for by their plain names.
const PLAIN: [&str; 6] =
    ["index.html", "tv.html", "icon.svg", "manifest.webmanifest", "offline.js", NAMES];

/// Files whose text names others, in this order: what is named has its name by then.
const NAMING: [&str; 3] = ["boot.js", "index.html", "tv.html"];

/// The script that loads the program's later parts.
const PARTS: &str = "parts.js";

/// How the names of the program's files begin. They name one another in a circle, and so have one
/// hash, of all of them.
const PROGRAM: [&str; 6] = ["upcard.js", FIRST, PARTS, SPLIT, SHARED, REST];

/// The first part of the program.
const FIRST: &str = "upcard_bg.wasm";

/// The Fluent files of rule sheets, which are fetched when somebody reads rules: those of the
/// rulebook's build script, but for the errors of programs.
const SHEET: [&str; 10] = [
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

/// How binaryen shortens: the size that counts is the compressed one, for which `-Os` does more than
/// `-Oz`. What a browser must know is what the compiler's own output asks for, and no more.
const SHORTEN: [&str; 9] = [
    "-Os",
    // Again, as long as that helps.
    "--converge",
    // The last bytes of the stack lie there; code that gets there has no stack left.
    "--low-memory-unused",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// How much is done to make the page light.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// All that can be done.
    Whole,
    /// Each function says that it is called, and is in one piece: for [`Called`].
    #[cfg(feature = "light")]
    Counted,
    /// Nothing: the page is soon there, to look at what was changed.
    None,
}

/// Makes the page of the program, the static files and the rulebook's texts and what an
/// expert has learnt.
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
    let texts = texts_of(files, folder)?;
    first_screen(files, &texts, &folder.join("index.html"))?;
    name_bots(&texts, &folder.join("tv.js"))?;
    upcard_texts::compile_files(locales, &SHEET, &folder.join("sheet.texts"))?;
    fs::copy(nets, folder.join("learnt.nets"))?;
    bind(program, folder)?;
    let mut late = Vec::new();
    match effort {
        Effort::Whole => {
            late = part(folder, &Called::read(&own_folder(files)?.join(CALLED))?)?;
            for program in files_of(folder, |name| name.ends_with(".wasm"))? {
                shorten(&folder.join(program))?;
            }
        }
        #[cfg(feature = "light")]
        Effort::Counted => count(folder)?,
        Effort::None => {}
    }
    let files = joined::join(folder, PARTS, &late)?;
    if effort == Effort::Whole {
        for script in SCRIPTS.map(|script| folder.join(script)) {
            fs::write(&script, lightened(&fs::read_to_string(&script)?, &[]))?;
        }
    }
    #[cfg(feature = "light")]
    if effort == Effort::Counted {
        let script = fs::read_to_string(folder.join(PARTS))? + include_str!("called.js");
        fs::write(folder.join(PARTS), script)?;
    }
    listed::name_ahead(folder, |part| files.get(part).cloned().unwrap_or_default())?;
    name(folder)?;
    listed::list(folder)
}

/// The game that is offered first, with how many bots.
const FIRST_GAME: (&str, u8) = ("Contract Rummy", 3);

fn own_folder(files: &Path) -> Result<&Path, Box<dyn Error>> {
    Ok(files.parent().ok_or("the page's files lie in no folder")?)
}

/// The page's texts of the first screen, and those that all its screens share.
fn texts_of(files: &Path, folder: &Path) -> Result<Texts, Box<dyn Error>> {
    let (locales, made) = (own_folder(files)?.join("locales/en"), folder.join("first.texts"));
    upcard_texts::compile_files(&locales, &["common", "screens", "home"], &made)?;
    let texts = Texts::new(fs::read(&made)?.leak(), upcard_texts::english);
    fs::remove_file(made)?;
    Ok(texts)
}

/// The levels of bots that have names.
const LEVELS: [&str; 7] = ["random", "beginner", "casual", "novice", "steady", "sharp", "expert"];

/// Tells the large screen what bots are called, by level and seat: as on all other screens.
fn name_bots(texts: &Texts, screen: &Path) -> Result<(), Box<dyn Error>> {
    let mut names = String::new();
    for level in LEVELS {
        names += &format!("{level}: [");
        for seat in 1..=8 {
            let id = format!("bot-{level}-{seat}");
            let name = texts.render(&id, &Args::new());
            names += &format!("\"{}\", ", name.ok_or_else(|| format!("there is no text {id}"))?);
        }
        names += "], ";
    }
    listed::replace(screen, &[("const BOTS = {};", format!("const BOTS = {{ {names}}};"))])
}

/// Words the first screen, which stands in the page itself: `{{id}}` is a text of the page. The game's name,
/// and the others' number, are those of somebody who comes for the first time.
fn first_screen(files: &Path, texts: &Texts, page: &Path) -> Result<(), Box<dyn Error>> {
    let own = own_folder(files)?;
    let games = own.join("../../games").read_dir()?.flatten();
    let games = games.filter(|game| game.path().extension().is_some_and(|e| e == "toml")).count();
    let mut args = Args::new();
    args.set("count", games);
    args.set("bots", FIRST_GAME.1);
    let mut worded = String::new();
    let text = fs::read_to_string(page)?;
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        let (id, after) = after.split_once("}}").ok_or("a text's name has no end")?;
        // Before a table's name the page writes it itself.
        args.set("game", if id == "go-to-table" { "" } else { FIRST_GAME.0 });
        worded += before;
        worded += &texts.render(id, &args).ok_or_else(|| format!("there is no text {id}"))?;
        rest = after;
    }
    worded += rest;
    Ok(fs::write(page, worded)?)
}

/// Parts the program, and binds it to the browser: `upcard.js` and `upcard_bg.wasm`, which come
/// first, the modules `split_….wasm` and what several of those share, `chunk_….wasm`, and `parts.js`, which tells
/// what belongs together ([`joined`]).
fn bind(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let whole = fs::read(program)?;
    let first = folder.join("first.wasm");
    let link = format!("./{PARTS}");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = folder;
    options.main_out_path = &first;
    options.link_name = &link;
    options.main_module = "./upcard.js";
    wasm_split_cli_support::transform(options)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&first).out_name("upcard").web(true)?.typescript(false);
    // The second part shares the table of functions.
    bindgen.keep_lld_exports(true);
    bindgen.demangle(false);
    bindgen.remove_producers_section(true);
    let mut bound = bindgen.generate_output()?;
    unbind(&mut bound);
    let renamed = rename(&mut bound);
    bound.emit(folder)?;
    let script = folder.join("upcard.js");
    let text = fs::read_to_string(&script)?;
    fs::write(script, lightened(&text, &renamed))?;
    Ok(fs::remove_file(first)?)
}

/// The scripts that come with the first load.
const SCRIPTS: [&str; 3] = ["boot.js", "first.js", PARTS];

/// Which functions the first turns call, beside the folder of the page's files.
pub(crate) const CALLED: &str = "called.bin";

/// The modules that are whole: they come when the first turns are over, or somebody asks for what they hold.
const WHOLE: [&str; 2] = ["split_later.wasm", "split_library.wasm"];

/// A module of at most so many bytes is whole.
const LIGHT: u64 = 2_000;

/// The modules of the program, the first of them first.
fn modules(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut modules = files_of(folder, |name| name.ends_with(".wasm"))?;
    modules.sort_by_key(|name| name != FIRST);
    Ok(modules)
}

/// What a module gets from scripts.
fn import_of(module: &str) -> &'static str {
    if module == FIRST { "./parts.js" } else { "__wasm_split" }
}

/// Splits the modules in two halves each, of which what is called lies in the first one.
fn part(folder: &Path, called: &Called) -> Result<Vec<Late>, Box<dyn Error>> {
    let mut late = Vec::new();
    let first = folder.join(FIRST);
    let mut places = halves::places(&fs::read(&first)?)?;
    for module in modules(folder)? {
        let path = folder.join(&module);
        if WHOLE.contains(&module.as_str()) || fs::metadata(&path)?.len() <= LIGHT {
            continue;
        }
        let number = i32::try_from(late.len())?;
        let place = Place { from: import_of(&module), number, first: places };
        if let Some(halves) = halves::halves(&fs::read(&path)?, called, place)? {
            places += halves.places;
            fs::write(path, halves.early)?;
            let file = format!("late_{module}");
            fs::write(folder.join(&file), halves.late)?;
            late.push(Late { module, file });
        }
    }
    fs::write(&first, halves::with_places(&fs::read(&first)?, places)?)?;
    Ok(late)
}

/// The functions' names, by the numbers by which they say that they are called.
pub(crate) const NAMES: &str = "names.txt";

/// Lets all functions say that they are called.
#[cfg(feature = "light")]
fn count(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut all: Vec<String> = Vec::new();
    for module in modules(folder)? {
        let path = folder.join(&module);
        let (bytes, names) = halves::counted(&fs::read(&path)?, import_of(&module), all.len())?;
        fs::write(path, bytes)?;
        all.extend(names);
    }
    Ok(fs::write(folder.join(NAMES), all.join("\n"))?)
}

/// Gives what the browser does for the program short names: its own ones end with hashes, which nothing
/// compresses, once in the program and once in its script. The old names and the new ones.
fn rename(bound: &mut wasm_bindgen_cli_support::Output) -> Vec<(String, String)> {
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

/// A script with these names in the place of others, without what is for people alone: how its lines are
/// indented, and lines that are comments.
fn lightened(script: &str, renamed: &[(String, String)]) -> String {
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

/// A library shows streams to the browser, of which the page uses none: what is shown cannot be left out by
/// binaryen, so that it is taken back here.
fn unbind(bound: &mut wasm_bindgen_cli_support::Output) {
    let exports = &mut bound.wasm_mut().exports;
    let streams = |name: &str| name.trim_start_matches("__wbg_").starts_with("intounderlying");
    let unused: Vec<_> = exports.iter().filter(|e| streams(&e.name)).map(|e| e.id()).collect();
    unused.into_iter().for_each(|id| exports.delete(id));
}

/// The names of the files in the folder that are asked for, in order.
fn files_of(folder: &Path, asked: impl Fn(&str) -> bool) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| asked(name));
    names.sort();
    Ok(names)
}

/// Lets binaryen shorten the program, where it is there.
fn shorten(program: &Path) -> Result<(), Box<dyn Error>> {
    let whole = fs::read(program)?;
    let done = Command::new("wasm-opt").args(SHORTEN).arg(program).arg("-o").arg(program).status();
    match done {
        Ok(status) if status.success() => {
            let mut short = fs::read(program)?;
            // The other parts have no tables of their own; they import what they use of these.
            for table in TABLES.iter().filter(|_| program.ends_with(FIRST)) {
                match (exported(&whole, table), exported(&short, table)) {
                    (Some(was), Some(is)) => short[is] = whole[was],
                    _ => return Err(format!("wasm-opt: the table {table} is gone").into()),
                }
            }
            Ok(fs::write(program, short)?)
        }
        Ok(status) => Err(format!("wasm-opt: {status}").into()),
        Err(_) => {
            eprintln!(
                "wasm-opt is not there (Debian: binaryen); the page works, and is heavier than it must be"
            );
            Ok(())
        }
    }
}

/// The tables that the program shows by name: the page's objects, and its functions for its second
/// part.
const TABLES: [&str; 2] = ["__wbindgen_externrefs", "__indirect_function_table"];

/// Where the program says which of its tables has this name. Binaryen writes the first table there,
/// whichever it was (seen in version 108, Debian 12).
fn exported(program: &[u8], table: &str) -> Option<usize> {
    let length = u8::try_from(table.len()).ok()?;
    let export = [&[length], table.as_bytes(), &[1]].concat();
    let at = program.windows(export.len()).position(|bytes| bytes == export)?;
    Some(at + export.len()).filter(|at| *at < program.len())
}

/// Gives the files the names that their contents have.
fn name(folder: &Path) -> Result<(), Box<dyn Error>> {
    let is_program = |name: &str| PROGRAM.iter().any(|stem| name.starts_with(stem));
    let program = files_of(folder, is_program)?;
    let others = files_of(folder, |name| !is_program(name) && !NAMING.contains(&name))?;
    let mut all = Sha256::new();
    for name in &program {
        all.update(fs::read(folder.join(name))?);
    }
    let all = all.finalize();
    let mut renamed: Vec<(String, String)> =
        program.iter().map(|name| (name.clone(), hashed(name, &all))).collect();
    for name in &program {
        let path = folder.join(name);
        if name.ends_with(".js") {
            // What a script loads, and not what it calls by such a name.
            let mut text = fs::read_to_string(&path)?;
            for (old, new) in &renamed {
                for before in ["from \"./", "URL(\"./"] {
                    text = text.replace(&format!("{before}{old}\""), &format!("{before}{new}\""));
                }
            }
            fs::write(&path, text)?;
        }
        fs::rename(path, folder.join(hashed(name, &all)))?;
    }
    for name in others.iter().map(String::as_str).chain(NAMING) {
        let path = folder.join(name);
        let mut bytes = fs::read(&path)?;
        if NAMING.contains(&name) {
            let mut text = String::from_utf8(bytes)?;
            for (old, new) in &renamed {
                text = text.replace(old.as_str(), new);
            }
            bytes = text.into_bytes();
        }
        let hash = Sha256::digest(&bytes);
        let new = if PLAIN.contains(&name) { name.to_owned() } else { hashed(name, &hash) };
        fs::remove_file(&path)?;
        fs::write(folder.join(&new), bytes)?;
        renamed.push((name.to_owned(), new));
    }
    Ok(())
}

/// `upcard.css` with the hash of its content: `upcard-0123456789abcdef.css`.
fn hashed(name: &str, hash: &[u8]) -> String {
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
    fn a_script_keeps_its_code() {
        let script = "/**\n * @returns {number}\n */\nexport function f() {\n    // Why.\n    const a = {\n        \
                      __wbg_now_0123: () => 2 * 3, // how\n    };\n\n    return a;\n}\n";
        let renamed = [("__wbg_now_0123".to_owned(), "$0".to_owned())];
        assert_eq!(
            lightened(script, &renamed),
            "export function f() {\nconst a = {\n$0: () => 2 * 3, // how\n};\nreturn a;\n}\n"
        );
    }
}
