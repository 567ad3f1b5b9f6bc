//! What a tournament is: its game, its contestants, how long they may think.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use upcard_bots::Level;
use upcard_cards::text::Short;
use upcard_engine::{Flaws, Library, Rules, Value, nearest};

use crate::advised::Habit;
use crate::fault::Fault;
use crate::guest::Guest;
use crate::mixed::Mixed;
use crate::nets::NetsFault;
use crate::protocol::Form;

/// Who takes part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Contestant {
    /// A bot of the ladder.
    Bot(Level),
    /// A novice with a habit more, by which advice is measured: `novice+buys`.
    Advised(Habit),
    /// Sees all cards and searches: an upper bound.
    Oracle,
    /// Sees the hands but not the stock, and searches: `oracle-hands`.
    OracleOfHands,
    /// One bot that makes the decisions of a kind as another does: `steady+discards-of-expert`.
    Mixed(Mixed),
    /// A program that speaks the protocol: its command line, and the form that it speaks.
    Program(String, Form),
    /// A bot of whoever calls, in this process.
    Guest(Guest),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(level) => level.fmt(f),
            Contestant::Advised(habit) => write!(f, "novice+{habit}"),
            Contestant::Oracle => f.write_str("oracle"),
            Contestant::Guest(guest) => guest.fmt(f),
            Contestant::OracleOfHands => f.write_str("oracle-hands"),
            Contestant::Mixed(mixed) => mixed.fmt(f),
            Contestant::Program(command, Form::First) => write!(f, "cmd:{command}"),
            Contestant::Program(command, Form::Second) => write!(f, "cmd2:{command}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Contestant, ArenaError> {
        for (prefix, form) in [("cmd:", Form::First), ("cmd2:", Form::Second)] {
            if let Some(command) = text.strip_prefix(prefix) {
                return Ok(Contestant::Program(command.to_owned(), form));
            }
        }
        if let Some(habit) = text.strip_prefix("novice+").and_then(|habit| habit.parse().ok()) {
            return Ok(Contestant::Advised(habit));
        }
        match text {
            "oracle" => return Ok(Contestant::Oracle),
            "oracle-hands" => return Ok(Contestant::OracleOfHands),
            _ => {}
        }
        if let Ok(mixed) = text.parse() {
            return Ok(Contestant::Mixed(mixed));
        }
        text.parse().map(Contestant::Bot).map_err(|_| ArenaError::UnknownBot(text.to_owned()))
    }
}

/// How long a searching bot may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thinking {
    /// A number of playouts: the result depends on the seed alone.
    Playouts(u32),
    /// A number of milliseconds.
    Millis(u64),
}

/// How long programs are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Milliseconds for an answer.
    pub answer_ms: u64,
    /// Milliseconds more for the first one.
    pub start_ms: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { answer_ms: 2000, start_ms: 10_000 }
    }
}

/// Which part of a tournament is played: each cluster belongs to one shard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    /// Which, from 0.
    index: u32,
    /// Of how many.
    count: u32,
}

impl Shard {
    /// The whole tournament.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// The one with this number, counted from 0, of so many.
    pub(crate) fn at(index: u32, count: u32) -> Shard {
        Shard { index, count }
    }

    /// Of how many it is one.
    pub(crate) fn count(self) -> u32 {
        self.count
    }

    /// Does it play this cluster?
    pub(crate) fn has(self, cluster: u64) -> bool {
        cluster % u64::from(self.count) == u64::from(self.index)
    }

    /// How many of so many clusters it plays.
    pub(crate) fn size(self, clusters: u64) -> u64 {
        clusters.saturating_sub(self.index.into()).div_ceil(self.count.into())
    }

    /// The cluster of it that has this place among its own, from 0.
    pub(crate) fn nth(self, place: u64) -> u64 {
        u64::from(self.index) + place * u64::from(self.count)
    }

    /// Which of them.
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
            _ => Err("expected K/N, the K-th of N parts, from 1/N to N/N"),
        }
    }
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game, with its variations, `shanghai-rummy` or `progressive-rummy+twos-wild`, or the path of
    /// its file.
    pub game: String,
    /// Choices that are set otherwise.
    pub set: Vec<(String, Value)>,
    /// Seats at the table; none for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Who takes part; the names are repeated until the seats are full.
    pub bots: Vec<Contestant>,
    /// Matches to be played, rounded up to whole clusters.
    pub matches: u64,
    /// Decides the deals and all that bots leave to chance.
    pub seed: u64,
    /// Which part of the matches is played here.
    pub shard: Shard,
    /// How long a searching bot may think.
    pub thinking: Thinking,
    /// How long programs are waited for.
    pub patience: Patience,
    /// From how many other matches it is learnt what luck is worth, which is then taken out of the results; none
    /// where that is not asked for.
    pub lessons: Option<u64>,
    /// A digest of the nets that experts play by, where others than their own were installed: results by different
    /// nets do not go together.
    pub nets: Option<String>,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
    /// A file of finished clusters to go on from and to add to.
    pub resume: Option<PathBuf>,
    /// A folder in which the records of all matches are kept; none where they are not.
    pub records: Option<PathBuf>,
    /// Show progress on standard error.
    pub progress: bool,
}

