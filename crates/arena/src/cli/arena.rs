//! `upcard arena`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use upcard_engine::Value;

use super::{Incomplete, Outcome};
use crate::kinds::run_by_kinds;
use crate::nets::Nets;
use crate::options::{ArenaError, Contestant, Options, Shard, Thinking, Timeouts};
use crate::protocol::kill_all_programs;
use crate::report::Report;
use crate::run::run;

/// A choice and its value as given to `--set`: `buying.limit.per-deal=3`.
#[derive(Clone, Debug)]
pub struct Setting(pub String, pub Value);

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (path, value) = text.split_once('=').ok_or("expected choice=value")?;
        Ok(Setting(path.trim().to_owned(), Value::from_argument(value.trim())))
    }
}

/// Comma-separated contestants.
#[derive(Clone, Debug)]
struct Bots(Vec<Contestant>);

impl FromStr for Bots {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Bots, ArenaError> {
        split(text).into_iter().map(str::parse).collect::<Result<_, _>>().map(Bots)
    }
}

/// Splits at commas outside quotes. An unclosed quote is an ordinary character.
fn split(text: &str) -> Vec<&str> {
    let mut quote = None;
    let mut escaped = false;
    let parts = text
        .split(|letter: char| {
            match (quote, letter) {
                _ if escaped => escaped = false,
                (Some('"'), '\\') => escaped = true,
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), _) if open == letter => quote = None,
                _ => {}
            }
            letter == ',' && quote.is_none()
        })
        .collect();
    if quote.is_some() { text.split(',').collect() } else { parts }
}

/// Plays matches between bots.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
pub struct ArenaArgs {
    #[command(subcommand)]
    task: Option<Task>,
    /// Game with its variations after plus signs, or path of a game file.
    #[arg(value_name = "GAME", default_value = "contract-rummy")]
    named: String,
    /// Game (old spelling of the argument).
    #[arg(long, hide = true, value_name = "GAME", conflicts_with = "named")]
    game: Option<String>,
    /// Contestants, comma-separated; repeated until the seats are full. Levels; oracle, which sees all cards;
    /// oracle-hands, which sees the hands; steady+discards-of-expert, which discards as an expert does
    /// (likewise draws, offers, lay-downs). A program that speaks the protocol: cmd2:PROGRAM, or cmd:PROGRAM
    /// for version 1; quote arguments that contain spaces or commas.
    #[arg(long, value_name = "BOT,…", default_value = "steady,novice")]
    bots: Bots,
    /// Matches, rounded up to whole clusters of mirrored matches.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Seed of the deals and of the bots' random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table.
    #[arg(long)]
    players: Option<u8>,
    /// Override a rule choice: choice=value.
    #[arg(long = "set", value_name = "CHOICE=VALUE")]
    set: Vec<Setting>,
    /// Milliseconds per decision of a searching bot; 20 if neither this nor --playouts is given.
    #[arg(long, conflicts_with = "playouts")]
    budget_ms: Option<u64>,
    /// Playouts per decision of a searching bot; the result then depends only on the seed.
    #[arg(long)]
    playouts: Option<u32>,
    /// Timeout in milliseconds for a program's answer.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    answer_ms: u64,
    /// Split the first bot's lead over the other by draws, offers, lay-downs and discards. Plays the
    /// tournament four more times.
    #[arg(long, conflicts_with_all = ["shard", "resume", "records", "csv"])]
    kinds: bool,
    /// Also report results with luck removed, by values learnt from this many other matches.
    #[arg(
        long, value_name = "LESSONS", num_args = 0..=1, default_missing_value = "1000",
        value_parser = clap::value_parser!(u64).range(3..=100_000)
    )]
    luck: Option<u64>,
    #[command(flatten)]
    print: Print,
    /// Play shard K of N of the matches. With --resume each shard leaves a file; 'arena merge' merges the
    /// files.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// File to append finished clusters to, and to resume an interrupted run from.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Folder for match records: one file per match, and one that describes the tournament.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Threads; default: one per core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    nets: Nets,
}

