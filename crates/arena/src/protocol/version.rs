//! The protocol versions, and what they share.

/// Protocol version that a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProtocolVersion {
    /// Version 1, which is frozen.
    V1,
    /// Version 2: [`v2`](super::v2).
    V2,
}

/// Splits a command line at spaces outside quotes.
///
/// In version 1 a line without quotes, or with an unclosed one, is split at every space instead, and its
/// backslashes are literal, for compatibility.
pub(crate) fn split_command(
    command: &str,
    version: ProtocolVersion,
) -> Result<Vec<String>, String> {
    let plain = || command.split_whitespace().map(str::to_owned).collect();
    match (version, shell_words::split(command)) {
        (ProtocolVersion::V1, _) if !command.contains(['"', '\'']) => Ok(plain()),
        (ProtocolVersion::V1, Err(_)) => Ok(plain()),
        (_, Ok(words)) => Ok(words),
        (ProtocolVersion::V2, Err(_)) => Err("its command has an unclosed quote".to_owned()),
    }
}

/// Maximum number of lay-downs listed.
pub(crate) const MAX_LAY_DOWNS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_with_spaces_are_quoted() {
        let words = |command, version| split_command(command, version).unwrap();
        for version in [ProtocolVersion::V1, ProtocolVersion::V2] {
            assert_eq!(words("a  b c", version), ["a", "b", "c"]);
            let quoted = words("'my bot' --name \"two words\" x", version);
            assert_eq!(quoted[..2], ["my bot", "--name"]);
        }
        // Compatibility: a backslash and an unclosed quote are literal.
        assert_eq!(words("C:\\bot.exe x", ProtocolVersion::V1), ["C:\\bot.exe", "x"]);
        assert_eq!(words("bot O'Brien y", ProtocolVersion::V1), ["bot", "O'Brien", "y"]);
        assert!(super::split_command("bot O'Brien", ProtocolVersion::V2).is_err());
    }
}
