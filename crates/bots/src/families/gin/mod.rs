//! Games with hidden melds (gin): what to draw, what to discard, when to go out. Once somebody has gone out,
//! only points count ([`last_turns`]).

mod candidates;
mod gain;
mod hand;
mod last_turns;
mod players;
mod quick;
mod sharp;

use upcard_cards::Cards;
use upcard_engine::choices::LayDownMode;
use upcard_engine::{Action, Game, Phase, Rules, View};

use super::family::Family;
use crate::grouping::Grouping;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials};
pub(super) use candidates::{MAX_DECISIONS, MAX_DISCARDS, choices, in_likely_worlds};
use hand::NOVICE;
pub(super) use hand::{STEADY, Style};
use players::cheapest;
pub(super) use players::{answer, draw, improves_hand, play};
use quick::Plan;

pub(super) struct Gin;

fn by_style(view: &View<'_>, style: Style) -> Action {
    let style = style.for_turn(view);
    let discard = |view: &View<'_>| cheapest(view, style);
    answer(view, |view| draw(view, style, improves_hand), |view| play(view, discard))
}

/// The novice's answer, which ignores required sequences.
pub(super) fn novice(view: &View<'_>) -> Action {
    by_style(view, NOVICE)
}

pub(super) fn grouping(view: &View<'_>) -> Grouping {
    let best = view.deadwood();
    let melds = &view.table.deal_rules(view.rules).melds;
    Grouping {
        ready: best.melds.iter().map(|meld| meld.spec_under(melds)).collect(),
        engaged: view.hand.without(&best.left),
        idle: best.left,
        ..Grouping::default()
    }
}

impl Family for Gin {
    fn name(&self) -> &'static str {
        "gin"
    }

    fn has(&self, rules: &Rules) -> bool {
        rules.set.choices.laying_down.mode == LayDownMode::Hidden
    }

    fn novice(&self, view: &View<'_>) -> Action {
        novice(view)
    }

    fn steady(&self, view: &View<'_>, _: &mut SurveyCache) -> Action {
        by_style(view, STEADY)
    }

    fn sharp(&self, view: &View<'_>) -> Action {
        let discard = |view: &View<'_>| sharp::discards(view).into_iter().next().map(|best| best.1);
        answer(view, |view| draw(view, STEADY, improves_hand), |view| play(view, discard))
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        let leave = if view.table.phase() == Phase::Draw { Action::Draw } else { Action::Pass };
        let draws = || match view.table.upcard() {
            Some(card) if quick::joins_or_helps(view, card) => {
                match draw(view, STEADY, improves_hand) {
                    Action::Take => vec![Action::Take, leave],
                    _ => vec![leave, Action::Take],
                }
            }
            _ => Vec::new(),
        };
        let in_points = view.knock_limit().is_none();
        choices(view, self.sharp(view), draws, || sharp::discards(view), in_points)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        candidates::try_out(view, choices, trials);
    }

    fn play_out(&self, game: &mut Game) {
        candidates::play_by_plan(game, None, Plan::AT_ONCE);
    }

    fn cost(&self, view: &View<'_>, hand: &Cards) -> i32 {
        view.contract_rules().deadwood(hand).points as i32
    }

    fn grouping(&self, view: &View<'_>) -> Grouping {
        grouping(view)
    }
}
