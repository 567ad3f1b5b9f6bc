//! Games in which a declaration needs sequences: distance of a hand, discards, dropping. Everything else is
//! as in other games with hidden melds.

mod discards;
mod dropping;
mod quick;

use upcard_cards::Cards;
use upcard_engine::{Action, Game, Phase, Rules, View};

use super::family::{Family, drop_futile_take};
use super::gin::{self, Gin, MAX_DECISIONS, MAX_DISCARDS, STEADY};
use crate::bot::checked;
use crate::grouping::Grouping;
use crate::measure;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials, play_out};
use quick::Distances;

pub(super) struct Indian;

/// Takes the upcard if it brings the hand nearer.
fn draw(view: &View<'_>) -> Action {
    gin::draw(view, STEADY, |view, _| quick::takes(view, &mut Distances::default()))
}

fn draw_or_drop(view: &View<'_>, drops: impl Fn(&View<'_>) -> bool) -> Action {
    if drops(view) { Action::Drop } else { draw(view) }
}

/// The first choice: the sharp player's, with a better estimate for dropping, and discards with two cards of
/// lookahead, or in a race a better model of the next player.
fn first_choice(view: &View<'_>) -> Action {
    match view.table.phase() {
        Phase::Draw if dropping::expert(view) => Action::Drop,
        Phase::Draw => checked(view, draw(view)),
        Phase::Play if discards::is_race(view) => gin::play(view, discards::race_discard),
        Phase::Play => gin::play(view, discards::with_lookahead),
        _ => Indian.sharp(view),
    }
}

impl Family for Indian {
    fn name(&self) -> &'static str {
        "indian"
    }

    fn has(&self, rules: &Rules) -> bool {
        rules.deal(0).sequences.is_some()
    }

    fn novice(&self, view: &View<'_>) -> Action {
        gin::novice(view)
    }

    fn steady(&self, view: &View<'_>, _: &mut SurveyCache) -> Action {
        let discard = |view: &View<'_>| discards::discard(view, STEADY.for_turn(view));
        let draw = |view: &View<'_>| draw_or_drop(view, dropping::steady);
        gin::answer(view, draw, |view| gin::play(view, discard))
    }

    fn sharp(&self, view: &View<'_>) -> Action {
        let discard = |view: &View<'_>| discards::discards(view, 1).into_iter().next();
        let draw = |view: &View<'_>| draw_or_drop(view, dropping::sharp);
        gin::answer(view, draw, |view| gin::play(view, |view| discard(view).map(|best| best.1)))
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        let draws = || match dropping::is_worth_considering(view) {
            true => vec![Action::Drop, Action::Draw],
            false => Vec::new(),
        };
        let discards = || discards::discards(view, MAX_DISCARDS);
        gin::choices(view, first_choice(view), draws, discards, false)
    }

    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        gin::in_likely_worlds(view, choices, trials, |_, game| self.play_out(game));
    }

    /// The result of a deal depends so much on everything else that hundreds of playouts decided no better
    /// than the first choice, so it stands alone.
    fn explore(&self, view: &View<'_>, trials: &mut Trials<'_>) -> Vec<Candidate> {
        let first = |view: &View<'_>| vec![Candidate::new(first_choice(view), None)];
        trials.budget.in_time(|| drop_futile_take(view, first(view), first)).unwrap_or_default()
    }

    fn play_out(&self, game: &mut Game) {
        let mut distances = Distances::default();
        play_out(game, MAX_DECISIONS, |view| quick::answer(view, &mut distances));
    }

    fn cost(&self, view: &View<'_>, hand: &Cards) -> i32 {
        Gin.cost(view, hand)
    }

    fn grouping(&self, view: &View<'_>) -> Grouping {
        let deal = view.table.deal_rules(view.rules);
        let small = !measure::is_large(view.hand);
        let missing = small.then(|| measure::distance(deal, view.hand));
        Grouping { missing, ..gin::grouping(view) }
    }
}
