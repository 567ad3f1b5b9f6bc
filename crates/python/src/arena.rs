//! The arena for Python: built-in bots, external programs, and bots written in Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_arena::lab::{LabOptions, LabReport, Subject, examine};
use upcard_arena::{ArenaError, Contestant, CustomBot, Options, Shard, Thinking, Timeouts};
use upcard_bots::{Bot, Budget};
use upcard_engine::{Action, Value};

use crate::convert::{arena_error, choices, level, player_count, to_python, value_error};
use crate::views::View;

/// A bot written in Python: called with its seat's view, it returns an action as text. Unparsable text and
/// exceptions count as faults.
struct PythonBot(Arc<Py<PyAny>>);

impl Bot for PythonBot {
    fn decide(&mut self, view: &upcard_engine::View<'_>, _: &Budget<'_>) -> Action {
        let answered = Python::attach(|py| -> PyResult<Option<Action>> {
            let own = upcard_engine::OwnView {
                table: view.table.clone(),
                seat: Some(view.seat),
                hand: *view.hand,
                sightings: view.sightings.to_vec(),
            };
            let seen = View::new(view.rules, own, view.seat, &[]).without_undo();
            let seen = Bound::new(py, seen)?;
            let said = self.0.bind(py).call1((seen,))?;
            let text: String = said.extract()?;
            Ok(text.parse().ok())
        });
        let answered = answered.unwrap_or_else(|error| {
            Python::attach(|py| error.print(py));
            None
        });
        // The arena judges legality; an empty lay-down is always illegal.
        answered.unwrap_or(Action::Down(Vec::new()))
    }
}

/// Checks the number of threads.
fn threads(asked: Option<usize>) -> PyResult<Option<usize>> {
    match asked {
        Some(threads) if !(1..=upcard_gym::MAX_THREADS).contains(&threads) => {
            Err(value_error(format!("threads: from 1 to {}", upcard_gym::MAX_THREADS)))
        }
        asked => Ok(asked),
    }
}

fn at_least_one(matches: u64) -> PyResult<u64> {
    if matches == 0 { Err(value_error("matches: at least 1")) } else { Ok(matches) }
}

/// Parses the shard; default is everything.
fn parse_shard(asked: Option<&str>) -> PyResult<Shard> {
    asked.map_or(Ok(Shard::WHOLE), |part| part.parse().map_err(value_error))
}

/// Allowed number of training matches for luck reduction.
const TRAINING_MATCHES: std::ops::RangeInclusive<u64> = 3..=100_000;

/// Plays mirrored matches. Bots are named as on the command line, or are pairs of a name and a callable.
/// Returns the report as a dictionary.
#[pyfunction]
#[pyo3(signature = (game, bots, matches = 100, seed = 1, players = None, rules = None, playouts = 64,
                    threads = None, *, budget_ms = None, answer_ms = 2000, kinds = false, luck = None,
                    shard = None, resume = None, records = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn arena<'py>(
    py: Python<'py>,
    game: &str,
    bots: Vec<Bound<'py, PyAny>>,
    matches: u64,
    seed: u64,
    players: Option<i64>,
    rules: Option<&Bound<'_, PyDict>>,
    playouts: u32,
    threads: Option<usize>,
    budget_ms: Option<u64>,
    answer_ms: u64,
    kinds: bool,
    luck: Option<u64>,
    shard: Option<&str>,
    resume: Option<PathBuf>,
    records: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    if answer_ms == 0 {
        return Err(value_error("answer_ms: at least 1"));
    }
    if luck.is_some_and(|lessons| !TRAINING_MATCHES.contains(&lessons)) {
        return Err(value_error(format!(
            "luck: from {} to {}",
            TRAINING_MATCHES.start(),
            TRAINING_MATCHES.end()
        )));
    }
    if kinds && (shard.is_some() || resume.is_some() || records.is_some()) {
        return Err(value_error("kinds: not with shard, resume or records"));
    }
    let mut called: Vec<(String, Py<PyAny>)> = Vec::new();
    let mut contestant = |bot: &Bound<'_, PyAny>| -> PyResult<Contestant> {
        if let Ok(name) = bot.extract::<String>() {
            return name.parse().map_err(value_error);
        }
        let (name, callable): (String, Py<PyAny>) = bot.extract()?;
        // The same name means the same contestant.
        if called.iter().any(|(other, known)| *other == name && !known.is(&callable)) {
            return Err(value_error(ArenaError::SameName(name)));
        }
        called.push((name.clone(), callable.clone_ref(py)));
        let callable = Arc::new(callable);
        let make = move |_seed: u64| Box::new(PythonBot(callable.clone())) as Box<dyn Bot>;
        Ok(Contestant::Custom(CustomBot::new(&name, make)))
    };
    let bots = bots.iter().map(&mut contestant).collect::<PyResult<_>>()?;
    let options = Options {
        set: choices(rules)?,
        players: player_count(players)?,
        matches: at_least_one(matches)?,
        seed,
        shard: parse_shard(shard)?,
        thinking: budget_ms.map_or(Thinking::Playouts(playouts), Thinking::Millis),
        lessons: luck,
        timeouts: Timeouts { answer_ms, ..Timeouts::default() },
        threads: self::threads(threads)?,
        resume,
        records,
        ..Options::new(game, bots)
    };
    let play = if kinds { upcard_arena::run_by_kinds } else { upcard_arena::run };
    to_python(py, &run_interruptibly(py, |stop| play(&options, stop))?.map_err(arena_error)?)
}

