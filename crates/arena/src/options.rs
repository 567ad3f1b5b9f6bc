//! Options of a tournament: game, contestants, time limits.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use upcard_bots::{Budget, Level};
use upcard_cards::text::Truncated;
use upcard_engine::{Action, Flaws, Library, Rules, Value, nearest};

use crate::custom_bot::CustomBot;
use crate::fault::Fault;
use crate::habit::Habit;
use crate::mixed::Mixed;
use crate::nets::NetsLoadError;
use crate::protocol::ProtocolVersion;

/// A contestant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// A built-in bot.
    Bot(Level),
    /// A novice with an extra habit, to measure advice: `novice+buys`.
    WithHabit(Habit),
    /// Searches with all cards visible: an upper bound.
    Oracle,
    /// Searches with the hands visible but not the stock: `oracle-hands`.
    OracleOfHands,
    /// A bot that takes one kind of decision from another: `steady+discards-of-expert`.
    Mixed(Mixed),
    /// A program that speaks the protocol: command line and protocol version.
    Program(String, ProtocolVersion),
    /// A bot supplied by the caller, in this process.
    Custom(CustomBot),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(level) => level.fmt(f),
            Contestant::WithHabit(habit) => write!(f, "novice+{habit}"),
            Contestant::Oracle => f.write_str("oracle"),
            Contestant::Custom(guest) => guest.fmt(f),
            Contestant::OracleOfHands => f.write_str("oracle-hands"),
            Contestant::Mixed(mixed) => mixed.fmt(f),
            Contestant::Program(command, ProtocolVersion::V1) => write!(f, "cmd:{command}"),
            Contestant::Program(command, ProtocolVersion::V2) => write!(f, "cmd2:{command}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Contestant, ArenaError> {
        for (prefix, version) in [("cmd:", ProtocolVersion::V1), ("cmd2:", ProtocolVersion::V2)] {
            if let Some(command) = text.strip_prefix(prefix) {
                return Ok(Contestant::Program(command.to_owned(), version));
            }
        }
        if let Some(habit) = text.strip_prefix("novice+").and_then(|habit| habit.parse().ok()) {
            return Ok(Contestant::WithHabit(habit));
        }
        match text {
            "oracle" => Ok(Contestant::Oracle),
            "oracle-hands" => Ok(Contestant::OracleOfHands),
            _ => (text.parse().map(Contestant::Mixed))
                .or_else(|()| text.parse().map(Contestant::Bot))
                .map_err(|_| ArenaError::UnknownBot(text.to_owned())),
        }
    }
}

/// Search budget per decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thinking {
    /// Number of playouts: the result depends on the seed alone.
    Playouts(u32),
    /// Milliseconds.
    Millis(u64),
}

impl Thinking {
    /// Calls `think` with a budget that starts now.
    pub(crate) fn with_budget(self, think: impl FnOnce(&Budget<'_>) -> Action) -> Action {
        match self {
            Thinking::Playouts(most) => think(&Budget::Playouts(most)),
            Thinking::Millis(most) => {
                let (start, most) = (Instant::now(), Duration::from_millis(most));
                think(&Budget::While(&|| start.elapsed() < most))
            }
        }
    }
}

/// Timeouts for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Milliseconds per answer.
    pub answer_ms: u64,
    /// Additional milliseconds for the first answer.
    pub start_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { answer_ms: 2000, start_ms: 10_000 }
    }
}

/// Shard of a tournament: each cluster belongs to exactly one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    /// Index, from 0.
    pub(crate) index: u32,
    /// Number of shards.
    pub(crate) count: u32,
}

impl Shard {
    /// The whole tournament.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    pub(crate) fn has(self, cluster: u64) -> bool {
        cluster % u64::from(self.count) == u64::from(self.index)
    }

    pub(crate) fn size(self, clusters: u64) -> u64 {
        clusters.saturating_sub(self.index.into()).div_ceil(self.count.into())
    }

    /// Index of its cluster number `place`, counted from 0.
    pub(crate) fn nth(self, place: u64) -> u64 {
        u64::from(self.index) + place * u64::from(self.count)
    }

    /// Indices of its clusters.
    pub(crate) fn clusters(self, clusters: u64) -> impl Iterator<Item = u64> {
        (u64::from(self.index)..clusters).step_by(self.count as usize)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let numbers: Option<(u32, u32)> =
            text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((k, n)) if 1 <= k && k <= n => Ok(Shard { index: k - 1, count: n }),
            _ => Err("expected K/N, the K-th of N shards, from 1/N to N/N"),
        }
    }
}

/// Options of a tournament.
#[derive(Clone, Debug)]
pub struct Options {
    /// Game with its variations, `shanghai-rummy` or `progressive-rummy+twos-wild`, or the path of a game
    /// file.
    pub game: String,
    /// Overridden choices.
    pub set: Vec<(String, Value)>,
    /// Seats at the table; `None` for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Contestants, repeated until the seats are full.
    pub bots: Vec<Contestant>,
    /// Matches to play, rounded up to whole clusters.
    pub matches: u64,
    /// Seed of the deals and of the bots' random choices.
    pub seed: u64,
    /// Shard of the matches to play.
    pub shard: Shard,
    /// Budget of searching bots.
    pub thinking: Thinking,
    /// Timeouts for programs.
    pub timeouts: Timeouts,
    /// Number of training matches for removing luck from the results; `None` to leave it in.
    pub lessons: Option<u64>,
    /// Digest of nets installed in place of the experts' own: results from different nets cannot be combined.
    pub nets: Option<String>,
    /// Threads; `None` for one per core.
    pub threads: Option<usize>,
    /// File of finished clusters to resume from and append to.
    pub resume: Option<PathBuf>,
    /// Folder for the records of all matches; `None` to keep none.
    pub records: Option<PathBuf>,
    /// Show progress on standard error.
    pub progress: bool,
}

