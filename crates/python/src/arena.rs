//! The arena, for Python: bots of the ladder, programs, and bots that are written in Python.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_arena::{ArenaError, Contestant, Guest, Options, Thinking};
use upcard_bots::{Bot, Budget};
use upcard_engine::Action;

use crate::given::{choices, plain, table, unplayable, wrong};
use crate::views::View;

/// A bot that is written in Python: it is called with what its seat knows, and answers with an action as
/// text. What cannot be read, and an exception, is a fault.
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
        // Whether it is legal is for the arena to judge; nothing at all never is.
        answered.unwrap_or(Action::Down(Vec::new()))
    }
}

/// Plays mirrored matches. Bots are named as on the command line, or are pairs of a name and something to
/// call. Gives the report as a dictionary.
#[pyfunction]
#[pyo3(signature = (game, bots, matches = 100, seed = 1, players = None, rules = None, playouts = 64,
                    threads = None))]
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
) -> PyResult<Bound<'py, PyAny>> {
    if matches == 0 {
        return Err(wrong("matches: at least 1"));
    }
    if threads.is_some_and(|threads| !(1..=upcard_gym::THREADS).contains(&threads)) {
        return Err(wrong(format!("threads: from 1 to {}", upcard_gym::THREADS)));
    }
    let mut called: Vec<(String, Py<PyAny>)> = Vec::new();
    let mut contestant = |bot: &Bound<'_, PyAny>| -> PyResult<Contestant> {
        if let Ok(name) = bot.extract::<String>() {
            return name.parse().map_err(wrong);
        }
        let (name, callable): (String, Py<PyAny>) = bot.extract()?;
        // Who has the same name is the same contestant.
        if called.iter().any(|(other, known)| *other == name && !known.is(&callable)) {
            return Err(wrong(ArenaError::SameName(name)));
        }
        called.push((name.clone(), callable.clone_ref(py)));
        let callable = Arc::new(callable);
        let make = move |_seed: u64| Box::new(PythonBot(callable.clone())) as Box<dyn Bot>;
        Ok(Contestant::Guest(Guest::new(&name, make)))
    };
    let bots = bots.iter().map(&mut contestant).collect::<PyResult<_>>()?;
    let options = Options {
        set: choices(rules)?,
        players: table(players)?,
        matches,
        seed,
        thinking: Thinking::Playouts(playouts),
        threads,
        ..Options::new(game, bots)
    };
    plain(py, &interruptibly(py, |stop| upcard_arena::run(&options, stop))?.map_err(unplayable)?)
}

/// How often it is asked whether Ctrl-C was pressed.
const ASKED: Duration = Duration::from_millis(50);

/// Plays in a thread of its own, without Python's lock, while this one waits for signals: Ctrl-C sets the flag, and
/// is raised when the play has ended.
fn interruptibly<T: Send>(
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
            pause = (pause * 2).min(ASKED);
            if let Err(error) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                raised = Err(error);
            }
        }
        let played = playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map(|()| played)
    })
}
