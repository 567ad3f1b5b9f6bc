//! Puts the page's files into the program: everything under `dist/web` (or the folder that
//! `UPCARD_WEB_DIST` names), if it is there when the program is built; each as it is and, where the
//! page was built with `NAME.br` and `NAME.gz` beside it, as it is sent.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=UPCARD_WEB_DIST");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = match env::var_os("UPCARD_WEB_DIST") {
        Some(folder) => PathBuf::from(folder),
        None => here.join("../../dist/web"),
    };
    // What waits for a folder that is not there is built anew each time.
    let _ = fs::create_dir_all(&folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(&folder, &folder.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("pub(super) static EMBEDDED: &[Own] = &[\n");
    for (name, path) in files {
        let [brotli, gzip] = ["br", "gz"].map(|ending| {
            let packed = PathBuf::from(format!("{}.{ending}", path.display()));
            if packed.is_file() {
                format!("Some(include_bytes!({packed:?}))")
            } else {
                "None".to_owned()
            }
        });
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?}), [{brotli}, {gzip}]),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("embedded.rs"), code)
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
