//! Error messages for positions and records.

use upcard_engine::SetupError;
use upcard_engine::chance::ChanceError;
use upcard_engine::record::{RecordError, RecordProblem, ReplayError};

use crate::flaws::{flaws_text, reason_sentence, sentence_of_code};
use crate::refusals::refusal_sentence;
use crate::words::{Args, text};

/// Sentence for an invalid position.
#[must_use]
pub fn setup_error(error: &SetupError) -> String {
    sentence_of_code("error", error.code(), error.data())
}

/// Sentence for an invalid outcome of chance.
#[must_use]
pub fn chance_error(error: &ChanceError) -> String {
    sentence_of_code("error", error.code(), error.data())
}

/// Sentence for an invalid record, with its line.
#[must_use]
pub fn record_error(error: &RecordError) -> String {
    let problem = match &error.problem {
        RecordProblem::Form(message) => message.clone(),
        RecordProblem::Choice(reason) => reason_sentence(reason),
    };
    at_line(error.line, error.column, problem)
}

/// Sentence for a record that does not replay or verify, with its line if there is one.
#[must_use]
pub fn replay_error(error: &ReplayError) -> String {
    if let ReplayError::Rules(flaws) = error {
        return flaws_text(flaws);
    }
    let mut sentence = sentence_of_code("error", error.code(), error.data());
    if let ReplayError::Refused { refusal, .. } = error {
        sentence += ": ";
        sentence += &refusal_sentence(*refusal);
    }
    error.line().map_or_else(|| sentence.clone(), |line| at_line(line, 0, sentence.clone()))
}

fn at_line(line: usize, column: usize, what: String) -> String {
    let args = Args::new().with("line", line).with("column", column).with("what", what);
    text("error-line", None, &args)
}

#[cfg(test)]
mod tests {
    use upcard_engine::record::Difference;
    use upcard_engine::{Deal, Flaws, Mistake, Refusal, Seat, Value};

    use super::*;

    /// Every code has a sentence that uses all its data.
    #[test]
    fn every_error_has_a_sentence() {
        let codes = SetupError::CODES.iter().chain(ChanceError::CODES).chain(Difference::CODES);
        for (code, names) in codes {
            let data = names.iter().map(|name| (*name, Value::Text(format!("some-{name}"))));
            let found = sentence_of_code("error", code, data.collect());
            assert!(!found.contains(['⟦', '$']), "{code}: {found}");
            for name in *names {
                assert!(found.contains(&format!("some-{name}")), "{code} without {name}: {found}");
            }
        }
        let third = Deal::new(3).unwrap();
        let replays = [
            ReplayError::Rules(Flaws::one("x", Mistake::NoName)),
            ReplayError::Refused { line: 3, refusal: Refusal::NotYours },
            ReplayError::Differs { line: 3, what: Difference::Winners },
            ReplayError::Chance { line: 3, error: ChanceError::Draw { seats: 3, cards: 2 } },
            ReplayError::NoSecret(third),
            ReplayError::NoCommitment(third),
            ReplayError::NotCommitted { line: 3, deal: third },
            ReplayError::NotBound(Seat::at(2)),
            ReplayError::NotClosed,
            ReplayError::ClosedEarly,
            ReplayError::Changed,
            ReplayError::NotSigned,
        ];
        for error in replays {
            let found = replay_error(&error);
            assert!(!found.contains(['⟦', '$']), "{found}");
            assert_eq!(found.starts_with("line 3: "), error.line().is_some(), "{found}");
        }
        let refused = ReplayError::Refused { line: 3, refusal: Refusal::NotYours };
        assert_eq!(
            replay_error(&refused),
            "line 3: not legal: turn.not-yours: It is not your move."
        );
    }
}
