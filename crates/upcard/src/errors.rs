//! Error messages in sentences: the engine has codes and data, the rulebook the wording.

use std::error::Error;

use upcard_arena::ArenaError;
use upcard_arena::cli::LabError;
use upcard_arena::protocol::ServeError;
use upcard_engine::Flaws;
use upcard_engine::record::{RecordError, ReplayError};
use upcard_rulebook::{chance_error, flaws_text, record_error, replay_error, setup_error};
use upcard_scenario::{End, Problem, ScenarioError};
use upcard_server::signing::VerifyError;
use upcard_terminal::ScreenError;

/// Exit code for output that cannot be written because the reader is gone or the disk is full.
pub(crate) fn write_error_code(error: &(dyn Error + 'static)) -> Option<u8> {
    let io = match (error.downcast_ref::<ServeError>(), error.downcast_ref::<ScreenError>()) {
        (Some(ServeError::Write(error)), _) | (_, Some(ScreenError::Unread(error))) => error,
        _ => return None,
    };
    Some(crate::out::write_error_code(io))
}

/// Message for a person.
pub(crate) fn error_text(error: &(dyn Error + 'static)) -> String {
    if let Some(flaws) = error.downcast_ref::<Flaws>() {
        flaws_text(flaws)
    } else if let Some(ArenaError::Rules(flaws)) = error.downcast_ref() {
        flaws_text(flaws)
    } else if let Some(LabError::Rules(error)) = error.downcast_ref() {
        error_text(error)
    } else if let Some(ServeError::Games(error)) = error.downcast_ref() {
        error_text(error)
    } else if let Some(ServeError::Rules { line, source }) = error.downcast_ref() {
        format!("line {line}: {}", error_text(source))
    } else if let Some(error) = error.downcast_ref::<RecordError>() {
        record_error(error)
    } else if let Some(error) = error.downcast_ref::<ReplayError>() {
        replay_error(error)
    } else if let Some(VerifyError::Unreadable(error)) = error.downcast_ref() {
        record_error(error)
    } else if let Some(VerifyError::Replay(error)) = error.downcast_ref() {
        replay_error(error)
    } else if let Some(error) = error.downcast_ref::<ScenarioError>() {
        let problem = problem(&error.problem);
        match error.column {
            0 => format!("line {}: {problem}", error.line),
            column => format!("line {}, column {column}: {problem}", error.line),
        }
    } else {
        error.to_string()
    }
}

fn problem(problem: &Problem) -> String {
    match problem {
        Problem::Form(message) => message.clone(),
        Problem::Rules(flaws) => flaws_text(flaws),
        Problem::Position(error) => setup_error(error),
        Problem::Chance(error) => chance_error(error),
    }
}

/// End of a scenario: its position, or why an action is refused.
pub(crate) fn end(end: &End) -> String {
    match end {
        End::Position(words) => words.clone(),
        End::Refused(why) => format!("{}\n", problem(why)),
    }
}
