//! Conversion of arguments (games, rules, levels, seats) and of errors.

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

/// Creates a `ValueError` with this message.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same for errors of a match; an invalid seat or match is an `IndexError`.
pub(crate) fn gym_error(error: GymError) -> PyErr {
    match error {
        GymError::Seat(_) => PyIndexError::new_err(error.to_string()),
        GymError::Refused(refusal) => refusal_error(refusal),
        error => value_error(error),
    }
}

/// The same for an illegal action, with the code and a sentence.
pub(crate) fn refusal_error(refusal: Refusal) -> PyErr {
    value_error(format_args!("refused: {}: {}", refusal.code(), refusal_sentence(refusal)))
}

/// The same for flawed rules, in the wording of the terminal.
pub(crate) fn flaws_error(flaws: &Flaws) -> PyErr {
    value_error(flaws_text(flaws))
}

/// The same for an invalid tournament.
pub(crate) fn arena_error(error: ArenaError) -> PyErr {
    match error {
        ArenaError::Rules(flaws) => flaws_error(&flaws),
        error => value_error(error),
    }
}

/// Converts anything serializable to dictionaries and lists.
pub(crate) fn to_python<'py>(py: Python<'py>, of: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(of).map_err(value_error)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Checks a seat, counted from 0.
pub(crate) fn seat(number: usize, players: u8) -> PyResult<Seat> {
    let there = number < usize::from(players);
    there.then(|| Seat::at(number)).ok_or_else(|| gym_error(GymError::Seat(number)))
}

pub(crate) fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(|error: upcard_engine::UnknownLevel| value_error(error))
}

/// Parses the bot levels of the seats; `None` for the caller's seats.
pub(crate) fn levels(names: &[Option<String>]) -> PyResult<Vec<Option<Level>>> {
    names.iter().map(|name| name.as_deref().map(level).transpose()).collect()
}

/// Converts a choice's value: a number, a word, a boolean, a list or a dictionary; text is parsed as after
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
    // Larger numbers are invalid for every choice, and give the same error as text does.
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyInt>() {
        return Ok(Value::from_argument(&given.str()?.extract::<String>()?));
    }
    let kind = given.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a choice is an integer, a string, a boolean, a list or a dictionary, not '{kind}'"
    )))
}

/// Converts overridden choices, by path.
pub(crate) fn choices(given: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Value)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    given.iter().map(|(path, of)| Ok((path.extract()?, value(&of)?))).collect()
}

/// Text form of a choice's value, as in a set-up.
#[pyfunction]
pub(crate) fn written(given: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value(given)?.to_string())
}

/// Checks the number of players. Out-of-range numbers are a `ValueError`, like sizes that the game does not
/// support.
pub(crate) fn player_count(players: Option<i64>) -> PyResult<Option<u8>> {
    let size = |players: i64| {
        u8::try_from(players)
            .map_err(|_| value_error(format!("{players} players: no game is for that many")))
    };
    players.map(size).transpose()
}

pub(crate) fn rules(
    game: &str,
    players: Option<i64>,
    changed: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arc<Rules>> {
    upcard_arena::rules(game, &choices(changed)?, player_count(players)?).map_err(arena_error)
}

/// Ids of all games.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<String>> {
    let library = Library::standard().map_err(|flaws| flaws_error(&flaws))?;
    Ok(library.ids().map(str::to_owned).collect())
}

/// Names of the bot levels, weakest first.
#[pyfunction]
#[pyo3(name = "levels")]
pub(crate) fn level_names() -> Vec<&'static str> {
    Level::ALL.map(Level::name).to_vec()
}

/// Names of the numbers of the action space, from 0.
#[pyfunction]
pub(crate) fn number_names() -> Vec<String> {
    (0..upcard_gym::numbers::COUNT as u8).filter_map(upcard_gym::numbers::name).collect()
}

/// Choices of a game's rules, by path, in the text form of records.
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
