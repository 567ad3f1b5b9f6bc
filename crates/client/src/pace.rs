//! How long a bot of a table in the page waits before its answer: as a person would, but never so that
//! one waits for nothing.

use upcard_engine::choices::Priority;
use upcard_engine::table::Phase;
use upcard_table::wire::Pace;

use crate::Session;

/// Milliseconds before the next bot answers. `asked` says whether the person is asked, too, and not
/// answered for by a standing answer; `dealing` how long the cards of this deal are still on their way.
#[must_use]
pub fn bot_pause(session: &Session, pace: Pace, asked: bool, dealing: u32) -> u32 {
    let Some(view) = &session.view else { return 0 };
    let choices = session.rules.as_ref().map(|rules| &rules.set.choices);
    let race = choices.is_some_and(|choices| match view.table.phase {
        Phase::Offers { .. } => choices.buying.priority == Priority::Race,
        Phase::Call { .. } => choices.shanghai.priority == Priority::Race,
        _ => false,
    });
    if race && asked {
        // Whoever asks first gets the card: the person must have had the time to see it.
        let (least, _) = pace.bot_delay(true);
        return u32::try_from(least).unwrap_or(u32::MAX) + dealing;
    }
    let usual = match view.table.phase {
        Phase::Offers { .. } | Phase::Call { .. } => 160,
        Phase::Draw => 520,
        Phase::Play => 620,
        Phase::Cut { .. } | Phase::Pick { .. } => 700,
        Phase::Claim { .. } => 200,
        Phase::Upcard { .. } | Phase::Show { .. } | Phase::Rejoin { .. } | Phase::Split { .. } => {
            700
        }
        Phase::DealOver { .. } | Phase::MatchOver => 0,
    };
    dealing
        + match pace {
            Pace::Calm => usual * 2,
            Pace::Usual => usual,
            Pace::Fast => usual / 12,
        }
}
