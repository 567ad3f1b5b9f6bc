//! Interface between a family of games and its bots.

use upcard_cards::Cards;
use upcard_engine::{Action, Game, Rules, View};

use super::melds::{grouping, lookahead, novice, sharp, steady};
use crate::circulation;
use crate::grouping::Grouping;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials};

/// Games whose bots have code of their own. The defaults are those of games of free melds.
pub(crate) trait Family: Sync {
    /// Name, in files and messages.
    fn name(&self) -> &'static str;

    /// Returns `true` if these rules belong to this family. Families are tried in the order in which they are
    /// listed.
    fn has(&self, rules: &Rules) -> bool;

    /// The novice's answer, not yet checked.
    fn novice(&self, view: &View<'_>) -> Action {
        novice::answer(view)
    }

    /// The steady player's answer, with its cache of recent surveys. Plays are legal; other answers are too,
    /// except in games whose terms the estimate does not know.
    fn steady(&self, view: &View<'_>, cache: &mut SurveyCache) -> Action {
        steady::answer(view, cache)
    }

    /// The sharp player's answer, not yet checked.
    fn sharp(&self, view: &View<'_>) -> Action {
        sharp::answer(view, sharp::UPCARD)
    }

    /// Candidate moves, the first guess first, with their estimated worth if known. All legal. A single one
    /// if there is nothing to think about.
    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        lookahead::choices(view)
    }

    /// The same without the value networks, the sharp player's choice first.
    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        self.choices(view).into_iter().map(|choice| choice.action).collect()
    }

    /// Plays the candidate moves out in sampled worlds; the others are compared with the first.
    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        lookahead::try_out(view, choices, trials);
    }

    /// Finds candidate moves and plays them out. Empty if the time runs out before that.
    fn explore(&self, view: &View<'_>, trials: &mut Trials<'_>) -> Vec<Candidate> {
        let sensible = || drop_futile_take(view, self.choices(view), |view| self.choices(view));
        let mut choices = trials.budget.in_time(sensible).unwrap_or_default();
        self.try_out(view, &mut choices, trials);
        choices
    }

    /// Plays a deal to its end in a sampled world.
    fn play_out(&self, game: &mut Game) {
        lookahead::play_out_steadily(game);
    }

    /// Cost of a hand, in points.
    fn cost(&self, view: &View<'_>, hand: &Cards) -> i32 {
        view.contract_rules().points(hand)
    }

    /// How the hand of the viewing seat groups.
    fn grouping(&self, view: &View<'_>) -> Grouping {
        grouping::grouping(view)
    }
}

/// Removes taking the upcard from the candidates if it would be taken in vain, given that the first of `then`
/// is played next.
pub(super) fn drop_futile_take(
    view: &View<'_>,
    mut choices: Vec<Candidate>,
    then: impl FnOnce(&View<'_>) -> Vec<Candidate>,
) -> Vec<Candidate> {
    let takes = |choice: &Candidate| choice.action == Action::Take;
    let next = |view: &View<'_>| then(view).into_iter().next().map(|choice| choice.action);
    if choices.iter().any(takes) && circulation::is_futile_take(view, next) {
        choices.retain(|choice| !takes(choice));
        if choices.is_empty() {
            choices.push(Candidate::new(Action::Draw, None));
        }
    }
    choices
}