impl Options {
    /// Default options for these contestants.
    #[must_use]
    pub fn new(game: &str, bots: Vec<Contestant>) -> Options {
        Options {
            game: game.to_owned(),
            set: Vec::new(),
            players: None,
            bots,
            matches: 100,
            seed: 1,
            shard: Shard::WHOLE,
            thinking: Thinking::Playouts(64),
            timeouts: Timeouts::default(),
            lessons: None,
            nets: None,
            threads: None,
            resume: None,
            records: None,
            progress: false,
        }
    }

    /// Returns the rules of the table.
    ///
    /// # Errors
    /// Unknown game or choice, or a table size that the game does not allow.
    pub fn rules(&self) -> Result<Arc<Rules>, ArenaError> {
        rules(&self.game, &self.set, self.players)
    }
}

/// Compiles the rules of a game for a table of this size; default: four, if the game allows it. The game may
/// be a path.
///
/// # Errors
/// Unknown game or choice, an unreadable file, or a table size that the game does not allow.
pub fn rules(
    game: &str,
    set: &[(String, Value)],
    players: Option<u8>,
) -> Result<Arc<Rules>, ArenaError> {
    rules_of(standard()?, game, set, players)
}

/// The built-in games, parsed once.
fn standard() -> Result<&'static Library, Flaws> {
    static READ: OnceLock<Library> = OnceLock::new();
    match READ.get() {
        Some(library) => Ok(library),
        None => Library::standard().map(|library| READ.get_or_init(|| library)),
    }
}

/// As [`rules`], with a parsed library.
pub(crate) fn rules_of(
    library: &Library,
    game: &str,
    set: &[(String, Value)],
    players: Option<u8>,
) -> Result<Arc<Rules>, ArenaError> {
    let set = library
        .with_file(game, |path| Ok(BufReader::new(File::open(path)?).bytes()))?
        .select(game, set)?;
    let players = players.unwrap_or_else(|| set.usual_players());
    Ok(Arc::new(Rules::new(set, players)?))
}

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// Invalid rule set.
    #[error("{0}")]
    Rules(#[from] Flaws),
    /// Unknown contestant.
    #[error("unknown bot '{}'; {}", Truncated(.0), contestant_hint(.0))]
    UnknownBot(String),
    /// No contestants, or more than there are seats.
    #[error("{bots} bots do not fit {seats} seats")]
    Seats {
        /// Number of names given.
        bots: usize,
        /// Seats at the table.
        seats: usize,
    },
    /// More matches than a run supports.
    #[error("a run has at most {max} matches")]
    TooManyMatches {
        /// Maximum.
        max: u64,
    },
    /// Different contestants with the same name, which reports could not distinguish.
    #[error("two different bots have the name '{}'", Truncated(.0))]
    SameName(String),
    /// A program is unusable: it does not start, or it failed every time.
    #[error("{bot}: {}{}", failure_text(*.times, fault), last_lines(errors))]
    Program {
        /// Its name in the list.
        bot: String,
        /// Number of failures, without a success.
        times: u64,
        /// Its first fault.
        fault: Fault,
        /// Last lines of its standard error.
        errors: Vec<String>,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The error.
        source: std::io::Error,
    },
    /// The nets could not be loaded.
    #[error(transparent)]
    Nets(#[from] NetsLoadError),
    /// Another run is writing to the result file.
    #[error("{0}: another run is writing to this file")]
    Busy(String),
    /// The file given for results holds something else.
    #[error("{0}: this file belongs to another tournament")]
    OtherTournament(String),
    /// Not a result file.
    #[error("{0}: not a results file written by --resume")]
    NotResults(String),
    /// The folder given for records holds something else.
    #[error("{0}: this folder contains something other than match records")]
    NotRecords(String),
    /// A result file belongs to another tournament than the previous files, or than the one requested.
    #[error("{path}: this file belongs to another tournament: {difference}")]
    OtherRun {
        /// The file.
        path: String,
        /// The difference.
        difference: String,
    },
    /// Two files have different results for the same cluster.
    #[error("{path}: cluster {cluster} differs from its result in an earlier file")]
    Contradiction {
        /// The second of them.
        path: String,
        /// Number of the cluster, from 0.
        cluster: u64,
    },
    /// Splitting a lead by kind of decision requires two built-in bots.
    #[error("--kinds needs two built-in levels, as in --bots expert,steady")]
    NotTwoLevels,
    /// Luck cannot be removed for a contestant that sees the stock.
    #[error("--luck does not work for the oracle: it sees the stock, so its draws are not luck")]
    LuckOfOracle,
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Lists the contestants, with suggestions for a misspelt name.
fn contestant_hint(name: &str) -> String {
    let known = || Level::ALL.into_iter().map(Level::name).chain(["oracle", "oracle-hands"]);
    let near = match nearest(name, known())[..] {
        [near, ..] => format!("did you mean '{near}'? "),
        [] => String::new(),
    };
    let all: Vec<&str> = known().collect();
    format!("{near}bots are {}, cmd2:PROGRAM and cmd:PROGRAM", all.join(", "))
}

fn failure_text(times: u64, fault: &Fault) -> String {
    match (fault, times) {
        (Fault::Start { .. }, _) | (_, 1) => fault.to_string(),
        (_, times) => format!("it failed all {times} times: {fault}"),
    }
}

/// Formats the last lines of a program's standard error, to follow a sentence.
pub(crate) fn last_lines(errors: &[String]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let lines: String = errors.iter().map(|line| format!("\n    {line}")).collect();
    format!("\n  its standard error ended with{lines}")
}