/// Merges the result files of a tournament's shards, or of a lab run. Returns the report or the findings as a
/// dictionary, with a sentence in `missing` if anything is missing.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, files: Vec<PathBuf>) -> PyResult<Bound<'_, PyAny>> {
    let (all, missing) = match py.detach(|| upcard_arena::merge(&files)) {
        Ok(merged) => (to_python(py, &merged.report)?, merged.missing),
        // Try files of the lab; if they are none either, report the first error.
        Err(error @ ArenaError::NotResults(_)) => {
            match py.detach(|| upcard_arena::lab::merge(&files)) {
                Ok(merged) => (to_python(py, &merged.report())?, merged.missing),
                Err(ArenaError::NotResults(_)) => return Err(arena_error(error)),
                Err(other) => return Err(arena_error(other)),
            }
        }
        Err(error) => return Err(arena_error(error)),
    };
    all.set_item("missing", missing.map(|missing| missing.to_string()))?;
    Ok(all)
}

/// Plays rule sets against each other on the same deals. Each is a text as on the command line, or a pair of
/// a game and a dictionary of choices. Returns the output of `upcard lab --json` as a dictionary.
#[pyfunction]
#[pyo3(signature = (rules, bots = "steady", matches = 1000, seed = 1, players = None, playouts = 64,
                    threads = None, *, shard = None, resume = None, records = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn lab<'py>(
    py: Python<'py>,
    rules: Vec<Bound<'py, PyAny>>,
    bots: &str,
    matches: u64,
    seed: u64,
    players: Option<i64>,
    playouts: u32,
    threads: Option<usize>,
    shard: Option<&str>,
    resume: Option<PathBuf>,
    records: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    if rules.is_empty() {
        return Err(value_error("rules: at least one rule set"));
    }
    let options = LabOptions {
        players: player_count(players)?,
        level: level(bots)?,
        matches: at_least_one(matches)?,
        seed,
        shard: parse_shard(shard)?,
        playouts,
        threads: self::threads(threads)?,
        resume,
        records,
        ..LabOptions::new(rules.iter().map(subject).collect::<PyResult<_>>()?)
    };
    let play = |stop: &AtomicBool| examine(&options, stop, |_| {});
    let findings = run_interruptibly(py, play)?.map_err(arena_error)?;
    to_python(py, &LabReport::new(&options, &findings))
}

/// Parses a rule set.
fn subject(given: &Bound<'_, PyAny>) -> PyResult<Subject> {
    if let Ok(text) = given.extract::<String>() {
        return text.parse().map_err(value_error);
    }
    let (game, changed): (String, Bound<'_, PyDict>) = given.extract()?;
    let set = choices(Some(&changed))?;
    // In the notation of the command line.
    let text = |value: &Value| match value {
        Value::Text(word) => word.clone(),
        value => value.to_string(),
    };
    let each = set.iter().map(|(path, value)| format!(",{path}={}", text(value)));
    let name = game.clone() + &each.collect::<String>();
    Ok(Subject { name, game, set })
}

/// Poll interval for Ctrl-C.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs a computation in a separate thread without the GIL, while this thread handles signals: Ctrl-C sets
/// the flag, and is raised once the computation has ended.
fn run_interruptibly<T: Send>(
    py: Python<'_>,
    play: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let playing = scope.spawn(|| play(&stop));
        let mut pause = Duration::from_millis(1);
        let mut raised = Ok(());
        while !playing.is_finished() {
            py.detach(|| thread::sleep(pause));
            pause = (pause * 2).min(SIGNAL_POLL_INTERVAL);
            if let Err(error) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                raised = Err(error);
            }
        }
        let played = playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map(|()| played)
    })
}
