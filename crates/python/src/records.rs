//! Records for Python: replay, verification, review.

use pyo3::prelude::*;
use serde::Serialize;
use upcard_bots::Budget;
use upcard_bots::review::{Decision, review};
use upcard_engine::record::{ReplayError, Results};
use upcard_engine::{Ending, Game, Seat};
use upcard_rulebook::{record_error, replay_error};

use crate::convert::{seat, to_python, value_error};
use crate::views::View;

/// Creates a `ValueError` for a record that does not replay or verify.
fn replay_value_error(error: ReplayError) -> PyErr {
    value_error(replay_error(&error))
}

/// Result of a deal; seats count from 0.
#[derive(Serialize)]
struct DealResult<'a> {
    deal: usize,
    line: usize,
    dealer: usize,
    dealt: Vec<usize>,
    winner: Option<usize>,
    how: Ending,
    points: &'a [i32],
}

/// A recorded match, replayed on creation.
#[pyclass(frozen, module = "upcard")]
pub(crate) struct Record {
    record: upcard_engine::record::Record,
    /// At the end of the record.
    game: Game,
    decisions: Vec<Decision>,
    results: Results,
}

#[pymethods]
impl Record {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Record> {
        py.detach(|| {
            let record = upcard_engine::record::Record::parse(text);
            let record = record.map_err(|error| value_error(record_error(&error)))?;
            let (mut decisions, mut results) = (Vec::new(), Results::default());
            let game = record.replay(|step, events| {
                results.note(step.line.number, events);
                if let Some((seat, action)) = step.action {
                    let view = step.before.own_view(Some(seat));
                    decisions.push(Decision { at: step.line.number, view, action: action.clone() });
                }
            });
            let game = game.map_err(replay_value_error)?;
            Ok(Record { record, game, decisions, results })
        })
    }

    /// The game, with its variations.
    #[getter]
    fn game(&self) -> String {
        self.record.rules.id.clone()
    }

    /// Names of the players, by seat.
    #[getter]
    fn seats(&self) -> Vec<String> {
        self.record.seats.clone()
    }

    /// The totals.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.game.table().scores().to_vec()
    }

    /// Winners, from 0.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.game.table().winners().iter().map(Seat::index).collect()
    }

    /// Number of deals begun.
    #[getter]
    fn deals(&self) -> u8 {
        self.game.table().deals_begun()
    }

    /// Results of the finished deals, a dictionary each.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let deals = self.results.deals().iter().map(|result| DealResult {
            deal: result.deal,
            line: result.line,
            dealer: result.dealer.index(),
            dealt: result.dealt.iter().map(Seat::index).collect(),
            winner: result.winner.map(Seat::index),
            how: result.how,
            points: &result.points,
        });
        to_python(py, &deals.collect::<Vec<_>>())
    }

    fn __len__(&self) -> usize {
        self.decisions.len()
    }

    /// Decisions: line, seat from 0, action as text, and the seat's view.
    fn decisions(&self) -> Vec<(usize, usize, String, View)> {
        let decision = |decision: &Decision| {
            let seat = decision.view.seat?;
            let view = View::new(self.game.rules(), decision.view.clone(), seat, &[]);
            Some((decision.at, seat.index(), decision.action.to_string(), view))
        };
        self.decisions.iter().filter_map(decision).collect()
    }

    /// Verifies the deals by their secrets; returns the number of verified deals.
    fn verify(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.record.verify()).map(|proof| proof.deals()).map_err(replay_value_error)
    }

    /// The costliest decisions of a seat, or of all seats, each a dictionary, costliest first.
    #[pyo3(signature = (seat = None, playouts = 120, seed = 1, most = 10))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        playouts: u32,
        seed: u64,
        most: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.game.rules();
        let seat = seat.map(|number| self::seat(number, rules.players)).transpose()?;
        let is_wanted =
            |decision: &&Decision| seat.is_none_or(|wanted| decision.view.seat == Some(wanted));
        let wanted: Vec<Decision> = self.decisions.iter().filter(is_wanted).cloned().collect();
        let remarks = py.detach(|| review(rules, &wanted, &Budget::Playouts(playouts), seed, most));
        to_python(py, &remarks)
    }
}
