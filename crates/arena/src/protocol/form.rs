//! The forms of the protocol, and what they have in common.

/// Which form of the protocol a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// The first one, which stays as it is.
    First,
    /// The second one: [`second`](super::second).
    Second,
}

/// A program's command line, taken apart: at spaces, but for those in quotes.
///
/// In the first form a line without quotes, or with one that does not end, is split at every space
/// and nowhere else, as it always was: its backslashes mean themselves.
pub(crate) fn words(command: &str, form: Form) -> Result<Vec<String>, String> {
    let plain = || command.split_whitespace().map(str::to_owned).collect();
    match (form, shell_words::split(command)) {
        (Form::First, _) if !command.contains(['"', '\'']) => Ok(plain()),
        (Form::First, Err(_)) => Ok(plain()),
        (_, Ok(words)) => Ok(words),
        (Form::Second, Err(_)) => Err("a quote in its command is not closed".to_owned()),
    }
}

/// Lay-downs that are listed at most.
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
        // As before: a backslash, and a quote alone, mean themselves.
        assert_eq!(words("C:\\bot.exe x", Form::First), ["C:\\bot.exe", "x"]);
        assert_eq!(words("bot O'Brien y", Form::First), ["bot", "O'Brien", "y"]);
        assert!(super::words("bot O'Brien", Form::Second).is_err());
    }
}
