//! What Python gives: games, rules, levels, seats, and how errors are told.

use std::fmt::Display;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use serde::Serialize;
use upcard_arena::ArenaError;
use upcard_engine::{Flaws, Level, Library, Refusal, Rules, Seat, Value};
use upcard_gym::GymError;
use upcard_rulebook::{flaws_text, refusal_sentence};

/// A `ValueError` with these words.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same for what a match refuses; a seat or a match that is not there is an `IndexError`.
pub(crate) fn told(error: GymError) -> PyErr {
    match error {
        GymError::Seat(_) => PyIndexError::new_err(error.to_string()),
        GymError::Refused(refusal) => refused(refusal),
        error => wrong(error),
    }
}

/// The same for an action that the rules refuse: why, by its code and in a sentence.
pub(crate) fn refused(refusal: Refusal) -> PyErr {
    wrong(format_args!("refused: {}: {}", refusal.code(), refusal_sentence(refusal)))
}

/// The same for rules that are wrong, in the sentences that the terminal prints.
pub(crate) fn flawed(flaws: &Flaws) -> PyErr {
    wrong(flaws_text(flaws))
}

/// The same for a tournament that cannot be played.
pub(crate) fn unplayable(error: ArenaError) -> PyErr {
    match error {
        ArenaError::Rules(flaws) => flawed(&flaws),
        error => wrong(error),
    }
}

/// Dictionaries and lists of what can be written as JSON.
pub(crate) fn plain<'py>(py: Python<'py>, of: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(of).map_err(wrong)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A seat that Python counts from 0.
pub(crate) fn seat(number: usize, players: u8) -> PyResult<Seat> {
    let there = number < usize::from(players);
    there.then(|| Seat::at(number)).ok_or_else(|| told(GymError::Seat(number)))
}

/// A level by its name.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(|error: upcard_engine::UnknownLevel| wrong(error))
}

/// The levels of the bots at the seats; none where a seat is the caller's.
pub(crate) fn levels(names: &[Option<String>]) -> PyResult<Vec<Option<Level>>> {
    names.iter().map(|name| name.as_deref().map(level).transpose()).collect()
}

/// A choice's value: a number, a word, true or false, a list, or a dictionary; a text is read as behind
/// `--set`.
fn value(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(yes) = given.cast::<PyBool>() {
        return Ok(Value::Bool(yes.is_true()));
    }
    if let Ok(list) = given.cast::<PyList>() {
        return list.iter().map(|each| value(&each)).collect::<PyResult<_>>().map(Value::List);
    }
    if let Ok(map) = given.cast::<PyDict>() {
        let pair = |(key, of): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((key.str()?.extract::<String>()?, value(&of)?))
        };
        return map.iter().map(pair).collect::<PyResult<_>>().map(Value::Map);
    }
    if let Ok(number) = given.extract::<i64>() {
        return Ok(Value::Int(number));
    }
    // A number that is larger still is no value of any choice, and is said to be none as a text is.
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyInt>() {
        return Ok(Value::from_argument(&given.str()?.extract::<String>()?));
    }
    let kind = given.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a choice has a whole number, a word, true or false, a list or a dictionary, and no '{kind}'"
    )))
}

/// The choices that are set otherwise, by their paths.
pub(crate) fn choices(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Value)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    given.iter().map(|(path, of)| Ok((path.extract()?, value(&of)?))).collect()
}

/// A choice's value as a set-up has it, which is a text.
#[pyfunction]
pub(crate) fn written(given: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value(given)?.to_string())
}

/// How many play. Whatever no table has is a `ValueError`, as what a game's table has not is.
pub(crate) fn table(players: Option<i64>) -> PyResult<Option<u8>> {
    let size = |players: i64| {
        u8::try_from(players)
            .map_err(|_| wrong(format!("{players} players: no game is for so many")))
    };
    players.map(size).transpose()
}

/// The rules of a game.
pub(crate) fn rules(
    game: &str,
    players: Option<i64>,
    changed: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Rules>> {
    upcard_arena::rules(game, &choices(changed)?, table(players)?).map_err(unplayable)
}

/// The ids of all games.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<String>> {
    let library = Library::standard().map_err(|flaws| flawed(&flaws))?;
    Ok(library.ids().map(str::to_owned).collect())
}

/// The names of the bots' levels, the weakest first.
#[pyfunction]
#[pyo3(name = "levels")]
pub(crate) fn level_names() -> Vec<&'static str> {
    Level::ALL.map(Level::name).to_vec()
}

/// The names of the numbers of the action space, from 0.
#[pyfunction]
pub(crate) fn number_names() -> Vec<String> {
    (0..upcard_gym::numbers::COUNT as u8).filter_map(upcard_gym::numbers::name).collect()
}

/// The choices of a game's rules by their paths, as text, as a record has them.
#[pyfunction]
#[pyo3(signature = (game, players = None, rules = None))]
pub(crate) fn rules_of(
    game: &str,
    players: Option<i64>,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, String)>> {
    let rules = self::rules(game, players, rules)?;
    let choices = upcard_engine::choices::CHOICES.iter();
    let each = choices.map(|choice| (choice.path.to_owned(), choice.get(&rules.set.choices)));
    Ok(each.map(|(path, value)| (path, value.to_string())).collect())
}
