//! Delay of a local bot before it acts: natural, but without pointless waiting.

use upcard_engine::Seat;
use upcard_engine::table::Phase;
use upcard_table::wire::{Level, Pace, Sitter};

use crate::Session;

/// Milliseconds before the next bot acts. `asked` says whether the person has a pending decision that no
/// standing answer settles; `dealing` is the remaining time of the dealing animation.
#[must_use]
pub fn bot_delay(session: &Session, pace: Pace, asked: bool, dealing: u32) -> u32 {
    let Some(view) = &session.view else { return 0 };
    if asked && session.rules.as_ref().is_some_and(|rules| view.table.is_first_come(rules)) {
        // In a race for the card, the person needs time to see it.
        let (least, _) = pace.bot_delay(true);
        return u32::try_from(least).unwrap_or(u32::MAX) + dealing;
    }
    let usual = match view.table.phase() {
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
    let next = view.table.waiting().iter().next().unwrap_or(view.table.turn().seat);
    let level = match session.seated.get(next.index()).map(|info| &info.sitter) {
        Some(Sitter::Bot { level }) => *level,
        _ => Level::Steady,
    };
    let thinking_percent = thinking_percent(level, next, view.table.decision());
    dealing
        + match pace {
            Pace::Calm => usual * 2 * thinking_percent / 100,
            Pace::Usual => usual * thinking_percent / 100,
            Pace::Fast => usual / 12,
        }
}

/// Thinking time of a bot in percent of the usual, by level and with some variation between decisions.
fn thinking_percent(level: Level, seat: Seat, decision: u32) -> u32 {
    let percent = match level {
        Level::Random => 70,
        Level::Novice => 125,
        Level::Steady => 100,
        Level::Sharp => 85,
        Level::Expert => 115,
        Level::Beginner => 140,
        Level::Casual => 120,
    };
    percent + decision.wrapping_mul(8).wrapping_add(seat.index() as u32 * 5) % 21 - 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_time_varies_by_level_and_decision() {
        let all =
            |level| (0..21).map(move |decision| thinking_percent(level, Seat::at(1), decision));
        let mean = |level| all(level).sum::<u32>() / 21;
        let [random, novice, steady, sharp, expert] =
            [Level::Random, Level::Novice, Level::Steady, Level::Sharp, Level::Expert].map(mean);
        assert!(random < sharp && sharp < steady && steady < expert && expert < novice);
        let [beginner, casual] = [Level::Beginner, Level::Casual].map(mean);
        assert!(expert < casual && casual < novice && novice < beginner);
        let (least, most) = (all(Level::Steady).min(), all(Level::Steady).max());
        assert_eq!((least, most), (Some(90), Some(110)));
    }
}
