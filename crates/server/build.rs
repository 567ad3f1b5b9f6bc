//! Embeds the page's files into the program: everything under `dist/web` (or the folder in
//! `UPCARD_WEB_DIST`), if it exists at build time. Files with `NAME.br` and `NAME.gz` beside them are
//! embedded compressed, others as they are. Documents are compressed here.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=UPCARD_WEB_DIST");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = match env::var_os("UPCARD_WEB_DIST") {
        Some(folder) => PathBuf::from(folder),
        None => here.join("../../dist/web"),
    };
    // Cargo would rerun the script each time if the folder did not exist, and once more if it were newer than
    // the first run.
    if !folder.exists() && fs::create_dir_all(&folder).is_ok() {
        let _ = fs::File::open(&folder).and_then(|made| made.set_modified(UNIX_EPOCH));
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(&folder, &folder.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("pub(super) static EMBEDDED: &[EmbeddedFile] = &[\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for (name, path) in files {
        let path = if name.starts_with("docs/") { document(&path, &out, &name)? } else { path };
        let [brotli, gzip] = ["br", "gz"].map(|ending| {
            let packed = PathBuf::from(format!("{}.{ending}", path.display()));
            if packed.is_file() {
                format!("Some(include_bytes!({packed:?}))")
            } else {
                "None".to_owned()
            }
        });
        // The plain file can be restored from the gzip one.
        let plain = match gzip.as_str() {
            "None" => format!("Some(include_bytes!({path:?}))"),
            _ => "None".to_owned(),
        };
        let _ = writeln!(code, "    ({name:?}, {plain}, [{brotli}, {gzip}]),");
    }
    code.push_str("];\n");
    fs::write(out.join("embedded.rs"), code)
}

/// Compresses a document; returns its path without the `.gz` ending.
fn document(path: &Path, out: &Path, name: &str) -> io::Result<PathBuf> {
    let plain = out.join(name);
    fs::create_dir_all(plain.parent().unwrap_or(out))?;
    let packed = fs::File::create(format!("{}.gz", plain.display()))?;
    let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::best());
    packed.write_all(&fs::read(path)?)?;
    packed.finish()?;
    Ok(plain)
}

fn collect(
    folder: &Path,
    whole: &Path,
    prefix: &str,
    files: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        println!("cargo::rerun-if-changed={}", path.display());
        if path.is_dir() {
            collect(&path, whole, &format!("{name}/"), files)?;
        } else if !name.ends_with(".br") && !name.ends_with(".gz") {
            let full = whole.join(&name);
            files.push((name, full));
        }
    }
    Ok(())
}
