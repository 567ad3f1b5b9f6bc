//! Input text of a command: from a file, or from standard input.

use std::error::Error;
use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

/// Maximum size of an input, in bytes: a hundred times the longest records. Endless input, as from a device
/// or a pipe, would fill the memory.
const MAX_INPUT_BYTES: u64 = 64 << 20;

/// Returns the name and content of a file; `-` is standard input.
pub(crate) fn read_input(file: &Path) -> Result<(String, String), Box<dyn Error>> {
    let name = file.display().to_string();
    let text = match name.as_str() {
        "-" => {
            read(stdin().lock()).map_err(|error| format!("cannot read standard input: {error}"))?
        }
        link if is_url(link) && !file.exists() => {
            return Err(format!(
                "{link}: expected a file, found a link: download the record at the table when the match is \
                 over; to take a seat there, run 'upcard sit {link}'"
            )
            .into());
        }
        _ => File::open(file)
            .map_err(Box::from)
            .and_then(read)
            .map_err(|error| format!("{name}: cannot be read: {error}"))?,
    };
    Ok((name, text))
}

fn is_url(name: &str) -> bool {
    ["http://", "https://"].iter().any(|start| name.starts_with(start))
}

fn read(from: impl Read) -> Result<String, Box<dyn Error>> {
    let mut bytes = Vec::new();
    from.take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        return Err(format!("it is longer than {} MiB", MAX_INPUT_BYTES >> 20).into());
    }
    let text = String::from_utf8(bytes)?;
    // Some editors write a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
