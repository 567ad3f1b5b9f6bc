//! What Python gives: games, rules, levels, seats, and how errors are told.

use std::fmt::Display;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};
use serde::Serialize;
use upcard_engine::{Level, Library, Rules, Seat, Value};
use upcard_gym::GymError;

/// A `ValueError` with these words.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same for what a match refuses; a seat or a match that is not there is an `IndexError`.
pub(crate) fn told(error: GymError) -> PyErr {
    match error {
        GymError::Seat(_) => PyIndexError::new_err(error.to_string()),
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
    given.extract::<String>().map(|text| Value::from_argument(&text))
}

/// The choices that are set otherwise, by their paths.
pub(crate) fn choices(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Value)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    given.iter().map(|(path, of)| Ok((path.extract()?, value(&of)?))).collect()
}

/// The rules of a game.
pub(crate) fn rules(
    game: &str,
    players: Option<u8>,
    changed: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Rules>> {
    upcard_arena::rules(game, &choices(changed)?, players).map_err(wrong)
}

/// The ids of all games.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<String>> {
    let library = Library::standard().map_err(wrong)?;
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
    players: Option<u8>,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, String)>> {
    let rules = self::rules(game, players, rules)?;
    let choices = upcard_engine::choices::CHOICES.iter();
    let each = choices.map(|choice| (choice.path.to_owned(), choice.get(&rules.set.choices)));
    Ok(each.map(|(path, value)| (path, value.to_string())).collect())
}
