//! A single match for Python.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_bots::Budget;
use upcard_engine::{Action, Rules, Seat, Value};
use upcard_gym::numbers::COUNT;
use upcard_gym::{Env, Episode, GymError, Layout, Options, Part};

use crate::arrays;
use crate::convert::{arena_error, choices, gym_error, levels, player_count, seat, value_error};
use crate::views::View;

/// One match with all its secrets, stepped by action numbers.
#[pyclass(module = "upcard")]
#[derive(Clone)]
pub(crate) struct Match {
    env: Env,
    /// The game and the overridden choices, as given.
    game: String,
    changed: Vec<(String, Value)>,
    layout: Layout,
}

/// Constructor arguments for unpickling.
type InitArgs<'py> = (String, u8, Bound<'py, PyDict>, u64, String);
/// State for unpickling: first deal, undo, actions so far, numbers of the partial play, and the bot level of
/// each seat.
type PickledState = (u8, bool, Vec<String>, Vec<usize>, Vec<Option<String>>);
type Reduced<'py> = ((String, u8, Bound<'py, PyDict>, u64, &'static str), PickledState);

/// Converts the options of a match.
pub(crate) fn options(
    rules: &Arc<Rules>,
    episode: &str,
    first_deal: i64,
    undo: bool,
    record: bool,
) -> PyResult<Options> {
    let episode = match episode {
        "match" => Episode::Match,
        "deal" => Episode::Deal,
        _ => return Err(value_error("an episode is 'match' or 'deal'")),
    };
    // Out-of-range numbers become an invalid deal.
    let first_deal = u8::try_from(first_deal).ok().filter(|deal| *deal > 0).unwrap_or(u8::MAX);
    let options = Options { episode, first_deal, undo, record };
    options.check(rules).map_err(value_error)?;
    Ok(options)
}

