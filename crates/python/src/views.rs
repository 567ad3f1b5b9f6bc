//! A seat's view, for Python.

use std::sync::Arc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use upcard_bots::hints;
use upcard_bots::{Budget, player};
use upcard_engine::{Action, OwnView, Refusal, Rules, Seat};
use upcard_gym::{GymError, Layout, ListedPlays, Mask};

use crate::arrays;
use crate::convert::{gym_error, level, to_python, value_error};

/// What one seat knows of a match, and nothing else: the input of a bot.
#[pyclass(frozen, module = "upcard")]
pub(crate) struct View {
    rules: Arc<Rules>,
    view: OwnView,
    seat: Seat,
    said: Vec<u8>,
    /// `true` if plays can be undone.
    undo: bool,
}

impl View {
    pub(crate) fn new(rules: &Arc<Rules>, view: OwnView, seat: Seat, said: &[u8]) -> View {
        View { rules: rules.clone(), view, seat, said: said.to_vec(), undo: true }
    }

    pub(crate) fn without_undo(mut self) -> View {
        self.undo = false;
        self
    }

    fn of(&self) -> PyResult<upcard_engine::View<'_>> {
        self.view.view(&self.rules).ok_or_else(|| PyRuntimeError::new_err("the view has no seat"))
    }
}

#[pymethods]
impl View {
    /// The seat, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.seat.index()
    }

    /// Number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.players
    }

    /// Number of the deal in the match, from 1.
    #[getter]
    fn deal(&self) -> u8 {
        self.view.table.deals_begun()
    }

    /// The dealer, from 0.
    #[getter]
    fn dealer(&self) -> usize {
        self.view.table.dealer().index()
    }

    /// Number of cards in the stock.
    #[getter]
    fn stock(&self) -> usize {
        usize::from(self.view.table.stock())
    }

    /// Cards of the hand, as text.
    #[getter]
    fn hand(&self) -> Vec<String> {
        self.view.hand.iter().map(|card| card.to_string()).collect()
    }

    /// The upcard; `None` if there is none.
    #[getter]
    fn upcard(&self) -> Option<String> {
        self.view.table.upcard().map(|card| card.to_string())
    }

    /// The discards, upcard last: each card with the seat that discarded it, or `None`.
    #[getter]
    fn discards(&self) -> Vec<(String, Option<usize>)> {
        let discards = self.view.table.discards().iter();
        discards.map(|discard| (discard.card.to_string(), discard.by.map(Seat::index))).collect()
    }

    /// Melds on the table: id, owner and text form.
    #[getter]
    fn melds(&self) -> Vec<(u16, usize, String)> {
        let melds = self.view.table.melds().iter();
        melds.map(|laid| (laid.id.0, laid.owner.index(), laid.meld.to_string())).collect()
    }

    /// Number of cards in each hand.
    #[getter]
    fn counts(&self) -> Vec<usize> {
        self.view.table.seats().iter().map(|seat| usize::from(seat.count)).collect()
    }

    /// Totals of the finished deals.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.view.table.scores().to_vec()
    }

    /// Cards whose location the seat does not know.
    #[getter]
    fn unseen(&self) -> PyResult<Vec<String>> {
        Ok(self.of()?.unseen().iter().map(|card| card.to_string()).collect())
    }

    /// Contract elements that the seat has yet to lay, as `S3` or `R4`.
    #[getter]
    fn contract(&self) -> PyResult<Vec<String>> {
        let view = self.of()?;
        let open = view.table.seat(self.seat).remaining;
        let left = view.contract_rules().contract.part(open);
        Ok(left.elements.iter().map(|e| format!("{}{}", e.kind.letter(), e.size)).collect())
    }

    /// Legal actions as text; at most this many lay-downs.
    #[pyo3(signature = (most_lay_downs = 200))]
    fn actions(&self, most_lay_downs: usize) -> PyResult<Vec<String>> {
        let mut offered = self.of()?.offered(most_lay_downs).actions;
        offered.retain(|action| self.undo || *action != Action::Undo);
        Ok(offered.iter().map(ToString::to_string).collect())
    }

    /// Open numbers, after those of the partial play.
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        let view = self.of()?;
        let choices = ListedPlays::list(&view);
        let mask: Mask = match self.said.is_empty() {
            true => choices.first(&view, false),
            false => choices.follow(&view, &self.said),
        };
        Ok(mask.iter().map(usize::from).collect())
    }

    /// Decodes numbers to an action as text; `None` if the play is incomplete.
    fn read(&self, numbers: Vec<u8>) -> PyResult<Option<String>> {
        let view = self.of()?;
        let choices = ListedPlays::list(&view);
        for at in 0..numbers.len() {
            let open = match at {
                0 => choices.first(&view, self.undo),
                _ => choices.follow(&view, &numbers[..at]),
            };
            if !open.has(numbers[at]) {
                return Err(gym_error(GymError::Masked { number: numbers[at] }));
            }
        }
        Ok(choices.decode(&view, &numbers).map(|action| action.to_string()))
    }

    /// Encodes an action given as text.
    fn spell(&self, action: &str) -> PyResult<Vec<usize>> {
        let view = self.of()?;
        let action = action.parse().map_err(value_error)?;
        if action == Action::Undo && !self.undo {
            return Err(gym_error(GymError::Refused(Refusal::UndoNothing)));
        }
        let numbers = ListedPlays::list(&view).encode(&view, &action).map_err(gym_error)?;
        Ok(numbers.into_iter().map(usize::from).collect())
    }

    /// The observation, as an array of 16-bit integers.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.of()?;
        let layout = Layout::new(&self.rules);
        arrays::numbers(py, layout.size(), |to| layout.write(&view, &self.said, to))
    }

    /// Number of values of an observation.
    fn observation_size(&self) -> usize {
        Layout::new(&self.rules).size()
    }

    /// Decision of a bot of this level, as text.
    #[pyo3(signature = (level = "steady", playouts = 64, seed = 0))]
    fn decide(&self, py: Python<'_>, level: &str, playouts: u32, seed: u64) -> PyResult<String> {
        let level = self::level(level)?;
        let view = self.of()?;
        Ok(py.detach(|| player(level, seed).decide(&view, &Budget::Playouts(playouts)).to_string()))
    }

    /// The best action, the alternatives considered, and the reasons, as a dictionary.
    #[pyo3(signature = (playouts = 0, seed = 1))]
    fn hint<'py>(&self, py: Python<'py>, playouts: u32, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let view = self.of()?;
        let advice = py.detach(|| hints::advise(&view, &Budget::Playouts(playouts), seed));
        to_python(py, &advice)
    }
}
