//! The protocol versions, and what they share.

/// Protocol version that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// Version 1, which is frozen.
    First,
    /// Version 2: [`second`](super::second).
    Second,
}

/// Splits a command line at spaces outside quotes.
///
/// In version 1 a line without quotes, or with an unclosed one, is split at every space instead, and its
/// backslashes are literal, for compatibility.
pub(crate) fn words(command: &str, form: Form) -> Result<Vec<String>, String> {
    let plain = || command.split_whitespace().map(str::to_owned).collect();
    match (form, shell_words::split(command)) {
        (Form::First, _) if !command.contains(['"', '\'']) => Ok(plain()),
        (Form::First, Err(_)) => Ok(plain()),
        (_, Ok(words)) => Ok(words),
        (Form::Second, Err(_)) => Err("a quote in its command is not closed".to_owned()),
    }
}

/// Maximum number of lay-downs listed.
pub(crate) const MOST_LAY_DOWNS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_with_spaces_are_quoted() {
        let words = |command, form| words(command, form).unwrap();
        for form in [Form::First, Form::Second] {
            assert_eq!(words("a  b c", form), ["a", "b", "c"]);
            assert_eq!(words("'my bot' --name \"two words\" x", form)[..2], ["my bot", "--name"]);
        }
        // Compatibility: a backslash and an unclosed quote are literal.
        assert_eq!(words("C:\\bot.exe x", Form::First), ["C:\\bot.exe", "x"]);
        assert_eq!(words("bot O'Brien y", Form::First), ["bot", "O'Brien", "y"]);
        assert!(super::words("bot O'Brien", Form::Second).is_err());
    }
}
