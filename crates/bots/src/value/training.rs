//! The training data of nets, as described in the header of their file.

use std::fmt;

/// First line of a file of nets, with the format version.
const HEADER: &str = "upcard nets 3";

/// The training data of nets. If features or rules have changed since, the nets evaluate something else than
/// they were trained on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingInfo {
    /// The games, in the tutor's syntax: `contract-rummy*3,rummy`.
    pub games: String,
    /// Digest of their rules.
    pub rules: u64,
    /// Digest of the features in a fixed set of positions.
    pub features: u64,
}

/// Error reading nets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetsError {
    /// The format differs from this program's.
    Form,
    /// The number of weights is wrong.
    Length,
    /// The sum of a unit's weights may overflow.
    Size,
}

impl fmt::Display for NetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetsError::Form => write!(f, "these are no nets that begin with '{HEADER}'"),
            NetsError::Length => {
                f.write_str("these nets have another length than they should have")
            }
            NetsError::Size => {
                f.write_str("these nets have numbers that are too great to be summed")
            }
        }
    }
}

impl std::error::Error for NetsError {}

/// The header of a file: lines of text, and an empty line before the weights.
impl fmt::Display for TrainingInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrainingInfo { games, rules, features } = self;
        write!(f, "{HEADER}\ngames {games}\nrules {rules:016x}\nfeatures {features:016x}\n\n")
    }
}

impl TrainingInfo {
    /// The ids of the games in this list.
    pub fn ids(games: &str) -> impl Iterator<Item = &str> {
        games.split(',').map(|game| game.split_once(['*', '@']).map_or(game, |(id, _)| id))
    }

    /// Splits a file into its header and the rest; `None` if the header is malformed.
    pub(super) fn read(bytes: &[u8]) -> Option<(TrainingInfo, &[u8])> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.strip_prefix(HEADER)?.strip_prefix('\n')?.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let games = field("games")?.to_owned();
        let digest = |text: &str| u64::from_str_radix(text, 16).ok();
        let rules = digest(field("rules")?)?;
        let features = digest(field("features")?)?;
        let info = TrainingInfo { games, rules, features };
        lines.next().is_none().then_some((info, &bytes[end + 2..]))
    }
}