/// Further operations on a tournament.
#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Merge the result files of a tournament's shards.
    Merge(Merge),
}

/// Merges the result files of a tournament's shards.
#[derive(clap::Args, Clone, Debug)]
struct Merge {
    /// Files written with --resume.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: Print,
}

/// Output format; default: a table.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Print {
    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV.
    #[arg(long)]
    csv: bool,
}

impl Print {
    fn text(self, report: &Report) -> String {
        if self.json {
            super::json("arena", report)
        } else if self.csv {
            report.csv()
        } else {
            report.table()
        }
    }
}

impl ArenaArgs {
    /// Returns the tournament described by these arguments.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            game: self.game.as_ref().unwrap_or(&self.named).clone(),
            set: self.set.iter().map(|s| (s.0.clone(), s.1.clone())).collect(),
            players: self.players,
            bots: self.bots.0.clone(),
            matches: self.matches,
            seed: self.seed,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            thinking: match (self.budget_ms, self.playouts) {
                (Some(ms), _) => Thinking::Millis(ms),
                (None, Some(playouts)) => Thinking::Playouts(playouts),
                (None, None) => Thinking::Millis(20),
            },
            lessons: self.luck,
            nets: None,
            timeouts: Timeouts { answer_ms: self.answer_ms, ..Timeouts::default() },
            threads: self.threads.map(usize::from),
            resume: self.resume.clone(),
            records: self.records.clone(),
            progress: true,
        }
    }

    /// Plays or merges, and returns the output. An interrupted tournament reports its finished clusters, a
    /// merge whatever the files contain.
    ///
    /// # Errors
    /// The tournament cannot be played, or the files do not belong together.
    pub fn run(&self) -> Result<Outcome, ArenaError> {
        match &self.task {
            Some(Task::Merge(merge)) => {
                let merged = crate::merge(&merge.files)?;
                let incomplete =
                    merged.missing.map(|missing| Incomplete::Missing(missing.to_string()));
                Ok(Outcome { text: merge.print.text(&merged.report), incomplete })
            }
            None => {
                let options = Options { nets: self.nets.install()?, ..self.options() };
                let play = if self.kinds { run_by_kinds } else { run };
                let report = play(&options, &stop_on_signal())?;
                let sentence = || format!("interrupted: {} matches were played", report.matches);
                let incomplete = report.interrupted.then(|| Incomplete::Interrupted(sentence()));
                Ok(Outcome { text: self.print.text(&report), incomplete })
            }
        }
    }
}

/// A second Ctrl-C within this time counts as the first one: some programs, such as `timeout`, signal a
/// process and then its whole group.
const SAME_SIGNAL_WINDOW: Duration = Duration::from_secs(1);

/// Returns a flag that Ctrl-C and other termination signals set; a second signal exits at once.
pub(crate) fn stop_on_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let mut first: Option<Instant> = None;
    // Fails if a handler is already set; that handler then applies.
    let _ = ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() > SAME_SIGNAL_WINDOW {
            kill_programs_and_exit();
        }
        flag.store(true, Ordering::Relaxed);
    });
    stop
}

/// On a termination signal, kills the contestants' programs and exits.
pub(crate) fn exit_on_signal() {
    let _ = ctrlc::set_handler(|| kill_programs_and_exit());
}

/// Kills the contestants' programs and exits.
fn kill_programs_and_exit() -> ! {
    kill_all_programs();
    std::process::exit(130)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_in_quotes_do_not_split() {
        assert_eq!(split("sharp,cmd:a b,novice"), ["sharp", "cmd:a b", "novice"]);
        assert_eq!(split("cmd2:a 'b,c',novice"), ["cmd2:a 'b,c'", "novice"]);
        assert_eq!(split(r#"cmd2:a "b\",c",x"#), [r#"cmd2:a "b\",c""#, "x"]);
        assert_eq!(split("cmd:O'Brien,novice"), ["cmd:O'Brien", "novice"]);
        assert_eq!(split(""), [""]);
    }
}
