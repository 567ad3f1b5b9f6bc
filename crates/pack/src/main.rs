//! Binds the page's program to the browser, and weighs the page: `upcard-pack PROGRAM FOLDER`.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// What the page aims to weigh, in bytes as they are sent: what a phone loads before a card.
const AIM: usize = 400_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(program), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("upcard-pack PROGRAM FOLDER");
        return ExitCode::from(2);
    };
    match pack(Path::new(&program), Path::new(&folder)) {
        Ok(size) => {
            if size > AIM {
                eprintln!("THE PAGE IS TOO HEAVY: {size} bytes are sent, the aim is {AIM}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Binds, and gives the bytes that the whole folder has as it is sent.
fn pack(program: &Path, folder: &Path) -> Result<usize, Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).out_name("upcard").web(true)?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    let mut all = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            let size = compressed(&std::fs::read(&path)?)?;
            println!("{size:>9}  {}", path.file_name().unwrap_or_default().to_string_lossy());
            all += size;
        }
    }
    println!("{all:>9}  bytes compressed; the aim is {AIM}");
    Ok(all)
}

/// How many bytes are sent of these, as the server compresses them.
fn compressed(bytes: &[u8]) -> std::io::Result<usize> {
    let mut sent = Vec::new();
    let mut brotli = brotli::CompressorWriter::new(&mut sent, 4096, 11, 22);
    brotli.write_all(bytes)?;
    brotli.flush()?;
    drop(brotli);
    Ok(sent.len())
}
