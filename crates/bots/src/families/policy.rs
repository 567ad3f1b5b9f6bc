//! A player's answers, by kind of decision.

use upcard_engine::{Action, Phase, View};

/// A player's answers, by kind of decision. The defaults are the simplest legal answers.
pub(super) trait Policy {
    fn draw(&mut self, view: &View<'_>) -> Action;

    fn play(&mut self, view: &View<'_>) -> Action;

    fn cut(&mut self, _: &View<'_>) -> Action {
        Action::Cut(500)
    }

    fn upcard(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn offer(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn call(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn claim(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn show(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn rejoin(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }

    fn split(&mut self, _: &View<'_>) -> Action {
        Action::Pass
    }
}

pub(super) fn answer(mut policy: impl Policy, view: &View<'_>) -> Action {
    match view.table.phase() {
        Phase::Draw => policy.draw(view),
        Phase::Play => policy.play(view),
        Phase::Cut { .. } => policy.cut(view),
        Phase::Upcard { .. } => policy.upcard(view),
        Phase::Offers { .. } => policy.offer(view),
        Phase::Call { .. } => policy.call(view),
        Phase::Claim { .. } => policy.claim(view),
        Phase::Pick { .. } => Action::Pick(1),
        Phase::Show { .. } => policy.show(view),
        Phase::Rejoin { .. } => policy.rejoin(view),
        Phase::Split { .. } => policy.split(view),
        Phase::DealOver { .. } | Phase::MatchOver => Action::Pass,
    }
}