/// Name, offset, rows and columns of each part of an observation.
pub(crate) fn layout(layout: &Layout) -> Vec<(&'static str, usize, usize, usize)> {
    let row = |part: Part| (part.name, part.offset, part.shape[0], part.shape[1]);
    layout.parts().map(row).to_vec()
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, players = None, rules = None, seed = 0, episode = "match",
                        first_deal = 1, undo = false, record = true))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyDict>>,
        seed: u64,
        episode: &str,
        first_deal: i64,
        undo: bool,
        record: bool,
    ) -> PyResult<Match> {
        let changed = choices(rules)?;
        let rules =
            upcard_arena::rules(game, &changed, player_count(players)?).map_err(arena_error)?;
        let options = options(&rules, episode, first_deal, undo, record)?;
        let (env, layout) = (Env::new(&rules, options, seed), Layout::new(&rules));
        Ok(Match { env, game: game.to_owned(), changed, layout })
    }

    /// Starts another match by the same rules.
    fn reset(&mut self, seed: u64) {
        self.env.reset(seed);
    }

    /// The game, with its variations.
    #[getter]
    fn game(&self) -> String {
        self.env.game().rules().set.id.clone()
    }

    /// Number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.env.game().rules().players
    }

    /// Seed of the cards.
    #[getter]
    fn seed(&self) -> u64 {
        self.env.seed()
    }

    /// The seat to act, from 0; `None` if the episode is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.env.seat().map(Seat::index)
    }

    /// `true` if the episode is over.
    #[getter]
    fn over(&self) -> bool {
        self.env.is_over()
    }

    /// Numbers of the incomplete play.
    #[getter]
    fn said(&self) -> Vec<usize> {
        self.env.said().iter().copied().map(usize::from).collect()
    }

    /// Number of the deal in the match, from 1.
    #[getter]
    fn deal(&self) -> u8 {
        self.env.game().table().deals_begun()
    }

    /// Totals of the finished deals.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.env.game().table().scores().to_vec()
    }

    /// Standings that decide the match, higher is better.
    #[getter]
    fn standings(&self) -> Vec<i32> {
        self.env.standings()[..usize::from(self.players())].to_vec()
    }

    /// Winners of the match, from 0; empty while it is running.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.env.game().table().winners().iter().map(Seat::index).collect()
    }

    /// Open numbers, in ascending order.
    fn legal_actions(&self) -> Vec<usize> {
        self.env.mask().iter().map(usize::from).collect()
    }

    /// Name, offset, rows and columns of each part of an observation.
    fn layout(&self) -> Vec<(&'static str, usize, usize, usize)> {
        layout(&self.layout)
    }

    /// Number of values of an observation.
    fn observation_size(&self) -> usize {
        self.layout.size()
    }

    /// Observation of a seat as an array of 16-bit integers; by default of the seat to act, or of the first
    /// if there is none.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.or(self.seat()).unwrap_or(0);
        let array = arrays::numbers(py, self.observation_size(), |_| true)?;
        self.observe_into(seat, &array)?;
        Ok(array)
    }

    /// Action mask as an array of booleans.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::mask(py, self.env.mask())
    }

    /// Writes the observation of a seat to an array of 16-bit integers.
    fn observe_into(&self, seat: usize, array: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat = self::seat(seat, self.players())?;
        let view = self.env.game().view(seat);
        // Only the acting seat knows its partial play.
        let said = if self.env.seat() == Some(seat) { self.env.said() } else { &[] };
        arrays::write(array, "array", |to| self.layout.write(&view, said, to))
    }

    /// Steps the seat to act by one number; returns the change of each seat's standing.
    fn step(&mut self, number: i64) -> PyResult<Vec<f32>> {
        let number = u8::try_from(number).ok().filter(|of| usize::from(*of) < COUNT);
        let number =
            number.ok_or_else(|| value_error(format!("numbers go from 0 to {}", COUNT - 1)))?;
        let stepped = self.env.step(number).map_err(gym_error)?;
        Ok(stepped.rewards[..usize::from(self.players())].to_vec())
    }

    /// Executes an action given as text; returns the change of each seat's standing.
    fn act(&mut self, action: &str) -> PyResult<Vec<f32>> {
        let action: Action = action.parse().map_err(value_error)?;
        let stepped = self.env.act(&action).map_err(gym_error)?;
        Ok(stepped.rewards[..usize::from(self.players())].to_vec())
    }

    /// Encodes an action given as text.
    fn spell(&self, action: &str) -> PyResult<Vec<usize>> {
        let action: Action = action.parse().map_err(value_error)?;
        let numbers = self.env.encode(&action).map_err(gym_error)?;
        Ok(numbers.into_iter().map(usize::from).collect())
    }

    /// View of a seat; by default of the seat to act.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<usize>) -> PyResult<View> {
        let asked = self.env.seat();
        let seat = match seat {
            Some(number) => self::seat(number, self.players())?,
            None => asked.ok_or_else(|| gym_error(GymError::Over))?,
        };
        let game = self.env.game();
        let said = if asked == Some(seat) { self.env.said() } else { &[] };
        let view = View::new(game.rules(), game.own_view(Some(seat)), seat, said);
        Ok(if self.env.options().undo { view } else { view.without_undo() })
    }

    /// Lets bots play until a seat without one is to act, or the episode is over. `bots` has a level or none
    /// per seat. Returns the change of each seat's standing. In the record, a seat played only by bots of one
    /// level has the name of that bot.
    #[pyo3(signature = (bots, playouts = 64, seed = 0))]
    fn play_bots(
        &mut self,
        py: Python<'_>,
        bots: Vec<Option<String>>,
        playouts: u32,
        seed: u64,
    ) -> PyResult<Vec<f32>> {
        let levels = self::levels(&bots)?;
        let env = &mut self.env;
        let bot = |seat: Seat, decision: u32| {
            let level = levels.get(seat.index()).copied().flatten();
            let seed = seed ^ u64::from(decision) << 8 ^ seat.index() as u64;
            level.map(|level| (level, seed))
        };
        let stepped = py.detach(|| env.play_on(&Budget::Playouts(playouts), bot));
        let stepped = stepped.map_err(gym_error)?;
        Ok(stepped.rewards[..usize::from(self.players())].to_vec())
    }

    /// An independent copy.
    fn clone(&self) -> Match {
        Clone::clone(self)
    }

    fn __copy__(&self) -> Match {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        Clone::clone(self)
    }

    /// Pickles the match as its actions, to be replayed.
    fn __reduce__<'py>(slf: &Bound<'py, Match>) -> PyResult<(Bound<'py, PyAny>, Reduced<'py>)> {
        let this = slf.borrow();
        let rules = PyDict::new(slf.py());
        for (path, value) in &this.changed {
            rules.set_item(path, value.to_string())?;
        }
        let options = this.env.options();
        let episode = match options.episode {
            Episode::Match => "match",
            Episode::Deal => "deal",
        };
        let done = this.env.history().map_err(gym_error)?.iter().map(ToString::to_string).collect();
        let made = (this.game.clone(), this.players(), rules, this.seed(), episode);
        let bots = this.env.bots().map(|level| level.map(|level| level.to_string())).collect();
        let kept = (options.first_deal, options.undo, done, this.said(), bots);
        Ok((slf.get_type().getattr("restored")?, (made, kept)))
    }

    /// Restores a pickled match.
    #[staticmethod]
    fn restored(made: InitArgs<'_>, kept: PickledState) -> PyResult<Match> {
        let (game, players, rules, seed, episode) = made;
        let (first, undo, done, said, bots) = kept;
        let bots = levels(&bots)?;
        let (players, first) = (Some(players.into()), first.into());
        let mut again =
            Match::new(&game, players, Some(&rules), seed, &episode, first, undo, true)?;
        for action in done {
            let action: Action = action.parse().map_err(value_error)?;
            let seat = again.env.seat().map_or(0, Seat::index);
            again.env.act_for(&action, bots.get(seat).copied().flatten()).map_err(gym_error)?;
        }
        for number in said {
            again.step(number as i64)?;
        }
        Ok(again)
    }

    /// Record of the match so far, as text.
    fn record(&self) -> PyResult<String> {
        self.env.record().map(ToString::to_string).map_err(gym_error)
    }
}
