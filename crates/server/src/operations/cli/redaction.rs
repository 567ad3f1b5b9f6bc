//! Arguments that may contain a password: errors must not repeat them. clap would, even from the environment.

use std::ffi::OsStr;
use std::io::{self, Write};

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;

use super::out::write_error_code;

/// Value parser whose errors do not repeat the value.
#[derive(Clone)]
pub(crate) struct RedactingParser<F>(F);

/// Creates such a parser from a function whose errors do not repeat the value.
pub(crate) fn redacting<T, F: Fn(&str) -> Result<T, String>>(read: F) -> RedactingParser<F> {
    RedactingParser(read)
}

impl<T, F> TypedValueParser for RedactingParser<F>
where
    T: Clone + Send + Sync + 'static,
    F: Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        flag: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        read.and_then(&self.0).map_err(|why| {
            let flag = flag.map(ToString::to_string).unwrap_or_default();
            let why = format!("invalid value for '{flag}': {why}");
            clap::Error::raw(ErrorKind::ValueValidation, why + "\n").with_cmd(command)
        })
    }
}

/// Removes anything that may contain a password from a text: addresses may be given where none are expected.
#[must_use]
pub fn without_passwords(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let quoted = || line.find('\'').map(|at| at + 1);
        let Some(at) = line.find("://").map(|at| at + 3).or_else(quoted) else {
            return line.to_owned();
        };
        let rest = &line[at..];
        if !rest.contains('@') && !rest.contains("password") {
            return line.to_owned();
        }
        // The value may contain quotes: remove everything up to the text that clap puts after it.
        let behind = ["' for '", "' found", "' as a value"];
        let end = behind.iter().filter_map(|words| rest.rfind(words)).min();
        let end = end.map_or(if rest.ends_with('\n') { "\n" } else { "" }, |end| &rest[end..]);
        format!("{}…{}", &line[..at], without_passwords(end))
    });
    lines.collect()
}

/// Exits as clap does, but with passwords removed from the message.
pub fn exit(error: &clap::Error) -> ! {
    let said = error.render().to_string();
    let quiet = without_passwords(&said);
    // Help is not an error and repeats no values.
    if !error.use_stderr() {
        let written = error.print().and_then(|()| io::stdout().flush());
        let code =
            written.map_or_else(|error| write_error_code(&error).into(), |()| error.exit_code());
        std::process::exit(code);
    }
    if quiet == said {
        error.exit();
    }
    let _ = write!(io::stderr(), "{quiet}");
    std::process::exit(error.exit_code());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_about_misplaced_addresses_contain_no_password() {
        for (said, quiet) in [
            (
                "error: unexpected argument 'postgres://ann:secret@db/cards' found\n\nUsage: upcard",
                "error: unexpected argument 'postgres://…' found\n\nUsage: upcard",
            ),
            (
                "error: invalid value 'nats://a:se'cret@mq' for '--listen <LISTEN>': no address\n",
                "error: invalid value 'nats://…' for '--listen <LISTEN>': no address\n",
            ),
            (
                "  tip: to pass '--postgres://a:secret@b' as a value, use '-- --postgres://a:secret@b'",
                "  tip: to pass '--postgres://…' as a value, use '-- --postgres://…",
            ),
            (
                "error: unexpected argument 'postgres:/ann:secret@db/cards' found\n",
                "error: unexpected argument '…' found\n",
            ),
            (
                "error: unexpected argument 'host=db password=secret' found",
                "error: unexpected argument '…' found",
            ),
            (
                "error: unexpected argument 'upcard.db' found",
                "error: unexpected argument 'upcard.db' found",
            ),
            ("postgres://db/cards?password=secret: No such file", "postgres://…"),
            ("http:// or https://, a host", "http:// or https://, a host"),
        ] {
            assert_eq!(without_passwords(said), quiet);
        }
    }
}
