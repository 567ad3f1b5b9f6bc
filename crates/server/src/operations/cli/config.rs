//! Settings file: TOML, with the names of the flags. Its values replace the flags' defaults, so they are
//! parsed and checked alike, and flags and environment take precedence.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::{CommandFactory, FromArgMatches, Parser};
use toml::Value;

use super::args::ServeArgs;

/// The flags as a command of their own.
#[derive(Parser)]
#[command(name = "serve", no_binary_name = true)]
pub(super) struct Flags {
    #[command(flatten)]
    pub(super) serve: ServeArgs,
}

/// Parses the arguments on top of a settings file; an error tells its place, in the file or the arguments.
pub(super) fn read(
    file: &Path,
    given: impl IntoIterator<Item = OsString>,
) -> Result<ServeArgs, String> {
    let name = file.display();
    let text = read_text(file).map_err(|error| format!("--config {name}: {error}"))?;
    let settings: toml::Table =
        text.parse().map_err(|error| format!("{name}: {}", error_with_line(&text, &error)))?;
    let mut flags = Flags::command();
    for (setting, value) in &settings {
        let wrong = |why: &str| format!("{name}: {setting}: {why}");
        let flag = flags.get_arguments().find(|flag| {
            flag.get_long() == Some(setting) && !["config", "help"].contains(&setting.as_str())
        });
        let Some(id) = flag.map(|flag| flag.get_id().to_string()) else {
            return Err(wrong("unknown setting"));
        };
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(yes) => yes.to_string(),
            _ => return Err(wrong("expected a string, a whole number, true or false")),
        };
        // clap needs defaults that live as long as the program; there is only one file.
        let value: &'static str = Box::leak(value.into_boxed_str());
        let with = |flags: clap::Command| flags.mut_arg(&id, |flag| flag.default_value(value));
        // Parse the setting alone first, without flags and environment, to attribute an error to the file.
        let alone = with(Flags::command()).mut_args(|flag| flag.env(None::<&str>));
        if let Err(error) = alone.try_get_matches_from(std::iter::empty::<OsString>()) {
            let error = error.to_string();
            let first = error.lines().next().unwrap_or_default();
            return Err(wrong(first.trim_start_matches("error: ")));
        }
        flags = with(flags);
    }
    let matches = flags.try_get_matches_from(given).map_err(|error| error.to_string())?;
    let flags = Flags::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    Ok(flags.serve)
}

/// Maximum length of a settings file, in bytes: a hundred times one with all settings.
const MAX_LENGTH: u64 = 1 << 20;

/// Reads a file. Rejects devices, which may be endless.
fn read_text(path: &Path) -> io::Result<String> {
    let wrong = |why: &str| Err(io::Error::other(why));
    if is_device(&std::fs::metadata(path)?.file_type()) {
        return wrong("a settings file cannot be a device");
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_LENGTH + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_LENGTH {
        return wrong("it is longer than a mebibyte, the maximum for settings");
    }
    Ok(text)
}

#[cfg(unix)]
fn is_device(kind: &std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &std::fs::FileType) -> bool {
    false
}

/// Error message with the line number. The line itself is omitted, as it may contain a password.
fn error_with_line(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    format!("TOML parse error at line {line}: {}", error.message())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::settings::Forget;

    fn with(text: &str, given: &[&str]) -> Result<ServeArgs, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("upcard.toml");
        std::fs::write(&file, text).unwrap();
        read(&file, given.iter().map(OsString::from))
            .map_err(|error| error.replace(&file.display().to_string(), "FILE"))
    }

    #[test]
    fn flags_override_the_settings_file() {
        let text = "
            tables = 5
            forget-days = \"never\"
            url = \"https://cards.example\"
            log-json = true
            proxy = 2
            proxy-header = \"forwarded\"
        ";
        let args = with(text, &["--tables", "7", "--connections", "9"]).unwrap();
        assert_eq!((args.tables, args.connections, args.proxy), (7, 9, 2));
        assert_eq!((args.forget_days, args.log_json), (Forget::Never, true));
        assert_eq!(args.url.as_deref(), Some("https://cards.example"));
        assert_eq!(args.proxy_header.name(), "forwarded");
        assert_eq!(with(text, &[]).unwrap().tables, 5);
        // Settings that the file does not name keep their defaults.
        assert_eq!(with("", &[]).unwrap().tables, 10_000);
    }

    #[test]
    fn errors_in_a_settings_file_name_the_line() {
        for (text, error) in [
            (
                "tables = 0",
                "FILE: tables: invalid value '0' for '--tables <TABLES>': expected a whole number from 1",
            ),
            ("forget-days = 0", "FILE: forget-days: invalid value '0'"),
            ("table = 3", "FILE: table: unknown setting"),
            ("config = \"other.toml\"", "FILE: config: unknown setting"),
            ("tables = [1]", "FILE: tables: expected a string, a whole number, true or false"),
            ("url = \"cards.example\"", "FILE: url: invalid value"),
            ("tables = 1\ntables = 2", "FILE: TOML parse error at line 2"),
            ("tables", "FILE: TOML parse error at line 1"),
        ] {
            let found = with(text, &[]).unwrap_err();
            assert!(found.starts_with(error), "{text}: {found}");
        }
        let missing = read(Path::new("/no/such/file"), []).unwrap_err();
        assert!(missing.starts_with("--config /no/such/file: "), "{missing}");
    }
}