impl Options {
    /// A tournament of these contestants with everything else as usual.
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
            patience: Patience::default(),
            lessons: None,
            nets: None,
            threads: None,
            resume: None,
            records: None,
            progress: false,
        }
    }

    /// The rules of the table.
    ///
    /// # Errors
    /// An unknown game or choice, or a table size that the game does not have.
    pub fn rules(&self) -> Result<Arc<Rules>, ArenaError> {
        rules(&self.game, &self.set, self.players)
    }
}

/// The rules of a game for a table of this size, or of four if the game allows it. The game may be the
/// path of its file.
///
/// # Errors
/// An unknown game or choice, a file that cannot be read, or a table size that the game does not have.
pub fn rules(
    game: &str,
    set: &[(String, Value)],
    players: Option<u8>,
) -> Result<Arc<Rules>, ArenaError> {
    rules_of(standard()?, game, set, players)
}

/// The games of this project. Whoever makes a match after another does not wait for them to be read each time.
fn standard() -> Result<&'static Library, Flaws> {
    static READ: OnceLock<Library> = OnceLock::new();
    match READ.get() {
        Some(library) => Ok(library),
        None => Library::standard().map(|library| READ.get_or_init(|| library)),
    }
}

/// The same with the games read already.
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
    /// The rule set is wrong.
    #[error("{0}")]
    Rules(#[from] Flaws),
    /// No such contestant.
    #[error("no bot '{}'; {}", Short(.0), bots_there_are(.0))]
    UnknownBot(String),
    /// Nobody takes part, or more than there are seats.
    #[error("{bots} bots cannot be seated on {seats} seats")]
    Seats {
        /// Names given.
        bots: usize,
        /// Seats at the table.
        seats: usize,
    },
    /// More matches than a run can keep.
    #[error("more than {most} matches are not played in one run")]
    TooMany {
        /// The most.
        most: u64,
    },
    /// Two who are not the same have one name: their results could not be told apart.
    #[error("two different bots are called '{}'", Short(.0))]
    SameName(String),
    /// A program cannot be played with: it does not start, or it has failed each time.
    #[error("{bot}: {}{}", lost(*.times, fault), last_lines(errors))]
    Program {
        /// Its name in the list.
        bot: String,
        /// How often it failed, and never did not.
        times: u64,
        /// What went wrong first.
        fault: Fault,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// There are no nets to play by.
    #[error(transparent)]
    Nets(#[from] NetsFault),
    /// Another run adds to a file of finished clusters.
    #[error("{0}: another run is writing to this file")]
    Busy(String),
    /// A file to which finished clusters were to be added holds something else.
    #[error("{0}: this file belongs to another tournament")]
    OtherTournament(String),
    /// A file is no file of results.
    #[error("{0}: not a file of results, as --resume writes it")]
    NoResults(String),
    /// A folder for records holds something else.
    #[error("{0}: this folder holds something else than records of matches")]
    NoRecords(String),
    /// A file of finished clusters belongs to another tournament than the files before it, or than is asked for.
    #[error("{path}: this file belongs to another tournament: {difference}")]
    Different {
        /// Which.
        path: String,
        /// In what it differs.
        difference: String,
    },
    /// Two files have different results for the same cluster.
    #[error("{path}: cluster {cluster} has another result than in a file before it")]
    Contradiction {
        /// The second of them.
        path: String,
        /// The number of the cluster, from 0.
        cluster: u64,
    },
    /// What a lead comes from is asked of two bots.
    #[error("--kinds is for tournaments between two of the levels, as in --bots expert,steady")]
    Kinds,
    /// Luck is to be taken out of what somebody does who sees the stock.
    #[error("--luck is not for the oracle, which sees the stock: what it draws is no chance")]
    Luck,
    /// Threads could not be started.
    #[error("no threads: {0}")]
    Threads(String),
}

/// Which contestants there are, and which may be meant.
fn bots_there_are(name: &str) -> String {
    let known = || Level::ALL.into_iter().map(Level::name).chain(["oracle", "oracle-hands"]);
    let near = match nearest(name, known())[..] {
        [near, ..] => format!("did you mean '{near}'? "),
        [] => String::new(),
    };
    let all: Vec<&str> = known().collect();
    format!("{near}there are {}, cmd2:PROGRAM and cmd:PROGRAM", all.join(", "))
}

/// What has become of a program, in a sentence.
fn lost(times: u64, fault: &Fault) -> String {
    match (fault, times) {
        (Fault::Start { .. }, _) | (_, 1) => fault.to_string(),
        (_, times) => format!("it has failed each time, {times} times: {fault}"),
    }
}

/// What a program has written last to its standard error, below a sentence.
pub(crate) fn last_lines(errors: &[String]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let lines: String = errors.iter().map(|line| format!("\n    {line}")).collect();
    format!("\n  its standard error ended with{lines}")
}
