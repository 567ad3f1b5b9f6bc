//! What nets were taught on, as it stands at the head of their file.

use std::fmt;

/// The first line of a file of nets, with the version of its form.
const FORM: &str = "upcard nets 3";

/// What nets were taught on. Where features or rules have changed since, they value something else than
/// they have learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taught {
    /// The games, as the tutor was told them: `contract-rummy*3,rummy`.
    pub games: String,
    /// A digest of their rules.
    pub rules: u64,
    /// A digest of what the nets read in positions that stay the same.
    pub features: u64,
}

/// Why bytes are no nets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetsError {
    /// They are of another form than this program's.
    Form,
    /// There are more numbers than nets have, or fewer.
    Length,
    /// The numbers of a unit come to more than can be summed.
    Size,
}

impl fmt::Display for NetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetsError::Form => write!(f, "these are no nets that begin with '{FORM}'"),
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

/// The head of a file: lines of text, and an empty one after which the numbers begin.
impl fmt::Display for Taught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Taught { games, rules, features } = self;
        write!(f, "{FORM}\ngames {games}\nrules {rules:016x}\nfeatures {features:016x}\n\n")
    }
}

impl Taught {
    /// The ids of games, as the tutor is told them.
    pub fn ids(games: &str) -> impl Iterator<Item = &str> {
        games.split(',').map(|game| game.split_once(['*', '@']).map_or(game, |(id, _)| id))
    }

    /// The head of a file, and what follows it.
    pub(super) fn read(bytes: &[u8]) -> Result<(Taught, &[u8]), NetsError> {
        Taught::split(bytes).ok_or(NetsError::Form)
    }

    fn split(bytes: &[u8]) -> Option<(Taught, &[u8])> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.strip_prefix(FORM)?.strip_prefix('\n')?.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let games = field("games")?.to_owned();
        let digest = |text: &str| u64::from_str_radix(text, 16).ok();
        let rules = digest(field("rules")?)?;
        let features = digest(field("features")?)?;
        lines.next().is_none().then_some((Taught { games, rules, features }, &bytes[end + 2..]))
    }
}
