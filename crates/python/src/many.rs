//! Vectorized matches for Python.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Array, OutputArrays};
use crate::convert::{gym_error, levels, rules};
use crate::matches::{layout, options};

/// Vectorized matches, stepped in Rust threads into the caller's arrays.
#[pyclass(module = "upcard")]
pub(crate) struct Many {
    many: upcard_gym::Many,
    players: u8,
}

#[pymethods]
impl Many {
    #[new]
    #[pyo3(signature = (count, game, players = None, rules = None, seed = 0, bots = None,
                        threads = 1, episode = "match", first_deal = 1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        count: usize,
        game: &str,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyDict>>,
        seed: u64,
        bots: Option<Vec<Option<String>>>,
        threads: usize,
        episode: &str,
        first_deal: i64,
    ) -> PyResult<Many> {
        let rules = self::rules(game, players, rules)?;
        let options = options(&rules, episode, first_deal, false, false)?;
        let bots = levels(&bots.unwrap_or_default())?;
        let made = py.detach(|| upcard_gym::Many::new(&rules, options, count, seed, bots, threads));
        Ok(Many { many: made.map_err(gym_error)?, players: rules.players })
    }

    fn __len__(&self) -> usize {
        self.many.count()
    }

    /// Number of players per match.
    #[getter]
    fn players(&self) -> u8 {
        self.players
    }

    /// Name, offset, rows and columns of each part of an observation.
    fn layout(&self) -> Vec<(&'static str, usize, usize, usize)> {
        layout(self.many.layout())
    }

    /// Number of values of an observation.
    fn observation_size(&self) -> usize {
        self.many.layout().size()
    }

    /// Restarts all matches.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (seed, observations, masks, rewards, over, seats, finals = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        finals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut places = OutputArrays::of([observations, masks, rewards, over, seats], finals)?;
        let many = &mut self.many;
        py.detach(|| many.reset(seed, places.stepping())).map_err(gym_error)
    }

    /// Steps each match by one number.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (numbers, observations, masks, rewards, over, seats, finals = None))]
    fn step(
        &mut self,
        py: Python<'_>,
        numbers: &Bound<'_, PyAny>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        finals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let numbers = Array::<u8>::of(numbers, "numbers")?.values(py)?;
        let mut places = OutputArrays::of([observations, masks, rewards, over, seats], finals)?;
        let many = &mut self.many;
        py.detach(|| many.step(&numbers, places.stepping())).map_err(gym_error)
    }

    /// Plays this many uniformly random open numbers in each match.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (steps, observations, masks, rewards, over, seats, finals = None))]
    fn play_at_random(
        &mut self,
        py: Python<'_>,
        steps: usize,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        finals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut places = OutputArrays::of([observations, masks, rewards, over, seats], finals)?;
        let many = &mut self.many;
        py.detach(|| many.play_at_random(steps, places.stepping())).map_err(gym_error)
    }
}
