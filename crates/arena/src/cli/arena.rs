//! `upcard arena`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use upcard_engine::Value;

use super::{Lack, Outcome};
use crate::kinds::run_by_kinds;
use crate::nets::Nets;
use crate::options::{ArenaError, Contestant, Options, Patience, Shard, Thinking};
use crate::protocol::end_all;
use crate::report::Report;
use crate::run::run;

/// A choice and its value, as `--set` says it: `buying.limit.per-deal=3`.
#[derive(Clone, Debug)]
pub struct Setting(pub String, pub Value);

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (path, value) = text.split_once('=').ok_or("expected choice=value")?;
        Ok(Setting(path.trim().to_owned(), Value::from_argument(value.trim())))
    }
}

/// Contestants with commas between.
#[derive(Clone, Debug)]
struct Bots(Vec<Contestant>);

impl FromStr for Bots {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<Bots, ArenaError> {
        split(text).into_iter().map(str::parse).collect::<Result<_, _>>().map(Bots)
    }
}

/// The parts between commas that stand outside of quotes. A quote that is not closed is none.
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

/// Lets bots play matches against each other.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
pub struct ArenaArgs {
    #[command(subcommand)]
    task: Option<Task>,
    /// The game, with its variations after plus signs, or the path of a game's file.
    #[arg(value_name = "GAME", default_value = "contract-rummy")]
    named: String,
    /// The game, as it was asked for before.
    #[arg(long, hide = true, value_name = "GAME", conflicts_with = "named")]
    game: Option<String>,
    /// Who plays, with commas between; fewer names than seats are repeated: levels; oracle, which sees all
    /// cards; oracle-hands, which sees the hands; steady+discards-of-expert, which throws as an expert does
    /// (draws, offers, lay-downs likewise). A program that speaks
    /// the protocol: cmd2:PROGRAM, or cmd:PROGRAM in its first form; arguments with spaces or commas
    /// stand in quotes.
    #[arg(long, value_name = "BOT,…", default_value = "steady,novice")]
    bots: Bots,
    /// Matches, rounded up to whole clusters of mirrored ones.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Decides the deals and all that bots leave to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats at the table.
    #[arg(long)]
    players: Option<u8>,
    /// Another value for a choice of the rules: choice=value.
    #[arg(long = "set", value_name = "CHOICE=VALUE")]
    set: Vec<Setting>,
    /// Milliseconds that a searching bot may think about a decision; 20 if neither these nor playouts are given.
    #[arg(long, conflicts_with = "playouts")]
    budget_ms: Option<u64>,
    /// Playouts for each decision of a searching bot; the result then depends on the seed alone.
    #[arg(long)]
    playouts: Option<u32>,
    /// Milliseconds in which a program must answer.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    answer_ms: u64,
    /// Say what the lead of the first bot over the other comes from: draws, offers, lay-downs or discards. It
    /// plays the tournament four times more.
    #[arg(long, conflicts_with_all = ["shard", "resume", "records", "csv"])]
    kinds: bool,
    /// Say what is left where luck is taken out of the results, by values that are learnt first from other
    /// matches: from so many.
    #[arg(
        long, value_name = "LESSONS", num_args = 0..=1, default_missing_value = "1000",
        value_parser = clap::value_parser!(u64).range(3..=100_000)
    )]
    luck: Option<u64>,
    #[command(flatten)]
    print: Print,
    /// Play one part of the matches: the K-th of N. With --resume each part leaves a file, and
    /// 'arena merge' puts the files together.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// A file that finished clusters are added to, and that an interrupted run goes on from.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// A folder in which the record of each match is kept: a file for each, and one that says what was played.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Threads; one a core if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    nets: Nets,
}

/// What else can be done with a tournament.
#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Put the files of a tournament's parts together.
    Merge(Merge),
}

/// Puts the files of a tournament's parts together.
#[derive(clap::Args, Clone, Debug)]
struct Merge {
    /// The files that --resume has written.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    print: Print,
}

/// How a report is printed: as a table, if nothing else is asked for.
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
    /// The tournament that these arguments describe.
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
            patience: Patience { answer_ms: self.answer_ms, ..Patience::default() },
            threads: self.threads.map(usize::from),
            resume: self.resume.clone(),
            records: self.records.clone(),
            progress: true,
        }
    }

    /// Plays or merges, and gives what is to be printed: of an interrupted tournament what was finished, and of
    /// files what is there.
    ///
    /// # Errors
    /// A tournament that cannot be played, or files that do not go together.
    pub fn run(&self) -> Result<Outcome, ArenaError> {
        match &self.task {
            Some(Task::Merge(merge)) => {
                let merged = crate::merge(&merge.files)?;
                let lack = merged.missing.map(|missing| Lack::Missing(missing.to_string()));
                Ok(Outcome { text: merge.print.text(&merged.report), lack })
            }
            None => {
                let options = Options { nets: self.nets.install()?, ..self.options() };
                let play = if self.kinds { run_by_kinds } else { run };
                let report = play(&options, &interrupted())?;
                let sentence = || format!("interrupted: {} matches were played", report.matches);
                let lack = report.interrupted.then(|| Lack::Interrupted(sentence()));
                Ok(Outcome { text: self.print.text(&report), lack })
            }
        }
    }
}

/// A second Ctrl-C within this time is taken for the first one: some programs, such as `timeout`,
/// send it to a process and then to all of its group.
const SAME: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C and other signals to end set; a second one ends the program at once.
pub(crate) fn interrupted() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let mut first: Option<Instant> = None;
    // Where a handler is set already, that one decides.
    let _ = ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            end();
        }
        flag.store(true, Ordering::Relaxed);
    });
    stop
}

/// Sees to it that the programs at the seats end with this one, where it is told to end.
pub(crate) fn end_together() {
    let _ = ctrlc::set_handler(|| end());
}

/// Ends this program and those at the seats.
fn end() -> ! {
    end_all();
    std::process::exit(130)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_in_quotes_end_no_name() {
        assert_eq!(split("sharp,cmd:a b,novice"), ["sharp", "cmd:a b", "novice"]);
        assert_eq!(split("cmd2:a 'b,c',novice"), ["cmd2:a 'b,c'", "novice"]);
        assert_eq!(split(r#"cmd2:a "b\",c",x"#), [r#"cmd2:a "b\",c""#, "x"]);
        assert_eq!(split("cmd:O'Brien,novice"), ["cmd:O'Brien", "novice"]);
        assert_eq!(split(""), [""]);
    }
}
