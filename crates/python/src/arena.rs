//! The arena, for Python: bots of the ladder, programs, and bots that are written in Python.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_arena::{Contestant, Guest, Options, Thinking};
use upcard_bots::{Bot, Budget};
use upcard_engine::Action;

use crate::given::{choices, plain, wrong};
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
    players: Option<u8>,
    rules: Option<&Bound<'_, PyDict>>,
    playouts: u32,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if matches == 0 {
        return Err(wrong("matches: at least 1"));
    }
    let contestant = |bot: &Bound<'_, PyAny>| -> PyResult<Contestant> {
        if let Ok(name) = bot.extract::<String>() {
            return name.parse().map_err(wrong);
        }
        let (name, callable): (String, Py<PyAny>) = bot.extract()?;
        let callable = Arc::new(callable);
        let make = move |_seed: u64| Box::new(PythonBot(callable.clone())) as Box<dyn Bot>;
        Ok(Contestant::Guest(Guest::new(&name, make)))
    };
    let bots = bots.iter().map(contestant).collect::<PyResult<_>>()?;
    let options = Options {
        set: choices(rules)?,
        players,
        matches,
        seed,
        thinking: Thinking::Playouts(playouts),
        threads,
        ..Options::new(game, bots)
    };
    let report = py.detach(|| upcard_arena::run(&options, &AtomicBool::new(false)));
    plain(py, &report.map_err(wrong)?)
}
