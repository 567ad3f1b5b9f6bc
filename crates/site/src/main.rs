//! `upcard-site ROOT FOLDER`: builds the site of the project at ROOT in FOLDER.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, out] = &arguments[..] else {
        eprintln!("upcard-site ROOT FOLDER");
        return ExitCode::from(2);
    };
    match upcard_site::build(Path::new(root), Path::new(out)) {
        Ok(built) => {
            let upcard_site::BuildStats { pages, files, links } = built;
            println!("{pages} pages, {files} files, {links} links in {out}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
